import { daysFrom } from '#base/time.ts'
import type { BoundNumber, CatalogFact } from './answer.ts'
import { catalogFact } from './catalog-evidence.ts'
import {
  type BindableResult,
  exactOf,
  inPeriod,
  lowerCase,
  measuresOf,
  namesColumn,
  namesRow,
  type Surroundings,
  surroundings,
  type ValueCell,
  valueCells,
} from './cell.ts'
import { CHANCE, chanceOf, derive, type Mention, near, OF_FALL, OF_MEAN, OF_SUM } from './derivation.ts'
import { type NumberToken, numberTokens } from './number-token.ts'

/** `said`: the question and the statements that ran; a number that stands there names a filter and claims nothing. */
export type Evidence = { results: BindableResult[]; said: string[]; catalog?: CatalogFact[] }
type Verdict = Omit<BoundNumber, 'text' | 'start' | 'end'>

/** Numbers of a statement that filter nothing: row limits, places of columns, factors, digits to round to. */
const MECHANICS =
  /\b(?:limit|offset|fetch first)\s+\d+|\b(?:group|order)\s+by\s+[\d,\s]+|\b[\d.]+\s*\*|\*\s*[\d.]+|,\s*\d+\s*\)/gi

/**
 * Matches every numeric token of the prose to a cell of the results, or to a derivation recomputed from cells. That a value stands
 * somewhere is not enough: with enough cells every small number does. The sentence names the row or column, or the value is so
 * distinctive that it stands there by chance once in a hundred times. Deterministic: the same prose and results always give the
 * same verdicts.
 */
export function bindNumbers(text: string, evidence: Evidence): BoundNumber[] {
  const tokens = numberTokens(text)
  const around = surroundings(text, tokens)
  const cells = valueCells(evidence.results)
  const columns = evidence.results.flatMap((result) => result.columns.map(({ name }) => name.replaceAll('_', ' ')))
  const said = [...evidence.said.map((words) => words.replace(MECHANICS, ' ')), ...columns].map((words) => ({
    words: words.toLowerCase(),
    tokens: numberTokens(words),
  }))
  const labels = labelSpans(text, cells)
  const plain = tokens.map((token, at): Verdict | null => {
    const label = labels.find((span) => token.start >= span.start && token.end <= span.end)
    if (label) return { state: 'bound', cells: [label.cell.reference] }
    return eitherReading(token, (token) => plainVerdict(token, around[at]!, evidence.results, cells, said))
  })
  const values = plain.flatMap((verdict, at): Mention[] => {
    const of = verdict?.state === 'quoted' ? undefined : verdict?.cells[0]
    const cell = of && cells.find(({ exact, reference }) => exact !== null && isSame(reference, of))
    return cell ? [{ at: tokens[at]!.start, cell }] : []
  })
  return tokens.map((token, at) => {
    const { text, start, end } = token
    const { start: from, sentence } = around[at]!
    const beside = values.filter((value) => value.at !== start && value.at >= from && value.at < from + sentence.length)
    const verdict =
      plain[at] ??
      eitherReading(token, (token) => {
        const fact = catalogFact(token, around[at]!, evidence.catalog ?? [])
        if (fact) return { state: 'bound', cells: [], catalog: fact }
        const found = derive(token, around[at]!, evidence.results, cells, beside)
        return found && { state: 'derived', ...found }
      })
    return { text, start, end, ...(verdict ?? unbound) }
  })
}

const isSame = (a: BoundNumber['cells'][0], b: BoundNumber['cells'][0]) =>
  a.result === b.result && a.row === b.row && a.column === b.column

/** The verdict of a token, or of its other reading where `1.234` may be grouped. */
const eitherReading = (token: NumberToken, verdict: (token: NumberToken) => Verdict | null): Verdict | null =>
  verdict(token) ?? (token.other ? verdict({ ...token, ...token.other }) : null)

/** The name of a range, which is no number: "50-59", "60+", "< 18". */
const RANGE = /^(?:[<>≤≥]=? ?\d[\d.,]*|\d[\d.,]* ?(?:[-–] ?\d[\d.,]*|\+))$/

