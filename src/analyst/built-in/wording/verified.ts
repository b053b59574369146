import { counted } from '#base/format.ts'
import { capital } from '#base/text.ts'
import type { Cell, ResultColumn } from '#query/rules/answers.ts'
import type { RunSqlSuccess } from '../../rules/tools.ts'
import { printCell } from './print.ts'

/** Columns of a row that are told; the grid has the others. */
const MOST_TOLD = 4

/** What a verified query found: how it was read is not the analyst's affair, so that columns are called as they are. */
/** @param told what was run, in a sentence */
export function verifiedProse(told: string, { columns, rows, row_count }: RunSqlSuccess): string {
  if (row_count === 0) return `There is nothing to show. ${told}`
  const [first] = rows
  const count = counted(row_count, 'row')
  if (!first) return `The result has ${count}. ${told}`
  const words = first.slice(0, MOST_TOLD).map((value, at) => said(value, columns[at]!))
  return row_count === 1
    ? `${capital(words.join(', '))}. ${told}`
    : `There are ${count}; the first has ${words.join(', ')}. ${told}`
}

const said = (value: Cell, column: ResultColumn) =>
  `${column.name.replaceAll('_', ' ')} ${value === null ? 'unknown' : printCell(value, column)}`
