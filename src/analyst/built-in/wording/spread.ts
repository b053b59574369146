import type { Cell } from '#query/rules/answers.ts'
import type { RunSqlSuccess } from '../../rules/tools.ts'
import { isInteger } from '../derived-columns.ts'
import { type Form, isMeasure, keysOf } from '../form.ts'
import type { Column } from '../schema.ts'
import { plural } from '../word-forms.ts'
import { sayScope, unseen } from './condition.ts'
import { sayMeasure, sayOutput, unitOf } from './measure.ts'
import { capital, listed, sayAmount, sayColumn, sayTable, withArticle } from './nouns.ts'
import { printCell, printNumber } from './print.ts'
import { proseOfNew, proseOfRetention } from './retention.ts'

const after = (text: string) => (text ? ` ${text}` : '')

/** What a form tells of ranges of numbers, parts of the week, new and returning people and retention; null where it is of none. */
export function proseOfMade(form: Form, result: RunSqlSuccess): string | null {
  const [key, ...others] = keysOf(form)
  const made = key?.column.made
  if (made?.kind === 'start') return proseOfRetention(form, result)
  if (!made || others.length || result.rows.length < 2 || result.rows.length < result.row_count) return null
  if (made.kind === 'first') return proseOfNew(form, result)
  if (made.kind === 'weekend') return weekends(form, result)
  return made.kind === 'range' || made.kind === 'tally' ? ranges(form, result) : null
}

/** "Most orders, 15,108 (30.1 %), are in the range ₹0 to ₹2,000." */
function ranges(form: Form, result: RunSqlSuccess): string | null {
  const [first] = form.outputs.filter(isMeasure)
  if (!first || first.measure.of || first.shown !== 'value' || form.order[0]?.descending !== false) return null
  const at = form.outputs.indexOf(first)
  const column = keysOf(form)[0]!.column
  const rows = result.rows.filter((row) => row[1 - at] !== null)
  const total = result.rows.reduce((sum, row) => sum + Number(row[at]), 0)
  const sorted = rows.toSorted((a, b) => Number(b[at]) - Number(a[at]))
  const figure = (row: Cell[]) => {
    const percent = ((100 * Number(row[at])) / total).toFixed(1)
    return `${printCell(row[at]!, result.columns[at]!)}, ${printNumber(percent)} %`
  }
  const noun = plural(sayTable(first.measure.table))
  const of = column.made?.kind === 'range' ? sayAmount(column.made.of) : sayColumn(column)
  const scope = sayScope(unseen(form), form.base).all
  const label = (row: Cell[]) => printCell(row[1 - at]!, result.columns[1 - at]!)
  const told = sorted.slice(0, 3).map((row) => `${label(row)} (${figure(row)})`)
  const counts = of.match(/^number of (.+)$/)?.[1]
  const rest = told.length > 1 ? `, followed by ${listed(told.slice(1))}` : ''
  return [
    `The largest group of ${noun}${after(scope)} has ${counts ? `${told[0]!.replace(' (', ` ${counts} (`)}` : `${withArticle(of)} of ${told[0]}`}${rest}.`,
    ...howCut(column),
  ].join(' ')
}

/** How the ranges were made. */
function howCut({ made }: Column): string[] {
  if (made?.kind !== 'range') return []
  const border = isInteger(made.of) ? [] : ['A number on a border counts to the range above it.']
  const mine = 'width' in made.cut && made.cut.width === null
  return mine ? [...border, 'I chose the ranges; ask for steps of another width where others fit better.'] : border
}

/** "On weekends the average revenue per day is ₹220,180.34, on weekdays ₹177,413.97: 24.1 % more." */
function weekends(form: Form, result: RunSqlSuccess): string | null {
  const shown = form.outputs.flatMap((output, index) => (isMeasure(output) ? [{ output, index }] : []))
  const at = form.outputs.findIndex((output) => !isMeasure(output))
  const [weekend, weekday] = ['Weekend', 'Weekday'].map((part) => result.rows.find((row) => row[at] === part))
  const [first] = shown
  if (!first || !weekend || !weekday) return null
  const value = (row: Cell[], { output, index }: typeof first) =>
    printCell(row[index]!, result.columns[index]!, unitOf(output))
  const [a, b] = [Number(weekend[first.index]), Number(weekday[first.index])]
  const change = b ? (100 * (a - b)) / b : Number.NaN
  const size =
    Math.abs(change) < 0.05
      ? 'the same'
      : `${printNumber(Math.abs(change).toFixed(1))} % ${a > b ? 'more' : 'less'} than`
  const scope = sayScope(unseen(form), form.base).all
  const lead = `On weekends the ${sayOutput(first.output)}${after(scope)} is ${value(weekend, first)}, on weekdays ${value(weekday, first)}`
  const differs = Number.isFinite(change) ? `: ${size === 'the same' ? size : `${size} on weekdays`}` : ''
  const total = shown.find(({ output }) => output !== first.output && !output.measure.per)
  const sums = total
    ? ` ${capital(sayMeasure(total.output.measure))} in total: ${value(weekend, total)} on weekends, ${value(weekday, total)} on weekdays, which are more days.`
    : ''
  const days =
    first.output.measure.grain === 'day'
      ? ' Weekends are Saturday and Sunday; only days with entries count.'
      : ' Weekends are Saturday and Sunday.'
  return `${lead}${differs}.${sums}${days}`
}
