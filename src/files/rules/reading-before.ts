import type { DialectChoices } from './dialect.ts'
import { MOST_REJECTED } from './ingest.ts'

/** How the version before was read as somebody chose. `unread`: as `unreadShare` tells. */
export type ReadingBefore = { choices: DialectChoices; columns: string[]; unread: number }

/** What a reading makes of a file: rows of its table, lines that are none, and its columns. */
type Tried = {
  rows: number
  rejected: number
  columns: { name: string; nulls: number; text_of?: string | undefined }[]
}

/** At least this share of the columns must be there again, or another file has come under the same name. */
const LEAST_FOUND = 0.5

/** Share (0 to 1) of the lines that are no rows, or whose value in the column that fits worst is only kept as text beside it. */
export function unreadShare({ rows, rejected, columns }: Tried): number {
  const beside = columns.flatMap(({ text_of, nulls }) => (text_of === undefined ? [] : [rows - nulls]))
  return (rejected + Math.max(0, ...beside)) / Math.max(1, rejected + rows)
}

/** Columns as the file has them. */
export const ownColumns = ({ columns }: Pick<Tried, 'columns'>): string[] =>
  columns.flatMap(({ name, text_of }) => (text_of === undefined ? [name] : []))

/** Why choices made for the version before do not fit another one, as the end of a sentence; null where they do. */
export function misfit(before: ReadingBefore, tried: Tried): string | null {
  const columns = ownColumns(tried)
  const found = before.columns.filter((name) => columns.includes(name)).length
  if (found < before.columns.length * LEAST_FOUND)
    return `${found} of its ${before.columns.length} columns would be found.`
  const unread = unreadShare(tried)
  if (unread <= Math.max(MOST_REJECTED, before.unread)) return null
  const lines = tried.rejected + tried.rows
  return `${Math.round(unread * lines)} of ${lines} rows would not fit.`
}

export const TAKEN_OVER = 'Read as was chosen for the version before.'
export const readAfresh = (why: string) =>
  `What was chosen for the version before does not fit this one, so it was read afresh. Read as before: ${why}`
