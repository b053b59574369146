import { Database } from 'bun:sqlite'
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { reading } from '../../../tests/support/reading.ts'

const dir = mkdtempSync(join(tmpdir(), 'formats-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
let databases = 0

/** The bytes of a database that `fill` made. */
async function sqlite(fill: (db: Database) => void): Promise<Uint8Array> {
  const path = join(dir, `${databases++}.sqlite`)
  const db = new Database(path)
  db.run('pragma synchronous = off')
  fill(db)
  db.close()
  return Bun.file(path).bytes()
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text))

describe('packed files', () => {
  const csv = 'id,name\n1,Ann\n2,Bob\n'
  test.each([
    ['csv.gz', gzipSync(csv), 'csv'],
    ['csv.zst', zstdCompressSync(csv), 'csv'],
    ['json.gz', gzipSync('[{"id":1,"name":"Ann"},{"id":2,"name":"Bob"}]'), 'json'],
    ['json.zst', zstdCompressSync('{"id":1,"name":"Ann"}\n{"id":2,"name":"Bob"}\n'), 'ndjson'],
    ['csv.zip', zipSync({ 'people.csv': bytes(csv) }), 'zip'],
  ])('%s is read as what is in it', async (_, content, format) => {
    const read = await reading(new Uint8Array(content))
    expect([String(read.format), read.types]).toEqual([format, { id: 'BIGINT', name: 'VARCHAR' }])
    expect(read.rows).toEqual([
      ['1', 'Ann'],
      ['2', 'Bob'],
    ])
    expect(read.dialect.compression).toBeString()
  })

  test('each readable file of an archive is a table, the others are named', async () => {
    const read = await reading(
      zipSync({
        'march/orders.csv': bytes(csv),
        'people.json': bytes('[{"a":true}]'),
        'photo.csv': new Uint8Array(Buffer.from('89504e470d0a1a0a', 'hex')),
        '__MACOSX/._orders.csv': bytes('x'),
        'march/.DS_Store': bytes('x'),
      }),
    )
    expect(read.tables.map(({ part, types }) => [part, types])).toEqual([
      ['orders', { id: 'BIGINT', name: 'VARCHAR' }],
      ['people', { a: 'BOOLEAN' }],
    ])
    expect(read.dialect.notes).toEqual([expect.stringMatching(/^photo\.csv was left out\. This is a PNG picture/)])
  })

  test.each<[string, () => Uint8Array, RegExp]>([
    ['no file', () => zipSync({ 'folder/': new Uint8Array() }), /holds no file/],
    ['names that lead out', () => zipSync({ '../../etc/cron.csv': bytes(csv) }), /lead out of it/],
    [
      'an archive in it',
      () => zipSync({ 'a.zip': zipSync({ 'a.csv': bytes(csv) }) }),
      /archive or a workbook of its own/,
    ],
    [
      'too many files',
      () => zipSync(Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`${n}.csv`, bytes(csv)]))),
      /101 files; at most 100/,
    ],
    ['a bomb', () => zipSync({ 'a.csv': new Uint8Array(30_000_000).fill(65) }), /unfolds to far more/],
    ['its end missing', () => zipSync({ 'a.csv': bytes(csv.repeat(999)) }).slice(0, 60), /damaged/],
  ])('an archive with %s is refused', async (_, make, sentence) => {
    await expect(reading(make())).rejects.toThrow(sentence)
  })
})

describe('SQLite databases', () => {
  test('types are those that declaration and values agree on, and nothing is lost', async () => {
    const read = await reading(
      await sqlite((db) => {
        db.run(
          'create table c (id integer primary key, code text, born date, vip boolean, weight real, price decimal(10,2), mixed integer, raw blob)',
        )
        db.run(`insert into c values (1, '007', '2024-01-02', 1, 1.0, 12.50, 5, x'00ff'), (2, '', '2024-02-03', 0, 1e30, 3.25, 'abc', x'4142'),
          (9007199254740993, null, null, null, null, null, null, null)`)
      }),
    )
    expect(read.format).toBe('sqlite')
    expect(read.types).toEqual({
      id: 'BIGINT',
      code: 'VARCHAR',
      born: 'DATE',
      vip: 'BOOLEAN',
      weight: 'DOUBLE',
      price: 'DECIMAL(18,2)',
      mixed: 'VARCHAR',
      raw: 'VARCHAR',
    })
    expect(read.rows).toEqual([
      ['1', '007', '2024-01-02', 'true', '1.0', '12.50', '5', '00FF'],
      ['2', '', '2024-02-03', 'false', '1e+30', '3.25', 'abc', 'AB'],
      ['9007199254740993', null, null, null, null, null, null, null],
    ])
    expect(read.dialect.notes).toEqual(['c: "mixed" holds 1 numbers and 1 texts, so it is kept as text.'])
    expect(read.rejected.rows).toBe(0)
  })

  test('views are tables too, declared keys are told, empty tables are left out', async () => {
    const read = await reading(
      await sqlite((db) => {
        db.run('create table customers (id integer primary key, name text)')
        db.run('create table "order lines" (id integer, customer references customers)')
        db.run('create table vacant (a)')
        db.run("insert into customers values (1, 'Ann')")
        db.run('insert into "order lines" values (10, 1), (11, 1)')
        db.run('create view per_customer as select customer, count(*) as lines from "order lines" group by 1')
      }),
    )
    expect(read.tables.map(({ part, count }) => [part, count])).toEqual([
      ['customers', 1],
      ['order lines', 2],
      ['per_customer', 1],
    ])
    expect(read.keys).toEqual([{ part: 'order lines', column: 'customer', toPart: 'customers', toColumn: 'id' }])
    expect(read.dialect.notes).toEqual(['"vacant" is empty and was left out.'])
  })

  test('what is hostile costs its own table and nothing else', async () => {
    const read = await reading(
      await sqlite((db) => {
        db.run('create table good (a integer)')
        db.run('insert into good values (1), (2)')
        db.run(
          'create view endless as with recursive r(x) as (select 1 union all select x + 1 from r) select count(*) as n from r',
        )
        db.run("create view loads as select load_extension('/tmp/evil') as x from good")
        db.run('create table blobs (b blob)')
        db.run('insert into blobs values (zeroblob(50000000))')
        db.run('create virtual table found using fts5(text)')
        db.run("insert into found values ('x')")
      }),
      { silenceMs: 3000 },
    )
    expect(read.tables.map(({ part, rows }) => [part, rows])).toEqual([
      ['good', [['1'], ['2']]],
      ['blobs', [['[50000000 bytes]']]],
    ])
    const notes = read.dialect.notes!.join('\n')
    expect(notes).toContain('View "endless" was left out: it took too long.')
    expect(notes).toContain('View "loads" was left out')
    expect(notes).toContain('"found" is a virtual table and was left out.')
    expect(notes).toContain('1 large binary values are shown by their size only')
  })

  test('a damaged, a cut and an empty one are refused with a sentence', async () => {
    const whole = await sqlite((db) => {
      db.run('create table a (t text)')
      const insert = db.query('insert into a values (?)')
      db.transaction(() => {
        for (let row = 0; row < 2000; row++) insert.run(`row ${row}`.repeat(10))
      })()
    })
    await expect(reading(whole.slice(0, 6000))).rejects.toThrow(/SQLite database/)
    const scratched = whole.slice()
    scratched.fill(0xff, 100, 4096)
    await expect(reading(scratched)).rejects.toThrow(/SQLite database/)
    await expect(reading(await sqlite((db) => db.run('create table a (t text)')))).rejects.toThrow(
      'has no table with rows',
    )
  })
})
