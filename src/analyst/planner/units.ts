import { nameWords } from '#base/stems.ts'
import type { Adjective } from '../built-in/lexicon.ts'
import { speaksOfMoney } from '../built-in/money.ts'
import type { Column } from '../built-in/schema.ts'

/** What a word measures in, and how many of the smallest such unit that is. */
export type Unit = { of: string; factor: number }

const UNITS = new Map<string, Unit>()
const dimension = (of: string, units: Record<string, number>) => {
  for (const [words, factor] of Object.entries(units))
    for (const word of words.split(' ')) UNITS.set(word, { of, factor })
}
dimension('mass', {
  'mg milligram': 0.001,
  'g gram': 1,
  'kg kilo kilogram': 1000,
  'lb lbs pound': 453.59237,
  'oz ounce': 28.349523125,
  't ton tonne': 1e6,
})
dimension('length', {
  'mm millimeter millimetre': 0.001,
  'cm centimeter centimetre': 0.01,
  'm meter metre': 1,
  'km kilometer kilometre': 1000,
  'inch inches': 0.0254,
  'ft foot feet': 0.3048,
  'mi mile mileage': 1609.344,
})
dimension('time', {
  'ms msec millisecond': 0.001,
  'sec second': 1,
  'min minute': 60,
  'hr hour': 3600,
  day: 86_400,
})
dimension('area', { sqft: 1, sqm: 10.7639104167, acre: 43_560, sqkm: 10_763_910.4167, sqmi: 27_878_400 })
dimension('speed', { mph: 1, 'kmh kph': 0.6213711922, knot: 1.150779448 })
dimension('energy', { wh: 1, kwh: 1000, mwh: 1e6, gwh: 1e9 })
dimension('power', { watt: 1, 'kw kilowatt': 1000, 'mw megawatt': 1e6 })
dimension('volume', { 'ml milliliter millilitre': 0.001, 'liter litre': 1, gallon: 3.785411784 })
dimension('money', { 'dollar usd buck': 1, 'euro eur': 1, gbp: 1, 'rupee inr rs': 1, cent: 0.01 })

/** What a word measures in: "kg", "dollars". */
export const unitOf = (word: string): Unit | undefined => UNITS.get(word) ?? UNITS.get(word.replace(/s$/, ''))

const SQUARES: Record<string, string> = { foot: 'sqft', feet: 'sqft', ft: 'sqft', meter: 'sqm', metre: 'sqm', m: 'sqm' }
for (const word of ['km', 'kilometer', 'kilometre']) SQUARES[word] = 'sqkm'
for (const word of ['mile', 'mi']) SQUARES[word] = 'sqmi'

/** What two words measure in: "square feet", "sq km". */
export const squareOf = (first: string, second: string): Unit | undefined =>
  /^(?:square|sq)$/.test(first) ? UNITS.get(SQUARES[second] ?? SQUARES[second.replace(/s$/, '')] ?? '') : undefined

/** Letters that are units in the catalog, and too short for one in a question. */
const LETTERS: Record<string, string> = { s: 'second', h: 'hour', 'm²': 'sqm', 'km²': 'sqkm', 'ft²': 'sqft' }
/** The units that the catalog has of a column, and that its name tells. */
const unitsOf = ({ unit = '', name }: Column): Unit[] =>
  [LETTERS[unit] ?? unit, ...nameWords(name)].flatMap((word) => unitOf(word) ?? [])

/** The unit of a column that is of `dimension`. */
export function unitIn(column: Column, dimension: string): Unit | undefined {
  if (!column.numeric) return undefined
  if (dimension === 'time' && column.made?.kind === 'span') return UNITS.get('day')
  if (dimension === 'money' && speaksOfMoney(column)) return { of: dimension, factor: 1 }
  const units = unitsOf(column).filter((unit) => unit.of === dimension)
  return column.unit ? units[0] : units.at(-1)
}

/** Whether a column says how long something took. */
export const isDuration = (column: Column): boolean => unitIn(column, 'time') !== undefined

const LASTING = /^(?:time|duration|second|minute|hour|day)$/
const SINCE = /^(?:year|found|open|built|establish)/
/** Whether a superlative comes first where a column falls: the oldest was born first, the fastest takes the least time. */
export function falls({ columns, descending }: Adjective, column: Column): boolean {
  const isTurned =
    (columns.includes('birth') && (column.temporal || column.words.some((word) => SINCE.test(word)))) ||
    (columns.includes('speed') &&
      (isDuration(column) || column.made?.kind === 'span' || column.words.some((word) => LASTING.test(word))))
  return descending !== isTurned
}

/** Whether a column holds figures of what a unit measures. */
export const isIn = (column: Column, { of }: Unit): boolean => unitIn(column, of) !== undefined

/** Whether a column holds figures of something else than a unit measures: kilometres are no hours. */
export const isOfOther = (column: Column, unit: Unit): boolean =>
  !isIn(column, unit) && unitsOf(column).some(({ of }) => of !== unit.of)

/** What the figures of a column are counted in, by its name. */
const SCALES: [string, number][] = [
  ['billion', 1e9],
  ['million', 1e6],
  ['thousand', 1e3],
]

/** What a figure in one unit is in that of a column: 5 kg are 5,000 in a column of grams. */
export function inUnitOf(column: Column, value: number, unit: Unit | undefined): number {
  const own = unit && unitIn(column, unit.of)
  const scale = SCALES.find(([name, by]) => column.words.includes(name) && Math.abs(value) >= by)
  if (scale) return value / scale[1]
  return own && own.factor !== unit.factor ? Number(((value * unit.factor) / own.factor).toPrecision(12)) : value
}
