import { columnFormat } from '#base/cell-format.ts'
import { capital, cut } from '#base/text.ts'
import { currencyOf, currencyProblem } from '#query/rules/number-format.ts'
import type { BoundNumber, Figure } from './answer.ts'
import { lowerCase } from './cell.ts'
import { OF_FALL, OF_RISE } from './derivation.ts'
import { evaluate, type Given, type Quantity, type Unit, valuesOf } from './evaluate.ts'
import { shifted } from './number-token.ts'
import { parseReference, Unresolved } from './reference.ts'

/** How whoever reads it writes numbers, and the currency of the workspace. */
type Manner = Pick<Given, 'locale' | 'currency'>

/** What is printed in place of a reference, and where it comes from; its offsets are the caller's. */
export type Printed = Figure

/** What stands where a reference has no value. */
const GAP = '[missing]'

/**
 * What stands in the prose in place of a reference.
 * @param before the prose up to it: a change is told without its sign where the words before it tell the direction
 */
export function printed(source: string, before: string, given: Given): Printed {
  try {
    const { value, formats } = parseReference(source)
    const quantity = evaluate(value, given)
    const text = write(quantity, formats, before, given)
    const how = derivationOf(quantity, formats, text, given)
    return {
      text,
      state: how ? 'derived' : 'bound',
      cells: quantity.cells,
      ...(how ? { derivation: how } : {}),
      reference: source,
    }
  } catch (error) {
    if (!(error instanceof Unresolved)) throw error
    return gap(source, error.message)
  }
}

/** @param reason a sentence for people and for the model */
export const gap = (source: string, reason: string): Printed => ({
  text: GAP,
  state: 'unbound',
  cells: [],
  gap: reason,
  reference: source,
})

/** In words, with the figures in full: nothing where the cell stands there as it is. */
function derivationOf(quantity: Quantity, formats: string[], text: string, given: Manner): string | null {
  const plainly = (one: Quantity) => write(one, [], '', given)
  const full = plainly(quantity)
  const isEarlier = quantity.of?.table.past
  if (quantity.plain && !isEarlier && (full === text || formats.every(isCurrency))) return null
  const words = capital(quantity.words)
  const terms = quantity.terms ? `${quantity.terms(plainly)} = ${full}` : full
  const where = isEarlier ? ` (${quantity.of!.table.name} of an earlier answer)` : ''
  return `${words}${where}: ${terms}${full === text || quantity.moves ? '' : `, told as ${text}`}`
}

const isCurrency = (format: string): boolean =>
  /^[a-z]{3}$/.test(format) && Intl.supportedValuesOf('currency').includes(format.toUpperCase())

/** A quantity as people read it. @throws Unresolved for a format that it cannot have */
function write(quantity: Quantity, formats: string[], before: string, { locale, currency }: Manner): string {
  if (quantity.exact === null && quantity.of) {
    if (formats.length > 0) throw new Unresolved(`A text or date takes no format.`)
    const words = wordsOfCell(quantity.of, locale)
    return BEGINS.test(before) ? words.replace(BLOCK, '$1\\$2') : words
  }
  const asked = { digits: null as number | null, compact: false, percent: false, currency: currencyOf(quantity.unit) }
  for (const format of formats) {
    const code = format.toUpperCase()
    if (/^[0-6]$/.test(format)) asked.digits = Number(format)
    else if (format === 'compact') asked.compact = true
    else if (format === 'percent' || format === '%') asked.percent = true
    else if (!isCurrency(format))
      throw new Unresolved(
        `There is no format ${JSON.stringify(cut(format, 20))}: percent, eur or another currency, compact, or decimals from 0 to 6.`,
      )
    else {
      const problem = currencyProblem(code, quantity.unit, currency)
      if (problem) throw new Unresolved(problem)
      asked.currency = code
    }
  }
  const scaled = asked.percent ? inPercent(quantity) : quantity
  if (scaled.of && !asked.currency && formats.every((format) => format === 'percent') && scaled === quantity)
    return withPercent(columnFormatOf(scaled.of, locale).text(scaled.of.cell), scaled.unit)
  const { least, most } = decimalsOf(scaled, asked)
  const format = new Intl.NumberFormat(locale, {
    ...(asked.currency ? { style: 'currency', currency: asked.currency } : {}),
    ...(asked.compact ? { notation: 'compact' } : {}),
    minimumFractionDigits: least,
    maximumFractionDigits: most,
    signDisplay: signOf(scaled, before),
  })
  return withPercent(format.format((scaled.exact ?? scaled.value) as Intl.StringNumericLiteral), scaled.unit)
}

const withPercent = (text: string, unit: Unit): string => (unit === '%' || unit === 'pp' ? `${text} ${unit}` : text)

function inPercent(quantity: Quantity): Quantity {
  if (quantity.unit === '%' || quantity.unit === 'pp') return quantity
  if (!quantity.fraction) throw new Unresolved('It is no share, so it is not told in percent.')
  const unit = quantity.moves ? 'pp' : '%'
  const exact = quantity.exact === null ? null : shifted(quantity.exact, 2)
  return { ...quantity, value: quantity.value * 100, exact, unit }
}

/** Decimals as the data have them; of what was divided, enough to tell values of its size apart. */
function decimalsOf(
  { exact, value, unit, of }: Quantity,
  asked: { digits: number | null; compact: boolean; currency?: string | undefined },
): { least: number; most: number } {
  if (asked.digits !== null) return { least: asked.digits, most: asked.digits }
  if (asked.compact) return { least: 0, most: 1 }
  const size = Math.abs(value)
  const isShare = unit === '%' || unit === 'pp'
  const [tens, ones, parts] = isShare ? [0.1, 0.01, 0.001] : [Number.POSITIVE_INFINITY, 1, 0.01]
  const rounded = size >= tens ? 1 : size >= ones ? 2 : size >= parts ? 4 : 6
  const digits = typeof of?.cell === 'string' && !isShare ? of.cell : exact
  const own = digits === null ? Number.POSITIVE_INFINITY : (digits.split('.')[1]?.length ?? 0)
  const most = own <= 6 && !isShare ? own : Math.min(own, rounded)
  return asked.currency && most > 0 ? { least: 2, most: Math.max(2, most) } : { least: 0, most }
}

