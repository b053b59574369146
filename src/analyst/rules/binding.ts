import { daysFrom } from '#base/time.ts'
import type { BoundNumber } from './answer.ts'
import {
  type BindableResult,
  exactOf,
  inPeriod,
  names,
  namesColumn,
  type Surroundings,
  surroundings,
  type ValueCell,
  valueCells,
} from './cell.ts'
import { derive, near } from './derivation.ts'
import { type NumberToken, numberTokens } from './number-token.ts'

/** `said`: the question and the statements that ran; a number that stands there names a filter and claims nothing. */
export type Evidence = { results: BindableResult[]; said: string[] }
type Verdict = Omit<BoundNumber, 'text' | 'start' | 'end'>

/**
 * Matches every numeric token of the prose to a cell of the results, or to a derivation recomputed from cells. Deterministic: the
 * same prose and results always give the same verdicts.
 */
export function bindNumbers(text: string, evidence: Evidence): BoundNumber[] {
  const tokens = numberTokens(text)
  const around = surroundings(text, tokens)
  const cells = valueCells(evidence.results)
  const said = evidence.said.map((words) => ({ words: words.toLowerCase(), tokens: numberTokens(words) }))
  const labels = labelSpans(text, cells)
  return tokens.map((token, at) => {
    const { text: written, start, end } = token
    const label = labels.find((span) => start >= span.start && end <= span.end)
    if (label) return { text: written, start, end, state: 'bound', cells: [label.cell.reference] }
    return { text: written, start, end, ...verdict(token, around[at]!, evidence.results, cells, said) }
  })
}

/** Where the prose names a cell that has digits in its words: the 101 of "Knife Set 101" is part of a name. */
function labelSpans(text: string, cells: ValueCell[]): { start: number; end: number; cell: ValueCell }[] {
  const words = text.toLowerCase()
  return cells.flatMap((cell) => {
    const label = cell.label && /\d/.test(cell.label) && /\p{L}/u.test(cell.label) ? cell.label.toLowerCase() : null
    if (!label) return []
    const found = []
    for (let at = words.indexOf(label); at >= 0; at = words.indexOf(label, at + 1))
      found.push({ start: at, end: at + label.length, cell })
    return found
  })
}

type Said = { words: string; tokens: NumberToken[] }
const quoted: Verdict = { state: 'quoted', cells: [] }
const unbound: Verdict = { state: 'unbound', cells: [] }

function verdict(
  token: NumberToken,
  around: Surroundings,
  results: BindableResult[],
  cells: ValueCell[],
  said: Said[],
): Verdict {
  if (token.kind === 'position') return quoted
  const isRepeated = said.some((entry) => repeats(token, around, entry))
  const isSaid = said.some((entry) => mentions(token, entry))
  if (token.kind === 'date') {
    // A bound of the period that was asked for claims nothing, whatever dates the rows have.
    const bound = /\b(?:from|to|since|until|between|and|before|after|through|means|end on)\s*$/.test(around.before)
    return isSaid && (bound || isRepeated) ? quoted : (dateVerdict(token, around, cells) ?? (isSaid ? quoted : unbound))
  }
  if (isRepeated) return quoted
  const equal = cells.filter((cell) => cell.exact === token.exact)
  const best = nearest(equal, around)
  const vague =
    best !== null && best.support === 0 && !best.cell.alone && Math.abs(token.value) < 10 && !token.exact.includes('.')
  if (best && !vague) return { state: 'bound', cells: [best.cell.reference] }
  if (token.date && isSaid) return quoted
  const found =
    yearVerdict(token, around, cells) ?? roundedVerdict(token, around, cells) ?? wholeVerdict(token, results)
  if (found) return found
  if (isSaid) return quoted
  const derivation = derive(token, around, results, cells)
  return derivation ? { state: 'derived', ...derivation } : unbound
}

function dateVerdict(token: NumberToken, around: Surroundings, cells: ValueCell[]): Verdict | null {
  const inside = cells.filter((cell) => cell.date !== null && inPeriod(cell.date, token.date!))
  const best = nearest(inside, around)
  if (!best) return null
  const { reference, date } = best.cell
  if (inside.every((cell) => cell.date === date || cell.reference.row === reference.row))
    return { state: 'bound', cells: [reference] }
  return { state: 'derived', cells: [reference], derivation: `${token.date} holds ${date}` }
}

/** A year stands for the dates of that year. */
function yearVerdict(token: NumberToken, around: Surroundings, cells: ValueCell[]): Verdict | null {
  if (!token.date) return null
  const best = nearest(
    cells.filter((cell) => cell.date?.startsWith(token.date!)),
    around,
  )
  return best && { state: 'derived', cells: [best.cell.reference], derivation: `year of ${best.cell.date}` }
}

