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

export const HEADER_RECORD = 'The row is a header record.'
export const TRAILER_RECORD = 'The row is a trailer record.'

/**
 * Lines of records that speak of the file or of a batch within: all rows begin with the same code but those above, below and, with the
 * codes of these, between. The codes say so, or one at the end says how many rows there are and no names do; and one of them has not what rows have.
 */
export function recordsApart(rows: readonly GridRow[]): Map<number, string> {
  const apart = new Map<number, string>()
  const codes = rows.map(({ cells }) => cells[0]?.trim() ?? '')
  const groups = [...Map.groupBy(rows, (_, at) => codes[at]!)].toSorted((a, b) => b[1].length - a[1].length)
  const [detail, details] = groups[0] ?? ['', []]
  if (!CODE.test(detail) || details.length < LEAST_DETAILS || groups[1]?.[1].length === details.length) return apart
  const [first, last] = [codes.indexOf(detail), codes.lastIndexOf(detail)]
  const counts = details.map(({ cells }) => cells.filter(isFilled).length)
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  const filled = ({ cells }: GridRow) => cells.filter(isFilled).length
  const isOther = (row: GridRow, at: number) => CODE.test(codes[at]!) && codes[at] !== detail && !isNames(row, at)
  // Names stand above the rows, one for each value, and no code of a header.
  const isNames = (row: GridRow, at: number) =>
    at < first && filled(row) >= least && !HEADER.test(codes[at]!) && row.cells.filter(isFilled).every(isText)
  const heads = rows.filter((row, at) => at < first && isOther(row, at))
  const feet = rows.filter((row, at) => at > last && isOther(row, at))
  const codesOf = (some: GridRow[]) => new Set(some.map(({ cells }) => cells[0]!.trim()))
  const [above, below] = [codesOf(heads), codesOf(feet)]
  const between = rows.slice(first, last).filter(({ cells }) => cells[0]?.trim() !== detail)
  if (!between.every(({ cells: [code = ''] }) => above.has(code.trim()) || below.has(code.trim()))) return apart
  // Of what begins again and again without an end each is a thing of its own, as an order above its lines.
  if (feet.length === 0 && between.length > 0) return apart
  if ([...above].some((code) => below.has(code))) return apart
  const known = [
    DETAIL.test(detail),
    [...above].some((code) => HEADER.test(code)),
    [...below].some((code) => TRAILER.test(code)),
  ]
  const said = feet.some(({ cells }) =>
    cells.slice(1).some((cell) => /^\d+$/.test(cell.trim()) && isCount(Number(cell), details.length, rows.length)),
  )
  const others = [...above, ...below]
  const areAlike = others.every((code) => code.length === detail.length && code.length <= LONGEST_OTHER)
  const isCounted = above.size > 0 && below.size > 0 && said && areAlike && !rows.some(isNames)
  if (known.filter(Boolean).length < 2 && !isCounted) return apart
  const typed = details[0]!.cells.map(
    (_, at) => planColumn(details.map(({ cells }) => cells[at] ?? '')).kind !== 'text',
  )
  const differs = (row: GridRow) =>
    filled(row) < least || filled(row) > most || row.cells.some((cell, at) => typed[at] && isText(cell))
  if (![...heads, ...feet].some(differs)) return apart
  for (const row of [...heads, ...between, ...feet])
    apart.set(row.line, above.has(row.cells[0]!.trim()) ? HEADER_RECORD : TRAILER_RECORD)
  return apart
}

/** Whether a number is that of the rows, or of all records, with or without the first and the last. */
const isCount = (number: number, details: number, all: number) => number >= details && number <= all

/** Whether a line begins as a trailer does. */
export const endsInTrailer = (text: string): boolean =>
  TRAILER.test(
    /([^\r\n,;|\t"]+)"?[,;|\t][^\r\n]*\s*$/.exec(text.slice(text.trimEnd().lastIndexOf('\n') + 1))?.[1] ?? '',
  )
