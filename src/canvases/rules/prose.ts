import type { BoundNumber, CellReference } from '#analyst/rules/answer.ts'
import { exactOf, surroundings } from '#analyst/rules/cell.ts'
import { OF_FALL, OF_RISE } from '#analyst/rules/derivation.ts'
import { evaluate, type Given, type Table } from '#analyst/rules/evaluate.ts'
import { numberTokens } from '#analyst/rules/number-token.ts'
import { gap, printed } from '#analyst/rules/print-reference.ts'
import { parseReference } from '#analyst/rules/reference.ts'
import type { Cell } from '#query/rules/answers.ts'
import { cellOf } from '#query/rules/cell-place.ts'
import type { Contents, PinnedNumber } from './block.ts'

export type Refreshed = {
  text: string
  numbers: BoundNumber[]
  /** Sentences whose words the figures contradict now. */
  contradicted: { start: number; end: number }[]
}

/** What is asked for as the largest or smallest of its column. */
const EXTREME = {
  max: /(?<!\p{L})(?:highest|largest|biggest|greatest|most|top|best|leads?|leading|strongest|peak(?:ed)?|maximum|busiest)(?!\p{L})/u,
  min: /(?<!\p{L})(?:lowest|smallest|fewest|least|worst|weakest|bottom|minimum)(?!\p{L})/u,
}

const numberOf = (cell: Cell): number => Number(exactOf(cell) ?? Number.NaN)

/** A figure written as another one was: its currency, unit, decimals and grouping. */
export function writtenLike(pinned: string, value: number): string {
  const [token] = numberTokens(pinned)
  const digits = /\d[\d.,\u00a0\u202f'’ ]*\d|\d/.exec(pinned)?.[0]
  if (!token || digits === undefined || token.date) return String(value)
  const decimals = token.scaled || token.tolerance < 1 ? (/[.,](\d{1,2}|\d{4,})$/.exec(digits)?.[1]?.length ?? 0) : 0
  const plain = Number(
    digits
      .replace(/[^\d.,]/g, '')
      .replace(decimals > 0 ? /[.,](?=.*[.,])/g : /[.,]/g, '')
      .replace(',', '.'),
  )
  const factor = plain === 0 ? 1 : Math.abs(token.value) / plain
  const locale = /^\d{1,2}(?:,\d{2})+,\d{3}/.test(digits)
    ? 'en-IN'
    : /\.\d{3}(?:,|\.)/.test(digits) || (decimals > 0 && digits.at(-decimals - 1) === ',')
      ? 'de'
      : 'en'
  const text = new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: Math.abs(token.value) / factor < 1000 || /\d\D\d{3}/.test(digits),
  }).format(Math.abs(value) / factor)
  const [before = '', after = ''] = [
    pinned.slice(0, pinned.indexOf(digits)),
    pinned.slice(pinned.indexOf(digits) + digits.length),
  ]
  const bare = before.replace(/[-−+]/g, '')
  return `${value < 0 && token.signed ? '−' : value > 0 && /\+/.test(before) ? '+' : ''}${bare}${text}${after}`
}

const HOW: Record<NonNullable<PinnedNumber['how']>, (a: number, b: number) => number> = {
  'percent change': (a, b) => ((a - b) * 100) / Math.abs(b),
  difference: (a, b) => a - b,
  share: (a, b) => (100 * a) / b,
  ratio: (a, b) => a / b,
}
const MOVES = new Set(['percent change', 'difference'])

type Found = { number: Omit<BoundNumber, 'start' | 'end'>; value: number; moves: boolean; isExtreme: boolean }

