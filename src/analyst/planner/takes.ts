import { root, stem } from '#base/stems.ts'
import { isPlanned } from '../built-in/money.ts'
import { type Column, columnsIn, type Schema, type Table, tableOf, timeColumn } from '../built-in/schema.ts'
import { sayTable } from '../built-in/wording/nouns.ts'
import { durationOf } from './durations.ts'
import { only } from './halves.ts'
import { kindSaid } from './kinds.ts'
import { isFigure } from './rows.ts'
import { isEnd, isReply, spanOf, startOf } from './spans.ts'
import { ends } from './states.ts'
import { isDuration } from './units.ts'
import { KIN_OF } from './words.ts'

/** Whether a word of doing is in the name of a time: "respond" and First response. */
export function isDone(verb: string, { words }: Column): boolean {
  const kin = KIN_OF.get(verb) ?? new Set()
  return words.some(
    (word) => word.slice(0, 5) === verb.slice(0, 5) || root(word) === root(verb) || kin.has(word) || ends(verb, word),
  )
}

/** The time at which what a later time of the same rows ends began. */
export const beginningOf = (table: Table, end: Column): Column | null => {
  const first = startOf(table) ?? timeColumn({ ...table, columns: table.columns.filter((one) => one !== end) })
  return first !== end && first?.temporal ? first : null
}

/** Durations, without time that is to be spent and was not yet. */
const durationsIn = (schema: Schema): Column[] =>
  columnsIn(schema).filter(
    (one) =>
      isFigure(one) &&
      isDuration(one) &&
      !isPlanned(one) &&
      !one.words.some((word) => /^(?:budget|allocated)$/.test(word)),
  )

/** The only duration that adds up: the time that is spent. */
export const spentTime = (schema: Schema): Column | null =>
  only(durationsIn(schema).filter(({ role, aggregation }) => role === 'measure' && aggregation === 'sum'))

/** How long rows took to do something: the only duration that has the word in its name (`Wait Time`), else the time until it was done; null where there is none. */
function timeTo(said: string, schema: Schema): string | null {
  const verb = said.toLowerCase()
  const lasting = durationsIn(schema)
  const kin = KIN_OF.get(verb)
  const own = only(lasting.filter(({ words }) => words.some((word) => root(word) === root(verb) || kin?.has(word))))
  const spent = own ?? (/^(?:spend|spent|work|worked|log|logged|book|booked)$/.test(verb) ? spentTime(schema) : null)
  // The unit is no part of what it is called: `Time Spent (s)`.
  if (spent) return spent.name.replace(/\s*\([^)]*\)$/, '')
  const done = doneAt(verb, schema)
  return done && `time from ${done.since.name} to ${done.end.name}`
}

/** The only time in whose name a word of doing is, before those that are but of another word for it, and when such rows began. */
export function doneAt(verb: string, schema: Schema): { end: Column; since: Column } | null {
  const all = schema.tables.flatMap((table) =>
    table.columns.flatMap((end) => {
      const since = end.temporal && isDone(verb, end) ? beginningOf(table, end) : null
      return since && (isEnd(end) || !isEnd(since)) ? [{ end, since }] : []
    }),
  )
  const own = all.filter(({ end }) => end.words.some((word) => root(word) === root(verb)))
  return only(
    own.length > 0 ? own : all.filter(({ end }, at) => all.findIndex((one) => one.end.table === end.table) === at),
  )
}

const HOW_LONG =
  /^how long (?:do|does|did|have|has) (?:the |our |an? )?(\p{L}+) (?:(?:have|had|need|needed) to )?(\p{L}+)(?= on average|[?.!]*$| (?:in|at|during|for|per|by)\b)/iu
const LASTS =
  /\bhow long (?:does|do|did) (?!it |they |we |you )(?:an? |the |our |their )?(.+?) (?:last|take|go on)\b(?! .* to )/iu
const UNIT = '(minutes|hours|seconds|days)'
const HOW_MANY = new RegExp(
  `^how many ${UNIT}(?: of (\\p{L}+))? (?:do|does|did|have|has) (?:i|we|you|they|people) (\\p{L}{4,})(?: to| for)?(?=[?.!]*$| (?:in|on|at|during|for|per|by|to|this|last)\\b)`,
  'iu',
)
const SPENT =
  /(?:\b(total|average|avg|mean|median|longest|shortest|most|least) )?(?:\b(\p{L}{4,}ing) (time|minutes|hours|seconds)\b|\b(minutes|hours|seconds) (\p{L}{4,}(?:ed|ing))\b)/giu
