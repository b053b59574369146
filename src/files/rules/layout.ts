import { type ColumnPlan, isValue, NULL_WORDS, planColumn, UNKNOWN_WORDS } from './column-type.ts'
import { type GridRow, TotalFinder } from './totals.ts'

const REPEATS = 'The row repeats the names of the columns.'
const EMPTY = 'The row is empty.'
const NOTE = 'The row is a note below the table.'
/** Lines below the last row that may be notes. */
const MOST_NOTES = 50
const LONG_NOTE = 4
const NOTE_MARK =
  /^\s*(?:[*†‡§]|\(?\d{1,2}\)\s|\[\d{1,2}\]|(?:source|sources|note|notes|quelle|quellen|hinweis|anmerkung|fuente|fonte|remarque|stand|as of|copyright|©)\b.*[:\s]\S)/iu
const UNIT =
  /^[([]?(?:in\s+)?(?:%|‰|°\s?[CFK]|[€$£¥₹]|[kKMG]?(?:g|m|s|W|Wh|Hz|B|J|Pa|V|A|t|l)|[cm]m|ml|mg|cm|µg|kg|km\/?h?|m[²³23]|km[²2]|m\/s|mph|mi|ft|lbs?|oz|h|hrs?|hours?|min|mins?|minutes?|sec|seconds?|days?|years?|pcs|units?|st(?:ü|ue)ck|tsd\.?|mio\.?|mrd\.?|thousands?|millions?|billions?|USD|EUR|GBP|INR|CHF|JPY|kWh|MWh|GWh|hPa|mbar|bar|ppm|mm|t|ha|percent|prozent)(?:\s?[€$£])?[)\]]?$/u
const NOTHING = new Set([...NULL_WORDS, ...UNKNOWN_WORDS, ''])

const trimmed = (cells: readonly string[]) => cells.map((cell) => cell.trim())
const isFilled = (cell: string) => cell.trim() !== ''
const isText = (cell: string) => !NOTHING.has(cell.trim().toLowerCase()) && !isValue(cell)

/** Rows that are empty or say the names again are no values: types and headers are found without them. */
export function valuesOf<Row extends { cells: readonly string[] }>(rows: Row[]): Row[] {
  const first = rows.find(({ cells }) => cells.some(isFilled))
  if (!first) return rows
  const names = JSON.stringify(trimmed(first.cells))
  const isNamed = first.cells.filter(isFilled).every(isText)
  return rows.filter(
    (row) => row.cells.some(isFilled) && (row === first || !isNamed || JSON.stringify(trimmed(row.cells)) !== names),
  )
}

/**
 * What a second line does for the names in the first: goes on with them, below headings that span several columns, or says what
 * figures are measured in. Nothing where it could be a row: some column of figures below holds a figure there already.
 */
export function secondLine(rows: readonly (readonly string[])[]): 'names' | 'units' | null {
  const [first, second, ...body] = rows
  if (!first || !second || body.length < 2) return null
  if (first.some((cell) => isFilled(cell) && !isText(cell))) return null
  const typed = first.flatMap((_, index) =>
    planColumn(body.map((row) => row[index] ?? '')).kind === 'text' ? [] : [index],
  )
  const cells = typed.map((index) => (second[index] ?? '').trim())
  if (typed.length === 0 || cells.some((cell) => isFilled(cell) && !isText(cell))) return null
  const said = second.filter(isFilled)
  if (said.length > 0 && said.every((cell) => UNIT.test(cell.trim())) && cells.some(isFilled)) return 'units'
  const spans = first.some((cell, index) => !isFilled(cell) && isFilled(second[index] ?? ''))
  const fitted = cells.filter((cell, at) => isFilled(cell) || isFilled(first[typed[at]!] ?? '')).length
  return spans && fitted === typed.length && cells.some(isFilled) ? 'names' : null
}

/** Names over two lines: a heading goes before each name below it, as far as it spans. */
export function joinedNames(first: readonly string[], second: readonly string[]): string[] {
  let heading = ''
  return second.map((below, index) => {
    const above = (first[index] ?? '').trim()
    const name = below.trim()
    // A heading without a name below it names its own column only.
    if (above !== '') heading = name === '' ? '' : above
    if (name === '') return above
    return heading === '' ? name : `${heading} ${name}`
  })
}

/** Lines of empty rows, of names that come again, and of notes below the last row. */
function linesApart(
  body: GridRow[],
  header: readonly string[] | null,
  width: number,
  noted: boolean,
): Map<number, string> {
  const apart = new Map<number, string>()
  const names = header && JSON.stringify(trimmed(header))
  for (const { line, cells } of body)
    if (!cells.some(isFilled)) apart.set(line, EMPTY)
    else if (names && JSON.stringify(trimmed(cells)) === names) apart.set(line, REPEATS)
  if (!noted) return apart
  let gap = false
  const below: GridRow[] = []
  for (const row of body.toReversed().slice(0, MOST_NOTES)) {
    if (apart.get(row.line) === EMPTY) continue
    const isShort = width > 2 && row.cells.filter(isFilled).length === 1 && isFilled(row.cells[0] ?? '')
    if (!isShort) {
      gap = below.length > 0 && (apart.get(row.line + 1) === EMPTY || row.line + 1 < below.at(-1)!.line)
      break
    }
    below.push(row)
  }
  // What only looks short may be a row of which nothing else is known: it takes a mark, a sentence or a gap.
  const isNote = ({ cells }: GridRow) =>
    NOTE_MARK.test(cells[0]!) || (cells.length === 1 && cells[0]!.trim().split(/\s+/).length >= LONG_NOTE)
  const from = gap ? below.length : below.findLastIndex(isNote) + 1
  for (const { line } of below.slice(0, from)) apart.set(line, NOTE)
  return apart
}

/**
 * What each row of a table is.
 * @param body the rows below the names; all of them, or nothing is told of them
 * @param plans of the columns, as far as the rows without repeated names tell
 * @param figured whether totals and notes are told from rows, too
 */
export function apartOf(body: GridRow[], header: readonly string[] | null, plans: ColumnPlan[], figured = true) {
  const apart = linesApart(body, header, plans.length, figured)
  if (!figured) return { apart, totals: 0, notes: [] }
  const finder = new TotalFinder(plans)
  for (const row of body) if (!apart.has(row.line)) finder.push(row)
  const { found, doubts } = finder.end()
  for (const [line, reason] of found) apart.set(line, reason)
  const notes = doubts.map(
    ({ line, text }) =>
      `Line ${line} is called “${text.trim()}”, but its figures are not those of the rows above: it counts as a row.`,
  )
  return { apart, totals: found.size, notes }
}

/** Places of columns that hold nothing: neither a name nor a value stands in them. */
export const emptyColumns = (header: readonly string[] | null, body: GridRow[], width: number): number[] =>
  Array.from({ length: width }, (_, index) => index).filter(
    (index) => !isFilled(header?.[index] ?? '') && !body.some(({ cells }) => isFilled(cells[index] ?? '')),
  )

/** The name of a column that only numbers the rows. */
export const ROW_NUMBER = 'row_id'

/** Whether the first column, without a name of its own, numbers the rows. */
export function numbersRows(header: readonly string[] | null, body: readonly (readonly string[])[]): boolean {
  if (!header || !/^(unnamed: 0|index)?$/i.test((header[0] ?? '').trim()) || body.length < 3) return false
  const start = Number(body[0]![0])
  return (start === 0 || start === 1) && body.every((row, at) => row[0] === String(start + at))
}
