import { wordsOf } from '#base/text.ts'
import { namesKey } from '#catalog/rules/relation.ts'
import type { DateOrder } from './dialect.ts'
import { fits, mostMisfits } from './fits.ts'
import { CELL_MONTHS, MONTH_IN_ENGLISH, namesMonth } from './months.ts'

/**
 * How the dates of a column are read. `format`: a strptime pattern (what `spelledSteps` does to a text with the name of a month is done before), the name of a
 * way of writing that has none, or null for ISO 8601; `zoned`: with an offset, kept as UTC; `ambiguous`: every value would also be a date with
 * day and month exchanged; `foreign`: names of months are not only English.
 */
export type DatePlan = {
  kind: 'date' | 'timestamp'
  format: string | null
  zoned: boolean
  ambiguous: boolean
  foreign?: boolean
  /** The time is followed by its zone: what stands before it is read by the format. */
  zone?: true
  /** Days of the week and signs for year, month and day are taken out before. */
  bared?: true
  /** Some are written as ISO says, beside those of the format. */
  iso?: true
  /** Others are written in another way. */
  also?: DatePlan
  /** Some years have four digits beside those of two. */
  years?: true
  /** Some have parts of a second that are smaller than those of a moment. */
  finer?: true
}

/** Ways of writing that strptime does not know. */
export const QUARTER = 'quarter'
export const WEEK = 'week'
export const EPOCH = {
  seconds: 'epoch seconds',
  milliseconds: 'epoch milliseconds',
  microseconds: 'epoch microseconds',
  nanoseconds: 'epoch nanoseconds',
}
/** How many digits moments of our time have, and which count from 1970. */
const EPOCH_DIGITS: [digits: RegExp, format: string][] = [
  [/^[1-3]\d{9}(?:\.\d+)?$/, EPOCH.seconds],
  [/^[1-3]\d{12}(?:\.\d+)?$/, EPOCH.milliseconds],
  [/^[1-3]\d{15}$/, EPOCH.microseconds],
  [/^[1-3]\d{18}$/, EPOCH.nanoseconds],
]
/** Parts of a second beyond the sixth digit, in a moment and in nanoseconds since 1970. */
export const FINER = '\\.\\d{6}\\d*[1-9]|^\\d{16}(?:\\d\\d[1-9]|\\d[1-9]0|[1-9]00)$'
const isFiner = new RegExp(FINER)
export const SERIAL = 'days of a spreadsheet'
/** Milliseconds since 1970 as older services write them in JSON: `/Date(1704182709000)/`, with a zone that says how clocks stood; days, too. */
export const WRAPPED_EPOCH = 'wrapped epoch'
export const WRAPPED_DAY = 'wrapped day'
export const DAY_MS = 86_400_000
export const WRAPPED = '\\\\?/Date\\((-?\\d{1,14})(?:[+-]\\d{4})?\\)\\\\?/'
export const isEpoch = ({ format }: Pick<DatePlan, 'format'>) =>
  format !== null && Object.values(EPOCH).includes(format)

const plan = (kind: DatePlan['kind'], format: string | null, zoned = false): DatePlan => {
  return { kind, format, zoned, ambiguous: false }
}

const ISO_DATE = /^\d{4}[-/]\d{1,2}[-/]\d{1,2}$/
export const areIsoDays = (values: readonly string[]) =>
  values.length > 0 && values.every((value) => ISO_DATE.test(value))
const ISO_MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?( ?(Z|UTC|[+-]\d\d(:?\d\d)?))?$/
/** An offset that the engine does not cast. */
const UNCAST = /\d ?[+-]\d{4}$/
const NUMERIC_DATE =
  /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?:(,?[T ])(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,6})?)?)(?: ?([AP]M))?)?$/i

/** Years that are counted from the beginning of a reign, a republic or a belief: what is added to each, by what is written before it. */
export const ERAS: Record<string, number> = {
  ...{ 明治: 1867, 大正: 1911, 昭和: 1925, 平成: 1988, 令和: 2018, 民國: 1911, 民国: 1911 },
  ...{ M: 1867, T: 1911, S: 1925, H: 1988, R: 2018 },
}
export const ERA = 'era'
/** Era, year, month and day are its groups. */
export const ERA_DAY = `(${Object.keys(ERAS).join('|')}) ?(\\d{1,3}|元)[年./-] ?(\\d{1,2})[月./-] ?(\\d{1,2})日?`
export const BUDDHIST = 'buddhist'
/** Day, month and a year of the Thai calendar. */
export const BUDDHIST_DAY = '(\\d{1,2})[./-](\\d{1,2})[./-](2[45]\\d{2})'
export const BUDDHIST_YEARS = 543

