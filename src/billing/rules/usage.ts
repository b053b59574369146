import { z } from 'zod'
import { count, moment } from '#base/answer.ts'
import { DAY } from '#base/time.ts'
import { csvOf } from './csv.ts'

/** What usage looks back on: `bars` days or months, the running one included. */
export const USAGE_PERIODS = {
  '7d': { label: '7 days', bars: 7, unit: 'day' },
  '30d': { label: '30 days', bars: 30, unit: 'day' },
  '90d': { label: '90 days', bars: 90, unit: 'day' },
  '12m': { label: '12 months', bars: 12, unit: 'month' },
} as const
export type UsagePeriod = keyof typeof USAGE_PERIODS
export const USAGE_PERIOD_NAMES = Object.keys(USAGE_PERIODS) as [UsagePeriod, ...UsagePeriod[]]
type UsageUnit = 'day' | 'month'

/** What usage is split by; people can be told apart in an organization only. */
const USAGE_BY = ['workspace', 'member', 'model'] as const
export type UsageBy = (typeof USAGE_BY)[number]

export const usageQuery = z.object({
  period: z.enum(USAGE_PERIOD_NAMES).default('30d'),
  by: z.enum(USAGE_BY).default('workspace').describe('`member` needs `organization_id`.'),
  organization_id: z
    .string()
    .optional()
    .describe('The usage of everybody in this organization instead of your own everywhere.'),
})

/** What the address of a page may ask for. Anything else is ignored. */
export const usageChoice = z.object({
  period: z.enum(USAGE_PERIOD_NAMES).catch('30d'),
  by: z.enum(USAGE_BY).catch('workspace'),
})
export type UsageChoice = z.infer<typeof usageChoice>

/** Days (`2026-11-21`) or months (`2026-11`) of UTC, oldest first; `from` is where the first begins, `to` is now. */
export type UsageSpan = { from: Date; to: Date; unit: UsageUnit; buckets: string[] }

export function usageSpan(period: UsagePeriod, now: Date): UsageSpan {
  const { bars, unit } = USAGE_PERIODS[period]
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const starts = Array.from({ length: bars }, (_, bar) =>
    unit === 'day'
      ? new Date(Date.UTC(year, month, day) - (bars - 1 - bar) * DAY)
      : new Date(Date.UTC(year, month - (bars - 1 - bar), 1)),
  )
  const buckets = starts.map((start) => start.toISOString().slice(0, unit === 'day' ? 10 : 7))
  return { from: starts[0]!, to: now, unit, buckets }
}

const amounts = {
  credits: count,
  answers: count,
  input_tokens: count,
  output_tokens: count,
  cached_input_tokens: count.describe('Of `input_tokens`: what the provider had in its cache.'),
  reasoning_tokens: count.describe('Of `output_tokens`: what the model thought.'),
  title_tokens: count.describe('Read and written by the model that names conversations.'),
}
const amountsAnswer = z.object(amounts)
type Amounts = z.infer<typeof amountsAnswer>
/** What one group used in one day or month; `id` is null for what is gone or may not be named. */
export type UsageLine = Amounts & { bucket: string; id: string | null; name: string; detail: string }
const usageGroup = z.object({
  id: z.string().nullable().describe('Null for what is deleted or may not be named.'),
  name: z.string(),
  detail: z.string().describe('Organization of a workspace, address of a member.'),
  ...amounts,
  series: z.array(count).describe('Credits in each bucket.'),
})
export type UsageGroup = z.infer<typeof usageGroup>
export const usage = z.object({
  period: z.enum(USAGE_PERIOD_NAMES),
  by: z.enum(USAGE_BY),
  unit: z.enum(['day', 'month']),
  from: moment,
  to: moment,
  total: amountsAnswer,
  buckets: z.array(z.string()).describe('Days (`2026-11-21`) or months (`2026-11`), oldest first.'),
  groups: z.array(usageGroup).describe('The largest first.'),
})
export type Usage = z.infer<typeof usage>

const AMOUNTS = Object.keys(amounts) as (keyof Amounts)[]
const sums = (of: (name: keyof Amounts) => number) =>
  Object.fromEntries(AMOUNTS.map((name) => [name, of(name)])) as Amounts
const NOTHING = sums(() => 0)
const plus = (a: Amounts, b: Amounts): Amounts => sums((name) => a[name] + b[name])

/** Lines put together: what each group used, and when. Lines outside the span are left out. */
export function usageOf(choice: UsageChoice, span: UsageSpan, lines: readonly UsageLine[]): Usage {
  const at = new Map(span.buckets.map((bucket, index) => [bucket, index]))
  const inside = lines.filter(({ bucket }) => at.has(bucket))
  const groups = [...Map.groupBy(inside, ({ id, name }) => id ?? `:${name}`).values()].map((of): UsageGroup => {
    const series = span.buckets.map(() => 0)
    for (const { bucket, credits } of of) series[at.get(bucket)!]! += credits
    return { id: of[0]!.id, name: of[0]!.name, detail: of[0]!.detail, ...of.reduce(plus, NOTHING), series }
  })
  groups.sort((a, b) => b.credits - a.credits || (a.name < b.name ? -1 : 1))
  return {
    period: choice.period,
    by: choice.by,
    unit: span.unit,
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    total: groups.reduce(plus, NOTHING),
    buckets: span.buckets,
    groups,
  }
}

const COLUMNS = ['date', 'id', 'name', 'detail', ...AMOUNTS] as const

export const usageCsv = (lines: readonly UsageLine[]): string =>
  csvOf(
    COLUMNS,
    lines.map(({ bucket, ...line }) => ({ date: bucket, ...line })),
  )

/** Colours of a chart: the largest groups have one each, the others share the last. */
const COLOURS = 7

/** Groups as a chart shows them: at most seven, what is over taken together. */
export function charted(groups: readonly UsageGroup[]): { name: string; series: number[] }[] {
  if (groups.length <= COLOURS) return groups.map(({ name, series }) => ({ name, series }))
  const rest = groups.slice(COLOURS - 1)
  const series = rest[0]!.series.map((_, bar) => rest.reduce((sum, group) => sum + group.series[bar]!, 0))
  return [
    ...groups.slice(0, COLOURS - 1).map(({ name, series }) => ({ name, series })),
    { name: `${rest.length} others`, series },
  ]
}
