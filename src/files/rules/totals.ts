import type { ColumnPlan } from './column-type.ts'
import { saysNothing } from './missing-words.ts'
import { undresser } from './number-dress.ts'
import { periodOf } from './period.ts'
import { LEAST, LIMIT, MEAN, STATISTIC, SUMMARY, saysGreatest, TOTAL } from './total-words.ts'

/** A row of a sheet or text as it is written; `line`: where it stands in the file, from 1. */
export type GridRow = { line: number; cells: readonly string[] }

export const ADDS_UP = 'The row adds up others.'
const IS_MEAN = 'The row is the mean of others.'
export const IS_STATISTIC = 'The row is a figure about others.'

/** Sums of the rows up to some place: by column, how many have a figure there, and how many rows there are. */
type Sums = { sums: number[]; counts: number[]; rows: number }
type Label = { whole: boolean; mean: boolean; text: string; reason: string }
type Candidate = { line: number; reason: string; after: number }

/** Places after which a sum may begin; of more the first and the last are kept. */
const MOST_MARKS = 100
/** Rows that a row without a word for a sum must add up, and figures it must have beside other texts. */
const LEAST_ROWS = 3
const LEAST_FIGURES = 3
/** Sums of figures below this come about by chance, unless they are of so many rows. */
const [LEAST_EXACT, LEAST_SMALL] = [100, 5]
/** Share of the rows above in which a cell is filled that is a part of their key. */
const KEY_FILLED = 0.95
const MOST_DOUBTS = 3
/** Columns of figures among which a balance is looked for. */
const MOST_AMOUNTS = 6
/** Names that a row lacks, and that the others have, if it is a total whatever its figures are. */
const LEAST_LACKING = 2
/** Share of a sum that may be lost by rounding. */
const MOST_ROUNDING = 0.01

/** Also with what it is a total of: "Total: Campaigns". */
const whole = new RegExp(
  `^(?:(?:${TOTAL}|${MEAN}|${STATISTIC}|${SUMMARY}|${LIMIT})\\s*[:.]?|(?:${TOTAL})\\s*:\\s*\\p{L}[\\p{L} ]*)$`,
  'iu',
)
const statistic = new RegExp(`^(?:${STATISTIC}|${LIMIT})\\s*[:.]?$`, 'iu')
const summary = new RegExp(`^(?:${SUMMARY})\\s*[:.]?$`, 'iu')
/** Signs for a sum in a row without other texts: lists of ERP systems have an asterisk a level, maybe before what it is a sum of. */
const SUM_SIGN = /^(?:\*{1,5}(?:\s+\S.*)?|[∑Σ])$/
const part = new RegExp(`(?:^|[^\\p{L}])(?:${TOTAL}|(?<mean>${MEAN}))(?![\\p{L}])`, 'iu')
/** Also with what it adds up: "Total in", "Total out". */
const begins = new RegExp(`^\\s*(?:${TOTAL}|${MEAN}|${STATISTIC}|${LIMIT})(?![\\p{L}])`, 'iu')
const least = new RegExp(`^(?:${LEAST})\\s*[:.]?$`, 'iu')

/**
 * Tells rows that add up others from rows of the table, one row after the other. A row is a total where most of its figures are the
 * sums (or means) of the rows since the beginning or since an earlier total and a word in it says so; where all of them are and the
 * cells that every other row has filled are empty; or where all of three or more are. A word alone is enough only at the foot, in a
 * row that lacks a cell which the others have and holds figures only, or nothing else; so is the number of rows with any word.
 */
export class TotalFinder {
  private readonly found = new Map<number, string>()
  private readonly total: Sums
  private readonly marks: Sums[]
  private readonly least: number[]
  private readonly most: number[]
  private readonly decimals: number[]
  private readonly filled: number[]
  private readonly candidates: Candidate[] = []

  private readonly undressed: ((cell: string) => string)[]

