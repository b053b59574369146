import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { cases } from '../../../tests/support/properties.ts'
import { reading } from '../../../tests/support/reading.ts'

/** What people and programs leave where a number or a day should be. */
const DAMAGE = ['Indef.', 'Unknown', 'n/a', '12 %', '$1,200 approx', '???', 'see note', '31.02.', 'tbd', '-', '']
const COLUMNS = ['id', 'price', 'sold on', 'name'] as const
const row = fc.record({
  values: fc.tuple(
    fc.integer({ min: 0, max: 99_999 }).map(String),
    fc.integer({ min: 0, max: 1e6 }).map((cents) => (cents / 100).toFixed(2)),
    fc.integer({ min: 0, max: 9000 }).map((day) => new Date(day * 864e5).toISOString().slice(0, 10)),
    fc.constantFrom('Ada', 'Grace', 'Total war', 'n/a', 'Unknown'),
  ),
  kind: fc.constantFrom(...Array(30).fill('whole'), 'cell', 'ragged'),
  column: fc.integer({ min: 0, max: 2 }),
  damage: fc.constantFrom(...DAMAGE),
})

test('of every line of a damaged table something is told: it is counted, its cell is kept as text, or it is rejected', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 24, maxLength: 48 }), async (rows) => {
      const lines = rows.map(({ values, kind, column, damage }) => {
        const cells: string[] = kind === 'cell' ? values.with(column, damage) : values
        return { cells, text: [...cells.map((cell) => `"${cell}"`), ...(kind === 'ragged' ? ['x'] : [])].join(',') }
      })
      const { tables, rejected } = await reading(`${COLUMNS.join(',')}\n${lines.map(({ text }) => text).join('\n')}\n`)
      const table = tables[0]!
      expect(table.count + rejected.rows).toBe(lines.length)
      const lost = new Set(rejected.sample.map(({ line }) => line - 2))
      const kept = lines.filter((_, at) => !lost.has(at))
      expect(rejected.rows).toBe(rows.filter(({ kind }) => kind === 'ragged').length)
      // Each cell stands in its column, beside it as it was written, or is one of the words for nothing.
      kept.forEach(({ cells }, at) => {
        for (const [index, name] of COLUMNS.entries()) {
          const found = [name, `${name}_as_written`, `${name} (as written)`].flatMap((one) => {
            const place = table.names.indexOf(one)
            return place < 0 ? [] : (table.rows[at]![place] ?? [])
          })
          const cell = cells[index]!
          const isNothing = index < 3 && ['n/a', '-', '???', ''].includes(cell) && found.length === 0
          expect(isNothing || found.some((value) => value === cell || Number(value) === Number(cell))).toBe(true)
        }
      })
      // What a receipt counts of a column: its cells that have no value there and are kept beside it.
      for (const [name, unread] of Object.entries(table.unread)) {
        const index = COLUMNS.indexOf(name as (typeof COLUMNS)[number])
        const beside = table.names.findIndex((one) => one !== name && one.startsWith(name))
        const isUnread = (_: unknown, at: number) =>
          table.rows[at]![table.names.indexOf(name)] === null && table.rows[at]![beside] === kept[at]!.cells[index]
        expect(kept.filter(isUnread)).toHaveLength(unread!)
      }
    }),
    cases(6),
  )
})

const PEOPLE = Array.from({ length: 40 }, (_, n) => `p${n},${20 + n},2001-01-${String((n % 28) + 1).padStart(2, '0')}`)
const people = (line: string) => `name,age,born\n${PEOPLE.join('\n')}\n${line}\n`
const CARS = Array.from({ length: 40 }, (_, n) => `${n},${n * 7},x`)
const cars = (line: string) => `id,damage,who\n${CARS.join('\n')}\n${line}\n`

