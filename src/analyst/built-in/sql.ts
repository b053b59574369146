import { derivedColumnsIn } from './derived-columns.ts'
import { Expressions } from './expressions.ts'
import {
  type Condition,
  columnsOf,
  type Expression,
  emptyForm,
  type Form,
  factorsOf,
  isMeasure,
  type Key,
  keysOf,
  type Measure,
  type Output,
  type Shown,
  sameKey,
  withKeys,
} from './form.ts'
import { joinTree, path, repeats, type Step } from './join.ts'
import { outputNames, sameOutput } from './names.ts'
import { type Column, type Edge, type Flow, tableOf } from './schema.ts'

/** What comes in, or goes out, where a query is of nothing else: its other rows say nothing. */
function onlyFlow({ outputs, order, where }: Form, made: Column[]): Flow | null {
  const [only, other] = made.flatMap((column) => (column.made?.kind === 'flow' ? [{ column, flow: column.made }] : []))
  const all = [...outputs, ...order.map(({ by }) => by)]
  const isOf = (one: Output) =>
    isMeasure(one) &&
    (!one.measure.of?.columns.includes(only!.column) || (one.shown !== 'value' && one.shown !== 'share'))
  return !only || other || all.some(isOf) || where.flatMap(columnsOf).includes(only.column) ? null : only.flow
}

/** A query by the time of its figure, of rows that have it. */
const atTime = (form: Form, at: Column): Form => ({
  ...withKeys(form, (key) => (key.grain ? { ...key, column: at } : key)),
  where: at.nulls > 0 ? [...form.where, { kind: 'null', column: at, not: true }] : form.where,
})

/** Turns forms over one schema into SQL of one dialect. */
export class Writer extends Expressions {
  protected inner(form: Form): string | null {
    return new Writer(this.schema, this.dialect).write(form)
  }

  /** FROM and WHERE for outputs over `tables`; conditions reached only through to-many joins become sub-queries. */
  private body(form: Form, base: string, tables: Set<string>) {
    const needed = new Set(tables)
    const where: string[] = []
    const inside: Condition[] = []
    const outside: (Condition & { kind: 'related' })[] = []
    // What the joins pass through anyway is narrowed there: the term of the enrolments that lead from courses to students.
    for (const { far } of joinTree(this.schema, base, needed) ?? []) needed.add(far.table)
    for (const condition of form.where) {
      if (condition.kind === 'related') {
        outside.push(condition)
        continue
      }
      const far = [...new Set(columnsOf(condition).map((column) => column.table))].filter((table) => !needed.has(table))
      const many = far.find((table) => path(this.schema, [...needed], table)?.some((step) => step.many))
      if (many && far.length === 1) {
        const there = outside.find((c) => c.table === many && !c.not && !c.count)
        if (there) there.where = [...there.where, condition]
        else outside.push({ kind: 'related', table: many, not: false, where: [condition] })
      } else {
        for (const table of far) needed.add(table)
        inside.push(condition)
      }
    }
    const steps = joinTree(this.schema, base, needed)
    if (!steps) return null
    const qualified = steps.length > 0
    for (const condition of inside) where.push(this.condition(condition, qualified))
    if (this.flow) where.push(this.flows(this.flow, qualified))
    for (const condition of outside) {
      const start = needed.has(form.base) ? form.base : base
      const sql = this.related(start, condition, qualified)
      if (sql === null) return null
      where.push(sql)
    }
    const from = this.source(base) + this.joins(steps)
    return { steps, qualified, sql: ` FROM ${from}${where.length ? ` WHERE ${where.join(' AND ')}` : ''}` }
  }

