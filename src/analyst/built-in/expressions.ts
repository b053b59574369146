import { Columns } from './columns.ts'
import { type Condition, columnsOf, emptyForm, type Form, type Measure, type Output } from './form.ts'
import { joinTree, path, type Step } from './join.ts'
import { type Column, tableOf } from './schema.ts'

/** SQL of the parts of a form: measures, conditions and joins, over one schema in one dialect. */
export abstract class Expressions extends Columns {
  protected abstract inner(form: Form): string | null

  measure(measure: Measure, qualified: boolean, repeated: boolean): string {
    const { minus, ...whole } = measure
    if (minus)
      return `${this.measure(whole, qualified, repeated)} - ${this.measure({ ...whole, where: minus }, qualified, repeated)}`
    const filter = measure.where?.length
      ? ` FILTER (WHERE ${measure.where.map((c) => this.met(c, measure.table, qualified)).join(' AND ')})`
      : ''
    if (!measure.of) {
      const key = tableOf(this.schema, measure.table).key
      if (measure.per) {
        const per = this.key({ column: measure.per, ...(measure.grain ? { grain: measure.grain } : {}) }, qualified)
        return `round(1.0 * count(*) / nullif(count(DISTINCT ${per}), 0), 2)${filter}`
      }
      return (repeated && key ? `count(DISTINCT ${this.name(key, qualified)})` : 'count(*)') + filter
    }
    const { columns, less } = measure.of
    if (measure.fn === 'count')
      return `count(${measure.distinct ? 'DISTINCT ' : ''}${this.name(columns[0]!, qualified)})${filter}`
    if (measure.fn === 'corr')
      return `round(corr(${columns.map((column) => this.numeric(column, qualified)).join(', ')})${filter}, 2)`
    const product = (factors: Column[]) =>
      factors
        .map((column) =>
          measure.fn === 'min' || measure.fn === 'max' ? this.name(column, qualified) : this.numeric(column, qualified),
        )
        .join(' * ')
    const value = measure.of.days
      ? this.days(columns[1]!, columns[0]!, qualified)
      : product(columns) + (less ? ` - ${product(less)}` : '')
    if (measure.per) {
      const per = this.key({ column: measure.per, ...(measure.grain ? { grain: measure.grain } : {}) }, qualified)
      const known = measure.per.nulls > 0 ? ` FILTER (WHERE ${per} IS NOT NULL)` : ''
      return `sum(${value})${known} / nullif(count(DISTINCT ${per}), 0)`
    }
    const { over } = measure.of
    if (over) return `${measure.of.times ?? 1}.0 * sum(${value})${filter} / nullif(sum(${product(over)})${filter}, 0)`
    if (measure.part !== undefined) return `quantile_cont(${value}, ${measure.part})${filter}`
    return `${measure.fn}(${measure.distinct ? 'DISTINCT ' : ''}${value})${filter}`
  }

  /** Whether the list in a column has one of these items. */
  private hasItem(column: Column, items: (string | number | boolean)[], qualified: boolean): string {
    const { dialect } = this
    const texts = items.map((item) => dialect.text(String(item)))
    return dialect.hasItem(this.name(column, qualified), dialect.text(column.separator!), texts)
  }

