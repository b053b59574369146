import { planColumn } from './column-type.ts'
import { isFilled, isText } from './head.ts'
import type { GridRow } from './totals.ts'

/** What banks and machines write in front of each record of a file, by what it is. */
const HEADER = /^[abf]?(?:h|hd|hr|hea|head|header|hdr)\d{0,2}$|^(?:bof|start|file|kopf|cabecera)$/i
const DETAIL = /^(?:d|da|dt|dr|det|dtl|data|detail|details|detalle|rec|record|row|line|item|txn|pos)\d{0,2}$/i
const TRAILER = /^[abf]?(?:t|tr|tl|tra|trl|tlr|trailer|ft|ftr|foot|footer)\d{0,2}$|^(?:end|eof|eot|fin|summary|pie)$/i
const CODE = /^[\p{L}\d]{1,8}$/u
const LONGEST_OTHER = 3
const LEAST_DETAILS = 2

/**
 * Lines of records that speak of the file or of a batch within: all rows begin with the same code but those above, below and, with the
 * codes of these, between. The codes say so, or one at the end says how many rows there are and no names do; and one of them has not what rows have.
 */
export function recordsApart(rows: readonly GridRow[]): Map<number, string> {
  const none = new Map<number, string>()
  const codes = rows.map(({ cells }) => cells[0]?.trim() ?? '')
  const groups = [...Map.groupBy(rows, (_, at) => codes[at]!)].toSorted((a, b) => b[1].length - a[1].length)
  const [detail, details] = groups[0] ?? ['', []]
  if (!CODE.test(detail) || details.length < LEAST_DETAILS || groups[1]?.[1].length === details.length) return none
  const [first, last] = [codes.indexOf(detail), codes.lastIndexOf(detail)]
  const counts = details.map(filled).toSorted((a, b) => a - b)
  const [least, most] = [counts[0]!, counts.at(-1)!]
  // Names stand above the rows, one for each value, and no code of a header.
  const isNames = ({ cells }: GridRow, at: number) =>
    at < first &&
    filled({ cells }) >= least &&
    !HEADER.test(codes[at]!) &&
    cells.every((cell) => !isFilled(cell) || isText(cell))
  const outside = rows.filter((row, at) => (at < first || at > last) && CODE.test(codes[at]!) && !isNames(row, at))
  const above = new Set(codes.filter((_, at) => at < first && outside.includes(rows[at]!)))
  const below = new Set(codes.filter((_, at) => at > last && outside.includes(rows[at]!)))
  const between = rows.filter((_, at) => at > first && at < last && codes[at] !== detail)
  const others = [...above, ...below]
  // Of what begins again and again without an end each is a thing of its own, as an order above its lines.
  const isOpen = below.size === 0 && between.length > 0
  if (isOpen || new Set(others).size < others.length) return none
  if (!between.every(({ cells: [code = ''] }) => others.includes(code.trim()))) return none
  const known = [DETAIL.test(detail), [...above].some(isHeader), [...below].some((code) => TRAILER.test(code))]
  if (known.filter(Boolean).length < 2) {
    const isCount = (cell: string) =>
      /^\d+$/.test(cell) && Number(cell) >= details.length && Number(cell) <= rows.length
    const isCounted = outside.some(({ cells }) => below.has(cells[0]!.trim()) && cells.slice(1).some(isCount))
    const areAlike = others.every(({ length }) => length === detail.length && length <= LONGEST_OTHER)
    if (above.size === 0 || !isCounted || !areAlike || rows.some(isNames)) return none
  }
  const typed = details[0]!.cells.map(
    (_, at) => planColumn(details.map(({ cells }) => cells[at] ?? '')).kind !== 'text',
  )
  const differs = (row: GridRow) =>
    filled(row) < least || filled(row) > most || row.cells.some((cell, at) => typed[at] && isText(cell))
  if (!outside.some(differs)) return none
  const reason = (code: string) => (above.has(code) ? 'The row is a header record.' : 'The row is a trailer record.')
  return new Map([...outside, ...between].map(({ line, cells }) => [line, reason(cells[0]!.trim())]))
}

const filled = ({ cells }: Pick<GridRow, 'cells'>) => cells.filter(isFilled).length
const isHeader = (code: string) => HEADER.test(code)

/** Whether the last line of a text begins as a trailer does. */
export const endsInTrailer = (text: string): boolean =>
  TRAILER.test(/^"?([^,;|\t"]*)/.exec(text.trimEnd().split('\n').at(-1)!)![1]!)