test.each([
  ['a person called Total', people('Total,Indef.,2001-01-01')],
  ['a product called so', people('Summe X,31,spring')],
  ['a name that begins so', people('Total Energies,see note,2001-01-01')],
  ['a person of whom nothing else is known', people('Bob,Indef.,spring')],
  ['the name of a column as a value', people('Bob,age,2001-01-01')],
  ['two names of columns beside a person', people('Bob,age,born')],
  ['a total loss', cars('40,Total loss,Eve')],
  ['a damage that is total', cars('40,Total,Eve')],
  ['a total damage of nobody', cars('40,Total,')],
])('no row of a table is left out for a word: %s', async (_, file) => {
  const { tables, rejected } = await reading(file)
  expect([tables[0]!.count, rejected.rows]).toEqual([41, 0])
})

test.each([
  ['a sum below', cars('Grand total:,5460,'), 'The row adds up others.'],
  ['a sum in German', cars('Gesamtsumme,5460,'), 'The row adds up others.'],
  ['the names again', people('name,age,born'), 'The row repeats the names of the columns.'],
  ['a note below', cars('see the annex,as published,'), 'No value of the row fits its column.'],
])('a line that is no row is left out and told: %s', async (_, file, reason) => {
  const { tables, rejected, dialect } = await reading(file)
  const told = [...rejected.sample, ...(dialect.apart?.sample ?? [])].map(({ reason }) => reason)
  expect([tables[0]!.count, told]).toEqual([40, [reason]])
})

test('a wide table that breaks in all of its columns is read, with every value kept', async () => {
  const names = Array.from({ length: 240 }, (_, at) => `c${at}`)
  const lines = Array.from({ length: 40 }, (_, n) => names.map((_, at) => (n === at % 40 ? 'oops' : n)).join(','))
  const { tables, dialect } = await reading(`${names.join(',')}\n${lines.join('\n')}\n`)
  const { count, names: found, typeList } = tables[0]!
  expect([count, found.length, typeList.filter((type) => type === 'BIGINT').length]).toEqual([40, 440, 200])
  expect(dialect.notes).toHaveLength(22)
})

const two = (n: number) => String(n).padStart(2, '0')
/** Ways of writing values, by the number of the row. */
const WRITTEN: Record<string, (n: number) => string> = {
  day: (n) => `2023-1-${n + 1}`,
  'whole day': (n) => `2023-01-${two(n + 1)}`,
  'day in points': (n) => `${n + 1}.1.2023`,
  'day in words': (n) => `${n + 1} March 2023`,
  clock: (n) => `${n % 12}:15:0${n % 7}`,
  hour: (n) => `${(n % 12) + 1}:30`,
  moment: (n) => `2023-01-${two(n + 1)} 10:00:00`,
  whole: (n) => String(n * 17 + 100),
  part: (n) => `${n * 3 + 10}.25`,
  thousands: (n) => `${n + 1},250`,
  money: (n) => `$${n * 3 + 10}.50`,
  share: (n) => `${n + 10}.5%`,
  took: (n) => `${n + 1}h 20m`,
}
const ADDED = [
  ' PM',
  ' pm',
  'x',
  ' approx',
  '*',
  '?',
  '+02',
  ' BC',
  ' (est.)',
  ' or so',
  '/2',
  ' 5',
  ';',
  '±2',
  'e',
  ' Z',
  '.',
  '\\N',
]

test.each(Object.keys(WRITTEN))(
  'what somebody adds to a value is never passed over: %s',
  async (how) => {
    const write = WRITTEN[how]!
    const plain = Array.from({ length: 400 }, (_, n) => write(n % 28))
    const added = ADDED.map((text) => `${write(3)}${text}`)
    const { tables } = await reading(
      `name|cell\n${[...plain, ...added].map((cell, n) => `n${n}|${cell}`).join('\n')}\n`,
    )
    const { rows } = tables[0]!
    const [, same] = rows[3]!
    const passed = rows.slice(plain.length).flatMap(([, value, written], at) => {
      const isTold = value !== null && String(value) !== String(same)
      return isTold || [value, written].includes(added[at]!) ? [] : [`${added[at]} became ${value}`]
    })
    expect(passed).toEqual([])
  },
  120_000,
)
