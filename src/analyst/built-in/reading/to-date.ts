import { shift, type Unit } from '../dates.ts'
import type { Condition } from '../form.ts'
import { sayDay } from '../wording/period.ts'

type PeriodCondition = Condition & { kind: 'period' }
/** A period that the question counts from now, as it was read: `back` units before the current one, which is 0 back. */
export type Side = { condition: Condition; unit: Unit; back: number; today?: string }

const iso = (date: Date) => date.toISOString().slice(0, 10)

/**
 * The current year beside the last one, where the current is not over: both are cut to the same days, and a sentence says so. Null
 * where the periods are no such pair or the current one is whole in the data.
 */
export function cutToDate(
  periods: PeriodCondition[],
  sides: Side[],
): { parts: PeriodCondition[]; note: string } | null {
  const [before, current] = periods
  const side = (one: PeriodCondition | undefined) => sides.find(({ condition }) => condition === one)
  const [now, then] = [side(current), side(before)]
  if (!before?.from || !before.to || !current?.from || !current.to || periods.length !== 2) return null
  if (now?.back !== 0 || !then || then.back === 0) return null
  const last = [current.column.max?.slice(0, 10) ?? iso(new Date(current.to)), now.today ?? '9999'].toSorted()[0]!
  const end = iso(shift(new Date(last), 'day', 1))
  if (end >= current.to || end <= current.from) return null
  const sameDay = shift(new Date(end), then.unit, -1)
  const parts = [
    { ...before, to: [iso(sameDay), before.to].toSorted()[0]! },
    { ...current, to: end },
  ]
  const why = last === now.today ? `Today is ${sayDay(last)}` : `The data end on ${sayDay(last)}`
  return { parts, note: `${why}, so both ${then.unit}s are counted up to the same day.` }
}
