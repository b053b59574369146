/**
 * How numbers and days are written for people, in one place: as in the reader's region where that is known, else as in PLAIN.
 * Money is written by its currency instead (billing/rules/price.ts), data of a result by base/cell-format.ts.
 */

/** The way of mails, of answers of the API, of files and of the command line, whose reader's region is not known. */
export const PLAIN = 'en-001'

/** The months in PLAIN, January first. */
export const MONTH_NAMES =
  'January February March April May June July August September October November December'.split(' ')

/** Of all regions and options that formats were made for; beyond, all are made anew. */
const MOST_FORMATS = 500

/** Formats by region and options: a page writes hundreds of numbers and days, and to make a format costs more than to use it. */
function cached<Format, Options>(make: new (locale: string, options?: Options) => Format) {
  const formats = new Map<string, Format>()
  return (locale: string, options?: Options): Format => {
    const key = `${locale} ${JSON.stringify(options)}`
    let format = formats.get(key)
    if (!format) {
      if (formats.size >= MOST_FORMATS) formats.clear()
      format = new make(locale, options)
      formats.set(key, format)
    }
    return format
  }
}

export const numberFormatOf = cached<Intl.NumberFormat, Intl.NumberFormatOptions>(Intl.NumberFormat)
export const dateFormatOf = cached<Intl.DateTimeFormat, Intl.DateTimeFormatOptions>(Intl.DateTimeFormat)

export const numberText = (value: number, locale = PLAIN): string => numberFormatOf(locale).format(value)

/** A number given as text with every digit that it has: such are exact, and never made a float. */
export function exactText(digits: string, locale = PLAIN): string {
  const places = digits.split('.')[1]?.length ?? 0
  const format = numberFormatOf(locale, { minimumFractionDigits: places, maximumFractionDigits: places })
  return format.format(digits as Intl.StringNumericLiteral)
}

/** A number with its noun: 1 row, 12,345 rows. */
export const counted = (count: number, one: string, many = `${one}s`, locale = PLAIN): string =>
  `${numberText(count, locale)} ${count === 1 ? one : many}`

/** A share as a percentage that never rounds something to nothing, or less than all to all. */
export function percent(share: number, locale = PLAIN): string {
  const format = numberFormatOf(locale, { maximumFractionDigits: 1 })
  if (share > 0 && share < 0.001) return `<${format.format(0.1)} %`
  if (share < 1 && share > 0.999) return `>${format.format(99.9)} %`
  return `${format.format(share * 100)} %`
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
const MINUTE = { ...DAY, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const SECOND = { ...MINUTE, second: '2-digit' } as const

/** ISO 8601, or as databases write it: with a space, and without a zone for UTC. */
const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/

function momentIn(text: string): Date {
  const [, day, time = '00:00', zone = 'Z'] = MOMENT.exec(text) ?? []
  return new Date(`${day}T${time}${zone.replace(/^.\d\d$/, '$&:00')}`)
}

/** What is no moment, such as a time of day, "infinity" or a year before Christ, stays as it is written. */
function momentText(moment: Date | string, locale: string, options: Intl.DateTimeFormatOptions): string {
  const date = typeof moment === 'string' ? momentIn(moment) : moment
  return Number.isNaN(date.getTime()) ? String(moment) : dateFormatOf(locale, options).format(date)
}

/** A day in UTC: 22 Nov 2026. @param moment a Date or ISO 8601 */
export const dayText = (moment: Date | string, locale = PLAIN): string => momentText(moment, locale, DAY)

/** A moment in UTC, exact to the minute: 22 Nov 2026, 14:05. @param moment a Date or ISO 8601 */
export const minuteText = (moment: Date | string, locale = PLAIN): string => momentText(moment, locale, MINUTE)

/** The same to the second: 22 Nov 2026, 14:05:59. */
export const secondText = (moment: Date | string, locale = PLAIN): string => momentText(moment, locale, SECOND)

/**
 * The region that a browser asks for: the first of its languages that can be written, `PLAIN` for English of nowhere and where it says
 * nothing. @param accept its `Accept-Language`
 */
export function regionOf(accept: string | undefined): string {
  for (const part of (accept ?? '').split(',', MOST_LANGUAGES)) {
    const [tag = ''] = part.trim().split(';')
    // Bare numbers and `*` are no tags; Intl throws at what is none.
    if (!/^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(tag) || !isWritten(tag)) continue
    return tag.toLowerCase() === 'en' ? PLAIN : tag
  }
  return PLAIN
}

const MOST_LANGUAGES = 10

function isWritten(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0
  } catch {
    // Well-formed at a glance only.
    return false
  }
}
