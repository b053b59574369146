import { capital } from '#base/text.ts'
import { wordsOf } from './relation.ts'

/** What stands beside the number in a column of amounts; in a cell it is written before or behind it. */
type Unit = { name: string; written: string[] }

/** Currencies by their signs; a sign of several currencies ($, ¥, kr) says no more than itself. */
const SIGNS: Unit[] = [
  { name: 'INR', written: ['₹', 'Rs.', 'Rs', 'INR'] },
  { name: 'EUR', written: ['€', 'EUR'] },
  { name: 'GBP', written: ['£', 'GBP'] },
  { name: '$', written: ['$'] },
  { name: 'USD', written: ['US$', 'USD'] },
  { name: 'CAD', written: ['CA$', 'C$', 'CAD'] },
  { name: 'AUD', written: ['AU$', 'A$', 'AUD'] },
  { name: 'BRL', written: ['R$', 'BRL'] },
  { name: 'CHF', written: ['Fr.', 'SFr.', 'CHF'] },
  { name: '¥', written: ['¥', '￥'] },
  { name: 'JPY', written: ['円', 'JPY'] },
  { name: '元', written: ['元', '圓'] },
  { name: 'KRW', written: ['₩', '원', 'KRW'] },
  { name: 'RUB', written: ['₽', 'руб.', 'руб', 'р.', 'RUB'] },
  { name: 'TRY', written: ['₺', 'TL', 'TRY'] },
  { name: 'VND', written: ['₫', 'đ', 'VND'] },
  { name: 'TWD', written: ['NT$', 'TWD'] },
  { name: 'HKD', written: ['HK$', 'HKD'] },
  { name: 'SGD', written: ['S$', 'SGD'] },
  { name: 'MXN', written: ['MX$', 'MXN'] },
  { name: 'HUF', written: ['Ft', 'HUF'] },
  { name: 'CZK', written: ['Kč', 'CZK'] },
  { name: 'RON', written: ['lei', 'RON'] },
  { name: 'BGN', written: ['лв.', 'лв', 'BGN'] },
  { name: 'IDR', written: ['Rp.', 'Rp', 'IDR'] },
  { name: 'MYR', written: ['RM', 'MYR'] },
  { name: 'PEN', written: ['S/.', 'S/', 'PEN'] },
  { name: 'KES', written: ['KSh', 'KES'] },
  { name: 'SAR', written: ['ر.س', 'SAR'] },
  { name: 'AED', written: ['د.إ', 'AED'] },
  { name: 'EGP', written: ['ج.م', 'E£', 'EGP'] },
  { name: 'PHP', written: ['₱', 'PHP'] },
  { name: 'NGN', written: ['₦', 'NGN'] },
  { name: 'THB', written: ['฿', 'บาท', 'THB'] },
  { name: 'ILS', written: ['₪', 'ILS'] },
  { name: 'UAH', written: ['₴', 'грн.', 'грн', 'UAH'] },
  { name: 'PLN', written: ['zł', 'PLN'] },
  { name: 'kr', written: ['kr.', 'kr'] },
]

/** Measures that a cell names; single letters that mean several things (m, g, t) are none. */
const MEASURES: Unit[] = [
  { name: '%', written: ['%', 'percent', 'per cent', 'pct', 'Prozent', '％'] },
  { name: '‰', written: ['‰'] },
  ...['kg', 'mg', 'km', 'cm', 'mm', 'kWh', 'MWh', 'GWh', 'kW', 'MW', 'kcal', 'ms', 'Hz', 'MHz', 'GHz', 'dB', 'ppm'].map(
    (name) => ({ name, written: [name] }),
  ),
  ...['KB', 'MB', 'GB', 'TB', 'KiB', 'MiB', 'GiB', 'km/h', 'mph', 'hPa', 'bpm', 'mpg', 'ml', 'ha', 'ft', 'psi'].map(
    (name) => ({ name, written: [name] }),
  ),
  { name: '°C', written: ['°C', '℃'] },
  { name: '°F', written: ['°F', '℉'] },
  { name: 'm²', written: ['m²', 'm2', 'sqm'] },
  { name: 'km²', written: ['km²', 'km2'] },
  { name: 'm³', written: ['m³', 'm3'] },
  { name: 'sq ft', written: ['sq ft', 'sqft', 'sq. ft.', 'ft²'] },
  { name: 'lb', written: ['lb', 'lbs'] },
  { name: 'oz', written: ['oz'] },
  {
    name: 'pcs',
    written: ['pcs.', 'pcs', 'pc', 'pieces', 'Stk.', 'Stk', 'Stück', 'szt.', 'szt', 'шт.', 'шт', '個', '个', '개'],
  },
  { name: 's', written: ['seconds', 'second', 'secs', 'sec'] },
  { name: 'min', written: ['minutes', 'minute', 'mins', 'min'] },
  { name: 'h', written: ['hours', 'hour', 'hrs', 'hr', 'h'] },
  { name: 'days', written: ['days', 'day'] },
  { name: 'weeks', written: ['weeks', 'week'] },
  { name: 'months', written: ['months', 'month'] },
  { name: 'years', written: ['years', 'year', 'yrs', 'yr'] },
]

