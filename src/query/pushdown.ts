import type { DatabaseTable } from '#catalog/catalog.ts'
import type { Planned } from '#outside/engine.ts'
import type { ResultColumn } from './rules/answers.ts'
import { distinctNames } from './rules/cell.ts'
import { plainRows } from './rules/plain-rows.ts'
import { pushed } from './rules/push/push.ts'

/**
 * A statement all of whose tables are in one connected database. `isLarge`: as far as is known there are many rows, so that asking for the
 * answer is worth it. `sql`: the same in the language of an engine, if it can be said.
 */
export type Pushed = {
  connectionId: string
  tables: DatabaseTable[]
  isLarge: boolean
  sql(engine: string): string | null
}

/** Tables up to this many rows are fetched instead: what runs here means exactly what it says. */
export const FETCHED_ROWS = 20_000

/** What a database could be asked for the answer of, not for the rows: one holds all the tables. */
export function answerable({ needs, tree }: Planned, databases: DatabaseTable[]): Pushed | null {
  const read = needs.map(({ table }) => databases.find(({ name }) => name === table))
  const tables = read.filter((table) => table !== undefined)
  const [first] = tables
  const isElsewhere = first !== undefined && tables.length === read.length
  if (!isElsewhere || tables.some(({ connectionId }) => connectionId !== first.connectionId)) return null
  // A database without an estimate says 0.
  const isLarge = tables.some(({ rows }, index) => needs[index]!.limit === null && (rows > FETCHED_ROWS || rows === 0))
  return { connectionId: first.connectionId, tables, isLarge, sql: (engine) => pushed(tree, tables, engine) }
}

/** Rows of one table of a database as they are: its columns, and what they are called in the result, in the same order. */
export type Rows = { table: DatabaseTable; columns: DatabaseTable['columns']; as: ResultColumn[]; limit: number }

/** What a statement asks for when it asks for rows of one table and nothing else: then what is fetched is the result. */
export function rowsOf({ needs, tree, columns }: Planned, databases: DatabaseTable[]): Rows | null {
  const [need, ...others] = needs
  const table = databases.find(({ name }) => name === need?.table)
  if (!table || others.length > 0 || !need?.limit) return null
  const names = plainRows(
    tree,
    table.columns.map(({ name }) => name),
  )
  if (names?.length !== columns.length) return null
  return {
    ...{ table, limit: need.limit, as: asResult(columns) },
    columns: names.map((name) => table.columns.find((column) => column.name === name)!),
  }
}

export function asResult(columns: ResultColumn[]): ResultColumn[] {
  const names = distinctNames(columns.map(({ name }) => name))
  return columns.map(({ type }, index) => ({ name: names[index]!, type }))
}
