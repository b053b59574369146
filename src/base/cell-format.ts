import { isInteger, isNumeric, isTemporal } from '#base/engine-type.ts'
import { dateFormatOf, numberFormatOf } from '#base/format.ts'
import { wordsOf } from '#base/text.ts'
import type { Cell, ResultColumn } from '#query/rules/answers.ts'

/** How the values of one column are written for people. `text` never loses a digit of exact types. */
export type ColumnFormat = {
  align: 'start' | 'end'
  /** Type as the header shows it: text, integer, decimal, month … */
  kind: string
  text(value: Exclude<Cell, null>): string
}

/** The columns of these names, each with its place, its unit and its format; without those that are not there. */
export const namedColumns = (
  { columns, rows }: { columns: ResultColumn[]; rows: Cell[][] },
  names: string[],
  locale: string,
) =>
  names.flatMap((name) => {
    const at = columns.findIndex((column) => column.name === name)
    if (at < 0) return []
    const values = rows.map((row) => row[at] ?? null)
    return [{ at, name, unit: unitOf(columns[at]!, values), ...columnFormat(columns[at]!, values, locale) }]
  })

/** Last words of names of columns whose values count nothing, so that their digits are not grouped. */
const CODE = /^(id|year|zip|pin|pincode|plz|postcode|code|phone|number|no|nr)$/

/**
 * Chooses the format of a column from its type, its name and the values at hand, so that all its cells agree.
 * @param values some values of the column; first-of-month dates make it a month column
 * @param locale BCP 47 tag, groups digits (1,23,456 in en-IN) and names months
 */
export function columnFormat(column: ResultColumn, values: Cell[], locale: string): ColumnFormat {
  if (isTemporal(column.type)) return temporalFormat(column, values, locale)
  if (isNumeric(column.type))
    return isInteger(column.type) && CODE.test(wordsOf(column.name).at(-1) ?? '')
      ? { align: 'end', kind: 'integer', text: String }
      : numberFormat(column, values, locale)
  if (column.type === 'BOOLEAN') return { align: 'start', kind: 'yes / no', text: (value) => (value ? 'yes' : 'no') }
  return { align: 'start', kind: typeName(column.type), text: String }
}

function numberFormat(column: ResultColumn, values: Cell[], locale: string): ColumnFormat {
  const kind = isInteger(column.type) ? 'integer' : column.type.startsWith('DECIMAL') ? 'decimal' : 'number'
  const digits = kind === 'number' ? sharedDigits(values) : undefined
  return { align: 'end', kind, text: (value) => formatNumber(value, locale, digits) }
}

/** Decimals that a column of doubles shows: enough to tell its values apart, at most four. */
function sharedDigits(values: Cell[]): number {
  let digits = 0
  for (const value of values) {
    if (typeof value !== 'number' || Number.isInteger(value)) continue
    const size = Math.abs(value)
    const wanted = size >= 100 ? 2 : size >= 1 ? 2 : size >= 0.01 ? 4 : 6
    const printed = Number(value.toFixed(wanted)).toString().split('.')[1]?.length ?? 0
    digits = Math.max(digits, printed)
  }
  return digits
}

/**
 * A number grouped as the locale groups. Integers and decimals given as text keep every digit: they are never made a float.
 * @param digits decimals to show of a double; all that are exact when left out
 */
export function formatNumber(value: Exclude<Cell, null>, locale: string, digits?: number): string {
  if (typeof value === 'string') return formatExact(value, locale)
  if (typeof value !== 'number' || !Number.isFinite(value)) return String(value)
  if (Number.isInteger(value) && digits === undefined) return numberFormatOf(locale).format(value)
  if (value !== 0 && Math.abs(value) < 1e-6) return value.toExponential(2)
  return numberFormatOf(locale, {
    minimumFractionDigits: digits ?? 0,
    maximumFractionDigits: digits ?? 6,
  }).format(value)
}

function formatExact(value: string, locale: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value)
  if (!parts) return value
  const [, sign = '', whole = '0', fraction] = parts
  const grouped = numberFormatOf(locale).format(BigInt(whole))
  if (fraction === undefined) return sign + grouped
  const point =
    numberFormatOf(locale)
      .formatToParts(1.5)
      .find((part) => part.type === 'decimal')?.value ?? '.'
  return `${sign}${grouped}${point}${fraction}`
}

/**
 * A number of the prose with its digits grouped as the grid groups them: 143,134 is 1,43,134 in India. Everything around the
 * digits stays, and so does a number that is grouped in another way already.
 */
export const regrouped = (text: string, locale: string): string =>
  text.replace(/(?<![\d.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,])/, (digits) =>
    formatExact(digits.replaceAll(',', ''), locale),
  )

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/