/** Where the prose names a cell that has digits in its words: the 101 of "Knife Set 101" is part of a name. */
function labelSpans(text: string, cells: ValueCell[]): { start: number; end: number; cell: ValueCell }[] {
  const words = lowerCase(text)
  return cells.flatMap((cell) => {
    const { label } = cell
    if (!label || !/\d/.test(label) || !(/\p{L}/u.test(label) || RANGE.test(label))) return []
    const found = []
    for (let at = words.indexOf(label); at >= 0; at = words.indexOf(label, at + 1)) {
      const end = at + label.length
      if (!/[\d.,]\d|\d\d/.test(`${words.slice(at - 1, at + 1)} ${words.slice(end - 1, end + 1)}`))
        found.push({ start: at, end, cell })
    }
    return found
  })
}

type Said = { words: string; tokens: NumberToken[] }
const quoted: Verdict = { state: 'quoted', cells: [] }
const unbound: Verdict = { state: 'unbound', cells: [] }

function plainVerdict(
  token: NumberToken,
  around: Surroundings,
  results: BindableResult[],
  cells: ValueCell[],
  said: Said[],
): Verdict | null {
  if (token.kind === 'position') return quoted
  if (token.time) return said.some((entry) => mentions(token, entry)) ? quoted : timeVerdict(token.time, around, cells)
  const isRepeated = repeats(token, around, said)
  const isSaid = said.some((entry) => mentions(token, entry))
  if (token.kind === 'date') {
    // A bound of the period that was asked for claims nothing, whatever dates the rows have.
    const bound = /\b(?:from|to|since|until|between|and|before|after|through|means|end on)\s*$/.test(around.before)
    return isSaid && (bound || isRepeated) ? quoted : (dateVerdict(token, around, cells) ?? (isSaid ? quoted : null))
  }
  if (isRepeated) return quoted
  const equal = ({ exact, reference }: ValueCell) =>
    exact === token.exact && (token.kind !== 'percent' || isRate(reference.column, around))
  const best = meant(token, around, cells, equal) ?? keyMeant(token, around, cells)
  if (best) return { state: 'bound', cells: [best.reference] }
  if (token.date && isSaid) return quoted
  const found =
    yearVerdict(token, around, cells) ??
    roundedVerdict(token, around, cells) ??
    wholeVerdict(token, around, results, said)
  // A small number that stands somewhere in a statement says nothing of this one.
  return found ?? (isSaid && Math.abs(token.value) >= 100 ? quoted : null)
}

/** A plain cell is a percentage when its column is one, or when the sentence says so by naming it. */
const isRate = (column: string, around: Surroundings): boolean =>
  /pct|percent|rate|share|ratio|margin|growth|change|anteil|quote|%/i.test(column) ||
  namesColumn(around.sentence, column)

