import { DATE_ORDER_NAMES, type DateOrder, DELIMITER_NAMES, type DialectChoices } from './dialect.ts'
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

/** What is said where a version is read as the one before. @param columns of this version */
export function takenOver({ types = {} }: DialectChoices, columns: string[]): string {
  const gone = Object.entries(types).filter(([name]) => !columns.includes(name))
  const left = gone.length > 0 ? ` ${typed(gone)} could not be kept: there are no such columns now.` : ''
  return `Read as was chosen for the version before.${left}`
}

const WORDS: Record<Exclude<keyof DialectChoices, 'types'>, string> = {
  delimiter: 'what stands between values',
  quote: 'quotes',
  encoding: 'encoding',
  header: 'whether the first row names the columns',
  skipped_lines: 'lines above the table',
  decimal: 'decimal sign',
  dates: 'order in dates',
  set_apart: 'whether totals and notes are set apart',
}

/** What is said where a version is read afresh: what had been chosen, and why it is not kept. */
export function readAfresh({ types = {}, ...choices }: DialectChoices, why: string): string {
  const chosen = Object.entries(choices).map(([key, value]) => `${WORDS[key as keyof typeof WORDS]}: ${shown(value)}`)
  if (Object.keys(types).length > 0) chosen.push(typed(Object.entries(types)))
  return `What was chosen for the version before (${chosen.join(', ')}) does not fit this one, so it was read afresh. Read as before: ${why}`
}

/** Names that are told one by one. */
const MOST_NAMES = 10
const typed = (types: [name: string, type: string][]) =>
  `${types
    .slice(0, MOST_NAMES)
    .map(([name, type]) => `"${name}" as ${type}`)
    .join(', ')}${types.length > MOST_NAMES ? ` and ${types.length - MOST_NAMES} more` : ''}`
const shown = (value: string | number | boolean) =>
  typeof value === 'boolean'
    ? value
      ? 'yes'
      : 'no'
    : (DATE_ORDER_NAMES[value as DateOrder] ?? DELIMITER_NAMES[value]?.toLowerCase() ?? (value === '' ? 'none' : value))
