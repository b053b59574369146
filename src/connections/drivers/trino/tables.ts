import type { RemoteTable } from '#outside/remote.ts'
import { tablesOf } from '../introspection.ts'
import { quotedText } from '../text.ts'
import { duckType } from './types.ts'

/** Tables and their columns, as the JDBC driver asks for them: with comments, in one question. */
export const TABLES = (catalog: string, schemas: string[] | undefined) => {
  const within = schemas?.length
    ? ` and c.table_schem in (${schemas.map((it) => quotedText(it.toLowerCase())).join(', ')})`
    : ''
  return `select c.table_schem, c.table_name, t.table_type, t.remarks, c.column_name, c.type_name, c.is_nullable, c.remarks
    from system.jdbc.columns c left join system.jdbc.tables t
      on t.table_cat = c.table_cat and t.table_schem = c.table_schem and t.table_name = c.table_name
    where c.table_cat = ${quotedText(catalog.toLowerCase())} and c.table_schem <> 'information_schema'${within}
    order by c.table_schem, c.table_name, c.ordinal_position`
}

type Row = (string | null)[]

export function asTables(rows: Row[]): RemoteTable[] {
  const listed = rows.map(([schema, table, kind, comment, column, type, nullable, about]) => ({
    ...{ schema: schema!, table: table!, isView: kind === 'VIEW', comment },
    ...{ column: column!, native: type!.toLowerCase(), nullable: nullable !== 'NO', about },
  }))
  return tablesOf({ tables: listed, columns: listed }, duckType)
}
