import { wordsOf } from '#base/text.ts'
import { namesKey } from '#catalog/rules/relation.ts'
import { isCurrency } from '#catalog/rules/units.ts'
import { type ClockPlan, planClock, planPackedTime } from './clock-type.ts'
import {
  areIsoDays,
  type DateOrders,
  type DatePlan,
  likelyOrderOf,
  periodOf,
  planDate,
  planEpoch,
} from './date-type.ts'
import type { ColumnType } from './dialect.ts'
import { hasOtherDigits, latinDigits } from './digits.ts'
import { areFewWords, fits, mostMisfits } from './fits.ts'
import { isScaled, unscaled } from './magnitude.ts'
import { codesAmong } from './missing-codes.ts'
import { DASH, POINT, saysNothing } from './missing-words.ts'
import { COORDINATE_NAME, type Dress, dressIn, dressOf, undress, writesAccounts } from './number-dress.ts'

/** How numbers are written: `1234.5`, `1,234.50` (or 1,23,456.00 or 1'234.50), `1.234,50`. */
type NumberStyle = 'plain' | 'grouped' | 'comma'

/** How the text of a column is read. A duration is kept in seconds. */
/**
 * `dashed`: among its texts stand signs for no value, which are kept beside it: dashes, or, where it is `pointed`, points too; `blank`:
 * blanks, which are nothing.
 */
type TextPlan = { kind: 'text'; dashed?: true; pointed?: true; blank?: true }
export type ColumnPlan = (TextPlan | { kind: 'boolean' } | ClockPlan | NumberPlan | DatePlan) & OtherDigits
/** `digits`: they are those of another script. */
type OtherDigits = { digits?: true }
/** `scaled`: some numbers end in words for noughts, as 1.2M; `codes`: numbers that stand for none. */
export type NumberPlan = { style: NumberStyle; scaled?: boolean; codes?: string[] } & Dress &
  ({ kind: 'integer' | 'double' } | { kind: 'decimal'; scale: number })

/** What the figures of a column count, as its cells say. */
export const unitOfPlan = (plan: ColumnPlan): string | null =>
  plan.kind === 'duration' ? 's' : 'unit' in plan ? plan.unit : null

const MOST_SCALE = 4
const MOST_INTEGER_DIGITS = 13
const FEW_VALUES = 8

