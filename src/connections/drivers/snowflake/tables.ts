import type { RemoteTable } from '#outside/remote.ts'
import { tablesOf } from '../introspection.ts'
import { quotedName } from '../text.ts'
import { quotedText } from './select.ts'
import { duckType } from './types.ts'

/** Tables with their columns, comments and counts: one question. */
export const TABLES = (database: string, schemas: string[] | undefined) => {
  const view = (name: string) => `${quotedName(database)}.INFORMATION_SCHEMA.${name}`
  const within = schemas?.length ? ` and c.TABLE_SCHEMA in (${schemas.map(quotedText).join(', ')})` : ''
  return `select c.TABLE_SCHEMA, c.TABLE_NAME, t.TABLE_TYPE, t.ROW_COUNT, t.COMMENT, c.COLUMN_NAME, c.DATA_TYPE, c.NUMERIC_PRECISION,
      c.NUMERIC_SCALE, c.DATETIME_PRECISION, c.IS_NULLABLE, c.COMMENT
    from ${view('COLUMNS')} c join ${view('TABLES')} t on t.TABLE_SCHEMA = c.TABLE_SCHEMA and t.TABLE_NAME = c.TABLE_NAME
    where c.TABLE_SCHEMA <> 'INFORMATION_SCHEMA'${within} order by c.TABLE_SCHEMA, c.TABLE_NAME, c.ORDINAL_POSITION`
}
/** INFORMATION_SCHEMA knows which keys there are, but not their columns. */
export const PRIMARY_KEYS = (database: string) => `show primary keys in database ${quotedName(database)}`
export const FOREIGN_KEYS = (database: string) => `show imported keys in database ${quotedName(database)}`

export type Row = (string | null)[]
export type Named = Record<string, string | null>

export function asTables(rows: Row[], primary: Named[], foreign: Named[]): RemoteTable[] {
  const bySequence = (a: Named, b: Named) => Number(a.key_sequence) - Number(b.key_sequence)
  const listed = rows.map((row) => {
    const [schema, table, kind, count, comment, column, , , , , nullable, about] = row
    const isView = /VIEW/.test(kind ?? '')
    return {
      ...{ schema: schema!, table: table!, isView, rows: isView ? null : count, comment },
      ...{ column: column!, native: nativeOf(row), nullable: nullable !== 'NO', about },
    }
  })
  const keys = [
    ...primary.sort(bySequence).map((key) => ({
      ...{ schema: key.schema_name!, table: key.table_name! },
      ...{ key: '', column: key.column_name },
    })),
    ...foreign.sort(bySequence).map((key) => ({
      ...{ schema: key.fk_schema_name!, table: key.fk_table_name!, key: key.fk_name, column: key.fk_column_name },
      ...{ toSchema: key.pk_schema_name, toTable: key.pk_table_name, toColumn: key.pk_column_name },
    })),
  ]
  return tablesOf({ tables: listed, columns: listed, keys }, duckType)
}

function nativeOf([, , , , , , type, precision, scale, digits]: Row): string {
  if (type === 'NUMBER') return `NUMBER(${precision ?? 38},${scale ?? 0})`
  return digits !== null && digits !== undefined && /^TIME/.test(type!) ? `${type}(${digits})` : type!
}