/** Longest first, so that a name is not taken for its beginning. */
const anyOf = (words: string[]) => [...new Set(words)].toSorted((a, b) => b.length - a.length).join('|')
const ENGLISH = CELL_MONTHS.map(([short]) => short!)
/** A word that may be a month; whether it is one, a list of all of them says. */
const NAMED = '\\p{L}[\\p{L}\\p{M}.]{1,14}'
/** Days of the week in seventeen languages; to ask the system for them takes as long as to read a small file. "mar" and others are months more often. */
const WEEKDAYS = [
  'thursday friday saturday sunday monday tuesday wednesday thu fri sat sun mon tue wed donnerstag freitag samstag sonntag',
  'montag dienstag mittwoch do fr sa so mo di mi jeudi vendredi samedi dimanche lundi mardi mercredi jeu ven sam dim lun',
  'mar mer jueves viernes sábado domingo lunes martes miércoles jue vie sáb dom mié guruwaar shukrawaar shaniwaar raviwaar',
  'somwaar mangalwaar budhwaar guru shukra shani ravi som mangal budh giovedì venerdì sabato domenica lunedì martedì',
  'mercoledì gio sab quinta-feira sexta-feira segunda-feira terça-feira quarta-feira qui sex seg ter qua donderdag vrijdag',
  'zaterdag zondag maandag dinsdag woensdag vr za zo ma wo torsdag fredag lördag söndag måndag tisdag onsdag tors fre lör',
  'sön mån tis ons lørdag søndag mandag tirsdag lør søn man tirs torstai perjantai lauantai sunnuntai maanantai',
  'tiistaiiviikko to pe la su ti ke czwartek piątek sobota niedziela poniedziałek wtorek środa czw pt sob niedz pon wt śr',
  'čtvrtek pátek neděle pondělí úterý středa čt pá ne po út st perşembe cuma cumartesi pazar pazartesi salı çarşamba per',
  'cum cmt paz pzt sal çar четверг пятница суббота воскресенье понедельник вторник среда чт пт сб вс пн вт ср πέμπτη',
  'παρασκευή σάββατο κυριακή δευτέρα τρίτη τετάρτη πέμ παρ σάβ κυρ δευ τρί τετ kamis jumat sabtu minggu senin selasa rabu',
  'kam jum min sen sel rab',
]
  .join(' ')
  .split(' ')
  .filter((word) => !MONTH_IN_ENGLISH.has(word))
const WEEKDAY = `(?:${anyOf(WEEKDAYS)})\\.?,? `
/** What is done to days in figures with a day of the week, or with signs between them: "Fri 02/10/2023", "2023年2月10日(金)". */
export const BARING: [pattern: string, instead: string][] = [
  [`(?i)^(?:le )?${WEEKDAY}`, ''],
  [`(?i) ?[(（](?:${anyOf([...WEEKDAYS, ...'月火水木金土日一二三四五六월화수목금토일'])})\\.?[)）]`, ''],
  ['^(\\d{4}) ?[年년] ?', '\\1-'],
  ['^(\\d{4}-\\d{1,2}) ?[月월] ?(\\d)', '\\1-\\2'],
  ['^(\\d{4})-(\\d) ?[月월]$', '\\1-0\\2'],
  ['^(\\d{4}-\\d{2}) ?[月월]$', '\\1'],
  ['^(\\d{4}-\\d{1,2}-\\d{1,2}) ?[日日일]', '\\1'],
  ['(\\d) ?[时時点시] ?(\\d{1,2}) ?[分분] ?(\\d)', '\\1:\\2:\\3'],
  ['(\\d) ?[时時点시] ?(\\d{1,2}) ?[分분]', '\\1:\\2'],
  ['(:\\d{1,2}) ?[秒초]', '\\1'],
  ['^(\\d{4})\\. (\\d{1,2})\\. (\\d{1,2})\\.?', '\\1-\\2-\\3'],
  ['^(\\d{4})\\.(\\d{1,2})\\.(\\d{1,2})\\.', '\\1-\\2-\\3'],
  ['^(\\d{1,2})\\. (\\d{1,2})\\. (\\d{4})', '\\1.\\2.\\3'],
  ['^(\\d{1,2}\\.\\d{1,2}\\.\\d{4})\\.', '\\1'],
]
const baring = BARING.map(
  ([pattern, instead]) => [new RegExp(pattern.replace('(?i)', ''), 'iu'), instead.replaceAll('\\', '$')] as const,
)
const withoutSigns = (value: string) =>
  baring.reduce((text, [pattern, instead]) => text.replace(pattern, instead), value)