  /** SQL of a form with the names of its result columns; null when its tables are not connected. */
  write(form: Form): string | null {
    const d = this.dialect
    const { by } = form
    if (by) {
      const aim = this.schema.edges.find((edge) => edge.from === by)?.to.table
      const other = (edge: Edge) => edge.from !== by && edge.from.table === by.table && edge.to.table === aim
      this.schema = { ...this.schema, edges: this.schema.edges.filter((edge) => !other(edge)) }
    }
    this.made = [...derivedColumnsIn(form)]
    this.narrowing = form.where
    this.flow = onlyFlow(form, this.made)
    this.sharedBy = form.group.length > 1 ? (form.group.find((key) => key.grain) ?? null) : null
    const having = form.having.map((part) => part.measure)
    const ordered = form.order.flatMap((order) => (isMeasure(order.by) ? [order.by.measure] : []))
    const measures = [...form.outputs.flatMap((o) => (isMeasure(o) ? [o.measure] : [])), ...having, ...ordered]
    const measureTables = [...new Set(measures.map((m) => m.table))]
    const keyTables = [
      ...form.group.map((key) => key.column.table),
      ...form.outputs.flatMap((o) => ('key' in o ? [o.key.column.table] : [])),
      ...form.order.flatMap((o) => ('key' in o.by ? [o.by.key.column.table] : [])),
    ]
    const inner = measures.flatMap((m) =>
      [
        ...(m.of ? factorsOf(m.of) : []),
        ...(m.per ? [m.per] : []),
        ...[...(m.where ?? []), ...(m.whole ?? []), ...(m.minus ?? [])].flatMap(columnsOf),
      ].map((c) => c.table),
    )
    // A price stands with the goods, not with the rows that say how many there are.
    const priced = this.made.flatMap(({ table, made }) =>
      made?.kind === 'both' && made.and.table !== table ? made.and.table : [],
    )
    const tables = new Set([...measureTables, ...keyTables, ...inner, ...priced, ...(form.joined ?? [])])
    if (!tables.size) tables.add(form.base)
    const base = tables.has(form.base) ? form.base : (measureTables[0] ?? [...tables][0]!)
    const parts = Map.groupBy(
      form.outputs.filter(isMeasure),
      ({ measure }) => `${measure.table} ${measure.at?.name ?? ''}`,
    )
    if (parts.size > 1) {
      const split = this.separately(form, [...parts.values()])
      if (split) return split
    }
    const body = this.body(form, base, tables)
    if (!body) return null
    const { steps, qualified } = body
    const ratio = measures.find(({ of }) => of?.over && this.isRepeated(of, steps))
    if (ratio) return this.divided(form, ratio)
    const names = outputNames(form)
    const added = measures.find(
      (m) =>
        m.of && !m.of.days && /^(?:sum|avg|median|stddev_samp)$/.test(m.fn) && !m.distinct && repeats(steps, m.table),
    )
    const inSub = added && measureTables.length === 1 ? tableOf(this.schema, added.table).key : null
    // A margin needs its revenue beside it and a period its dates, which this form has no place for, nor for the first of each.
    const isMore = form.outputs.some((o) => isMeasure(o) && (o.shown === 'margin' || o.measure.grain))
    if (inSub && (isMore || form.limitPerGroup !== null)) return null
    if (inSub) return this.deduplicated(form, body.sql, added!.table, inSub)
    const column = (output: Output) => this.output(output, qualified, steps)
    const select = form.everything
      ? [qualified ? `${d.identifier(base)}.*` : '*']
      : form.outputs.map((output, index) => {
          const sql = column(output)
          const plain = 'key' in output && sql.split('.').at(-1) === d.identifier(names[index]!)
          return plain ? sql : `${sql} AS ${d.identifier(names[index]!)}`
        })
    let sql = `SELECT ${form.distinct ? 'DISTINCT ' : ''}${select.join(', ')}${body.sql}`
    const plainly = form.limitPerGroup !== null && !measures.length
    if (form.group.length && !plainly)
      sql += ` GROUP BY ${[...new Set(this.keysBeside(form).map((key) => this.key(key, qualified)))].join(', ')}`
    if (form.having.length)
      sql += this.having(form, ({ measure }) => this.measure(measure, qualified, repeats(steps, measure.table)))
    if (form.limitPerGroup && form.order[0] && form.group[0]) {
      const { limitPerGroup, skip } = form
      const rank = `rank() OVER (PARTITION BY ${this.key(form.group[0], qualified)} ORDER BY ${column(form.order[0].by)}${form.order[0].descending ? ' DESC' : ''})`
      sql += ` QUALIFY ${rank} ${skip ? `BETWEEN ${skip + 1} AND ${skip + limitPerGroup}` : `<= ${limitPerGroup}`}`
    }
    const orders = form.order.map((order) => {
      const at = form.outputs.findIndex((output) => sameOutput(output, order.by))
      const by = at >= 0 && isMeasure(order.by) ? d.identifier(names[at]!) : this.sortable(order.by, column, qualified)
      return `${by}${order.descending ? ' DESC NULLS LAST' : ''}`
    })
    if (form.limitPerGroup && form.group[0]) orders.unshift(this.key(form.group[0], qualified))
    if (orders.length) sql += ` ORDER BY ${orders.join(', ')}`
    if (form.limit) sql += ` LIMIT ${form.limit}${form.skip ? ` OFFSET ${form.skip}` : ''}`
    return sql
  }