/** The figure that stands in place of a pinned one now. */
function found(one: PinnedNumber, before: string, tables: (Table | null)[], given: Given): Found {
  const still = { value: Number.NaN, moves: false, isExtreme: true }
  const missing = (why: string): Found => ({ ...still, number: gap(one.reference ?? one.text, why) })
  if (one.reference !== undefined && one.state !== 'unbound') {
    const number = printed(one.reference, before, given)
    if (number.gap !== undefined) return { ...still, number }
    const { value, moves } = evaluate(parseReference(one.reference).value, given)
    return { number, value, moves: moves !== undefined, isExtreme: isExtreme(one, number.cells, tables, value) }
  }
  if (one.cells.length === 0 || one.state === 'quoted' || one.state === 'unbound')
    return { ...still, number: { text: one.text, state: one.state, cells: [] } }
  const cells: CellReference[] = []
  const values: Cell[] = []
  for (const { query, ...place } of one.cells) {
    const table = tables[query]
    if (!table) return missing('Its statement has no result now.')
    const here = cellOf(table, place)
    if (!here) return missing('Its row or column is not in the result any more.')
    cells.push({ result: table.id, row: here.row, column: place.column })
    values.push(here.cell)
  }
  const isSame = values.every((cell, at) => cell === one.cells[at]!.pinned)
  if (one.state === 'bound' && one.cells.length === 1) {
    const value = numberOf(values[0]!)
    const text = isSame ? one.text : Number.isNaN(value) ? String(values[0] ?? 'null') : writtenLike(one.text, value)
    return {
      number: { text, state: 'bound', cells },
      value,
      moves: false,
      isExtreme: isExtreme(one, cells, tables, value),
    }
  }
  if (one.how && cells.length === 2) {
    const [a, b] = values.map(numberOf) as [number, number]
    const value = HOW[one.how](a, b)
    const isMove = MOVES.has(one.how)
    const shown = isMove && !/[-−+]/.test(one.text) ? Math.abs(value) : value
    const text = isSame ? one.text : Number.isFinite(value) ? writtenLike(one.text, shown) : '[missing]'
    return {
      number: { text, state: 'derived', cells, derivation: `${one.how}: ${a}, ${b}` },
      value,
      moves: isMove,
      isExtreme: true,
    }
  }
  if (isSame) return { ...still, number: { text: one.text, state: one.state, cells } }
  return {
    ...still,
    number: {
      text: one.text,
      state: 'unbound',
      cells,
      derivation: 'Not computed anew: its cells have other values now',
    },
  }
}

function isExtreme(
  { extreme }: PinnedNumber,
  [cell]: CellReference[],
  tables: (Table | null)[],
  value: number,
): boolean {
  const table = extreme && cell && tables.find((one) => one?.id === cell.result)
  if (!table) return true
  const at = table.columns.findIndex(({ name }) => name === cell.column)
  const values = table.rows.map((row) => numberOf(row[at] ?? null)).filter(Number.isFinite)
  return value === (extreme === 'max' ? Math.max(...values) : Math.min(...values))
}

/**
 * Pinned prose with the figures of now. Its words stay; a sentence that says what the figures deny is told.
 * @param tables what its statements gave, in their order; null where one has no result
 */
export function refreshed(
  { text, numbers, queries }: Pick<Contents['prose'], 'text' | 'numbers' | 'queries'>,
  tables: (Table | null)[],
  manner: Pick<Given, 'locale' | 'currency'>,
): Refreshed {
  const named = new Map(queries.flatMap(({ name }, at) => (tables[at] ? [[name, tables[at]] as const] : [])))
  const given: Given = { ...manner, tables: named, tells: true }
  const tokens = numberTokens(text)
  const around = surroundings(text, tokens)
  const wrong = new Map<number, number>()
  const told: BoundNumber[] = []
  const kept = apart(numbers, text.length)
  let last = null as Last | null
  let out = ''
  let at = 0
  for (const one of kept) {
    out += text.slice(at, one.start)
    const now = found(one, out, tables, given)
    told.push({ ...now.number, start: out.length, end: out.length + now.number.text.length })
    out += now.number.text
    at = one.end
    const words = around[tokens.findIndex(({ start, end }) => start < one.end && end > one.start)]
    if (!words) continue
    const { start, sentence } = words
    const contradicts = () => wrong.set(start, start + sentence.length)
    const direction = Number(OF_RISE.test(sentence)) - Number(OF_FALL.test(sentence))
    if (now.moves && now.value * direction < 0) contradicts()
    if (one.extreme && !now.isExtreme && EXTREME[one.extreme].test(sentence)) contradicts()
    const [cell, ...others] = one.cells
    const pinned = numberOf(cell?.pinned ?? null)
    if (!cell || others.length > 0 || direction === 0 || !Number.isFinite(pinned)) continue
    // "Rose from 10 to 12" of two cells of one column.
    const place = `${cell.query} ${cell.column}`
    if (last?.sentence === start && last.place === place && (pinned - last.pinned) * (now.value - last.value) < 0)
      contradicts()
    last = { sentence: start, place, pinned, value: now.value }
  }
  out += text.slice(at)
  const lengths = kept.map((one, k) => ({ end: one.end, more: told[k]!.text.length - (one.end - one.start) }))
  const moved = (offset: number) => lengths.reduce((to, { end, more }) => (end <= offset ? to + more : to), offset)
  return {
    text: out,
    numbers: told,
    contradicted: [...wrong].map(([start, end]) => ({ start: moved(start), end: moved(end) })),
  }
}

type Last = { sentence: number; place: string; pinned: number; value: number }

/** The numbers of a text in their order, without those that lie on others or beyond its end. */
function apart(numbers: PinnedNumber[], length: number): PinnedNumber[] {
  let at = 0
  return numbers
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      if (start < at || end < start || end > length) return false
      at = end
      return true
    })
}
