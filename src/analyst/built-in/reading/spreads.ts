import { type Cut, makeColumn } from '../derived-columns.ts'
import type { Key } from '../form.ts'
import { type Column, isId } from '../schema.ts'
import { sayAmount } from '../wording/nouns.ts'
import { Weekdays } from './weekdays.ts'

const RANGES = '(?:buckets?|bins?|ranges?|bands?|steps?|intervals?|brackets?|groups?|classes|tiers?)'
const SPREAD = '(?:distribution|histogram|frequency distribution|spread)'
/** So many different numbers are shown one by one. */
const FEW = 15

/** Passes over how numbers are spread: distributions, ranges of a width, ranges between edges. */
export abstract class Spreads extends Weekdays {
  protected readSpreads() {
    this.readEdges()
    this.readRanges()
    this.readTallies()
    this.readDistributions()
  }

  /** "orders under 1000, 1000 to 5000 and above 5000"; "below 600 or above 900" only narrows. */
  private readEdges() {
    const N = '(N\\d+)'
    this.pass(
      new RegExp(
        `([TCM]\\d+) (?:(?:with|of|value|values|worth|C\\d+) )*(?:LT|below|under|up to|LE) ${N},? (?:(?:and|or|,) )?(?:(?:between |from )?N\\d+ (?:to|and|-) N\\d+(?:, and|,| and| or)? )+(?:GT|GE|above|over|EQ) ${N}`,
      ),
      (m) => {
        const tags = m[0].match(/N\d+/g)!
        const column = this.numberOf(m[0].match(/C\d+/)?.[0] ?? m[1]!)
        const edges = [...new Set(tags.map((tag) => this.tagged.numbers.get(tag)!.value))].toSorted((a, b) => a - b)
        if (!column || edges.length < 1) return false
        for (const tag of tags) this.used.add(tag)
        this.cut(column, { edges }, m[1]![0] === 'T' ? this.tableOfTag(m[1]!) : null)
        return ''
      },
    )
  }

  private understandRanges() {
    this.understand(this.tagged.line.match(new RegExp(`\\b${RANGES}\\b`, 'g'))?.join(' ') ?? '')
  }

  /** "orders by value in buckets of 5000", "by price range", "age groups of 10". */
  private readRanges() {
    const width = (tag: string | undefined) => {
      if (!tag) return null
      this.used.add(tag)
      return this.tagged.numbers.get(tag)!.value
    }
    const read = (tag: string, number: string | undefined, before: string) => {
      const column = this.numberOf(tag)
      if (!column) return false
      this.understandRanges()
      const owner = before.match(/T\d+/g)?.at(-1)
      const table = owner ? this.tableOfTag(owner) : null
      const measured = /\b(?:M\d|SUM|AVG|MEDIAN|SPENT)/.test(before)
      this.cut(column, { width: width(number) }, measured ? null : table, measured)
      return ''
    }
    this.pass(
      new RegExp(
        `(?:\\b(?:by|EACH|with|into|in|of) )?([CM]\\d+),? (?:in|into|by|with|using) ${RANGES}(?: of (N\\d+))?`,
      ),
      (m, before) => read(m[1]!, m[2], before),
    )
    this.pass(new RegExp(`\\b(?:by|EACH|in|into) ([CM]\\d+) ${RANGES}(?: of (N\\d+))?`), (m, before) =>
      read(m[1]!, m[2], before),
    )
    this.pass(new RegExp(`\\b(?:in|into|by|with|use) (?:${RANGES} of (N\\d+)|(N\\d+) ${RANGES})`), (m, before) => {
      const owner = before.match(/[TCM]\d+/g)?.at(-1)
      return owner ? read(owner, m[1], before) : this.recut(m[1])
    })
  }

  /** "in steps of 500" after a distribution: the same numbers, cut in another way. */
  private recut(tag: string | undefined): string | false {
    const made = this.previous?.group.map(({ column }) => column.made).find((one) => one?.kind === 'range')
    if (made?.kind !== 'range' || !tag) return false
    this.used.add(tag)
    this.understandRanges()
    const cut: Cut = { width: this.tagged.numbers.get(tag)!.value }
    this.cut(made.of, cut, null, true)
    return ''
  }

