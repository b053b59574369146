import { DAY } from '#base/time.ts'
import type { CatalogTable } from '#catalog/rules/answers.ts'
import { isTemporal } from '#query/rules/result.ts'
import type { Check } from './answer.ts'
import { windowOf } from './statement.ts'

const GRAINS = ['week', 'month', 'quarter', 'year'] as const
export type PeriodGrain = (typeof GRAINS)[number]
export const isPeriodGrain = (grain: string): grain is PeriodGrain => GRAINS.some((one) => one === grain)

/** Days that may be missing from a period that still counts as whole: shops are closed on the last of a month. */
const SPARE = 0.05

const iso = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The first day of the period that `day` is in, and the first day after it. */
export function periodAround(grain: PeriodGrain, day: string): { from: string; to: string } {
  const date = new Date(day.slice(0, 10))
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  if (grain === 'week') {
    const monday = Number(date) - ((date.getUTCDay() + 6) % 7) * DAY
    return { from: iso(monday), to: iso(monday + 7 * DAY) }
  }
  const months = { month: 1, quarter: 3, year: 12 }[grain]
  const start = Math.floor(month / months) * months
  return { from: iso(Date.UTC(year, start)), to: iso(Date.UTC(year, start + months)) }
}

/** Whether the first and the last period between two days (both included) are covered only in part. */
export function partialPeriods(grain: PeriodGrain, first: string, last: string): { first: boolean; last: boolean } {
  const lacks = (missing: number, { from, to }: { from: string; to: string }) =>
    missing > SPARE * (Date.parse(to) - Date.parse(from))
  const [begin, end] = [periodAround(grain, first), periodAround(grain, last)]
  return {
    first: lacks(Date.parse(first.slice(0, 10)) - Date.parse(begin.from), begin),
    last: lacks(Date.parse(end.to) - DAY - Date.parse(last.slice(0, 10)), end),
  }
}

/** The days that are there within a window: the data's own first and last, unless the window is narrower. Null when they never meet. */
export function covered(
  data: { min: string | null; max: string | null },
  window: { from: string | null; to: string | null } | null,
): { first: string; last: string } | null {
  if (!data.min || !data.max) return null
  const first = [data.min.slice(0, 10), window?.from ?? ''].toSorted().at(-1)!
  const last = [data.max.slice(0, 10), window?.to ?? '9999'].toSorted()[0]!
  return first <= last ? { first, last } : null
}

const COLUMN = '(?:"?[\\p{L}_][\\p{L}\\p{N}_]*"?\\s*\\.\\s*)?"?([\\p{L}_][\\p{L}\\p{N}_]*)"?'
const TRUNCATED = new RegExp(
  `\\bdate_trunc\\s*\\(\\s*'(week|month|quarter|year)'\\s*,\\s*(?:cast\\s*\\(\\s*)?${COLUMN}`,
  'iu',
)
/** A year as a key; compared with a number it is a filter. */
const YEARS = new RegExp(`\\byear\\s*\\(\\s*${COLUMN}\\s*\\)(?!\\s*(?:[=<>]|in\\b|between\\b))`, 'iu')

/** Whether the first and the last period of a statement's groups are whole: a change to or from a part of one misleads. */
export function partialCheck(sql: string, tables: CatalogTable[]): Check | null {
  if (!/\bgroup\s+by\b/i.test(sql)) return null
  const [, grain, truncated] = TRUNCATED.exec(sql) ?? []
  const name = (truncated ?? YEARS.exec(sql)?.[1])?.toLowerCase()
  const used = new Set(sql.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_]*/gu))
  const column = tables
    .filter((table) => used.has(table.name.toLowerCase()))
    .flatMap((table) => table.columns.map((column) => ({ ...column, isSampled: table.rows_estimated === true })))
    .find((column) => column.name.toLowerCase() === name && isTemporal(column.type))
  const days = column && covered(column, boundsOf(sql))
  if (!days) return null
  // Of a connected table only the first rows were measured: its first and last day are not known.
  if (column.isSampled)
    return {
      name: NAME,
      state: 'unchecked',
      note: `Not looked at: the first and the last day of ${column.name} are not known.`,
    }
  const length = (grain?.toLowerCase() ?? 'year') as PeriodGrain
  const { first, last } = partialPeriods(length, days.first, days.last)
  const compares = /\blag\s*\(|\blead\s*\(/i.test(sql)
  if (!first && !last)
    return compares
      ? { name: NAME, state: 'pass', note: `The first and the last ${length} are whole.`, probe: sql }
      : null
  const parts = [
    ...(first ? [`the first ${length} begins on ${days.first}`] : []),
    ...(last ? [`the last ${length} ends on ${days.last}`] : []),
  ]
  const note = `Only in part: ${parts.join(', ')}.${compares ? ` Changes to and from a part of a ${length} mislead.` : ''}`
  return { name: NAME, state: compares ? 'warn' : 'note', note, probe: sql }
}
const NAME = 'Whole periods'

/** The window of a statement; one that names a single day is open on the other side. */
function boundsOf(sql: string): { from: string | null; to: string | null } | null {
  const window = windowOf(sql)
  if (!window || window.from !== window.to) return window
  const bound = (sign: string) => new RegExp(`${sign}=?\\s*(?:date|timestamp)?\\s*'\\d{4}-`, 'i').test(sql)
  return { from: bound('>') ? window.from : null, to: bound('<') ? window.to : null }
}
