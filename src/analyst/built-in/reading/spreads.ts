import { makeColumn } from '../derived-columns.ts'
import { type Condition, type Form, isMeasure, type Key, type Output } from '../form.ts'
import { type Column, type Cut, eventTable, isId } from '../schema.ts'
import { sayAmount } from '../wording/nouns.ts'
import { RelatedRows } from './related-rows.ts'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?'
const dayOf = (word: string) => DAYS.findIndex((day) => word.startsWith(day.toLowerCase()))

const RANGES = '(?:buckets?|bins?|ranges?|bands?|steps?|intervals?|brackets?|groups?|classes|tiers?)'
const SPREAD = '(?:distribution|histogram|frequency distribution|spread)'
/** So many different numbers are shown one by one. */
const FEW = 15

/** Passes over days of the week (weekends beside weekdays, what happened on Sundays) and over how numbers are spread. */
export abstract class Spreads extends RelatedRows {
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
    this.pass(`\\b(?:(?:from|between) )?(${DAY}) (?:to|till|until|through|and) (${DAY})\\b`, (m) => {
      const [from, to] = [dayOf(m[1]!), dayOf(m[2]!)]
      if (m[0].includes(' and ') && !m[0].startsWith('between')) return false
      const days = DAYS.filter((_, day) => (from <= to ? day >= from && day <= to : day >= from || day <= to))
      return this.onDays(days, [m[1]!, m[2]!]) ? 'FILTERED' : false
    })
  }

  /** "on a Sunday", "on Saturdays and Sundays". */
  private readDays() {
    this.pass(
      `(?<!\\b(?:black|good|cyber|easter) )(?:\\b(?:on|for|in|EACH) )?\\b(${DAY}(?:(?:,| and| or| vs| versus|, and) ${DAY})*)\\b`,
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
    const column = makeColumn(this.schema, { kind: 'calendar', time, part: 'weekday' })
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
      `([TCM]\\d+) (?:(?:with|of|value|values|worth|C\\d+) )*(?:LT|below|under|up to|LE) ${N},? (?:(?:and|or|,) )?(?:(?:between |from )?N\\d+ (?:to|and|-) N\\d+(?:, and|,| and| or)? )+(?:GT|GE|above|over|EQ) ${N}`,
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
      `(?:\\b(?:by|EACH|with|into|in|of) )?([CM]\\d+),? (?:in|into|by|with|using) ${RANGES}(?: of (N\\d+))?`,
      (m, before) => read(m[1]!, m[2], before),
    )
    this.pass(`\\b(?:by|EACH|in|into) ([CM]\\d+) ${RANGES}(?: of (N\\d+))?`, (m, before) => read(m[1]!, m[2], before))
    this.pass(`\\b(?:in|into|by|with|use) (?:${RANGES} of (N\\d+)|(N\\d+) ${RANGES})`, (m, before) => {
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
    this.pass(`\\b${SPREAD} of (?:COUNT )?(T\\d+) EACH (T\\d+)`, (m) => push(m[1]!, m[2]!))
    this.pass(`(?:COUNT )?(T\\d+) EACH (T\\d+) ${SPREAD}\\b`, (m) => push(m[1]!, m[2]!))
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
    this.pass(`\\b${SPREAD} (?:of|for|in) ${X}(?: (?:values?|amounts?))?`, (m, before) =>
      read(m[1]!, this.line.slice(before.length + m[0].length), before),
    )
    this.pass(`\\bhow (?:is|are|was|were) ${X}(?: (?:values?|amounts?))? (?:distributed|spread)`, (m, before) =>
      read(m[1]!, this.line.slice(before.length + m[0].length), before),
    )
    this.pass(`${X} ${SPREAD}\\b`, (m, before) => read(m[1]!, this.line.slice(before.length + m[0].length), before))
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

  private spread(key: Key, table: string) {
    this.understand('distribution distributed histogram spread frequency')
    this.subject = table
    this.group.push(key)
    this.measure(this.countOf(table))
    if (key.column.numeric || key.column.made) this.order.push({ by: { key }, descending: false })
  }
}
