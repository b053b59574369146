import { asksBoth } from '../../planner/constructions.ts'
import {
  type Condition,
  emptyForm,
  type Form,
  type Grain,
  isMeasure,
  type Key,
  keysOf,
  type Output,
  sameKey,
} from '../form.ts'
import { sameOutput } from '../names.ts'
import { keyBeside, monthNumber, tableOf } from '../schema.ts'
import { alternatives } from '../tidy.ts'
import { comesInParts } from '../totals.ts'
import { Select } from './select.ts'
import { cutToDate } from './to-date.ts'

/** Puts what was read together into one form: which rows it is about, who comes first, what is shown. */
export abstract class Assembly extends Select {
  /** Tables that are named but give no column: the rows asked for have such rows. */
  protected relations(form: Form) {
    const there = new Set([
      form.base,
      ...form.outputs.map((o) => ('key' in o ? o.key.column.table : o.measure.table)),
      ...form.group.map((g) => g.column.table),
      ...form.order.map((o) => ('key' in o.by ? o.by.key.column.table : o.by.measure.table)),
      ...form.having.map((h) => h.measure.table),
    ])
    for (const condition of form.where) {
      const tables = JSON.stringify(condition, (name, value) =>
        name === 'values' || name === 'words' ? undefined : value,
      ).matchAll(/"table":"([^"]+)"/g)
      for (const match of tables) there.add(match[1]!)
    }
    for (const table of new Set(this.context)) {
      if (there.has(table) || !this.resolver.connected([form.base, table])) continue
      if (
        table !== this.subject &&
        !/\b(?:that|who|which|whose|with|have|has|had|having|did|in|on|for)\b/.test(this.tagged.line)
      )
        continue
      form.where.push({ kind: 'related', table, not: false, where: [] })
    }
  }

  protected rankings(form: Form) {
    for (const ranked of this.ranked) {
      const { by, descending, limit, key } = ranked
      if (isMeasure(by)) {
        const keys = keysOf(form)
        if (key && !keys.length) {
          const names = this.resolver.keys(tableOf(this.schema, key.column.table))
          const whole = names.some((n) => n.column === key.column) ? names : [key]
          form.outputs = [...whole.map((k) => ({ key: k })), ...form.outputs]
        }
        const grouped = keysOf(form)
        const table = grouped[0]?.column.table ?? key?.column.table
        const own = table && table !== by.measure.table ? tableOf(this.schema, table).key : null
        form.group = form.group.length
          ? form.group
          : [
              ...grouped,
              ...(own &&
              !grouped.some((g) => g.column === own) &&
              grouped.some((g) => g.column.table === own.table) &&
              (!key || key.column.table === own.table) &&
              !grouped.some(
                (g) =>
                  g.column.table === own.table &&
                  !g.column.unique &&
                  !this.resolver.names(tableOf(this.schema, own.table)).includes(g.column) &&
                  grouped.length === 1,
              )
                ? [{ column: own }]
                : []),
            ]
        form.base = by.measure.table
      }
      form.order.push({ by, descending })
      form.limit = limit
      const listed =
        this.outputs.length > 0 &&
        !/^(?:what (?:is|are|was|were) )?(?:which|who|in which|N\d|MOST|LEAST|COMMON|RARE|S\d|what G)/.test(
          this.tagged.line,
        )
      if (this.helpful && !listed && !form.outputs.some((o) => sameOutput(o, by))) this.added = by
    }
  }

  /** What a question shows that names no column: the names of its subject, or whole rows. */
  protected show(form: Form) {
    const table = this.context[0] ?? this.subject ?? form.base
    const asks = /\b(?:which|who|whose|what|name)\b/.test(this.tagged.line)
    const ranked = this.ranked.length > 0
    if (form.group.length) {
      form.outputs = form.group.map((key) => ({ key }))
      return
    }
    if (asks || ranked) form.outputs = this.resolver.keys(tableOf(this.schema, table)).map((key) => ({ key }))
    else {
      form.base = table
      form.everything = true
    }
  }

  protected finish(): Form | null {
    const tables = (output: Output) => ('key' in output ? output.key.column.table : output.measure.table)
    const measured = this.outputs.filter(isMeasure)
    let base =
      measured[0]?.measure.table ??
      this.subject ??
      (this.outputs[0] ? tables(this.outputs[0]) : this.resolver.tables[0])
    if (!base) return null
    if (this.outputs.length && !this.outputs.some((o) => tables(o) === base) && !this.ranked.length)
      base = tables(this.outputs[0]!)
    const form = { ...emptyForm(base), ...(this.joined.length > 0 ? { joined: this.joined } : {}) }
    for (const grain of this.grains) {
      const column = this.timeFor()
      if (column) this.group.unshift({ column, grain })
    }
    const unique: Key[] = []
    for (const key of this.group) if (!unique.some((k) => sameKey(k, key))) unique.push(key)
    form.group = unique
    form.outputs = this.outputs.filter((o, index) => this.outputs.findIndex((x) => sameOutput(x, o)) === index)
    if (this.shown === 'share' && !form.outputs.some(isMeasure))
      form.outputs = [
        ...form.outputs.filter((o) => !isMeasure(o) && form.group.length > 0),
        { measure: this.countOf(this.context[0] ?? base), shown: 'share' },
      ]
    this.rankings(form)
    // "Passengers per boat": of rows of another table.
    const isPer =
      /\bper\b/.test(this.words.get('question') ?? '') &&
      form.group.length > 0 &&
      form.group.every(({ column }) => form.outputs.every((o) => tables(o) !== column.table))
    if ((this.byGroup || isPer || this.grains.length > 0) && !form.outputs.some(isMeasure))
      form.outputs = form.outputs.map((o) => this.summed(o))
    const hasMeasure = form.outputs.some(isMeasure)
    if (form.group.length && !hasMeasure && !form.having.length && !this.having.length && !this.ranked.length) {
      if (!form.outputs.length || this.grains.length)
        form.outputs.push({
          measure: this.countOf(this.context.find((t) => !form.group.some((g) => g.column.table === t)) ?? base),
          shown: this.shown,
        })
      else {
        // "the names of each student" lists, it does not group.
        const asked = form.group.filter(
          (key) => this.askedKeys.has(key) && !form.outputs.some((o) => 'key' in o && o.key.column === key.column),
        )
        form.outputs = [...asked.map((key) => ({ key })), ...form.outputs]
        form.group = []
      }
    }
    if (form.group.length && form.outputs.some(isMeasure)) {
      const missing = form.group.filter((k) => !form.outputs.some((o) => 'key' in o && sameKey(o.key, k)))
      const named = form.outputs.some(
        (o) =>
          'key' in o &&
          form.group.some((g) => g.column.table === o.key.column.table && o.key.column !== g.column && !g.grain),
      )
      if (!named || this.grains.length || this.byGroup)
        form.outputs = [...missing.map((key) => ({ key })), ...form.outputs]
    } else if (form.outputs.some(isMeasure)) {
      const keys = keysOf(form)
      form.group = keys
    }
    form.having = this.having
    if (this.having.length && !form.outputs.length) form.outputs = form.group.map((key) => ({ key }))
    form.where = alternatives(this.where)
    this.sideBySide(form)
    this.rates(form)
    for (const order of this.order) form.order.push(order)
    const grouping = form.having.length > 0 || form.order.some((order) => isMeasure(order.by))
    if (grouping && !form.group.length) form.group = keysOf(form)
    if (this.limit && !form.limit) form.limit = this.limit
    if (!form.outputs.length) this.show(form)
    if (this.added && !form.everything && !form.outputs.some((o) => sameOutput(o, this.added!)))
      form.outputs.push(this.added)
    this.relations(form)
    this.rates(form)
    if (this.direction !== null && !form.order.length && form.outputs[0]) {
      const by = (this.direction && form.outputs.find(isMeasure)) || form.outputs[0]
      form.order.push({ by, descending: this.direction })
    }
    this.tellApart(form)
    this.loyal(form)
    if ((this.shown === 'running' || this.shown === 'change') && !form.group.length && form.outputs.some(isMeasure)) {
      const column = this.timeFor()
      if (column) this.split(form, { column, grain: 'month' })
    }
    const time = form.group.find((key) => key.grain || key.column.temporal || key.column.words.at(-1) === 'year')
    const measured1 = form.outputs.find(isMeasure)
    const month =
      form.group.length === 1 && form.limit === null ? monthNumber(this.schema, form.group[0]!.column) : null
    if (month && !form.order.length) form.order.push({ by: { key: { column: month } }, descending: false })
    if (!time && form.group.length && measured1 && !form.order.length && measured1.shown !== 'running')
      form.order.push({ by: measured1, descending: true })
    if (time && !form.order.length) form.order.push({ by: { key: time }, descending: false })
    if (measured1?.shown === 'running' && asksBoth(this.words.get('question') ?? ''))
      form.outputs.splice(form.outputs.indexOf(measured1), 0, { ...measured1, shown: 'value' })
    this.levelled(form)
    this.totalled(form)
    if (this.total) form.total = true
    form.distinct = this.distinct && !form.outputs.some(isMeasure)
    return form
  }

  /** "Sales in March": of what comes in parts, all of them together. */
  private totalled(form: Form) {
    const [only, other] = form.outputs
    if (!only || other || isMeasure(only) || form.group.length + form.order.length > 0 || form.where.length === 0)
      return
    if (form.limit !== null || /\b(?:list|show|each|every|all)\b/i.test(this.words.get('question') ?? '')) return
    if (comesInParts(only.key.column)) form.outputs = [this.summed(only)]
  }

  /** A percentage without groups, or of rows in a state in each: the rows that meet the conditions, of all rows. */
  protected rates(form: Form) {
    if (this.shown !== 'share' || (form.group.length && !this.isOfState)) return
    const filters = form.where.filter((c): c is Condition => c.kind !== 'period')
    const measure = form.outputs.find(isMeasure)
    if (!measure || measure.shown === 'rate' || !filters.length) return
    const rate: Output = { measure: { ...measure.measure, where: filters }, shown: 'rate' }
    form.outputs = [...keysOf(form).map((key) => ({ key })), rate]
    form.where = form.where.filter((c) => !filters.includes(c))
    if (!this.isOfState) return
    for (const order of [...form.order, ...this.order]) if (isMeasure(order.by)) order.by = rate
    if (this.added && isMeasure(this.added)) this.added = null
  }

  /** Rows of a named table stay apart when two of them share a name. */
  protected tellApart(form: Form) {
    if (!form.outputs.some(isMeasure)) return
    for (const { column } of this.nameKeys) {
      const key = keyBeside(this.schema, form.group, column)
      if (key && form.group.some((g) => g.column === column)) form.group.push({ column: key })
    }
  }

  /** What is compared stands side by side: a row for each of two values, or for each of two periods. */
  protected sideBySide(form: Form) {
    const asked = /\b(?:compare|compared|comparison|comparing|versus|vs|against|difference)\b/.test(this.tagged.line)
    const several = form.where.filter((c) => c.kind === 'period' && !c.not).length > 1
    if (asked && several && !form.outputs.length && !form.group.length)
      form.outputs.push({ measure: this.countOf(form.base), shown: this.shown })
    if (!form.outputs.some(isMeasure)) return
    for (const condition of form.where)
      if (asked && condition.kind === 'in' && !condition.not) this.split(form, { column: condition.column })
    const periods = form.where.filter((c) => c.kind === 'period' && !c.not && c.from !== null && c.to !== null)
    const [first] = periods as (Condition & { kind: 'period' })[]
    if (!first || periods.length < 2 || periods.some((c) => (c as typeof first).column !== first.column)) return
    const lengths = (periods as (typeof first)[]).map(({ from, to }) => lengthOf(from!, to!))
    const inTime = periods.toSorted((a, b) => ((a as typeof first).from! < (b as typeof first).from! ? -1 : 1))
    const cut = cutToDate(inTime as (typeof first)[], this.sides)
    if (cut) this.assumptions.push(cut.note)
    form.where = [...form.where.filter((c) => !periods.includes(c)), { kind: 'any', parts: cut?.parts ?? inTime }]
    const grain = lengths[0]
    if (grain && lengths.every((length) => length === grain) && !form.group.some((key) => key.grain))
      this.split(form, { column: first.column, grain })
  }

  private split(form: Form, key: Key) {
    if (form.group.some((known) => sameKey(known, key))) return
    form.group.unshift(key)
    if (!form.outputs.some((o) => 'key' in o && sameKey(o.key, key))) form.outputs.unshift({ key })
  }
}

/** The grain of which a period is one; null for any other length. */
function lengthOf(from: string, to: string): Grain | null {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
  if (days === 1) return 'day'
  if (days === 7 && new Date(from).getUTCDay() === 1) return 'week'
  if (days >= 28 && days <= 31) return 'month'
  if (days >= 90 && days <= 92) return 'quarter'
  return days === 365 || days === 366 ? 'year' : null
}