  constructor(private readonly plans: ColumnPlan[]) {
    this.undressed = plans.map((plan) => ('style' in plan ? undresser(plan) : (cell) => cell))
    const zeros = () => plans.map(() => 0)
    this.total = { sums: zeros(), counts: zeros(), rows: 0 }
    this.marks = [copied(this.total)]
    this.least = plans.map(() => Number.POSITIVE_INFINITY)
    this.most = plans.map(() => Number.NEGATIVE_INFINITY)
    this.decimals = zeros()
    this.filled = zeros()
  }

  /** @param group what stands above the row as a heading */
  push({ line, cells }: GridRow, group = ''): void {
    this.group = group.trim().toLowerCase()
    const isSign = (cell: string, index: number) =>
      (index === 0 || this.plans[index]?.kind === 'text') && SUM_SIGN.test(cell.trim())
    const row = {
      line,
      cells: cells.map((cell, index) => (saysNothing(cell) && !isSign(cell, index) ? '' : cell)),
    }
    const figures = this.plans.map((plan, index) =>
      figureOf(this.undressed[index]!(row.cells[index]?.trim() ?? ''), plan),
    )
    // Beside numbers times say when something was.
    const numbers = figures.map((figure, index) => ('style' in this.plans[index]! ? figure : null))
    const reason = this.reasonFor(row, numbers.some((figure) => figure !== null) ? numbers : figures)
    if (reason) {
      this.found.set(row.line, reason)
      if (this.marks.length >= MOST_MARKS) this.marks.splice(1, 1)
      this.marks.push(copied(this.total))
      return
    }
    this.total.rows++
    this.isParted ||= line > this.below
    this.below = line + cells.join('').split('\n').length
    for (const [index, cell] of row.cells.entries())
      if (this.above.length > 0 && this.above[index] !== cell) this.varies.add(index)
    this.above = row.cells
    for (const [index, cell] of row.cells.entries()) {
      if (cell.trim() !== '') this.last[index] = cell.trim().toLowerCase()
      if (cell.trim() !== String(this.total.rows)) this.uncounted.add(index)
    }
    // What may be a total does not tell which names rows have.
    const isDoubtful = this.candidates.at(-1)?.line === row.line
    if (!isDoubtful) this.named++
    for (const [index, figure] of figures.entries()) {
      if (!isDoubtful && (row.cells[index] ?? '').trim() !== '') this.filled[index]!++
      if (figure === null) continue
      this.total.sums[index]! += figure.value
      this.total.counts[index]!++
      this.least[index] = Math.min(this.least[index]!, figure.value)
      this.most[index] = Math.max(this.most[index]!, figure.value)
      this.decimals[index] = Math.max(this.decimals[index]!, figure.decimals)
    }
  }

  /** Lines of totals with why they are; `doubts`: lines that are called so and count as rows. */
  end(): { found: Map<number, string>; doubts: { line: number; text: string }[] } {
    let rows = this.total.rows
    for (const { line, reason, after } of this.candidates.toReversed()) {
      if (after !== rows - 1) break
      rows = after
      if (reason !== '') this.found.set(line, reason)
    }
    const doubts = this.doubts.filter(({ line }) => !this.found.has(line))
    return { found: this.found, doubts: doubts.slice(0, MOST_DOUBTS) }
  }

  /** Rows whose names were counted. */
  private named = 0
  private readonly doubts: { line: number; text: string }[] = []
  private above: readonly string[] = []
  private group = ''
  /** The line below the last row, and whether a gap stood above any row. */
  private below = Number.POSITIVE_INFINITY
  private isParted = false
  /** What stood last in each column. */
  private readonly last: string[] = []
  /** Columns that do not number the rows. */
  private readonly uncounted = new Set<number>()
  /** Columns with several values: what a row has in the others says nothing of it. */
  private readonly varies = new Set<number>()

