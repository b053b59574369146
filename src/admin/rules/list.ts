import { z } from 'zod'

/** What a list is shown by: its query without the cursor. */
export type Shown = Record<string, string | undefined>

/** Address of a list with what it is shown by; what is empty is left out. */
export function shownAddress(address: string, shown: Shown): string {
  const filled = Object.entries(shown).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const search = new URLSearchParams(filled).toString()
  return search ? `${address}?${search}` : address
}

/** Address of the same list as a CSV file. */
export const csvAddress = (api: string, shown: Shown): string => shownAddress(api, { ...shown, format: 'csv' })

/** The texts of a parsed query, to be shown by. */
export const shownOf = (query: Record<string, unknown>): Shown =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  )

/** Text of a search field; blanks around it do not count, and none is no search. */
export const searchText = z
  .string()
  .trim()
  .max(200)
  .optional()
  .transform((text) => text || undefined)

/** A day or a moment (UTC), as `2026-11-21` or ISO 8601. Empty is none, as forms send it. Databases know no year 0, and dates no 10000. */
export const bound = z
  .union(
    [z.literal(''), z.iso.date(), z.iso.datetime()],
    'Write a day as 2026-11-21, or a moment as 2026-11-21T20:00:00Z.',
  )
  .refine((text) => !/^(0|9999)/.test(text), 'Write a day as 2026-11-21.')
  .optional()
  .transform((text) => text || undefined)

const DAY = 86_400_000

/** From `from` (a day: its beginning) up to `to` (a day: its end). Null where a side is open. */
export const spanOf = (shown: { from?: string | undefined; to?: string | undefined }) => ({
  from: shown.from ? new Date(shown.from) : null,
  to: shown.to ? new Date(Date.parse(shown.to) + (shown.to.length === 10 ? DAY : 0)) : null,
})

/**
 * A schema of filters for a page: whatever is wrong with a filter counts as none, since an old link should lead somewhere. The API takes
 * the schema itself.
 */
export const leniently = <T extends z.ZodRawShape>(schema: z.ZodObject<T>): z.ZodObject<T> =>
  z.object(
    Object.fromEntries(
      Object.entries(schema.shape).map(([name, type]) => [name, (type as z.ZodType).catch(undefined)]),
    ) as unknown as T,
  )

/** A filter of a few values; empty is none, as forms send it. */
export const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .union([z.literal(''), z.enum(values)])
    .optional()
    .transform((value) => (value || undefined) as T[number] | undefined)

/**
 * The order of a list: by the moment at which its rows came about (`created`) or by another of its columns, the greatest first, or with
 * `_asc` the least.
 */
export const sortBy = <const T extends string>(...columns: T[]) =>
  choice(
    ['created', ...columns].flatMap((name) => [name, `${name}_asc`]) as unknown as readonly [
      'created' | 'created_asc' | T | `${T}_asc`,
    ],
  )