const isKnown = new Set(SIGNS.flatMap(({ written }) => written))
const CODES: Unit[] = Intl.supportedValuesOf('currency').flatMap((name) =>
  isKnown.has(name) ? [] : [{ name, written: [name] }],
)
/** Words begin with a small letter or a capital; codes and signs are written in one way. */
const inFull = ({ name, written }: Unit): Unit => ({
  name,
  written: written.flatMap((text) => (/^[a-z]{3}/.test(text) ? [text, capital(text)] : [text])),
})
const UNITS = [...SIGNS, ...CODES, ...MEASURES].map(inFull)
const byWriting = new Map(UNITS.flatMap((unit) => unit.written.map((text) => [text, unit.name] as const)))
/** The unit that a text is; null where it is none. */
export const unitOfWriting = (text: string): string | null => byWriting.get(text) ?? null
/** Longer writings first, so that US$ is not taken for $. */
const any = (written: string[]) =>
  written
    .toSorted((a, b) => b.length - a.length)
    .map(RegExp.escape)
    .join('|')
const EVERY = any(UNITS.flatMap(({ written }) => written))
const BEFORE = new RegExp(`^[-+−(]?\\s*(${EVERY})\\s*[-+−(]?[\\d.,]`)
/** Behind a number, or behind the word for its noughts: `3 Mio €`. */
const BEHIND = new RegExp(`(?:[\\d.)]|\\d ?\\p{L}{2,10}\\s)\\s*(${EVERY})\\s*[)−-]?$`, 'u')
const DOLLARS = ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN']

function unitIn(value: string): string | null {
  const found = (BEFORE.exec(value) ?? BEHIND.exec(value))?.[1]
  return found ? (byWriting.get(found) ?? null) : null
}

const CURRENCIES = new Set([...SIGNS, ...CODES].map(({ name }) => name))
export const isCurrency = (unit: string): boolean => CURRENCIES.has(unit)

/**
 * The unit that most values name of those that name one; null where none does, and for a measure that fewer than half of all name: `12 %`
 * among plain numbers is another amount than theirs.
 */
export function commonUnit(values: string[]): string | null {
  const counts = Map.groupBy(
    values.map(unitIn).filter((unit) => unit !== null),
    (unit) => unit,
  )
  // One kind of dollar, written by its sign and by its code.
  const dollars = DOLLARS.filter((code) => counts.has(code))
  if (dollars.length === 1 && counts.has('$')) return dollars[0]!
  const [unit, named] = [...counts].reduce<[string | null, number]>(
    (most, [unit, { length }]) => (length > most[1] ? [unit, length] : most),
    [null, 0],
  )
  return unit !== null && (isCurrency(unit) || named * 2 >= values.length) ? unit : null
}

/** How a unit may be written, as a part of a regular expression. */
export const writingsOf = (unit: string): string =>
  any([...(UNITS.find(({ name }) => name === unit)?.written ?? [unit]), ...(DOLLARS.includes(unit) ? ['$'] : [])])

/** Words at the end of a name that say in what its figures are measured; what means something else as well is none (min, all, try). */
const NAME_WORDS = new Map<string, string>([
  ...[...SIGNS.slice(0, 10), ...DOLLARS.map((name) => ({ name })), { name: 'JPY' }, { name: 'CNY' }].flatMap(
    ({ name }): [string, string][] => (/^[A-Z]{3}$/.test(name) ? [[name.toLowerCase(), name]] : []),
  ),
  ...MEASURES.flatMap(({ name, written }) =>
    written
      .filter((text) => /^[a-zA-Z]{2,}$/.test(text) && text !== 'min')
      .map((text): [string, string] => [text.toLowerCase(), name]),
  ),
  ...Object.entries({ rs: 'INR', rupees: 'INR', euros: 'EUR', celsius: '°C', fahrenheit: '°F', miles: 'mi' }),
])
const COUNTED_BY = new Set(['per', 'of', 'in', 'by'])

/** The unit that the name of a column of figures says: `price_usd`, `Weight (kg)`, `amount in INR`, `trip_minutes`; null where it says none. */
export function unitOfName(name: string): string | null {
  const bracketed = /[([]\s*(?:in\s+)?([^()[\]]+?)\s*[)\]]\s*$/.exec(name)?.[1]
  if (bracketed) return byWriting.get(bracketed) ?? NAME_WORDS.get(bracketed.toLowerCase()) ?? null
  const words = wordsOf(name)
  const before = words.at(-2)
  // "hours per week" and "number of days" are counted, a column called "days" or "hours" by itself too.
  if (before === undefined || (COUNTED_BY.has(before) && !/ in \S+$/i.test(name))) return null
  return words.includes('per') ? null : (NAME_WORDS.get(words.at(-1)!) ?? null)
}
/** Units that are too short, or mean too many things, to be looked for beside a number. */
const UNIT =
  /^(?:in\s+)?(?:%|‰|(?:°|deg)\s?[CFK]?|[kKMGµn]?(?:g|m|s|W|Wh|Hz|B|J|Pa|V|A|t|l|N)|[mµ]?mol|[a-z]{1,4}\/[a-z]{1,4}[²³23]?|m\^?[²³23]|km\^?[²2]|mi|pcs|units?|st(?:ü|ue)ck|tsd\.?|mio\.?|mrd\.?|thousands?|millions?|billions?|m?bar|count|UTC|GMT|CET|[kKMGT]?(?:bits?|bytes?)|(?:[kKmM]|tsd|mio)\.?\s?(?:[€$£]|USD|EUR|GBP|INR))(?:\s?[€$£])?$/u

/** Whether a text is a unit and nothing else. */
export const isUnit = (text: string): boolean => UNIT.test(text) || byWriting.has(text)