  private reasonFor({ line, cells }: GridRow, figures: (Figure | null)[]): string | null {
    if (this.countsRows(cells)) return this.later(line, IS_STATISTIC)
    const at = figures.flatMap((figure, index) => (figure ? [index] : []))
    if (this.total.rows === 0) return null
    if (this.countsMarks(cells)) return this.later(line, IS_STATISTIC)
    const isTold = (cell: string, index: number) => this.varies.has(index) || this.above[index] !== cell
    const texts = cells.filter((cell, index) => !figures[index] && cell.trim() !== '' && isTold(cell, index))
    const named = cells.filter((cell, index) => this.plans[index]?.kind === 'text' && cell.trim() !== '')
    const said = texts.filter((text) => /\p{L}/u.test(text))
    if (said.length === 1 && this.isExtreme(said[0]!, at, figures)) return IS_STATISTIC
    const label = labelOf(texts) ?? this.longer(texts, cells)
    if (at.length === 0) {
      // "Total;;": its sums were never filled in, or were lost.
      if (label?.whole && texts.length === 1 && this.total.rows >= LEAST_ROWS && this.lacking(cells) >= LEAST_LACKING)
        return this.later(line, label.reason)
      return null
    }
    if (label) {
      const isSum = this.marks.some((mark) => {
        const matched = this.matches(mark, at, figures, label)
        const isSign = SUM_SIGN.test(label.text.trim())
        return (
          (isSign ? matched > 0 : matched > at.length / 2) && (label.whole || this.bears(cells, label, matched, mark))
        )
      })
      if (isSum) return label.reason
      if (SUM_SIGN.test(label.text.trim()) || !(begins.test(label.text) || this.isOfGroup(label))) return null
      // Limits may be ranges.
      const named = texts.filter((text) => text === label.text || !/\d/.test(text))
      const names = named.length === 1 && cells.find((cell) => cell.trim() !== '') === label.text
      // Whatever its figures are: a row that names nothing else, where all others have two names at least, is none of them.
      if (names && this.keysLacking(cells) >= LEAST_LACKING && this.total.rows > 1) return label.reason
      if (!label.whole) return null
      this.doubts.push({ line, text: label.text })
      return names && this.lacksKey(cells) ? this.later(line, label.reason) : null
    }
    // At the foot, what has no number where all other rows are numbered: the whole country below its parts.
    const isNumbered = this.plans.some((_, index) => !this.uncounted.has(index) && !cells[index]?.trim())
    if (texts.length <= 2 && at.length > 1 && this.total.rows >= LEAST_ROWS && isNumbered)
      return this.later(line, IS_STATISTIC)
    // Sums of several columns beside what names no row, as they are carried over to the next page.
    const isUnnamed = texts.length === 1 && at.length > 1 && this.lacking(cells) >= LEAST_LACKING
    if (isUnnamed && this.addsAll(at, figures, LEAST_ROWS)) return ADDS_UP
    // Below a total, what names nothing else says how it is made up: paid by card, in cash.
    if (this.found.size > 0 && texts.length === 1 && this.lacksKey(cells) && this.keysLacking(cells) >= LEAST_LACKING)
      return this.later(line, IS_STATISTIC)
    // At the foot, a text where a day or a number should stand, and what names a row is missing: a balance, with its day. Or below the
    // only gap, where less is missing.
    const stray = texts.length === 1 ? cells.indexOf(texts[0]!) : -1
    const isOther = stray >= 0 && this.plans[stray]?.kind !== 'text' && this.keysLacking(cells) >= LEAST_LACKING
    const isBelow = stray >= 0 && this.total.rows >= LEAST_ROWS && line > this.below && this.keysLacking(cells) > 0
    if (isOther || (isBelow && !this.isParted)) return this.later(line, IS_STATISTIC)
    // What names nothing at all is no row where it adds up those since an earlier sum; nor is what lacks a name and adds up several columns.
    const isNameless = texts.length === 0 && this.keysLacking(cells) >= LEAST_LACKING
    const isShort = texts.length === 1 && at.length > 1 && this.keysLacking(cells) > 0
    const isExact = at.some((index) => figures[index]!.decimals > 0 || figures[index]!.value >= LEAST_EXACT)
    if ((isNameless || isShort) && this.addsAll(at, figures, isNameless || isExact ? 2 : LEAST_SMALL)) return ADDS_UP
    // At the foot, what adds up all rows in several columns and lies between their values in the others: shares of the whole.
    if (texts.length === 1 && this.addsWhole(at, figures)) return this.later(line, ADDS_UP)
    // At the foot of figures of which some are no sums, as shares and times.
    if (named.length === 0 && this.lacksKey(cells) && this.addsMost(at, figures)) return this.later(line, ADDS_UP)
    const larger = at.every((index) => figures[index]!.value > this.most[index]!)
    if (!larger || !this.addsAll(at, figures, LEAST_ROWS) || texts.length > 0 || !this.lacksKey(cells)) return null
    if (at.length > 1) return ADDS_UP
    return this.later(line, ADDS_UP)
  }

