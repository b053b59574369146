import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { literal } from '#base/sql.ts'
import { IngestEngine } from './engine.ts'
import { readFile } from './read.ts'

const root = mkdtempSync(join(tmpdir(), 'parquet-'))
let engine: IngestEngine
beforeAll(async () => {
  engine = await IngestEngine.open({ dir: root, memoryMb: 512, threads: 2 })
})
afterAll(() => {
  engine?.close()
  rmSync(root, { recursive: true, force: true })
})
let jobs = 0

const limits = { inflatedBytes: 5_000_000, ratio: 200, entries: 2000, cells: 1_000_000 }
async function written(select: string, options = ''): Promise<string> {
  const dir = join(root, String(jobs++))
  mkdirSync(dir)
  await engine.rows(`copy (${select}) to ${literal(`${dir}/upload`)} (format parquet${options})`)
  return `${dir}/upload`
}
async function read(path: string) {
  const { tables } = await readFile({ engine, path, limits, progress() {} })
  const [table] = tables
  return {
    path: table!.path,
    types: Object.fromEntries(table!.columns.map(({ name, type }) => [name, type])),
    rows: await engine.rows(`select columns(*)::varchar from ${await engine.relation(table!.path)}`),
  }
}

test('fields of structs become columns, and lists and maps text', async () => {
  const path = await written(`select
    {'city': 'Pune', 'at': {'lat': 18.5::double, 'lon': 73.9::double}} as address,
    [1, 2] as numbers, map {'k': 'v'} as pairs`)
  const { types, rows } = await read(path)
  expect(types).toEqual({
    address_city: 'VARCHAR',
    address_at_lat: 'DOUBLE',
    address_at_lon: 'DOUBLE',
    numbers: 'VARCHAR',
    pairs: 'VARCHAR',
  })
  expect(rows).toEqual([['Pune', '18.5', '73.9', '[1,2]', '{"k":"v"}']])
})

test('lists of structs are a table of their own, joined by the key of their row', async () => {
  const path = await written(
    `select 7 as visit_id, [{'a': 1, 'b': 'x'}, {'a': 2, 'b': 'y'}] as things union all select 8, []`,
  )
  const { tables, keys } = await readFile({ engine, path, limits, progress() {} })
  expect(tables.map(({ part, rows, columns }) => [part, rows, columns.map(({ name }) => name)])).toEqual([
    [null, 2, ['visit_id']],
    ['things', 2, ['visit_id', 'a', 'b']],
  ])
  expect(keys).toEqual([{ part: 'things', column: 'visit_id', toPart: null, toColumn: 'visit_id' }])
})

test('days and moments that are kept as texts or counted from 1970 are such where all values of a column are', async () => {
  const days = `select * from (values ('2024-01-02', 1704182709, '2024-01-02', 20240102), ('2024-01-03', 1704182710, 'soon', 7)) t (day, ts, due, date)`
  expect((await read(await written(days))).types).toEqual({
    day: 'DATE',
    ts: 'TIMESTAMP',
    due: 'VARCHAR',
    date: 'INTEGER',
  })
})

test('signs among words that stand for none are kept beside them', async () => {
  const path = await written(
    `select * from (values (1, 'calm', 'x'), (2, '.', 'y'), (3, '-', '+'), (4, 'rough', '-')) t (n, sea, sign)`,
  )
  const { types, rows } = await read(path)
  expect(types).toEqual({ n: 'INTEGER', sea: 'VARCHAR', sea_as_written: 'VARCHAR', sign: 'VARCHAR' })
  expect(rows.map((row) => row.slice(1, 3))).toEqual([
    ['calm', null],
    [null, '.'],
    [null, '-'],
    ['rough', null],
  ])
})

test('how long something took is kept in seconds, where no month is among it', async () => {
  const path = await written(
    `select interval '26:10:05' as ride, interval '1 day 00:00:01.5' as wait, interval '2 months 3 days' as notice union all select interval '00:00:45', null, interval '1 day'`,
  )
  const { tables } = await readFile({ engine, path, limits, progress() {} })
  expect(tables[0]!.columns.map(({ type, unit, role }) => [type, unit, role])).toEqual([
    ['BIGINT', 's', 'measure'],
    ['DOUBLE', 's', 'measure'],
    ['INTERVAL', undefined, 'text'],
  ])
  expect((await read(path)).rows).toEqual([
    ['94205', '86401.5', '2 months 3 days'],
    ['45', null, '1 day'],
  ])
})

test('a whole number that stands first and differs in each row names the rows of lists', async () => {
  const path = await written(
    `select * from (values (4, 'Ana', [{'sku': 'a', 'n': 2}]), (5, 'Bo', [{'sku': 'a', 'n': 1}, {'sku': 'b', 'n': 3}])) t (basket, customer, items)`,
  )
  const { tables, keys } = await readFile({ engine, path, limits, progress() {} })
  expect(tables[1]!.columns.map(({ name }) => name)).toEqual(['basket', 'sku', 'n'])
  expect(keys).toEqual([{ part: 'items', column: 'basket', toPart: null, toColumn: 'basket' }])
})

