import type { Block } from './blocks.ts'
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

/** Rows in groups of those that begin with the same code, the largest first; `between`: places of the first and the last row of that. */
function groupsOf(rows: readonly GridRow[]) {
  const codes = rows.map(codeOf)
  const groups = [...Map.groupBy(rows, codeOf)].toSorted((a, b) => b[1].length - a[1].length)
  const [detail, details] = groups[0] ?? ['', []]
  return { codes, groups, detail, details, first: codes.indexOf(detail), last: codes.lastIndexOf(detail) }
}

/**
 * Lines of records that speak of the file or of a batch within: all rows begin with the same code but those above, below and, with the
 * codes of these, between. The codes say so, or one at the end says how many rows there are and no names do; and one of them has not what rows have.
 */
export function recordsApart(rows: readonly GridRow[]): Map<number, string> {
  const none = new Map<number, string>()
  const { codes, groups, detail, details, first, last } = groupsOf(rows)
  if (!CODE.test(detail) || details.length < LEAST_DETAILS || groups[1]?.[1].length === details.length) return none
  const counts = details.map(filled).toSorted((a, b) => a - b)
  const [least, most] = [counts[0]!, counts.at(-1)!]
  // Names stand above the rows, one for each value, and no code of a header.
  const isNames = (row: GridRow, at: number) =>
    at < first && filled(row) >= least && !HEADER.test(codes[at]!) && areTexts(row)
  const outside = rows.filter((row, at) => (at < first || at > last) && CODE.test(codes[at]!) && !isNames(row, at))
  const above = new Set(codes.filter((_, at) => at < first && outside.includes(rows[at]!)))
  const below = new Set(codes.filter((_, at) => at > last && outside.includes(rows[at]!)))
  const between = rows.filter((_, at) => at > first && at < last && codes[at] !== detail)
  const others = [...above, ...below]
  // Of what begins again and again without an end each is a thing of its own, as an order above its lines.
  const isOpen = below.size === 0 && between.length > 0
  const isMixed = new Set(others).size < others.length || !between.every((row) => others.includes(codeOf(row)))
  if (isOpen || isMixed) return none
  const known = [DETAIL.test(detail), [...above].some(isHeader), [...below].some((code) => TRAILER.test(code))]
  const isTold =
    known.filter(Boolean).length >= 2 || (above.size > 0 && !rows.some(isNames) && areCounted(others, outside))
  const isApart = isTold && outside.some((row) => differs(row, [least, most], typedIn(details)))
  const reason = (code: string) => (above.has(code) ? 'The row is a header record.' : 'The row is a trailer record.')
  return isApart ? new Map([...outside, ...between].map((row) => [row.line, reason(codeOf(row))])) : none

  /** Whether codes are as long as those of the rows, and a record below says how many rows there are. */
  function areCounted(others: string[], outside: readonly GridRow[]): boolean {
    const isCount = (cell: string) =>
      /^\d+$/.test(cell) && Number(cell) >= details.length && Number(cell) <= rows.length
    const areAlike = others.every(({ length }) => length === detail.length && length <= LONGEST_OTHER)
    return areAlike && outside.some((row) => below.has(codeOf(row)) && row.cells.slice(1).some(isCount))
  }
}

/** The column that names a record, and behind the code of another type the one that points to it. */
export const LINE = 'line_no'
const MOST_TYPES = 8
const LEAST_OF_TYPE = 2
const LEAST_MISFITS = 2

/**
 * The tables of records of several types without names, as orders above their lines: each type by itself, which a code in front tells, where
 * it is as wide as no other, or has texts where others have figures. What stands below a record of the first type has its line.
 */
export function recordTables(rows: readonly GridRow[]): Block[] | null {
  const { codes, groups } = groupsOf(rows)
  const [root = ''] = codes
  const roots = rows.filter((row) => codeOf(row) === root)
  const isTold = groups.length > 1 && groups.length <= MOST_TYPES && codes.every((code) => CODE.test(code))
  if (!isTold || roots.length < LEAST_OF_TYPE || groups.some(([, own]) => own.length < LEAST_OF_TYPE)) return null
  const widths = groups.map(([, own]) => new Set(own.map(({ cells }) => cells.length)))
  const areEven = widths.every(({ size }) => size === 1) && new Set(widths.flatMap((all) => [...all])).size > 1
  const [one, two] = groups.map(([, own]) => own) as [GridRow[], GridRow[]]
  if (!areEven && !(isHeader(root) && misfitsIn(one, two) >= LEAST_MISFITS)) return null
  const rootOf = new Map<GridRow, GridRow>()
  for (const [at, row] of rows.entries()) rootOf.set(row, codes[at] === root ? row : rootOf.get(rows[at - 1]!)!)
  const inOrder = groups.toSorted(([a], [b]) => codes.indexOf(a) - codes.indexOf(b))
  return inOrder.map(([code, own]) => {
    const width = Math.max(...own.map(({ cells }) => cells.length))
    const joined = own.map((row) => {
      const cells = Array.from({ length: width }, (_, at) => row.cells[at] ?? '')
      return { line: row.line, cells: [...cells, String(rootOf.get(row)!.line)] }
    })
    const names = [...Array(width).fill(''), code === root ? LINE : `${root}_${LINE}`]
    return { title: code, rows: joined, names }
  })
}

/** In how many columns one of two types of rows has texts and the other figures or days. */
function misfitsIn(one: readonly GridRow[], two: readonly GridRow[]): number {
  const [typed, others] = [typedIn(one), typedIn(two)]
  const areAll = (rows: readonly GridRow[], at: number) => rows.every(({ cells }) => isText(cells[at] ?? ''))
  return typed.filter((is, at) => (is && areAll(two, at)) || (others[at] && areAll(one, at))).length
}

const codeOf = ({ cells }: GridRow) => cells[0]?.trim() ?? ''
const areTexts = ({ cells }: GridRow) => cells.every((cell) => !isFilled(cell) || isText(cell))
/** Whether each column of some rows holds figures or days. */
const typedIn = (rows: readonly GridRow[]): boolean[] =>
  rows[0]!.cells.map((_, at) => planColumn(rows.map(({ cells }) => cells[at] ?? '')).kind !== 'text')
/** Whether a record has another number of values than rows have, or a text where these are typed. */
const differs = (row: GridRow, [least, most]: [number, number], typed: boolean[]) =>
  filled(row) < least || filled(row) > most || row.cells.some((cell, at) => typed[at] && isText(cell))
const filled = ({ cells }: Pick<GridRow, 'cells'>) => cells.filter(isFilled).length
const isHeader = (code: string) => HEADER.test(code)

/** Whether the last line of a text begins as a trailer does. */
export const endsInTrailer = (text: string): boolean =>
  TRAILER.test(/^"?([^,;|\t"]*)/.exec(text.trimEnd().split('\n').at(-1)!)![1]!)
