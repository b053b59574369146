import { z } from 'zod'
import { CHART_KINDS, CHART_LIMITS, CHART_LINES, CHART_SORTS } from './chart-kinds.ts'
import { isFormat } from './number-format.ts'

/** How a chart looks beyond its columns: the same in what models send, in what clicks change and in what is kept. */
export const chartLook = z.object({
  sort: z.enum(CHART_SORTS).nullish().describe('Of bars.'),
  top: z
    .int()
    .min(1)
    .max(CHART_LIMITS.bars)
    .nullish()
    .describe('Only the largest so many; the others as one where they add up.'),
  labels: z.boolean().nullish().describe('Values on the marks; by itself where they have room.'),
  lines: z
    .array(z.object({ at: z.union([z.number(), z.enum(CHART_LINES)]), label: z.string().max(60).nullish() }))
    .max(CHART_LIMITS.lines)
    .nullish()
    .describe('Reference lines: a value, or what is computed of all rows.'),
  format: z
    .string()
    .max(24)
    .refine(isFormat, 'A format is percent, compact, a currency as eur, decimals as 2, or two of them as eur|2.')
    .nullish()
    .describe(
      'Of values: percent (of a fraction), compact, a currency as eur, decimals as 2, or two of them as eur|2.',
    ),
})

const column = z.string().min(1).max(500)
/**
 * A chart over a stored result: names of columns only, never data and never raw options of a chart library. `series` splits one measure
 * by a column; what x, y and series mean to a kind stands in `KINDS`.
 */
export const chartSpec = z.object({
  result: z.string().min(1).max(64).describe('Id of the stored result.'),
  kind: z.enum(CHART_KINDS),
  x: column.nullable(),
  y: z.array(column).min(1).max(8),
  series: column.nullable(),
  title: z.string().max(200),
  subtitle: z.string().max(200).optional().describe('Unit and period of the figures.'),
  ...chartLook.shape,
})
export type ChartSpec = z.infer<typeof chartSpec>
