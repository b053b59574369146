import type { CommentedCell, CommentJson } from '#comments/rules/comment.ts'
import type { Cell, QueryResult } from '#query/rules/answers.ts'
import { cellOf } from '#query/rules/cell-place.ts'
import type { CellPlace } from '#query/rules/place.ts'
import { rowKeyOf } from '#query/rules/row-key.ts'
import { partOf } from './calls.ts'

const isIn = (cell: CommentedCell, { id }: Pick<QueryResult, 'id'>) => cell.result === undefined || cell.result === id

/** The cells of a table that comments are about which are not resolved, as far as they are still there. */
export const commentedIn = (partId: string, result: QueryResult, comments: CommentJson[]) =>
  comments.flatMap((one) => {
    const { cell, resolved_at } = one
    const found =
      partOf(one) === partId && cell && !resolved_at && isIn(cell, result) ? cellOf(result, cell) : undefined
    return found ? [{ result: result.id, row: found.row, column: cell!.column }] : []
  })

/** Where a cell stands, told so that it is found again; null where nothing names its row. */
export function placeOf(result: QueryResult, given: Record<string, Cell>, column: string): CellPlace | null {
  const cells = result.columns.map(({ name }) => given[name] ?? null)
  const at = result.rows.findIndex((row) => row.every((cell, c) => cell === cells[c]))
  const row = rowKeyOf(result, cells, column, at)
  return row === undefined ? null : { column, row }
}

/** A cell by its column and what names its row; says so where that is gone from the results that are there. */
export function placeWords(results: QueryResult[], place: CommentedCell): string {
  const row = Object.values(place.row ?? {}).map((value) => String(value ?? 'nothing'))
  const name = [place.column.replaceAll('_', ' '), ...(row.length > 0 ? [row.join(', ')] : [])].join(' of ')
  const result = results.find((one) => isIn(place, one))
  return results.length > 0 && !(result && cellOf(result, place)) ? `${name}, which is not in the table any more` : name
}