  /** The row is what it seems to be where no row of the table follows. */
  private later(line: number, reason: string): null {
    this.candidates.push({ line, reason, after: this.total.rows })
    return null
  }

  /** Whether more than a word in a longer name, as of a film, says that a row with this figure is a sum. */
  private bears(cells: readonly string[], label: Label, matched: number, mark: Sums): boolean {
    if (this.isOfGroup(label)) return true
    // Of what is called a total first and foremost one exact figure with decimals is enough.
    const isCalled = () => begins.test(label.text) && cells.some((cell) => /\d[.,]\d\d\D*$/.test(cell))
    return this.total.rows - mark.rows > 1 && (matched > 1 || this.lacksKey(cells) || isCalled())
  }

  /** Whether a label names what the rows above name, beside its word for a sum. */
  private isOfGroup({ text }: Label): boolean {
    const name = text.replace(part, ' ').replace(/[():]/g, ' ').trim().toLowerCase()
    return name !== '' && (name === this.group || this.last.includes(name))
  }

  private addsAll(at: number[], figures: (Figure | null)[], least: number): boolean {
    return this.marks.some(
      (mark) => this.total.rows - mark.rows >= least && this.matches(mark, at, figures, null) === at.length,
    )
  }

  private addsWhole(at: number[], figures: (Figure | null)[]): boolean {
    const matched = at.filter((index) => this.matches(this.marks[0]!, [index], figures, null) === 1)
    const isBetween = (index: number) =>
      figures[index]!.value >= this.least[index]! && figures[index]!.value <= this.most[index]!
    return (
      this.total.rows >= LEAST_ROWS &&
      matched.length >= LEAST_FIGURES &&
      at.every((index) => matched.includes(index) || isBetween(index))
    )
  }

  private addsMost(at: number[], figures: (Figure | null)[]): boolean {
    return this.marks.some((mark) => {
      const matched = this.total.rows - mark.rows >= LEAST_ROWS ? this.matches(mark, at, figures, null) : 0
      return matched > 1 && matched * 2 >= at.length
    })
  }

  /** What a row says that names a longer period than the one above it does: Q1 below March. */
  private longer([text, other]: string[], cells: readonly string[]): Label | null {
    if (text === undefined || other !== undefined) return null
    const above = this.above[cells.indexOf(text)] ?? ''
    const [own, part] = [text, above].map((name) =>
      LENGTHS.findIndex((units) => units.includes(periodOf(name)?.unit ?? '')),
    )
    return part! >= 0 && own! > part! ? { text, whole: true, mean: false, reason: ADDS_UP } : null
  }

  /** Whether a row called so holds the least, or the greatest, of each column of figures: of several, since people are called Max, too. */
  private isExtreme(text: string, at: number[], figures: (Figure | null)[]): boolean {
    const ends = least.test(text.trim()) ? this.least : saysGreatest(text) ? this.most : null
    return (
      ends !== null &&
      this.total.rows >= LEAST_ROWS &&
      at.length > 1 &&
      at.every((index) => figures[index]!.value === ends[index])
    )
  }

