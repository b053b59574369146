import type { CellReference } from './answer.ts'
import {
  type BindableResult,
  exactOf,
  inPeriod,
  measuresOf,
  namesColumn,
  type Surroundings,
  type ValueCell,
} from './cell.ts'
import type { NumberToken } from './number-token.ts'

export type Derivation = { cells: CellReference[]; derivation: string }

const word = (...alternatives: string[]) => new RegExp(`(?<!\\p{L})(?:${alternatives.join('|')})(?!\\p{L})`, 'u')
/** A number is only derived where the sentence says how: with enough cells any small number is the difference of some two. */
export const OF_RISE = word(
  'more|higher|larger|greater|increas\\p{L}*|up|grew|grow\\p{L}*|r[io]se\\p{L}*|rising|gain\\p{L}*|improv\\p{L}*|ahead|above|added|mehr|höher|gr[öo]ßer|über|stieg\\p{L}*|gestiegen|wuchs\\p{L}*|gewachsen',
  'plus|hausse|augment\\p{L}*|más|mayor(?:es)?|aument\\p{L}*|subi\\p{L}*|creci\\p{L}*',
)
export const OF_FALL = word(
  'less|fewer|lower|smaller|decreas\\p{L}*|declin\\p{L}*|down|fell|fall\\p{L}*|drop\\p{L}*|los[st]\\p{L}*|loss\\p{L}*|behind|below|minus|negative|deficit|weniger|niedriger|kleiner|unter|sank\\p{L}*|gesunken|fiel\\p{L}*|gefallen|verlust\\p{L}*',
  'moins|baisse|diminu\\p{L}*|perte\\p{L}*|menos|menor(?:es)?|disminu\\p{L}*|baj\\p{L}*|pérdida\\p{L}*',
)
const OF_DIFFERENCE = word('differ\\p{L}*|gap|chang\\p{L}*|lead\\p{L}*|than|versus|vs|vor|als')
/** The sign that a sentence gives a change: 1, -1, or 0 where it tells none, or both. */
const directionOf = (sentence: string): number => Number(OF_RISE.test(sentence)) - Number(OF_FALL.test(sentence))
const speaksOfChange = (sentence: string): boolean =>
  [OF_RISE, OF_FALL, OF_DIFFERENCE].some((words) => words.test(sentence))

export const OF_SUM = word(
  'total\\p{L}*|together|sum\\p{L}*|combined|altogether|overall|both|all',
  'zusammen|insgesamt|gesamt\\p{L}*|summe|ensemble|somme|juntos|conjunto|suma',
)
export const OF_MEAN = word(
  'averag\\p{L}*|mean|typical\\p{L}*|durchschnitt\\p{L}*|schnitt|mittel|moyen\\p{L}*|promedio|media',
)
const OF_RATIO = word(
  'times|as (?:many|much|large|big|high)|ratio|per|each|multiple|double|triple|mal|pro|je|par|fois|por|veces',
)
/** The whole of a period is compared by its ends. */
const OF_ENDS = word(
  'over the (?:whole |entire )?(?:period|year|years|months|quarters|weeks)|from first to last|throughout|overall|since',
)

/** Equal up to the rounding that the token's digits show, and to what a double cannot hold. */
export const near = (token: Pick<NumberToken, 'value' | 'tolerance'>, value: number): boolean =>
  Math.abs(token.value - value) <= token.tolerance * (1 + 1e-9) + Math.abs(value) * 1e-12

/** A cell that a sentence speaks of, and where: its value stands there, or its row and column are named. */
export type Mention = { at: number; cell: ValueCell }

/** How probable a coincidence may be where the sentence names row or column, and where it names neither. */
export const CHANCE = { named: 0.1, unnamed: 0.01 }
/** How probable it is that one of `count` values of the token's size equals it by coincidence. */
export const chanceOf = (token: NumberToken, count: number): number =>
  (count * 2 * token.tolerance) / Math.max(Math.abs(token.value), 1e-9)

/**
 * Looks for a computation that the sentence speaks of and that gives the token's value.
 * @param values cells whose values stand in the same sentence
 */
export function derive(
  token: NumberToken,
  around: Surroundings,
  results: BindableResult[],
  cells: ValueCell[],
  values: Mention[],
): Derivation | null {
  const isSpoken = (result: BindableResult, name: string, measures: string[]) =>
    namesColumn(around.sentence, name) ||
    (!result.past && measures.length === 1) ||
    values.some(({ cell: { reference } }) => reference.result === result.id && reference.column === name)
  const named = mentionsOf(around, results, cells, isSpoken, values)
  const certain = compute(token, around, results, cells, named)
  if (certain) return certain
  const others = mentionsOf(around, results, cells, (result) => !result.past, [])
  const columns = Map.groupBy(others, ({ cell: { reference } }) => `${reference.result} ${reference.column}`)
  const isDistinctive = chanceOf(token, 2 * columns.size) <= CHANCE.unnamed
  if (isDistinctive)
    for (const mentions of columns.values()) {
      const found = mentions.length > 1 ? compute(token, around, results, cells, mentions) : null
      if (found) return found
    }
  return null
}

