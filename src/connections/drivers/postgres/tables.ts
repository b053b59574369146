import type { RemoteTable } from '#outside/remote.ts'
import { duckType } from './types.ts'

/**
 * Everything about the tables that the user may read, in one answer: $1 is the list of schemas or null. pg_catalog, because
 * information_schema hides foreign keys from roles that only read. Estimates of partitioned tables are the sum of their parts.
 */
export const TABLES = `
select n.nspname as schema, c.relname as name, c.relkind::text as kind, obj_description(c.oid, 'pg_class') as comment,
  case when c.relkind in ('v', 'f') and c.reltuples <= 0 then null
    when c.relkind = 'p' then (select sum(greatest(part.reltuples, 0)) from pg_inherits i join pg_class part on part.oid = i.inhrelid where i.inhparent = c.oid)
    when c.reltuples < 0 then null else c.reltuples end::float8 as rows,
  (select json_agg(json_build_array(a.attname, format_type(a.atttypid, a.atttypmod), t.typname,
      case when t.typtype = 'd' then (case when base.typtype = 'd' then '' else base.typname end) end,
      case when t.typtype = 'd' then t.typtypmod else a.atttypmod end,
      (coalesce(base.typcategory, t.typcategory) = 'A'), a.attnotnull, col_description(c.oid, a.attnum)) order by a.attnum)
    from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_type base on t.typtype = 'd' and base.oid = t.typbasetype
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and (readable.whole or has_column_privilege(c.oid, a.attnum, 'select'))) as columns,
  (select json_agg(json_build_array(con.contype::text,
      (select json_agg(a.attname order by k.place) from unnest(con.conkey) with ordinality k(number, place)
        join pg_attribute a on a.attrelid = con.conrelid and a.attnum = k.number),
      fn.nspname, fc.relname,
      (select json_agg(a.attname order by k.place) from unnest(con.confkey) with ordinality k(number, place)
        join pg_attribute a on a.attrelid = con.confrelid and a.attnum = k.number)) order by con.conname)
    from pg_constraint con left join pg_class fc on fc.oid = con.confrelid left join pg_namespace fn on fn.oid = fc.relnamespace
    where con.conrelid = c.oid and con.contype in ('p', 'f')) as keys
from pg_class c join pg_namespace n on n.oid = c.relnamespace
  cross join lateral (select has_table_privilege(c.oid, 'select') as whole) readable
where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
  and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
  and ($1::text[] is null or n.nspname = any($1::text[]))
  and has_schema_privilege(n.oid, 'usage') and (readable.whole or has_any_column_privilege(c.oid, 'select'))
order by n.nspname, c.relname`

type ColumnRow = [
  name: string,
  native: string,
  type: string,
  base: string | null,
  modifier: number,
  isArray: boolean,
  notNull: boolean,
  comment: string | null,
]
type KeyRow = [kind: string, columns: string[], toSchema: string, toTable: string, toColumns: string[]]
export type TableRow = {
  schema: string
  name: string
  kind: string
  comment: string | null
  rows: number | null
  columns: ColumnRow[] | null
  keys: KeyRow[] | null
}

export function asTable({ schema, name, kind, comment, rows, columns, keys }: TableRow): RemoteTable {
  return {
    schema,
    name,
    kind: kind === 'v' || kind === 'm' ? 'view' : 'table',
    rows: rows === null ? null : Math.round(rows),
    comment: comment ?? '',
    columns: (columns ?? []).map(([column, native, type, base, modifier, isArray, notNull, about]) => ({
      name: column,
      type: duckType({ name: base ?? type, modifier, isArray }),
      native,
      nullable: !notNull,
      comment: about ?? '',
    })),
    primaryKey: keys?.find(([kind]) => kind === 'p')?.[1] ?? [],
    foreignKeys: (keys ?? [])
      .filter(([kind]) => kind === 'f')
      .map(([, from, toSchema, toTable, toColumns]) => ({ columns: from, toSchema, toTable, toColumns })),
  }
}