/** The cell rounded to the token's digits, without its sign, or a share written as percent. */
function roundedVerdict(token: NumberToken, around: Surroundings, cells: ValueCell[]): Verdict | null {
  const found = (fits: (cell: ValueCell) => boolean, how: (cell: ValueCell) => string): Verdict | null => {
    const best = nearest(
      cells.filter((cell) => cell.exact !== null && fits(cell)),
      around,
    )
    return best && { state: 'derived', cells: [best.cell.reference], derivation: how(best.cell) }
  }
  const rounds = (value: number, cell: ValueCell) =>
    near(token, value) && (token.scaled || cell.exact!.includes('.') || token.exact === cell.exact)
  return (
    found(
      (cell) => rounds(cell.value, cell),
      (cell) => `rounded from ${cell.exact}`,
    ) ??
    (token.kind === 'percent'
      ? found(
          (cell) => Math.abs(cell.value) <= 10 && near(token, (token.signed ? cell.value : Math.abs(cell.value)) * 100),
          (cell) => `${cell.exact} × 100`,
        )
      : null) ??
    (token.signed
      ? null
      : found(
          (cell) => cell.value < 0 && rounds(-cell.value, { ...cell, exact: cell.exact!.slice(1) }),
          (cell) => `${cell.exact} without its sign`,
        ))
  )
}

/** Row count and the statistics over all rows of a result. */
function wholeVerdict(token: NumberToken, results: BindableResult[]): Verdict | null {
  for (const result of results.toReversed()) {
    const cell = (column: string) => (result.rows.length > 0 ? [{ result: result.id, row: 0, column }] : [])
    if (token.kind === 'number' && token.exact === String(result.total_rows) && result.total_rows > 1)
      return { state: 'derived', cells: cell(result.columns[0]?.name ?? ''), derivation: `rows of ${result.name}` }
    for (const column of result.statistics)
      for (const [how, value] of [
        ['sum', column.sum ?? null],
        ['mean', column.avg ?? null],
        ['smallest', exactOf(column.min)],
        ['largest', exactOf(column.max)],
        ['distinct values', column.distinct],
      ] as const)
        if (value !== null && near(token, Number(value)))
          return {
            state: 'derived',
            cells: cell(column.column),
            derivation: `${how} of ${column.column} in ${result.name}: ${value}`,
          }
  }
  return null
}

/** Of equal cells the one the sentence speaks of: its row's labels, dates and column; then the latest result and the first row. */
function nearest(candidates: ValueCell[], around: Surroundings): { cell: ValueCell; support: number } | null {
  let best: { cell: ValueCell; support: number } | null = null
  for (const cell of candidates) {
    const support = supportOf(cell, around)
    const better = !best || support > best.support || (support === best.support && cell.order > best.cell.order)
    if (better) best = { cell, support }
  }
  return best
}

function supportOf(cell: ValueCell, around: Surroundings): number {
  const labels = cell.row.filter(
    (other) => other !== cell && other.label !== null && names(around.sentence, other.label),
  )
  const dates = cell.row.some((other) => other.date && around.dates.some((period) => inPeriod(other.date!, period)))
  // "North 1,234 and South 567" names both rows: the label right before the number is the one that counts.
  const last = Math.max(-1, ...labels.map((other) => around.before.lastIndexOf(other.label!.toLowerCase())))
  return (
    labels.length * 4 +
    (dates ? 3 : 0) +
    (last >= 0 ? 1 + last / (around.before.length + 1) : 0) +
    (namesColumn(around.sentence, cell.reference.column) ? 2 : 0)
  )
}

/** The number stands in what was said beside the same word: "top 5", "last 3 months", "above 100". */
function repeats(token: NumberToken, around: Surroundings, said: Said): boolean {
  const before = /([\p{L}>=<]+)\W*$/u.exec(around.before)?.[1]
  const after = /^\W*(\p{L}+)/u.exec(around.sentence.slice(around.before.length + token.text.length))?.[1]
  return said.tokens.some((other) => {
    if (other.exact !== token.exact || other.kind !== token.kind) return false
    const lead = /([\p{L}>=<]+)\W*$/u.exec(said.words.slice(0, other.start))?.[1]
    const follow = /^\W*(\p{L}+)/u.exec(said.words.slice(other.end))?.[1]
    return (before !== undefined && before === lead) || (after !== undefined && after === follow)
  })
}

/** Statements say where a period ends by the day after it. */
const ends = (said: Said, token: NumberToken) => /<\s*(?:date|timestamp)?\s*'$/.test(said.words.slice(0, token.start))

/** The number, or a date of its period, stands anywhere in what was said. */
const mentions = (token: NumberToken, said: Said): boolean =>
  said.tokens.some((other) =>
    token.date && other.date
      ? inPeriod(other.date, token.date) ||
        inPeriod(token.date, other.date) ||
        (/^\d{4}-\d{2}-\d{2}$/.test(other.date) && ends(said, other) && inPeriod(daysFrom(other.date, -1), token.date))
      : other.exact !== '' && other.exact === token.exact,
  )
