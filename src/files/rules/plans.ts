import type { ColumnPlan } from './column-type.ts'
import { isEpoch, periodOf, WRAPPED_DAY, WRAPPED_EPOCH } from './date-type.ts'
import { DATE_ORDER_NAMES } from './dialect.ts'

/** Texts of which at most this share of a sample differ are kept in dictionaries. */
const REPEATING = 0.1

/** Whether a dictionary of the values would be short. */
export const repeats = (values: string[]) => new Set(values).size <= values.length * REPEATING

/** Whether every date of a column would be one with day and month exchanged, too. */
export const isAmbiguous = (plan: ColumnPlan) => (plan.kind === 'date' || plan.kind === 'timestamp') && plan.ambiguous

/** The order in which numeric dates were read; nothing where there are none. */
export function orderOf(plans: ColumnPlan[]): 'dmy' | 'mdy' | 'ymd' | undefined {
  for (const plan of plans)
    if ((plan.kind === 'date' || plan.kind === 'timestamp') && /^%[dmy]\W%/.test(plan.format ?? ''))
      return plan.format!.startsWith('%m') ? 'mdy' : plan.format!.startsWith('%y') ? 'ymd' : 'dmy'
  return undefined
}

/** What stands before the fraction of the numbers; nothing where none has one. */
export function decimalOf(plans: ColumnPlan[]): '.' | ',' | undefined {
  const fractions = plans.filter((plan) => plan.kind === 'decimal' || plan.kind === 'double')
  if (fractions.length === 0) return undefined
  return fractions.some((plan) => 'style' in plan && plan.style === 'comma') ? ',' : '.'
}

/** What people should know about dates whose order of day and month the file does not settle, and about lengths of time in two parts. */
export function dateNotes(names: string[], plans: ColumnPlan[]): string[] {
  return plans.flatMap((plan, index) => {
    if (plan.kind === 'duration' && plan.parts)
      return [
        `"${names[index]}": two parts were read as ${plan.parts === 'hours' ? 'hours and minutes' : 'minutes and seconds'}; it is kept in seconds.`,
      ]
    if (plan.kind !== 'date' && plan.kind !== 'timestamp') return []
    if (plan.ambiguous) {
      const orders = [DATE_ORDER_NAMES.dmy, DATE_ORDER_NAMES.mdy]
      const [read, other] = orderOf([plan]) === 'mdy' ? orders.toReversed() : orders
      return [`"${names[index]}" was read as ${read}; every value would also be a date as ${other}.`]
    }
    const period = periodOf(plan)
    if (period) return [`"${names[index]}" names a ${period} on each row and is kept as the first day of it.`]
    if (isEpoch(plan))
      return [`"${names[index]}" was read as ${plan.format!.replace('epoch ', '')} since 1970, in UTC.`]
    if (plan.format === WRAPPED_EPOCH || plan.format === WRAPPED_DAY)
      return [`"${names[index]}" was read as milliseconds since 1970 in calls of Date(), in UTC.`]
    return plan.zoned ? [`"${names[index]}" has time zones and is kept in UTC.`] : []
  })
}
