import { type Dialect, duckdb } from './dialect.ts'
import {
  type Condition,
  columnsOf,
  emptyForm,
  type Form,
  isMeasure,
  type Key,
  type Measure,
  type Output,
  type Shown,
} from './form.ts'
import { joinTree, path, repeats, type Step } from './join.ts'
import { outputNames, sameOutput } from './names.ts'
import { type Column, type Schema, tableOf } from './schema.ts'

const SHORT = /^(DATE|TIMESTAMP)/

/** Turns forms over one schema into SQL of one dialect. */
export class Writer {
  constructor(
    private schema: Schema,
    private dialect: Dialect = duckdb,
  ) {}

  private name(column: Column, qualified: boolean) {
    const id = this.dialect.identifier(column.name)
    return qualified ? `${this.dialect.identifier(column.table)}.${id}` : id
  }

  private time(column: Column, qualified: boolean) {
    const sql = this.name(column, qualified)
    return SHORT.test(column.type) ? sql : this.dialect.asTime(sql)
  }

  key(key: Key, qualified: boolean): string {
    if (!key.grain) return this.name(key.column, qualified)
    return this.dialect.truncate(key.grain, this.time(key.column, qualified))
  }

  private numeric(column: Column, qualified: boolean) {
    const sql = this.name(column, qualified)
    return column.numeric || column.temporal ? sql : this.dialect.asNumber(sql)
  }

  measure(measure: Measure, qualified: boolean, repeated: boolean): string {
    const filter = measure.where?.length
      ? ` FILTER (WHERE ${measure.where.map((c) => this.met(c, measure.table, qualified)).join(' AND ')})`
      : ''
    if (!measure.of) {
      const key = tableOf(this.schema, measure.table).key
      if (measure.per)
        return `round(1.0 * count(*) / nullif(count(DISTINCT ${this.name(measure.per, qualified)}), 0), 2)${filter}`
      return (repeated && key ? `count(DISTINCT ${this.name(key, qualified)})` : 'count(*)') + filter
    }
    const columns = measure.of.columns
    if (measure.fn === 'count')
      return `count(${measure.distinct ? 'DISTINCT ' : ''}${this.name(columns[0]!, qualified)})${filter}`
    const value = measure.of.days
      ? this.dialect.days(this.time(columns[1]!, qualified), this.time(columns[0]!, qualified))
      : measure.fn === 'min' || measure.fn === 'max'
        ? columns.map((column) => this.name(column, qualified)).join(' * ')
        : columns.map((column) => this.numeric(column, qualified)).join(' * ')
    return `${measure.fn}(${measure.distinct ? 'DISTINCT ' : ''}${value})${filter}`
  }

  private literal(column: Column, value: string | number | boolean) {
    if (typeof value === 'number') {
      if (column.numeric) return String(value)
      return column.temporal ? this.dialect.text(String(value)) : this.dialect.text(String(value))
    }
    return typeof value === 'boolean' ? String(value) : this.dialect.text(value)
  }

  /** A condition of a part of the rows of `table`. */
  private met(condition: Condition, table: string, qualified: boolean): string {
    if (condition.kind !== 'related') return this.condition(condition, qualified)
    return this.related(table, condition, qualified) ?? 'false'
  }

