import { expect, test } from 'bun:test'
import fc from 'fast-check'
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
    }),
    { numRuns: 40 },
  )
}, 120_000)