  /** How many of the figures are what the rows since a mark add up to. */
  private matches(mark: Sums, at: number[], figures: (Figure | null)[], label: Label | null): number {
    if (this.total.rows === mark.rows) return 0
    const hits = at.filter((index) => {
      const { value, decimals } = figures[index]!
      const sum = this.total.sums[index]! - mark.sums[index]!
      const count = this.total.counts[index]! - mark.counts[index]!
      if (count === 0) return value === 0
      const unit = 0.5 * 10 ** -decimals
      // Rounded figures add up to a little more or less than the rounded sum.
      const loose = label?.whole
        ? Math.min(2 * unit * Math.sqrt(count), Math.abs(sum) * MOST_ROUNDING)
        : this.decimals[index]! > decimals
          ? unit
          : 0
      const near = (wanted: number, room: number) => Math.abs(value - wanted) <= room + 1e-9 * Math.abs(wanted)
      return near(sum, loose) || (label?.mean === true && count > 1 && near(sum / count, unit))
    })
    return hits.some((index) => figures[index]!.value !== 0) ? hits.length : 0
  }

  /** Whether nothing but a word and the number of rows above stands here, whatever the word is: "Anzahl; 6". */
  private countsRows(cells: readonly string[]): boolean {
    const texts = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
    return (
      this.total.rows >= LEAST_ROWS &&
      texts.length === 2 &&
      /^[^\d]+$/.test(texts[0]!) &&
      texts[1] === String(this.total.rows) &&
      this.lacking(cells) >= LEAST_LACKING
    )
  }

  /** Whether a row has, in columns of marks such as "x", how many rows above have one. */
  private countsMarks(cells: readonly string[]): boolean {
    const counts = cells.map((cell, index) => this.plans[index]?.kind === 'text' && /^\d+$/.test(cell.trim()))
    return (
      this.total.rows >= LEAST_ROWS &&
      counts.filter(Boolean).length >= LEAST_LACKING &&
      counts.every(
        (isCount, index) => !isCount || (this.last[index]?.length === 1 && Number(cells[index]) === this.filled[index]),
      )
    )
  }

  /** How many cells are empty that (nearly) all rows above have. */
  private lacking(cells: readonly string[]): number {
    return this.filled.filter((count, index) => count >= this.named * KEY_FILLED && !cells[index]?.trim()).length
  }

  /** Whether a cell is empty that (nearly) all rows above have, other than a figure. */
  private lacksKey(cells: readonly string[]): boolean {
    return this.total.rows >= LEAST_ROWS && this.keysLacking(cells) > 0
  }

  /** How many cells are empty that (nearly) all rows above have, other than figures. */
  private keysLacking(cells: readonly string[]): number {
    return this.plans.filter((plan, index) => {
      // Figures in the first column are the numbers of rows.
      const isKey = (!('style' in plan) || index === 0) && this.filled[index]! >= this.named * KEY_FILLED
      return isKey && (cells[index] ?? '').trim() === ''
    }).length
  }
}

/**
 * Lines that hold a balance alone, at the beginning or end of an account, the latest first or last: in all others it is the one before and
 * what was paid, in one column with signs or in two.
 */
export const balancesAlone = (rows: readonly GridRow[], plans: ColumnPlan[]): number[] =>
  balancesIn(rows, plans) ?? balancesIn(rows.toReversed(), plans) ?? []

