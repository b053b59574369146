import type { ColumnType, DateOrder } from './dialect.ts'

/** How numbers are written: `1234.5`, `1,234.50` (or 1,23,456.00), `1.234,50`. */
type NumberStyle = 'plain' | 'grouped' | 'comma'

/**
 * How the text of a column is read. `format` is a strptime pattern, null for ISO 8601; `zoned`: with an offset, kept as UTC;
 * `ambiguous`: every value would also be a date with day and month exchanged.
 */
export type ColumnPlan =
  | { kind: 'text' | 'boolean' | 'time' }
  | { kind: 'integer' | 'double'; style: NumberStyle; symbols: boolean }
  | { kind: 'decimal'; scale: number; style: NumberStyle; symbols: boolean }
  | { kind: 'date' | 'timestamp'; format: string | null; zoned: boolean; ambiguous: boolean }

/** Words that mean "no value" in a column of numbers or dates; in a column of text they stay what they are. */
export const NULL_WORDS = ['na', 'n/a', '#n/a', 'null', 'none', 'nan', '-', '--', '?', '\\n']
/** Words that say the same in words of their own: no value there either, but what was written is kept beside the column. */
export const UNKNOWN_WORDS = [
  ...[
    'unknown',
    'unk',
    'unk.',
    'n.a.',
    'n. a.',
    'not available',
    'not applicable',
    'not reported',
    'not known',
    'missing',
  ],
  ...[
    'undefined',
    'unspecified',
    'no data',
    'tbd',
    'tba',
    'pending',
    'withheld',
    'suppressed',
    '..',
    '...',
    '…',
    '*',
    '**',
  ],
]
const NO_VALUE: ReadonlySet<string> = new Set([...NULL_WORDS, ...UNKNOWN_WORDS, ''])
/** Of so many values one need not fit, and of twice as many two, even where that is more than the share of a long column. */
const VALUES_PER_MISFIT = 8
/** Values that need not fit the type of their column: they are kept as text beside it, instead of the whole column becoming text. */
export const mostMisfits = (values: number): number =>
  Math.max(values * 0.05, Math.min(2, Math.floor(values / VALUES_PER_MISFIT)))
const MOST_SCALE = 4
const MOST_INTEGER_DIGITS = 13

const INTEGER = /^-?(0|[1-9]\d{0,18})$/
const DECIMAL = /^-?(0|[1-9]\d*)?\.\d+$/
const EXPONENT = /^-?\d+(\.\d+)?e[+-]?\d{1,3}$/i
const GROUPED = /^-?\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/
const COMMA = /^-?(\d{1,3}([. \u00a0\u202f]\d{3})+|\d+),\d+$/
const DOT_GROUPS = /^-?\d{1,3}([.\u00a0\u202f]\d{3})+$/
const SYMBOLS = /[₹$€£]/g
const TIME = /^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?$/
const BIGGEST = 9223372036854775807n

/** What a person says of all columns of a file. */
export type Wishes = { decimal?: '.' | ','; dates?: DateOrder }

/** Reads the type of a column off a sample of its values. @param delimiter of the file: beside `;` a lone comma is a decimal one */
export function planColumn(sample: string[], delimiter = ',', wishes: Wishes = {}): ColumnPlan {
  const values = sample.map((value) => value.trim()).filter((value) => !NO_VALUE.has(value.toLowerCase()))
  if (values.length === 0) return { kind: 'text' }
  if (fits(values, (value) => /^(true|false)$/i.test(value))) return { kind: 'boolean' }
  return (
    planNumber(values, delimiter, wishes) ??
    planDate(values, wishes) ??
    (fits(values, (value) => TIME.test(value)) ? { kind: 'time' } : { kind: 'text' })
  )
}

