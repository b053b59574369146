import type { RemoteTable } from '#outside/remote.ts'
import { tablesOf } from '../introspection.ts'
import { backslashedText } from '../text.ts'
import { duckType, isShown, nativeType } from './types.ts'

export type Row = Record<string, unknown>

const own = (table: string, schemas: string[] | undefined) =>
  `database not in ('system', 'INFORMATION_SCHEMA', 'information_schema') and not startsWith(${table}, '.')${
    schemas?.length ? ` and database in (${schemas.map(backslashedText).join(', ')})` : ''
  }`
export const TABLES = (schemas: string[] | undefined) =>
  `select database, name, engine, total_rows, comment from system.tables
   where ${own('name', schemas)} and not is_temporary order by database, name`
export const COLUMNS = (schemas: string[] | undefined) =>
  `select database, table, name, type, comment from system.columns
   where ${own('table', schemas)} order by database, table, position`

type ListedTable = {
  database: string
  name: string
  engine: string
  total_rows: string | number | null
  comment: string
}
type ListedColumn = { database: string; table: string; name: string; type: string; comment: string }

/** Keys of this engine order rows and do not make them unique, so none is told. */
export const asTables = (tables: Row[], columns: Row[]): RemoteTable[] =>
  tablesOf(
    {
      tables: (tables as ListedTable[]).map(({ database, name, engine, total_rows, comment }) => ({
        schema: database,
        table: name,
        isView: engine.endsWith('View'),
        rows: total_rows,
        comment,
      })),
      columns: (columns as ListedColumn[])
        .filter(({ type }) => isShown(type))
        .map(({ database, table, name, type, comment }) => ({
          schema: database,
          table,
          column: name,
          native: type,
          nullable: nativeType(type).nullable,
          about: comment,
        })),
    },
    duckType,
  )