const isForeign = new RegExp(
  `(^|[^\\p{L}])(?:${anyOf(CELL_MONTHS.flatMap((names, at) => names.filter((name) => !/^[a-z]+$/.test(name) || !name.startsWith(ENGLISH[at]!))))})($|[^\\p{L}])`,
  'iu',
)

/**
 * What is done to dates with the name of a month, one after the other, until strptime reads them: the day of the week and signs are left
 * out, English names are their first three letters.
 */
export const spelledSteps = (foreign: boolean): [pattern: string, instead: string][] => [
  [`(?i)^(?:le )?${WEEKDAY}`, ''],
  ['(?i)(\\d)(?:st|nd|rd|th|er|\\.)([ ,])', '\\1\\2'],
  ['(?i) del? | of ', ' '],
  [' ?(?:г|р|года|року)\\.?$', ''],
  ['[,.]', ''],
  ["[’']", "'"],
  ...(foreign ? [] : [['\\b([A-Za-z]{3})[A-Za-z]*', '\\1'] as [string, string]]),
]
const CLOCKS: [pattern: string, format: string][] = [
  ['\\d{1,2}:\\d{2} ?[ap]m', '%I:%M %p'],
  ['\\d{1,2}:\\d{2}:\\d{2} ?[ap]m', '%I:%M:%S %p'],
  ['\\d{1,2}:\\d{2}', '%H:%M'],
  ['\\d{1,2}:\\d{2}:\\d{2}', '%H:%M:%S'],
  ['\\d{1,2}:\\d{2}:\\d{2}(?:\\.\\d{1,6})?', '%H:%M:%S.%f'],
]
const DAY = '\\d{1,2}(?:st|nd|rd|th|er|\\.)?'
const DAYS: [pattern: string, format: string][] = [
  [`${DAY} (?:de |of )?${NAMED}(?:,? | del? )\\d{4}(?: ?(?:[гр]\\.?|года|року))?`, '%d %b %Y'],
  [`\\d{1,2}-${NAMED}-\\d{4}`, '%d-%b-%Y'],
  [`${DAY} ${NAMED} \\d{2}`, '%d %b %y'],
  [`\\d{1,2}-${NAMED}-\\d{2}`, '%d-%b-%y'],
  [`${NAMED} ${DAY},? \\d{4}`, '%b %d %Y'],
  [`${NAMED}-\\d{1,2}-\\d{4}`, '%b-%d-%Y'],
  [`${NAMED}-\\d{1,2}-\\d{2}`, '%b-%d-%y'],
  [`\\d{4}-${NAMED}-\\d{1,2}`, '%Y-%b-%d'],
  [`\\d{4}\\.? ${NAMED} \\d{1,2}\\.?`, '%Y %b %d'],
  [`\\d{1,2}/${NAMED}/\\d{4}`, '%d/%b/%Y'],
  [`\\d{1,2}/${NAMED}/\\d{2}`, '%d/%b/%y'],
  [`\\d{1,2}${NAMED}\\d{4}`, '%d%b%Y'],
  [`\\d{1,2}${NAMED}\\d{2}`, '%d%b%y'],
]
/** Other digits are no years of months and quarters: 4-1000 is an account, T40153 a trip. */
const YEAR = '(?:1[5-9]|2[01])\\d{2}'
/** Quarters, also as trimesters. */
export const IN_QUARTER = `${YEAR}[- /]?[QT][1-4]|[QT][1-4][- /]?${YEAR}|[1-4][QT][- /]?${YEAR}`
const PERIODS: [pattern: string, format: string][] = [
  ['\\d{4}-(?:0[1-9]|1[0-2])', '%Y-%m'],
  ['\\d{4}\\/(?:0[1-9]|1[0-2])', '%Y/%m'],
  ['\\d{4}M(?:0[1-9]|1[0-2])', '%YM%m'],
  [`(?:0?[1-9]|1[0-2])\\/${YEAR}`, '%m/%Y'],
  [`(?:0?[1-9]|1[0-2])-${YEAR}`, '%m-%Y'],
  [`${NAMED}(?:,? | del? )\\d{4}`, '%b %Y'],
  [`${NAMED}-\\d{4}`, '%b-%Y'],
  [`\\d{4}-${NAMED}`, '%Y-%b'],
  [`\\d{4} ${NAMED}`, '%Y %b'],
  [IN_QUARTER, QUARTER],
  ['\\d{4}-?W(?:0[1-9]|[1-4]\\d|5[0-3])', WEEK],
]
/** Days in figures, year first; those that begin with the day or month are told apart by all values. */
const YEAR_FIRST: [pattern: string, format: string][] = [
  ['\\d{4}-\\d{1,2}-\\d{1,2}', '%Y-%m-%d'],
  ['\\d{4}/\\d{1,2}/\\d{1,2}', '%Y/%m/%d'],
  ['\\d{4}\\.\\d{1,2}\\.\\d{1,2}', '%Y.%m.%d'],
]
/** Hours that clocks are ahead of UTC, by the names of their zones: those that mean one zone to nearly everybody. */
export const ZONES: Record<string, number> = Object.fromEntries(
  [
    'z+0 utc+0 gmt+0 wet+0 bst+1 west+1 cet+1 mez+1 cest+2 mesz+2 eet+2 oez+2 eest+3 oesz+3 msk+3 ist+5.5 sgt+8 hkt+8 awst+8 jst+9',
    'kst+9 aest+10 aedt+11 nzst+12 nzdt+13 est-5 edt-4 cst-6 cdt-5 mst-7 mdt-6 pst-8 pdt-7 akst-9 akdt-8 hst-10',
  ].flatMap((line) => [...line.matchAll(/(\w+?)([-+][\d.]+)/g)].map(([, name, hours]) => [name!, Number(hours)])),
)
/** What stands behind a time: the name of a zone, or how far it is from UTC. */
export const ZONE = `(?:(?:GMT|UTC) ?)?([-+\u2212])(\\d{1,2})(?::?(\\d{2}))?(?: \\([^()]*\\))?|(${Object.keys(ZONES).join('|')})`
const ZONE_BEHIND = new RegExp(`(\\d|[ap]m) ?\\(?(?:${ZONE})\\)?$`, 'i')
/** What follows the day has a colon, or a letter in front: the end of a day is no zone. */
const withoutZone = (value: string) => (/:|\dT\d{4}/.test(value) ? value.replace(ZONE_BEHIND, '$1') : value)

