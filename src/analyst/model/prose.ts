import type { Cell } from '#query/rules/result.ts'
import { isNumeric } from '#query/rules/result.ts'
import type { RunSqlSuccess } from '../rules/tools.ts'
import { sayCondition, sayOutput, sayTable } from './describe.ts'
import { type Form, isMeasure } from './form.ts'
import { printCell, printNumber } from './print.ts'

const capital = (text: string) => (text ? text[0]!.toUpperCase() + text.slice(1) : text)
const list = (items: string[]) =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

const plural = (count: number, noun: string) => (count === 1 ? noun.replace(/ies$/, 'y').replace(/s$/, '') : noun)

/** What was found, in one to three sentences; every number is printed from a cell of the result. */
export function proseOf(form: Form, result: RunSqlSuccess): string {
  const where = form.where.length ? ` (${form.where.slice(0, 3).map(sayCondition).join('; ')})` : ''
  if (result.row_count === 0)
    return `No rows match${where}. The filter may be too narrow, or the value may be written differently in the data.`
  if (!result.rows.length)
    return `The result has ${printNumber(String(result.row_count))} ${plural(result.row_count, 'rows')}.`
  const outputs = form.everything ? [] : form.outputs
  const measures = result.columns
    .map((column, index) => ({ column, index, output: outputs[index] }))
    .filter((c) => c.output && isMeasure(c.output))
  const keys = result.columns
    .map((column, index) => ({ column, index }))
    .filter((c) => !measures.some((m) => m.index === c.index))
  if (!measures.length) return listing(form, result, where)
  const cell = (row: Cell[], at: number) => withUnit(printCell(row[at]!, result.columns[at]!), outputs[at])
  if (!keys.length) {
    const row = result.rows[0]!
    if (row.every((value) => value === null)) return `There is no value to compute${where}: no row matches.`
    if (measures.length === 1) return single(form, cell(row, 0), measures[0]!.output!, where)
    return `${capital(list(measures.map((m) => `the ${sayOutput(m.output!)} is ${cell(row, m.index)}`)))}${where}.`
  }
  const label = (row: Cell[]) => keys.map((key) => printCell(row[key.index]!, key.column)).join(', ')
  const measure = measures[0]!
  const name = sayOutput(measure.output!)
  const first = result.rows[0]!
  if (result.row_count === 1) return `${capital(label(first))}: the ${name} is ${cell(first, measure.index)}${where}.`
  const sorted = result.rows
    .filter((row) => row[measure.index] !== null)
    .toSorted((a, b) => Number(b[measure.index]) - Number(a[measure.index]))
  if (!sorted.length) return `The ${name} is unknown for all ${printNumber(String(result.row_count))} rows${where}.`
  const [top, bottom] = [sorted[0]!, sorted.at(-1)!]
  const complete = result.rows.length === result.row_count
  const time = form.group.find((key) => key.grain && key.grain !== 'weekday')
  if (time && complete) {
    const last = result.rows.at(-1)!
    return `The ${name} was highest in ${label(top)} with ${cell(top, measure.index)} and lowest in ${label(bottom)} with ${cell(bottom, measure.index)}${where}. ${last === top || last === bottom ? '' : `The latest, ${label(last)}, stands at ${cell(last, measure.index)}.`}`.trim()
  }
  const ranked = form.order[0] && isMeasure(form.order[0].by)
  if (ranked && !form.order[0]!.descending)
    return `${capital(label(first))} has the lowest ${name}: ${cell(first, measure.index)}${where}.`
  if (!ranked && !complete)
    return `The result lists the ${name} for ${printNumber(String(result.row_count))} rows${where}.`
  const second = sorted[1]
  const follow = second ? `, followed by ${label(second)} with ${cell(second, measure.index)}` : ''
  const lowest =
    sorted.length > 3 && complete && !form.limit
      ? ` ${capital(label(bottom))} has the lowest: ${cell(bottom, measure.index)}.`
      : ''
  return `${capital(label(top))} has the highest ${name}: ${cell(top, measure.index)}${follow}${where}.${lowest}`
}

function withUnit(text: string, output: Form['outputs'][number] | undefined): string {
  const percent =
    output && isMeasure(output) && (output.shown === 'share' || output.shown === 'rate' || output.shown === 'change')
  return percent && text !== 'unknown' ? `${text} %` : text
}

function single(form: Form, value: string, output: Form['outputs'][number], where: string): string {
  if (isMeasure(output) && output.shown === 'value' && output.measure.fn === 'count' && !output.measure.of) {
    const noun = sayTable(output.measure.table)
    return `There ${value === '1' ? `is 1 ${plural(1, noun)}` : `are ${value} ${noun}`}${where}.`
  }
  if (isMeasure(output) && output.shown === 'rate') {
    const conditions = (output.measure.where ?? []).map(sayCondition).join(', ')
    return `${value} of the ${sayTable(output.measure.table)} meet this: ${conditions}${where}.`
  }
  return `The ${sayOutput(output)} is ${value}${where}${form.limit ? '' : ''}.`
}

const SHOWN = 5

function listing(form: Form, result: RunSqlSuccess, where: string): string {
  const count = result.row_count
  const many = `${printNumber(String(count))} ${plural(count, result.truncated ? 'rows at least' : 'rows')}`
  if (form.everything || result.columns.length > 4)
    return `There ${count === 1 ? 'is' : 'are'} ${many} of ${sayTable(form.base)}${where}.`
  const text = (row: Cell[]) => row.map((value, index) => printCell(value, result.columns[index]!)).join(', ')
  if (count === 1) {
    const order = form.order[0]
    const why =
      order && form.limit === 1 ? `, by ${order.descending ? 'highest' : 'lowest'} ${sayOutput(order.by)}` : ''
    return `It is ${text(result.rows[0]!)}${why}${where}.`
  }
  const shown = result.rows
    .slice(0, SHOWN)
    .map((row) => (result.columns.length > 1 && isNumeric(result.columns[0]!.type) ? `(${text(row)})` : text(row)))
  const separator = result.columns.length > 1 ? '; ' : ', '
  return `There are ${many}${where}: ${shown.join(separator)}${count > SHOWN ? ` and more` : ''}.`
}
