import { root } from '#base/stems.ts'
import { KIN_OF } from '../../planner/words.ts'
import type { Condition, Operator } from '../form.ts'
import { path } from '../join.ts'
import type { Table } from '../schema.ts'
import { Ranks } from './ranks.ts'
import { OPERATORS } from './reading.ts'

/** Passes over what rows of one table did in another: ordered twice, never returned, were sold in May; and over what goes together. */
export abstract class RelatedRows extends Ranks {
  /** "correlation between price and quantity". */
  protected readCorrelations() {
    this.pass(
      /\b(?:(?:is|are|was|were) there )?(?:correlation|correlations|relationship|correlated|correlate|correlates)? ?(?:between|of)? ?(?:T\d+ )?(C\d+)(?: correlates?| correlated)? (?:and|with|to) (?:T\d+ )?(C\d+)(?: (?:is |are )?(?:correlated|related))?/,
      (m) => {
        if (!/correlat|relationship/.test(m[0])) return false
        const numbers = [m[1]!, m[2]!].map((tag) => this.column(tag, this.subject, this.numeric))
        const [a, b] = numbers
        if (!a?.numeric || !b?.numeric || a === b || !this.resolver.connected([a.table, b.table])) return false
        // The table whose rows are the many: each of them counts once.
        const table = path(this.schema, [a.table], b.table)?.some((step) => step.many) ? b.table : a.table
        this.outputs.push({ measure: { fn: 'corr', table, of: { columns: [a, b] } }, shown: 'value' })
        this.subject = table
        this.understand('correlation correlations relationship correlated correlate correlates related')
        return ''
      },
    )
  }

  /** "customers who ordered more than 5 times in 2025", "bought only once", "repeat customers": so many rows of another table each. */
  protected readRepeats() {
    const push = (tag: string, verb: string, operator: Operator, value: number, when?: string) => {
      const owner = this.table(tag)
      const deed = /^T\d/.test(verb) ? this.table(verb) : owner && this.tableOfDeed(verb, owner.name)
      if (!owner || !deed || deed.name === owner.name || !this.resolver.connected([owner.name, deed.name])) return false
      const period = when ? this.periodIn(when, deed) : null
      if (when && !period) return false
      const count = { operator, value }
      this.where.push({ kind: 'related', table: deed.name, not: false, where: period ? [period] : [], count })
      this.subject = owner.name
      return tag
    }
    this.pass(
      /(T\d+)(?: (?:that|who|which|have|has|had|did|do|were|was|been|only|just))* (T\d+|[a-z]+ed|bought|buy|order|purchase)( only| just)?( GT| LT| GE| LE| EQ)? (?:(N\d+) times?|(once|twice))(?: (?:in|during) (P\d+|N\d+))?/,
      (m) => {
        if (/^T\d/.test(m[2]!) && !/ed$/.test(this.wordOf(m[2]!))) return false
        const value = m[6] ? (m[6] === 'once' ? 1 : 2) : this.tagged.numbers.get(m[5]!)!.value
        const read = push(m[1]!, m[2]!, OPERATORS.get(m[4]?.trim() ?? 'EQ') ?? '=', value, m[7])
        if (read && m[5]) this.used.add(m[5])
        return read
      },
    )
    this.pass(/\b(repeat|recurring|one-time|onetime|single-purchase) (T\d+)/, (m) => {
      const read = push(m[2]!, 'purchased', /^re/.test(m[1]!) ? '>' : '=', 1)
      if (read) this.understand(m[1]!)
      return read
    })
  }

  /** "customers who ordered in 2024 but not in 2025". */
  protected readLapses() {
    const when = '(?:in |during )?(P\\d+|N\\d+)'
    this.pass(
      `(T\\d+)(?: (?:that|who|which|have|has|had|did))* (T\\d+|[a-z]+ed|bought) ${when},?(?: (?:but|and))?(?: (?:did|have|has))? (?:NOT|NEVER)(?: (?:T\\d+|[a-z]+ed|again|anymore))? ${when}`,
      (m) => {
        const owner = this.table(m[1]!)
        const other = m[2]![0] === 'T' ? this.table(m[2]!) : owner && this.tableOfDeed(m[2]!, owner.name)
        if (!owner || !other || other.name === owner.name || !this.resolver.connected([owner.name, other.name]))
          return false
        const [there, gone] = [this.periodIn(m[3]!, other), this.periodIn(m[4]!, other)]
        if (!there || !gone) return false
        this.where.push({ kind: 'related', table: other.name, not: false, where: [there] })
        this.where.push({ kind: 'related', table: other.name, not: true, where: [gone] })
        this.subject = owner.name
        return m[1]!
      },
    )
  }

  /** "orders that were returned", "customers who have not ordered in 2025": rows that have such rows of another table, or none. */
  protected readDeeds() {
    const verbs = '(?:that|who|which|have|has|had|were|was|are|is|been|did|do|ever|got)'
    this.pass(
      `(T\\d+)((?: (?:${verbs}|NOT|NEVER))+) (T\\d+|[a-z]+ed|order|buy|bought|sold|purchase)\\b(?: (?:anything|something|(?:in )?(T\\d+)(?= ?[?.]?$)))?(?: (?:in|on|during|since|before|after))?( P\\d+| N\\d+)?(?= ?(?:$|[?.,]|by|EACH|in|and))`,
      (m) => {
        const owner = this.table(m[1]!)
        const tag = /^T\d/.test(m[3]!) ? m[3]! : null
        if (!owner || (tag && !/ed$/.test(this.wordOf(tag)))) return false
        const other = tag ? this.table(tag) : this.tableOfDeed(m[3]!, owner.name)
        if (!other || other.name === owner.name || !this.resolver.connected([owner.name, other.name])) return false
        const when = m[5] ? this.periodIn(m[5].trim(), other) : null
        if (m[5] && !when) return false
        // "Enrolled in any course": the enrolments that lead to one.
        const aim = m[4] ? this.table(m[4]) : null
        if (
          aim &&
          (aim === other ||
            !this.schema.edges.some(({ from, to }) => from.table === other.name && to.table === aim.name))
        )
          return false
        const led: Condition[] = aim ? [{ kind: 'related', table: aim.name, not: false, where: [] }] : []
        const not = /NOT|NEVER/.test(m[2]!)
        this.where.push({ kind: 'related', table: other.name, not, where: [...(when ? [when] : []), ...led] })
        this.subject = owner.name
        return m[1]!
      },
    )
  }

  /** The table of what is done to rows of another: "borrowed" of loans. */
  protected tableOfDeed(verb: string, owner: string): Table | null {
    const bought = /^(?:bought|buy|sold|purchased?)$/.test(verb)
    const kin = KIN_OF.get(verb)
    const stemmed = (word: string) => word.slice(0, Math.max(4, word.length - 2))
    const others = this.schema.tables.filter(({ name, words }) => name !== owner && words.length === 1)
    const isCalled = (word: string) =>
      bought
        ? /^(?:order|purchase|sale)$/.test(word)
        : verb.startsWith(stemmed(word)) || root(verb) === root(word) || verb.startsWith(word.slice(0, 5))
    const belongs = (name: string) =>
      this.schema.edges.some(({ from, to }) => from.table === name && to.table === owner)
    return (
      others.find(({ words }) => isCalled(words[0]!)) ??
      others.find(({ name, words }) => kin?.has(words[0]!) && belongs(name)) ??
      null
    )
  }
}