const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`, 'iu')
const WAYS: [test: RegExp, plan: DatePlan][] = [
  // As web servers write it.
  [whole(`\\d{1,2}${NAMED}\\d{4}:\\d{2}:\\d{2}:\\d{2}`), plan('timestamp', '%d%b%Y:%H:%M:%S')],
  [whole(`\\d{1,2}/${NAMED}/\\d{4}:\\d{2}:\\d{2}:\\d{2}`), plan('timestamp', '%d/%b/%Y:%H:%M:%S')],
  // As ISO says for digits alone.
  [whole('\\d{8}T\\d{4}'), plan('timestamp', '%Y%m%dT%H%M')],
  [whole('\\d{8}T\\d{6}'), plan('timestamp', '%Y%m%dT%H%M%S')],
  ...PERIODS.map(([pattern, format]): [RegExp, DatePlan] => [whole(pattern), plan('date', format)]),
  ...YEAR_FIRST.map(([pattern, format]): [RegExp, DatePlan] => [whole(pattern), plan('date', format)]),
  ...YEAR_FIRST.flatMap(([pattern, format]) =>
    CLOCKS.flatMap(([clock, time]) =>
      [' ', ', '].map((gap): [RegExp, DatePlan] => [
        whole(`${pattern}${gap}${clock}`),
        plan('timestamp', `${format}${gap}${time}`),
      ]),
    ),
  ),
  ...DAYS.flatMap(([pattern, format]): [RegExp, DatePlan][] => [
    [whole(`(?:(?:le )?${WEEKDAY})?${pattern}`), plan('date', format)],
    ...CLOCKS.map(([clock, time]): [RegExp, DatePlan] => [
      whole(`(?:(?:le )?${WEEKDAY})?${pattern}(?:,| at| um| à)? ${clock}`),
      plan('timestamp', `${format} ${time}`),
    ]),
  ]),
]

// As C and Java print it.
WAYS.push([
  whole(`(?:${WEEKDAY})?${NAMED} {1,2}\\d{1,2} \\d{2}:\\d{2}:\\d{2} \\d{4}`),
  plan('timestamp', '%b %d %H:%M:%S %Y'),
])

/** A month and two digits: its year, or a day of it. */
const SHORT_MONTHS: [test: RegExp, format: string][] = [
  [whole(`${NAMED}-(\\d{2})`), '%b-%y'],
  [whole(`${NAMED} (\\d{2})`), '%b %y'],
  [whole(`${NAMED} ?['’](\\d{2})`), "%b'%y"],
  [whole(`(\\d{2})-${NAMED}`), '%y-%b'],
]
const PERIOD_NAME =
  /(^| )(month|months|period|periode|periodo|período|période|monat|maand|mois|mes|mês|mese|mahina|yearmonth|yyyymm|yyyy mm|ym|месяц|период|月|年月)$/