function temporalFormat(column: ResultColumn, values: Cell[], locale: string): ColumnFormat {
  const moments = values
    .filter((value): value is string => typeof value === 'string')
    .map((value) => MOMENT.exec(value))
  const plain = { align: 'start' as const, kind: typeName(column.type), text: String }
  if (column.type.startsWith('TIME') && !column.type.startsWith('TIMESTAMP')) return plain
  if (moments.length === 0 || moments.some((moment) => !moment)) return plain
  const allDays = moments.every((moment) => !moment?.[2] || /^00:00(:00)?$/.test(moment[2]))
  const days = new Set(moments.map((moment) => moment?.[1] ?? ''))
  const grain = allDays ? dayGrain(days, column.name) : 'minute'
  const formatter = grain === 'quarter' ? QUARTER : dateFormatOf(locale, { ...GRAINS[grain], timeZone: 'UTC' })
  return {
    align: 'start',
    kind: grain === 'minute' ? 'time' : grain === 'day' ? 'date' : grain,
    text: (value) => {
      const moment = MOMENT.exec(String(value))
      if (!moment) return String(value)
      const date = new Date(`${moment[1]}T${moment[2] ?? '00:00'}Z`)
      return Number.isNaN(date.getTime()) ? String(value) : formatter.format(date)
    },
  }
}

const GRAINS = {
  year: { year: 'numeric' },
  month: { month: 'short', year: 'numeric' },
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  minute: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** "Q1 2026": `Intl` has no quarters. */
const QUARTER = {
  format: (date: Date) => `Q${Math.floor(date.getUTCMonth() / 3) + 1} ${date.getUTCFullYear()}`,
}

/** The grain that a set of days shows. One value alone proves nothing, so then the column's name must say it. */
export function dayGrain(days: Set<string>, name: string): 'year' | 'quarter' | 'month' | 'day' {
  const all = [...days]
  if (wordsOf(name).includes('quarter') && all.every((day) => /-(?:01|04|07|10)-01$/.test(day))) return 'quarter'
  if (all.every((day) => day.endsWith('-01-01')) && (all.length > 1 || /year/i.test(name)) && !/month/i.test(name))
    return 'year'
  if (all.every((day) => day.endsWith('-01')) && (all.length > 1 || /month/i.test(name))) return 'month'
  return 'day'
}

export function typeName(type: string): string {
  if (type === 'VARCHAR') return 'text'
  if (isInteger(type)) return 'integer'
  if (type.startsWith('DECIMAL')) return 'decimal'
  if (isNumeric(type)) return 'number'
  if (type.startsWith('TIMESTAMP')) return 'time'
  return type.replace(/\(.*/, '').toLowerCase()
}

/** Rows as tab-separated text for spreadsheets: exact values, with what would break a row replaced by spaces. */
export function toTsv(header: string[] | null, rows: Cell[][]): string {
  const line = (cells: Cell[]) =>
    cells.map((cell) => (cell === null ? '' : String(cell).replace(/[\t\r\n]+/g, ' '))).join('\t')
  return [...(header ? [line(header)] : []), ...rows.map(line)].join('\n')
}

const CURRENCIES = new Map<string, '₹' | '$' | '€' | '£'>([
  ['inr', '₹'],
  ['usd', '$'],
  ['eur', '€'],
  ['gbp', '£'],
])

/** The unit that a column's name gives: `total_inr` is in ₹, `share` and `rate` in % when its values are not fractions. */
export function unitOf(column: ResultColumn, values: Cell[]): '' | '%' | '₹' | '$' | '€' | '£' {
  if (!isNumeric(column.type)) return ''
  const words = wordsOf(column.name)
  const last = words.at(-1) ?? ''
  const money = CURRENCIES.get(last)
  if (money) return money
  if (words.some((word) => /^(?:percent|percentage|pct)$/.test(word))) return '%'
  const numbers = values.map(Number).filter(Number.isFinite)
  const perCent = !isInteger(column.type) && /^(?:share|rate)$/.test(last)
  return perCent && numbers.some((n) => Math.abs(n) > 1) && numbers.every((n) => Math.abs(n) <= 100) ? '%' : ''
}

/** A number with its unit, as labels write it: "17.2 %", "₹1,284". */
export const withUnit = (text: string, unit: string): string =>
  unit === '%' ? `${text} %` : unit ? `${unit}${text}` : text

/** A short number for axes and labels: 12.4K, 3.1M; lakh and crore where the locale counts so. */
export function shortNumber(value: number, locale: string): string {
  const size = Math.abs(value)
  if (size >= 10_000) return numberFormatOf(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value)
  return numberFormatOf(locale, { maximumFractionDigits: size >= 100 ? 0 : size >= 1 ? 2 : 4 }).format(value)
}