  private literal(column: Column, value: string | number | boolean) {
    const isTruth = typeof value === 'boolean' || (column.type === 'BOOLEAN' && /^(?:true|false)$/.test(String(value)))
    const plain = isTruth || (typeof value === 'number' && column.numeric)
    return plain ? String(value) : this.dialect.text(String(value))
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
        if (column.made?.kind === 'weekend' && operator === '=')
          return `${d.weekdayNumber(this.time(column.made.time, qualified))} ${value === 'Weekend' ? '>=' : '<'} 6`
        if (column.made?.kind === 'state') {
          const isOver = (value === column.made.after) === (operator === '=')
          if (column.made.at && isOver && operator === '=')
            return `${this.name(column.made.of, qualified)} < DATE ${d.text(column.made.at.from)}`
          if (column.made.at) return `${isOver ? 'NOT ' : ''}${this.lasts(column.made, qualified)}`
          return `${this.name(column.made.of, qualified)} IS ${isOver ? 'NOT ' : ''}NULL`
        }
        if (column.made?.kind === 'late' || column.made?.kind === 'against') {
          const { made } = column
          const isDone =
            made.kind === 'late'
              ? this.isDone(made, String(value), qualified)
              : this.isAgainst(made, String(value), qualified)
          return operator === '=' ? isDone : `NOT ${isDone}`
        }
        const numeric =
          typeof value === 'number' && !column.numeric && operator !== '=' && operator !== '<>' && !column.temporal
        if (column.separator && (operator === '=' || operator === '<>'))
          return `${operator === '<>' ? 'NOT ' : ''}${this.hasItem(column, [value], qualified)}`
        if (numeric) return `${d.asNumber(this.name(column, qualified))} ${operator} ${value}`
        return `${this.name(column, qualified)} ${operator} ${this.literal(column, value)}`
      }
      case 'in': {
        const { column, values, not } = condition
        if (column.separator) return `${not ? 'NOT ' : ''}${this.hasItem(column, values, qualified)}`
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
      case 'columns':
        return [condition.column, condition.other]
          .map((column) => this.name(column, qualified))
          .join(` ${condition.operator} `)
      case 'null':
        return `${this.name(condition.column, qualified)} IS ${condition.not ? 'NOT ' : ''}NULL`
      case 'average': {
        const sql = this.numeric(condition.column, qualified)
        const fn = condition.fn ?? 'avg'
        const { table } = condition.column
        const inner = `SELECT ${fn}(${this.numeric(condition.column, false)}) FROM ${d.identifier(table)}`
        if (condition.within) {
          const [own, outer] = [d.identifier(condition.within.name), this.name(condition.by ?? condition.within, true)]
          return `${this.numeric(condition.column, true)} ${condition.operator} (${inner} AS alike WHERE alike.${own} = ${outer})`
        }
        if (!condition.where?.length) return `${sql} ${condition.operator} (${inner})`
        const output: Output = {
          measure: { fn, table: condition.column.table, of: { columns: [condition.column] } },
          shown: 'value',
        }
        const narrowed = { ...emptyForm(condition.column.table), outputs: [output], where: condition.where }
        return `${sql} ${condition.operator} (${this.inner(narrowed) ?? 'NULL'})`
      }
      case 'extreme': {
        const { column, fn, where } = condition
        const figure = (measure: Pick<Measure, 'fn' | 'of'>): Output => ({
          measure: { ...measure, table: column.table },
          shown: 'value',
        })
        const form = { ...emptyForm(column.table), where }
        const inner = this.inner(
          fn === 'max' || fn === 'min'
            ? { ...form, outputs: [figure({ fn, of: { columns: [column] } })] }
            : {
                ...{ ...form, outputs: [{ key: { column } }], group: [{ column }], limit: 1 },
                order: [{ by: figure({ fn: 'count', of: null }), descending: fn === 'common' }],
              },
        )
        return `${this.name(column, qualified)} = (${inner ?? 'NULL'})`
      }
      case 'among': {
        const key = { column: condition.key ?? condition.column }
        const base = key.column.table
        const grouped = condition.having ? { group: [key], having: [condition.having] } : {}
        // A list with a value that is not known holds nothing for certain.
        const known: Condition[] = condition.not && key.column.nulls > 0 ? [{ kind: 'null', ...key, not: true }] : []
        const rows = { ...emptyForm(base), outputs: [{ key }], where: [...condition.where, ...known] }
        const inner = this.inner({ ...rows, ...grouped }) ?? 'NULL'
        return `${this.name(condition.column, qualified)} ${condition.not ? 'NOT IN' : 'IN'} (${inner})`
      }
      case 'first':
        // Some servers take no LIMIT in a query that is looked into.
        return `${this.name(condition.column, qualified)} IN (SELECT * FROM (${this.inner(condition.of) ?? 'NULL'}) AS the_first)`
      case 'related':
        throw new Error('rows of other tables are looked up by the query around them')
      case 'any':
        return `(${condition.parts.map((part) => this.condition(part, qualified)).join(' OR ')})`
    }
  }

  /** `outer.key IN (SELECT key FROM related rows …)`; null when the tables are not connected. */
  protected related(base: string, condition: Condition & { kind: 'related' }, qualified: boolean): string | null {
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
    const [near, far] = this.joined(first, { near: qualified, far: many })
    const column = far
    if (condition.not && first.far.nulls > 0) where.push(`${column} IS NOT NULL`)
    // Of products that are on several lines of an order each counts once.
    const { key } = tableOf(this.schema, condition.table)
    const isBeyond = many && key !== null && first.far.table !== condition.table
    const counted = isBeyond ? `count(DISTINCT ${this.name(key, true)})` : 'count(*)'
    const having = condition.count
      ? ` GROUP BY ${column} HAVING ${counted} ${condition.count.operator} ${condition.count.value}`
      : ''
    const from = this.source(first.far.table) + this.joins(steps)
    const sql = `SELECT ${column} FROM ${from}${where.length ? ` WHERE ${where.join(' AND ')}` : ''}${having}`
    // What leads nowhere has none.
    const isBlank = condition.not && !condition.count && first.near.nulls > 0
    return isBlank
      ? `(${near} IS NULL OR ${near} NOT IN (${sql}))`
      : `${near} ${condition.not ? 'NOT IN' : 'IN'} (${sql})`
  }

  /** The sides of a join; keys that one table keeps as text and the other as numbers are compared as text, others as they are written alike. */
  private joined({ near, far, by }: Step, qualified = { near: true, far: true }): [near: string, far: string] {
    if (by) return [by.near, by.far]
    const sides: [string, string] = [this.name(near, qualified.near), this.name(far, qualified.far)]
    return near.numeric === far.numeric ? sides : [this.dialect.asText(sides[0]), this.dialect.asText(sides[1])]
  }

  protected joins(steps: Step[]): string {
    return steps.map((step) => ` JOIN ${this.source(step.far.table)} ON ${this.joined(step).join(' = ')}`).join('')
  }
}
