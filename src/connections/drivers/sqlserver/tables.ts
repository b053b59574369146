import type { RemoteTable } from '#outside/remote.ts'
import { tablesOf } from '../introspection.ts'
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

const placeOf = ([schema, table]: Row) => ({ schema: schema!, table: table! })

export const asTables = ([tables = [], columns = [], primary = [], foreign = []]: Row[][]): RemoteTable[] =>
  tablesOf(
    {
      tables: tables.map((row) => {
        const [, , kind, rows, comment] = row
        const isView = kind!.trim() === 'V'
        return { ...placeOf(row), isView, rows: isView ? null : rows, comment }
      }),
      columns: columns.map((row) => ({
        ...placeOf(row),
        column: row[2]!,
        native: nativeOf(row),
        nullable: row[7] === 'true',
        about: row[8],
      })),
      keys: [...primary.map((row) => ({ ...placeOf(row), key: '', column: row[2] })), ...foreign.map(foreignKey)],
    },
    duckType,
  )

function foreignKey(row: Row) {
  const [, , key, column, toSchema, toTable, toColumn] = row
  return { ...placeOf(row), key, column, toSchema, toTable, toColumn }
}

function nativeOf([, , , type, length, precision, scale]: Row): string {
  const name = type ?? 'sql_variant'
  if (name === 'decimal' || name === 'numeric') return `${name}(${precision},${scale})`
  if (/^(time|datetime2|datetimeoffset)$/.test(name)) return `${name}(${scale})`
  if (!/^(n?(var)?char|(var)?binary)$/.test(name)) return name
  const letters = Number(length) / (name.startsWith('n') ? 2 : 1)
  return `${name}(${length === '-1' ? 'max' : letters})`
}
