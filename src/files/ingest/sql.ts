import { identifier, literal } from '#base/sql.ts'
import { CLOCK, FINE, HOURS_MINUTES, PACKED, POINTED, SECONDS, SIGN, SPELT } from '../rules/clock-type.ts'
import type { ColumnPlan, NumberPlan } from '../rules/column-type.ts'
import {
  BARING,
  BUDDHIST,
  BUDDHIST_DAY,
  BUDDHIST_YEARS,
  DAY_MS,
  type DatePlan,
  EPOCH,
  ERA,
  ERA_DAY,
  ERAS,
  FINER,
  IN_QUARTER,
  ISO_CLOCK,
  ISO_LOCAL,
  isEpoch,
  isSpelled,
  QUARTER,
  SERIAL,
  spelledSteps,
  WEEK,
  WRAPPED,
  WRAPPED_DAY,
  WRAPPED_EPOCH,
  ZONE,
  ZONES,
} from '../rules/date-type.ts'
import { OTHER_DIGITS } from '../rules/digits.ts'
import { unscaledSql } from '../rules/magnitude.ts'
import { DASH, NULL_WORDS, POINT, UNKNOWN_WORDS } from '../rules/missing-words.ts'
import { MONTH_IN_ENGLISH } from '../rules/months.ts'
import { type Dress, UNDRESSED, undressing } from '../rules/number-dress.ts'

const NUMBER_TYPES = { integer: 'BIGINT', double: 'DOUBLE', duration: 'BIGINT' }

/** DuckDB's type of a plan. */
function typeOf(plan: ColumnPlan): string {
  if (plan.kind === 'decimal') return `DECIMAL(18,${plan.scale})`
  if (plan.kind === 'duration' && plan.fine) return 'DOUBLE'
  if (plan.kind === 'integer' || plan.kind === 'double' || plan.kind === 'duration') return NUMBER_TYPES[plan.kind]
  return { text: 'VARCHAR', boolean: 'BOOLEAN', time: 'TIME', date: 'DATE', timestamp: 'TIMESTAMP' }[plan.kind]
}

/**
 * A column of a table in the engine's own format. How to pack it is not left to the engine, which would try all ways first: few
 * different texts become a dictionary, by which they are also grouped; whole numbers, decimals and dates lose their leading zero
 * bits, which saves a fifth of what is written and costs queries nothing; everything else stays as it is, since unpacking it takes
 * longer than reading it.
 */
export const columnSql = (name: string, plan: ColumnPlan, repeating: boolean) =>
  `${identifier(name)} ${typeOf(plan)} using compression ${packing(plan, repeating)}`

function packing({ kind }: ColumnPlan, repeating: boolean): string {
  if (kind === 'text') return repeating ? 'dictionary' : 'uncompressed'
  return kind === 'double' ? 'uncompressed' : 'bitpacking'
}

/** What stands between words in one text, and in no cell. */
const BETWEEN = '\u001f'
/** Words that say that a cell has no value, none of which begins with a digit, as most values do: those of people, and those of programs too. */
const WORDS = { unknown_words: UNKNOWN_WORDS, missing_words: [...NULL_WORDS, ...UNKNOWN_WORDS, ''] }

/**
 * What a connection runs once: the words stand in one text each, which statements name. Hundreds of literals take longer to plan than
 * a small file to read, a copy of the text for each column to parse, and IN would become a join for each.
 */
export const SET_WORDS = [
  ...Object.entries(WORDS).map(
    ([name, words]) => `set variable ${name} = ${literal(BETWEEN + words.join(BETWEEN) + BETWEEN)}`,
  ),
  `set variable months = map(string_split(${literal([...MONTH_IN_ENGLISH.keys()].join(' '))}, ' '), string_split(${literal([...MONTH_IN_ENGLISH.values()].join(' '))}, ' '))`,
]

const isOneOf = (column: string, name: keyof typeof WORDS) =>
  `(case when ${beginsWithDigit(column)} then false else contains(getvariable('${name}'), ${literal(BETWEEN)} || lower(trim(${column})) || ${literal(BETWEEN)}) end)`

/** Trimmed text without the words that mean "no value", and with Latin digits: what a careful reading gives to plans. */
export const tidied = (column: string, plan: ColumnPlan) => {
  const text = plan.digits ? `translate(trim(${column}), ${OTHER_DIGITS.map(literal).join(', ')})` : `trim(${column})`
  return `case when not (${isOneOf(column, 'missing_words')} or ${isCode(column, plan)}) then ${text} end`
}

