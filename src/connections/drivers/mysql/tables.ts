const SYSTEM = `('mysql', 'sys', 'information_schema', 'performance_schema')`
const within = (schemas: number) =>
  `TABLE_SCHEMA not in ${SYSTEM}${schemas ? ` and TABLE_SCHEMA in (${Array(schemas).fill('?').join(', ')})` : ''}`

/**
 * Rows as introspection.ts takes them. Small questions one after the other: as one, MariaDB takes minutes for it.
 * @param schemas how many are asked for; 0 is all
 */
export const TABLES = (schemas: number) =>
  `select TABLE_SCHEMA "schema", TABLE_NAME "table", TABLE_TYPE = 'VIEW' "isView", if(TABLE_TYPE = 'VIEW', null, TABLE_ROWS) "rows",
     if(TABLE_TYPE = 'VIEW', null, TABLE_COMMENT) "comment" from information_schema.TABLES
   where ${within(schemas)} and TABLE_TYPE in ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED') order by 1, 2`
export const COLUMNS = (schemas: number) =>
  `select TABLE_SCHEMA "schema", TABLE_NAME "table", COLUMN_NAME "column", COLUMN_TYPE "native", IS_NULLABLE = 'YES' "nullable",
     COLUMN_COMMENT "about" from information_schema.COLUMNS
   where ${within(schemas)} and PRIVILEGES like '%select%' order by 1, 2, ORDINAL_POSITION`
export const KEYS = (schemas: number) =>
  `select TABLE_SCHEMA "schema", TABLE_NAME "table", CONSTRAINT_NAME "key", COLUMN_NAME "column", REFERENCED_TABLE_SCHEMA "toSchema",
     REFERENCED_TABLE_NAME "toTable", REFERENCED_COLUMN_NAME "toColumn" from information_schema.KEY_COLUMN_USAGE
   where ${within(schemas)} and (CONSTRAINT_NAME = 'PRIMARY' or REFERENCED_TABLE_NAME is not null) order by 1, 2, 3, ORDINAL_POSITION`
