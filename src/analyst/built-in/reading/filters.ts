import { type Period, yearBefore } from '../dates.ts'
import type { Condition, Operator } from '../form.ts'
import type { Mention } from '../link.ts'
import type { Column } from '../schema.ts'
import { Line } from './line.ts'
import { OPERATORS } from './reading.ts'
import type { Side } from './to-date.ts'

/** Passes that narrow rows: values, periods, averages, rows without related rows. */
export abstract class Filters extends Line {
  /** Periods that are counted from now. */
  protected readonly sides: Side[] = []

  protected valueCondition(tag: string, not: boolean, near: Mention | null): Condition | null {
    if (tag[0] === 'Q') {
      const column = near?.columns.length ? this.resolver.column(near, this.subject) : null
      this.used.add(tag)
      return column
        ? { kind: 'compare', column, operator: not ? '<>' : '=', value: this.tagged.quoted.get(tag)! }
        : null
    }
    const hit = this.resolver.value(this.mention(tag), this.subject, near)
    if (!hit) return null
    this.note(tag, Math.min(1, hit.score))
    return { kind: 'compare', column: hit.column, operator: not ? '<>' : '=', value: hit.value }
  }

  /** both V and V: the thing asked for has rows of either kind. */
  protected readBoth() {
    this.pass(/\bboth (?:(C\d+) )?(V\d+|N\d+) and (?:(C\d+) )?(V\d+|N\d+)/, (m) => {
      if (m[2]![0] === 'N') return false
      const near = m[1] ? this.mention(m[1]) : null
      const parts = [m[2]!, m[4]!].map((tag) => this.valueCondition(tag, false, near))
      if (parts.some((part) => part === null)) return false
      this.both.push(parts as Condition[])
    })
  }

  /** "placed the most orders" tells of a deed, not of a status. */
  protected readVerbs() {
    this.pass(/(V\d+)(?= (?:MOST|LEAST|GT|GE|LT|LE|COUNT|in|on|by|before|after|since|P\d|[?.]|$))/, (m) =>
      /^(?:placed|made|ordered|received|paid)$/.test(this.wordOf(m[1]!)) ? '' : false,
    )
  }

  /** above the average …: compared with one number over the whole table. */
  protected readAverages() {
    this.pass(
      /(?:(C\d+) (?:[a-z]+ )?)?\b(?:(GT|LT|GE|LE|above|over|below|under)|(A\d+)(?: than)?)(?: (?:that|those))? (?:AVG|overall AVG)(?: (C\d+))?(?: (?:of|for|across|among|in|for all) (?:all )?(?:T\d+|overall))?/,
      (m) => {
        const adjective = m[3] ? this.tagged.adjectives.get(m[3]) : null
        const tag = m[4] ?? m[1]
        const column = tag
          ? this.column(tag, this.subject, (c) => (c.numeric ? 0.1 : 0))
          : adjective
            ? this.resolver.adjective(adjective.columns, this.subject)
            : null
        if (!column) return false
        const operator = adjective ? (adjective.descending ? '>' : '<') : OPERATORS.get(m[2]!)!
        this.where.push({ kind: 'average', column, operator })
      },
    )
  }

  /** customers without orders; students who never …; products that have not been ordered. */
  protected readRelatedNone() {
    const NONE = '(?:WITHOUT|(?:that|who|which)?(?: do| does| did| have| has| had)? (?:NOT|NEVER)(?: [a-z]+){0,4}?)'
    this.pass(`${NONE}(?: COUNT)?(?: any)? (T\\d+)(?! (?:GT|LT|GE|LE|N\\d))`, (m, before) => {
      const table = this.mention(m[1]!) ? this.resolver.table(this.mention(m[1]!)) : null
      if (!table || !(this.following || /[TC]\d/.test(before)) || table.name === this.subject) return false
      this.table(m[1]!)
      this.where.push({ kind: 'related', table: table.name, not: true, where: [] })
      return 'NONE'
    })
    this.pass(/\b(?:that|who|which)?(?: do| does| did| have| has| had)? NEVER(?: [a-z]+)*? (V\d+)/, (m) => {
      const condition = this.valueCondition(m[1]!, false, null)
      if (!condition) return false
      this.never.push([condition])
    })
  }

  protected compare(column: Column, operator: Operator, tag: string): Condition {
    const number = this.tagged.numbers.get(tag)!
    this.used.add(tag)
    if (number.year && column.temporal) {
      const { from, to } = number.year
      const period = {
        from: operator === '>' ? to : /^<=?$/.test(operator) ? null : from,
        to: operator === '<' ? from : /^>=?$/.test(operator) ? null : to,
      }
      return { kind: 'period', column, ...period, label: number.text, ...(operator === '<>' ? { not: true } : {}) }
    }
    return { kind: 'compare', column, operator, value: number.value }
  }