/** Whether a text is a number that stands for none. */
const isCode = (column: string, plan: ColumnPlan) =>
  'codes' in plan && plan.codes
    ? `coalesce(trim(${column}) in (${plan.codes.map(literal).join(', ')}), false)`
    : 'false'

/** Whether a text says in words of its own, or by a number, that there is no value. */
export const isUnknown = (column: string, plan: ColumnPlan) =>
  `(${isOneOf(column, 'unknown_words')} or ${isCode(column, plan)})`

/** A text that has no value under its plan, or says more than its value, as it was written; null for others and where it is empty. */
export const asWritten = (column: string, value: string, plan: ColumnPlan) =>
  `case when ((${value}) is null${isNoted(plan) && plan.kind !== 'text' ? ` or ${hasNote(column, plan)}` : ''}) and trim(${column}) <> '' then ${column} end`

/** Whether cells of a plan say more than their values, which is kept beside them: of their numbers, smaller parts of a second, or a sign for none. */
export const isNoted = (plan: ColumnPlan): plan is NumberPlan | DatePlan | Extract<ColumnPlan, { kind: 'text' }> =>
  ('notes' in plan && plan.notes) ||
  ('finer' in plan && plan.finer === true) ||
  ('dashed' in plan && plan.dashed === true)

/** Whether a text has a note about its number, or parts of a second that its moment has not. */
const hasNote = (column: string, plan: NumberPlan | DatePlan) =>
  'notes' in plan
    ? `${bared(`trim(${column})`, { ...UNDRESSED, notes: true, bracketed: plan.bracketed })} <> trim(${column})`
    : `regexp_matches(trim(${column}), ${literal(FINER)})`

/** The value of a text expression under a plan; null when it has none and when it does not fit. */
export function readValue(text: string, plan: ColumnPlan): string {
  switch (plan.kind) {
    case 'text': {
      const signs = [...(plan.dashed ? [DASH] : []), ...(plan.pointed ? [POINT] : []), ...(plan.blank ? [''] : [])]
      return signs.length > 0
        ? `case when not regexp_full_match(trim(${text}), '${signs.join('|')}') then ${text} end`
        : text
    }
    case 'boolean':
      return `case when lower(${text}) in ('true', 'false') then lower(${text}) = 'true' end`
    case 'time':
      if (plan.packed)
        return `case when regexp_full_match(${text}, '${PACKED}') then cast(try_strptime(rpad(${text}, 6, '0'), '%H%M%S') as time) end`
      if (plan.pointed)
        return `case when regexp_full_match(${text}, '${POINTED}') then try_cast(replace(${text}, '.', ':') as time) end`
      // A cast passes over all that stands behind the digits, a PM as well.
      return `case when regexp_full_match(${text}, '[0-9:.]+') then try_cast(${text} as time) else cast(try_strptime(${text}, ['%I:%M %p', '%I:%M:%S %p', '%I:%M%p', '%I:%M:%S%p', '%I %p', '%I%p', '%I.%M %p', '%I.%M%p', '%Hh%M', '%H:%M Uhr', '%H.%M Uhr']) as time) end`
    case 'duration':
      return secondsOf(text, plan)
    case 'date':
      return plan.format === null
        ? `case when ${isDay(text)} then try_cast(${text} as date) end`
        : withIso(text, plan, `cast(${dayOf(text, plan)} as date)`)
    case 'timestamp':
      if (plan.zone) {
        const bare = `regexp_replace(${text}, ${literal(`(?i) ?\\(?(?:${ZONE})\\)?$`)}, '')`
        const local =
          plan.format === ISO_CLOCK ? `try_cast(${bare} as timestamp)` : `cast(${dayOf(bare, plan)} as timestamp)`
        return `(${local} - to_minutes(${minutesAhead(text)}))`
      }
      if (plan.format) return withIso(text, plan, `cast(${dayOf(text, plan)} as timestamp)`)
      // A cast to a plain timestamp would pass over the offset.
      return plan.zoned
        ? `case when ${beginsWithDigit(text)} then try_cast(${text} as timestamptz) at time zone 'UTC' end`
        : `case when ${beginsWithDigit(text)} and (not regexp_matches(${text}, '(Z|UTC|[0-9][+-][0-9:]+)$') or ${isDay(text)}) then try_cast(${text} as timestamp) end`
    default:
      return numberOf(text, plan)
  }
}