/** "Mar-24" is a month where the name of the column says so, and where few numbers come with many months, as years do and days do not. */
function planShortMonth(values: string[], name: string): DatePlan | null {
  const way = SHORT_MONTHS.find(([test]) => fits(values, (value) => test.test(value) && namesMonth(value)))
  if (!way) return null
  const all = new Set(values.map((value) => value.toLowerCase()))
  const numbers = new Set([...all].map((value) => way[0].exec(value)?.[1]))
  const isYear = numbers.size * 2 <= all.size || [...numbers].some((number) => Number(number) > 31)
  return isYear || (values.length > 1 && PERIOD_NAME.test(wordsOf(name).join(' '))) ? plan('date', way[1]) : null
}

const WEEK_NAME = /(^| )(wk|week|weeks|kw|woche|kalenderwoche|semaine|semana|settimana|isoweek|yearweek)$/
const IN_WEEK = /^\d{4}[-/ ]?(0[1-9]|[1-4]\d|5[0-3])$/

/** What ISO moments are read by where a zone is written behind them as ISO does not: the engine casts what stands before it. */
export const ISO_CLOCK = 'ISO clock'

/** How to read days whose values do not settle their order: as a person or another column says, else as is likelier. */
export type DateOrders = { dates?: DateOrder; likely?: DateOrder | undefined }

/** Dates in any of the ways in which people write them. @param name of the column */
export function planDate(values: string[], dates: DateOrders, name: string): DatePlan | null {
  // Every way has two digits at least: names and words need not be put to all of them.
  if (!fits(values, (value) => /\d.*\d/.test(value))) return null
  const mixed = planMixed(values, dates, name)
  if (mixed) return mixed
  if (fits(values, (value) => ISO_DATE.test(value))) return plan('date', null)
  if (WEEK_NAME.test(wordsOf(name).join(' ')) && fits(values, (value) => IN_WEEK.test(value))) return plan('date', WEEK)
  if (fits(values, (value) => new RegExp(`^${ERA_DAY}$`).test(value))) return plan('date', ERA)
  if (fits(values, (value) => new RegExp(`^${BUDDHIST_DAY}$`).test(value))) return plan('date', BUDDHIST)
  if (
    !values.some((value) => UNCAST.test(value)) &&
    fits(values, (value) => ISO_MOMENT.test(value) || ISO_DATE.test(value))
  )
    return finely(plan('timestamp', null, values.some(hasOffset)), values)
  const bare = values.map(withoutZone)
  if (bare.some((value, at) => value !== values[at])) {
    const found = planDate(bare, dates, name)
    // ISO texts are read by the engine itself only where their offset is written as ISO says.
    return found?.kind === 'timestamp' ? { ...found, format: found.format ?? ISO_CLOCK, zone: true } : null
  }
  const figures = values.map(withoutSigns)
  if (figures.some((value, at) => value !== values[at])) {
    const found = planDate(figures, dates, name)
    const format = found?.format ?? (found?.kind === 'date' ? '%Y-%m-%d' : null)
    if (found && format !== null && !isSpelled({ format }) && !found.zone) return { ...found, format, bared: true }
  }
  const parts = numericDates(values)
  const several = planSeveral(values, parts, dates, name)
  if (several) return several
  if (parts.length >= values.length - mostMisfits(values.length)) return planNumericDate(parts, dates)
  const found =
    WAYS.find(([test, plan]) =>
      fits(values, (value) => (!isSpelled(plan) || namesMonth(value)) && test.test(value)),
    )?.[1] ?? planShortMonth(values, name)
  return found && isSpelled(found) && values.some((value) => isForeign.test(value))
    ? { ...found, foreign: true }
    : found
}