/** A number that names a row, with what it has behind: "hour 18 (3,655)". */
function keyMeant(token: NumberToken, around: Surroundings, cells: ValueCell[]): ValueCell | null {
  const [, behind] = /^\P{Nd}{0,20}\((\P{Nd}{0,4}[\p{Nd}.,]+)/u.exec(around.after) ?? []
  const [value] = behind === undefined ? [] : numberTokens(behind)
  const isKey = (cell: ValueCell) =>
    cell.exact === token.exact &&
    cell.row[0] === cell &&
    cell.row.some((other) => other !== cell && other.exact === value?.exact)
  return (value && cells.find(isKey)) ?? null
}

/**
 * The cell that a token stands for: of the fitting ones the one the sentence speaks of, if it names both its row and its column, or
 * names one of them, or none, and a number of this size and precision would hardly fit by chance.
 * @param scale of the token to the cell: 100 for a share that is written as percent
 */
function meant(
  token: NumberToken,
  around: Surroundings,
  cells: ValueCell[],
  fits: (cell: ValueCell) => boolean,
  scale = 1,
): ValueCell | null {
  const best = nearest(cells.filter(fits), around)?.cell
  if (!best) return null
  const of = (cell: ValueCell) => ({
    row: namesRow(around.sentence, around.dates, cell),
    column: namesColumn(around.sentence, cell.reference.column),
  })
  const { row, column } = of(best)
  const own = cells.filter((cell) => cell.reference.result === best.reference.result)
  // Who speaks of South means no cell of North; "893,412 customers" is no revenue.
  const [next = ''] =
    /^[ \u00a0](?!from|and|with|in|of|by|to|for)\p{L}+(?: (?!from|and|with|in|of|by|to|for)\p{L}+)?/u.exec(
      around.after,
    ) ?? []
  const isOther = (cell: ValueCell) => namesColumn(next, cell.reference.column)
  if (!row && own.some((cell) => of(cell).row)) return null
  if (best.row.some(isOther) && !isOther(best)) return null
  if (row && (column || (best.only && !best.past))) return best
  if (best.past) return null
  const isYear = token.date !== undefined && !row && !column
  const size = Math.max(Math.abs(token.value), 1e-9)
  const rivals = cells.filter((cell) => {
    const magnitude = Math.abs(cell.value * scale) / size
    if (cell.exact === null || cell.past || magnitude > 2 || magnitude < 0.5) return false
    const named = of(cell)
    return (!row || named.row) && (!column || named.column)
  })
  const most = row || column ? CHANCE.named : CHANCE.unnamed
  return !isYear && chanceOf(token, rivals.length) <= most ? best : null
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

/** Minutes of a day. */
const MINUTES = 1440

/**
 * A time of day stands for cells of that time, or of a column of hours that the sentence names. Where it names neither row nor column, so
 * few times may be there that one of them is hardly met by chance.
 */
function timeVerdict(time: string, around: Surroundings, cells: ValueCell[]): Verdict | null {
  const timeIn = ({ date, label }: ValueCell) =>
    /(?:^|[ t])(\d\d:\d\d(?::\d\d)?)/.exec((date ?? label ?? '').toLowerCase())?.[1]
  const hour = time.endsWith(':00') ? String(Number(time.slice(0, 2))) : null
  const isHour = ({ exact, reference: { column } }: ValueCell) =>
    exact !== null && exact === hour && OF_HOUR.test(column) && namesColumn(around.sentence, column)
  const best = nearest(
    cells.filter((cell) => !cell.past && (timeIn(cell)?.startsWith(time) || isHour(cell))),
    around,
  )
  if (!best) return null
  const times = new Set(cells.flatMap((cell) => timeIn(cell)?.slice(0, 5) ?? [])).size
  const isNamed = best.support >= 2 || isHour(best.cell) || times / MINUTES <= CHANCE.unnamed
  return isNamed ? { state: 'bound', cells: [best.cell.reference] } : null
}

const OF_HOUR = /(?:^|_)(?:hours?|hr|stunden?|uhrzeit|heures?|horas?)(?:$|_)/i

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
  const found = (fits: (cell: ValueCell) => boolean, how: (cell: ValueCell) => string, scale = 1): Verdict | null => {
    const best = meant(token, around, cells, (cell) => cell.exact !== null && fits(cell), scale)
    return best && { state: 'derived', cells: [best.reference], derivation: how(best) }
  }
  const isPercent = token.kind === 'percent'
  const rounds = (value: number, { exact, reference }: ValueCell) =>
    near(token, value) &&
    (token.scaled || exact!.includes('.') || token.exact === exact) &&
    (!isPercent || isRate(reference.column, around))
  return (
    found(
      (cell) => rounds(cell.value, cell),
      (cell) => `rounded from ${cell.exact}`,
    ) ??
    (isPercent
      ? found(
          (cell) =>
            isRate(cell.reference.column, around) &&
            Math.abs(cell.value) <= 10 &&
            near(token, (token.signed ? cell.value : Math.abs(cell.value)) * 100),
          (cell) => `${cell.exact} × 100`,
          100,
        )
      : null) ??
    (token.signed
      ? null
      : found(
          (cell) =>
            cell.value < 0 &&
            OF_FALL.test(around.sentence) &&
            rounds(-cell.value, { ...cell, exact: cell.exact!.slice(1) }),
          (cell) => `${cell.exact} without its sign`,
        ))
  )
}

const OF_SMALLEST = /\b(?:smallest|lowest|minimum|min|least|earliest|from|kleinste|niedrigste|mindestens|minimo)/
const OF_LARGEST = /\b(?:largest|highest|maximum|max|most|latest|peak|up to|to|größte|höchste|höchstens|maximo)/
const OF_DISTINCT = /\b(?:different|distinct|unique|verschiedene|distintos|différents)/

/** Row count and the statistics over all rows of a result, where the sentence names what is counted or computed. */
function wholeVerdict(
  token: NumberToken,
  around: Surroundings,
  results: BindableResult[],
  said: Said[],
): Verdict | null {
  for (const result of results.toReversed()) {
    if (result.past) continue
    const cell = (column: string) => (result.rows.length > 0 ? [{ result: result.id, row: 0, column }] : [])
    const isCount = token.kind === 'number' && result.total_rows > 1 && token.exact === String(result.total_rows)
    if (isCount && namesRows(around, result, said))
      return { state: 'derived', cells: cell(result.columns[0]?.name ?? ''), derivation: `rows of ${result.name}` }
    const measures = measuresOf(result)
    for (const column of result.statistics) {
      if (!measures.includes(column.column)) continue
      const isNamed =
        namesColumn(around.sentence, column.column) ||
        measures.length === 1 ||
        chanceOf(token, measures.length) <= CHANCE.unnamed
      for (const [how, words, value] of [
        ['sum', OF_SUM, column.sum ?? null],
        ['mean', OF_MEAN, column.avg ?? null],
        ['smallest', OF_SMALLEST, exactOf(column.min)],
        ['largest', OF_LARGEST, exactOf(column.max)],
        ['distinct values', OF_DISTINCT, column.distinct],
      ] as const)
        if (
          value !== null &&
          isNamed &&
          !(how === 'distinct values' && column.approximate) &&
          words.test(around.sentence) &&
          near(token, Number(value))
        )
          return {
            state: 'derived',
            cells: cell(column.column),
            derivation: `${how} of ${column.column} in ${result.name}: ${value}`,
          }
    }
  }
  return null
}

/** "The 10 largest customers": what is counted stands right behind the number. */
function namesRows(around: Surroundings, result: BindableResult, said: Said[]): boolean {
  const counted = around.after.split(/\s+/).slice(0, 4).join(' ')
  return (
    /\b(?:rows|records|results|entries|lines|zeilen|filas|lignes)\b/.test(counted) ||
    result.columns.some(({ name }) => namesColumn(counted, name)) ||
    said.some(({ words }) => namesColumn(words, counted))
  )
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
  const isNamed = namesRow(around.sentence, around.dates, cell)
  // "North 1,234 and South 567" names both rows: the label right before the number is the one that counts.
  const last = Math.max(-1, ...cell.row.map(({ label }) => (label ? around.before.lastIndexOf(label) : -1)))
  return (
    (isNamed ? 4 : namesRow(around.paragraph, [], cell) ? 1 : 0) +
    (last >= 0 ? 1 + last / (around.before.length + 1) : 0) +
    (namesColumn(around.sentence, cell.reference.column) ? 2 : 0)
  )
}

/** How prose tells a comparison that a statement makes. */
const OPERATORS = new Map([
  ...['than', 'above', 'over', 'after', 'exceeding'].map((word) => [word, '>'] as const),
  ...['below', 'under', 'before'].map((word) => [word, '<'] as const),
  ['exactly', '='],
  ['least', '>='],
  ['most', '<='],
])

const LEAD = /([\p{L}>=<]+)[^\p{L}>=<]*$/u
const FOLLOW = /^\W*(\p{L}+)/u

/** The number stands in what was said beside the same word: "top 5", "last 3 months", "above 100" for `> 100`. */
function repeats(token: NumberToken, around: Surroundings, said: Said[]): boolean {
  const before = LEAD.exec(around.before)?.[1]
  const after = FOLLOW.exec(around.after)?.[1]
  return said.some(({ words, tokens }) =>
    tokens.some((other) => {
      if (other.exact !== token.exact || other.kind !== token.kind) return false
      const lead = LEAD.exec(words.slice(0, other.start))?.[1]
      const follow = FOLLOW.exec(words.slice(other.end))?.[1]
      const isLead = before !== undefined && lead !== undefined && (before === lead || OPERATORS.get(before) === lead)
      return isLead || (after !== undefined && after === follow)
    }),
  )
}

/** Statements say where a period ends by the day after it. */
const ends = (said: Said, token: NumberToken) => /<\s*(?:date|timestamp)?\s*'$/.test(said.words.slice(0, token.start))

/** The number, or a date of its period, stands anywhere in what was said. */
const mentions = (token: NumberToken, said: Said): boolean =>
  said.tokens.some((other) =>
    token.time
      ? other.time === token.time
      : token.date && other.date
        ? inPeriod(other.date, token.date) ||
          inPeriod(token.date, other.date) ||
          (/^\d{4}-\d{2}-\d{2}$/.test(other.date) &&
            ends(said, other) &&
            inPeriod(daysFrom(other.date, -1), token.date))
        : other.exact !== '' && other.exact === token.exact && other.kind === token.kind,
  )