/** What is read of a text that may as well be written as ISO says, or in another way. */
const withIso = (text: string, { kind, iso, also }: DatePlan, own: string) => {
  const read = also ? `coalesce(${own}, ${readValue(text, also)})` : own
  return iso
    ? `case when regexp_full_match(${text}, ${literal(ISO_LOCAL)}) then try_cast(${text} as ${kind}) else ${read} end`
    : read
}

/** The engine casts words to days as well: epoch, infinity. */
const beginsWithDigit = (text: string) => `${text} >= '0' and ${text} < ':'`

/** Whether a text is a day and nothing else: a cast passes over all that stands behind one. */
const isDay = (text: string) =>
  `((${text} like '____-__-__' and right(${text}, 1) >= '0' and right(${text}, 1) < ':') or (length(${text}) <= 10 and regexp_full_match(${text}, '\\d{4}[-/]\\d{1,2}[-/]\\d{1,2}')))`

/** How many minutes the zone behind a time is ahead of UTC; null where none is. */
const minutesAhead = (text: string) =>
  withGroups(text, `(?i)(?:${ZONE})\\)?$`, 4, (group) => {
    const named = Object.entries(ZONES).map(([name, hours]) => `when '${name}' then ${hours * 60}`)
    const offset = `(case when ${group(1)} = '+' then 1 else -1 end) * (${group(2)}::int * 60 + coalesce(${group(3)}::int, 0))`
    return `coalesce(${offset}, case lower(${group(4)}) ${named.join(' ')} end)`
  })

/** A day in small letters, with the first word that is a month in any language as English shortens it. */
const inEnglish = (text: string) => {
  const words = `regexp_extract_all(${text}, '[\\p{L}\\p{M}]+')`
  const named = `list_filter(${words}, lambda word: map_contains(getvariable('months'), word))[1]`
  return once(named, 'month', (month) => `replace(${text}, ${month}, getvariable('months')[${month}])`)
}

function dayOf(
  text: string,
  { format, foreign = false, bared, years }: Pick<DatePlan, 'format' | 'foreign' | 'bared' | 'years'>,
): string {
  const digits = (pattern: string) => `try_cast(nullif(regexp_extract(${text}, '${pattern}', 1), '') as integer)`
  if (format === QUARTER)
    return `case when regexp_full_match(${text}, '(?i)${IN_QUARTER}') then make_date(${digits('(\\d{4})')}, try_cast(regexp_extract(regexp_replace(${text}, '\\d{4}', ''), '[1-4]') as integer) * 3 - 2, 1) end`
  if (format === WEEK)
    return `try_strptime(regexp_replace(${text}, '[-/ ]?[Ww]?(\\d{2})$', '-W\\1') || '-1', '%G-W%V-%u')`
  if (isEpoch({ format })) {
    const microseconds = {
      ...{ [EPOCH.seconds]: 'double) * 1000000', [EPOCH.milliseconds]: 'double) * 1000' },
      ...{ [EPOCH.microseconds]: 'bigint)', [EPOCH.nanoseconds]: 'bigint) // 1000' },
    }[format!]!
    return `case when regexp_full_match(${text}, '-?\\d{1,19}(?:\\.\\d+)?') then try(make_timestamp(round(try_cast(${text} as ${microseconds})::bigint)) end`
  }
  if (format === ERA) {
    const before = Object.entries(ERAS).map(([era, years]) => `when ${literal(era)} then ${years}`)
    return withGroups(text, `^${ERA_DAY}$`, 4, (group) => {
      const number = (at: number) => `try_cast(replace(${group(at)}, '元', '1') as integer)`
      return `try(make_date(case ${group(1)} ${before.join(' ')} end + ${number(2)}, ${number(3)}, ${number(4)}))`
    })
  }
  if (format === BUDDHIST)
    return withGroups(text, `^${BUDDHIST_DAY}$`, 3, (group) => {
      const number = (at: number) => `try_cast(${group(at)} as integer)`
      return `try(make_date(${number(3)} - ${BUDDHIST_YEARS}, ${number(2)}, ${number(1)}))`
    })
  if (format === SERIAL)
    return `case when regexp_full_match(${text}, '\\d{5}(\\.\\d+)?') then timestamp '1899-12-30' + to_seconds(round(try_cast(${text} as double) * 86400)) end`
  if (format === WRAPPED_EPOCH || format === WRAPPED_DAY) {
    const milliseconds = digits(`^${WRAPPED}$`).replace('as integer', 'as bigint')
    const moment = `make_timestamp(${milliseconds} * 1000)`
    return format === WRAPPED_EPOCH ? moment : `case when ${milliseconds} % ${DAY_MS} = 0 then ${moment} end`
  }
  const steps = bared ? BARING : isSpelled({ format }) ? spelledSteps(foreign) : []
  const bare = steps.reduce(
    (read, [pattern, instead]) => `regexp_replace(${read}, ${literal(pattern)}, ${literal(instead)}, 'g')`,
    text,
  )
  const short = foreign && isSpelled({ format }) ? once(`lower(${bare})`, 'bare', inEnglish) : bare
  // By four digits, two would be those of the first century; some moments may have no parts of a second, or no blank before their half of the day.
  const other = years ? format!.replace('%y', '%Y') : format!.replace(/[.,]%f/, '')
  const formats = [...new Set([format!, other].flatMap((one) => [one, one.replace(' %p', '%p')]))].map(literal)
  return `try_strptime(${short}, ${formats.length > 1 ? `[${formats.join(', ')}]` : formats[0]})`
}

