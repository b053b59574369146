import { MONTH as MONTH_NAME } from '../built-in/dates.ts'
import { type Condition, type Form, isMeasure, type Measure, type Output } from '../built-in/form.ts'
import { tableOf } from '../built-in/schema.ts'
import { comesInParts } from '../built-in/totals.ts'
import type { Draft } from './draft.ts'
import { isFigure, isGrid } from './rows.ts'
import { FELL, ROSE } from './words.ts'

/** What asks how far two figures are apart: "how much more do men earn than women", "by how much did it grow". */
const DIFFERENCE =
  /\b(?:difference|gap)\b|\bhow (?:much|many|far) (?:\w+ )?(?:more|less|fewer|\w+er)\b|\bby how (?:much|many)\b|\bhow (?:much|many) (?:\w+ )?(?:did|has|have) .*\b(?:rise|risen|fall|fallen|grow|grown|increase|increased|decrease|decreased|change|changed|drop|dropped|gain|gained|lose|lost)\b|\b(?:change|growth|increase|decrease|rise|fall|drop|decline)\b.* (?:from|between)\b|\b(?:by (?:what|how many) percent\w*|how fast)\b/i

/** What asks for a change as a part of what was before: "by what percentage did it grow", "how fast". */
const RELATIVE = /\b(?:percent(?:age)?|growth rate|rate of growth|how fast)\b|%/i
/** Whether a question asks how much something changed in percent. */
export const asksGrowth = (question: string): boolean => RELATIVE.test(question) && DIFFERENCE.test(question)

/** "Growth per region from 2023 to 2024": of each group by itself. */
const EACH = /\b(?:per|by|each|every)\b/i

const END = '(?:most|fastest|strongest|largest|biggest|greatest|highest|steepest|sharpest)'
/** What asks where a figure rose or fell most: "which grew most from", "the largest increase in". */
const MOVED = new RegExp(
  `\\b(?:(${FELL}|lost|decrease|loss)|${ROSE}|changed?)\\b(?: \\p{L}+){0,2} (?:the )?${END}\\b|\\b${END} (?:(drop|fall|decrease|decline|loss)|growth|rise|increase|gain|improvement|jump|change)\\b`,
  'iu',
)
/** Whether a question asks which of several rose or fell most. */
const asksMoved = (question: string): boolean => MOVED.test(question)

/** Rows with one value, or of one period, of a column. */
type Side = Extract<Condition, { kind: 'compare' | 'period' }>
/** The conditions that name two values of a column, and what each side of them meets. */
type Pair = { conditions: Condition[]; sides: [Side, Side] }

const isSide = (one: Condition): one is Side =>
  one.kind === 'compare' ? one.operator === '=' : one.kind === 'period' && !one.not

/** By what the sides of a course follow each other. */
const orderOf = (one: Side): number => (one.kind === 'compare' ? Number(one.value) : Date.parse(one.from ?? ''))

const MONTH_NAMES = new RegExp(`\\b${MONTH_NAME}\\b`, 'i')
const YEAR = 366 * 86_400_000
const MONTH = YEAR / 12

/** The first and the last year or month of a period that has several: "from 2001 to 2017". */
function endsOf({ column, from, to }: Extract<Condition, { kind: 'period' }>, question: string): [Side, Side] | null {
  if (!from || !to) return null
  const isYears = from.endsWith('-01-01') && to.endsWith('-01-01') && !MONTH_NAMES.test(question)
  const unit = isYears ? YEAR : MONTH
  if (!from.endsWith('-01') || !to.endsWith('-01') || Date.parse(to) - Date.parse(from) < 1.5 * unit) return null
  const moved = (day: string, by: number) => {
    const date = new Date(day)
    if (isYears) date.setUTCFullYear(date.getUTCFullYear() + by)
    else date.setUTCMonth(date.getUTCMonth() + by)
    return date.toISOString().slice(0, 10)
  }
  const side = (start: string, end: string): Side => ({
    ...{ kind: 'period', column, from: start, to: end },
    label: start.slice(0, isYears ? 4 : 7),
  })
  return [side(from, moved(from, 1)), side(moved(to, -1), to)]
}

/** Two values of one column that a query names: either, from one to the other, or each by itself. */
function pairIn(where: Condition[], question: string): Pair | null {
  for (const one of where) {
    const side = (column: Side['column'], value: string | number | boolean): Side => ({
      kind: 'compare',
      column,
      operator: '=',
      value,
    })
    if (one.kind === 'in' && !one.not && one.values.length === 2)
      return { conditions: [one], sides: [side(one.column, one.values[0]!), side(one.column, one.values[1]!)] }
    const ends = one.kind === 'period' && !one.not ? endsOf(one, question) : null
    if (ends) return { conditions: [one], sides: ends }
    if (one.kind === 'between' && !one.not && one.column.words.includes('year'))
      return { conditions: [one], sides: [side(one.column, one.low), side(one.column, one.high)] }
    const sides = (one.kind === 'any' ? one.parts : where).filter(isSide)
    const [a, b, more] = sides.filter(({ column }) => column === (isSide(one) ? one.column : sides[0]!.column))
    if (a && b && !more && (one.kind !== 'any' || one.parts.length === 2))
      return { conditions: one.kind === 'any' ? [one] : [a, b], sides: [a, b] }
  }
  return null
}

