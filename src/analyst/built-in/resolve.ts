import { NO_REVENUE } from '../rules/revenue.ts'
import type { Expression, Key } from './form.ts'
import { joinTree, path } from './join.ts'
import { type Mention, WHOLE } from './link.ts'
import { cameAbout, holdsMoney, signOfCode } from './money.ts'
import { type Profit, priceOf, profitOf, reducedPrice } from './profit.ts'
import {
  type Column,
  callingColumns,
  type Edge,
  hasSize,
  isId,
  type Schema,
  type Table,
  tableOf,
  timeColumn,
} from './schema.ts'
import type { ValueHit } from './value-index.ts'

const MONEY = /amount|revenue|sale|total|price|cost|value|spend|payment|gross|net|fee|budget|salary|balance/

const STOCKED = /^(?:stock|inventory|hand|reorder|minimum|min|max|maximum|reserved|available)$/
const isMoney = (column: Column): boolean => column.numeric && !isId(column) && holdsMoney(column)
/** A name without the currency that it ends in: price_gbp. */
const bareName = ({ name }: Column): string => {
  const words = name.split(/[_ ]/)
  return words.length > 1 && signOfCode(words.at(-1)!.toUpperCase()) ? words.slice(0, -1).join('_') : name
}

/** Decides what an ambiguous mention means from the tables that the question is about. */
export class Resolver {
  /** What the question calls money: "sales". */
  moneyName = 'revenue'
  /** Tags of the line that ask for profit where others ask for revenue; among them those that ask for it as a percentage. */
  readonly profits = new Set<string>()
  readonly margins = new Set<string>()
  /** Whether "money" means profit where no tag says which. */
  private get profitable(): boolean {
    return this.profits.size > 0 && !this.revenue
  }
  revenue = false
  private made: Profit | undefined
  get profit(): Profit {
    this.made ??= profitOf(this.schema)
    return this.made
  }
  /** Tables that the question names, most telling first. */
  readonly tables: string[]

  constructor(
    readonly schema: Schema,
    mentions: Mention[],
  ) {
    const votes = new Map<string, number>()
    const vote = (table: string, weight: number) => votes.set(table, (votes.get(table) ?? 0) + weight)
    for (const m of mentions) {
      if (m.kind === 'table') vote(m.tables[0]!.table.name, 2 * m.tables[0]!.score)
      if (m.kind === 'column') {
        const best = m.columns[0]!.score
        for (const hit of m.columns) if (hit.score > best - 0.06) vote(hit.column.table, hit.score * 0.5)
        const owners = new Set(m.columns.filter((h) => h.score > best - 0.06).map((h) => h.column.table))
        if (owners.size === 1) vote([...owners][0]!, 0.5)
      }
      if (m.kind === 'value') for (const hit of m.values.slice(0, 6)) vote(hit.column.table, hit.score * 0.3)
    }
    this.tables = [...votes].toSorted((a, b) => b[1] - a[1]).map(([name]) => name)
    this.votes = votes
  }

  readonly votes: Map<string, number>
  /** Mentions that name two columns of one table equally well, with these columns. */
  readonly doubts = new Map<Mention, Column[]>()

  private doubt(mention: Mention, ranked: { column: Column; rank: number; score: number }[]) {
    const [best] = ranked
    if (!best || best.score >= 0.98) return
    const equal = ranked.filter((hit) => hit.rank > best.rank - 0.03 && hit.column.table === best.column.table)
    const columns = [...new Set(equal.map((hit) => hit.column))]
    const kinds = new Set(columns.map((column) => (column.temporal ? 'time' : column.numeric ? 'number' : 'text')))
    const names = columns.some((column) => column.words.includes('name') || isId(column))
    if (columns.length > 1 && kinds.size === 1 && !names) this.doubts.set(mention, columns)
    else this.doubts.delete(mention)
  }

  private near(table: string, to: string | null): number {
    if (!to || table === to) return 0
    return path(this.schema, [to], table)?.length ?? 5
  }

  private rank(column: Column, score: number, near: string | null, want: (column: Column) => number): number {
    return (
      score +
      (near === column.table ? 0.22 : near ? -0.04 * Math.min(this.near(column.table, near), 4) : 0) +
      0.03 * Math.min(this.votes.get(column.table) ?? 0, 4) +
      want(column)
    )
  }

  /** The column that a mention means, seen from table `near`. */
  column(mention: Mention, near: string | null, want: (column: Column) => number = () => 0): Column | null {
    const ranked = mention.columns
      .map((hit) => ({ ...hit, rank: this.rank(hit.column, hit.score, near, want) }))
      .toSorted((a, b) => b.rank - a.rank)
    this.doubt(mention, ranked)
    return ranked[0]?.column ?? null
  }

  /** Values of a mention, best first, seen from `near` and preferring the named column. */
  value(mention: Mention, near: string | null, column: Mention | null): ValueHit | null {
    const ranked = mention.values
      .map((hit) => {
        const named = column?.columns.find((c) => c.column === hit.column)?.score ?? 0
        return { hit, rank: this.rank(hit.column, hit.score, near, () => named * 0.5 + (isId(hit.column) ? -0.02 : 0)) }
      })
      .toSorted((a, b) => b.rank - a.rank)
    if (!column)
      this.doubt(
        mention,
        ranked.map(({ hit, rank }) => ({ column: hit.column, rank, score: 0 })),
      )
    return ranked[0]?.hit ?? null
  }