/** A moment without a zone, or a day. */
export const ISO_LOCAL = '\\d{4}-\\d{1,2}-\\d{1,2}(?:[T ]\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?)?'
const isLocal = new RegExp(`^${ISO_LOCAL}$`)

/** Days of which some are written as ISO says, and the others in one way of people's; one that may be two days does not tell which. */
function planMixed(values: string[], dates: DateOrders, name: string): DatePlan | null {
  const others = values.filter((value) => !isLocal.test(value))
  if (others.length === 0 || others.length === values.length) return null
  const found = planDate(others, dates, name)
  if (!found?.format || found.zone || found.zoned || periodOf(found) || (found.ambiguous && others.length < 2))
    return null
  const isMoment = found.kind === 'timestamp' || values.some((value) => isLocal.test(value) && value.includes(':'))
  return finely({ ...found, kind: isMoment ? 'timestamp' : 'date', iso: true }, values)
}

/** Days in figures with different signs between them, or beside others with the name of their month: what one settles of their order holds for all. */
function planSeveral(
  values: string[],
  parts: readonly RegExpExecArray[],
  dates: DateOrders,
  name: string,
): DatePlan | null {
  const groups = [...Map.groupBy(values, (value) => NUMERIC_DATE.exec(value)?.[2] ?? '').values()]
  if (parts.length < 2 || groups.length < 2) return null
  const likely = settledOrder(parts) ?? dates.likely
  const plans = groups.map((group) => planDate(group, { ...dates, likely }, name))
  const areAlike = plans.every(
    (one) =>
      one?.format && one.kind === plans[0]!.kind && !one.zone && !one.bared && !periodOf(one) && /%d/.test(one.format),
  )
  return areAlike ? (plans as DatePlan[]).reduceRight((also, one) => ({ ...one, also })) : null
}

const finely = (found: DatePlan, values: string[]): DatePlan =>
  values.some((value) => isFiner.test(value)) ? { ...found, finer: true } : found

/** Whether dates have the names of their months. */
export const isSpelled = ({ format }: Pick<DatePlan, 'format'>): boolean => format?.includes('%b') ?? false

/** Names of columns whose digits may be moments, and days. */
const MOMENT_NAME =
  /(^| )(timestamps?|ts|dt|times?|epoch|unix|datetime|date|created|updated|modified|expires|seen|at|on)( (s|sec|secs|seconds|ms|msec|millis|milliseconds|us|micros|microseconds|ns|nanos|nanoseconds|utc|unix))?$/
const DAY_NAME =
  /(^| )(date|day|dt|ymd|yymmdd|yyyymmdd|ddmmyy|ddmmyyyy|on|at|[a-zäöüß]*datum|tag|jour|fecha|data|giorno|dato|dag|päivä|pvm|tarih|дата|день|ημερομηνία|दिनांक|तारीख|日期|日付|年月日|날짜|일자)$/

const SERIAL_NAME =
  /(^| )(date|[a-zäöüß]*datum|fecha|dato|päivä|tarih|deadline|dob|inception|expiry|expiration|effective|maturity|birthday|échéance|vencimiento|scadenza|ablauf)$/
const LEAST_SERIALS = 3

const [YEAR_DIGITS, MONTH_DIGITS, CLOCK_DIGITS] = ['(?:19|20)\\d{2}', '(?:0[1-9]|1[0-2])', '(?:[01]\\d|2[0-3])[0-5]\\d']
const DAY_DIGITS = `${YEAR_DIGITS}${MONTH_DIGITS}(?:0[1-9]|[12]\\d|3[01])`
/** Days and moments in digits alone: where so many values are all days, that they are others by chance is out of the question. */
const IN_DIGITS: [test: RegExp, plan: DatePlan][] = [
  [whole(DAY_DIGITS), plan('date', '%Y%m%d')],
  [whole(`${DAY_DIGITS}(?:[01]\\d|2[0-3])`), plan('timestamp', '%Y%m%d%H')],
  [whole(`${DAY_DIGITS}${CLOCK_DIGITS}`), plan('timestamp', '%Y%m%d%H%M')],
  [whole(`${DAY_DIGITS}${CLOCK_DIGITS}[0-5]\\d`), plan('timestamp', '%Y%m%d%H%M%S')],
]
const [MONTH, DAY_OF_MONTH] = [MONTH_DIGITS, '(?:0[1-9]|[12]\\d|3[01])']
/** Shorter ones, or with the day first, which the name of the column has to tell from numbers. */
const NAMED_DIGITS: [test: RegExp, year: (value: string) => string, plan: DatePlan][] = [
  [whole(`\\d\\d${MONTH}${DAY_OF_MONTH}`), (value) => value.slice(0, 2), plan('date', '%y%m%d')],
  [whole(`${DAY_OF_MONTH}${MONTH}\\d\\d`), (value) => value.slice(4), plan('date', '%d%m%y')],
  [whole(`${DAY_OF_MONTH}${MONTH}${YEAR_DIGITS}`), (value) => value.slice(4), plan('date', '%d%m%Y')],
]
const MONTH_IN_DIGITS = whole(`${YEAR_DIGITS}${MONTH_DIGITS}`)
const LEAST_DIGITS = 5