  protected between(column: Column, low: string, high: string, not: boolean): string {
    const [a, b] = [this.tagged.numbers.get(low)!, this.tagged.numbers.get(high)!]
    this.used.add(low).add(high)
    if (column.temporal && a.year && b.year)
      this.where.push({ kind: 'period', column, from: a.year.from, to: b.year.to, label: `${a.text} to ${b.text}` })
    else this.where.push({ kind: 'between', column, low: a.value, high: b.value, not })
    return ''
  }

  protected readValues() {
    const list = '([VQ]\\d+)((?:(?:, or|, and|,| or| and| nor)? (?:in |from |NOT )?[VQ]\\d+)*)'
    // "status is NOT V", "C V", "V C", "in V or V"
    this.pass(
      `(?:(C\\d+)(?: (?:is|are|was|were|of|by|equals|EQ|=|named|called|'s|name|with))* )?(NOT (?:in |from |for |those |with |any |[a-z]+ |T\\d+ )*(?:(C\\d+) )?(?:of |is )?)?\\b${list}(?: (C\\d+)\\b)?`,
      (m) => {
        const tags = [m[4]!, ...(m[5]!.match(/[VQ]\d+/g) ?? [])]
        const after = m[6] && tags.length ? m[6] : null
        const beforeTag = m[1] ?? m[3]
        const fits = (tag: string | null | undefined) =>
          tag
            ? this.mention(tag).columns.some((c) =>
                tags.some(
                  (t) =>
                    (t[0] === 'Q' ? !c.column.numeric : false) ||
                    this.tagged.mentions.get(t)?.values.some((v) => v.column === c.column),
                ),
              )
            : false
        const near = fits(beforeTag) ? this.mention(beforeTag!) : fits(after) ? this.mention(after!) : null
        const not = !!m[2]
        const conditions = tags.map((tag) => this.valueCondition(tag, not, near)).filter((c) => c !== null)
        if (!conditions.length) {
          for (const tag of tags) if (tag[0] === 'Q') this.lost.push(this.tagged.quoted.get(tag)!)
          return `${m[1] ?? ''} ${after ?? ''}`
        }
        const columns = new Map<Column, Condition[]>()
        for (const c of conditions) {
          const column = (c as { column: Column }).column
          columns.set(column, [...(columns.get(column) ?? []), c])
        }
        const parts: Condition[] = []
        for (const [column, some] of columns) {
          const values = some.map((c) => (c as { value: string }).value)
          parts.push(some.length > 1 ? { kind: 'in', column, values, not } : some[0]!)
        }
        const or = / or /.test(m[5]!) && parts.length > 1 && !not
        this.where.push(...(or ? [{ kind: 'any' as const, parts }] : parts))
        if (near && near === (beforeTag ? this.mention(beforeTag) : null)) {
          this.used.add(beforeTag!)
          return after ?? ''
        }
        if (near && after) {
          this.used.add(after)
          return m[1] ?? ''
        }
        return `${m[1] ?? ''} FILTERED ${after ?? ''}`
      },
    )
  }

  protected readPeriods() {
    this.pass(/\b(NOT )?(?:in |on |for |during |over |within |of )?(P\d+)/, (m) => {
      const period = this.tagged.periods.get(m[2]!)!
      const column = this.timeFor()
      if (!column) return this.yearsOf(m[2]!, period)
      this.used.add(m[2]!)
      const moved = this.withinData(period, column)
      if (moved !== period) {
        this.addPeriod({ kind: 'period', column, from: moved.from, to: moved.to, label: moved.label }, period)
        return
      }
      const first = period.yearsBefore ? this.where.find((c) => c.kind === 'period' && c.column === column) : undefined
      if (first?.kind === 'period') {
        this.addPeriod({ ...first, ...yearBefore(first) }, period)
        return
      }
      const not = m[1] ? { not: true } : {}
      this.addPeriod({ kind: 'period', column, from: period.from, to: period.to, label: period.label, ...not }, period)
    })
  }

  private addPeriod(condition: Condition, { relative, yearsBefore }: Period) {
    this.where.push(condition)
    const { unit, count, today } = relative ?? {}
    if (yearsBefore) this.sides.push({ condition, unit: 'year', back: yearsBefore })
    else if (unit && count !== undefined) this.sides.push({ condition, unit, back: count, ...(today ? { today } : {}) })
  }

  /** A period over a column that holds plain years. */
  protected yearsOf(tag: string, period: Period): string | false {
    const column = this.yearColumn()
    // Years of a calendar have no quarters, nor any that begin in April.
    const isWhole = [period.from, period.to].every((day) => !day || day.endsWith('-01-01'))
    if (!column || !isWhole) return false
    this.used.add(tag)
    const year = (day: string) => Number(day.slice(0, 4))
    if (period.from) this.where.push({ kind: 'compare', column, operator: '>=', value: year(period.from) })
    if (period.to) this.where.push({ kind: 'compare', column, operator: '<', value: year(period.to) })
    return ''
  }
}
