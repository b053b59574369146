import type { Condition, Measure, Operator } from '../built-in/form.ts'
import { type Column, isId, tableOf } from '../built-in/schema.ts'
import type { Draft } from './draft.ts'
import { durationOf } from './durations.ts'
import type { Item } from './items.ts'
import { mayHold, reaches, unfit } from './links.ts'
import { spanOf } from './spans.ts'
import { inUnitOf, isIn, isOfOther, unitOf } from './units.ts'

/** Days of a grain. */
const DAYS: Record<string, number> = { day: 1, week: 7, month: 30, quarter: 91, year: 365 }

const isShare = ({ numeric, max, words }: Column): boolean =>
  numeric && (Number(max) <= 1 || words.some((word) => /^(?:share|percent|pct|percentage|rate)$/.test(word)))

/** What numbers and periods are compared with: a column that waits for it, or one that fits. */
export class Comparisons {
  /** Columns that something is still to be compared with. */
  protected readonly waiting: Item[]

  constructor(protected readonly draft: Draft) {
    this.waiting = draft.with('C', 'cond', 'havg', 'hsum', 'hmin', 'hmax')
  }

  /** The nearest part that waits for a comparison, at most `far` words away, before or after. */
  protected waitingNear(item: Item, far: number, fits: (other: Item) => boolean = () => true): Item | null {
    const distance = (other: Item) => (other.at < item.at ? item.at - other.at : other.at - item.at + 1.5)
    const found = this.waiting
      .filter((other) => distance(other) <= far && fits(other))
      .toSorted((a, b) => distance(a) - distance(b))
    return found[0] ?? null
  }

  protected numberColumn(item: Item, consumed: Set<Item>): Column {
    const isPart = this.isPart(item)
    const numeric = (column: Column) =>
      (column.numeric ? 0.2 : column.temporal ? 0 : -0.2) + (isPart && isShare(column) ? 0.6 : 0)
    const beside = this.draft.items.find((other) => other.kind === 'A' && other.at === item.at - 1)
    if (beside) return this.draft.byAdjective(beside)
    const unit = this.unit(item)
    const near =
      (unit && this.waitingNear(item, 9, (other) => other.mention!.columns.some(({ column }) => isIn(column, unit)))) ??
      this.waitingNear(item, 9, (other) => !consumed.has(other)) ??
      this.waitingNear(item, 14)
    if (near) {
      consumed.add(near)
      const column = this.draft.column(near, numeric)
      // "More than half are women": of a share of women and a number of them that is the share.
      const isOther = isPart && !isShare(column) && near.mention!.columns.some((one) => isShare(one.column))
      return isOther ? unfit() : column
    }
    const measured =
      unit && tableOf(this.draft.given.schema, this.draft.base).columns.filter((column) => isIn(column, unit))
    if (measured?.length) {
      const whole = durationOf(measured)
      return this.draft.pick(
        `${item.tag}unit`,
        measured
          .map((thing) => ({ thing, score: 1, rank: thing === whole ? 1.1 : 1 }))
          .toSorted((a, b) => b.rank - a.rank),
      )
    }
    const { words } = this.draft.given.line
    const adjective = this.draft.items.findLast(
      (other) => other.kind === 'A' && other.at < item.at && item.at - other.at < 4,
    )
    if (adjective) return this.draft.byAdjective(adjective)
    const shown = this.draft.items.findLast(
      (other) =>
        other.kind === 'C' &&
        other.at < item.at &&
        item.at - other.at < 5 &&
        other.mention!.columns.some(({ column }) => column.numeric),
    )
    const value = this.draft.number(item)
    const isEqual = this.draft.operator(item) === '='
    if (shown && words[item.at - 1] !== 'in' && !(isEqual && !mayHold(this.draft.column(shown, numeric), value)))
      return this.draft.column(shown, numeric)
    const year = this.draft.year(item)
    if (year) return year
    const own = tableOf(this.draft.given.schema, this.draft.base).columns.filter(
      (column) => column.numeric && !isId(column),
    )
    return this.draft.pick(
      `${item.tag}number`,
      own
        .map((column) => ({
          thing: column,
          score: 0.5,
          rank:
            (reaches(column, this.draft.operator(item), value) ? 0.5 : 0.3) + (column.words.includes('age') ? 0.05 : 0),
        }))
        .toSorted((a, b) => b.rank - a.rank),
    )
  }

  /** What a number is measured in: "5 kg", "200,000 dollars". */
  private unit(item: Item) {
    const { words, tags, tagged } = this.draft.given.line
    const next = words[item.at + 1] ?? ''
    return unitOf(next === 'G' ? (tagged.grains.get(tags[item.at + 1]!) ?? '') : next)
  }

  /** "60 %", "half". */
  private isPart(item: Item): boolean {
    const { words, tagged } = this.draft.given.line
    return tagged.numbers.get(item.tag)!.text.endsWith('%') || /^(?:percent|PERCENT|%)$/.test(words[item.at + 1] ?? '')
  }

