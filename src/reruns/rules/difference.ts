import type { Cell, QueryResult } from '#query/rules/answers.ts'
import { isNumeric } from '#query/rules/result.ts'

type Rows = Pick<QueryResult, 'columns' | 'rows' | 'total_rows'>
type ChangedRow = { kind: 'added' | 'removed' | 'changed'; before: Cell[] | null; now: Cell[] | null }
/** How two results of one statement differ. `key`: the columns by which rows were found again; none where they meet by their place. */
export type Difference = {
  columns: string[]
  /** Of the columns, in the later one. */
  types: string[]
  key: string[]
  added: number
  removed: number
  changed: number
  /** The first of them, those that changed before those that came and went. */
  rows: ChangedRow[]
  /** Only so many rows of each were compared. */
  partly: boolean
}

const MOST_SHOWN = 50
/** Columns whose values name a row. */
const NAMING = /(?:^|_)(?:id|uuid|key|code|no|nr|number)$/i
const PERIOD = /(?:^|_)(?:year|quarter|month|week|day|rank)s?$/i

/** Columns that name each row of both results: the fewest that do, first those made for it, then words and dates. */
function keyOf(columns: string[], types: string[], before: Cell[][], now: Cell[][]): number[] {
  const all = columns.map((_, at) => at)
  const words = all.filter((at) => !isNumeric(types[at]!))
  const periods = all.filter((at) => isNumeric(types[at]!) && PERIOD.test(columns[at]!))
  const choices = [
    ...all.filter((at) => NAMING.test(columns[at]!)).map((at) => [at]),
    ...words.map((at) => [at]),
    words,
    periods,
    [...words, ...periods],
  ]
  const isKey = (chosen: number[]) =>
    chosen.length > 0 &&
    chosen.length < columns.length &&
    [before, now].every((rows) => isUnique(rows.map(named(chosen))))
  return choices.find(isKey) ?? []
}
const named = (key: number[]) => (row: Cell[]) => JSON.stringify(key.map((at) => row[at] ?? null))
const isUnique = (all: string[]) => new Set(all).size === all.length

/** What of the rows came, went and changed. Columns that only one of the two has are left out of the comparison. */
export function difference(before: Rows, now: Rows): Difference {
  const shared = before.columns.filter(({ name }) => now.columns.some((column) => column.name === name))
  const columns = shared.map(({ name }) => name)
  const rowsOf = (result: Rows) => {
    const places = columns.map((name) => result.columns.findIndex((column) => column.name === name))
    return result.rows.map((row) => places.map((at) => row[at] ?? null))
  }
  const [then, later] = [rowsOf(before), rowsOf(now)]
  const key = keyOf(
    columns,
    shared.map(({ type }) => type),
    then,
    later,
  )
  const all =
    key.length > 0
      ? byKey(then, later, named(key))
      : columns.length === 1 || then.length === later.length
        ? byPlace(then, later)
        : byWhole(then, later)
  const of = (kind: ChangedRow['kind']) => all.filter((row) => row.kind === kind)
  const [added, removed, changed] = [of('added'), of('removed'), of('changed')]
  return {
    ...{ columns, types: shared.map(({ type }) => type), key: key.map((at) => columns[at]!) },
    ...{ added: added.length, removed: removed.length, changed: changed.length },
    rows: [...changed, ...added, ...removed].slice(0, MOST_SHOWN),
    partly: before.rows.length < before.total_rows || now.rows.length < now.total_rows,
  }
}

const isSame = (a: Cell[], b: Cell[]) => a.every((cell, at) => cell === b[at])

function byKey(before: Cell[][], now: Cell[][], nameOf: (row: Cell[]) => string): ChangedRow[] {
  const left = new Map(now.map((row) => [nameOf(row), row]))
  const found = before.flatMap((row): ChangedRow[] => {
    const other = left.get(nameOf(row))
    left.delete(nameOf(row))
    if (!other) return [{ kind: 'removed', before: row, now: null }]
    return isSame(row, other) ? [] : [{ kind: 'changed', before: row, now: other }]
  })
  return [...found, ...[...left.values()].map((row): ChangedRow => ({ kind: 'added', before: null, now: row }))]
}

/** Rows that nothing names, as many as before: they meet by their place. */
const byPlace = (before: Cell[][], now: Cell[][]): ChangedRow[] =>
  Array.from({ length: Math.max(before.length, now.length) }, (_, at) => at).flatMap((at): ChangedRow[] => {
    const [a, b] = [before[at] ?? null, now[at] ?? null]
    if (a && b) return isSame(a, b) ? [] : [{ kind: 'changed', before: a, now: b }]
    return [{ kind: a ? 'removed' : 'added', before: a, now: b }]
  })

/** Rows that nothing names, and other many: whole rows come and go, equal ones as often as they are there. */
function byWhole(before: Cell[][], now: Cell[][]): ChangedRow[] {
  const left = Map.groupBy(now, (row) => JSON.stringify(row))
  const removed = before.filter((row) => !left.get(JSON.stringify(row))?.pop())
  return [
    ...removed.map((row): ChangedRow => ({ kind: 'removed', before: row, now: null })),
    ...[...left.values()].flat().map((row): ChangedRow => ({ kind: 'added', before: null, now: row })),
  ]
}
