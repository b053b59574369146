import type { RemoteTable } from '#outside/remote.ts'
import { quotedText } from './grammar.ts'
import { duckType } from './types.ts'

export type Row = (string | null)[]

/** Tables, columns, primary keys and foreign keys: four answers to one batch. */
export function introspection(schemas: string[] | undefined): string {
  const within = schemas?.length ? ` and s.name in (${schemas.map(quotedText).join(', ')})` : ''
  const own = `o.type in ('U', 'V') and o.is_ms_shipped = 0${within}
    and has_perms_by_name(quotename(s.name) + '.' + quotename(o.name), 'OBJECT', 'SELECT') = 1`
  const from = 'from sys.objects o join sys.schemas s on s.schema_id = o.schema_id'
  const about = (minor: string) =>
    `(select top (1) cast(e.value as nvarchar(4000)) from sys.extended_properties e
      where e.class = 1 and e.major_id = o.object_id and e.minor_id = ${minor} and e.name = N'MS_Description')`
  return `select s.name, o.name, o.type, (select sum(p.rows) from sys.partitions p where p.object_id = o.object_id and p.index_id in (0, 1)), ${about('0')}
      ${from} where ${own} order by s.name, o.name;
    select s.name, o.name, c.name, case when c.system_type_id = 240 then type_name(c.user_type_id) else type_name(c.system_type_id) end,
      c.max_length, c.precision, c.scale, c.is_nullable, ${about('c.column_id')}
      ${from} join sys.columns c on c.object_id = o.object_id where ${own} and isnull(columnproperty(c.object_id, c.name, 'IsHidden'), 0) = 0 order by s.name, o.name, c.column_id;
    select s.name, o.name, c.name ${from} join sys.indexes i on i.object_id = o.object_id and i.is_primary_key = 1
      join sys.index_columns x on x.object_id = i.object_id and x.index_id = i.index_id
      join sys.columns c on c.object_id = x.object_id and c.column_id = x.column_id where ${own} order by s.name, o.name, x.key_ordinal;
    select s.name, o.name, k.name, c.name, rs.name, r.name, rc.name ${from} join sys.foreign_keys k on k.parent_object_id = o.object_id
      join sys.foreign_key_columns f on f.constraint_object_id = k.object_id
      join sys.columns c on c.object_id = f.parent_object_id and c.column_id = f.parent_column_id
      join sys.objects r on r.object_id = f.referenced_object_id join sys.schemas rs on rs.schema_id = r.schema_id
      join sys.columns rc on rc.object_id = f.referenced_object_id and rc.column_id = f.referenced_column_id
      where ${own} order by s.name, o.name, k.name, f.constraint_column_id`
}

const keyOf = ([schema, table]: Row) => `${schema}\0${table}`

export function asTables([tables = [], columns = [], primary = [], foreign = []]: Row[][]): RemoteTable[] {
  const columnsOf = Map.groupBy(columns, keyOf)
  const primaryOf = Map.groupBy(primary, keyOf)
  const foreignOf = Map.groupBy(foreign, keyOf)
  return tables
    .filter((table) => columnsOf.has(keyOf(table)))
    .map((table) => {
      const key = keyOf(table)
      const isView = table[2]!.trim() === 'V'
      return {
        schema: table[0]!,
        name: table[1]!,
        kind: isView ? 'view' : 'table',
        rows: isView || table[3] === null ? null : Number(table[3]),
        comment: table[4] ?? '',
        columns: columnsOf.get(key)!.map((column) => ({
          name: column[2]!,
          native: nativeOf(column),
          type: duckType(nativeOf(column)),
          nullable: column[7] === 'true',
          comment: column[8] ?? '',
        })),
        primaryKey: (primaryOf.get(key) ?? []).map((column) => column[2]!),
        foreignKeys: [...Map.groupBy(foreignOf.get(key) ?? [], (row) => row[2]).values()].map((parts) => ({
          columns: parts.map((part) => part[3]!),
          toSchema: parts[0]![4]!,
          toTable: parts[0]![5]!,
          toColumns: parts.map((part) => part[6]!),
        })),
      }
    })
}

function nativeOf([, , , type, length, precision, scale]: Row): string {
  const name = type ?? 'sql_variant'
  if (name === 'decimal' || name === 'numeric') return `${name}(${precision},${scale})`
  if (/^(time|datetime2|datetimeoffset)$/.test(name)) return `${name}(${scale})`
  if (!/^(n?(var)?char|(var)?binary)$/.test(name)) return name
  const letters = Number(length) / (name.startsWith('n') ? 2 : 1)
  return `${name}(${length === '-1' ? 'max' : letters})`
}