  /** A period of a column that holds years as numbers. */
  protected years(column: Column, { from, to }: { from: string | null; to: string | null }, not: boolean): Condition {
    const low = from === null ? null : Number(from.slice(0, 4))
    const high = to === null ? null : Number(to.slice(0, 4)) - (to.slice(4) === '-01-01' ? 1 : 0)
    if (low !== null && high !== null)
      return low === high
        ? { kind: 'compare', column, operator: not ? '<>' : '=', value: low }
        : { kind: 'between', column, low, high, not }
    if (low !== null) return { kind: 'compare', column, operator: not ? '<' : '>=', value: low }
    return { kind: 'compare', column, operator: not ? '>' : '<=', value: high ?? unfit() }
  }

  /** "Less than ten years": how long rows last. */
  private lasting(item: Item, operator: Operator): Condition | null {
    const { words, tags, tagged } = this.draft.given.line
    const grain = words[item.at + 1] === 'G' ? tagged.grains.get(tags[item.at + 1]!) : undefined
    const span = grain && operator !== '=' ? spanOf(this.draft.given.schema, this.draft.base) : null
    const days = DAYS[grain ?? '']
    if (!span || days === undefined || (span.name !== 'days' && grain !== 'year')) return null
    return {
      kind: 'compare',
      column: span,
      operator,
      value: this.draft.number(item) * (span.name === 'days' ? days : 1),
    }
  }

  protected compared(item: Item, consumed: Set<Item>): Condition | null {
    const operator = this.draft.operator(item)
    const lasting = this.lasting(item, operator)
    if (lasting) return lasting
    const column = this.numberColumn(item, consumed)
    const near = this.waiting.find((other) => this.draft.columns.get(other) === column)
    const role = near ? this.draft.role(near) : ''
    if (/^h/.test(role)) {
      this.draft.form.having.push({
        measure: this.draft.figure(role.slice(1) as Measure['fn'], column),
        operator,
        value: this.draft.number(item),
      })
      return null
    }
    return this.comparison(column, operator, item)
  }

  protected comparison(column: Column, operator: Operator, item: Item): Condition {
    const { value: said, year } = this.draft.given.line.tagged.numbers.get(item.tag)!
    const unit = this.unit(item)
    if (unit && isOfOther(column, unit)) unfit()
    // 60 % of a share that is written as a part of 1.
    const value = this.isPart(item) && column.numeric && Number(column.max) <= 1 ? said / 100 : said
    if (column.temporal && year) {
      const label = String(value)
      if (operator === '=') return { kind: 'period', column, from: year.from, to: year.to, label }
      if (operator === '>') return { kind: 'period', column, from: year.to, to: null, label }
      if (operator === '>=') return { kind: 'period', column, from: year.from, to: null, label }
      if (operator === '<') return { kind: 'period', column, from: null, to: year.from, label }
      return { kind: 'period', column, from: null, to: year.to, label }
    }
    // A time is no plain number.
    if (column.temporal && operator === '=' && /^\d{1,3}$/.test(this.text(item))) unfit()
    return {
      kind: 'compare',
      column,
      operator,
      value: column.numeric ? inUnitOf(column, value, unit) : operator === '=' ? item.tag && this.text(item) : value,
    }
  }

  protected text(item: Item): string {
    return this.draft.given.line.tagged.numbers.get(item.tag)!.text
  }

  protected range(item: Item, consumed: Set<Item>): Condition {
    const high =
      this.draft.items.find((other) => other.at > item.at && other.kind === 'N' && this.draft.role(other) === 'high') ??
      unfit()
    const not = /^(NOT|not)$/.test(this.draft.given.line.words[item.at - 2] ?? '')
    const column = this.numberColumn(item, consumed)
    if (column.temporal) {
      const [from, to] = [item, high].map((one) => this.draft.given.line.tagged.numbers.get(one.tag)!.year)
      return from && to
        ? {
            kind: 'period',
            column,
            from: from.from,
            to: to.to,
            label: `${this.draft.number(item)} to ${this.draft.number(high)}`,
          }
        : unfit()
    }
    return { kind: 'between', column, low: this.draft.number(item), high: this.draft.number(high), not }
  }

  /** "with at least 3 orders": a number of rows of the table that is counted, for each of the subject. */
  protected have(item: Item) {
    const counted = this.draft
      .with('T', 'have')
      .toSorted((a, b) => Math.abs(a.at - item.at) - Math.abs(b.at - item.at))[0]
    const named = counted ? null : this.draft.with('C', 'have')[0]
    const table = counted
      ? this.draft.table(counted).name
      : named
        ? this.draft.column(named).table
        : this.draft.counting()
    if (named && table === this.draft.base && !this.draft.form.group.length && !this.draft.form.outputs.length) unfit()
    const [operator, value] = [this.draft.operator(item), this.draft.number(item)]
    // How many of them have so many: each is counted once.
    if (table !== this.draft.base && this.draft.form.outputs.length === 1 && this.draft.measured()) {
      this.draft.form.where.push({ kind: 'related', table, not: false, where: [], count: { operator, value } })
      return
    }
    // "In more than one region": so many different ones.
    const column = named && this.draft.column(named)
    const isOfValues = column && !column.unique && !column.numeric && !column.temporal
    this.draft.form.having.push({
      measure: counted
        ? this.draft.counted(table)
        : isOfValues
          ? this.draft.figure('count', column, true)
          : this.draft.most(`${item.tag}have`, table),
      operator,
      value,
    })
    if (!this.draft.form.group.length && table !== this.draft.base)
      this.draft.group(this.draft.keyOf(tableOf(this.draft.given.schema, this.draft.base)))
  }
}