/** Days as `20240131`, and moments counted from 1970 in seconds or milliseconds, where the name of the column says that it has such, or many values are nothing else. */
export function planEpoch(values: string[], name: string): DatePlan | null {
  const words = wordsOf(name).join(' ')
  const all = (test: (value: string) => boolean) => values.every(test)
  const calls = values.map((value) => new RegExp(`^${WRAPPED}$`).exec(value))
  // There is no other way to write days so.
  if (calls.every((call) => call !== null))
    return calls.every((call) => Number(call[1]) % DAY_MS === 0)
      ? plan('date', WRAPPED_DAY)
      : plan('timestamp', WRAPPED_EPOCH)
  // Days since the end of 1899, as spreadsheets count them, from 1982 to 2064.
  if (SERIAL_NAME.test(words) && values.length >= LEAST_SERIALS && all((value) => /^[3-5]\d{4}(\.\d+)?$/.test(value)))
    return plan(all((value) => !value.includes('.')) ? 'date' : 'timestamp', SERIAL)
  if (PERIOD_NAME.test(words) && values.length > 1 && all((value) => MONTH_IN_DIGITS.test(value)))
    return plan('date', '%Y%m')
  const digits = IN_DIGITS.find(([test]) => all((value) => test.test(value)))?.[1]
  // Numbers of orders are made of moments, too.
  const isDay = digits?.kind === 'date' && values.length >= LEAST_DIGITS && !namesKey(name)
  if (digits && (isDay || DAY_NAME.test(words) || MOMENT_NAME.test(words))) return digits
  if (DAY_NAME.test(words) && values.length > 1) {
    // Where both orders are days, that in which they lie in fewer years.
    const years = ([, yearOf]: (typeof NAMED_DIGITS)[number]) => {
      const all = values.map((value) => Number(yearOf(value)))
      return Math.max(...all) - Math.min(...all)
    }
    const ways = NAMED_DIGITS.filter(([test]) => all((value) => test.test(value)))
    const [best] = ways.toSorted((a, b) => years(a) - years(b))
    if (best) return best[2]
  }
  if (!MOMENT_NAME.test(words)) return null
  const epoch = EPOCH_DIGITS.find(([digits]) => all((value) => digits.test(value)))
  return epoch ? finely(plan('timestamp', epoch[1]), values) : null
}

/** What a date of the column stands for: the first day of a month, a quarter or a week, where no day is written. */
export function periodOf({ format }: DatePlan): 'month' | 'quarter' | 'week' | null {
  if (format === QUARTER || format === WEEK) return format
  return format !== null && /^(?=.*%[mb])(?!.*%d)/.test(format) ? 'month' : null
}

const hasOffset = (value: string) => /(Z|UTC|[+-]\d\d(:?\d\d)?)$/.test(value.slice(10))

/** Values of a column which are days in figures, day or month first. */
const numericDates = (values: readonly string[]) =>
  values.map((value) => NUMERIC_DATE.exec(value)).filter((match) => match !== null)

/** What all values of a column say of the order of days and months: those above 12 are days. */
function settledOrder(parts: readonly RegExpExecArray[]): DateOrder | undefined {
  const firstOver = parts.some((match) => Number(match[1]) > 12)
  const secondOver = parts.some((match) => Number(match[3]) > 12)
  return firstOver === secondOver ? undefined : secondOver ? 'mdy' : 'dmy'
}

/** So many different days tell an order, and lie so many times closer in it. */
const [LEAST_DAYS, MANY_TIMES] = [4, 8]

/**
 * The likelier order of days where both are possible: that in which they come one after the other, else that in which they lie
 * much closer. The first of each month is as likely as the days of January.
 */