/** Whether (nearly) all values fit; those that do not must look like mistakes, not like codes. */
function fits(
  values: string[],
  test: (value: string) => boolean,
  mistake: (value: string) => boolean = () => true,
): boolean {
  const wrong = values.filter((value) => !test(value))
  return wrong.length <= mostMisfits(values.length) && wrong.every(mistake)
}

/** A value such as `A123` or `007` says that its column holds codes; `abc` or `unknown` in a column of numbers is a mistake. */
const looksLikeCode = (value: string) =>
  /\d/.test(value) && (/[a-z]/i.test(value) || /^[+-]?0\d/.test(value) || /^\d{17,}$/.test(value))

/** The plan of a column whose type a person has chosen: in the way in which its values are written, as far as they tell. */
export function planAs(type: ColumnType, sample: string[], delimiter: string, wishes: Wishes): ColumnPlan {
  const found = planColumn(sample, delimiter, wishes)
  const style: NumberStyle = wishes.decimal === ',' ? 'comma' : wishes.decimal === '.' ? 'grouped' : 'plain'
  const number = 'style' in found ? found : { style, symbols: sample.some((value) => /[₹$€£]/.test(value)) }
  const written = { style: number.style, symbols: number.symbols }
  const day = 'format' in found ? found : { format: null, zoned: false, ambiguous: false }
  if (type === 'decimal') return { kind: 'decimal', scale: found.kind === 'decimal' ? found.scale : 2, ...written }
  if (type === 'integer' || type === 'double') return { kind: type, ...written }
  if (type === 'date' || type === 'timestamp')
    return { kind: type, format: day.format, zoned: type === 'timestamp' && day.zoned, ambiguous: day.ambiguous }
  return { kind: type }
}

function planNumber(values: string[], delimiter: string, { decimal }: Wishes): ColumnPlan | null {
  const symbols = values.some((value) => /^-?\s*[₹$€£]|[₹$€£]$/.test(value) && /\d/.test(value))
  const bare = symbols ? values.map((value) => value.replace(SYMBOLS, '').replace(/\s+/g, '')) : values
  const integer = (value: string) => INTEGER.test(value) && inRange(value)
  const plain = (value: string) => integer(value) || DECIMAL.test(value) || EXPONENT.test(value)
  const mistake = (value: string) => !looksLikeCode(value)
  const commaFirst =
    decimal === ',' ||
    (decimal === undefined && (delimiter === ';' || bare.some((value) => COMMA.test(value) && !GROUPED.test(value))))
  const tests: Record<NumberStyle, (value: string) => boolean> = {
    // A point groups thousands where the comma is the decimal one.
    plain: decimal === ',' ? integer : plain,
    grouped: (value) => !commaFirst && (plain(value) || GROUPED.test(value)),
    comma: (value) => decimal !== '.' && (COMMA.test(value) || DOT_GROUPS.test(value) || integer(value)),
  }
  const style = (['plain', 'grouped', 'comma'] as const).find((style) => fits(bare, tests[style], mistake))
  if (!style) return null
  const numbers = bare.map((value) => plainNumber(value, style)).filter(plain)
  if (numbers.every((value) => INTEGER.test(value))) return { kind: 'integer', style, symbols }
  const scale = Math.max(...numbers.map((value) => value.split('.')[1]?.length ?? 0))
  const digits = Math.max(...numbers.map((value) => value.replace('-', '').split('.')[0]!.length))
  if (scale > MOST_SCALE || digits > MOST_INTEGER_DIGITS || numbers.some((value) => EXPONENT.test(value)))
    return { kind: 'double', style, symbols }
  return { kind: 'decimal', scale, style, symbols }
}

const inRange = (value: string) => value.length < 19 || (BigInt(value) <= BIGGEST && BigInt(value) >= -BIGGEST)

/** A number of any style as SQL reads it. */
function plainNumber(value: string, style: NumberStyle): string {
  if (style === 'grouped') return value.replaceAll(',', '')
  if (style === 'comma') return value.replace(/[. \u00a0\u202f]/g, '').replace(',', '.')
  return value
}