/** `use` of an expression that is more than a column: written once for all places in which it is used, to plan it and to run it. */
const once = (expression: string, name: string, use: (name: string) => string) =>
  /^\w+$/.test(expression) || use(name) === name
    ? use(expression)
    : `list_transform([${expression}], lambda ${name}: ${use(name)})[1]`

/** `use` of what the groups of a pattern match in a text: null where that is nothing. */
const withGroups = (text: string, pattern: string, count: number, use: (group: (at: number) => string) => string) => {
  const names = Array.from({ length: count }, (_, at) => `'g${at + 1}'`)
  const groups = `regexp_extract(${text}, ${literal(pattern)}, [${names.join(', ')}])`
  return once(groups, 'groups', (groups) => use((at) => `nullif(${groups}.g${at}, '')`))
}

/** How long something took, in seconds. */
function secondsOf(text: string, { signed, ...plan }: Extract<ColumnPlan, { kind: 'duration' }>): string {
  if (signed) {
    const size = secondsOf(`regexp_replace(${text}, '${SIGN}', '')`, plan)
    return `case when regexp_matches(${text}, '^[-−]') then -1 else 1 end * (${size})`
  }
  const { parts, fine } = plan
  const each = parts === 'minutes' ? [60, 1] : [3600, 60]
  const finer = (group: (at: number) => string) =>
    `round(coalesce(${group(1)}::double, 0) * 3600 + ${group(2)}::double * 60 + replace(${group(3)}, ',', '.')::double, 6)`
  const sum = (pattern: string, seconds: number[]) =>
    withGroups(text, pattern, seconds.length, (group) =>
      seconds.map((each, at) => `coalesce(try_cast(${group(at + 1)} as bigint), 0) * ${each}`).join(' + '),
    )
  return `case ${fine ? `when regexp_full_match(${text}, '${FINE}') then ${withGroups(text, `^${FINE}$`, 3, finer)} when regexp_full_match(${text}, '${SECONDS}') then replace(${text}, ',', '.')::double` : ''} when regexp_full_match(${text}, '${CLOCK}') then ${sum(`^${CLOCK}$`, [3600, 60, 1])}
    when regexp_full_match(${text}, '${HOURS_MINUTES}') then ${sum(`^${HOURS_MINUTES}$`, each)}
    when regexp_full_match(${text}, '(?i)${SPELT}') and regexp_matches(${text}, '\\d') then ${sum(`(?i)^${SPELT}$`, [86_400, 3600, 60, 1])} end`
}

/** What is blank to JavaScript: to the engine narrow blanks, and those at which no line may break, are none. */
const BLANK = '[\\s\\p{Zs}]'
/** A text without what is around its number. */
export function bared(text: string, dress: Dress): string {
  const steps = undressing(dress)
  if (steps.length === 0) return text
  const bare = steps.reduce(
    (bare, [pattern, instead]) =>
      `regexp_replace(${bare}, ${literal(pattern.replaceAll('\\s', BLANK))}, '${instead.replaceAll('$', '\\')}')`,
    text,
  )
  // Most numbers have nothing around them.
  return `case when regexp_full_match(${text}, '-?[0-9.]*[0-9]') then ${text} else ${bare} end`
}