  private having(form: Form, figure: (part: Form['having'][number]) => string): string {
    const parts = form.having.map(
      (part) =>
        `${figure(part)} ${part.operator} ${typeof part.value === 'number' ? part.value : this.overall(form, part)}`,
    )
    return ` HAVING ${parts.join(' AND ')}`
  }

  /** The figure of all rows, whatever their groups, or what it is on average for each of the groups. */
  private overall({ base, by, where, group }: Form, { measure, value }: Form['having'][number]): string {
    const output: Output = { measure, shown: 'value' }
    const all = { ...emptyForm(base), ...(by ? { by } : {}) }
    const isOfGroup = (one: Condition) =>
      one.kind === 'null' && one.not && group.some(({ column }) => column === one.column)
    if (value === 'all') {
      const whole = { ...all, outputs: [output], where: where.filter((one) => !isOfGroup(one)) }
      return `(${this.inner(whole) ?? 'NULL'})`
    }
    const groups = { ...all, outputs: [...group.map((key) => ({ key })), output], where, group }
    const name = this.dialect.identifier(outputNames(groups).at(-1)!)
    return `(SELECT avg(${name}) FROM (${this.inner(groups) ?? 'NULL'}) AS each_group)`
  }

  /** Weekdays go from Monday to Sunday and ranges from low to high, whatever their names. */
  private sortable(by: Output, column: (output: Output) => string, qualified: boolean): string {
    if (!('key' in by)) return column(by)
    const { grain, column: key } = by.key
    const { made } = key
    const [part, time] = made?.kind === 'calendar' ? [made.part, made.time] : [grain, key]
    if (part === 'weekday') return `min(${this.dialect.weekdayNumber(this.time(time, qualified))})`
    if (part === 'month of the year') return `min(${this.dialect.monthNumber(this.time(time, qualified))})`
    if (made?.kind === 'range') return `min(${this.ranged(made.of, qualified)})`
    return column(by)
  }

  /** Keys of the group, and every plain output and order that stands beside the measures. */
  private keysBeside(form: Form): Key[] {
    const keys = [...form.group]
    for (const key of keysOf(form)) if (!keys.some((other) => sameKey(other, key))) keys.push(key)
    for (const { by } of form.order)
      if ('key' in by && !keys.some(({ column }) => column === by.key.column)) keys.push(by.key)
    return keys
  }

  private output(output: Output, qualified: boolean, steps: Step[]): string {
    if ('key' in output) return this.key(output.key, qualified)
    const repeated = repeats(steps, output.measure.table)
    return this.shown(output, this.measure(output.measure, qualified, repeated), qualified, { repeated })
  }

  /** `repeated`: the joins show rows of the measured table several times, so that each is counted once. */
  private shown(
    output: { measure: Measure; shown: Shown },
    sql: string,
    qualified: boolean,
    { time, repeated = false }: { time?: string; repeated?: boolean } = {},
  ): string {
    if (output.shown === 'share') {
      const each = this.sharedBy ? `PARTITION BY ${time ?? this.key(this.sharedBy, qualified)}` : ''
      return `round(100.0 * ${sql} / sum(${sql}) OVER (${each}), 2)`
    }
    if (output.shown === 'rate' && output.measure.of?.over) return `round(100.0 * (${sql}), 2)`
    if (output.shown === 'rate' && output.measure.minus) {
      const { minus, ...measure } = output.measure
      return `round(100.0 * (${sql}) / nullif(${this.measure({ ...measure, where: minus }, qualified, repeated)}, 0), 2)`
    }
    if (output.shown === 'rate') {
      const whole = this.measure({ ...output.measure, where: output.measure.whole ?? [] }, qualified, repeated)
      return `round(100.0 * ${sql} / nullif(${whole}, 0), 2)`
    }
    if (output.shown === 'margin') {
      const { of, where = [] } = output.measure
      const known = (of?.less ?? []).filter((column) => column.nulls > 0)
      const costed = known.map((column): Condition => ({ kind: 'null', column, not: true }))
      const revenue: Measure = { ...output.measure, of: { columns: of!.columns }, where: [...where, ...costed] }
      return `round(100.0 * ${sql} / nullif(${this.measure(revenue, qualified, false)}, 0), 2)`
    }
    if (output.shown === 'running') return `sum(${sql}) OVER (ORDER BY ${time ?? this.timeKey})`
    if (output.shown === 'change') {
      const before = `lag(${sql}) OVER (ORDER BY ${time ?? this.timeKey})`
      return `round(100.0 * (${sql} - ${before}) / nullif(${before}, 0), 2)`
    }
    return sql
  }

