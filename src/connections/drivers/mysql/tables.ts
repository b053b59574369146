import type { RemoteTable } from '#outside/remote.ts'
import { tablesOf } from '../introspection.ts'
import { duckType } from './types.ts'

export type Row = Record<string, string | number | null>

/** Schemas that belong to the server. */
const SYSTEM = `('mysql', 'sys', 'information_schema', 'performance_schema')`
const within = (column: string, schemas: number) =>
  `${column} not in ${SYSTEM}${schemas ? ` and ${column} in (${Array(schemas).fill('?').join(', ')})` : ''}`

/** Small questions one after the other: as one, MariaDB takes minutes for it. @param schemas how many are asked for; 0 is all */
export const TABLES = (schemas: number) =>
  `select TABLE_SCHEMA s, TABLE_NAME t, TABLE_TYPE kind, TABLE_ROWS n, TABLE_COMMENT c from information_schema.TABLES
   where ${within('TABLE_SCHEMA', schemas)} and TABLE_TYPE in ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED') order by 1, 2`
export const COLUMNS = (schemas: number) =>
  `select TABLE_SCHEMA s, TABLE_NAME t, COLUMN_NAME name, COLUMN_TYPE native, IS_NULLABLE nullable, COLUMN_COMMENT c from information_schema.COLUMNS
   where ${within('TABLE_SCHEMA', schemas)} and PRIVILEGES like '%select%' order by 1, 2, ORDINAL_POSITION`
export const KEYS = (schemas: number) =>
  `select TABLE_SCHEMA s, TABLE_NAME t, CONSTRAINT_NAME k, COLUMN_NAME name, REFERENCED_TABLE_SCHEMA rs, REFERENCED_TABLE_NAME rt, REFERENCED_COLUMN_NAME rc
   from information_schema.KEY_COLUMN_USAGE where ${within('TABLE_SCHEMA', schemas)}
   and (CONSTRAINT_NAME = 'PRIMARY' or REFERENCED_TABLE_NAME is not null) order by 1, 2, 3, ORDINAL_POSITION`

const placeOf = (row: Row) => ({ schema: String(row.s), table: String(row.t) })

export const asTables = (tables: Row[], columns: Row[], keys: Row[]): RemoteTable[] =>
  tablesOf(
    {
      tables: tables.map((row) => {
        const isView = row.kind === 'VIEW'
        return { ...placeOf(row), isView, rows: isView ? null : row.n, comment: isView ? null : row.c }
      }),
      columns: columns.map((row) => ({
        ...placeOf(row),
        column: String(row.name),
        native: String(row.native),
        nullable: row.nullable === 'YES',
        about: row.c,
      })),
      keys: keys.map((row) => ({
        ...{ ...placeOf(row), key: row.k, column: row.name },
        ...{ toSchema: row.rs, toTable: row.rt, toColumn: row.rc },
      })),
    },
    duckType,
  )
