import { Database } from 'bun:sqlite'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { ColumnFacts, TableFacts, ValueMatch } from '#analyst/rules/tools.ts'

/** A database of a question set, twice: as SQLite for the gold queries, in DuckDB with the same rows for the analyst. */
export type Loaded = {
  gold: Database
  duck: DuckDBConnection
  facts: TableFacts[]
  search(text: string): ValueMatch[]
  close(): void
}
export type ForeignKey = { table: string; column: string; to_table: string; to_column: string }

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()

type Value = string | number | bigint | null | Uint8Array
const isBlank = (value: Value) => value === null || value === ''

function typeOf(declared: string, values: Value[]): string {
  const some = values.filter((value) => !isBlank(value))
  const numeric = some.every((value) => typeof value === 'number' || typeof value === 'bigint')
  if (some.length && numeric)
    return some.every((value) => Number.isInteger(Number(value))) && !/real|floa|doub|num|dec/i.test(declared)
      ? 'BIGINT'
      : 'DOUBLE'
  if (!some.length && /int/i.test(declared)) return 'BIGINT'
  if (!some.length && /real|floa|doub|num|dec/i.test(declared)) return 'DOUBLE'
  return 'VARCHAR'
}

const ISO = /^\d{4}-\d{1,2}-\d{1,2}([ T]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?)?$/

function factsOf(name: string, type: string, values: Value[], keys: Set<string>): ColumnFacts {
  const counts = new Map<string, number>()
  let nulls = 0
  let [min, max]: (number | string | null)[] = [null, null]
  for (const value of values) {
    if (value === null) {
      nulls++
      continue
    }
    const comparable = type === 'VARCHAR' ? String(value) : Number(value)
    if (min === null || comparable < min!) min = comparable
    if (max === null || comparable > max!) max = comparable
    const text = String(value)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const top = [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, 20)
    .map(([value, count]) => ({ value, count }))
  const filled = values.length - nulls
  const dated = type === 'VARCHAR' && filled > 0 && values.every((v) => isBlank(v) || ISO.test(String(v)))
  const id = keys.has(name) || /(^|_)id$|Id$|ID$/.test(name)
  const role = id
    ? 'id'
    : dated
      ? 'time'
      : type !== 'VARCHAR'
        ? 'measure'
        : counts.size > 50 && counts.size > filled * 0.5
          ? 'text'
          : 'dimension'
  return {
    name,
    type,
    role,
    nulls,
    distinct: counts.size,
    min: min === null ? null : String(min),
    max: max === null ? null : String(max),
    top,
    sample: top.slice(0, 5).map((t) => t.value),
  }
}

type SqliteTable = {
  name: string
  columns: { name: string; type: string }[]
  /** One list of values a column. */
  vectors: Value[][]
  rows: Value[][]
  facts: TableFacts
}

/** The tables of a SQLite file with their rows, one after the other, and what the catalog of the product measures of them. */
export function* readTables(path: string, foreign: ForeignKey[], mostRows = 200_000): Generator<SqliteTable> {
  using raw = new Database(path, { readonly: true })
  const names = raw
    .query<{ name: string }, []>("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .all()
  for (const { name } of names) {
    const declared = raw.query<{ name: string; type: string }, []>(`pragma table_info(${quote(name)})`).all()
    const selected = declared.map((c) =>
      /char|text|date|time/i.test(c.type) ? `cast(${quote(c.name)} as text)` : quote(c.name),
    )
    const rows = raw.query(`select ${selected.join(', ')} from ${quote(name)} limit ${mostRows}`).values() as Value[][]
    const vectors = declared.map((_, index) => rows.map((row) => row[index]!))
    const columns = declared.map((column, index) => ({
      name: column.name,
      type: typeOf(column.type, vectors[index]!),
    }))
    const own = foreign.filter((key) => key.table === name)
    const keys = new Set([
      ...own.map((key) => key.column),
      ...foreign.filter((key) => key.to_table === name).map((key) => key.to_column),
    ])
    const facts = {
      name,
      rows: rows.length,
      description: '',
      source: 'file',
      refreshed_at: '2026-01-01T00:00:00.000Z',
      columns: columns.map((column, index) => factsOf(column.name, column.type, vectors[index]!, keys)),
      relations: own.map((key) => ({
        column: key.column,
        to_table: key.to_table,
        to_column: key.to_column,
        match_rate: 1,
        kind: 'declared' as const,
      })),
      referenced_by: [],
    }
    yield { name, columns, vectors, rows, facts }
  }
}

/** Opens a SQLite file, copies its tables into DuckDB and measures what the catalog of the product measures. */
export async function load(path: string, foreign: ForeignKey[]): Promise<Loaded> {
  const gold = new Database(path, { readonly: true })
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const duck = await instance.connect()
  const facts: TableFacts[] = []
  const values = new Map<string, ValueMatch[]>()
  for (const { name: table, columns, vectors, rows, facts: one } of readTables(path, foreign)) {
    await duck.run(
      `create table ${quote(table)} (${columns.map(({ name, type }) => `${quote(name)} ${type}`).join(', ')})`,
    )
    const appender = await duck.createAppender(table)
    for (const row of rows) {
      row.forEach((value, i) => {
        const { type } = columns[i]!
        if (value === null || (value === '' && type !== 'VARCHAR')) appender.appendNull()
        else if (type === 'BIGINT') appender.appendBigInt(BigInt(value as number))
        else if (type === 'DOUBLE') appender.appendDouble(Number(value))
        else appender.appendVarchar(String(value))
      })
      appender.endRow()
    }
    appender.closeSync()
    one.columns.forEach((column, index) => {
      if (column.type !== 'VARCHAR') return
      for (const value of new Set(vectors[index]!)) {
        if (value === null) continue
        const key = plain(String(value))
        const list = values.get(key) ?? []
        list.push({ table, column: column.name, value: String(value), match: 'exact' })
        values.set(key, list)
      }
    })
    facts.push(one)
  }
  return {
    gold,
    duck,
    facts,
    search: (text) => (values.get(plain(text)) ?? []).slice(0, 20),
    close: () => {
      gold.close()
      duck.closeSync()
      instance.closeSync()
    },
  }
}
