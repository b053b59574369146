import { z } from 'zod'
import { HOUR } from '#base/time.ts'
import { rowKey } from '#query/rules/place.ts'

const CONDITIONS = ['above', 'below', 'changed', 'changed_percent', 'unusual', 'not_refreshed'] as const
/** When somebody is told: what a number of a block is, how it changed, or that the block was not refreshed. */
export const condition = z
  .object({
    block: z.string().min(1).max(40).describe('A block of the canvas.'),
    cell: z
      .object({
        column: z.string().min(1).max(500),
        row: z
          .union([z.literal('last'), rowKey])
          .describe(
            'What names the row; `last`: of a course in time the newest, however it is ordered; null: the first, of a number with a course the one that it shows.',
          ),
      })
      .nullable()
      .default(null)
      .describe('The number; null with `not_refreshed`.'),
    is: z.enum(CONDITIONS),
    than: z
      .number()
      .describe(
        'The limit; of `changed_percent` in percent, of `not_refreshed` in hours, of `unusual` how many times the usual spread.',
      ),
  })
  .refine(({ is, cell }) => is === 'not_refreshed' || cell !== null, {
    path: ['cell'],
    error: 'Choose the number to watch.',
  })
  .refine(({ is, than }) => is === 'above' || is === 'below' || than > 0, {
    path: ['than'],
    error: 'Write a number above zero.',
  })
export type Condition = z.infer<typeof condition>

/** What a run found: the number, and since when the block shows what it does. */
export type Found = { value: number | null; refreshedAt: Date | null; usual?: { low: number; high: number } | null }
/** What is remembered between runs. */
export type Memory = { holds: boolean; baseline: number | null }
/** `fires`: somebody is told now. */
export type Verdict = Memory & { fires: boolean }

const hoursSince = (moment: Date | null, now: Date): number =>
  moment ? (Number(now) - Number(moment)) / HOUR : Number.POSITIVE_INFINITY

/** How far a number is from another one, in the measure of the condition. */
function distance(is: Condition['is'], value: number, from: number): number {
  const difference = Math.abs(value - from)
  if (is === 'changed') return difference
  return from === 0 ? (difference === 0 ? 0 : Number.POSITIVE_INFINITY) : (100 * difference) / Math.abs(from)
}

/**
 * What follows from what a run found. A state (above, below, not refreshed) tells once, and again only after it was over; a change tells each
 * time that the number has gone as far from the one that was told last, so that many small steps count as well.
 */
export function verdict(
  { is, than }: Condition,
  { value, refreshedAt, usual }: Found,
  { holds, baseline }: Memory,
  now: Date,
): Verdict {
  if (is === 'not_refreshed') {
    const late = hoursSince(refreshedAt, now) > than
    return { fires: late && !holds, holds: late, baseline }
  }
  if (is === 'unusual') {
    const isOut = value !== null && usual != null && (value < usual.low || value > usual.high)
    return { fires: isOut && !holds, holds: isOut, baseline: value }
  }
  if (value === null) return { fires: false, holds, baseline }
  if (is === 'above' || is === 'below') {
    const isTrue = is === 'above' ? value > than : value < than
    return { fires: isTrue && !holds, holds: isTrue, baseline: value }
  }
  if (baseline === null) return { fires: false, holds: false, baseline: value }
  const fires = distance(is, value, baseline) > than
  return { fires, holds: false, baseline: fires ? value : baseline }
}
