import { makeColumn } from '../derived-columns.ts'
import { type Condition, type Form, isMeasure, type Output } from '../form.ts'
import { type Column, eventTable } from '../schema.ts'
import { RelatedRows } from './related-rows.ts'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?'
const dayOf = (word: string) => DAYS.findIndex((day) => word.startsWith(day.toLowerCase()))

/** Passes over days of the week: weekends beside weekdays, and what happened on Sundays. */
export abstract class Weekdays extends RelatedRows {
  /** Weekends have two days and weekdays five: their totals are told a day as well. */
  private perDay: Column | null = null

  protected readWeekdays() {
    if (!/weekend|days?\b|G\d/.test(this.line)) return
    this.readWeekend()
    this.readDayRange()
    this.readDays()
  }

  /** "do we sell more on weekends", "weekday vs weekend revenue"; "orders on weekends" only narrows. */
  private readWeekend() {
    const weekdays = [...this.tagged.grains].filter(([, grain]) => grain === 'weekday').map(([tag]) => tag)
    const weekday = weekdays.length ? `(?:${weekdays.join('|')})` : '(?:weekdays?)'
    if (!new RegExp(`\\bweekends?\\b|\\bon ${weekday}\\b`).test(this.line)) return
    const beside = new RegExp(`\\bweekends?\\b.*\\b${weekday}\\b|\\b${weekday}\\b.*\\bweekends?\\b`).test(this.line)
    const compared =
      /\b(?:more|less|better|worse|higher|lower|busier|quieter|stronger|weaker|differ|different|compare|than|GT|LT)\b/
    const time = this.timeAsked()
    if (!time) return
    const column = makeColumn(this.schema, { kind: 'weekend', time })
    for (const tag of weekdays) this.used.add(tag)
    this.understand('weekend weekends busier quieter stronger weaker differ')
    const sides =
      /\bweekend/.test(this.line) && (beside || compared.test(this.line) || /\b(?:by|EACH) weekend/.test(this.line))
    const words = new RegExp(
      `(?:\\b(?:on|at|during|over|in|by|EACH|and|or|vs|versus|against|than|compared|to|with|between|NOT|GT|LT) |, )*\\b(?:weekends?|${weekday})\\b`,
    )
    const value = /weekend/.test(this.line.match(words)![0]) ? 'Weekend' : 'Weekday'
    this.pass(words, () => (sides ? '' : 'FILTERED'))
    if (!sides) {
      this.where.push({ kind: 'compare', column, operator: '=', value })
      return
    }
    this.pass(
      /\b(?:more|less|better|worse|higher|lower|busier|quieter|stronger|weaker|GT|LT)\b(?! (?:N|T|C|M)\d)/,
      () => '',
    )
    this.group.push({ column })
    this.perDay = time
    const sold = /\b(?:sell|sold|selling|earn|make|take)\b/.test(this.line) ? this.resolver.money(this.subject) : null
    if (sold && !/\bM\d/.test(this.line)) this.outputs.push(this.sumOf(sold))
  }

  /** "from Monday to Friday". */
  private readDayRange() {
    this.pass(new RegExp(`\\b(?:(?:from|between) )?(${DAY}) (?:to|till|until|through|and) (${DAY})\\b`), (m) => {
      const [from, to] = [dayOf(m[1]!), dayOf(m[2]!)]
      if (m[0].includes(' and ') && !m[0].startsWith('between')) return false
      const days = DAYS.filter((_, day) => (from <= to ? day >= from && day <= to : day >= from || day <= to))
      return this.onDays(days, [m[1]!, m[2]!]) ? 'FILTERED' : false
    })
  }

  /** "on a Sunday", "on Saturdays and Sundays". */
  private readDays() {
    this.pass(
      new RegExp(
        `(?<!\\b(?:black|good|cyber|easter) )(?:\\b(?:on|for|in|EACH) )?\\b(${DAY}(?:(?:,| and| or| vs| versus|, and) ${DAY})*)\\b`,
      ),
      (m) => {
        const words = m[1]!.match(new RegExp(DAY, 'g'))!
        return this.onDays(
          words.map((word) => DAYS[dayOf(word)]!),
          words,
        )
          ? 'FILTERED'
          : false
      },
    )
  }

  private onDays(days: string[], words: string[]): boolean {
    const time = this.timeAsked()
    if (!time) return false
    const column = makeColumn(this.schema, { kind: 'weekday', time })
    const [first] = days
    const condition: Condition =
      days.length === 1
        ? { kind: 'compare', column, operator: '=', value: first! }
        : { kind: 'in', column, values: days, not: false }
    this.where.push(condition)
    this.understand(words.join(' '))
    if (/\b(?:vs|versus|compare)\b/.test(this.tagged.line) && days.length > 1) this.group.push({ column })
    return true
  }

  /** The dates of what is asked about, or of what happens most here. */
  protected timeAsked(): Column | null {
    this.subject ??= this.resolver.tables[0] ?? this.moneyTable() ?? eventTable(this.schema)?.name ?? null
    return this.timeFor()
  }

  /** Totals of parts of the week that have not the same number of days: a day on average comes first. */
  protected levelled(form: Form) {
    const time = this.perDay
    if (!time) return
    form.outputs = form.outputs.flatMap((output): Output[] => {
      const plain = isMeasure(output) && output.shown === 'value' && !output.measure.per && !output.measure.where
      const added = plain && (output.measure.fn === 'sum' || (output.measure.fn === 'count' && !output.measure.of))
      return added
        ? [{ ...output, measure: { ...output.measure, per: time, grain: 'day', each: 'day' } }, output]
        : [output]
    })
    const [first] = form.outputs.filter(isMeasure)
    if (first && form.order[0] && isMeasure(form.order[0].by)) form.order = [{ by: first, descending: true }]
  }
}
