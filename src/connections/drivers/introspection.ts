import type { RemoteTable } from '#outside/remote.ts'

type Cell = string | number | null | undefined
type Place = { schema: string; table: string }
/** What a database says of a condition: MySQL as text, `'0'` or `'1'`. */
type Flag = boolean | number | string
export type TableRow = Place & { isView: Flag; rows?: Cell; comment: Cell }
export type ColumnRow = Place & { column: string; native: string; nullable: Flag; about: Cell }
/** One column of a key; those of one key stand in order. `toTable`: what a foreign key refers to, null for the primary key. */
export type KeyRow = Place & { key: Cell; column: Cell; toSchema?: Cell; toTable?: Cell; toColumn?: Cell }

const isTrue = (flag: Flag): boolean => Number(flag) !== 0
const idOf = ({ schema, table }: Place) => `${schema}\0${table}`

/**
 * Tables, from the rows in which the catalog of an engine lists them. A table may be listed many times, as with each of its columns;
 * one without columns is left out.
 * @param duckType the DuckDB type for the engine's own name of a type
 */
export function tablesOf(
  { tables, columns, keys = [] }: { tables: TableRow[]; columns: ColumnRow[]; keys?: KeyRow[] },
  duckType: (native: string) => string,
): RemoteTable[] {
  const columnsOf = Map.groupBy(columns, idOf)
  const keysOf = Map.groupBy(keys, idOf)
  return [...Map.groupBy(tables, idOf)].flatMap(([id, [listed]]) => {
    const { schema, table, isView, rows, comment } = listed!
    const own = columnsOf.get(id)
    if (!own) return []
    const named = [...Map.groupBy(keysOf.get(id) ?? [], ({ key }) => key).values()]
    return {
      schema,
      name: table,
      kind: isTrue(isView) ? ('view' as const) : ('table' as const),
      rows: rows === null || rows === undefined ? null : Number(rows),
      comment: comment ? String(comment) : '',
      columns: own.map(({ column, native, nullable, about }) => ({
        name: column,
        type: duckType(native),
        native,
        nullable: isTrue(nullable),
        comment: about ? String(about) : '',
      })),
      primaryKey: named.find(([part]) => !part!.toTable)?.map(({ column }) => String(column)) ?? [],
      foreignKeys: named
        .filter(([part]) => part!.toTable)
        .map((parts) => ({
          columns: parts.map(({ column }) => String(column)),
          toSchema: String(parts[0]!.toSchema),
          toTable: String(parts[0]!.toTable),
          toColumns: parts.map(({ toColumn }) => String(toColumn)),
        })),
    }
  })
}
