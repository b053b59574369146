import type { Operator } from '../built-in/form.ts'
import { path } from '../built-in/join.ts'
import type { Resolver } from '../built-in/resolve.ts'
import { type Column, isId, type Schema, type Table, tableOf, timeColumn } from '../built-in/schema.ts'
import type { ValueHit } from '../built-in/value-index.ts'
import { isShortFor } from './abbreviations.ts'
import { durationOf } from './durations.ts'
import type { Item, Line } from './items.ts'
import { kindAndRole } from './roles.ts'
import { isFigure } from './rows.ts'
import { spanOf } from './spans.ts'

/** A place where another column, value or table would fit nearly as well: its name, and how many others there are. */
export type Choice = { key: string; others: number }
/** `choice`: which of the others a place takes this time. */
export type Given = {
  line: Line
  roles: string[]
  schema: Schema
  resolver: Resolver
  question: string
  choice?: Map<string, number>
}

/** Whether a column of numbers has such a value, or one near it. */
export const mayHold = (column: Column, value: number): boolean =>
  !column.numeric || column.min === null || (value >= Number(column.min) && value <= Number(column.max))

/** Whether some figure of a column is more, less or just as much as a value, by its bounds. */
export const reaches = (column: Column, operator: Operator, value: number): boolean =>
  !column.numeric ||
  column.min === null ||
  (operator === '='
    ? mayHold(column, value)
    : /^>/.test(operator)
      ? value <= Number(column.max)
      : !/^</.test(operator) || value >= Number(column.min))

/** Words in names of columns and keys to places, and what is said of them: "from Rotterdam". */
export const SIDES: [RegExp, RegExp][] = [
  [/^(?:from|origin|source|start|departure|departed|sender|pickup|home)$/, /^(?:from|leaving|departing|starting)$/],
  [/^(?:to|destination|dest|target|end|arrival|arrived|recipient|dropoff|return)$/, /^(?:to|into|towards|reaching)$/],
]

export class Unfit extends Error {}

export const unfit = (): never => {
  throw new Unfit()
}

/** Others are worth a try that rank at most so much behind. */
const CLOSE = 0.25
/** How much a link counts against the roles. */
const LINK = 4

const NONE = 0.3
const SIDE = 0.4

/** Joins between tables, by schema; so many where nothing joins them. */
const FAR = 6

/** What the parts of a line mean when each has its role: the tables, columns and values behind them, and what it costs to take them so. */
export class Links {
  readonly choices: Choice[] = []
  score = 0
  readonly columns = new Map<Item, Column>()
  private readonly tables = new Map<Item, Table>()
  /** The table of the rows that are asked for, as soon as it is known. */
  base = ''

  /** The parts as what they are taken for. */
  readonly items: Item[]
  private readonly roles = new Map<Item, string>()

  constructor(readonly given: Given) {
    this.items = given.line.items.map((item, at) => {
      const [kind, role] = kindAndRole(item.kind, given.roles[at]!)
      const taken = { ...item, kind }
      this.roles.set(taken, role)
      return taken
    })
    this.none = new Set(this.with('T', 'none').map(({ mention }) => mention!.tables[0]!.table.name))
  }

  /** Tables that there must be no rows of. */
  private readonly none: Set<string>

  role(item: Item) {
    return this.roles.get(item)!
  }

  with(kind: string, ...roles: string[]): Item[] {
    return this.items.filter((item) => item.kind === kind && roles.includes(this.role(item)))
  }

  /** The best of ranked things, or the one that this try is to take. */
  pick<T>(key: string, ranked: { thing: T; rank: number; score: number }[]): T {
    const best = ranked[0] ?? unfit()
    const close = ranked.filter((one) => one.rank > best.rank - CLOSE)
    const at = this.given.choice?.get(key) ?? 0
    if (close.length > 1) this.choices.push({ key, others: close.length - 1 })
    const taken = close[Math.min(at, close.length - 1)]!
    this.score -= LINK * (1 - Math.min(1, taken.score) + best.rank - taken.rank)
    return taken.thing
  }

