import type { Operator } from '../form.ts'
import { type Column, isId, tableOf } from '../schema.ts'
import { Filters } from './filters.ts'
import { OPERATORS } from './reading.ts'

/** Passes that compare with numbers, and count related rows. */
export abstract class Comparisons extends Filters {
  protected readComparisons() {
    const push = (column: Column | null, operator: Operator, tag: string) => {
      if (!column) return false
      this.where.push(this.compare(column, operator, tag))
      return ''
    }
    this.pass(
      /(C\d+)(?: (?:is|are|was|were|of|that|has|have))* (GT|LT|GE|LE|EQ|=|after|before|since|above|below|over|under) (N\d+)/,
      (m) => push(this.column(m[1]!, this.subject, this.numeric), OPERATORS.get(m[2]!)!, m[3]!),
    )
    this.pass(/(GT|LT|GE|LE|EQ) (N\d+) (?:DISTINCT )?([TC]\d+)(?: (?:in|during) (P\d+|N\d+))?/, (m, before) => {
      const read = this.countOrCompare(m[3]!, OPERATORS.get(m[1]!)!, m[2]!, before)
      return read === '' && m[4] ? this.withPeriod(m[4]) : read
    })
    // "in 2009", "after 2000": the year of the subject.
    this.pass(
      /\b(?:in|during|for|of|since|after|before|from|year|until|GT|LT)? ?(?:year )?(N\d+)(?= |$|[?.,])/,
      (m, before) => {
        if (!this.tagged.numbers.get(m[1]!)?.year || /(?:GT|LT|GE|LE|EQ|TOP)$/.test(before.trim())) return false
        // "Revenue over 2000" is no time.
        const isSize =
          / ?(?:GT|LT)/.test(m[0]) && !/\b(?:later|earlier|newer|older)\b/.test(this.words.get('question') ?? '')
        if (isSize) return false
        return push(this.yearColumn(), OPERATORS.get(m[0].trim().split(' ')[0]!) ?? '=', m[1]!)
      },
    )
    this.pass(/(T\d+) (?:(?:were|are|worth|of|with) )*(GT|LT|GE|LE|above|over|below|under) (N\d+)(?! T\d)/, (m) => {
      const read = push(this.measureColumn(this.table(m[1]!)), OPERATORS.get(m[2]!)!, m[3]!)
      return read === false ? false : m[1]!
    })
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
  private countOrCompare(tag: string, operator: Operator, numberTag: string, before: string): string | false {
    const number = this.tagged.numbers.get(numberTag)!
    if (tag[0] === 'C') {
      const column = this.column(tag, this.subject, this.numeric)
      if (!column?.numeric || isId(column)) return false
      this.where.push(this.compare(column, operator, numberTag))
      return ''
    }
    const table = this.table(tag)
    const owner = this.tagsOf(before).findLast((t) => t[0] === 'T' && this.tableOfTag(t) !== table?.name)
    const start = owner ? this.tableOfTag(owner) : this.subject
    if (!table || !start || start === table.name || !this.resolver.connected([start, table.name])) return false
    this.used.add(numberTag)
    if (this.subject === table.name) this.subject = start
    this.where.push({
      ...{ kind: 'related', table: table.name, not: false, where: [] },
      count: { operator, value: number.value },
    })
    return ''
  }
}
