import { isInteger } from './derived-columns.ts'
import { type Dialect, duckdb } from './dialect.ts'
import type { Condition, Key } from './form.ts'
import { columnsOf } from './form.ts'
import type { Column, Cut, DerivedColumn, Flow, Schema } from './schema.ts'
import { currencyOf } from './wording/nouns.ts'
import { printNumber } from './wording/print.ts'

const SHORT = /^(?:DATE|TIME)/
/** So many ranges at most between the rare extremes when nobody says how wide they are. */
const RANGES = 12

/** SQL of columns and keys, and of tables with the columns that are worked out for each of their rows. */
export abstract class Columns {
  /** Made columns of the form that is written. */
  protected made: Column[] = []
  /** The conditions of the form: ranges fit the rows that are left. */
  protected narrowing: Condition[] = []

  /** What comes in, or goes out, where all rows that are read are of it. */
  protected flow: Flow | null = null

  constructor(
    protected schema: Schema,
    protected dialect: Dialect = duckdb,
  ) {}

  abstract condition(condition: Condition, qualified: boolean): string

  protected name(column: Column, qualified: boolean) {
    if (column.made && isPlain(column.made)) return this.worked(column.made, qualified)
    const id = this.dialect.identifier(column.name)
    const sql = qualified ? `${this.dialect.identifier(column.table)}.${id}` : id
    return column.isOutflow ? `-${sql}` : sql
  }

  protected time(column: Column, qualified: boolean) {
    const sql = this.name(column, qualified)
    return SHORT.test(column.type) ? sql : this.dialect.asTime(sql)
  }

  protected days(from: Column, to: Column, qualified: boolean): string {
    const byDay = from.type === 'DATE' || to.type === 'DATE'
    return this.dialect.days(this.time(from, qualified), this.time(to, qualified), byDay)
  }

  key(key: Key, qualified: boolean): string {
    if (!key.grain) return this.name(key.column, qualified)
    return this.dialect.truncate(key.grain, this.time(key.column, qualified))
  }

  protected numeric(column: Column, qualified: boolean) {
    const sql = this.name(column, qualified)
    return column.numeric || column.temporal ? sql : this.dialect.asNumber(sql)
  }

  /** A table in FROM: as it is, or with those of its made columns that need all of its rows. */
  protected source(table: string): string {
    const id = this.dialect.identifier(table)
    const made = this.made.filter((column) => column.table === table && !isPlain(column.made!))
    if (!made.length) return id
    const ranges = made.flatMap(({ made: one }) => (one?.kind === 'range' && 'width' in one.cut ? [one] : []))
    const [counted] = ranges.flatMap(({ of }) => (of.made ? [this.worked(of.made, true)] : []))
    const rows = counted ? `(SELECT ${id}.*, ${counted} AS range_of FROM ${id}) AS ${id}` : id
    const added = made.map((column) => `${this.worked(column.made!, true)} AS ${this.dialect.identifier(column.name)}`)
    const steps = ranges.map(({ of, cut }) => this.steps(of, cut, rows))
    return `(SELECT ${id}.*, ${added.join(', ')} FROM ${[rows, ...steps].join(' CROSS JOIN ')}) AS ${id}`
  }

  /** What ranges go by, from low to high. */
  protected ranged(of: Column, qualified: boolean): string {
    return of.made ? 'range_of' : this.numeric(of, qualified)
  }

