import { shortNumber, withUnit } from '#base/cell-format.ts'

/**
 * How a chart writes its values: `percent` of a fraction, `compact`, a currency as `eur`, decimals as `2`, or two of them with a bar
 * between, as `eur|2`. The same words as in references of prose.
 */
type NumberFormat = { percent: boolean; compact: boolean; currency: string | null; digits: number | null }

const CODES: Record<string, string> = { '€': 'EUR', $: 'USD', '₹': 'INR', '£': 'GBP' }
/** The currency that a unit says; undefined for other units. */
export const currencyOf = (unit: string): string | undefined => CODES[unit]

/** The currency of a format, as INR; null where it has none. */
export const currencyIn = (format: string | null | undefined): string | null =>
  (format ? parseFormat(format)?.currency : null) ?? null

/**
 * Why values are not told in a currency; null where they may be.
 * @param unit of their column, which its name gives
 * @param usual currency of the workspace, for amounts whose column says none; empty where it has none
 */
export function currencyProblem(code: string, unit: string, usual: string): string | null {
  if (unit !== '' && currencyOf(unit) !== code) return `It is in ${unit}, not in ${code}.`
  if (unit === '' && usual !== '' && code !== usual)
    return `Amounts of this workspace are in ${usual} where the name of their column does not say ${code}.`
  return null
}

/** Null for what is no format. */
function parseFormat(text: string): NumberFormat | null {
  const format: NumberFormat = { percent: false, compact: false, currency: null, digits: null }
  for (const word of text.toLowerCase().split('|')) {
    if (word === 'percent' || word === '%') format.percent = true
    else if (word === 'compact') format.compact = true
    else if (/^[0-6]$/.test(word)) format.digits = Number(word)
    else if (isCurrency(word)) format.currency = word.toUpperCase()
    else return null
  }
  return format.percent && format.currency ? null : format
}

const isCurrency = (word: string) =>
  /^[a-z]{3}$/.test(word) && Intl.supportedValuesOf('currency').includes(word.toUpperCase())

export const isFormat = (text: string): boolean => parseFormat(text) !== null

/** Sizes from which a value is written short unless decimals were asked for. */
const LONG = 10_000

/**
 * Writes values of a chart: short ones, with the unit of their column, or as a format says.
 * @param unit of the column, which a format replaces
 */
export function valueWriter(
  format: string | null | undefined,
  unit: string,
  locale: string,
): (value: number) => string {
  const asked = format ? parseFormat(format) : null
  if (!asked) return signed((value) => withUnit(shortNumber(value, locale), unit))
  const digits =
    asked.digits === null ? {} : { minimumFractionDigits: asked.digits, maximumFractionDigits: asked.digits }
  const writer = (short: boolean) =>
    new Intl.NumberFormat(locale, {
      ...(asked.currency ? { style: 'currency' as const, currency: asked.currency } : {}),
      ...(short ? { notation: 'compact' as const } : {}),
      maximumFractionDigits: asked.percent || short ? 1 : 2,
      // Whole amounts have no cents.
      ...(asked.currency && asked.digits === null ? { minimumFractionDigits: 0 } : {}),
      ...digits,
    })
  const [short, long] = [writer(true), writer(false)]
  return signed((value) => {
    if (asked.percent) return withUnit(long.format(value * 100), '%')
    const isShort = asked.compact || (asked.digits === null && Math.abs(value) >= LONG)
    return withUnit((isShort ? short : long).format(value), asked.currency ? '' : unit)
  })
}

/** The sign stands before the unit: -€180. */
const signed = (write: (value: number) => string) => (value: number) => (value < 0 ? `-${write(-value)}` : write(value))
