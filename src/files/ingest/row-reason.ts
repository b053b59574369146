import { literal } from '#base/sql.ts'
import type { ColumnPlan } from '../rules/column-type.ts'
import { readValue } from './sql.ts'

/** A column with values that do not fit its plan; `test` finds them. */
export type Broken = { test: string; plan: ColumnPlan; index: number }

/** How the sum of a column is called where it stands below it, also in German, French, Spanish, Italian, Portuguese and Hindi. */
const TOTAL =
  "'^(grand |sub[- ]?|net )?totals?\\b|^(gesamt|zwischen)?summe\\b|^(in)?sgesamt\\b|^gesamt\\b|^somme\\b|^sous-total|^suma\\b|^totale?s?\\b|^somma\\b|^soma\\b|^कुल'"

/**
 * SQL that says why a row with values that do not fit is none of the table's: it repeats the names of the columns, adds the others up,
 * or nothing in it fits, as in a note below the table. Null for all other rows, which are kept.
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
  const any = broken.map(({ test }) => `(${test})`).join(' or ')
  const isName = (index: number) => `lower(t${index}) = ${literal(names[index]!.toLowerCase())}`
  const repeats = broken.map(({ test, index }) => `(not (${test}) or ${isName(index)})`).join(' and ')
  const labels = [...new Set([0, ...broken.map(({ index }) => index)])]
  const adds = labels.map((index) => `regexp_matches(lower(trim(c${index})), ${TOTAL})`).join(' or ')
  const wrong = broken.map(({ test }) => `(${test})::int`).join(' + ')
  const fits = plans.flatMap((plan, index) =>
    plan.kind === 'text' ? [] : [`(${readValue(`t${index}`, plan)}) is not null`],
  )
  return `case when not (${any}) then null
    when ${repeats} then 'The row repeats the names of the columns.'
    when coalesce(${adds}, false) then 'The row adds up others.'
    when ${wrong} > 1 and not (${fits.join(' or ')}) then 'No value of the row fits its column.' end`
}
