import { capital, wordsOf } from '#base/text.ts'

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

/** Measures that a cell names. A letter alone means several things: it is one only where figures stand in front of it (`LETTER`). */
const MEASURES: Unit[] = [
  { name: '%', written: ['%', 'percent', 'per cent', 'pct', 'Prozent', '％'] },
  { name: '‰', written: ['‰'] },
  { name: 'kg', written: ['kg', 'Kg', 'kgs', 'KGS', 'kilos', 'кг', '公斤', '千克'] },
  { name: 'g', written: ['g', 'gr', 'gr.', 'г', '克'] },
  { name: 't', written: ['t', 'т', '吨', '噸'] },
  { name: 'km', written: ['km', 'км', '公里'] },
  { name: 'm', written: ['m', 'м', '米'] },
  { name: 'l', written: ['l', 'L', 'ltr', 'л'] },
  { name: 'ml', written: ['ml', 'mL', 'мл'] },
  { name: 'ha', written: ['ha', 'га'] },
  ...'mg µg ng cm mm µm nm cl dl hl µl µL Wh kWh MWh GWh kW MW W V mV kV A mA VA kVA kcal kJ ms µs Hz kHz MHz GHz dB dBm ppm ppb KB MB GB TB KiB MiB GiB Mbps km/h mph m/s kn kt rpm Pa kPa hPa MPa bar mbar bpm mpg ft psi lx mmol/l mmol/L mg/l mg/L g/l g/L mg/dl mg/dL l/min'
    .split(' ')
    .map((name) => ({ name, written: [name] })),
  { name: '°C', written: ['°C', 'ºC', '℃', 'C'] },
  { name: '°F', written: ['°F', 'ºF', '℉', 'F'] },
  { name: 'm²', written: ['m²', 'm2', 'sqm'] },
  { name: 'km²', written: ['km²', 'km2'] },
  { name: 'm³', written: ['m³', 'm3'] },
  { name: 'sq ft', written: ['sq ft', 'sqft', 'sq. ft.', 'ft²'] },
  { name: 'lb', written: ['lb', 'lbs'] },
  { name: 'oz', written: ['oz'] },
  {
    name: 'pcs',
    written:
      'pcs. pcs pc pieces Stk. Stk Stück stuks uds. uds pz. pz szt. szt ks шт. шт 個 个 개 件 枚 台 本 冊 册 건'.split(
        ' ',
      ),
  },
  {
    name: 'people',
    written: '名 人 명 people persons Personen personas personnes pax чел. чел pers. Pers.'.split(' '),
  },
  { name: 's', written: ['seconds', 'second', 'secs', 'sec', 's'] },
  { name: 'min', written: ['minutes', 'minute', 'mins', 'min'] },
  { name: 'h', written: ['hours', 'hour', 'hrs', 'hr', 'h'] },
  { name: 'days', written: ['days', 'day', 'd'] },
  { name: 'weeks', written: ['weeks', 'week'] },
  { name: 'months', written: ['months', 'month'] },
  { name: 'years', written: ['years', 'year', 'yrs', 'yr'] },
]

const isKnown = new Set([...SIGNS, ...MEASURES].flatMap(({ written }) => written))
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
const CURRENCIES = new Set([...SIGNS, ...CODES].map(({ name }) => name))
export const isCurrency = (unit: string): boolean => CURRENCIES.has(unit)
/** Whether a unit may stand before its number: letters of a measure in front of digits are those of a code. */
export const mayPrecede = (unit: string): boolean => isCurrency(unit) || !/\p{L}/u.test(unit)
const FIRST = any(UNITS.flatMap(({ name, written }) => (mayPrecede(name) ? written : [])))
const BEFORE = new RegExp(`^[-+−△▲(]?\\s*(${FIRST})\\s*[-+−(]?[\\d.,]`)
/** Behind a number, or behind the word for its noughts: `3 Mio €`. */
const BEHIND = new RegExp(`(?:[\\d.)]|\\d ?\\p{L}{2,10}\\s)\\s*(${EVERY})\\s*[)−-]?$`, 'u')
/** A letter of ours behind a number, and names that say so by themselves. */
const LETTER = /[\d.,](\s*)([A-Za-zгтмл])\s*[)−-]?$/u
const TEMPERATURE = /temp|°|grad|celsius|fahrenheit/i
const DOLLARS = ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN']

/** A measure for each of another one: 412 kg/da, 9 TL/kg. */
const RATE = new RegExp(`[\\d.]\\s*((?:${EVERY})/\\p{L}[\\p{L}\\d²³]{0,6})$`, 'u')

function unitIn(value: string): string | null {
  const rate = RATE.exec(value)?.[1]
  if (rate) return byWriting.get(rate) ?? rate
  const found = (BEFORE.exec(value) ?? BEHIND.exec(value))?.[1]
  return found ? (byWriting.get(found) ?? null) : null
}

/** Whether a letter behind numbers is what they are measured in, and no part of a code: `12.5 g`, `-18C`, but not `40A`. */
function isMeasuredIn(values: string[], name: string): boolean {
  const lettered = values.map((value) => LETTER.exec(value)).filter((match) => match !== null)
  if (lettered.length === 0) return true
  const isFigure = values.some((value) => /^\s*[-−]|\d[.,]\d/.test(value)) || lettered.every(([, gap]) => gap !== '')
  const isTemperature = lettered.some(([, , letter]) => /[CF]/.test(letter!))
  return isTemperature
    ? TEMPERATURE.test(name) || (isFigure && values.some((value) => /^\s*[-−]/.test(value)))
    : isFigure
}

/**
 * The unit that most values name of those that name one; null where none does, and for a measure that fewer than half of all name: `12 %`
 * among plain numbers is another amount than theirs.
 * @param name of the column
 */
export function commonUnit(values: string[], name = ''): string | null {
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
  if (unit === null || isCurrency(unit)) return unit
  return named * 2 >= values.length && isMeasuredIn(values, name) ? unit : null
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
      .filter((text) => /^[a-zA-Z]{2,}$/.test(text) && !/^(min|bar|gr|ks|kn|kt|lx|pa|pz|uds)$/i.test(text))
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
export const isUnit = (text: string): boolean => UNIT.test(text) || (byWriting.has(text) && !/^[A-Za-z]$/.test(text))
