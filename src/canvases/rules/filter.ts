import { z } from 'zod'
import { kindOfType, type ValueKind } from '#analyst/rules/chips/kinds.ts'
import type { Condition } from '#analyst/rules/chips/part.ts'
import { daysFrom } from '#base/time.ts'
import { LIMITS } from './board.ts'

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

const UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const
type Unit = (typeof UNITS)[number]
const RELATIVE =
  /^(?:(this|previous)_(day|week|month|quarter|year)|last_([1-9]\d{0,3})_(day|week|month|quarter|year)s)$/

const end = z.string().nullable()
/** What a filter is set to. A null among values: rows without one. Ends of ranges count; null is no end. */
export const filterValue = z.union([
  z.object({ kind: z.literal('values'), values: z.array(z.string().nullable()) }),
  z.object({ kind: z.literal('date_range'), relative: z.string() }),
  z.object({ kind: z.enum(['date_range', 'number_range']), from: end, to: end }),
  z.object({ kind: z.literal('text'), text: z.string() }),
])
export type FilterValue = z.infer<typeof filterValue>

export const MOST_VALUES = 50
const LONGEST_VALUE = 300
const NO_VALUE = '~'
const DAY = /^\d{4}-\d\d-\d\d$/
const NUMBER = /^-?\d{1,15}(\.\d{1,10})?$/

const isDay = (text: string) =>
  DAY.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
/** Characters that addresses of filters have a meaning for are written as codes. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!~*'().]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    // Not written by us: a % that begins no character.
    return null
  }
}

function valueText(value: FilterValue): string {
  if ('relative' in value) return value.relative
  if (value.kind === 'text') return encoded(value.text)
  if (value.kind === 'values') return value.values.map((one) => (one === null ? NO_VALUE : encoded(one))).join(',')
  return `${value.from ?? ''}..${value.to ?? ''}`
}

/** The value of a filter as it stands in an address; null where it is none. */
function readValue(kind: FilterKind, text: string): FilterValue | null {
  if (kind === 'text') {
    const words = decoded(text)?.trim()
    return words && words.length <= LONGEST_VALUE ? { kind, text: words } : null
  }
  if (kind === 'values') {
    const values = text
      .split(',')
      .map((one) => (one === NO_VALUE ? { value: null } : { value: decoded(one) ?? undefined }))
    const known = values.flatMap(({ value }) =>
      value === undefined || (value?.length ?? 0) > LONGEST_VALUE ? [] : [value],
    )
    return known.length === values.length && known.length <= MOST_VALUES ? { kind, values: [...new Set(known)] } : null
  }
  if (kind === 'date_range' && RELATIVE.test(text)) return { kind, relative: text }
  const [from, to, ...others] = text.split('..')
  const isEnd = kind === 'date_range' ? isDay : (one: string) => NUMBER.test(one)
  if (to === undefined || others.length > 0 || (from === '' && to === '')) return null
  if (![from!, to].every((one) => one === '' || isEnd(one))) return null
  return { kind, from: from || null, to: to || null }
}

/** Filters by what addresses call them. */
export type FilterValues = Record<string, FilterValue>

/** `region:North,South;day:last_30_days`: what an address carries. */
export const filtersText = (values: FilterValues): string =>
  Object.entries(values)
    .map(([id, value]) => `${id}:${valueText(value)}`)
    .join(';')

/** The query of an address with filters, readable where that is allowed; empty without any. */
export function filtersQuery(values: FilterValues): string {
  const text = filtersText(values)
  return text === ''
    ? ''
    : `?filters=${encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%3B', ';')}`
}

/** A filter on one column that no board keeps: what addresses call it. */
export const temporaryId = ({ table, column }: Pick<Place, 'table' | 'column'>): string =>
  `${encoded(table)}.${encoded(column)}`

/** The column of a filter that no board keeps; null for an id of a kept one. */
export function temporaryPlace(id: string): Place | null {
  const [table, column, ...others] = id.split('.').map(decoded)
  return table && column && others.length === 0 ? { table, column } : null
}

/** The columns of temporary filters that an address names. */
export const temporaryPlaces = (text: string): Place[] =>
  text.split(';').flatMap((part) => temporaryPlace(part.slice(0, Math.max(0, part.indexOf(':')))) ?? [])

type Read = { set: { id: string; value: FilterValue; place: Place | null }[]; wrong: string[] }

/**
 * What an address says of filters. `wrong`: parts that say nothing that is known here, as they stand.
 * @param kindOf the kind of a temporary filter on a column; null for one that is not there
 */
export function readFilters(text: string, known: Filter[], kindOf: (place: Place) => FilterKind | null): Read {
  const set: Read['set'] = []
  const wrong: string[] = []
  for (const part of text.split(';').filter(Boolean)) {
    const at = part.indexOf(':')
    const id = part.slice(0, Math.max(0, at))
    const place = temporaryPlace(id)
    const kind = known.find((one) => one.id === id)?.kind ?? (place && kindOf(place))
    const value = kind ? readValue(kind, part.slice(at + 1)) : null
    if (!value || set.some((one) => one.id === id) || set.length >= LIMITS.filters * 2) wrong.push(part)
    else set.push({ id, value, place })
  }
  return { set, wrong }
}

const pad = (number: number) => String(number).padStart(2, '0')
const dateOf = (year: number, month: number, day = 1) => {
  const at = new Date(Date.UTC(year, month, day))
  return `${String(at.getUTCFullYear()).padStart(4, '0')}-${pad(at.getUTCMonth() + 1)}-${pad(at.getUTCDate())}`
}
const MONTHS: Partial<Record<Unit, number>> = { month: 1, quarter: 3, year: 12 }

/** The first day of the unit that a day lies in, or of one so many later. Weeks begin on Monday. */
function startOf(day: string, unit: Unit, later = 0): string {
  const months = MONTHS[unit]
  const at = new Date(day)
  if (months) {
    const month = Math.floor(at.getUTCMonth() / months) * months
    return dateOf(at.getUTCFullYear(), month + later * months)
  }
  return unit === 'day' ? daysFrom(day, later) : daysFrom(day, later * 7 - ((at.getUTCDay() + 6) % 7))
}

/** The first and the last day of the unit that a day lies in. */
export const periodOf = (day: string, unit: Unit): { from: string; to: string } => ({
  from: startOf(day, unit),
  to: daysFrom(startOf(day, unit, 1), -1),
})

/** The same day so many months before; the last of its month where that has no such day. */
function monthsBefore(day: string, months: number): string {
  const at = new Date(day)
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() - months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return dateOf(year, month, Math.min(at.getUTCDate(), last))
}

/** `count`: so many up to now, today with it; null: a whole one of the calendar. */
function relativeOf(text: string): { unit: Unit; count: number | null } | null {
  const [, , whole, count, unit] = RELATIVE.exec(text) ?? []
  if (count) return { unit: unit as Unit, count: Number(count) }
  return whole ? { unit: whole as Unit, count: null } : null
}

/** The first and the last day that a relative range stands for. @param today an ISO date */
export function daysOf(text: string, today: string): { from: string; to: string } {
  const { unit, count } = relativeOf(text)!
  const months = MONTHS[unit]
  if (count !== null)
    return {
      from: months
        ? daysFrom(monthsBefore(today, count * months), 1)
        : daysFrom(today, 1 - count * (unit === 'week' ? 7 : 1)),
      to: today,
    }
  return periodOf(text.startsWith('this') ? today : startOf(today, unit, -1), unit)
}

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
  if (!kind || !FITTING[value.kind].includes(kind)) return null
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
