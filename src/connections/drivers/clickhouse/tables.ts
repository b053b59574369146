import type { RemoteTable } from '#outside/remote.ts'
import { quotedText } from './select.ts'
import { duckType, isShown, nativeType } from './types.ts'

export type Row = Record<string, unknown>

const within = (schemas: string[] | undefined) =>
  schemas?.length ? ` and database in (${schemas.map(quotedText).join(', ')})` : ''
const OWN = `database not in ('system', 'INFORMATION_SCHEMA', 'information_schema')`

export const TABLES = (schemas: string[] | undefined) =>
  `select database, name, engine, total_rows, comment from system.tables
   where ${OWN} and not is_temporary and not startsWith(name, '.')${within(schemas)} order by database, name`
export const COLUMNS = (schemas: string[] | undefined) =>
  `select database, table, name, type, comment from system.columns
   where ${OWN} and not startsWith(table, '.')${within(schemas)} order by database, table, position`

const keyOf = (database: unknown, table: unknown) => `${database}\0${table}`

/** Keys of this engine order rows and do not make them unique, so none is told. */
export function asTables(tables: Row[], columns: Row[]): RemoteTable[] {
  const columnsOf = Map.groupBy(columns, ({ database, table }) => keyOf(database, table))
  return tables.flatMap(({ database, name, engine, total_rows, comment }) => {
    const own = (columnsOf.get(keyOf(database, name)) ?? []).filter(({ type }) => isShown(String(type)))
    if (own.length === 0) return []
    const isView = /View$/.test(String(engine))
    return {
      schema: String(database),
      name: String(name),
      kind: isView ? ('view' as const) : ('table' as const),
      rows: total_rows === null || total_rows === undefined ? null : Number(total_rows),
      comment: String(comment ?? ''),
      columns: own.map((column) => ({
        name: String(column.name),
        type: duckType(String(column.type)),
        native: String(column.type),
        nullable: nativeType(String(column.type)).nullable,
        comment: String(column.comment ?? ''),
      })),
      primaryKey: [],
      foreignKeys: [],
    }
  })
}
