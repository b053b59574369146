import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { cases } from '../../../tests/support/properties.ts'
import { reading } from '../../../tests/support/reading.ts'

type Row = { code: string; size: number; note: string }
const ROWS: Row[] = [
  { code: 'a1', size: 1.5, note: 'x' },
  { code: 'a2', size: 2.5, note: 'y' },
  { code: 'a3', size: 4.5, note: 'z' },
]
const names = ['code', 'size', 'note'] as const
const lists = (rows: Row[]) => rows.map((row) => names.map((name) => row[name]))
const byName = <T>(of: (name: (typeof names)[number]) => T) => Object.fromEntries(names.map((name) => [name, of(name)]))

/** Ways in which programs write the same rows. */
const SHAPES: [string, (rows: Row[]) => unknown][] = [
  ['a list two objects deep', (rows) => ({ status: 'ok', result: { records: rows } })],
  ['columns as lists', (rows) => byName((name) => rows.map((row) => row[name]))],
  ['columns as lists within an object', (rows) => ({ ok: true, data: byName((name) => rows.map((row) => row[name])) })],
  ['columns by the numbers of rows', (rows) => byName((name) => ({ ...rows.map((row) => row[name]) }))],
  ['lists below their names', (rows) => [names, ...lists(rows)]],
  ['lists beside their names', (rows) => ({ columns: names, index: rows.map((_, at) => at), data: lists(rows) })],
  [
    'lists whose names are described elsewhere',
    (rows) => ({ meta: { view: { columns: names.map((name) => ({ name, kind: 'any' })) } }, data: lists(rows) }),
  ],
]

const read = async (content: unknown) => {
  const { tables } = await reading(typeof content === 'string' ? content : JSON.stringify(content))
  return tables.map(({ part, names, rows }) => ({ part, names, rows }))
}
const asTexts = (rows: Row[]) => rows.map((row) => names.map((name) => String(row[name])))

test.each(SHAPES)('%s', async (_, write) => {
  expect(await read(write(ROWS))).toEqual([{ part: null, names: [...names], rows: asTexts(ROWS) }])
})

test.each([
  ['documents over several lines', ROWS.map((row) => JSON.stringify(row, null, 2)).join('\n')],
  ['documents without a line between', ROWS.map((row) => JSON.stringify(row)).join('')],
  ['lines that end in commas', ROWS.map((row) => `${JSON.stringify(row)},\n`).join('')],
  ['a mark and empty lines', `\ufeff${ROWS.map((row) => `${JSON.stringify(row)}\n\n`).join('')}`],
  ['lines of lists', [names, ...lists(ROWS)].map((line) => JSON.stringify(line)).join('\n')],
  ['pages of a list', `${JSON.stringify(ROWS.slice(0, 1))}\n${JSON.stringify(ROWS.slice(1))}`],
])('one after the other: %s', async (_, text) => {
  expect(await read(text)).toEqual([{ part: null, names: [...names], rows: asTexts(ROWS) }])
})

test('objects by their keys have a column for the key', async () => {
  const rows = asTexts(ROWS).map((row, at) => [`k${at}`, ...row])
  const keyed = Object.fromEntries(ROWS.map((row, at) => [`k${at}`, row]))
  const table = { part: null, names: ['key', ...names], rows }
  expect(await read(keyed)).toEqual([table])
  const { dialect, tables } = await reading(JSON.stringify({ meta: { page: 1, of: 3 }, data: keyed }))
  expect(tables[0]!.rows).toEqual(rows)
  expect(dialect.notes).toEqual(['Beside the rows the file says: meta page: 1; meta of: 3.'])
})

test('one object is one row, whatever objects it holds', async () => {
  const settings = { name: 'x', servers: { a: { host: 'h', port: 1 }, b: { host: 'i', port: 2 } } }
  expect((await read(settings)).map(({ rows }) => rows)).toEqual([[['x', 'h', '1', 'i', '2']]])
})

test('rows with lists of objects keep their own values beside the table of the lists', async () => {
  const orders = ROWS.map((row, at) => ({
    ...row,
    items: [
      { item: `i${at}`, n: at },
      { item: `j${at}`, n: at + 1 },
    ],
  }))
  const [parent, child] = await read(orders)
  expect(parent!.rows).toEqual(asTexts(ROWS).map((row) => row))
  expect([child!.part, child!.rows.length, child!.rows[3]]).toEqual(['items', 6, ['a2', 'j1', '2']])
})

