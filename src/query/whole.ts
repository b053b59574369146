import type { Planned } from '#outside/engine.ts'
import type { DatabaseTable } from '#sources/catalog.ts'
import { pushed } from './rules/push/push.ts'

/** A statement all of whose tables are in one connected database. `sql`: the same in the language of an engine, if it can be said. */
export type Pushed = { connectionId: string; tables: DatabaseTable[]; sql(engine: string): string | null }

/** Tables up to this many rows are fetched instead: what runs here means exactly what it says. */
const FETCHED_ROWS = 20_000

/** Whether it is worth asking a database for the answer, not for the rows: one holds all the tables, and there are many rows. */
export function answerable({ needs, tree }: Planned, databases: DatabaseTable[]): Pushed | null {
  const read = needs.map(({ table }) => databases.find(({ name }) => name === table))
  const tables = read.filter((table) => table !== undefined)
  const [first] = tables
  const isElsewhere = first !== undefined && tables.length === read.length
  if (!isElsewhere || tables.some(({ connectionId }) => connectionId !== first.connectionId)) return null
  // A database without an estimate says 0.
  const isLarge = tables.some(({ rows }, index) => needs[index]!.limit === null && (rows > FETCHED_ROWS || rows === 0))
  return isLarge ? { connectionId: first.connectionId, tables, sql: (engine) => pushed(tree, tables, engine) } : null
}
