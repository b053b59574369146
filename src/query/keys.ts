import { isInteger } from '#base/engine-type.ts'
import { identifier, literal } from '#base/sql.ts'
import type { DatabaseTable, SourceTable } from '#catalog/catalog.ts'
import type { EngineTable, Planned, TableNeed } from '#outside/engine.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { alsoMeeting, type JoinKey, joinKeys } from './rules/join-key.ts'
import type { Filter } from './rules/need.ts'

/** Tables with more rows are not fetched before it is known which keys the other side of a join has. */
const LARGE = 20_000
/** Different keys that a source is asked for at most. */
const MOST_KEYS = 10_000
/** Rows that are looked at first: where they have more keys than that, the others need not be. */
const LOOKED_AT = 10 * MOST_KEYS

export type Wanted = { need: TableNeed; table: DatabaseTable }

/** Those of the wanted tables that should wait for another one, with the keys that tell which of their rows matter. */
export function waiting(planned: Planned, wanted: Wanted[], local: SourceTable[]): Map<Wanted, JoinKey> {
  const typed = [
    ...wanted.map(({ table }) => ({ name: table.name, columns: table.columns })),
    ...local.map(({ name, columns, types }) => {
      return { name, columns: columns.map((column, index) => ({ name: column, type: types[index]! })) }
    }),
  ]
  const typeOf = (table: string, column: string) =>
    typed.find(({ name }) => name === table)?.columns.find(({ name }) => name === column)?.type ?? ''
  const isLarge = ({ need, table }: Wanted) =>
    need.limit === null && need.scans === 1 && (table.rows > LARGE || table.rows === 0)
  const keys = joinKeys(planned.tree, typed).filter(({ table, column, other, otherColumn }) => {
    const [a, b] = [typeOf(table, column), typeOf(other, otherColumn)]
    return (isInteger(a) && isInteger(b)) || (a === 'VARCHAR' && b === 'VARCHAR')
  })
  const large = wanted.filter(isLarge)
  const found = new Map<Wanted, JoinKey>()
  for (const one of large) {
    // Never for each other: what is waited for must be there first.
    const key = keys.find(
      ({ table, other }) => table === one.table.name && !large.some(({ table }) => table.name === other),
    )
    if (key) found.set(one, key)
  }
  return found
}

/** A need that asks only for rows with a partner, if few enough keys decide that. */
export async function narrowed(
  ctx: WorkspaceCtx,
  { need, table }: Wanted,
  key: JoinKey,
  other: TableNeed | undefined,
  opened: { tables: EngineTable[]; results: EngineTable[] },
  signal: AbortSignal | undefined,
): Promise<TableNeed> {
  // A number that the column cannot hold has no partner, and its database would not take it.
  const type = table.columns.find(({ name }) => name === key.column)!.type
  const column = `TRY_CAST(${identifier(key.otherColumn)} AS ${type})`
  const where = [`${column} IS NOT NULL`, ...(other?.anyOf.length ? [conditionOf(other.anyOf)] : [])].join(' AND ')
  const ask = async (sql: string) => {
    const query = { workspaceId: ctx.workspace.id, ...opened, sql, maxRows: 1, ...(signal ? { signal } : {}) }
    return (await ctx.engine.run(query)).rows[0]!
  }
  const keys = `SELECT ${column} AS k FROM ${identifier(key.other)} WHERE ${where}`
  const [some] = await ask(`SELECT count(DISTINCT k) FROM (${keys} LIMIT ${LOOKED_AT})`)
  if (Number(some) > MOST_KEYS) return need
  const [count, list] = await ask(
    `SELECT count(*), CAST(to_json(list(CAST(k AS VARCHAR))) AS VARCHAR) FROM (SELECT DISTINCT k FROM (${keys}) LIMIT ${MOST_KEYS + 1})`,
  )
  if (Number(count) > MOST_KEYS) return need
  if (count === 0) return { ...need, limit: 0 }
  const values = JSON.parse(String(list)) as string[]
  return { ...need, anyOf: alsoMeeting(need.anyOf, { column: key.column, op: 'in', values }) }
}

const conditionOf = (anyOf: Filter[][]): string =>
  `(${anyOf.map((group) => `(${group.map(filterSql).join(' AND ')})`).join(' OR ')})`

function filterSql(filter: Filter): string {
  const column = identifier(filter.column)
  if (filter.op === 'in') return `${column} IN (${filter.values.map(literal).join(', ')})`
  return 'value' in filter ? `${column} ${filter.op} ${literal(filter.value)}` : `${column} ${filter.op}`
}
