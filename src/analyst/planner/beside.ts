import { stem } from '#base/stems.ts'
import { columnsOf, emptyForm, type Form, isMeasure, type Measure } from '../built-in/form.ts'
import type { Schema } from '../built-in/schema.ts'

const SIDES =
  /^(?:compare |show (?:me )?)?(?:the )?(?:number of |count of |how many )?(.+?) (?:vs\.?|versus|and|against|compared (?:to|with)) (?:the )?(?:number of )?(.+?) ((?:per|by|each|every) (?:day|week|month|quarter|year)\b.*)$/iu

/** Two questions for what happened in each length of time, and what the two figures are called. */
export type Beside = { questions: [string, string]; names: [string, string] }

/** "Hires vs leavers per year", "opened and closed tickets per week": what is said of both, where rows have a time for each. */
export function besideAsked(question: string, { tables }: Schema): Beside | null {
  const [, one, other, rest] = SIDES.exec(question) ?? []
  if (!one || !other || !rest) return null
  const nounIn = (said: string) =>
    said.split(' ').find((word) => tables.some(({ words }) => words.at(-1) === stem(word.toLowerCase()))) ?? null
  const [a, b] = [nounIn(one), nounIn(other)]
  const first = !a && b ? `${one} ${b}` : one
  const second = !b && a ? `${a} ${other}` : other
  return { questions: [`number of ${first} ${rest}`, `number of ${second} ${rest}`], names: [first, second] }
}

/** The number of rows in each length of a time; null of any other query. */
function countOver({ outputs, group, having, limit, everything, limitPerGroup, where }: Form) {
  const [key, other] = group
  const figures = outputs.filter(isMeasure)
  const [figure] = figures
  const isCount =
    figures.length === 1 && outputs.length === 2 && figure?.measure.fn === 'count' && figure.shown === 'value'
  if (!key?.grain || other || !isCount || having.length > 0 || limit !== null || limitPerGroup !== null || everything)
    return null
  const { measure } = figure!
  const isOwn = where.every(
    (one) => one.kind !== 'related' && columnsOf(one).every(({ table }) => table === measure.table),
  )
  return isOwn && key.column.table === measure.table ? { key, measure } : null
}

/** Two numbers of rows, each by its own time, in one query; null where they are not such, or are of one time. */
export function putBeside(first: Form, second: Form, names: [string, string]): Form | null {
  const [a, b] = [countOver(first), countOver(second)]
  if (!a || !b || a.key.grain !== b.key.grain || a.key.column === b.key.column) return null
  const figure = ({ key, measure }: typeof a, form: Form, said: string) => {
    // What has no such time is left out anyway.
    const where = form.where.filter((one) => one.kind !== 'null' || one.column !== key.column)
    const own: Measure = { ...measure, at: key.column, said, ...(where.length > 0 ? { where } : {}) }
    return { measure: own, shown: 'value' as const }
  }
  const key = { key: a.key }
  return {
    ...emptyForm(first.base),
    outputs: [key, figure(a, first, names[0]), figure(b, second, names[1])],
    group: [a.key],
    order: [{ by: key, descending: false }],
  }
}