  private timeKey = '1'
  /** The time of which shares are parts, where something else stands beside it: channels in each month. */
  private sharedBy: Key | null = null
  /** The key over which running totals and changes go. */
  over(key: Key, qualified: boolean): this {
    this.timeKey = this.key(key, qualified)
    return this
  }

  /** Rows of the measured table once each before they are added up: joins that repeat them would count them twice. */
  private deduplicated(form: Form, body: string, table: string, key: Column): string {
    const d = this.dialect
    const names = outputNames(form)
    const keys = this.keysBeside(form)
    const timed = keys.find((key) => key.grain) ?? keys[0]
    const alias = new Map(keys.map((k, index) => [k, `k${index + 1}`]))
    const values = new Map<Column, string>()
    const all = [...form.outputs, ...form.order.map((o) => o.by)].flatMap((o) => (isMeasure(o) ? [o.measure] : []))
    for (const m of [...all, ...form.having.map((h) => h.measure)])
      for (const column of [...(m.of ? factorsOf(m.of) : []), ...(m.per ? [m.per] : [])])
        if (!values.has(column)) values.set(column, `v${values.size + 1}`)
    const inner = [
      ...keys.map((k) => `${this.key(k, true)} AS ${alias.get(k)}`),
      `${this.name(key, true)} AS row_key`,
      ...[...values].map(([column, name]) => `${this.numeric(column, true)} AS ${name}`),
    ]
    const keyName = (k: Key) => alias.get(keys.find((x) => sameKey(x, k))!)!
    const product = (factors: Column[]) => factors.map((c) => values.get(c)).join(' * ')
    const value = (m: Measure) => {
      if (!m.of) return 'count(DISTINCT row_key)'
      const whole = product(m.of.columns) + (m.of.less ? ` - ${product(m.of.less)}` : '')
      if (m.per) return `sum(${whole}) / nullif(count(DISTINCT ${values.get(m.per)}), 0)`
      return `${m.fn}(${m.distinct ? 'DISTINCT ' : ''}${whole})`
    }
    const column = (o: Output) =>
      'key' in o ? keyName(o.key) : this.shown(o, value(o.measure), true, { time: timed && alias.get(timed) })
    const select = form.outputs.map((o, index) => `${column(o)} AS ${d.identifier(names[index]!)}`)
    let sql = `SELECT ${select.join(', ')} FROM (SELECT DISTINCT ${inner.join(', ')}${body}) AS ${d.identifier(`${table}_once`)}`
    if (keys.length) sql += ` GROUP BY ${keys.map((k) => alias.get(k)).join(', ')}`
    if (form.having.length) sql += this.having(form, ({ measure }) => value(measure))
    const orders = form.order.map((o) => `${column(o.by)}${o.descending ? ' DESC NULLS LAST' : ''}`)
    if (orders.length) sql += ` ORDER BY ${orders.join(', ')}`
    if (form.limit) sql += ` LIMIT ${form.limit}`
    return sql
  }

  /** Whether joins would count one side of a ratio several times: the area of a building for each reading of its meter. */
  private isRepeated({ columns, over = [] }: Expression, steps: Step[]): boolean {
    const tables = new Set([...columns, ...over].map(({ table }) => table))
    return tables.size > 1 && [...tables].some((table) => repeats(steps, table))
  }

