import { type Period, periodBefore } from '../dates.ts'
import { type Condition, columnsOf, type Operator } from '../form.ts'
import type { Mention } from '../link.ts'
import type { Column } from '../schema.ts'
import { Line } from './line.ts'
import type { Side } from './to-date.ts'

/** Passes that narrow rows: values, periods, averages, rows without related rows. */
export abstract class Filters extends Line {
  /** Periods that are counted from now. */
  protected readonly sides: Side[] = []

  protected valueCondition(tag: string, not: boolean, near: Mention | null): Condition | null {
    const hit = this.resolver.value(this.mention(tag), this.subject, near)
    if (!hit) return null
    this.note(tag, Math.min(1, hit.score))
    return { kind: 'compare', column: hit.column, operator: not ? '<>' : '=', value: hit.value }
  }

  /** "customers with orders in both web and store": rows that have some of either kind. */
  protected readBoth() {
    this.pass(/\bboth (V\d+) and (V\d+)/, (m) => {
      const parts = m.slice(1).flatMap((tag) => this.valueCondition(tag, false, null) ?? [])
      const tables = parts.flatMap(columnsOf).map(({ table }) => table)
      if (parts.length < 2 || tables.includes(this.subject!)) return false
      for (const [at, part] of parts.entries())
        this.where.push({ kind: 'related', table: tables[at]!, not: false, where: [part] })
    })
  }

  /** "without orders": rows that have none of another table. */
  protected readRelatedNone() {
    this.pass(/\bWITHOUT (?:COUNT )?(T\d+)/, (m, before) => {
      const table = this.table(m[1]!)
      if (!table || !(this.following || /[TC]\d/.test(before)) || table.name === this.subject) return false
      this.where.push({ kind: 'related', table: table.name, not: true, where: [] })
      return 'NONE'
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

  protected readValues() {
    const list = '(V\\d+)((?:(?:, or|, and|,| or| and| nor)? (?:in |from |NOT )?V\\d+)*)'
    // "status is NOT V", "C V", "V C", "in V or V"
    this.pass(
      `(?:(C\\d+)(?: (?:is|are|was|were|of|by|equals|EQ|=|named|called|'s|name|with))* )?(NOT (?:in |from |for |those |with |any |[a-z]+ |T\\d+ )*(?:(C\\d+) )?(?:of |is )?)?\\b${list}(?: (C\\d+)\\b)?`,
      (m) => {
        const tags = [m[4]!, ...(m[5]!.match(/V\d+/g) ?? [])]
        const after = m[6] && tags.length ? m[6] : null
        const beforeTag = m[1] ?? m[3]
        const fits = (tag: string | null | undefined) =>
          tag
            ? this.mention(tag).columns.some((c) =>
                tags.some((t) => this.mention(t).values.some((v) => v.column === c.column)),
              )
            : false
        const near = fits(beforeTag) ? this.mention(beforeTag!) : fits(after) ? this.mention(after!) : null
        const not = !!m[2]
        const conditions = tags.map((tag) => this.valueCondition(tag, not, near)).filter((c) => c !== null)
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
      if (!column) return false
      this.used.add(m[2]!)
      const moved = this.withinData(period, column)
      if (moved !== period) {
        this.addPeriod({ kind: 'period', column, from: moved.from, to: moved.to, label: moved.label }, period)
        return
      }
      const first = period.before ? this.where.find((c) => c.kind === 'period' && c.column === column) : undefined
      if (first?.kind === 'period') {
        this.addPeriod({ ...first, ...periodBefore(first, period.before!) }, period)
        return
      }
      const not = m[1] ? { not: true } : {}
      this.addPeriod({ kind: 'period', column, from: period.from, to: period.to, label: period.label, ...not }, period)
    })
  }

  private addPeriod(condition: Condition, { relative, before }: Period) {
    this.where.push(condition)
    const { unit, count, today } = relative ?? {}
    if (before) this.sides.push({ condition, unit: before, back: 1 })
    else if (unit && count !== undefined) this.sides.push({ condition, unit, back: count, ...(today ? { today } : {}) })
  }
}