const REPLY = /\b(?:first )?(?:response|reply|answer) times?\b/iu
const LONGEST =
  /\b(?:took|takes?|needs?|needed|has) (?:us |them )?(?:the )?(longest|shortest)(?: time)? to (?:be |get )?(\p{L}+)( on average)?/iu
const LONGER =
  /\b(?:(?:that|which|who) )?(?:(?:had|have|needed|need) to )?(\p{L}{3,}) (longer|shorter|less) than (?=(?:\d+|an?|half an?) (?:second|minute|hour|day|night|month|year))/iu
const SIDES =
  /^(?:do|does|did) (\S+) (\p{L}+) (?:(?:have|had) to )?(\p{L}+) (?:longer|shorter|less) than (\S+)(?: ones?| \2)?( on average)?(?=[?.!]*$)/iu

/** How long something is done, in the words of the column that tells it, and what the people who do it are taken to be. */
export function takes(asked: string, schema: Schema): { text: string; notes: string[] } {
  const notes: string[] = []
  const isNamed = (word: string) =>
    schema.tables.some(
      ({ words, columns }) =>
        words.includes(stem(word)) ||
        columns.some((one) => one.words.join() === stem(word) || one.values.includes(word)),
    )
  /** Whose time it is; what nothing is called are the rows of the only table. */
  const ofWhom = (who: string): string => {
    const [table, other] = schema.tables
    if (!table || other || /\s/.test(who) || isNamed(who.toLowerCase())) return ` of ${who}`
    notes.push(`I took “${who}” to mean the rows of ${sayTable(table.name)}.`)
    return ''
  }
  const isOfPast = (time: string) => time.startsWith('time from')
  const text = asked
    .replace(REPLY, (said) => {
      const end = only(columnsIn(schema).filter((one) => one.temporal && isReply(one)))
      const since = end && beginningOf(tableOf(schema, end.table), end)
      return since ? `time from ${since.name} to ${end.name}` : said
    })
    .replace(HOW_MANY, (said, unit: string, what: string | undefined, verb: string) => {
      const time = timeTo(verb, schema)
      if (!time || isOfPast(time)) return said
      const figure = time === unit.toLowerCase() ? `total ${time}` : `total ${time} in ${unit}`
      if (what && isNamed(what.toLowerCase())) return `${figure} of ${what}`
      if (what) notes.push(`I took “${what}” to mean all rows.`)
      return figure
    })
    .replace(SPENT, (said, how = '', first = '', unit = '', other = '', second = '') => {
      const time = timeTo(first || second, schema)
      const isWhole = time && first && time.toLowerCase() === `${first} ${unit}`.toLowerCase()
      if (!time || isOfPast(time) || isWhole) return said
      const inUnit = unit === 'time' ? '' : ` in ${unit || other}`
      return `${how || 'total'} ${time}${inUnit}`
    })
    .replace(LASTS, (said, what: string) => {
      // Minutes on a pitch and days of leave are no time that something lasts.
      const time = durationOf(columnsIn(schema).filter((one) => isFigure(one) && one.unit === 's'))
      return time ? `average ${time.name}${ofWhom(what)}` : said
    })
    .replace(HOW_LONG, (said, who: string, verb: string) => {
      const time = timeTo(verb, schema)
      if (!time || (!isNamed(who.toLowerCase()) && schema.tables.length > 1)) return said
      return `average ${time}${/^(?:it|they|we|i|you|people)$/i.test(who) ? '' : ofWhom(who)}`
    })
    .replace(LONGEST, (said, end: string, verb: string, average: string | undefined, at: number, whole: string) => {
      const time = timeTo(verb, schema)
      const most = /^l/i.test(end) ? 'highest' : 'lowest'
      const [noun = ''] = /\p{L}+(?=\W*$)/u.exec(whole.slice(0, at)) ?? []
      const isMean = average !== undefined || kindSaid(noun, schema) !== null
      return time ? `has the ${isOfPast(time) && !isMean ? end : most}${isMean ? ' average' : ''} ${time}` : said
    })
    .replace(LONGER, (said, verb: string, way: string) => {
      const rows = schema.tables.find(({ words }) => words.join() === stem(verb.toLowerCase()))
      const time = rows ? spanOf(schema, rows.name) && 'duration' : timeTo(verb, schema)
      const whose = rows ? `${verb} ` : ''
      return time ? `${whose}with ${time} ${/^l.*r$/i.test(way) ? 'above' : 'below'} ` : said
    })
    .replace(SIDES, (said, one: string, who: string, verb: string, other: string) => {
      const time = timeTo(verb, schema)
      if (!time) return said
      return `average ${time} of ${one} vs ${other}${ofWhom(who).replace(' of', '')}`
    })
  return { text, notes }
}