  table(mention: Mention): Table {
    const ranked = mention.tables.toSorted(
      (a, b) => b.score - a.score || (this.votes.get(b.table.name) ?? 0) - (this.votes.get(a.table.name) ?? 0),
    )
    return ranked[0]!.table
  }

  connected(tables: Iterable<string>): boolean {
    const all = [...tables]
    return all.length < 2 || joinTree(this.schema, all[0]!, all) !== null
  }

  /** How rows of a table are named to people: its name, else its key. */
  names(table: Table): Column[] {
    const names = callingColumns(table)
    if (names.length > 0) return names
    const isName = (column: Column) => !hasSize(column) && !isId(column) && column.type !== 'BOOLEAN'
    return [table.columns.find(isName) ?? table.columns[0]!]
  }

  keys(table: Table): Key[] {
    return this.names(table).map((column) => ({ column }))
  }

  /**
   * What "revenue" or "sales" add up to: a money column near `near`, or quantity times price; minus cost where profit is asked for.
   * @param tag the word that stands for the money, when one does
   */
  money(near: string | null, tag?: string): Expression | null {
    if (tag === undefined ? this.profitable : this.profits.has(tag)) return 'of' in this.profit ? this.profit.of : null
    const found: { expression: Expression; rank: number }[] = []
    for (const table of this.schema.tables) {
      const distance = near ? this.near(table.name, near) : 0
      if (distance >= 5) continue
      // Money that belongs to many rows at once would be given to each of them whole.
      const shared = near !== null && (path(this.schema, [table.name], near) ?? []).some((step) => step.many)
      const votes = this.votes.get(table.name) ?? 0
      const isOther = votes === 0 && (table.english ?? table.words).some((word) => NO_REVENUE.test(word))
      const far = (shared ? 6 : 0) + (isOther ? 3 : 0) + 0.6 * distance - 0.3 * Math.min(votes, 2)
      const measures = cameAbout(
        table.columns.filter((c) => c.numeric && !isId(c)),
        (c) => c,
      )
      // What lies in stock is not sold.
      const quantity = measures.find(
        (c) => /quantity|qty|units?$/.test(c.name.toLowerCase()) && !c.words.some((word) => STOCKED.test(word)),
      )
      const full = measures.find((c) => /(unit|sale|selling|item)?_?price$/i.test(bareName(c)))
      const price = full && reducedPrice(this.schema, full)
      for (const c of measures) {
        const name = c.english?.join('_') ?? c.name.toLowerCase()
        if (
          /discount|tax|shipping|refund|cost|unit|percent|rate|declared|insured|deposit|balance|stock|for.sale|seat|capacity/.test(
            name,
          )
        )
          continue
        const fit = /revenue|sales/.test(name)
          ? 5
          : /line_total|net|total/.test(name)
            ? // What comes to the total is a part of it.
              4 - Number(/sub_?total/.test(name))
            : /amount|paid|charged|received|collected|takings/.test(name)
              ? 3.5
              : MONEY.test(name) && !/price/.test(name)
                ? 1.5
                : 0
        // Sales of all the world, and not of a part of it.
        const whole = WHOLE.test(c.words[0] ?? '') ? 0.1 : 0
        if (fit) found.push({ expression: { columns: [c] }, rank: fit + whole - far })
      }
      const listed = price ?? (quantity && this.listPrice(table))
      if (quantity && listed) found.push({ expression: { columns: [quantity, listed] }, rank: (price ? 3.2 : 3) - far })
      else if (price && this.isSold(table)) found.push({ expression: { columns: [price] }, rank: 2.5 - far })
    }
    const best = found.toSorted((a, b) => b.rank - a.rank)[0]?.expression
    return best ? { ...best, spoken: this.moneyName } : null
  }

  /** The price of what rows of a table are of: pieces of a dish, whose price stands on the menu. */
  private listPrice(table: Table): Column | undefined {
    const goods = this.schema.edges.filter(({ from, isLoose }) => from.table === table.name && !isLoose)
    return goods.flatMap(({ to }) => priceOf(tableOf(this.schema, to.table)) ?? [])[0]
  }

  /** Whether rows are sales themselves, and no goods of which each is sold often. */
  private isSold(table: Table): boolean {
    const isSeveral = ({ from, to }: Edge) =>
      to.table === table.name && from.table !== table.name && tableOf(this.schema, from.table).rows > table.rows
    return timeColumn(table) !== null && !this.schema.edges.some(isSeveral)
  }

  /** The column of an adjective ("oldest", "cheapest") in `table` or near it. */
  adjective(columns: string[], table: string | null): Column | null {
    const tables = table ? [table, ...this.tables.filter((name) => name !== table)] : this.tables
    const others = this.schema.tables.map((t) => t.name).filter((name) => !tables.includes(name))
    // The most expensive booking is so by what bookings come to, whatever rooms cost.
    const own = (name: string): Column | null => {
      if (name !== table || !columns.includes('price')) return null
      const [first, more] = cameAbout(tableOf(this.schema, name).columns.filter(isMoney), (c) => c)
      return first && !more ? first : null
    }
    for (const name of [...tables, ...(table ? [] : others)]) {
      for (const word of columns) {
        const fit = tableOf(this.schema, name).columns.filter(
          (c) =>
            ((c.english ?? c.words).includes(word) || (word === 'date' && c.temporal)) &&
            (c.numeric || c.temporal || /date|time|year/.test(word)),
        )
        const [first, ...others] = cameAbout(fit, (c) => c)
        if (first) return [first, ...others].find((c) => c.short.length === 1) ?? first
      }
      const money = own(name)
      if (money) return money
    }
    return null
  }
}
