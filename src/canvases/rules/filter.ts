import { z } from 'zod'
import { kindOfType, type ValueKind } from '#analyst/rules/chips/kinds.ts'
import type { Condition } from '#analyst/rules/chips/part.ts'
import { LIMITS } from './board.ts'
import { daysOf } from './relative-days.ts'

const FILTER_KINDS = ['values', 'date_range', 'number_range', 'text'] as const
export const filterKind = z.enum(FILTER_KINDS)
export type FilterKind = z.infer<typeof filterKind>

const name = z.string().min(1).max(500)
/**
 * A column of a table that a filter decides by. `through`: where the values are another table's, the column there and the key that
 * `column` leads to.
 */
export const place = z.object({
  table: name,
  column: name,
  through: z
    .object({ table: name, key: name, column: name })
    .optional()
    .describe('Rows stay whose `column` is the `key` of a row of that table with a `column` that fits.'),
})
export type Place = z.infer<typeof place>

export const filter = z.object({
  id: z
    .string()
    .regex(/^[a-z0-9_-]{1,40}$/, 'An id has small letters, digits, - and _.')
    .describe('What addresses call it by.'),
  name: z.string().trim().min(1, 'A filter needs a name.').max(60),
  kind: filterKind,
  places: z.array(place).max(LIMITS.places).describe('Of several columns of one table, one has to fit.'),
  except: z.array(z.string().max(40)).max(LIMITS.blocks).default([]).describe('Blocks that it leaves as they are.'),
})
export type Filter = z.infer<typeof filter>
export const filters = z
  .array(filter)
  .max(LIMITS.filters, `A canvas has at most ${LIMITS.filters} filters.`)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'Each filter has an id of its own.')

/** Types of values that a filter can decide by, and how a column's type is one of them. */
const FITTING: Record<FilterKind, readonly ValueKind[]> = {
  values: ['text', 'number', 'boolean', 'date'],
  date_range: ['date', 'timestamp'],
  number_range: ['number'],
  text: ['text'],
}
/** Kinds of filters that a column may have, the one that is meant most often first. @param type of the engine */
export function kindsFor(type: string): FilterKind[] {
  const kind = kindOfType(type)
  if (kind === null) return []
  const able = FILTER_KINDS.filter((one) => FITTING[one].includes(kind))
  return kind === 'text' || kind === 'boolean' ? able : able.toReversed()
}

const end = z.string().nullable()
/**
 * What a filter is set to, or a parameter, as text of its type. A null among values: rows without one. Ends of ranges count; null is no end.
 */
export const filterValue = z.union([
  z.object({ kind: z.literal('values'), values: z.array(z.string().nullable()) }),
  z.object({ kind: z.literal('date_range'), relative: z.string() }),
  z.object({ kind: z.enum(['date_range', 'number_range']), from: end, to: end }),
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('parameter'), text: z.string() }),
])
export type FilterValue = z.infer<typeof filterValue>

/**
 * What a column must meet; one of them is enough. Null where its type has no such values.
 * @param of what the column is of @param today for relative ranges
 */
export function conditionsOf(
  value: FilterValue,
  { of, column, type }: { of: string; column: string; type: string },
  today: string,
): Condition[] | null {
  const kind = kindOfType(type)
  if (!kind || value.kind === 'parameter' || !FITTING[value.kind].includes(kind)) return null
  const said = (operator: Condition['operator'], ...values: string[]): Condition => ({
    ...{ aggregate: null, column: { of, column }, grain: null, operator, values },
  })
  if (value.kind === 'text') return [said('contains', value.text)]
  if (value.kind === 'values') {
    const known = value.values.filter((one) => one !== null)
    // A truth value has two literals at most, and is compared with one at a time.
    const all =
      kind === 'boolean' ? known.map((one) => said('is', one)) : known.length > 0 ? [said('is', ...known)] : []
    return value.values.includes(null) ? [...all, said('unknown')] : all
  }
  const { from, to } = 'relative' in value ? daysOf(value.relative, today) : value
  // The last microsecond of the day: moments have no smaller part.
  const end = to !== null && kind === 'timestamp' ? `${to} 23:59:59.999999` : to
  if (from !== null && end !== null) return [said('between', from, end)]
  return from !== null ? [said('at_least', from)] : [said('at_most', end!)]
}
