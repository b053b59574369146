import type { QueryResult } from '#query/rules/answers.ts'
import type { Block, BlockKind, CellPlace, Contents, RowKey } from './block.ts'

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

/** A block with what belongs to its kind. */
export const typed = <B extends Pick<Block, 'kind' | 'content'>>(block: B) =>
  block as B & { [K in BlockKind]: { kind: K; content: Contents[K] } }[BlockKind]