  condition(condition: Condition, qualified: boolean): string {
    const d = this.dialect
    switch (condition.kind) {
      case 'compare': {
        const { column, operator, value } = condition
        const numeric =
          typeof value === 'number' && !column.numeric && operator !== '=' && operator !== '<>' && !column.temporal
        if (numeric) return `${d.asNumber(this.name(column, qualified))} ${operator} ${value}`
        return `${this.name(column, qualified)} ${operator} ${this.literal(column, value)}`
      }
      case 'in': {
        const list = condition.values.map((value) => this.literal(condition.column, value)).join(', ')
        return `${this.name(condition.column, qualified)} ${condition.not ? 'NOT IN' : 'IN'} (${list})`
      }
      case 'between': {
        const sql = this.numeric(condition.column, qualified)
        return `${sql} ${condition.not ? 'NOT ' : ''}BETWEEN ${condition.low} AND ${condition.high}`
      }
      case 'period': {
        const sql = this.time(condition.column, qualified)
        const parts = [
          ...(condition.from ? [`${sql} >= DATE ${d.text(condition.from)}`] : []),
          ...(condition.to ? [`${sql} < DATE ${d.text(condition.to)}`] : []),
        ]
        return condition.not ? `NOT (${parts.join(' AND ')})` : parts.join(' AND ')
      }
      case 'contains': {
        const text = condition.text.replace(/[%_]/g, (c) => `\\${c}`)
        const pattern = `${condition.where === 'start' ? '' : '%'}${text}${condition.where === 'end' ? '' : '%'}`
        const sql = d.contains(this.name(condition.column, qualified), d.text(pattern))
        return `${condition.not ? 'NOT ' : ''}${sql}${text === condition.text ? '' : " ESCAPE '\\'"}`
      }
      case 'null':
        return `${this.name(condition.column, qualified)} IS ${condition.not ? 'NOT ' : ''}NULL`
      case 'average': {
        const sql = this.numeric(condition.column, qualified)
        const inner = `SELECT avg(${this.numeric(condition.column, false)}) FROM ${d.identifier(condition.column.table)}`
        return `${sql} ${condition.operator} (${inner})`
      }
      case 'extreme':
        return `${this.name(condition.column, qualified)} = (SELECT ${condition.fn}(${this.name(condition.column, false)}) FROM ${d.identifier(condition.column.table)})`
      case 'columns':
        return `${this.name(condition.left, qualified)} ${condition.operator} ${this.name(condition.right, qualified)}`
      case 'among': {
        const base = condition.column.table
        const form = { ...emptyForm(base), outputs: [{ key: { column: condition.column } }], where: condition.where }
        const inner = new Writer(this.schema, d).write(form) ?? 'NULL'
        return `${this.name(condition.column, qualified)} ${condition.not ? 'NOT IN' : 'IN'} (${inner})`
      }
      case 'related':
        throw new Error('rows of other tables are looked up by the query around them')
      case 'any':
        return `(${condition.parts.map((part) => this.condition(part, qualified)).join(' OR ')})`
      case 'all':
        return `(${condition.parts.map((part) => this.condition(part, qualified)).join(' AND ')})`
    }
  }

  /** `outer.key IN (SELECT key FROM related rows …)`; null when the tables are not connected. */
  private related(base: string, condition: Condition & { kind: 'related' }, qualified: boolean): string | null {
    const d = this.dialect
    const way = path(this.schema, [base], condition.table)
    const first = way?.[0]
    if (!way || !first) return null
    const tables = new Set([
      ...way.map((step) => step.far.table),
      ...condition.where.flatMap(columnsOf).map((c) => c.table),
    ])
    tables.delete(base)
    const steps = joinTree(this.schema, first.far.table, tables)
    if (!steps) return null
    const many = steps.length > 0
    const inner: Condition[] = condition.where.filter((c) => c.kind !== 'related')
    const where = inner.map((c) => this.condition(c, many))
    for (const c of condition.where) {
      if (c.kind !== 'related') continue
      const sql = this.related(condition.table, c, many)
      if (sql === null) return null
      where.push(sql)
    }
    const column = this.joined(first.far, first.near, many)
    if (condition.not && first.far.nulls > 0) where.push(`${column} IS NOT NULL`)
    const having = condition.count
      ? ` GROUP BY ${column} HAVING count(${condition.count.of ? `DISTINCT ${this.name(condition.count.of, many)}` : '*'}) ${condition.count.operator} ${condition.count.value}`
      : ''
    const from = d.identifier(first.far.table) + this.joins(steps)
    const sql = `SELECT ${column} FROM ${from}${where.length ? ` WHERE ${where.join(' AND ')}` : ''}${having}`
    return `${this.joined(first.near, first.far, qualified)} ${condition.not ? 'NOT IN' : 'IN'} (${sql})`
  }

  /** A side of a join; keys that one table keeps as text and the other as numbers are compared as text. */
  private joined(column: Column, other: Column, qualified = true) {
    const sql = this.name(column, qualified)
    return column.numeric === other.numeric ? sql : this.dialect.asText(sql)
  }

  private joins(steps: Step[]): string {
    return steps
      .map(
        (s) =>
          ` JOIN ${this.dialect.identifier(s.far.table)} ON ${this.joined(s.near, s.far)} = ${this.joined(s.far, s.near)}`,
      )
      .join('')
  }

  /** FROM and WHERE for outputs over `tables`; conditions reached only through to-many joins become sub-queries. */
  private body(form: Form, base: string, tables: Set<string>) {
    const needed = new Set(tables)
    const where: string[] = []
    const inside: Condition[] = []
    const outside: (Condition & { kind: 'related' })[] = []
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
    for (const condition of outside) {
      const start = needed.has(form.base) ? form.base : base
      const sql = this.related(start, condition, qualified)
      if (sql === null) return null
      where.push(sql)
    }
    const from = this.dialect.identifier(base) + this.joins(steps)
    return { steps, qualified, sql: ` FROM ${from}${where.length ? ` WHERE ${where.join(' AND ')}` : ''}` }
  }