const COMPARES = /\b(?:compare[ds]?|comparing|comparison|vs|versus|ratio|twice|(?:half|times) as|as (?:much|many))\b/i

/** Whether a question compares two values, and the query has one figure for both, at each time or altogether, or all parts of what each comes to. */
export const mixesCompared = ({ where, outputs, group }: Form, question: string): boolean => {
  if (!COMPARES.test(question) || !group.every(({ grain }) => grain)) return false
  const figures = outputs.filter(isMeasure)
  const isMixed =
    (figures.length === 1 &&
      figures.length + group.length === outputs.length &&
      figures.every(({ measure, shown }) => !measure.minus && shown === 'value')) ||
    outputs.some(
      (one) => 'key' in one && (comesInParts(one.key.column) || (outputs.length === 1 && isFigure(one.key.column))),
    )
  // Two times are apart where each has its own group.
  return isMixed && pairIn(where, '')?.sides.every(({ kind }) => group.length === 0 || kind === 'compare') === true
}

/** Whether a question asks for a difference between two values that the query names, and the query tells none. */
export const lacksDifference = (form: Form, question: string): boolean =>
  (DIFFERENCE.test(question) || asksMoved(question)) &&
  pairIn(form.where, question) !== null &&
  !form.outputs.some(
    (one) =>
      isMeasure(one) &&
      (one.measure.minus || one.measure.of?.less || (one.shown === 'change' && form.group.length > 0)),
  )

/** One figure less another of the same column: of two values, years or groups that are named. Over time, what was comes off what is. */
export function differing(draft: Draft) {
  const { form, given } = draft
  const pair = pairIn(form.where, given.question)
  if (pair && asksMoved(given.question)) return moved(draft, pair)
  if (!pair || !DIFFERENCE.test(given.question) || form.having.length > 0 || form.limit !== null) return
  const { column } = pair.sides[0]
  // What people and things have is told for one of them, what happens adds up, and what times and groups have stands as it is.
  const isAveraged = (name: string) => {
    const table = tableOf(given.schema, name)
    const isOfThings = !isGrid(table) && !table.columns.some(({ temporal }) => temporal)
    return isOfThings || /\b(?:average|avg|mean)\b/i.test(given.question)
  }
  const figures = form.outputs.flatMap((output): Measure[] => {
    if (isMeasure(output)) return output.measure.of?.columns.includes(column) ? [] : [output.measure]
    const { column: shown } = output.key
    return isFigure(shown) && shown !== column ? [draft.figure(isAveraged(shown.table) ? 'avg' : 'sum', shown)] : []
  })
  const [measure, other] = figures.map((one) => {
    if (one.fn === 'sum' && isAveraged(one.table)) return { ...one, fn: 'avg' as const }
    const [column] = one.of?.columns ?? []
    if (one.fn === 'avg' && column && comesInParts(column) && !isAveraged(one.table))
      return { ...one, fn: 'sum' as const }
    // Rows that stand for times and groups are not what is counted.
    const isOfRows = one.fn === 'count' && !one.of && isGrid(tableOf(given.schema, one.table))
    return (isOfRows && draft.amount(one.table)) || one
  })
  if (!measure || other) return
  const isCourse = (column.temporal || column.words.includes('year')) && !/\bthan\b/i.test(given.question)
  const [first, second] = isCourse ? pair.sides.toSorted((a, b) => orderOf(b) - orderOf(a)) : pair.sides
  const each = EACH.test(given.question) ? form.group.filter((key) => key.column !== column && !key.grain) : []
  form.where = form.where.filter((one) => !pair.conditions.includes(one))
  form.outputs = [
    ...each.map((key) => ({ key })),
    {
      measure: { ...measure, where: [first!], minus: [second!] },
      shown: asksGrowth(given.question) ? 'rate' : 'value',
    },
  ]
  form.group = each
  form.order = []
}

/** "Which shop grew most from 2024 to 2025": ranked by what the later time has more, or less, than the earlier one. */
function moved(draft: Draft, { conditions, sides }: Pair) {
  const { form, given } = draft
  const [ranked, other] = form.order
  const [key, more] =
    form.group.length > 0 ? form.group : form.outputs.flatMap((one) => ('key' in one ? [one.key] : []))
  const { column } = sides[0]
  if (!ranked || other || !key || more || key.column === column || isFigure(key.column)) return
  const [later, earlier] = sides.toSorted((a, b) => orderOf(b) - orderOf(a))
  const figure = isMeasure(ranked.by) ? ranked.by.measure : draft.figure('sum', ranked.by.key.column)
  const by: Output = { measure: { ...figure, where: [later!], minus: [earlier!] }, shown: 'value' }
  const [, fell, drop] = MOVED.exec(given.question) ?? []
  form.where = form.where.filter((one) => !conditions.includes(one))
  form.group = [key]
  form.outputs = [{ key }, by]
  form.order = [{ by, descending: !(fell || drop) }]
}