/** Tries the computations that the words of the sentence name, on what it speaks of. */
function compute(
  token: NumberToken,
  around: Surroundings,
  results: BindableResult[],
  cells: ValueCell[],
  mentions: Mention[],
): Derivation | null {
  const pairs = pairsOf(token, around, mentions, cells)
  const fits = (value: number) =>
    Number.isFinite(value) && (near(token, value) || (!token.signed && value < 0 && near(token, -value)))
  // "Revenue fell by 4.8 %" is false of a rise.
  const direction = directionOf(around.sentence)
  const inDirection = (change: number) => (change * direction < 0 ? Number.NaN : change)
  const found = (how: string, value: (a: number, b: number) => number, symbol: string): Derivation | null => {
    for (const [a, b] of pairs)
      if (fits(value(a.value, b.value)))
        return { cells: [a.reference, b.reference], derivation: `${how}: ${a.exact} ${symbol} ${b.exact}` }
    return null
  }
  const isChange = speaksOfChange(around.sentence)
  if (token.kind === 'percent')
    return (
      (isChange ? found('percent change', (a, b) => inDirection(a - b) * (100 / Math.abs(b)), 'against') : null) ??
      shareOfTotal(around, mentions, results, fits) ??
      (isChange
        ? found('difference', (a, b) => inDirection(a - b), '−')
        : found('share', (a, b) => (a <= b ? (100 * a) / b : Number.NaN), 'of'))
    )
  if (token.kind === 'factor') return found('ratio', (a, b) => a / b, '/')
  return (
    (isChange ? found('difference', (a, b) => inDirection(a - b), '−') : null) ??
    (OF_SUM.test(around.sentence) ? together('sum', mentions, fits) : null) ??
    (OF_MEAN.test(around.sentence) ? together('mean', mentions, fits) : null) ??
    (OF_RATIO.test(around.sentence) ? found('ratio', (a, b) => a / b, '/') : null)
  )
}

/** What a sentence speaks of, in its order: cells whose values stand in it, and those of named rows in columns that `isSpoken`. */
function mentionsOf(
  around: Surroundings,
  results: BindableResult[],
  cells: ValueCell[],
  isSpoken: (result: BindableResult, column: string, measures: string[]) => boolean,
  values: Mention[],
): Mention[] {
  const found = new Map(values.map((mention) => [mention.cell, mention.at]))
  for (const result of results) {
    const measures = measuresOf(result)
    const columns = new Set(measures.filter((name) => isSpoken(result, name, measures)))
    for (const cell of cells) {
      if (cell.reference.result !== result.id || cell.exact === null || !columns.has(cell.reference.column)) continue
      const at = found.has(cell) ? null : placeOf(cell, around)
      if (at !== null) found.set(cell, at)
    }
  }
  return [...found].map(([cell, at]) => ({ cell, at })).sort((a, b) => a.at - b.at)
}

/** Where the sentence names the row of a cell; its beginning, when the row is the only one. */
function placeOf(cell: ValueCell, around: Surroundings): number | null {
  const places = cell.row.flatMap(({ label, date }) => {
    const at = label !== null && label.length > 1 ? around.sentence.indexOf(label) : -1
    if (at >= 0) return [at]
    const inDates = date !== null && around.dates.some((period) => inPeriod(date, period))
    return inDates ? [around.sentence.indexOf(date.slice(0, 4))] : []
  })
  if (places.length > 0) return around.start + Math.max(0, ...places)
  return cell.alone ? around.start : null
}

