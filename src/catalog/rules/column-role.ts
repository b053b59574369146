import { isInteger, isNumeric, isTemporal } from '#base/engine-type.ts'
import { aggregationOf } from './aggregation.ts'
import type { ColumnRole } from './answers.ts'
import type { ColumnKind } from './column-kind.ts'
import { isPlural, namesCount, namesNumber, partsOf, toldBy, words } from './key-words.ts'
import { unitOfName } from './units.ts'

const ID_WORDS = words('id ids uuid guid key pk ident identifier')
/** `custid` and `stuid` are ids; of the words that end so, these are none. */
const NO_ID = words(
  'paid unpaid prepaid repaid overpaid bid grid lid aid kid mid acid valid solid fluid rapid hybrid void covid',
)
/** Digits of a number that nobody measures with so many. */
const LEAST_LONG = 11
const areLongDigits = (min?: string | null, max?: string | null) =>
  !!min &&
  !!max &&
  min.length >= LEAST_LONG &&
  min.length === max.length &&
  /^\d+$/.test(min) &&
  min.slice(0, 2) === max.slice(0, 2)

/** Who did something, in the singular: users are counted, a user is told by a number. */
const WHO_WORDS = words('user username login member customer client employee patient student')
/** Numbers that label things: adding them up means nothing. */
const LABEL_WORDS = words(
  'year month day week weekday quarter hour date season zip zipcode pin pincode postcode phone telephone mobile fax extension ext status type typ tipo тип mcc naics',
)
const COORDINATES = words('latitude longitude lat lng lon')
const LABELS = words('postal_code post_code zip_code pin_code area_code country_code')
/** What says by its name what it counts or measures does not number the rows, though it may count on by one. */
const FIGURE_WORDS = words(
  'size count amount quantity qty units sum total sales revenue price cost value score age weight height width length depth distance time minutes hours days temperature goals tore buts goles gols голы',
)
const WITH_UNIT = /[)\]]\s*$/
const FRACTION = /\.0*[1-9]/
const UNNAMED = /^column_\d+$/
/** What counts or measures though it may be 0 or 1 alone: a plural, an amount, a level, a rate; `crops/beans` is one of several answers. */
const isFigure = (name: string, parts: string[]): boolean =>
  parts.some((part) => FIGURE_WORDS.has(part)) ||
  namesCount(name) ||
  (isPlural(parts.at(-1) ?? '') && !/\/\w+$/.test(name)) ||
  aggregationOf({ name, role: 'measure' })?.how !== 'sum'

/** What happens in a year, or is one, where the numbers can be years. */
const YEAR_WORDS = words(
  'year yr yyyy jjjj aaaa birth born geburt geboren geburtsjahr period planted built opened founded established since seit depuis desde sinds sedan siden od released launched commissioned closed married died death divorced buried elected appointed graduated retired gestorben gest verheiratet mort décès marié nacido fallecido nato morto construction vintage jahr baujahr gründungsjahr année annee año anno ano rok год рік vuosi år jaar bouwjaar yıl έτος 年 年份 연도',
)
const [FIRST_YEAR, LAST_YEAR] = [1500, 2100]
const MOST_YEARS = 50
/** What says how far a figure beside it is to be trusted; a score of quality never is 0 or 1. */
const MARK_WORDS = words(
  'quality qualität qualité qualità calidad qualidade kvalitet kwaliteit jakość kvalita laatu kalite качество flag flags qc qf mark marks qualifier validity',
)
const MARK_ENDING = /(情報|区分|フラグ|标志|標誌|구분)$/
const MOST_MARKS = 10
const FLAG_WORDS = words('is has was can did active enabled deleted valid')
/** Yes and no in English, the other languages of northern, western and southern Europe, Turkish and Hindi, and signs for them. */
const YES = words(
  'yes y true t 1 on j o s ja oui sí si sì jo sim tak evet kyllä haan हाँ हां wahr vrai verdadero vero verdadeiro waar sant prawda igen ano áno да истина ναι نعم כן 是 はい 예 真 ✓ ✔ ☑ ✅ [x] có ya ye ie jah jā taip da да так ใช่ بله 예 네 有 对 對 होय হ্যাঁ',
)
const NO = words(
  'no n false f 0 off nein non nej nei nee não nao nie hayır hayir ei nahin nahi नहीं falsch faux falso onwaar falskt fałsz nem нет ложь όχι لا לא 否 いいえ 아니요 假 ✗ ✘ ☐ ❌ [] không tidak jo nē ne nu не ні ไม่ خیر 아니오 无 無 错 錯 नाही না',
)
const NOTHING = words('- ? n/a na none null unknown unbekannt inconnu desconocido k.a. n.c.')
export const saysYes = (value: string): boolean => YES.has(value.trim().toLowerCase())
export const saysNo = (value: string): boolean => NO.has(value.trim().toLowerCase().replace('[ ]', '[]'))
/** A mark where something is so, and nothing where it is not. */
const isMark = (value: string) => value.trim().toLowerCase() === 'x'

/** Kinds of numbers that are no figures. */
const NO_FIGURES: readonly ColumnKind[] = ['latitude', 'longitude', 'postcode', 'phone', 'code']

export type GuessedRole = { role: ColumnRole; reason: string }

/**
 * What a column is good for, from its name, type and figures, with the reason in words.
 * @param figures length: average characters of its values; top: its most frequent values; numbersRows: it is the first of several columns,
 * or texts with noughts before them, and counts the rows
 * @param kind what its values are in the world
 */
