import {
  type Condition,
  columnsOf,
  type Form,
  isMeasure,
  type Key,
  type Measure,
  type Output,
} from '../built-in/form.ts'
import type { Mention } from '../built-in/link.ts'
import type { Column } from '../built-in/schema.ts'
import { conditionsOf, tablesIn } from './skeleton.ts'
import { typeOf } from './structure.ts'

/** What a reading does, without the names of its tables and columns, and what it makes of each link of the question. */
export type Traits = {
  /** Each part of the query by itself. */
  parts: string[]
  /** For each link of the question what the query does with it. */
  uses: string[]
}

/** What a column is, also whether each of its values names one row. */
export function typeIn(column: Column): string {
  const type = typeOf(column)
  return type === 'C' && column.unique ? 'U' : type
}

const ranges = (size: number, most: number) => String(Math.min(size, most))

/** How a column came into a query: by a link of its own, by that of its table, or by none. */
function linkedBy(column: Column, mentions: Mention[]): string {
  const at = mentions.findIndex((mention) => mention.columns.some((hit) => hit.column === column && hit.score > 0.5))
  if (at >= 0) return mentions[at]!.columns[0]!.column === column ? 'own' : 'other'
  if (mentions.some((mention) => mention.tables[0]?.table.name === column.table)) return 'table'
  return mentions.some((mention) => mention.values.some((hit) => hit.column === column)) ? 'value' : 'none'
}

export function traitsOf(form: Form, sql: string, mentions: Mention[]): Traits {
  const of = (column: Column) => `${typeIn(column)} ${linkedBy(column, mentions)}`
  const keyText = ({ column, grain }: Key) => `${grain ?? ''}${column.made ? `made ${column.made.kind}` : of(column)}`
  const measureText = ({ fn, of: what, distinct, per, where, whole }: Measure) =>
    `${fn}${distinct ? ' distinct' : ''} ${what ? (what.columns.length > 1 ? 'product' : of(what.columns[0]!)) : '*'}${per ? ' per' : ''}${where ? ' where' : ''}${whole ? ' whole' : ''}`
  const outputText = (output: Output) =>
    isMeasure(output)
      ? `${output.shown === 'value' ? '' : output.shown}${measureText(output.measure)}`
      : keyText(output.key)
  const conditionText = (one: Condition): string =>
    one.kind === 'any'
      ? `any ${one.parts.length} ${one.parts.map(conditionText).join('|')}`
      : one.kind === 'related'
        ? `related ${one.not} ${one.count?.operator ?? ''} ${one.where.length}`
        : `${one.kind} ${'operator' in one ? one.operator : ''} ${'not' in one && one.not ? 'not' : ''} ${'fn' in one ? one.fn : ''} ${of(one.column)}`
  const order = form.order[0]
  const limit = form.limit === null ? 'all' : form.limit === 1 ? '1' : 'n'
  const conditions = conditionsOf(form)
  const tables = tablesIn(sql)
  const isNamed = (name: string) => mentions.some((mention) => mention.tables[0]?.table.name === name)
  const named = mentions.filter(({ kind }) => kind === 'table')
  const base = named.findIndex(({ tables: [hit] }) => hit?.table.name === form.base)
  const parts = [
    `base ${base < 0 ? 'none' : ranges(base, 2)} of ${ranges(named.length, 3)}`,
    `tables ${ranges(tables.size, 4)}`,
    `unnamed ${ranges([...tables].filter((name) => !isNamed(name)).length, 3)}`,
    `unjoined ${ranges(named.filter(({ tables: [hit] }) => hit && !tables.has(hit.table.name)).length, 3)}`,
    ...(form.everything ? ['everything'] : []),
    ...(form.distinct ? ['distinct'] : []),
    ...form.outputs.map((output) => `out ${outputText(output)}`),
    ...(form.outputs[0] ? [`first ${outputText(form.outputs[0])}`] : []),
    `outs ${form.outputs.length} ${form.outputs.filter(isMeasure).length}`,
    ...form.group.map((key) => `group ${keyText(key)}`),
    `groups ${form.group.length} ${form.group.every((group) => form.outputs.some((one) => 'key' in one && one.key.column === group.column)) ? 'shown' : 'hidden'}`,
    ...form.having.map(({ measure, operator }) => `having ${operator} ${measureText(measure)}`),
    ...(order
      ? [`order ${order.descending ? 'desc' : 'asc'} ${limit} ${outputText(order.by)}`]
      : [`order none ${limit}`]),
    ...(order ? [`sort ${order.descending ? 'desc' : 'asc'} ${limit}`] : []),
    ...(form.limitPerGroup ? ['per group'] : []),
    ...conditions.map((one) => `where ${conditionText(one)}`),
    `wheres ${ranges(conditions.length, 4)}`,
  ]
  return { parts: [...new Set(parts)], uses: mentions.map((mention) => useOf(mention, form, conditions, tables)) }
}

/** What a query does with one link of the question. */
function useOf(mention: Mention, form: Form, conditions: Condition[], tables: Set<string>): string {
  const columns = new Set(
    mention.columns.filter(({ score }) => score >= mention.columns[0]!.score - 0.1).map(({ column }) => column),
  )
  const has = (column: Column) => columns.has(column)
  const uses: string[] = []
  if (mention.columns.length) {
    for (const output of form.outputs)
      if (isMeasure(output)) {
        if (output.measure.of?.columns.some(has)) uses.push(output.measure.fn)
      } else if (has(output.key.column)) uses.push('shown')
    if (form.group.some(({ column }) => has(column))) uses.push('group')
    const by = form.order[0]?.by
    if (by && (isMeasure(by) ? by.measure.of?.columns.some(has) : has(by.key.column)))
      uses.push(form.order[0]!.descending ? 'desc' : 'asc')
    if (form.having.some(({ measure }) => measure.of?.columns.some(has))) uses.push('having')
    for (const one of conditions)
      if (columnsOf(one).some(has)) uses.push(`${one.kind}${'operator' in one ? one.operator : ''}`)
  }
  const values = new Set(mention.values.map(({ value }) => String(value).toLowerCase()))
  if (values.size)
    for (const one of conditions) {
      const own =
        one.kind === 'compare'
          ? [one.value]
          : one.kind === 'in'
            ? one.values
            : one.kind === 'contains'
              ? [one.text]
              : []
      if (own.some((value) => values.has(String(value).toLowerCase())))
        uses.push(`v${one.kind}${'operator' in one ? one.operator : ''}${'not' in one && one.not ? 'not' : ''}`)
    }
  for (const { table } of mention.tables.slice(0, 1)) {
    if (table.name === form.base) uses.push('base')
    else if (tables.has(table.name)) uses.push('joined')
    if (
      form.outputs.some(
        (one) => isMeasure(one) && one.measure.fn === 'count' && !one.measure.of && one.measure.table === table.name,
      )
    )
      uses.push('counted')
    if (form.outputs.some((one) => 'key' in one && one.key.column.table === table.name)) uses.push('named')
    if (form.group.some(({ column }) => column.table === table.name)) uses.push('grouped')
  }
  return [...new Set(uses)].toSorted().join('+') || 'unused'
}