/** The pairs that a sentence may compute with: what it speaks of next to the number, both ways round. */
function pairsOf(
  token: NumberToken,
  around: Surroundings,
  mentions: Mention[],
  cells: ValueCell[],
): [ValueCell, ValueCell][] {
  const before = mentions.filter(({ at }) => at < token.start).toReversed()
  const after = mentions.filter(({ at }) => at >= token.start)
  // What stands next to the number, with the nearest on either side that it can be computed with.
  const [nearest] = [...before, ...after]
  const anchors = mentions.filter(({ at }) => at === nearest?.at).map(({ cell }) => cell)
  const pairs = anchors.flatMap((anchor) =>
    [before, after].flatMap((side): [ValueCell, ValueCell][] => {
      const others = side.flatMap(({ cell }) => (cell !== anchor && comparable(anchor, cell) ? [cell] : []))
      const partner = others.find(({ reference }) => reference.column === anchor.reference.column) ?? others[0]
      return partner ? [side === before ? [partner, anchor] : [anchor, partner]] : []
    }),
  )
  const [only, ...more] = mentions
  // "In March it rose by 12 %": against the row before; "over the period": the last row against the first.
  if (only && more.length === 0) {
    const previous = sameColumn(only.cell, cells).find(({ reference }) => reference.row === only.cell.reference.row - 1)
    if (previous && dateOf(previous)) pairs.push([only.cell, previous])
  }
  if (!only && OF_ENDS.test(around.sentence)) {
    const named = cells.filter(
      (cell) => !cell.past && cell.exact !== null && (cell.only || namesColumn(around.sentence, cell.reference.column)),
    )
    const column = named[0] ? sameColumn(named[0], cells) : []
    if (column.length > 1 && dateOf(column[0]!)) pairs.push([column.at(-1)!, column[0]!])
  }
  // "North has 372 more than South" speaks of North against South.
  const isAgainst = /^\P{Nd}{0,30}(?<!\p{L})(?:than|above|below|over|under|ahead of|behind|als|que)(?!\p{L})/u.test(
    around.after,
  )
  return pairs.flatMap(([a, b]): [ValueCell, ValueCell][] => {
    const [first, second] = [dateOf(a), dateOf(b)]
    // Of two periods the later is told against the earlier.
    if (first && second && first !== second) return [first > second ? [a, b] : [b, a]]
    return isAgainst
      ? [[a, b]]
      : [
          [a, b],
          [b, a],
        ]
  })
}

/** Two rows of a column, two columns of a row, or the figures of two results of one row. */
const comparable = ({ reference: a, alone }: ValueCell, { reference: b, ...other }: ValueCell): boolean =>
  a.result === b.result ? (a.column === b.column) !== (a.row === b.row) : alone && other.alone

const sameColumn = ({ reference }: ValueCell, cells: ValueCell[]): ValueCell[] =>
  cells.filter(
    (cell) =>
      cell.exact !== null && cell.reference.result === reference.result && cell.reference.column === reference.column,
  )

const dateOf = ({ row }: ValueCell): string | null => row.find(({ date }) => date !== null)?.date ?? null

const COUNTS = new Map(
  ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'].map((it, at) => [it, at + 2]),
)

/** A cell, or the first rows together ("the top three"), as a share of its column's total. */
function shareOfTotal(
  around: Surroundings,
  mentions: Mention[],
  results: BindableResult[],
  fits: (value: number) => boolean,
): Derivation | null {
  for (const { cell } of mentions.toReversed()) {
    const { result: id, column } = cell.reference
    const total = totalOf(results.find((entry) => entry.id === id)!, column)
    if (total && fits((100 * cell.value) / total))
      return { cells: [cell.reference], derivation: `share: ${cell.exact} of the total ${total} of ${column}` }
  }
  const [, said] = /(?<!\p{L})(?:top|first|largest|biggest|best)\s+(\p{L}+|\d+)/u.exec(around.sentence) ?? []
  const count = said === undefined ? Number.NaN : (COUNTS.get(said) ?? Number(said))
  if (!(count > 1)) return null
  for (const result of results.toReversed())
    for (const column of measuresOf(result)) {
      const total = totalOf(result, column)
      const at = result.columns.findIndex(({ name }) => name === column)
      const first = result.rows.slice(0, count).map((row) => Number(exactOf(row[at] ?? null) ?? Number.NaN))
      if (!total || first.length < count || result.past || !fits((100 * first.reduce((a, b) => a + b, 0)) / total))
        continue
      return {
        cells: first.map((_, row) => ({ result: result.id, row, column })),
        derivation: `share: ${count} rows of the total ${total} of ${column}`,
      }
    }
  return null
}

/** Sum of a column over all rows of the result, null when not all of them are at hand. */
function totalOf(result: BindableResult, column: string): number | null {
  const measured = result.statistics.find((entry) => entry.column === column)?.sum
  if (measured !== undefined) return Number(measured)
  if (result.rows.length < result.total_rows) return null
  const at = result.columns.findIndex(({ name }) => name === column)
  const values = result.rows.map((row) => exactOf(row[at] ?? null)).filter((exact) => exact !== null)
  return values.length > 1 ? values.reduce((sum, exact) => sum + Number(exact), 0) : null
}

/** The cells of one column that the sentence speaks of, added up or averaged. */
function together(how: 'sum' | 'mean', mentions: Mention[], fits: (value: number) => boolean): Derivation | null {
  for (const group of Map.groupBy(
    mentions,
    ({ cell: { reference } }) => `${reference.result} ${reference.column}`,
  ).values()) {
    const sum = group.reduce((total, { cell }) => total + cell.value, 0)
    if (group.length < 2 || !fits(how === 'sum' ? sum : sum / group.length)) continue
    return {
      cells: group.map(({ cell }) => cell.reference),
      derivation: `${how}: ${group.map(({ cell }) => cell.exact).join(' + ')}`,
    }
  }
  return null
}
