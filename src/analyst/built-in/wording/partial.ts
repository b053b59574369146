import { capital } from '#base/text.ts'
import { DAY, daysFrom } from '#base/time.ts'
import { covered, isPeriodGrain, partialPeriods } from '../../rules/period.ts'
import type { RunSqlSuccess } from '../../rules/tools.ts'
import { type Form, isMeasure } from '../form.ts'
import type { Column } from '../schema.ts'
import { printCell } from './print.ts'

/** Days by which two halves of a leap year and another may differ. */
const LEAP = 3
type Side = { from: string | null; to: string | null; column: Column }
/** Whether two periods are of the same length and the data hold both of them whole. */
function isEven(...sides: [Side, Side]): boolean {
  const [a, b] = sides.map(({ from, to }) => (Date.parse(to ?? '') - Date.parse(from ?? '')) / DAY)
  const held = sides.every(({ to, column }) => to && column.max && daysFrom(to, -1) <= column.max.slice(0, 10))
  return held && Math.abs(a! - b!) <= LEAP
}

/** That a change leads from or to a period of which the data hold a part only, as a sentence; nothing where all are whole. */
export function sayPartial(form: Form, result: RunSqlSuccess): string[] {
  const time = form.group.find((key) => key.grain)
  const grain = time?.grain
  if (!time || !grain || !isPeriodGrain(grain)) return []
  const sets = form.where.find((one) => one.kind === 'any' && one.parts.every((part) => part.kind === 'period'))
  const compares = form.outputs.some((output) => isMeasure(output) && output.shown === 'change')
  if (!(compares || (sets && result.row_count === 2)) || result.row_count < 2) return []
  const periods = form.where.filter((one) => one.kind === 'period' && !one.not && one.column === time.column)
  const [asked] = periods.length === 1 ? periods : []
  const sides = sets?.kind === 'any' ? sets.parts.flatMap((part) => (part.kind === 'period' ? [part] : [])) : []
  if (sides.length === 2 && isEven(sides[0]!, sides[1]!)) return []
  const bounds = asked?.kind === 'period' ? [asked] : sides
  const [from, to] = [
    bounds.map((side) => side.from).toSorted()[0],
    bounds
      .map((side) => side.to)
      .toSorted()
      .at(-1),
  ]
  const window = bounds.length ? { from: from ?? null, to: to ? daysFrom(to, -1) : null } : null
  const days = covered(time.column, window)
  if (!days) return []
  const { first, last } = partialPeriods(grain, days.first, days.last)
  const at = result.columns.findIndex((column) => column.name === grain)
  const forward = form.order[0] && 'key' in form.order[0].by && !form.order[0].descending
  const label = (row: number, word: string) => {
    const cell = forward && result.rows.length === result.row_count ? result.rows.at(row)?.[at] : undefined
    return cell == null ? `the ${word} ${grain}` : printCell(cell, result.columns[at]!)
  }
  const unequal = `unequal ${grain}s`
  const told =
    first && last
      ? `${label(0, 'first')} and ${label(-1, 'last')} are only partly in the data, so the first and the last change compare ${unequal}.`
      : first
        ? `${label(0, 'first')} is only partly in the data, so ${compares ? 'the change after it compares' : 'this compares'} ${unequal}.`
        : last
          ? `${label(-1, 'last')} is only partly in the data, so ${compares ? 'its change compares' : 'this compares'} ${unequal}.`
          : null
  return told ? [capital(told)] : []
}