  /** A ratio of figures of two tables, each added up in its own query before one is divided by the other. */
  private divided(form: Form, ratio: Measure): string | null {
    const d = this.dialect
    const names = outputNames(form)
    const keys = [...form.group, ...keysOf(form)].filter(
      (key, at, all) => all.findIndex((one) => sameKey(one, key)) === at,
    )
    const isRatio = (one: Output) => isMeasure(one) && sameOutput(one, { measure: ratio, shown: one.shown })
    const others = [...form.outputs, ...form.order.map(({ by }) => by)].filter((one) => isMeasure(one) && !isRatio(one))
    if (others.length > 0 || form.having.length > 0 || form.limitPerGroup !== null || form.skip) return null
    const { columns, over, times = 1 } = ratio.of!
    const sides = [columns, over!].map((of, nth) => {
      const { table } = of[0]!
      const outputs: Output[] = [
        ...keys.map((key) => ({ key })),
        {
          measure: { fn: 'sum', table, of: { columns: of }, ...(ratio.where ? { where: ratio.where } : {}) },
          shown: 'value',
        },
      ]
      const side = { ...emptyForm(table), ...(form.by ? { by: form.by } : {}), outputs, where: form.where, group: keys }
      const sql = this.inner(side)
      const inner = outputNames(side)
      const shown = [...keys.map((_, at) => `k${at + 1}`), nth ? 'whole' : 'part']
      const list = shown.map((name, at) => `${d.identifier(inner[at]!)} AS ${name}`).join(', ')
      return sql && `(SELECT ${list} FROM (${sql}) AS side_${nth + 1}) AS side_of_${nth + 1}`
    })
    if (sides.includes(null)) return null
    const keyName = (key: Key) => `k${keys.findIndex((one) => sameKey(one, key)) + 1}`
    const value = (shown: Shown) => this.shown({ measure: ratio, shown }, `${times}.0 * part / nullif(whole, 0)`, true)
    const column = (one: Output) => (isMeasure(one) ? value(one.shown) : keyName(one.key))
    const using = keys.map((_, at) => `k${at + 1}`).join(', ')
    let sql = `SELECT ${form.outputs.map((one, at) => `${column(one)} AS ${d.identifier(names[at]!)}`).join(', ')} FROM ${sides.join(keys.length > 0 ? ' JOIN ' : ' CROSS JOIN ')}`
    if (keys.length > 0) sql += ` USING (${using})`
    const orders = form.order.map(({ by, descending }) => `${column(by)}${descending ? ' DESC NULLS LAST' : ''}`)
    if (orders.length > 0) sql += ` ORDER BY ${orders.join(', ')}`
    return form.limit ? `${sql} LIMIT ${form.limit}` : sql
  }

  /** Measures of different tables or times, each added up in its own query and then put side by side by their keys. */
  private separately(form: Form, sides: (Output & { measure: Measure })[][]): string | null {
    const d = this.dialect
    const names = outputNames(form)
    const keys = form.outputs.flatMap((o, index) => ('key' in o ? [{ key: o.key, name: names[index]! }] : []))
    if (form.having.length || form.group.some((g) => !keys.some((k) => k.key.column === g.column))) return null
    const parts: string[] = []
    for (const [nth, side] of sides.entries()) {
      const { table, at } = side[0]!.measure
      const outputs = form.outputs.filter((o) => 'key' in o || side.includes(o))
      const own = { ...form, outputs, order: [], limit: null, base: table }
      const part = at ? atTime(own, at) : own
      const over = part.group[0] ?? keys[0]?.key
      const writer = new Writer(this.schema, d)
      const sql = (over ? writer.over(over, false) : writer).write(part)
      if (!sql) return null
      parts.push(`(${sql}) AS ${d.identifier(at ? `${table}_part_${nth + 1}` : `${table}_part`)}`)
    }
    const joined = keys.length
      ? parts
          .slice(1)
          .reduce(
            (sql, part) => `${sql} FULL JOIN ${part} USING (${keys.map((k) => d.identifier(k.name)).join(', ')})`,
            parts[0]!,
          )
      : parts.join(' CROSS JOIN ')
    // Of what did not happen in a month there is none.
    const shown = (name: string, output: Output) =>
      isMeasure(output) && output.measure.at ? `coalesce(${name}, 0) AS ${name}` : name
    const select = names.map((name, at) => shown(d.identifier(name), form.outputs[at]!))
    let sql = `SELECT ${select.join(', ')} FROM ${joined}`
    const orders = form.order.map((order) => {
      const at = form.outputs.findIndex((output) => sameOutput(output, order.by))
      return at < 0 ? null : `${d.identifier(names[at]!)}${order.descending ? ' DESC NULLS LAST' : ''}`
    })
    if (orders.includes(null)) return null
    if (orders.length) sql += ` ORDER BY ${orders.join(', ')}`
    if (form.limit) sql += ` LIMIT ${form.limit}`
    return sql
  }
}
