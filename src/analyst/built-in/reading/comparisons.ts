import type { Operator } from '../form.ts'
import { type Column, isId, tableOf } from '../schema.ts'
import { Filters } from './filters.ts'
import { OPERATORS } from './reading.ts'

const NEGATED: Record<Operator, Operator> = { '>': '<=', '<': '>=', '>=': '<', '<=': '>', '=': '<>', '<>': '=' }

/** Passes that compare with numbers and texts, and count related rows. */
export abstract class Comparisons extends Filters {
  protected readComparisons() {
    const OP = '(NOT )?(GT|LT|GE|LE|EQ|=|after|before|since|above|below|over|under)'
    const operator = (name: string, not: string | undefined): Operator => {
      const found = OPERATORS.get(name)!
      return not ? NEGATED[found] : found
    }
    const push = (column: Column | null, op: Operator, tag: string) => {
      if (!column) return false
      this.where.push(this.compare(column, op, tag))
      return ''
    }
    const LINK =
      "(?: (?:is|are|was|were|of|that|which|has|have|been|be|value|values|in|from|range|ranges|ranging|lies|lie|'s|score|scored|being|either))*"
    this.pass(/(AVG|SUM) (C\d+)(?: [a-z]+)* (GT|LT|GE|LE|EQ|above|below|over|under) (N\d+)/, (m, before) => {
      const column = this.column(m[2]!, this.subject, this.numeric)
      if (!column || !/[TC]\d/.test(before)) return false
      this.used.add(m[4]!)
      const value = this.tagged.numbers.get(m[4]!)!.value
      this.having.push({
        measure: this.aggregate(m[1] === 'AVG' ? 'avg' : 'sum', column),
        operator: operator(m[3]!, undefined),
        value,
      })
      return ''
    })
    this.pass(`(C\\d+)${LINK} (NOT )?between (N\\d+) and (N\\d+)`, (m) => {
      const column = this.column(m[1]!, this.subject, this.numeric)
      return column ? this.between(column, m[3]!, m[4]!, !!m[2]) : false
    })
    this.pass(/(?:between|from) (N\d+) (?:and|to) (N\d+)(?: (?:of|in))? ?(C\d+)?/, (m, before) => {
      const last = this.tagsOf(before).at(-1)
      const tag = m[3] ?? last
      const column = tag
        ? tag[0] === 'C'
          ? this.column(tag, this.subject, this.numeric)
          : this.measureColumn(this.table(tag))
        : null
      const years = this.tagged.numbers.get(m[1]!)?.year ? this.yearColumn() : null
      const use = years && !(column && /year/.test(column.name.toLowerCase())) ? years : column
      return use ? this.between(use, m[1]!, m[2]!, false) : false
    })
    this.pass(`(C\\d+)${LINK} ${OP} (N\\d+) (?:or|and) ${OP} (N\\d+)`, (m) => {
      const column = this.column(m[1]!, this.subject, this.numeric)
      if (!column) return false
      this.where.push(
        this.compare(column, operator(m[3]!, m[2]), m[4]!),
        this.compare(column, operator(m[6]!, m[5]), m[7]!),
      )
    })
    this.pass(/\b(after|before|since) (C\d+) (N\d+)/, (m) =>
      push(this.column(m[2]!, this.subject, this.numeric), operator(m[1]!, undefined), m[3]!),
    )
    this.pass(`(C\\d+)${LINK} ${OP} (N\\d+)(?: or (N\\d+))?( (?:DISTINCT )?T\\d+)?`, (m) => {
      const column = this.column(m[1]!, this.subject, this.numeric)
      if (!column || (m[6] && (!column.numeric || /\bha(?:s|ve|d|ving)\b/.test(m[0])))) return false
      push(column, operator(m[3]!, m[2]), m[4]!)
      return m[6] ?? ''
    })
    // "older than 56", "cheaper than 20"
    this.pass(/(A\d+) (N\d+)/, (m) => {
      const adjective = this.tagged.adjectives.get(m[1]!)!
      const column = this.resolver.adjective(adjective.columns, this.subject)
      return push(column, adjective.descending ? '>' : '<', m[2]!)
    })
    this.pass(
      /(NOT )?(GT|LT|GE|LE|EQ) (N\d+) (?:[a-z]+ ){0,2}?(?:DISTINCT )?([TC]\d+)(?: (?:in|during) (P\d+|N\d+))?/,
      (m, before) => {
        const read = this.countOrCompare(m[4]!, operator(m[2]!, m[1]), m[3]!, before)
        return read === '' && m[5] ? this.withPeriod(m[5]) : read
      },
    )
    this.pass(
      /(?:with|have|has|had|having) (?:EQ |only |just )?(N\d+) (?:or more )?(?:DISTINCT )?(T\d+)/,
      (m, before) => this.countOrCompare(m[2]!, m[0].includes('or more') ? '>=' : '=', m[1]!, before),
    )
    this.pass(/(N\d+) or (more|fewer|less|higher|above|greater|later|lower) (?:DISTINCT )?([TC]\d+)?/, (m, before) => {
      const op: Operator = /more|higher|above|greater|later/.test(m[2]!) ? '>=' : '<='
      if (m[3]) return this.countOrCompare(m[3], op, m[1]!, before)
      const last = this.tagsOf(before).at(-1)
      return last?.[0] === 'C' ? push(this.column(last, this.subject, this.numeric), op, m[1]!) : false
    })
    // "in 2009", "after 2000": the year of the subject.
    this.pass(
      /\b(?:in|during|for|of|since|after|before|from|year|until|GT|LT)? ?(?:year )?(N\d+)(?= |$|[?.,])/,
      (m, before) => {
        const number = this.tagged.numbers.get(m[1]!)
        const year = number?.year
        if (
          !year ||
          (/(?:GT|LT|GE|LE|EQ|TOP|C\d+|id) ?(?:is )?$/.test(before.trim()) &&
            !/\b(?:in|after|before|since)\b/.test(m[0]))
        )
          return false
        return push(this.yearColumn(), OPERATORS.get(m[0].trim().split(' ')[0]!) ?? '=', m[1]!)
      },
    )
    this.pass(`(C\\d+)${LINK} (NOT )?(N\\d+)(?: or (N\\d+))?`, (m) => {
      const column = this.column(m[1]!, this.subject)
      if (!column) return false
      if (m[4]) {
        this.used.add(m[3]!).add(m[4])
        this.where.push({
          kind: 'in',
          column,
          values: [m[3]!, m[4]].map((tag) => this.tagged.numbers.get(tag)!.value),
          not: !!m[2],
        })
        return ''
      }
      return push(column, m[2] ? '<>' : '=', m[3]!)
    })
    this.pass(/(?:with|in|of|for|is) (N\d+) (C\d+)/, (m) =>
      push(this.column(m[2]!, this.subject, this.numeric), '=', m[1]!),
    )
    this.pass(
      /(T\d+)(?: id| number)?(?: (?:were|are|was|is|worth|of|valued|at|with|value|values))* (GT|LT|GE|LE|above|over|below|under) (N\d+)(?! T\d)/,
      (m) => {
        const column = this.measureColumn(this.table(m[1]!))
        if (!column) return false
        push(column, operator(m[2]!, undefined), m[3]!)
        return m[1]!
      },
    )
    this.pass(/(T\d+)(?: (?:with )?id| number|#)? (N\d+)(?! (?:T|C|most|least|MOST|LEAST|S))/, (m) => {
      const key = this.table(m[1]!)?.key
      if (!key?.numeric) return false
      push(key, '=', m[2]!)
      return m[1]!
    })
    this.readTexts()
  }