export function columnRole(
  name: string,
  type: string,
  figures: {
    filled: number
    distinct: number
    length: number
    top: string[]
    numbersRows?: boolean
    min?: string | null
    max?: string | null
  },
  kind?: ColumnKind,
): GuessedRole {
  const { filled, distinct, length, top } = figures
  const guess = (role: ColumnRole, reason: string): GuessedRole => ({ role, reason })
  if (type === 'BOOLEAN') return guess('flag', 'Its values are true and false.')
  if (isTemporal(type)) return guess('time', 'Its values are days or times.')
  const unique = filled > 0 && distinct >= filled * 0.98
  const parts = partsOf(name)
  const last = parts.at(-1) ?? ''
  const named = `Its name says "${last}"`
  const isId = ID_WORDS.has(last) || (/.id$/.test(last) && !NO_ID.has(last))
  if (isId && (isInteger(type) || type === 'VARCHAR' || type === 'UUID')) return guess('id', `${named}.`)
  const ofKind = `Its values are of the kind ${kind}`
  if (kind === 'code')
    return guess(unique ? 'id' : isNumeric(type) ? 'code' : 'dimension', `${ofKind}: they name things.`)
  if (isNumeric(type)) {
    if (isInteger(type) && distinct <= 2 && FLAG_WORDS.has(parts[0] ?? ''))
      return guess('flag', `Its name begins with "${parts[0]}", and it has two values.`)
    // Hours per week, and the number in a season, are counts.
    if (/^(per|in)$/.test(parts.at(-2) ?? '')) return guess('measure', 'Its name says what is counted.')
    const written = WITH_UNIT.test(name) ? unitOfName(name) : null
    if (written) return guess('measure', `Its name says that it is in ${written}.`)
    if (kind && NO_FIGURES.includes(kind))
      return guess(/itude$/.test(kind) ? 'dimension' : 'code', `${ofKind}: adding them means nothing.`)
    // Compounds of German and the languages of the north: Aufzeichnungstyp.
    const isLabel = LABEL_WORDS.has(last) || /\p{L}{3}typ$/u.test(last) || LABELS.has(parts.slice(-2).join('_'))
    if (COORDINATES.has(last) || (isLabel && !FRACTION.test(`${figures.min} ${figures.max}`)))
      return guess('dimension', `${named}: such numbers label things.`)
    if (isInteger(type) && WHO_WORDS.has(last) && parts.at(-2) !== 'per')
      return guess('id', `${named}: such numbers name people.`)
    // Who reports to whom, and what was made by whom, is said by a key.
    if (isInteger(type) && parts.length > 1 && (last === 'to' || last === 'by')) return guess('id', `${named}.`)
    const told = isInteger(type) ? toldBy(name) : null
    if (told && unique) return guess('id', 'Its name says that such numbers tell one thing each.')
    if (told) return guess(told === 'one' ? 'code' : 'dimension', 'Its name says that such numbers name things.')
    if (isInteger(type) && figures.min === '0' && figures.max === '1' && !isFigure(name, parts))
      return guess('flag', 'Its values are 0 and 1, and its name says no count.')
    if (isInteger(type) && unique && areLongDigits(figures.min, figures.max))
      return guess('id', 'Its values have as many digits each, and none comes twice.')
    const isYear = Number(figures.min ?? 0) >= FIRST_YEAR && Number(figures.max ?? 0) <= LAST_YEAR
    const [low, high] = [Number(figures.min ?? 0), Number(figures.max ?? 0)]
    // Few of them, nearly one after the other, and each on several rows: editions, classes. A column without a name says less against it.
    const isUnnamed = UNNAMED.test(name)
    const areFewYears =
      low >= 1900 &&
      (isUnnamed || distinct > 1) &&
      high - low < MOST_YEARS &&
      2 * distinct > high - low &&
      (isUnnamed ? 2 : 5) * distinct < filled
    if (
      isInteger(type) &&
      isYear &&
      !FIGURE_WORDS.has(last) &&
      (areFewYears || parts.some((part) => YEAR_WORDS.has(part)))
    )
      return guess('dimension', `${named}: such numbers are years.`)
    const isMark =
      MARK_ENDING.test(last) || (parts.some((part) => MARK_WORDS.has(part)) && Number(figures.min ?? 2) <= 1)
    if (isInteger(type) && isMark && distinct <= MOST_MARKS && Number(figures.max ?? 0) <= MOST_MARKS - 1)
      return guess('dimension', `${named}: such numbers say how far others are to be trusted.`)
    if (figures.numbersRows && !FIGURE_WORDS.has(last)) return guess('id', 'It numbers the rows.')
    return guess('measure', 'Its values are numbers.')
  }
  if (type !== 'VARCHAR') return guess('text', `It is of the type ${type}.`)
  const said = top.filter((value) => !NOTHING.has(value.trim().toLowerCase()))
  const isFlag = said.every((value) => saysYes(value) || saysNo(value) || (distinct === 1 && isMark(value)))
  // "Yes", "yes" and "YES " are one.
  if (distinct <= Math.max(2, top.length) && said.length > 0 && isFlag)
    return guess('flag', 'Its values say yes and no.')
  if (figures.numbersRows) return guess('id', 'It numbers the rows.')
  if (unique && length <= 40 && namesNumber(name)) return guess('id', 'Its name says so, and no value comes twice.')
  if (kind === 'uuid' && unique) return guess('id', `${ofKind}, and none comes twice.`)
  if (unique && filled > 20 && length <= 40 && top.length === 0 && /code|id|number/i.test(name))
    return guess('id', 'Its name says so, and no value comes twice.')
  if (length > 40) return guess('text', 'Its values are long texts.')
  return distinct <= 50 || distinct <= filled * 0.5
    ? guess('dimension', unique ? 'Its values are few short texts.' : 'Its values come again and again.')
    : guess('text', 'Its values are texts that hardly come again.')
}
