import { backslashedText } from '../text.ts'

const within = (table: string, schemas: string[] | undefined) =>
  `database not in ('system', 'INFORMATION_SCHEMA', 'information_schema') and not startsWith(${table}, '.')${
    schemas?.length ? ` and database in (${schemas.map(backslashedText).join(', ')})` : ''
  }`

/** Rows as introspection.ts takes them. Keys of this engine order rows and do not make them unique, so there are none. */
export const TABLES = (schemas: string[] | undefined) =>
  `select database as "schema", name as "table", engine like '%View' as isView, total_rows as rows, comment from system.tables
   where ${within('name', schemas)} and not is_temporary order by database, name`
export const COLUMNS = (schemas: string[] | undefined) =>
  `select database as "schema", table as "table", name as "column", type as native, comment as about from system.columns
   where ${within('table', schemas)} order by database, table, position`
