import { literal } from '#base/sql.ts'
import type { ColumnPlan } from '../rules/column-type.ts'
import { TOTAL } from '../rules/total-words.ts'
import { readValue } from './sql.ts'

/** A column with values that do not fit its plan, as `wrong` and its index say of each row. */
export type Broken = { plan: ColumnPlan; index: number }

/**
 * SQL that says why a row with values that do not fit is none of the table's, null for all that are kept. A row is left out only where
 * nothing tells that it may be one: all of its cells repeat the names of their columns; it begins with a word for a sum, where a number
 * or a day should stand, and has nothing but numbers besides; or several of its values do not fit and nothing else stands in it, as in a
 * note below the table. A word in a column of texts, or behind a number, is a value like others.
 */
export function rowReason({
  names,
  plans,
  broken,
}: {
  names: string[]
  plans: ColumnPlan[]
  broken: Broken[]
}): string {
  if (broken.length === 0) return 'null'
  const kept = (index: number) => `nullif(trim(c${index}), '')`
  // Lists, since the engine reads no chain of a thousand operators.
  const any = (tests: string[]) => `list_contains([${tests.join(', ')}], true)`
  const howMany = (tests: string[]) => `len(list_filter([${tests.join(', ')}], lambda x: x))`
  // A name that comes twice got a number.
  const isName = (name: string, index: number) =>
    `lower(${kept(index)}) in (${literal(name.toLowerCase())}, ${literal(name.toLowerCase().replace(/_\d+$/, ''))})`
  const cells = names.map((_, index) => kept(index))
  const tests = broken.map(({ index }) => `wrong${index}`)
  const strange = broken.map(({ index }) => `wrong${index} and not coalesce(${isName(names[index]!, index)}, false)`)
  const texts = plans.flatMap((plan, index) => (plan.kind === 'text' ? [`${kept(index)} is not null`] : []))
  const fitting = plans.flatMap((plan, index) =>
    plan.kind === 'text' ? [] : [`(${readValue(`t${index}`, plan)}) is not null`],
  )
  const filled = howMany(cells.map((cell) => `${cell} is not null`))
  const begins = `regexp_full_match(lower(coalesce(${cells.join(', ')}, '')), ${literal(`(${TOTAL})\\s*[:.]?`)})`
  return `case when not ${any(tests)} then null
    when not ${any(strange)} and ${howMany(names.map(isName))} = ${filled} then 'The row repeats the names of the columns.'
    when ${texts.length > 0 ? any(texts) : 'false'} then null
    when ${any(fitting)} then case when ${begins} then 'The row adds up others.' end
    when ${howMany(tests)} > 1 then 'No value of the row fits its column.' end`
}
