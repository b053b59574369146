import { capital } from '#base/text.ts'
import { plural, singular } from '#base/word-forms.ts'
import type { Cell } from '#query/rules/answers.ts'
import type { RunSqlSuccess } from '../../rules/tools.ts'
import { isInteger } from '../derived-columns.ts'
import { type Form, isMeasure, type Key, keysOf, type Output } from '../form.ts'
import type { Column } from '../schema.ts'
import { sayScope, unseen } from './condition.ts'
import { sayMeasure, sayOutput, unitOf } from './measure.ts'
import { listed, sayAmount, sayColumn, sayTable, withArticle } from './nouns.ts'
import { printCell, printNumber } from './print.ts'

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

function howCut({ made }: Column): string[] {
  if (made?.kind !== 'range') return []
  const border = isInteger(made.of) ? [] : ['A number on a border counts to the range above it.']
  const mine = 'width' in made.cut && made.cut.width === null
  return mine ? [...border, 'I chose the ranges; ask for steps of another width where others fit better.'] : border
}

/** "On weekends the average revenue per day is ₹220,180.34, on weekdays ₹177,413.97: 24.1 % more." */
function weekends(form: Form, result: RunSqlSuccess): string | null {
  const shown = measured(form)
  const at = form.outputs.findIndex((output) => !isMeasure(output))
  const [weekend, weekday] = ['Weekend', 'Weekday'].map((part) => result.rows.find((row) => row[at] === part))
  const [first] = shown
  if (!first || !weekend || !weekday) return null
  const value = (row: Cell[], shown: Shown) => printed(result, row, shown)
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

/** "quarter of the first order". */
export function sayStart({ column, grain }: Key): string {
  return `${grain} of the first ${column.made?.kind === 'start' ? singular(sayTable(column.made.time.table)) : 'row'}`
}

type Shown = { output: Extract<Output, { measure: unknown }>; index: number }
const measured = (form: Form): Shown[] =>
  form.outputs.flatMap((output, index) => (isMeasure(output) ? [{ output, index }] : []))
const printed = (result: RunSqlSuccess, row: Cell[], { output, index }: Shown) =>
  printCell(row[index]!, result.columns[index]!, unitOf(output))

/** "Of the 1,342 customers whose first order was in Q2 2023, 72.58 % came back after 1 quarter and 69.75 % after 8 quarters." */
function proseOfRetention(form: Form, result: RunSqlSuccess): string | null {
  const [people, ...rates] = measured(form)
  const key = form.group[0]
  const at = form.outputs.findIndex((output) => !isMeasure(output))
  if (!people || !key || key.column.made?.kind !== 'start' || !rates.length) return null
  const noun = key.column.made.people
  const deed = singular(sayTable(key.column.made.time.table))
  const told = (row: Cell[] | undefined): string => {
    const known = row ? rates.filter(({ index }) => row[index] !== null) : []
    const [first] = known
    const last = known.at(-1)
    if (!row || !first || !last) return ''
    const share = (one: Shown) =>
      `${printed(result, row, one)} ${one.output.measure.each!.replace('back', one === first ? 'came back' : '').trim()}`
    const both = first === last ? share(first) : `${share(first)} and ${share(last)}`
    return `Of the ${printed(result, row, people)} ${noun} whose first ${deed} was in ${printCell(row[at]!, result.columns[at]!)}, ${both}.`
  }
  const whole = result.rows.length === result.row_count
  const latest = whole ? result.rows.findLast((row, index) => index > 0 && row[rates[0]!.index] !== null) : undefined
  const rule = `${capital(key.grain ?? '')}s that are not over yet are left empty.`
  return [told(result.rows[0]), told(latest), rule].filter(Boolean).join(' ')
}

/** "Returning customers: ₹177,786,278.70 (85.5 %). New customers: …". */
function proseOfNew(form: Form, result: RunSqlSuccess): string | null {
  const [first] = measured(form)
  const at = form.outputs.findIndex((output) => !isMeasure(output))
  const made = form.group[0]?.column.made
  if (!first || made?.kind !== 'first' || form.group.length > 1) return null
  const total = result.rows.reduce((sum, row) => sum + Number(row[first.index]), 0)
  const parts = first.output.measure.fn === 'sum' || first.output.measure.fn === 'count'
  const noun = made.people
  const told = result.rows
    .filter((row) => row[at] !== null)
    .map((row) => {
      const percent = parts && total ? ` (${printNumber(((100 * Number(row[first.index])) / total).toFixed(1))} %)` : ''
      return `${String(row[at]).toLowerCase()} ${noun} ${printed(result, row, first)}${percent}`
    })
  const scope = sayScope(unseen(form), form.base).all
  return `${capital(first.output.measure.of?.columns[0] === made.whose ? sayMeasure(first.output.measure) : sayOutput(first.output))}${after(scope)}: ${told.join(', ')}.`
}