const INTEGER = /^-?(0|[1-9]\d{0,18})$/
const DECIMAL = /^-?(0|[1-9]\d*)?\.\d+$/
const EXPONENT = /^-?\d+(\.\d+)?e[+-]?\d{1,3}$/i
const GROUPED = /^-?\d{1,3}(((,\d{2,3})*,\d{3}|(['’]\d{3})+)(\.\d+)?|([ \u00a0\u202f]\d{3})+\.\d+)$/
const COMMA = /^-?(\d{1,3}([. \u00a0\u202f]\d{3})+|\d+),\d+(e[+-]?\d{1,3})?$/i
const SPACE_GROUPS = /^-?\d{1,3}( \d{3})+$/
const DOT_GROUPS = /^-?\d{1,3}([.\u00a0\u202f]\d{3})+$/
const BIGGEST = 9223372036854775807n

/**
 * What a person says of all columns of a file; and what its cells say together: whether any is a negative as accounts write it, what
 * groups thousands, where other columns have decimals, whether one has numbers that stand for none, whether one is grouped by blanks, and
 * whether one has days.
 */
export type Wishes = DateOrders & {
  decimal?: '.' | ','
  accounts?: boolean
  thousands?: '.' | ',' | undefined
  coded?: boolean
  spaced?: boolean
  dated?: boolean
}

const DECIMALS = (mark: string, group: string) =>
  new RegExp(
    `^[^\\d.,]{0,5}(?:\\d{1,3}(?:\\${group}\\d{3})*\\${mark}(?:\\d{1,2}|\\d{4,})|\\d{4,}\\${mark}\\d+)[^\\d.,]{0,5}$`,
  )
const [WITH_POINT, WITH_COMMA] = [DECIMALS('.', ','), DECIMALS(',', '.')]
/** Both marks in a number tell which is which, however many decimals it has. */
const [BOTH_POINT, BOTH_COMMA] = [
  /^[^\d.,]{0,5}\d{1,3}(?:,\d{3})+\.\d+\D{0,5}$/,
  /^[^\d.,]{0,5}\d{1,3}(?:\.\d{3})+,\d+\D{0,5}$/,
]
/** Parts of a second tell the mark of decimals as well. */
const CLOCKED = /:\d\d([.,])\d+$/

/** What all columns of a table say of each. @param chosen what a person says */
export function wishesOf(samples: readonly (readonly string[])[], chosen: Wishes = {}): Wishes {
  const columns = samples.map((values) => values.map((value) => value.trim()).filter((value) => /\d[.,]\d/.test(value)))
  const has = (pattern: RegExp, mark: string, least = 2) =>
    columns.some((marked) => {
      const saying = marked.filter((value) => pattern.test(value) || CLOCKED.exec(value)?.[1] === mark)
      return marked.length >= least && 2 * saying.length >= marked.length
    })
  // One decimal comma says it where all points have three digits behind them.
  const pointed = columns.flat().filter((value) => /^\d+\.\d+$/.test(value))
  const areParts = pointed.length > 1 && pointed.every((value) => DOT_GROUPS.test(value))
  const both = (pattern: RegExp) => columns.flat().some((value) => pattern.test(value))
  const point = has(WITH_POINT, '.') || (both(BOTH_POINT) && !both(BOTH_COMMA))
  const comma = has(WITH_COMMA, ',', areParts ? 1 : 2) || (both(BOTH_COMMA) && !both(BOTH_POINT))
  const codedIf = (alone: boolean) => samples.filter((values) => codesAmong(filled(values), !alone).length > 0).length
  const coded = codedIf(true) > 0 || codedIf(false) > 1
  const thousands = point === comma ? (!point && partThousands(samples) ? '.' : undefined) : point ? ',' : '.'
  const spaced = samples.some((values) => areSpaced(filled(values)))
  const dated = samples.some((values) => areIsoDays(filled(values)))
  return {
    ...chosen,
    likely: likelyOrderOf(samples),
    accounts: writesAccounts(samples),
    thousands,
    coded,
    spaced,
    dated,
  }
}

/** Numbers of a register are grouped by blanks too, but have all as many digits. */
const areSpaced = (values: readonly string[]) =>
  values.length > 1 &&
  values.every((value) => SPACE_GROUPS.test(value) || (COMMA.test(value) && value.includes(' '))) &&
  new Set(values.map(({ length }) => length)).size > 1

/** Points of a file so many of which have three digits behind them, and none others, part thousands, where whole hundreds stand among them. */
const LEAST_PARTED = 5
function partThousands(samples: readonly (readonly string[])[]): boolean {
  const pointed = samples.map((values) => values.filter((value) => /^\s*-?\d+\.\d+\s*$/.test(value)))
  const all = pointed.flat()
  return (
    all.length >= LEAST_PARTED &&
    all.every((value) => DOT_GROUPS.test(value.trim())) &&
    samples.some((values) => arePartsOf(filled(values)))
  )
}

/** Whether points have three digits behind them, beside whole hundreds without one. */
const arePartsOf = (values: readonly string[]) =>
  values.filter((value) => value.includes('.')).length > 1 &&
  values.some((value) => !value.includes('.')) &&
  values.every((value) => DOT_GROUPS.test(value) || /^-?[1-9]\d\d$/.test(value))

/**
 * Reads the type of a column off a sample of its values.
 * @param delimiter of the file: beside `;` a lone comma is a decimal one
 * @param name of the column: digits are moments, days or codes only where it says so
 */
export function planColumn(sample: string[], delimiter = ',', wishes: Wishes = {}, name = ''): ColumnPlan {
  const values = filled(sample)
  if (values.length === 0) return { kind: 'text' }
  const codes = namesKey(name) ? [] : codesAmong(values, wishes.coded)
  if (codes.length > 0) {
    const found = planNumber(
      values.filter((value) => !codes.includes(value)),
      delimiter,
      wishes,
      name,
    )
    if (found) return { ...found, codes }
  }
  if (values.some(hasOtherDigits)) {
    const found = planColumn(values.map(latinDigits), delimiter, wishes, name)
    return found.kind === 'text' ? found : { ...found, digits: true }
  }
  if (fits(values, (value) => /^(true|false)$/i.test(value))) return { kind: 'boolean' }
  const text = textOf(sample)
  if (namesDigits(name) && values.some((value) => DIALLED.test(value))) return text
  if (VERSIONED.test(wordsOf(name).join(' ')) && values.some((value) => /^v?\d{1,3}\.\d{1,3}/i.test(value))) return text
  if (areOutlined(values)) return text
  if (HASHED.test(wordsOf(name).join(' ')) && values.some((value) => HEX.test(value))) return text
  return (
    planEpoch(values, name) ??
    planPackedTime(values, name) ??
    planNumber(values, delimiter, wishes, name) ??
    planDate(values, wishes, name) ??
    planClock(values, name, wishes.dated) ??
    text
  )
}

/** A dash among words stands for none; beside a plus it is what is said. */
function textOf(sample: readonly string[]): TextPlan {
  const said = sample.map((value) => value.trim()).filter(Boolean)
  const signs = said.filter((value) => !/[\p{L}\p{N}]/u.test(value))
  const text: TextPlan = sample.some((value) => /^ +$/.test(value)) ? { kind: 'text', blank: true } : { kind: 'text' }
  if (signs.length === said.length || !signs.every((sign) => IS_DASH.test(sign) || IS_POINT.test(sign))) return text
  const pointed = signs.some((sign) => IS_POINT.test(sign)) ? { pointed: true as const } : {}
  return { ...text, ...(signs.length > 0 ? { dashed: true } : {}), ...pointed }
}
const [IS_DASH, IS_POINT] = [new RegExp(`^(?:${DASH})$`), new RegExp(`^(?:${POINT})$`)]

const filled = (sample: readonly string[]) => sample.map((value) => value.trim()).filter((value) => !saysNothing(value))

/** Reads the types of the columns of a table off samples of their values. */
export function planColumns(samples: string[][], delimiter: string, names: string[]): ColumnPlan[] {
  const wishes = wishesOf(samples)
  return samples.map((values, index) => planColumn(values, delimiter, wishes, names[index]))
}

/** Whether a cell by itself is a value: a month, an amount of something or a number with a note may as well name a column. */
export function isValue(cell: string): boolean {
  const known = told.get(cell)
  if (known !== undefined) return known
  if (told.size >= MOST_TOLD) told.clear()
  const is = findValue(cell)
  told.set(cell, is)
  return is
}
/** The same cells are asked of for each line and sign with which a table may begin. */
const told = new Map<string, boolean>()
const MOST_TOLD = 5000

function findValue(cell: string): boolean {
  const plan = planColumn([cell])
  if ('style' in plan) return !plan.notes && !(plan.unit !== null && /\p{L}/u.test(cell))
  if ('format' in plan) return periodOf(plan) === null
  return plan.kind !== 'text' && plan.kind !== 'duration'
}

/** Columns whose digits are no numbers, as soon as one of them is written as no number is. */
const DIGITS =
  /(^|[^a-z])(zip|zip ?code|post(al)? ?code|plz|pin ?code|phone|telephone|tel|mobile|fax|fips|ssn|iban|isbn|ean|upc|barcode)( ?(no|nr|number|code))?$/
const DIALLED = /^[+(]|^0\d|\d[ -]\d/
/** Columns whose digits and letters are those of a key: 65e1 is no number there. */
const HASHED = /(^| )(id|key|hash|sha|sha1|md5|commit|digest|token|code|serial|sku|oid)$/
const HEX = /^\d+e\d+$/i
/** Columns whose points part numbers that count on: 1.10 follows 1.9. */
const VERSIONED =
  /(^| )(version|firmware|fw|release|build|ver|revision|section|chapter|clause|paragraph)$|^(account|konto|cuenta|conta|compte|счет|счёт|рахунок)$/
/** Numbers of parts, each of which follows the one before: 1, 1.1, 1.2, 2, or those within them alone. Those of one step are figures: 1, 1.1, and so on to 2. */
function areOutlined(values: readonly string[]): boolean {
  const isWithin = values[0]!.endsWith('.1')
  if (values.length < (isWithin ? LEAST_WITHIN : LEAST_OUTLINED) || !values.every((value) => OUTLINED.test(value)))
    return false
  // After 1.2 come 1.2.1, 1.3 and 2, or 2.1.
  const next = (parts: string[]) =>
    parts
      .map((part, at) => [...parts.slice(0, at), Number(part) + 1].join('.'))
      .flatMap((one) => (isWithin ? [one, `${one}.1`] : [one]))
      .concat(`${parts.join('.')}.1`)
  const steps = values.slice(1).map((value, at) => (Number(value) - Number(values[at])).toFixed(3))
  return (
    (isWithin || !values[0]!.includes('.')) &&
    new Set(steps).size > 1 &&
    values.slice(1).every((value, at) => next(values[at]!.split('.')).includes(value))
  )
}
const [LEAST_OUTLINED, LEAST_WITHIN, OUTLINED] = [5, 4, /^\d{1,3}(?:\.\d{1,3})*$/]
const namesDigits = (name: string) => DIGITS.test(wordsOf(name).join(' '))

/** A value such as `A123` or `007` says that its column holds codes; `abc` or `unknown` in a column of numbers is a mistake. */
const looksLikeCode = (value: string) =>
  /\d/.test(value) && (/[a-z]/i.test(value) || /^[+-]?0\d/.test(value) || /^\d{17,}$/.test(value))

/** The plan of a column whose type a person has chosen: in the way in which its values are written, as far as they tell. */
export function planAs(type: ColumnType, sample: string[], delimiter: string, wishes: Wishes, name = ''): ColumnPlan {
  const found = planColumn(sample, delimiter, wishes, name)
  const style: NumberStyle = wishes.decimal === ',' ? 'comma' : wishes.decimal === '.' ? 'grouped' : 'plain'
  const dress = 'style' in found ? found : dressOf(sample, (value) => /\d/.test(value), { ...wishes, name })
  const scaled = 'style' in found && found.scaled ? { scaled: true } : {}
  const written = { style: 'style' in found ? found.style : style, ...dressIn(dress), ...scaled }
  const day = 'format' in found ? found : { format: null, zoned: false, ambiguous: false }
  if (type === 'decimal') return { kind: 'decimal', scale: found.kind === 'decimal' ? found.scale : 2, ...written }
  if (type === 'integer' || type === 'double') return { kind: type, ...written }
  if (type === 'date' || type === 'timestamp')
    return { kind: type, format: day.format, zoned: type === 'timestamp' && day.zoned, ambiguous: day.ambiguous }
  return { kind: type }
}

function planNumber(
  values: string[],
  delimiter: string,
  { decimal, accounts, thousands, spaced }: Wishes,
  name: string,
): NumberPlan | null {
  // Most columns of texts are done with here.
  const words = values.filter((value) => !/\d/.test(value)).length
  if (words > mostMisfits(values.length) && !areFewWords(1, words, values.length)) return null
  const integer = (value: string) => INTEGER.test(value) && inRange(value)
  const plain = (value: string) => integer(value) || DECIMAL.test(value) || EXPONENT.test(value)
  const isNumber = (value: string) =>
    plain(value) || GROUPED.test(value) || COMMA.test(value) || SPACE_GROUPS.test(value)
  const dress = dressOf(values, (value) => isNumber(unscaled(value).bare), { name, accounts })
  const isPaid = dress.unit !== null && isCurrency(dress.unit)
  const undressed = undress(values, dress)
  const scaled = isScaled(undressed, isPaid, name)
  const parts = undressed.map((value) => (scaled ? unscaled(value) : { bare: value, noughts: 0 }))
  const bare = parts.map((part) => part.bare)
  // Of few values one with digits of its own is more likely to say what the others are.
  const mistake = (value: string) => (values.length < FEW_VALUES ? !/\d/.test(value) : !looksLikeCode(value))
  /** Whether a mark may group thousands wherever it stands: 70.542 is no fraction where other columns write 15,8. */
  const groups = (mark: '.' | ',', grouped: RegExp) =>
    thousands === mark && decimal === undefined && bare.every((value) => !value.includes(mark) || grouped.test(value))
  // Amounts that differ so much are of one unit: 1.200 € beside 890 €.
  const pointGroups =
    (!COORDINATE_NAME.test(wordsOf(name).join(' ')) && groups('.', DOT_GROUPS)) ||
    (dress.unit !== null && decimal === undefined && arePartsOf(bare))
  const commaFirst =
    decimal === ',' ||
    (decimal === undefined &&
      !groups(',', GROUPED) &&
      !bare.some((value) => GROUPED.test(value) && !COMMA.test(value)) &&
      (delimiter === ';' || bare.some((value) => COMMA.test(value) && (thousands === '.' || !GROUPED.test(value)))))
  const maySpace =
    spaced || dress.unit !== null || new Set(bare.map((value) => value.replace(/\D/g, '').length)).size > 1
  const tests: Record<NumberStyle, (value: string) => boolean> = {
    // A point groups thousands where the comma is the decimal one.
    plain: decimal === ',' || pointGroups ? integer : plain,
    grouped: (value) => !commaFirst && !pointGroups && (plain(value) || GROUPED.test(value)),
    comma: (value) =>
      decimal !== '.' &&
      (COMMA.test(value) || DOT_GROUPS.test(value) || (maySpace && SPACE_GROUPS.test(value)) || integer(value)),
  }
  const style = (['plain', 'grouped', 'comma'] as const).find(
    (style) => fits(bare, tests[style], mistake) || (!namesKey(name) && measures(bare, tests[style], name)),
  )
  if (!style) return null
  const numbers = parts
    .map(({ bare, noughts }) => ({ number: plainNumber(bare, style), noughts }))
    .filter(({ number }) => plain(number))
    .map(({ number, noughts }) => (noughts === 0 ? number : String(Number(`${number}e${noughts}`))))
  const written = { style, ...dress, ...(scaled ? { scaled } : {}) }
  if (numbers.every((value) => INTEGER.test(value))) return { kind: 'integer', ...written }
  const scale = Math.max(...numbers.map((value) => value.split('.')[1]?.length ?? 0))
  const digits = Math.max(...numbers.map((value) => value.replace('-', '').split('.')[0]!.length))
  if (scale > MOST_SCALE || digits > MOST_INTEGER_DIGITS || numbers.some((value) => EXPONENT.test(value)))
    return { kind: 'double', ...written }
  return { kind: 'decimal', scale, ...written }
}

/** Numbers that differ, where words stand among them; fewer where it is the same word again and again, and some have decimals. */
const [LEAST_FIGURES, LEAST_BESIDE_ONE] = [8, 4]
const [MOST_LABEL, MOST_RANK] = [20, 12]

/** Points of which so many can be reached: "Oral (/20)", "Test 1 out of 50". */
const OUT_OF = /(?:\/|\b(?:out of|sur|von|su|sobre)) ?\d+\W*$/iu

/** Whether numbers among which words stand are figures, and no names of classes or sizes: many different, and not all of them small. */
function measures(values: string[], isNumber: (value: string) => boolean, name: string): boolean {
  const words = values.filter((value) => !isNumber(value))
  const numbers = new Set(values.filter(isNumber))
  const different = new Set(words.map((word) => word.toLowerCase())).size
  const areOften = (least: number) => 2 * [...numbers].filter((number) => Number(number) > least).length >= numbers.size
  const isOne =
    different === 1 &&
    words.length > 1 &&
    ([...numbers].some((number) => /\d[.,]\d/.test(number)) || areOften(MOST_RANK))
  return (
    words.length > 0 &&
    numbers.size >= (isOne || OUT_OF.test(name) ? LEAST_BESIDE_ONE : LEAST_FIGURES) &&
    (OUT_OF.test(name) || [...numbers].some((number) => !/^\d+$/.test(number) || Number(number) > MOST_LABEL)) &&
    words.every((word) => /^\D+$/.test(word)) &&
    areFewWords(different, words.length, values.length)
  )
}

const inRange = (value: string) => value.length < 19 || (BigInt(value) <= BIGGEST && BigInt(value) >= -BIGGEST)

/** A number of any style as SQL reads it. */
function plainNumber(value: string, style: NumberStyle): string {
  if (style === 'grouped') return value.replace(/[,'’ \u00a0\u202f]/g, '')
  if (style === 'comma') return value.replace(/[. \u00a0\u202f]/g, '').replace(',', '.')
  return value
}
