import type { RemoteTable } from '#outside/remote.ts'
import { quotedName } from '../text.ts'
import { duckType } from './types.ts'

const text = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** Tables with their columns, comments and counts: one question. */
export const TABLES = (database: string, schemas: string[] | undefined) => {
  const view = (name: string) => `${quotedName(database)}.INFORMATION_SCHEMA.${name}`
  const within = schemas?.length ? ` and c.TABLE_SCHEMA in (${schemas.map(text).join(', ')})` : ''
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
  const keyOf = (schema: unknown, table: unknown) => `${schema}\0${table}`
  const bySequence = (a: Named, b: Named) => Number(a.key_sequence) - Number(b.key_sequence)
  const keys = Map.groupBy(primary, (key) => keyOf(key.schema_name, key.table_name))
  const links = Map.groupBy(foreign, (key) => keyOf(key.fk_schema_name, key.fk_table_name))
  return [...Map.groupBy(rows, ([schema, table]) => keyOf(schema, table))].map(([key, columns]) => {
    const [schema, name, kind, count, comment] = columns[0]!
    const isView = /VIEW/.test(kind ?? '')
    return {
      schema: schema!,
      name: name!,
      kind: isView ? ('view' as const) : ('table' as const),
      rows: isView || count === null ? null : Number(count),
      comment: comment ?? '',
      columns: columns.map((column) => {
        const native = nativeOf(column)
        return {
          name: column[5]!,
          type: duckType(native),
          native,
          nullable: column[10] !== 'NO',
          comment: column[11] ?? '',
        }
      }),
      primaryKey: (keys.get(key) ?? []).sort(bySequence).map(({ column_name }) => column_name!),
      foreignKeys: [...Map.groupBy(links.get(key) ?? [], ({ fk_name }) => fk_name).values()].map((parts) => {
        const ordered = parts.sort(bySequence)
        return {
          columns: ordered.map(({ fk_column_name }) => fk_column_name!),
          toSchema: ordered[0]!.pk_schema_name!,
          toTable: ordered[0]!.pk_table_name!,
          toColumns: ordered.map(({ pk_column_name }) => pk_column_name!),
        }
      }),
    }
  })
}

function nativeOf([, , , , , , type, precision, scale, digits]: Row): string {
  if (type === 'NUMBER') return `NUMBER(${precision ?? 38},${scale ?? 0})`
  return digits !== null && digits !== undefined && /^TIME/.test(type!) ? `${type}(${digits})` : type!
}