  table(item: Item): Table {
    const known = this.tables.get(item)
    if (known) return known
    const { votes } = this.given.resolver
    const ranked = item
      .mention!.tables.map(({ table, score }) => ({
        thing: table,
        score,
        rank: score + 0.02 * Math.min(votes.get(table.name) ?? 0, 4),
      }))
      .toSorted((a, b) => b.rank - a.rank)
    const table = this.pick(item.tag, ranked)
    this.tables.set(item, table)
    return table
  }

  steps(from: string, to: string): number {
    return path(this.given.schema, [from], to)?.length ?? FAR
  }

  /** The table whose column a part is, as the words beside it say: "name of the customer", "customer's name". */
  owner(item: Item): string | null {
    const { words, tags } = this.given.line
    const tagged = (at: number) =>
      words[at] === 'T' && tags[at] !== item.tag ? this.items.find((other) => other.tag === tags[at]) : undefined
    const found =
      tagged(item.at - 1) ??
      (words[item.at - 1] === "'s" ? tagged(item.at - 2) : undefined) ??
      (/^(of|for|from|in)$/.test(words[item.at + 1] ?? '') ? tagged(item.at + 2) : undefined)
    return found?.mention?.tables.length ? this.table(found).name : null
  }

  rank(column: Column, score: number, near: string[], want: (column: Column) => number): number {
    const { votes } = this.given.resolver
    const [first] = near
    const beside = near.includes(column.table)
      ? column.table === first
        ? 0.25
        : 0.18
      : first
        ? -0.05 * Math.min(this.steps(first, column.table), 6)
        : 0
    // What there must be no rows of is not what is asked for.
    const none = column.table !== first && this.none.has(column.table) ? -NONE : 0
    return score + beside + none + 0.03 * Math.min(votes.get(column.table) ?? 0, 4) + want(column)
  }

  /** The column that a part means. */
  column(item: Item, want: (column: Column) => number = () => 0): Column {
    const known = this.columns.get(item)
    if (known) return known
    const owner = this.owner(item)
    const near = [...(owner ? [owner] : []), ...(this.base ? [this.base] : [])]
    const ranked = item
      .mention!.columns.map(({ column, score }) => ({
        thing: column,
        score,
        rank: this.rank(column, score, near, want),
      }))
      .toSorted((a, b) => b.rank - a.rank)
    const column = this.pick(item.tag, ranked)
    this.columns.set(item, column)
    return column
  }

  adjective(at: number) {
    return this.given.line.tagged.adjectives.get(this.given.line.tags[at]!)!
  }

  byAdjective(item: Item): Column {
    const { columns } = this.adjective(item.at)
    // "The most expensive films by budget".
    const by = this.items.find(
      ({ kind, at, mention }) =>
        kind === 'C' &&
        at > item.at &&
        this.given.line.words[at - 1] === 'by' &&
        mention!.columns.some(({ column }) => isFigure(column)),
    )
    if (by) return this.column(by, (column) => (isFigure(column) ? 0.5 : -0.5))
    const found = this.given.resolver.adjective(columns, this.base || null)
    const loose = () =>
      this.base &&
      tableOf(this.given.schema, this.base).columns.find((column) =>
        columns.some((word) =>
          column.words.some((one) => one === word || (column.numeric && isShortFor(one.replace(/\d+$/, ''), word))),
        ),
      )
    const beside = () => {
      const near = this.items
        .filter(
          (other) =>
            other.kind === 'C' &&
            Math.abs(other.at - item.at) < 5 &&
            this.given.line.words[other.at - 1] !== 'EACH' &&
            other.mention!.columns.some(({ column }) => isFigure(column)),
        )
        .toSorted((a, b) => Math.abs(a.at - item.at) - Math.abs(b.at - item.at))[0]
      return near && this.column(near, (column) => (isFigure(column) ? 0.5 : -0.5))
    }
    const span = () => this.base && columns.includes('duration') && spanOf(this.given.schema, this.base)
    // The oldest ticket was opened first, and the fastest runner has the lowest of times.
    const since = () => this.base && columns.includes('birth') && timeColumn(tableOf(this.given.schema, this.base))
    const clock = () =>
      this.base && columns.includes('speed') && durationOf(tableOf(this.given.schema, this.base).columns)
    // "The most expensive per square metre" may be so by what belongs to it.
    const isPer = /^(?:T )?EACH/.test(this.given.line.words.slice(item.at + 1).join(' '))
    const far = () => isPer && this.given.resolver.adjective(columns, null)
    return found ?? (loose() || span() || since() || clock() || beside() || far() || unfit())
  }