/** Ways in which services wrap each record. */
const WRAPPED: [string, (rows: Row[]) => unknown, names?: string[]][] = [
  ['edges and nodes', (rows) => ({ data: { shops: { edges: rows.map((node) => ({ node })), total: 3 } } })],
  ['hits with their source', (rows) => ({ took: 2, hits: { total: 3, hits: rows.map((_source) => ({ _source })) } })],
  ['resources', (rows) => ({ total: 3, entry: rows.map((resource) => ({ resource })) })],
  [
    'attributes of relations',
    (rows) => ({ data: rows.map(({ code, ...row }) => ({ code, attributes: { author: { data: row } } })) }),
    ['code', 'author_size', 'author_note'],
  ],
  ['values with their types', (rows) => rows.map((row) => byName((name) => ({ stringValue: String(row[name]) })))],
  ['values of their own', (rows) => ({ buckets: rows.map((row) => byName((name) => ({ value: row[name] }))) })],
]
test.each(WRAPPED)('wrapped: %s', async (_, write, own = [...names]) => {
  expect(await read(write(ROWS))).toEqual([{ part: null, names: own, rows: asTexts(ROWS) }])
})

test('what wraps a record names its columns where these have the names of others', async () => {
  const [table] = await read([{ id: 'r1', state: 'new', fields: { state: 'ripe', City: 'Rome', ID: 7 } }])
  expect(table!.names).toEqual(['id', 'state', 'fields_state', 'City', 'fields_ID'])
})

test('lists within lists are tables of their own, each joined to the one around it', async () => {
  const read = await reading(
    JSON.stringify([
      {
        ...{ hall: 'H1', row: 'front' },
        shelves: [
          { row: 'a', crates: [{ kg: 1.5 }, { kg: 2.5 }] },
          { row: 'a', crates: [{ kg: 3.5, labels: [{ text: 'x' }] }] },
        ],
      },
      { hall: 'H2', row: 'back', shelves: [{ row: 'b', crates: [{ kg: 4.5 }] }] },
    ]),
  )
  expect(read.tables.map(({ part, names, lines }) => [part, names.join('|'), ...lines])).toEqual([
    [null, 'hall|row', 'H1|front', 'H2|back'],
    ['shelves', 'hall|row_2|row', 'H1|1|a', 'H1|2|a', 'H2|3|b'],
    ['shelves crates', 'parent_row_2|row|kg', '1|1|1.5', '1|2|2.5', '2|3|3.5', '3|4|4.5'],
    ['shelves crates labels', 'parent_row|text', '3|x'],
  ])
  expect(read.keys).toEqual([
    { part: 'shelves', column: 'hall', toPart: null, toColumn: 'hall' },
    { part: 'shelves crates', column: 'parent_row_2', toPart: 'shelves', toColumn: 'row_2' },
    { part: 'shelves crates labels', column: 'parent_row', toPart: 'shelves crates', toColumn: 'row' },
  ])
})

test('of lists within lists no value is lost where there are more of them than tables', async () => {
  const lists = Object.fromEntries(Array.from({ length: 18 }, (_, at) => [`l${at}`, [{ n: `v${at}` }]]))
  const { tables } = await reading(JSON.stringify([{ code: 'c1', first: [{ key: 'k1', ...lists }], ...lists }]))
  expect(tables.length).toBe(21)
  const said = JSON.stringify(tables)
  for (let at = 0; at < 18; at++) expect(said.split(`v${at}`).length).toBeGreaterThan(2)
})

test('keys that differ by case only are columns of their own', async () => {
  const [table] = await read([
    { Id: 1, id: 2 },
    { Id: 3, id: 4 },
  ])
  expect(table).toEqual({
    part: null,
    names: ['Id', 'id_2'],
    rows: [
      ['1', '2'],
      ['3', '4'],
    ],
  })
})

test('digits of a number are kept', async () => {
  const [table] = await read('{"data":{"id":[90071992547409911234,2],"size":[1.50,2.25]}}')
  expect(table!.rows).toEqual([
    ['90071992547409911234', '1.50'],
    ['2', '2.25'],
  ])
})

test('totals are set apart, and brought back, as in any other format', async () => {
  const content = JSON.stringify([...ROWS, { code: 'Total', size: 8.5 }])
  const { tables, dialect } = await reading(content)
  expect([tables[0]!.count, dialect.apart?.totals, dialect.apart?.sample[0]?.line]).toEqual([3, 1, 4])
  const again = await reading(content, { choices: { set_apart: false } })
  expect([again.tables[0]!.count, again.dialect.apart, again.dialect.chosen]).toEqual([
    4,
    undefined,
    { set_apart: false },
  ])
})

const row = fc.record({
  code: fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme-ascii' }).map((text) => `c${text.trim()}`),
  size: fc.integer({ min: -900, max: 900 }).map((n) => n + 0.5),
  note: fc.constantFrom('x', 'y, z', 'a "b"', '{', '[1]'),
})
test('of the same rows no value is lost in any of these shapes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 3, maxLength: 12 }), fc.nat(SHAPES.length - 1), async (rows, shape) => {
      const { tables, dialect } = await reading(JSON.stringify(SHAPES[shape]![1](rows)))
      expect(tables[0]!.count + (dialect.apart?.rows ?? 0)).toBe(rows.length)
      if (!dialect.apart) expect(tables[0]!.rows).toEqual(asTexts(rows))
    }),
    cases(4),
  )
})
