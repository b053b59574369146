import { wordsOf } from '#base/text.ts'
import { fits } from './fits.ts'

const TIME =
  /^(([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?|(0?[1-9]|1[0-2])([:.][0-5]\d)?(:[0-5]\d)? ?[ap]m|([01]?\d|2[0-3])h[0-5]\d|([01]?\d|2[0-3])[:.][0-5]\d Uhr)$/i
/** Hours, minutes and seconds: a time of day looks the same. */
export const CLOCK = '(\\d+):([0-5]\\d):([0-5]\\d)'
/** `1h 30m`, `2 hours 5 min`, `PT1H30M`: days, hours, minutes and seconds are its groups. */
export const SPELT = `P?${[
  'd(?:ays?)?|tage?n?|jours?|j|días?|dagen|dag',
  'h(?:(?:ou)?rs?)?|std|stunden?|heures?|horas?|ore|uur|tim',
  'm(?:in(?:ut[eo]?[ns]?)?s?)?',
  's(?:ec(?:ond)?s?)?|sek(?:unden?)?',
]
  .map((words) => `(?:(\\d+)\\s*(?:${words})\\.?)?`)
  .join('[T, ]*')}`
/** Hours and minutes, or minutes and seconds. */
export const HOURS_MINUTES = '(\\d{1,4}):([0-5]\\d)'
const HOURS = new RegExp(`^${HOURS_MINUTES}$`)
const CLOCKED = new RegExp(`^${CLOCK}$`)
const SPELT_OUT = new RegExp(`^(?=.*\\d)${SPELT}$`, 'i')
const DURATION_NAME =
  /(^| )(duration|elapsed|runtime|uptime|lap|laptime|split|pace|gap|behind|length|taken|spent|(?:finish|finishing|net|chip|gun|race|winning|best|total|wait|waiting|handling|handle|talk|hold|response|resolution|call|ride|cook|cooking|prep|preparation) time|dauer|rundenzeit|rückstand|abstand|durée|écart|duración|duração|durata|distacco|duur|varighet|kesto|süre)( |$)/
/** Times of day by their name, however early they are. */
const DAY_TIME_NAME =
  /(^| )(at|start|started|begin|began|open|opened|close|closed|departure|departed|arrival|arrived|scheduled|due|sunrise|login|logged)( |$)/
/** So many times to the second that are all before this hour are lengths: few things happen only at night. */
const [LEAST_CLOCKED, EARLY] = [4, 7]
/** What takes minutes: where all are from this hour on, they are when it was. */
const MINUTES_NAME = /^(?:wait|waiting|talk|hold|response|call|ride|cook|prep) time$/

/** What stands behind a name may say how lengths are written: "Time [mm:ss]", "Net (h:min)"; hh:mm is a time of day as well. */
const PARTS_NAME = /(?:^|[^h] )(?:mm|mins?) (?<seconds>ss|secs?)$|(?:^| )(?:h|hrs?) mins?$/
/** What takes hours where its length is written in two parts. */
const HOURS_NAME = /(^| )(hours?|hrs|flight|shift|work|worked|working|trip|travel|journey|sleep|uptime|movie|film)( |$)/

/** What two sides of a match have, as 31:27. */
const SCORE_NAME =
  /(^| )(scores?|scoreline|halftime|goals|sets|tore|endstand|spielstand|halbzeit|punktestand|marcador|placar|punteggio|skore|wynik|stand|счёт|счет|比分)( |$)/
const LEAST_SCORES = 5
const [ONE_DIGIT, ONE_DIGIT_SHARE] = [/^\d+:\d$/, 10]

/** Minutes and seconds with parts of a second, maybe below hours, as `1:23.456`. */
export const FINE = '(?:(\\d+):)?(\\d{1,3}):([0-5]?\\d[.,]\\d+)'
const FINE_ALONE = new RegExp(`^${FINE}$`)
/** Less than a minute, beside such. */
export const SECONDS = '[0-5]?\\d[.,]\\d+'
const SECONDS_ALONE = new RegExp(`^${SECONDS}$`)
/** Digits alone, two each for hours, minutes and seconds. */
export const PACKED = '([01]\\d|2[0-3])([0-5]\\d)([0-5]\\d)?'
const IS_PACKED = new RegExp(`^${PACKED}$`)
/** Hours and minutes with a point, which only what is planned to five minutes tells from a number. */
export const POINTED = '([01]?\\d|2[0-3])\\.([0-5][05])'
const IS_POINTED = new RegExp(`^${POINTED}$`)
const KICK_OFF = /(^| )(kick off|kickoff|anstoß|anpfiff|aftrap|avspark|klo|kl)$/
const TIME_NAME =
  /(^| )(time|hhmm|hhmmss|utc|gmt|hora|horas|hour|heure|zeit|uhrzeit|ora|orario|tijd|tid|klokka|klokkeslett|kello|aika|czas|godzina|čas|idő|ora|saat|время|час|ώρα|वक्त|समय|时间|時間|時刻|시간|시각)$/
const LEAST_PACKED = 3

/**
 * `parts`: what two parts of a duration are, as in 3:45; left out where none has two. `fine`: with parts of a second. `signed`: some have a plus or minus. `packed`: a time is
 * digits alone, `pointed`: it has a point for a colon.
 */
export type ClockPlan =
  | { kind: 'time'; packed?: true; pointed?: true }
  | { kind: 'duration'; parts?: 'hours' | 'minutes'; fine?: true; signed?: true }

/** Times in digits alone, as 0915 and 143000, or with a point, under the name of a time: all with as many digits, and a nought in front or seconds. */
export function planPackedTime(values: string[], name: string): ClockPlan | null {
  const all = (test: (value: string) => boolean) => values.every(test)
  const length = values[0]!.length
  const words = wordsOf(name).join(' ')
  const isNamed = TIME_NAME.test(words)
  if ((isNamed || KICK_OFF.test(words)) && values.length >= LEAST_PACKED && all((value) => IS_POINTED.test(value)))
    return { kind: 'time', pointed: true }
  const isPadded = length === 6 || values.some((value) => value.startsWith('0'))
  const isPacked = isNamed && isPadded && values.length >= LEAST_PACKED
  return isPacked && all((value) => value.length === length && IS_PACKED.test(value))
    ? { kind: 'time', packed: true }
    : null
}

/**
 * Whether pairs of numbers are scores: their column is called so, both sides of all come near each other, as minutes and seconds of many
 * values do not, or both have the same sum, as the goals of all teams for and against them.
 */
function areScores(values: string[], words: string): boolean {
  if (!fits(values, (value) => HOURS.test(value))) return false
  const sides = values.map((value) => value.split(':').map(Number))
  const areNear = sides.every((pair) => Math.max(...pair) <= 2 * Math.min(...pair))
  const areEven = sides.reduce((rest, [one = 0, other = 0]) => rest + one - other, 0) === 0
  return SCORE_NAME.test(words) || (values.length >= LEAST_SCORES && (areNear || areEven))
}

/** What stands before how much more or less something took. */
export const SIGN = '^[-−+]'
const SIGNED = new RegExp(SIGN)
/** How far a zone is from UTC. */
const isOffset = (value: string) => /^[-−+](?:0\d|1[0-4]):?(?:00|15|30|45)$/.test(value)

/**
 * Times of day, or how long something took, which is kept in seconds.
 * @param name of the column, which tells `01:30:00` apart @param dated whether another column has days: times that pass beside them are those of a log
 */
export function planClock(written: string[], name: string, dated = false): ClockPlan | null {
  const isSigned = written.some((value) => SIGNED.test(value)) && !written.every(isOffset)
  const values = isSigned ? written.map((value) => value.replace(SIGNED, '')) : written
  const signed = isSigned ? ({ signed: true } as const) : {}
  // Minutes have two digits, goals have not.
  if (ONE_DIGIT_SHARE * values.filter((value) => ONE_DIGIT.test(value)).length >= values.length) return null
  const words = wordsOf(name).join(' ')
  const clocked = values.flatMap((value) => {
    const parts = CLOCKED.exec(value)
    return parts ? [{ hours: Number(parts[1]), seconds: Number(parts[3]) }] : []
  })
  const isEarly =
    clocked.length >= LEAST_CLOCKED &&
    clocked.some(({ seconds }) => seconds !== 0) &&
    clocked.every(({ hours }) => hours < EARLY) &&
    !(
      dated &&
      TIME_NAME.exec(words)?.[0] === words &&
      values.every((value, at) => at === 0 || value >= values[at - 1]!)
    )
  const isOfDay =
    clocked.length >= LEAST_CLOCKED && MINUTES_NAME.test(words) && clocked.every(({ hours }) => hours >= EARLY)
  const parts = PARTS_NAME.exec(words)
  const isNamed = (DURATION_NAME.test(words) && !isOfDay) || parts !== null || (isEarly && !DAY_TIME_NAME.test(words))
  const twos = values.filter((value) => HOURS.test(value))
  const isLong = isSigned || values.some((value) => Number((CLOCKED.exec(value) ?? HOURS.exec(value))?.[1]) > 23)
  if (!isSigned && (isLong || SCORE_NAME.test(words)) && !isNamed && areScores(values, words)) return null
  // Hours beyond a day are no time of day, with or without seconds.
  if ((isLong || isNamed) && fits(values, (value) => CLOCKED.test(value) || HOURS.test(value))) {
    if (twos.length === 0) return { kind: 'duration', ...signed }
    // Nobody plans to the second: 1:30, 0:45.
    const areRound = twos.every((value) => Number(HOURS.exec(value)![2]) % 5 === 0)
    const isShort = parts ? !!parts.groups!.seconds : isNamed && !areRound && !HOURS_NAME.test(words)
    const isClocked = values.some((value) => CLOCKED.test(value))
    return { kind: 'duration', parts: isShort || isClocked ? 'minutes' : 'hours', ...signed }
  }
  const isFine = (value: string) => FINE_ALONE.test(value) && (isNamed || FINE_ALONE.exec(value)![1] === undefined)
  if (
    values.some(isFine) &&
    fits(values, (value) => [FINE_ALONE, SECONDS_ALONE, CLOCKED, HOURS].some((way) => way.test(value)))
  )
    return { kind: 'duration', parts: 'minutes', fine: true, ...signed }
  if (isSigned) return null
  if (fits(values, (value) => TIME.test(value))) return { kind: 'time' }
  // "1990s" and "5m" by themselves may be something else; "5 Min." is not.
  const hasParts =
    values.some((value) => (value.match(/[a-z]+/gi) ?? []).length > 1) ||
    values.every((value) => /[a-z]{3}/i.test(value))
  return hasParts && fits(values, (value) => SPELT_OUT.test(value)) ? { kind: 'duration' } : null
}
