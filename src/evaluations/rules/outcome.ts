import type { Cell, QueryResult } from '#query/rules/answers.ts'
import { isNumeric } from '#query/rules/result.ts'

export type Row = unknown[]

const text = (value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(9)))
  const string = String(value).trim()
  const number = Number(string)
  return string !== '' && Number.isFinite(number) ? text(number) : string
}

const line = (row: Row) => row.map(text).join('\u0001')

function sameRows(a: Row[], b: Row[], ordered: boolean): boolean {
  const left = a.map(line)
  const right = b.map(line)
  if (!ordered) {
    left.sort()
    right.sort()
  }
  return left.every((value, index) => value === right[index])
}

/** Choices of `size` of the `from` columns, in every order; bounded, so wide answers try only their first choices. */
function* choices(from: number, size: number, chosen: number[] = []): Generator<number[]> {
  if (chosen.length === size) {
    yield chosen
    return
  }
  for (let column = 0; column < from; column++)
    if (!chosen.includes(column)) yield* choices(from, size, [...chosen, column])
}

/**
 * `strict`: the same multiset of rows in some order of columns, in the gold's order of rows when it orders. `subset`: some of our
 * columns are the gold's. Numbers are compared to nine digits.
 */
export function matches(ours: Row[], gold: Row[], ordered: boolean): { strict: boolean; subset: boolean } {
  if (ours.length !== gold.length) return { strict: false, subset: false }
  if (!gold.length) return { strict: true, subset: true }
  const [width, want] = [ours[0]!.length, gold[0]!.length]
  if (width < want) return { strict: false, subset: false }
  let tried = 0
  for (const pick of choices(width, want)) {
    if (++tried > 500) break
    if (
      sameRows(
        ours.map((row) => pick.map((column) => row[column])),
        gold,
        ordered,
      )
    )
      return { strict: width === want, subset: true }
  }
  return { strict: false, subset: false }
}

/** Whether two values are the same, numbers to nine digits. */
const sameValue = (a: unknown, b: unknown): boolean => text(a) === text(b)

