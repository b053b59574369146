import type { RemoteTable } from '#outside/remote.ts'
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

const keyOf = (row: Row) => `${row.s}\0${row.t}`

export function asTables(tables: Row[], columns: Row[], keys: Row[]): RemoteTable[] {
  const columnsOf = Map.groupBy(columns, keyOf)
  const keysOf = Map.groupBy(keys, keyOf)
  return tables
    .filter((table) => columnsOf.has(keyOf(table)))
    .map((table) => {
      const named = [...Map.groupBy(keysOf.get(keyOf(table)) ?? [], ({ k }) => String(k)).values()]
      return {
        schema: String(table.s),
        name: String(table.t),
        kind: table.kind === 'VIEW' ? 'view' : 'table',
        rows: table.kind === 'VIEW' || table.n === null ? null : Number(table.n),
        comment: table.kind === 'VIEW' ? '' : String(table.c ?? ''),
        columns: columnsOf.get(keyOf(table))!.map((column) => ({
          name: String(column.name),
          type: duckType(String(column.native)),
          native: String(column.native),
          nullable: column.nullable === 'YES',
          comment: String(column.c ?? ''),
        })),
        primaryKey: named.find(([key]) => key!.rt === null)?.map(({ name }) => String(name)) ?? [],
        foreignKeys: named
          .filter(([key]) => key!.rt !== null)
          .map((parts) => ({
            columns: parts.map(({ name }) => String(name)),
            toSchema: String(parts[0]!.rs),
            toTable: String(parts[0]!.rt),
            toColumns: parts.map(({ rc }) => String(rc)),
          })),
      }
    })
}