function likelyOrder(parts: readonly RegExpExecArray[]): DateOrder | undefined {
  const [first, second, years] = [1, 3, 4].map((at) => parts.map((match) => Number(match[at])))
  if (!parts.every((_, at) => first![at]! <= 12 && second![at]! <= 12)) return undefined
  const daysOf = (months: number[], days: number[]) =>
    parts.map((_, at) => Date.UTC(years![at]!, months[at]! - 1, days[at]!) / 86_400_000)
  const [dmy, mdy] = [daysOf(second!, first!), daysOf(first!, second!)]
  if (new Set(dmy).size < LEAST_DAYS) return undefined
  const inOrder = (days: number[]) =>
    days.every((day, at) => at === 0 || day >= days[at - 1]!) ||
    days.every((day, at) => at === 0 || day <= days[at - 1]!)
  if (inOrder(dmy) !== inOrder(mdy)) return inOrder(dmy) ? 'dmy' : 'mdy'
  if ([first!, second!].some((days) => days.every((day) => day === 1))) return undefined
  const span = (days: number[]) => Math.max(...days) - Math.min(...days)
  if (MANY_TIMES * span(dmy) <= span(mdy)) return 'dmy'
  return MANY_TIMES * span(mdy) <= span(dmy) ? 'mdy' : undefined
}

/**
 * The order of days and months of a table whose columns do not all settle it: that of those which do, where they agree, else the likelier
 * one of the others, else that of the United States, where amounts are in dollars with a point.
 */
export function likelyOrderOf(samples: readonly (readonly string[])[]): DateOrder | undefined {
  // With points the day is first everywhere.
  const columns = samples
    .map(filled)
    .map(numericDates)
    .filter(([one]) => one && one[2] !== '.')
  const agreed = (find: (parts: RegExpExecArray[]) => DateOrder | undefined) => {
    const found = new Set(columns.map(find).filter((order) => order !== undefined))
    return found.size === 1 ? [...found][0] : undefined
  }
  if (columns.length === 0) return undefined
  const isDollars = (values: readonly string[]) => values.length > 1 && values.every((value) => DOLLARS.test(value))
  const isAmerican = () => columns.every(([one]) => one![2] === '/') && samples.map(filled).some(isDollars)
  return agreed(settledOrder) ?? agreed(likelyOrder) ?? (isAmerican() ? 'mdy' : undefined)
}
const DOLLARS = /^[-(]{0,2}\$ ?[\d,]+(\.\d+)?\)?$/
const filled = (values: readonly string[]) => values.map((value) => value.trim()).filter(Boolean)

function planNumericDate(parts: RegExpExecArray[], { dates: order, likely }: DateOrders): DatePlan {
  const [, , gap, , , between, time, noon] = parts[0]!
  const digits = new Set(parts.map((match) => match[4]!.length))
  const years = digits.size > 1 ? { years: true as const } : {}
  const secondOver = parts.some((match) => Number(match[3]) > 12)
  // What the values settle themselves counts more than what was chosen for the whole file.
  const settled = secondOver || parts.some((match) => Number(match[1]) > 12)
  // Slashes without noughts before a time of half a day are the form of the United States.
  const isAmerican = gap === '/' && noon && parts.every((match) => !/^0/.test(match[1]!) && !/^0/.test(match[3]!))
  const monthFirst = settled
    ? settledOrder(parts) === 'mdy'
    : order
      ? order === 'mdy'
      : isAmerican || (likely === 'mdy' && gap !== '.')
  const yearFirst = order === 'ymd' && !digits.has(4) && !secondOver
  const last = digits.has(2) ? '%y' : '%Y'
  const date = (yearFirst ? ['%y', '%m', '%d'] : [...(monthFirst ? ['%m', '%d'] : ['%d', '%m']), last]).join(gap)
  const ambiguous = !settled && order === undefined
  if (!time) return { kind: 'date', format: date, zoned: false, ambiguous, ...years }
  const [mark] = parts.flatMap((match) => /[.,]/.exec(match[6] ?? '')?.[0] ?? [])
  const seconds = time.split(':').length === 3 ? `:%S${mark ? `${mark}%f` : ''}` : ''
  const clock = `${noon ? '%I' : '%H'}:%M${seconds}${noon ? ' %p' : ''}`
  return { kind: 'timestamp', format: `${date}${between}${clock}`, zoned: false, ambiguous, ...years }
}