  /** "distribution of orders per customer", "how many customers have how many orders": rows that so many other rows belong to. */
  private readTallies() {
    const push = (many: string, one: string) => {
      const [from, to] = [this.table(many), this.table(one)]
      const edge = this.schema.edges.find((e) => e.from.table === from?.name && e.to.table === to?.name)
      if (!edge) return false
      const tally = makeColumn(this.schema, { kind: 'tally', by: edge.from, to: edge.to })
      const wide = edge.from.distinct > 0 && from!.rows / edge.from.distinct > FEW / 3
      const column = wide ? makeColumn(this.schema, { kind: 'range', of: tally, cut: { width: null } }) : tally
      this.spread({ column }, edge.to.table)
      return ''
    }
    this.pass(new RegExp(`\\b${SPREAD} of (?:COUNT )?(T\\d+) EACH (T\\d+)`), (m) => push(m[1]!, m[2]!))
    this.pass(new RegExp(`(?:COUNT )?(T\\d+) EACH (T\\d+) ${SPREAD}\\b`), (m) => push(m[1]!, m[2]!))
    this.pass(/COUNT (T\d+) (?:(?:that|have|has|had|placed|place|made|ordered) )*COUNT (T\d+)/, (m) =>
      push(m[2]!, m[1]!),
    )
  }

  /** A list by something, spread over its values: the word adds nothing. */
  private asSaid(tag: string, before: string): string {
    this.understand('distribution spread distributed')
    return before === '' && tag[0] === 'T' ? `COUNT ${tag}` : tag
  }

  private readDistributions() {
    const X = '(?:COUNT |AVG |SUM )?([TCM]\\d+)'
    const read = (tag: string, after: string, before: string) => {
      // What is split by something else is not cut into ranges.
      if (/^ ?(?:by|across|EACH|over|among|in EACH)\b/.test(after) && !/^C/.test(tag)) return this.asSaid(tag, before)
      const column = this.numberOf(tag) ?? (tag[0] === 'C' ? this.column(tag) : null)
      if (!column) return false
      if (column.temporal) {
        this.subject = column.table
        this.grains.push('month')
        return ''
      }
      if (tag[0] !== 'C') this.assumptions.push(`I took that as the distribution of ${sayAmount(column)}.`)
      const plain = !column.numeric || column.distinct <= FEW
      if (plain) this.spread({ column }, column.table)
      else this.cut(column, { width: null }, null)
      return ''
    }
    this.pass(new RegExp(`\\b${SPREAD} (?:of|for|in) ${X}(?: (?:values?|amounts?))?`), (m, before) =>
      read(m[1]!, this.line.slice(before.length + m[0].length), before),
    )
    this.pass(
      new RegExp(`\\bhow (?:is|are|was|were) ${X}(?: (?:values?|amounts?))? (?:distributed|spread)`),
      (m, before) => read(m[1]!, this.line.slice(before.length + m[0].length), before),
    )
    this.pass(new RegExp(`${X} ${SPREAD}\\b`), (m, before) =>
      read(m[1]!, this.line.slice(before.length + m[0].length), before),
    )
  }

  /** The numbers that a tag speaks of: a column, the money, or what a table's rows are measured in. */
  private numberOf(tag: string): Column | null {
    if (tag[0] === 'M') {
      const of = this.resolver.money(this.subject, tag)
      return of?.columns.length === 1 && !of.less ? of.columns[0]! : null
    }
    if (tag[0] === 'T') return this.measureColumn(this.table(tag))
    const column = this.column(tag, this.subject, this.numeric)
    return column?.numeric && !isId(column) ? column : null
  }

  private cut(of: Column, cut: Cut, counted: string | null, measured = false) {
    const column = makeColumn(this.schema, { kind: 'range', of, cut })
    if (measured) {
      this.group.push({ column })
      this.order.push({ by: { key: { column } }, descending: false })
      this.subject ??= of.table
    } else this.spread({ column }, counted ?? of.table)
  }

  /** Rows of a table for each value of a key, in its order. */
  private spread(key: Key, table: string) {
    this.understand('distribution distributed histogram spread frequency')
    this.subject = table
    this.group.push(key)
    this.outputs.push({ measure: this.countOf(table), shown: this.shown })
    if (key.column.numeric || key.column.made) this.order.push({ by: { key }, descending: false })
  }
}
