import { type Condition, type Form, isMeasure, type Measure, type Output } from './form.ts'
import type { Column } from './schema.ts'

const spoken = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .trim()

const FN = { count: 'number of', sum: 'total', avg: 'average', min: 'lowest', max: 'highest', median: 'median' }

export const sayTable = (name: string) => spoken(name.replace(/^(?:raw|stg|dim|fact|tbl)_/, ''))
export const sayColumn = (column: Column) => spoken(column.name)

export function sayMeasure(measure: Measure): string {
  if (!measure.of) return `number of ${sayTable(measure.table)}`
  const what = measure.of.columns.length > 1 ? 'revenue' : sayColumn(measure.of.columns[0]!)
  if (measure.fn === 'count') return `number of different ${what}`
  return what.startsWith(FN[measure.fn]) ? what : `${FN[measure.fn]} ${what}`
}

const OPERATORS = { '=': 'is', '<>': 'is not', '<': 'below', '<=': 'at most', '>': 'above', '>=': 'at least' }

/** A condition in words: "country is France". */
export function sayCondition(condition: Condition): string {
  switch (condition.kind) {
    case 'compare':
      return `${sayColumn(condition.column)} ${OPERATORS[condition.operator]} ${condition.value}`
    case 'in':
      return `${sayColumn(condition.column)} ${condition.not ? 'is none of' : 'is'} ${condition.values.join(condition.not ? ', ' : ' or ')}`
    case 'between':
      return `${sayColumn(condition.column)} ${condition.not ? 'not ' : ''}between ${condition.low} and ${condition.high}`
    case 'period':
      return `${sayColumn(condition.column)} ${condition.not ? 'not ' : ''}${sayPeriod(condition.from, condition.to)}`
    case 'contains':
      return `${sayColumn(condition.column)} ${condition.not ? 'without' : 'with'} “${condition.text}”`
    case 'null':
      return `${sayColumn(condition.column)} is ${condition.not ? 'known' : 'missing'}`
    case 'average':
      return `${sayColumn(condition.column)} ${OPERATORS[condition.operator]} the average`
    case 'extreme':
      return `${condition.fn === 'max' ? 'highest' : 'lowest'} ${sayColumn(condition.column)}`
    case 'columns':
      return `${sayColumn(condition.left)} ${OPERATORS[condition.operator]} ${sayColumn(condition.right)}`
    case 'among':
      return `${condition.not ? 'never ' : ''}${condition.where.map(sayCondition).join(' and ')}`
    case 'related': {
      const count = condition.count ? `${OPERATORS[condition.count.operator]} ${condition.count.value} ` : ''
      const where = condition.where.length ? ` (${condition.where.map(sayCondition).join(', ')})` : ''
      return `${condition.not ? 'without' : 'with'} ${count}${sayTable(condition.table)}${where}`
    }
    case 'any':
      return condition.parts.map(sayCondition).join(' or ')
    case 'all':
      return condition.parts.map(sayCondition).join(' and ')
  }
}

/** Days of a period, its end included: "from 2024-01-01 to 2024-03-31". */
export function sayPeriod(from: string | null, to: string | null): string {
  const last = to ? new Date(Date.parse(to) - 86_400_000).toISOString().slice(0, 10) : null
  if (from && last) return from === last ? `on ${from}` : `from ${from} to ${last}`
  return from ? `since ${from}` : `until ${last}`
}

export function sayOutput(output: Output): string {
  if ('key' in output) return output.key.grain ?? sayColumn(output.key.column)
  const measure = sayMeasure(output.measure)
  if (output.shown === 'share') return `share of ${measure}`
  if (output.shown === 'running') return `running ${measure}`
  if (output.shown === 'change') return `change of ${measure}`
  if (output.shown === 'rate') return `percentage of ${sayTable(output.measure.table)}`
  return measure
}

/** What a query computes, as the title of its step: "Number of orders by month". */
export function titleOf(form: Form): string {
  const measures = form.outputs.filter(isMeasure).map(sayOutput)
  const keys = form.outputs.filter((output) => !isMeasure(output)).map(sayOutput)
  const what = measures.length
    ? measures.join(' and ') + (keys.length ? ` by ${keys.join(' and ')}` : '')
    : `${keys.length ? `${keys.slice(0, 4).join(', ')} of ` : ''}${sayTable(form.base)}`
  const where = form.where.length ? `, ${form.where.slice(0, 2).map(sayCondition).join(', ')}` : ''
  const title = `${form.limit && form.order.length && measures.length ? `Top ${form.limit}: ` : ''}${what}${where}`
  return (title[0]!.toUpperCase() + title.slice(1)).slice(0, 160)
}