/** `same` and `differs`: the rows of the answer beside those of the verified statement now; `gone`: that statement does not run any more. */
export const OUTCOMES = ['same', 'differs', 'refused', 'asked', 'failed', 'gone'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Rows of each side that are compared, and what is kept of those that differ. */
export const COMPARED = 10_000
const MOST_ROWS = 20
const MOST_COLUMNS = 12
const LONGEST_CELL = 200

type DiffRow = { kind: 'changed' | 'missing' | 'extra'; expected: Cell[] | null; got: Cell[] | null }
/** Where two results differ: the first rows and columns, side by side. */
export type CellDiff = {
  columns: string[]
  /** The column of the answer beside each; null where it has none. */
  got_columns: (string | null)[]
  rows: DiffRow[]
  differing: number
  expected_rows: number
  got_rows: number
  /** Only the first 10,000 rows of each were compared. */
  partly?: true
}

type Rows = Pick<QueryResult, 'columns' | 'rows' | 'total_rows'>

/** Whether the answer has the cells of the verified result: its columns among those of the answer, in order where the statement orders. */
export function isSame(expected: Rows, got: Rows, isOrdered: boolean): boolean {
  if (expected.total_rows !== got.total_rows) return false
  const partners = partnersOf(expected, got)
  const isAll = partners.every((at) => at !== null)
  return (
    (isAll &&
      matches(
        got.rows.map((row) => partners.map((at) => row[at!])),
        expected.rows,
        isOrdered,
      ).subset) ||
    matches(got.rows, expected.rows, isOrdered).subset
  )
}

/** What differs, cell by cell: rows meet by what names them where that is unique, else by their place. */
export function diffOf(expected: Rows, got: Rows): CellDiff {
  const partners = partnersOf(expected, got)
  const project = (row: Cell[]): Cell[] => partners.map((at) => (at === null ? null : (row[at] ?? null)))
  const theirs = got.rows.map(project)
  const names = expected.columns.flatMap(({ type }, at) => (!isNumeric(type) && partners[at] !== null ? [at] : []))
  const keyOf = (row: Cell[]) => JSON.stringify(names.map((at) => row[at]))
  const isKey = names.length > 0 && isUnique(expected.rows.map(keyOf)) && isUnique(theirs.map(keyOf))
  const pairs: [Cell[] | null, Cell[] | null][] = []
  if (isKey) {
    const byKey = new Map(theirs.map((row) => [keyOf(row), row]))
    for (const row of expected.rows) {
      pairs.push([row, byKey.get(keyOf(row)) ?? null])
      byKey.delete(keyOf(row))
    }
    for (const row of byKey.values()) pairs.push([null, row])
  } else
    for (let at = 0; at < Math.max(expected.rows.length, theirs.length); at++)
      pairs.push([expected.rows[at] ?? null, theirs[at] ?? null])
  const differing = pairs.filter(([a, b]) => !a || !b || a.some((cell, at) => !sameValue(cell, b[at])))
  const shortRow = (row: Cell[] | null) => row?.slice(0, MOST_COLUMNS).map(short) ?? null
  return {
    columns: expected.columns.slice(0, MOST_COLUMNS).map(({ name }) => name),
    got_columns: partners.slice(0, MOST_COLUMNS).map((at) => (at === null ? null : got.columns[at]!.name)),
    rows: differing.slice(0, MOST_ROWS).map(([a, b]) => ({
      kind: !a ? 'extra' : !b ? 'missing' : 'changed',
      expected: shortRow(a),
      got: shortRow(b),
    })),
    differing: differing.length,
    expected_rows: expected.total_rows,
    got_rows: got.total_rows,
    ...(Math.max(expected.total_rows, got.total_rows) > COMPARED ? { partly: true } : {}),
  }
}

const short = (cell: Cell): Cell =>
  typeof cell === 'string' && cell.length > LONGEST_CELL ? `${cell.slice(0, LONGEST_CELL)}…` : cell
const isUnique = (keys: string[]): boolean => new Set(keys).size === keys.length

/** For each column of `expected` the one of `got` that it is compared with: of the same name, else of the same kind at the nearest place. */
function partnersOf(expected: Rows, got: Rows): (number | null)[] {
  const free = new Set(got.columns.keys())
  const take = (at: number | undefined) => {
    if (at === undefined) return null
    free.delete(at)
    return at
  }
  const named = expected.columns.map(({ name }) =>
    take([...free].find((at) => got.columns[at]!.name.toLowerCase() === name.toLowerCase())),
  )
  return named.map((partner, place) => {
    if (partner !== null) return partner
    const numeric = isNumeric(expected.columns[place]!.type)
    const fit = [...free].filter((at) => isNumeric(got.columns[at]!.type) === numeric)
    return take(fit.toSorted((a, b) => Math.abs(a - place) - Math.abs(b - place))[0])
  })
}

/** One question in two runs, where it came out otherwise. */
export type Change = { question: string; before: Outcome | null; after: Outcome | null }
type Judged = { queryId: string; question: string; outcome: Outcome }

/** What came out otherwise in the later run, by the verified query; a query that only one of them asked has null in the other. */
export function changesOf(before: Judged[], after: Judged[]): Change[] {
  const earlier = new Map(before.map((one) => [one.queryId, one]))
  const later = new Set(after.map(({ queryId }) => queryId))
  return [
    ...after.flatMap(({ queryId, question, outcome }) => {
      const was = earlier.get(queryId)?.outcome ?? null
      return was === outcome ? [] : [{ question, before: was, after: outcome }]
    }),
    ...before
      .filter(({ queryId }) => !later.has(queryId))
      .map(({ question, outcome }) => ({ question, before: outcome, after: null })),
  ]
}