test('lists within lists of structs are tables of their own', async () => {
  const path = await written(
    `select 'L1' as line, [{'stop': 's1', 'trips': [{'leaves': '08:00', 'seats': 40}, {'leaves': '09:30', 'seats': 44}]}, {'stop': 's2', 'trips': [{'leaves': '08:10', 'seats': 40}]}] as stops`,
  )
  const { tables, keys } = await readFile({ engine, path, limits, progress() {} })
  expect(tables.map(({ part, rows, columns }) => [part, rows, columns.map(({ name }) => name)])).toEqual([
    [null, 1, ['line']],
    ['stops', 2, ['line', 'stop']],
    ['stops trips', 3, ['stop', 'leaves', 'seats']],
  ])
  expect(keys!.at(-1)).toEqual({ part: 'stops trips', column: 'stop', toPart: 'stops', toColumn: 'stop' })
})

test('structs inside of structs are taken apart four deep, and what is deeper is text', async () => {
  const deep = (depth: number): string => (depth === 0 ? '1' : `{'x': ${deep(depth - 1)}}`)
  const { types, rows } = await read(await written(`select ${deep(6)} as s`))
  expect(types).toEqual({ s_x_x_x_x: 'VARCHAR' })
  expect(rows).toEqual([['{"x":{"x":1}}']])
})

test('values that no plain column holds exactly are text or stand beside it, moments are in UTC, and bytes letters where they are', async () => {
  const { types, rows } = await read(
    await written(`select
      'b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid as id,
      timestamptz '2024-01-01 12:00:00+05:30' as moment,
      timestamp_ns '2024-01-01 10:00:00.123456789' as fine,
      encode('größe') as letters, '\\xff\\xfe'::blob as bytes, '{"a": 1}'::json as document`),
  )
  expect(types).toEqual({
    id: 'VARCHAR',
    moment: 'TIMESTAMP',
    fine: 'TIMESTAMP',
    fine_as_written: 'VARCHAR',
    letters: 'VARCHAR',
    bytes: 'VARCHAR',
    document: 'VARCHAR',
  })
  expect(rows).toEqual([
    [
      'b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
      '2024-01-01 06:30:00',
      '2024-01-01 10:00:00.123456',
      '2024-01-01 10:00:00.123456789',
      'größe',
      'FFFE',
      '{"a": 1}',
    ],
  ])
})

test('whole numbers that are kept as fractions or as texts are whole numbers', async () => {
  const gaps = await read(
    await written(`select * from (values (7::double, 1.5::double, 12::decimal(38,0)), (null, 2, 13)) t (a, b, c)`),
  )
  expect([gaps.types, gaps.rows]).toEqual([
    { a: 'BIGINT', b: 'DOUBLE', c: 'BIGINT' },
    [
      ['7', '1.5', '12'],
      [null, '2.0', '13'],
    ],
  ])
  const texts = await read(await written(`select '7' as n, '2024-01-02' as day, '007' as code`))
  expect(texts.types).toEqual({ n: 'BIGINT', day: 'DATE', code: 'VARCHAR' })
  expect((await read(await written(`select '7' as n, 1 as one`))).types).toEqual({ n: 'VARCHAR', one: 'INTEGER' })
})

test('two columns of one name in other letters, or in two structs, are told apart', async () => {
  const { types } = await read(await written(`select 1 as a_b, {'b': 'x'} as a, 2 as "Total %"`))
  expect(Object.keys(types)).toHaveLength(3)
  expect(new Set(Object.keys(types).map((name) => name.toLowerCase())).size).toBe(3)
})

test('one without rows, one of too many columns and one that is cut off are refused with a sentence', async () => {
  const refusal = async (path: string) => read(path).then(String, ({ message }: Error) => message)
  expect(await refusal(await written('select 1 as a where false'))).toBe('The file has columns but no rows.')
  const columns = Array.from({ length: 2100 }, (_, n) => `${n} as c${n}`).join(', ')
  expect(await refusal(await written(`select ${columns}`))).toMatch(
    /^The file has 2100 columns; at most \d+ can be read\.$/,
  )
  const path = await written('select range as a from range(100000)')
  const bytes = await Bun.file(path).bytes()
  await Bun.write(path, Buffer.concat([bytes.subarray(0, 5000), bytes.subarray(bytes.length - 400)]))
  expect(await refusal(path)).toStartWith('This Parquet file is damaged or cut off')
})

test('a large one stays the file that it is where its columns are plain, and only there', async () => {
  const large = (extra: string) =>
    written(
      `select range as id, range || repeat('x', 100000) as note${extra} from range(700)`,
      ', compression uncompressed',
    )
  const plain = await large('')
  expect(Bun.file(plain).size).toBeGreaterThan(64 << 20)
  const kept = await readFile({ engine, path: plain, limits, progress() {} })
  expect(kept.tables).toMatchObject([{ path: plain, rows: 700 }])
  const zoned = await large(', to_timestamp(range) as moment')
  const anew = await readFile({ engine, path: zoned, limits, progress() {} })
  expect(anew.tables[0]!.path).not.toBe(zoned)
  expect(anew.tables).toMatchObject([{ rows: 700 }])
})

test('a total as the last row is set apart, as in any other format, until somebody says that it counts', async () => {
  const path = await written(
    `select * from (values ('a', 'x', 1.5::double), ('b', 'y', 2.5), ('c', 'z', 3), ('Total', null, 7)) t (shop, kind, amount)`,
  )
  const { tables, dialect } = await readFile({ engine, path, limits, progress() {} })
  expect([tables[0]!.rows, tables[0]!.apart, dialect.apart?.sample[0]?.line]).toEqual([3, 1, 4])
  const again = await readFile({ engine, path, limits, progress() {}, choices: { set_apart: false } })
  expect([again.tables[0]!.rows, again.dialect.apart]).toEqual([4, undefined])
})
