import type { Cell } from '#query/rules/answers.ts'
import type { RunSqlSuccess } from '../../rules/tools.ts'
import { type Form, isMeasure, type Key, type Output } from '../form.ts'
import { singular } from '../word-forms.ts'
import { sayScope, unseen } from './condition.ts'
import { sayMeasure, sayOutput, unitOf } from './measure.ts'
import { capital, sayTable } from './nouns.ts'
import { printCell, printNumber } from './print.ts'

const after = (text: string) => (text ? ` ${text}` : '')

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
export function proseOfRetention(form: Form, result: RunSqlSuccess): string | null {
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
export function proseOfNew(form: Form, result: RunSqlSuccess): string | null {
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
