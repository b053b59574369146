import { z } from 'zod'
import { choice, sortBy } from '#base/choice.ts'
import { type Shown, shownAddress } from '#ui/rules/shown.ts'

export { choice, type Shown, shownAddress, sortBy }

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