  /** The part that says what happened, and so which time is meant. */
  private deed = () => this.items.find(({ kind, mention }) => kind === 'C' && mention!.deed)

  /** The date column of a question, the one that is named before the one of the table. */
  time(): Column {
    const named =
      this.deed() ??
      this.with('C', 'cond', 'skip').find((item) => item.mention!.columns.some(({ column }) => column.temporal))
    if (named) return this.column(named, (column) => (column.temporal ? 0.5 : 0))
    return (
      timeColumn(tableOf(this.given.schema, this.base)) ??
      this.given.schema.tables.map(timeColumn).find((column) => column && this.steps(this.base, column.table) < 3) ??
      unfit()
    )
  }

  /** What a course over time goes by: dates, or years as numbers. */
  course(): Column {
    const table = tableOf(this.given.schema, this.base)
    const years = table.columns.filter(
      (column) => column.words.includes('year') && !isId(column) && column.distinct > 1,
    )
    return years.find(({ words }) => words.at(-1) === 'year') ?? timeColumn(table) ?? years[0] ?? this.time()
  }

  /** The column of years near the base, for a number that is a year. */
  year(item: Item): Column | null {
    if (item.kind === 'N' && !this.given.line.tagged.numbers.get(item.tag)?.year) return null
    const happened = this.deed()?.mention?.columns
    const near = this.given.schema.tables
      .map((table) => ({ table, far: this.steps(this.base, table.name) }))
      .filter(({ far }) => far < 4)
    const columns = near.flatMap(({ table, far }) =>
      table.columns
        .filter((column) => column.temporal || (column.words.includes('year') && !isId(column)))
        .map((column) => ({
          thing: column,
          score: 1,
          rank:
            -0.3 * far -
            (column.temporal ? 0.2 : 0) +
            (happened?.some((one) => one.column === column) ? 1 : 0) +
            0.03 * Math.min(this.given.resolver.votes.get(table.name) ?? 0, 4),
        })),
    )
    return columns.length
      ? this.pick(
          'year',
          columns.toSorted((a, b) => b.rank - a.rank),
        )
      : null
  }

  /** The value that a part is. */
  hit(item: Item, near: Item | null = null): ValueHit {
    const owner = this.owner(item)
    const beside = [...(owner ? [owner] : []), this.base]
    const named = (hit: ValueHit) => near?.mention?.columns.find(({ column }) => column === hit.column)?.score ?? 0
    const before = this.given.line.words[item.at - 1] ?? ''
    const side = SIDES.find(([, said]) => said.test(before))?.[0]
    const isThere = ({ column }: ValueHit) => (side && column.words.some((word) => side.test(word)) ? SIDE : 0)
    const ranked = item
      .mention!.values.map((hit) => ({
        thing: hit,
        score: hit.score,
        rank: this.rank(
          hit.column,
          hit.score,
          beside,
          () => 0.6 * named(hit) + isThere(hit) - (isId(hit.column) ? 0.02 : 0),
        ),
      }))
      .toSorted((a, b) => b.rank - a.rank)
    return this.pick(item.tag, ranked)
  }

  /** One of several ways, of which the first is the likeliest and others cost something. */
  either<T>(key: string, ways: T[], cost: number): T {
    if (ways.length > 1) this.choices.push({ key, others: ways.length - 1 })
    const at = Math.min(this.given.choice?.get(key) ?? 0, ways.length - 1)
    this.score -= at ? cost : 0
    return ways[at]!
  }

  keyOf(table: Table): Column {
    return table.key ?? this.given.resolver.names(table)[0] ?? unfit()
  }
}