/** A change is told with its sign, unless the words right before it tell its direction; where they tell the wrong one, always with it. */
function signOf({ moves, value }: Quantity, before: string): 'auto' | 'never' | 'exceptZero' {
  if (!moves) return 'auto'
  const words = /(?:[^\s.!?]+\s+){0,4}\S*$/.exec(lowerCase(before.slice(-200)))?.[0] ?? ''
  const direction = Number(OF_RISE.test(words)) - Number(OF_FALL.test(words))
  if (direction === 0) return moves === 'change' ? 'exceptZero' : 'auto'
  return value * direction > 0 ? 'never' : 'exceptZero'
}

type Of = NonNullable<Quantity['of']>

const columnFormatOf = ({ table, at }: Of, locale: string) =>
  columnFormat(table.columns[at]!, valuesOf(table, at), locale)

const MOST_TEXT = 200

/** Characters that turn the direction of all that follows in the line: the numbers behind them would be read from the other end. */
const TURNING = /\p{Bidi_Control}/gu

/** Where Markdown looks for headings, lists and quotes: at the beginning of a line, and behind the marks of others. */
const BEGINS = /(?:^|\n)(?:[ \t]|[-+*>]|\d{1,9}[.)])*$/
const BLOCK = /^(\d{0,9})([#>+.)-])/

/** A text or date of a cell; what Markdown would take for its own is told as it is. */
function wordsOfCell(of: Of, locale: string): string {
  const text = columnFormatOf(of, locale).text(of.cell).replace(TURNING, '').replace(/\s+/g, ' ').trim()
  return cut(text, MOST_TEXT).replace(/[\\`*[\]|~<]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
}

/** What may stand around a printed number without changing what it says. */
const HARMLESS = /^[\p{Sc}\s]*$/u
/**
 * What makes another number of the one behind it or before it: digits, also across marks of Markdown that are not shown, a sign that stands
 * off (behind a word, a dash only sets apart), words for a sign and for many.
 */
const GLUED_BEFORE =
  /(?:\p{N}[.,]?[*_`\\]*|\^|(?<![\p{L}\p{N}])(?:minus|negative|menos|moins)\s+[*_`]*|[(:=,]\s*[-−–]\s+)$/iu
const GLUED_AFTER =
  /^(?:[*_`\\]*[.,]?[*_`\\]*[\p{N}‰]|[*_`]*[ \u00a0-]?(?:k|bps|basis points|hundreds?|dozens?|hundert|dutzend|fold|fach)(?![\p{L}\p{N}]))/iu
/** The other half of a fraction. */
const HALF_BEFORE = /\p{N}\s?[/÷⁄]\s?$/u
const HALF_AFTER = /^[*_`]*\s?[/÷⁄]\s?\p{N}/u

/**
 * The numbers of a text of which some were printed in place of references. A token that goes beyond what was printed, by a digit, a sign
 * or a unit ("{{…}} million"), says something else than the reference: it counts as typed.
 * @param typed every number of the text, as bindNumbers gives them
 */
export function withPrinted(text: string, typed: BoundNumber[], printed: BoundNumber[]): BoundNumber[] {
  // Of two that were both printed each says what it says: "{{…}}/{{…}}".
  const masked = printed.reduce(
    (words, { start, end }) =>
      words.slice(0, start) + words.slice(start, end).replace(/\p{N}/gu, '#') + words.slice(end),
    text,
  )
  const isGlued = ({ start, end }: BoundNumber) => {
    const beside = (words: string) => [words.slice(Math.max(0, start - 20), start), words.slice(end, end + 20)] as const
    const [before, after] = beside(text)
    const [half, rest] = beside(masked)
    return GLUED_BEFORE.test(before) || GLUED_AFTER.test(after) || HALF_BEFORE.test(half) || HALF_AFTER.test(rest)
  }
  const changed = (mark: BoundNumber, { start, end, text }: BoundNumber) =>
    start < mark.end &&
    end > mark.start &&
    !HARMLESS.test(
      text.slice(0, Math.max(0, mark.start - start)) + text.slice(text.length - Math.max(0, end - mark.end)),
    )
  const marks = printed.filter(
    (mark) => mark.gap !== undefined || !(isGlued(mark) || typed.some((number) => changed(mark, number))),
  )
  const overlap = (a: BoundNumber, b: BoundNumber) => a.start < b.end && b.start < a.end
  let others = typed.filter((number) => !marks.some((mark) => overlap(mark, number)))
  for (const mark of printed) {
    if (marks.includes(mark)) continue
    const touching = others.filter((number) => overlap(mark, number))
    const [only = null] = touching.length === 1 ? touching : []
    const start = Math.min(mark.start, ...touching.map((number) => number.start))
    const end = Math.max(mark.end, ...touching.map((number) => number.end))
    // It keeps its reference: a model that may not see what was printed gets that back.
    const { reference = '' } = mark
    const whole = { ...(only ?? { state: 'unbound' as const, cells: [] }), start, end, text: text.slice(start, end) }
    others = [...others.filter((number) => !touching.includes(number)), { reference, ...whole }]
  }
  return [...marks, ...others].sort((a, b) => a.start - b.start)
}