/** A number without the marks that group its thousands, and with a point before its decimals; null for what is written in another style. */
const STYLED = {
  plain: (bare: string) => bare,
  grouped: (bare: string) =>
    `case when regexp_full_match(${bare}, '[-0-9.]*') then ${bare} when regexp_matches(${bare}, '^-?\\d{1,3}(((,\\d{2,3})*,\\d{3}|([''’]\\d{3})+)(\\.\\d+)?|([ \\x{a0}\\x{202f}]\\d{3})+\\.\\d+)$') then regexp_replace(${bare}, '[,''’ \\x{a0}\\x{202f}]', '', 'g') end`,
  comma: (bare: string) =>
    `case when regexp_matches(${bare}, '^-?(\\d{1,3}([. \\x{a0}\\x{202f}]\\d{3})+|\\d+)(,\\d+)?([eE][+-]?\\d{1,3})?$') then replace(regexp_replace(${bare}, '[. \\x{a0}\\x{202f}]', '', 'g'), ',', '.') end`,
}

function numberOf(text: string, plan: NumberPlan): string {
  const undressed = bared(text, plan)
  const scaled = plan.scaled ? unscaledSql(undressed) : null
  const bare = once(scaled?.bare ?? undressed, 'written', STYLED[plan.style])
  if (scaled) {
    // Exact: neither a double nor a division comes between.
    const times = (bare: string) =>
      `case when ${isNumber(bare)} then try_cast(${bare} as decimal(18,6)) * (${scaled.factor})::decimal(13,0) end`
    const read = (value: string) => `try_cast(${value} as ${typeOf(plan)})`
    return once(once(bare, 'bare', times), 'value', (value) =>
      plan.kind === 'double' ? read(value) : `case when ${read(value)} = ${value} then ${read(value)} end`,
    )
  }
  return once(bare, 'bare', (bare) => {
    if (plan.kind === 'integer')
      return `case when try_cast(${bare} as bigint)::varchar = ${bare} then try_cast(${bare} as bigint) end`
    if (plan.kind === 'double')
      return `case when ${isNumber(bare)} and ${isExact(bare)} and isfinite(try_cast(${bare} as double)) then try_cast(${bare} as double) end`
    const value = `try_cast(${bare} as ${typeOf(plan)})`
    return `case when ${isNumber(bare)} and ${value}::double = try_cast(${bare} as double) then ${value} end`
  })
}

/** Whether a text expression has a value that does not fit its plan. */
export const misfit = (text: string, plan: ColumnPlan) =>
  plan.kind === 'text' ? 'false' : `${text} is not null and (${readValue(text, plan)}) is null`

/** Leading zeros and plus signs belong to codes and telephone numbers; a cast would drop them. */
const isNumber = (text: string) =>
  `not (${text} >= '00' and ${text} < '0:') and not (${text} >= '+' and ${text} < ',') and not contains(${text}, '_')`

/** Digits beyond what a double holds must not be lost from an identifier. */
const isExact = (text: string) => `(length(${text}) <= 16 or contains(${text}, '.') or contains(lower(${text}), 'e'))`

/**
 * The quick way through a file that keeps its types, in two steps: `value` is read from the column `text`; `checked` is the value
 * again, by its name `read`, or an error that ends the statement when the text does not fit.
 */
export function strictly(text: string, read: string, plan: ColumnPlan): { value: string; checked: string } {
  if (plan.kind === 'text') return { value: 'null', checked: readValue(text, plan) }
  const fits = fitsAs(text, read, plan)
  return {
    value: fits ? `try_cast(${text} as ${typeOf(plan)})` : readValue(text, plan),
    checked: `case when ${fits ?? `${read} is not null`} then ${read} when ${text} is not null then error('misfit') end`,
  }
}

/** Whether the plain number that was cast from a text is all of it; null for what is read in another way. */
function fitsAs(text: string, read: string, plan: ColumnPlan): string | null {
  if (plan.kind === 'integer' && isPlain(plan)) return `${read}::varchar = ${text}`
  if (plan.kind === 'double' && isPlain(plan)) return `isfinite(${read}) and ${isNumber(text)} and ${isExact(text)}`
  // Most texts have as many decimals as the column: that they are the same is seen sooner than that they mean the same.
  if (plan.kind === 'decimal' && isPlain(plan))
    return `case when ${read}::varchar = ${text} then true else ${isNumber(text)} and ${read}::double = try_cast(${text} as double) end`
  return null
}

const isPlain = ({ style, unit, signs, notes, south, scaled }: NumberPlan) =>
  style === 'plain' && unit === null && !signs && !notes && south === null && !scaled