  /** A made column for one row of its table. */
  private worked(made: DerivedColumn, qualified: boolean): string {
    const d = this.dialect
    switch (made.kind) {
      case 'weekend': {
        const day = d.weekdayNumber(this.time(made.time, qualified))
        return `CASE WHEN ${day} >= 6 THEN 'Weekend' WHEN ${day} < 6 THEN 'Weekday' END`
      }
      case 'calendar':
        return d.truncate(made.part, this.time(made.time, qualified))
      case 'hour':
        return d.truncate('hour', this.time(made.time, qualified))
      case 'range':
        return this.range(made.of, made.cut, qualified)
      case 'start':
        return this.start(made)
      case 'first': {
        const [time, start] = [this.time(made.time, true), this.start(made)]
        const cut = (sql: string) => (made.length ? d.truncate(made.length, sql) : sql)
        const since = made.from ? `${start} >= DATE ${d.text(made.from)}` : `${cut(time)} = ${cut(start)}`
        return `CASE WHEN ${this.name(made.whose, true)} IS NULL THEN NULL WHEN ${since} THEN 'New' ELSE 'Returning' END`
      }
      case 'since':
        return d.lengths(made.length, this.start(made), this.time(made.time, true))
      case 'watched': {
        const last = `(SELECT max(${this.time(made.time, false)}) FROM ${d.identifier(made.time.table)})`
        return `${d.lengths(made.length, this.start(made), d.dayAfter(last))} - 1`
      }
      case 'state':
        return `CASE WHEN ${this.lasts(made, qualified)} THEN ${d.text(made.before)} ELSE ${d.text(made.after)} END`
      case 'late': {
        const [late, done] = ['late', 'on time'].map((value) => this.isDone(made, value, qualified))
        return `CASE WHEN ${late} THEN 'late' WHEN ${done} THEN 'on time' END`
      }
      case 'flow': {
        const value = this.name(made.of, qualified)
        const signed = `${made.isOut ? '-' : ''}${value}`
        return this.flow ? signed : `CASE WHEN ${this.flows(made, qualified)} THEN ${signed} END`
      }
      case 'decade': {
        const year = made.of.temporal
          ? d.truncate('year', this.time(made.of, qualified))
          : this.name(made.of, qualified)
        return `CAST(floor(${year} / 10) * 10 AS BIGINT)`
      }
      case 'age':
        return made.of.temporal
          ? d.lengths('year', this.time(made.of, qualified), `DATE ${d.text(made.at)}`)
          : `${made.at.slice(0, 4)} - ${this.name(made.of, qualified)}`
      case 'tenure': {
        const until = `coalesce(${this.time(made.until, qualified)}, DATE ${d.text(made.at)})`
        return `round(${d.days(this.time(made.of, qualified), until, true)} / 365.25, 2)`
      }
      case 'span':
        return made.time.temporal
          ? this.days(made.since, made.time, qualified)
          : `${this.name(made.time, qualified)} - ${this.name(made.since, qualified)}`
      case 'both': {
        // What is not known adds nothing, and makes no product.
        const known = ({ nulls }: Column, sql: string) => (nulls > 0 && made.by !== '*' ? `coalesce(${sql}, 0)` : sql)
        return `(${[made.of, made.and].map((one) => known(one, this.numeric(one, qualified))).join(` ${made.by} `)})`
      }
      case 'reduced': {
        const part = this.numeric(made.by, qualified)
        const known = made.by.nulls > 0 ? `coalesce(${part}, 0)` : part
        return `${this.numeric(made.of, qualified)} * (1 - ${known}${made.whole === 1 ? '' : ` / ${made.whole}.0`})`
      }
      case 'scaled':
        return made.by < 1
          ? `${this.numeric(made.of, qualified)} / ${Number((1 / made.by).toPrecision(9))}.0`
          : `${this.numeric(made.of, qualified)} * ${made.by}`
      case 'standing':
        return d.standing(
          made.length,
          this.time(made.since, true),
          this.time(made.time, true),
          [made.since, made.time]
            .map(({ max }) => max ?? '')
            .toSorted()
            .at(-1)!
            .slice(0, 10),
        )
      case 'tally': {
        const [by, to] = [this.name(made.by, true), this.name(made.to, true)]
        const figure = made.of ? `coalesce(sum(${this.numeric(made.of, true)}), 0)` : 'count(*)'
        return `(SELECT ${figure} FROM ${d.identifier(made.by.table)} WHERE ${by} = ${to})`
      }
      case 'against': {
        const [over, within] = ['over', 'within'].map((value) => this.isAgainst(made, value, qualified))
        return `CASE WHEN ${over} THEN 'over' WHEN ${within} THEN 'within' END`
      }
    }
  }

  protected flows({ of, isOut }: Flow, qualified: boolean): string {
    return `${this.name(of, qualified)} ${isOut ? '<' : '>'} 0`
  }

  /** Whether the end of a row has not come, or had not at a time. */
  protected lasts({ of, at }: Extract<DerivedColumn, { kind: 'state' }>, qualified: boolean): string {
    const open = `${this.name(of, qualified)} IS NULL`
    if (!at) return open
    const [since, until] = [at.since, of].map((column) => this.time(column, qualified))
    return `(${since} < DATE ${this.dialect.text(at.to)} AND (${open} OR ${until} >= DATE ${this.dialect.text(at.from)}))`
  }

