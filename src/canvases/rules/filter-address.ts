import { LIMITS } from './board.ts'
import type { Filter, FilterKind, FilterValue, Place } from './filter.ts'
import type { Parameter } from './parameter-value.ts'
import { isDay, labelOf, misfit } from './parameter-value.ts'
import { RELATIVE } from './relative-days.ts'

export const MOST_VALUES = 50
const LONGEST_VALUE = 300
const NO_VALUE = '~'
const NUMBER = /^-?\d{1,15}(\.\d{1,10})?$/

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
  if (value.kind === 'text' || value.kind === 'parameter') return encoded(value.text)
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

/** Filters and parameters by what addresses call them. */
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

type Read = {
  set: { id: string; value: FilterValue; place: Place | null }[]
  wrong: string[]
  /** What is wrong with values of parameters, each in a sentence. */
  problems: string[]
}

/**
 * What an address says of filters and parameters. `wrong`: parts that say nothing that is known here, as they stand.
 * @param kindOf the kind of a temporary filter on a column; null for one that is not there
 */
export function readFilters(
  text: string,
  known: { filters: Filter[]; parameters: Parameter[] },
  kindOf: (place: Place) => FilterKind | null,
): Read {
  const set: Read['set'] = []
  const wrong: string[] = []
  const problems: string[] = []
  for (const part of text.split(';').filter(Boolean)) {
    const at = part.indexOf(':')
    const id = part.slice(0, Math.max(0, at))
    const place = temporaryPlace(id)
    const parameter = known.parameters.find(({ name }) => name === id)
    if (parameter && !set.some((one) => one.id === id)) {
      const value = decoded(part.slice(at + 1)) ?? part.slice(at + 1)
      const problem = misfit(parameter, value)
      if (problem) problems.push(`${labelOf(parameter)}: ${problem}.`)
      else set.push({ id, value: { kind: 'parameter', text: value }, place: null })
      continue
    }
    const kind = known.filters.find((one) => one.id === id)?.kind ?? (place && kindOf(place))
    const value = kind ? readValue(kind, part.slice(at + 1)) : null
    if (!value || set.some((one) => one.id === id) || set.length >= LIMITS.filters * 2) wrong.push(part)
    else set.push({ id, value, place })
  }
  return { set, wrong, problems }
}