const ISO_DATE = /^\d{4}[-/]\d{1,2}[-/]\d{1,2}$/
const ISO_MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?( ?(Z|UTC|[+-]\d\d(:?\d\d)?))?$/
const NUMERIC_DATE = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?:,?[T ](\d{1,2}:\d{2}(?::\d{2})?)(?: ?([AP]M))?)?$/i
const DAY_MONTH = /^\d{1,2}([ -])([A-Z]{3,9})\1(\d{4}|\d{2})$/i
const MONTH_DAY = /^([A-Z]{3,9}) \d{1,2}(,?) \d{4}$/i
const MONTHS = 'january february march april may june july august september october november december'.split(' ')

function planDate(values: string[], { dates }: Wishes): ColumnPlan | null {
  const plan = (kind: 'date' | 'timestamp', format: string | null, zoned = false): ColumnPlan => {
    return { kind, format, zoned, ambiguous: false }
  }
  if (fits(values, (value) => ISO_DATE.test(value))) return plan('date', null)
  if (fits(values, (value) => ISO_MOMENT.test(value) || ISO_DATE.test(value)))
    return plan('timestamp', null, values.some(hasOffset))
  const parts = values.map((value) => NUMERIC_DATE.exec(value)).filter((match) => match !== null)
  if (parts.length >= values.length - mostMisfits(values.length)) return planNumericDate(parts, dates)
  const month = (name: string) => (MONTHS.includes(name.toLowerCase()) && name.length > 3 ? '%B' : '%b')
  const named = (pattern: RegExp, group: number) =>
    fits(values, (value) => MONTHS.some((name) => name.startsWith((pattern.exec(value)?.[group] ?? '?').toLowerCase())))
  const longest = (pattern: RegExp, group: number) =>
    values.map((value) => pattern.exec(value)?.[group] ?? '').reduce((a, b) => (b.length > a.length ? b : a), '')
  if (named(DAY_MONTH, 2)) {
    const [, gap, , year] = DAY_MONTH.exec(values.find((value) => DAY_MONTH.test(value))!)!
    return plan('date', ['%d', month(longest(DAY_MONTH, 2)), year!.length === 2 ? '%y' : '%Y'].join(gap))
  }
  if (named(MONTH_DAY, 1)) {
    const comma = MONTH_DAY.exec(values.find((value) => MONTH_DAY.test(value))!)![2]
    return plan('date', `${month(longest(MONTH_DAY, 1))} %d${comma} %Y`)
  }
  return null
}

const hasOffset = (value: string) => /(Z|UTC|[+-]\d\d(:?\d\d)?)$/.test(value.slice(10))

function planNumericDate(parts: RegExpExecArray[], order: DateOrder | undefined): ColumnPlan | null {
  const [, , gap, , year, time, noon] = parts[0]!
  const firstOver = parts.some((match) => Number(match[1]) > 12)
  const secondOver = parts.some((match) => Number(match[3]) > 12)
  // What the values settle themselves counts more than what was chosen for the whole file.
  const settled = firstOver || secondOver
  const monthFirst = settled ? secondOver && !firstOver : order === 'mdy'
  const yearFirst = order === 'ymd' && year!.length === 2 && !secondOver
  const last = year!.length === 2 ? '%y' : '%Y'
  const date = (yearFirst ? ['%y', '%m', '%d'] : [...(monthFirst ? ['%m', '%d'] : ['%d', '%m']), last]).join(gap)
  const ambiguous = !settled && order === undefined
  if (!time) return { kind: 'date', format: date, zoned: false, ambiguous }
  const clock = `${noon ? '%I' : '%H'}:%M${time.split(':').length === 3 ? ':%S' : ''}${noon ? ' %p' : ''}`
  return { kind: 'timestamp', format: `${date} ${clock}`, zoned: false, ambiguous }
}