function balancesIn(rows: readonly GridRow[], plans: ColumnPlan[]): number[] | null {
  const figures = rows.map(figuresOf(plans))
  const numeric = plans.flatMap((plan, index) => ('style' in plan ? [index] : []))
  if (numeric.length > MOST_AMOUNTS) return null
  const isKept = (level: number, paid: readonly number[], sign: number) => {
    let moves = 0
    return (
      figures.every((row, at) => {
        const [before, amounts] = [figures[at - 1]?.[level], paid.map((index) => row[index])]
        if (row[level] === null) return false
        if (amounts.every((amount) => amount === null) || before === undefined) return true
        moves++
        const [one = 0, two = 0] = amounts
        return Math.abs(row[level]! - before! - sign * ((one ?? 0) - (two ?? 0))) < 0.005
      }) && moves >= LEAST_ROWS
    )
  }
  for (const level of numeric)
    for (const first of numeric)
      for (const second of numeric) {
        if (level === first || level === second) continue
        const paid = first === second ? [first] : [first, second]
        if (![1, -1].some((sign) => isKept(level, paid, sign))) continue
        const others = rows.filter((_, at) => paid.some((index) => figures[at]![index] !== null))
        const keys = plans.flatMap((_, index) =>
          !numeric.includes(index) && others.every(({ cells }) => (cells[index] ?? '').trim() !== '') ? [index] : [],
        )
        return rows.flatMap(({ line, cells }, at) =>
          paid.every((index) => figures[at]![index] === null) &&
          keys.some((index) => (cells[index] ?? '').trim() === '')
            ? [line]
            : [],
        )
      }
  return null
}

/** Whether a row is called a total, and nothing else. */
export const saysTotal = (row: GridRow | undefined): boolean =>
  row?.cells.some((cell) => new RegExp(`^(?:${TOTAL})\\s*[:.]?$`, 'iu').test(cell.trim())) ?? false

const copied = ({ sums, counts, rows }: Sums): Sums => ({ sums: [...sums], counts: [...counts], rows })

function labelOf(texts: string[]): Label | null {
  const [only = ''] = texts
  if (texts.length === 1 && SUM_SIGN.test(only.trim())) return { text: only, whole: true, mean: false, reason: ADDS_UP }
  const text = texts.find((one) => whole.test(one.trim())) ?? texts.find((one) => part.test(one))
  if (text === undefined) return null
  const bare = text.trim()
  const isMean = part.exec(bare)?.groups?.mean !== undefined
  // A summary has sums of some columns and means of others.
  if (summary.test(bare)) return { text, whole: true, mean: true, reason: ADDS_UP }
  const reason = isMean ? IS_MEAN : statistic.test(bare) ? IS_STATISTIC : ADDS_UP
  return { text, whole: whole.test(bare), mean: isMean, reason }
}

/** Units of periods, the shortest first. */
const LENGTHS = [['month', 'month_of_year'], ['quarter', 'quarter_of_year'], ['year']]

type Figure = { value: number; decimals: number }

/** The numbers of a row by column; null where it has none. */
export const figuresOf = (plans: ColumnPlan[]) => {
  const undressed = plans.map((plan) => ('style' in plan ? undresser(plan) : (cell: string) => cell))
  return ({ cells }: GridRow) =>
    plans.map((plan, index) => figureOf(undressed[index]!(cells[index]?.trim() ?? ''), plan)?.value ?? null)
}

/** The number that a cell of a column of numbers holds, or the seconds of one of times: of few hours a sample does not tell whether they are lengths. */
function figureOf(cell: string, plan: ColumnPlan): Figure | null {
  if (plan.kind === 'duration' || plan.kind === 'time') {
    const parts = /^\d+(?::[0-5]\d){1,2}$/.test(cell) ? cell.split(':').map(Number) : null
    return parts && { value: parts.reduce((sum, part) => 60 * sum + part, 0), decimals: 0 }
  }
  if (!('style' in plan) || cell === '') return null
  const bare = cell.replace(/[₹$€£%\s\u00a0\u202f'’]/g, '')
  const text = plan.style === 'comma' ? bare.replaceAll('.', '').replace(',', '.') : bare.replaceAll(',', '')
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text)) return null
  return { value: Number(text), decimals: text.split(/\.|e/i)[1]?.length ?? 0 }
}
