import { dayText, exactText } from '#base/format.ts'
import { spoken } from '#query/rules/chart.ts'
import type { Filter, FilterValue } from './filter.ts'
import { temporaryPlace } from './filter-address.ts'
import type { Parameter } from './parameter-value.ts'
import { isDay, labelOf } from './parameter-value.ts'

/** What a filter or parameter is called: a filter that no board keeps by its column. */
export const filterName = (kept: { filters: Filter[]; parameters: Parameter[] }, id: string): string => {
  const parameter = kept.parameters.find(({ name }) => name === id)
  const filter = kept.filters.find((one) => one.id === id)
  return parameter ? labelOf(parameter) : (filter?.name ?? spoken(temporaryPlace(id)?.column ?? id))
}

/** What rows without a value are called. */
export const NO_VALUE = '(no value)'
const SHOWN = 2

/** Relative ranges that are offered; addresses may say others. */
export const RELATIVE_RANGES = [
  ...['this_day', 'last_7_days', 'last_30_days', 'last_90_days', 'last_12_months', 'this_week', 'this_month'],
  ...['this_quarter', 'this_year', 'previous_week', 'previous_month', 'previous_quarter', 'previous_year'],
]
export const relativeText = (text: string): string => (text === 'this_day' ? 'today' : text.replaceAll('_', ' '))

/** What a parameter is set to, in words. */
export const parameterWords = (text: string, locale: string): string =>
  isDay(text) ? dayText(text, locale) : text === 'true' ? 'yes' : text === 'false' ? 'no' : text || '(empty text)'

/** What a filter is set to, in words. */
export function valueWords(value: FilterValue, locale: string): string {
  if ('relative' in value) return relativeText(value.relative)
  if (value.kind === 'text') return `“${value.text}”`
  if (value.kind === 'parameter') return parameterWords(value.text, locale)
  if (value.kind === 'values') {
    const shown = value.values.slice(0, SHOWN).map((one) => (one === null ? NO_VALUE : one || '(empty text)'))
    const more = value.values.length - shown.length
    return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
  }
  const written = (end: string) => (value.kind === 'date_range' ? dayText(end, locale) : exactText(end, locale))
  const [from, to] = [value.from && written(value.from), value.to && written(value.to)]
  return from && to ? (from === to ? from : `${from} to ${to}`) : from ? `from ${from}` : `up to ${to}`
}
