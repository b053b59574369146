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

/** Opens a SQLite file, copies its tables into DuckDB and measures what the catalog of the product measures. */
export async function load(path: string, foreign: ForeignKey[], skipRows = 200_000): Promise<Loaded> {
  const gold = new Database(path, { readonly: true })
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const duck = await instance.connect()
  const names = (
    gold.query("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'").all() as {
      name: string
    }[]
  ).map((row) => row.name)
  const facts: TableFacts[] = []
  const values = new Map<string, ValueMatch[]>()
  const raw = new Database(path, { readonly: true })
  for (const table of names) {
    const columns = raw.query(`pragma table_info(${quote(table)})`).all() as { name: string; type: string }[]
    const rows = raw
      .query(
        `select ${columns.map((c) => (/char|text|date|time/i.test(c.type) ? `cast(${quote(c.name)} as text)` : quote(c.name))).join(', ')} from ${quote(table)} limit ${skipRows}`,
      )
      .values() as Value[][]
    const vectors = columns.map((_, index) => rows.map((row) => row[index]!))
    const types = columns.map((column, index) => typeOf(column.type, vectors[index]!))
    await duck.run(`create table ${quote(table)} (${columns.map((c, i) => `${quote(c.name)} ${types[i]}`).join(', ')})`)
    const appender = await duck.createAppender(table)
    for (const row of rows) {
      row.forEach((value, i) => {
        if (value === null || (value === '' && types[i] !== 'VARCHAR')) appender.appendNull()
        else if (types[i] === 'BIGINT') appender.appendBigInt(BigInt(value as number))
        else if (types[i] === 'DOUBLE') appender.appendDouble(Number(value))
        else appender.appendVarchar(String(value))
      })
      appender.endRow()
    }
    appender.closeSync()
    const own = foreign.filter((key) => key.table === table)
    const keys = new Set([
      ...own.map((key) => key.column),
      ...foreign.filter((key) => key.to_table === table).map((key) => key.to_column),
    ])
    const described = columns.map((column, index) => factsOf(column.name, types[index]!, vectors[index]!, keys))
    described.forEach((column, index) => {
      if (column.type !== 'VARCHAR') return
      for (const value of new Set(vectors[index]!)) {
        if (value === null) continue
        const key = plain(String(value))
        const list = values.get(key) ?? []
        list.push({ table, column: column.name, value: String(value), match: 'exact' })
        values.set(key, list)
      }
    })
    facts.push({
      name: table,
      rows: rows.length,
      description: '',
      source: 'file',
      refreshed_at: '2026-01-01T00:00:00.000Z',
      columns: described,
      relations: own.map((key) => ({
        column: key.column,
        to_table: key.to_table,
        to_column: key.to_column,
        match_rate: 1,
        kind: 'declared' as const,
      })),
      referenced_by: [],
    })
  }
  raw.close()
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