  protected readTexts() {
    const text = (tag: string) =>
      tag[0] === 'Q' ? this.tagged.quoted.get(tag)! : this.words.get(tag)!.replace(/^['"]|['"]$/g, '')
    this.pass(
      /(?:(C\d+) )?(?:that |which |whose )?(?:(C\d+) )?(?:is |are |do |does )?(NOT )?(?:like|contains?|containing|include|includes|including|has|have|having|with|start|starts|starting|begin|begins|beginning|end|ends|ending)(?: (?:with|in|by))?(?: (?:word|words|substring|letter|letters|character|phrase|string|prefix|suffix|text))+ ([QV]\d+)|(?:(C\d+) )(?:that |which )?(?:is |are |do |does )?(NOT )?(?:like|contains?|containing|include|includes|including|starts?|starting|begins?|beginning|ends?|ending)(?: (?:with|in|by))? ([QV]\d+)/,
      (m) => {
        const tag = m[4] ?? m[7]!
        const last = m[2] ?? m[1] ?? m[5]
        const column = last
          ? this.column(last, this.subject, (c) => (c.numeric ? -0.3 : 0.1))
          : this.nameOf(this.subject)
        if (!column) return false
        this.used.add(tag)
        const where = /start|begin|prefix/.test(m[0]) ? 'start' : /\bend|suffix/.test(m[0]) ? 'end' : 'any'
        this.where.push({
          kind: 'contains',
          column,
          text: text(tag).replace(/^%|%$/g, ''),
          where,
          not: !!(m[3] ?? m[6]),
        })
        return ''
      },
    )
    this.pass(
      /(?:(?:with|have|has|having|whose|that have|where|for which) )?(C\d+)? ?(?:value |values )?(?:is |are |has |have )?(?:(NOT|no|WITHOUT|missing|unknown|empty|null|blank))(?: (?:null|missing|empty|blank|available|recorded|known|specified|value))(?: values?)?|(?:with|have|has|having|whose) (?:missing|unknown|empty|null|no|blank) (C\d+)|(C\d+) (?:is|are) (?:null|missing|empty|blank|unknown)|(?:WITHOUT|missing) (C\d+)(?: values?)?/,
      (m) => {
        const tag = m[1] ?? m[3] ?? m[4] ?? m[5]
        const column = tag ? this.column(tag) : null
        if (!column) return false
        const not = !!m[1] && m[2] === 'NOT' && /null|missing|empty|blank/.test(m[0])
        this.where.push({ kind: 'null', column, not })
      },
    )
  }

  /** "more than 3 orders in 2025": the period of what was counted just now; what is left of the line where that is none. */
  private withPeriod(tag: string): string {
    const counted = this.where.at(-1)
    const table = counted?.kind === 'related' && counted.count ? tableOf(this.schema, counted.table) : null
    const period = table && this.periodIn(tag, table)
    if (!period || counted?.kind !== 'related') return `in ${tag}`
    counted.where.push(period)
    return ''
  }

  /** more than 3 orders: how many rows belong to the subject; more than 100 points: a column of it. */
  protected countOrCompare(tag: string, op: Operator, numberTag: string, before: string): string | false {
    const mention = this.mention(tag)
    const number = this.tagged.numbers.get(numberTag)!
    const numericColumn = mention.columns.filter((hit) => hit.column.numeric && !isId(hit.column))[0]
    if (tag[0] === 'C' && numericColumn) {
      const column = this.column(tag, this.subject, this.numeric)!
      this.where.push(this.compare(column, op, numberTag))
      return ''
    }
    const previous = this.tagsOf(before).at(-1)
    const first = this.tagsOf(before)[0]
    const table = tag[0] === 'T' ? this.table(tag) : null
    this.used.add(numberTag)
    if (!table) {
      const column = this.column(tag)
      if (!column || !previous) return false
      const key = this.keys(previous)[0]
      if (key) this.group.push(key)
      this.having.push({ measure: this.aggregate('count', column, true), operator: op, value: number.value })
      return ''
    }
    if (!previous || !first) return false
    // Countries that have more than 3 customers: the key is a column of the counted table.
    const key =
      previous[0] === 'C' || this.mention(previous).tables[0]!.table.name === table.name
        ? this.keys(first[0] === 'C' ? first : previous, table.name)[0]
        : null
    if (
      first[0] === 'C' &&
      key &&
      key.column.table === table.name &&
      !this.tagsOf(before).some((t) => t[0] === 'T' && this.mention(t).tables[0]!.table.name !== table.name)
    ) {
      this.group.push(key)
      this.having.push({ measure: this.countOf(table.name), operator: op, value: number.value })
      return ''
    }
    const owner = this.tagsOf(before)
      .toReversed()
      .find((t) => t[0] === 'T' && this.resolver.table(this.mention(t)).name !== table.name)
    const start = owner ? this.resolver.table(this.mention(owner)).name : this.subject
    if (!start || start === table.name || !this.resolver.connected([start, table.name])) return false
    if (start !== this.subject && this.subject === table.name) this.subject = start
    this.where.push({
      kind: 'related',
      table: table.name,
      not: false,
      where: [],
      count: { operator: op, value: number.value },
    })
    return ''
  }
}
