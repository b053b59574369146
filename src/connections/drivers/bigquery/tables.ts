import type { RemoteTable } from '#outside/remote.ts'
import { tablesOf } from '../introspection.ts'
import { backtickedName as quotedName } from '../text.ts'
import { duckType } from './types.ts'

/** Tables of one dataset with columns, descriptions, counts and keys: one question. */
export const TABLES = (project: string, dataset: string) => {
  const view = (name: string) => quotedName(`${project}.${dataset}.INFORMATION_SCHEMA.${name}`)
  return `select t.table_name, t.table_type, s.row_count, o.option_value, c.column_name, c.data_type, c.is_nullable, p.description, k.ordinal_position
    from ${view('TABLES')} t
    join ${view('COLUMNS')} c on c.table_name = t.table_name
    left join ${view('COLUMN_FIELD_PATHS')} p on p.table_name = c.table_name and p.field_path = c.column_name
    left join ${view('TABLE_OPTIONS')} o on o.table_name = t.table_name and o.option_name = 'description'
    left join ${quotedName(`${project}.${dataset}.__TABLES__`)} s on s.table_id = t.table_name
    left join ${view('KEY_COLUMN_USAGE')} k on k.table_name = t.table_name and k.column_name = c.column_name and k.constraint_name like '%.pk$'
    where not starts_with(c.column_name, '_') or c.is_system_defined = 'NO'
    order by t.table_name, c.ordinal_position`
}

export type Row = (string | null)[]

export function asTables(dataset: string, rows: Row[]): RemoteTable[] {
  const listed = rows.map(([table, kind, count, comment, column, type, nullable, about, position]) => {
    const isView = /VIEW/.test(kind ?? '')
    return {
      ...{ schema: dataset, table: table!, isView, rows: isView ? null : count, comment: unquoted(comment) },
      ...{ column: column!, native: type!, nullable: nullable !== 'NO', about },
      ...{ key: '', position },
    }
  })
  const keys = listed
    .filter(({ position }) => position !== null && position !== undefined)
    .sort((a, b) => Number(a.position) - Number(b.position))
  return tablesOf({ tables: listed, columns: listed, keys }, duckType)
}

/** Options are given as literals of the SQL dialect. */
function unquoted(literal: string | null | undefined): string {
  if (!literal) return ''
  try {
    return String(JSON.parse(literal))
  } catch {
    return literal.replace(/^["']|["']$/g, '')
  }
}
