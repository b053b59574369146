import type { QueryResult } from './answers.ts'
import type { CellPlace, RowKey } from './place.ts'

type Rows = Pick<QueryResult, 'columns' | 'rows'>

/** The row that a key names; -1 where it is gone. */
const rowOf = ({ columns, rows }: Rows, key: RowKey): number => {
  if (key === null) return rows.length > 0 ? 0 : -1
  const wanted = Object.entries(key).map(([name, value]) => [
    columns.findIndex((column) => column.name === name),
    value,
  ])
  return rows.findIndex((row) => wanted.every(([at, value]) => row[at as number] === value))
}

/** A cell of a result; undefined where its row or column is gone. */
export function cellOf(result: Rows, { column, row }: CellPlace) {
  const at = result.columns.findIndex(({ name }) => name === column)
  const found = at < 0 ? -1 : rowOf(result, row)
  return found < 0 ? undefined : { row: found, at, cell: result.rows[found]![at] ?? null }
}
