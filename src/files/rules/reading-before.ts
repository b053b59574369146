import type { DialectChoices } from './dialect.ts'
import { MOST_REJECTED } from './ingest.ts'

/** How the version before was read as somebody chose. `rejected`: share (0 to 1) of its rows that were left out. */
export type ReadingBefore = { choices: DialectChoices; columns: string[]; rejected: number }

/** What the same choices make of another version. */
type Tried = { columns: string[]; rows: number; rejected: number }

/** At least this share of the columns must be there again, or another file has come under the same name. */
const LEAST_FOUND = 0.5

/** Why choices made for the version before do not fit another one, as the end of a sentence; null where they do. */
export function misfit(before: ReadingBefore, { columns, rows, rejected }: Tried): string | null {
  const found = before.columns.filter((name) => columns.includes(name)).length
  if (found < before.columns.length * LEAST_FOUND)
    return `${found} of its ${before.columns.length} columns would be found.`
  const most = Math.max(MOST_REJECTED, before.rejected)
  return rejected > (rejected + rows) * most ? `${rejected} of ${rejected + rows} rows would be left out.` : null
}

export const TAKEN_OVER = 'Read as was chosen for the version before.'
export const readAfresh = (why: string) =>
  `What was chosen for the version before does not fit this one, so it was read afresh. Read as before: ${why}`