  /** Whether a row was done late, on time or early. */
  protected isDone({ time, due }: Extract<DerivedColumn, { kind: 'late' }>, value: string, qualified: boolean): string {
    const operator = value === 'late' ? '>' : value === 'early' ? '<' : '<='
    return `${this.name(time, qualified)} ${operator} ${this.name(due, qualified)}`
  }

  /** Whether a figure is over another, under it or between both. */
  protected isAgainst({ of, limit }: Extract<DerivedColumn, { kind: 'against' }>, value: string, qualified: boolean) {
    const operator = { over: '>', under: '<', within: '<=', reached: '>=' }[value] ?? '='
    return `${this.numeric(of, qualified)} ${operator} ${this.numeric(limit, qualified)}`
  }

  private start({ time, whose }: { time: Column; whose: Column }) {
    return `min(${this.time(time, true)}) OVER (PARTITION BY ${this.name(whose, true)})`
  }

  private range(of: Column, cut: Cut, qualified: boolean): string {
    const value = this.ranged(of, qualified)
    const d = this.dialect
    const sign = currencyOf(of.name) ?? ''
    if ('edges' in cut) return atEdges(value, cut.edges, sign, d)
    const coarse = isCoarse(of, cut)
    const low = `floor(${value} / range_width) * range_width`
    const parts = [
      `WHEN ${value} < range_low THEN ${d.ranged(`under ${sign}#`, ['range_low'], coarse)}`,
      `WHEN ${value} >= range_high THEN ${d.ranged(`${sign}# and more`, ['range_high'], coarse)}`,
      `WHEN ${value} IS NOT NULL THEN ${d.ranged(`${sign}# to ${sign}#`, [low, `${low} + range_width${isInteger(of) ? ' - 1' : ''}`], coarse)}`,
    ]
    return `CASE ${parts.join(' ')} END`
  }

  /** One row with the width of the ranges and where they begin and end: the rare extremes share an open range. */
  private steps(of: Column, cut: Cut, rows: string): string {
    const own = this.narrowing.filter((condition) => {
      const columns = columnsOf(condition)
      const simple = condition.kind === 'compare' || condition.kind === 'in' || condition.kind === 'period'
      return simple && columns.every((column) => column.table === of.table && !column.made)
    })
    const where = own.length ? ` WHERE ${own.map((condition) => this.condition(condition, true)).join(' AND ')}` : ''
    const values = `SELECT ${this.ranged(of, true)} AS value FROM ${rows}${where}`
    const width = 'width' in cut ? cut.width : null
    const least = isInteger(of) ? 2 : isCoarse(of, cut) ? 1 : 0.01
    return `(${this.dialect.steps(values, width, RANGES, least)}) AS range_steps`
  }
}

/** Whether a made column is worked out of its own row alone. */
const isPlain = (made: DerivedColumn): boolean =>
  /^(?:weekend|calendar|hour|decade|tenure|span|state|late|against|flow|both|scaled)$/.test(made.kind) ||
  (made.kind === 'tally' && made.of !== undefined) ||
  (made.kind === 'range' && 'edges' in made.cut && !made.of.made)

/** Whether the ranges are told in whole numbers. */
function isCoarse(of: Column, cut: Cut): boolean {
  if ('edges' in cut) return cut.edges.every(Number.isInteger)
  if (cut.width !== null) return Number.isInteger(cut.width)
  return isInteger(of) || Number(of.max) - Number(of.min) > RANGES
}

function atEdges(value: string, edges: number[], sign: string, d: Dialect): string {
  const print = (edge: number) => sign + printNumber(String(edge))
  const parts = edges.map((edge, at) => {
    const label = at ? `${print(edges[at - 1]!)} to ${print(edge)}` : `under ${print(edge)}`
    return `WHEN ${value} < ${edge} THEN ${d.text(label)}`
  })
  const last = edges.at(-1)!
  return `CASE ${parts.join(' ')} WHEN ${value} >= ${last} THEN ${d.text(`${print(last)} and more`)} END`
}
