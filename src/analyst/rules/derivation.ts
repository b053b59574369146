import type { CellReference } from './answer.ts'
import { type BindableResult, exactOf, inPeriod, names, type Surroundings, type ValueCell } from './cell.ts'
import type { NumberToken } from './number-token.ts'

export type Derivation = { cells: CellReference[]; derivation: string }

/** Only a sentence that speaks of a difference may claim one: with enough cells any small number is the difference of some two. */
const SPEAKS_OF_DIFFERENCE =
  /\b(more|less|fewer|higher|lower|larger|smaller|greater|differ\w*|gap|increas\w*|decreas\w*|declin\w*|up|down|grew|growth|fell|fall\w*|r[io]se\w*|rising|dropp?\w*|gain\w*|los[st]\w*|chang\w*|ahead|behind|above|below|than|added|lead\w*|versus|vs)\b/
const SPEAKS_OF_SUM = /\b(total\w*|together|sum\w*|combined|altogether|overall|both|all|in all)\b/
const SPEAKS_OF_RATIO = /\b(times|as (?:many|much|large|big|high)|ratio|per|each|average|multiple|double|triple)\b/
/** Rows taken into pairs at most: those the paragraph names, else the first and the last. */
const MOST_ROWS = 8

/** Looks for a computation over cells that the prose speaks of and that gives the token's value. */
export function derive(
  token: NumberToken,
  around: Surroundings,
  results: BindableResult[],
  cells: ValueCell[],
): Derivation | null {
  const groups = operands(around, results, cells)
  const fits = (value: number) =>
    Number.isFinite(value) && (near(token, value) || (!token.signed && value < 0 && near(token, -value)))
  const pairs = groups.flatMap(pairsOf)
  const found = (how: string, value: (a: number, b: number) => number, symbol: string): Derivation | null => {
    for (const [a, b] of pairs)
      if (fits(value(a.value, b.value)))
        return { cells: [a.reference, b.reference], derivation: `${how}: ${a.exact} ${symbol} ${b.exact}` }
    return null
  }
  if (token.kind === 'percent')
    return (
      shareOfTotal(groups, results, fits) ??
      found('percent change', (a, b) => (100 * (a - b)) / Math.abs(b), 'against') ??
      found('share', (a, b) => (100 * a) / b, 'of') ??
      found('difference', (a, b) => (around.sentence.match(SPEAKS_OF_DIFFERENCE) ? a - b : Number.NaN), '−')
    )
  if (token.kind === 'factor' || SPEAKS_OF_RATIO.test(around.sentence)) {
    const ratio = found('ratio', (a, b) => a / b, '/')
    if (ratio || token.kind === 'factor') return ratio
  }
  if (SPEAKS_OF_DIFFERENCE.test(around.sentence)) {
    const difference = found('difference', (a, b) => a - b, '−')
    if (difference) return difference
  }
  return SPEAKS_OF_SUM.test(around.sentence) ? partialSum(groups, fits) : null
}

/** Equal up to the rounding that the token's digits show, and to what a double cannot hold. */
export const near = (token: NumberToken, value: number): boolean =>
  Math.abs(token.value - value) <= token.tolerance * (1 + 1e-9) + Math.abs(value) * 1e-12

type Group = { column: string; result: string; alone: boolean; cells: ValueCell[] }

/** Numeric cells a sentence may compute with, by result and column: rows named in the paragraph, else the first and last. */
function operands(around: Surroundings, results: BindableResult[], cells: ValueCell[]): Group[] {
  const groups: Group[] = []
  for (const result of results) {
    const own = cells.filter((cell) => cell.reference.result === result.id)
    const spoken = own.filter(
      (cell) =>
        (cell.label && names(around.paragraph, cell.label)) ||
        (cell.date && around.dates.some((period) => inPeriod(cell.date!, period))),
    )
    const named = [...new Set(spoken.map((cell) => cell.reference.row))].slice(0, MOST_ROWS)
    const rows = new Set(named.length > 0 ? named : [0, 1, result.rows.length - 2, result.rows.length - 1])
    // One named row is compared with its neighbours and the ends: "in March it rose by 12 %".
    if (named.length === 1) for (const row of [named[0]! - 1, named[0]! + 1, 0, result.rows.length - 1]) rows.add(row)
    for (const { name } of result.columns) {
      const column = own.filter(
        (cell) => cell.exact !== null && cell.reference.column === name && rows.has(cell.reference.row),
      )
      if (column.length > 0)
        groups.push({ column: name, result: result.id, alone: result.total_rows === 1, cells: column })
    }
  }
  return groups
}

/** Pairs in both directions: two rows of a column, two columns of a row, and the figures of two one-row results. */
function pairsOf(group: Group, at: number, groups: Group[]): [ValueCell, ValueCell][] {
  const within = group.cells.flatMap((a) =>
    group.cells.filter((b) => b !== a).map((b): [ValueCell, ValueCell] => [a, b]),
  )
  const across = groups
    .filter((other, index) => index !== at && (other.result === group.result || (other.alone && group.alone)))
    .flatMap((other) =>
      group.cells.flatMap((a) =>
        other.cells
          .filter((b) => other.result !== group.result || b.reference.row === a.reference.row)
          .map((b): [ValueCell, ValueCell] => [a, b]),
      ),
    )
  return [...within, ...across]
}

/** A cell, or the first k rows together, as a share of its column's total. */
function shareOfTotal(groups: Group[], results: BindableResult[], fits: (value: number) => boolean): Derivation | null {
  for (const group of groups) {
    const result = results.find((entry) => entry.id === group.result)!
    const at = result.columns.findIndex((column) => column.name === group.column)
    const total = totalOf(result, at)
    if (!total) continue
    for (const cell of group.cells)
      if (fits((100 * cell.value) / total))
        return { cells: [cell.reference], derivation: `share: ${cell.exact} of the total ${total} of ${group.column}` }
    const sums = [group.cells.map((cell) => cell.reference.row), ...[2, 3, 4, 5, 10].map((k) => [...Array(k).keys()])]
    for (const rows of sums) {
      if (rows.length < 2 || rows.some((row) => row >= result.rows.length)) continue
      const sum = rows.reduce((total, row) => total + Number(exactOf(result.rows[row]![at]!) ?? Number.NaN), 0)
      if (fits((100 * sum) / total))
        return {
          cells: rows.map((row) => ({ result: result.id, row, column: group.column })),
          derivation: `share: ${rows.length} rows of the total ${total} of ${group.column}`,
        }
    }
  }
  return null
}

/** Sum of a column over all rows of the result, null when not all of them are at hand. */
function totalOf(result: BindableResult, column: number): number | null {
  const measured = result.statistics.find((entry) => entry.column === result.columns[column]?.name)?.sum
  if (measured !== undefined) return Number(measured)
  if (result.rows.length < result.total_rows) return null
  const values = result.rows.map((row) => exactOf(row[column] ?? null)).filter((exact) => exact !== null)
  return values.length > 1 ? values.reduce((sum, exact) => sum + Number(exact), 0) : null
}

/** The named rows of a column added up. */
function partialSum(groups: Group[], fits: (value: number) => boolean): Derivation | null {
  for (const group of groups) {
    if (group.cells.length < 2) continue
    if (fits(group.cells.reduce((sum, cell) => sum + cell.value, 0)))
      return {
        cells: group.cells.map((cell) => cell.reference),
        derivation: `sum: ${group.cells.map((cell) => cell.exact).join(' + ')}`,
      }
  }
  return null
}