  /** SQL of a form with the names of its result columns; null when its tables are not connected. */
  write(form: Form): string | null {
    const d = this.dialect
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
      [...(m.of?.columns ?? []), ...(m.where ?? []).flatMap(columnsOf)].map((c) => c.table),
    )
    const tables = new Set([...measureTables, ...keyTables, ...inner])
    if (!tables.size) tables.add(form.base)
    const base = tables.has(form.base) ? form.base : (measureTables[0] ?? [...tables][0]!)
    if (measureTables.length > 1 && form.outputs.filter(isMeasure).length > 1) {
      const split = this.separately(form, measureTables)
      if (split) return split
    }
    const body = this.body(form, base, tables)
    if (!body) return null
    const { steps, qualified } = body
    const names = outputNames(form)
    const added = measures.find(
      (m) =>
        m.of &&
        !m.of.days &&
        (m.fn === 'sum' || m.fn === 'avg' || m.fn === 'median') &&
        !m.distinct &&
        repeats(steps, m.table),
    )
    const inSub = added && measureTables.length === 1 ? tableOf(this.schema, added.table).key : null
    if (inSub) return this.deduplicated(form, body.sql, added!.table, inSub)
    const column = (output: Output) => this.output(output, qualified, steps)
    const select = form.everything
      ? [qualified ? `${d.identifier(base)}.*` : '*']
      : form.outputs.map((output, index) => {
          const sql = column(output)
          const plain = 'key' in output && !output.key.grain && output.key.column.name === names[index]
          return plain ? sql : `${sql} AS ${d.identifier(names[index]!)}`
        })
    let sql = `SELECT ${form.distinct ? 'DISTINCT ' : ''}${select.join(', ')}${body.sql}`
    const plainly = form.limitPerGroup !== null && !measures.length
    if (form.group.length && !plainly) sql += ` GROUP BY ${this.groupList(form, qualified)}`
    if (form.having.length)
      sql += ` HAVING ${form.having.map((part) => comparedTo(part, this.measure(part.measure, qualified, repeats(steps, part.measure.table)))).join(' AND ')}`
    if (form.limitPerGroup && form.order[0] && form.group[0])
      sql += ` QUALIFY rank() OVER (PARTITION BY ${this.key(form.group[0], qualified)} ORDER BY ${column(form.order[0].by)}${form.order[0].descending ? ' DESC' : ''}) <= ${form.limitPerGroup}`
    const orders = form.order.map((order) => {
      const at = form.outputs.findIndex((output) => sameOutput(output, order.by))
      const by = at >= 0 && isMeasure(order.by) ? d.identifier(names[at]!) : column(order.by)
      return `${by}${order.descending ? ' DESC NULLS LAST' : ''}`
    })
    if (form.limitPerGroup && form.group[0]) orders.unshift(this.key(form.group[0], qualified))
    if (orders.length) sql += ` ORDER BY ${orders.join(', ')}`
    if (form.limit) sql += ` LIMIT ${form.limit}`
    return sql
  }

  /** Keys of the group, and every plain output that stands beside the measures. */
  private groupList(form: Form, qualified: boolean): string {
    const keys = [...form.group]
    for (const output of form.outputs)
      if ('key' in output && !keys.some((key) => key.column === output.key.column && key.grain === output.key.grain))
        keys.push(output.key)
    for (const order of form.order)
      if ('key' in order.by && !keys.some((key) => 'key' in order.by && key.column === order.by.key.column))
        keys.push(order.by.key)
    return [...new Set(keys.map((key) => this.key(key, qualified)))].join(', ')
  }

  private output(output: Output, qualified: boolean, steps: Step[]): string {
    if ('key' in output) return this.key(output.key, qualified)
    const sql = this.measure(output.measure, qualified, repeats(steps, output.measure.table))
    return this.shown(output, sql, qualified)
  }

  private shown(output: { measure: Measure; shown: Shown }, sql: string, qualified: boolean, time?: string): string {
    if (output.shown === 'share') return `round(100.0 * ${sql} / sum(${sql}) OVER (), 2)`
    if (output.shown === 'rate') {
      const whole = this.measure({ ...output.measure, where: [] }, qualified, false)
      return `round(100.0 * ${sql} / nullif(${whole}, 0), 2)`
    }
    if (output.shown === 'running') return `sum(${sql}) OVER (ORDER BY ${time ?? this.timeKey})`
    if (output.shown === 'change') {
      const before = `lag(${sql}) OVER (ORDER BY ${time ?? this.timeKey})`
      return `round(100.0 * (${sql} - ${before}) / nullif(${before}, 0), 2)`
    }
    return sql
  }

  private timeKey = '1'
  /** The key over which running totals and changes go. */
  over(key: Key, qualified: boolean): this {
    this.timeKey = this.key(key, qualified)
    return this
  }

  /** Rows of the measured table once each before they are added up: joins that repeat them would count them twice. */
  private deduplicated(form: Form, body: string, table: string, key: Column): string {
    const d = this.dialect
    const names = outputNames(form)
    const keys = [...form.group]
    for (const key of form.outputs.flatMap((o) => ('key' in o ? [o.key] : [])))
      if (!keys.some((k) => k.column === key.column && k.grain === key.grain)) keys.push(key)
    for (const order of form.order)
      if ('key' in order.by && !keys.some((k) => 'key' in order.by && k.column === order.by.key.column))
        keys.push(order.by.key)
    const alias = new Map(keys.map((k, index) => [k, `k${index + 1}`]))
    const values = new Map<Column, string>()
    const all = [...form.outputs, ...form.order.map((o) => o.by)].flatMap((o) => (isMeasure(o) ? [o.measure] : []))
    for (const m of [...all, ...form.having.map((h) => h.measure)])
      for (const column of m.of?.columns ?? []) if (!values.has(column)) values.set(column, `v${values.size + 1}`)
    const inner = [
      ...keys.map((k) => `${this.key(k, true)} AS ${alias.get(k)}`),
      `${this.name(key, true)} AS row_key`,
      ...[...values].map(([column, name]) => `${this.numeric(column, true)} AS ${name}`),
    ]
    const keyName = (k: Key) => alias.get(keys.find((x) => x.column === k.column && x.grain === k.grain)!)!
    const value = (m: Measure) =>
      m.of
        ? `${m.fn}(${m.distinct ? 'DISTINCT ' : ''}${m.of.columns.map((c) => values.get(c)).join(' * ')})`
        : 'count(DISTINCT row_key)'
    const column = (o: Output) =>
      'key' in o ? keyName(o.key) : this.shown(o, value(o.measure), true, keys[0] && alias.get(keys[0]))
    const select = form.outputs.map((o, index) => `${column(o)} AS ${d.identifier(names[index]!)}`)
    let sql = `SELECT ${select.join(', ')} FROM (SELECT DISTINCT ${inner.join(', ')}${body}) AS ${d.identifier(`${table}_once`)}`
    if (keys.length) sql += ` GROUP BY ${keys.map((k) => alias.get(k)).join(', ')}`
    if (form.having.length)
      sql += ` HAVING ${form.having.map((part) => comparedTo(part, value(part.measure))).join(' AND ')}`
    const orders = form.order.map((o) => `${column(o.by)}${o.descending ? ' DESC NULLS LAST' : ''}`)
    if (orders.length) sql += ` ORDER BY ${orders.join(', ')}`
    if (form.limit) sql += ` LIMIT ${form.limit}`
    return sql
  }

  /** Measures of different tables, each added up in its own query and then put side by side by their keys. */
  private separately(form: Form, tables: string[]): string | null {
    const d = this.dialect
    const names = outputNames(form)
    const keys = form.outputs.flatMap((o, index) => ('key' in o ? [{ key: o.key, name: names[index]! }] : []))
    if (form.having.length || form.group.some((g) => !keys.some((k) => k.key.column === g.column))) return null
    const parts: string[] = []
    for (const table of tables) {
      const outputs = form.outputs.filter((o) => 'key' in o || o.measure.table === table)
      const part = { ...form, outputs, order: [], limit: null, base: table }
      const over = form.group[0] ?? keys[0]?.key
      const writer = new Writer(this.schema, d)
      const sql = (over ? writer.over(over, false) : writer).write(part)
      if (!sql) return null
      parts.push(`(${sql}) AS ${d.identifier(`${table}_part`)}`)
    }
    const joined = keys.length
      ? parts
          .slice(1)
          .reduce(
            (sql, part) => `${sql} FULL JOIN ${part} USING (${keys.map((k) => d.identifier(k.name)).join(', ')})`,
            parts[0]!,
          )
      : parts.join(' CROSS JOIN ')
    let sql = `SELECT ${names.map((name) => d.identifier(name)).join(', ')} FROM ${joined}`
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

function comparedTo(part: Form['having'][number], sql: string): string {
  return typeof part.value === 'number'
    ? `${sql} ${part.operator} ${part.value}`
    : `${sql} BETWEEN ${part.value.low} AND ${part.value.high}`
}
