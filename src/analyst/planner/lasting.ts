import { nameWords, stem } from '#base/stems.ts'
import { plural } from '#base/word-forms.ts'
import { makeColumn } from '../built-in/derived-columns.ts'
import type { Token } from '../built-in/lex.ts'
import { type Mention, replacing } from '../built-in/link.ts'
import { isId, type Schema, type Table, tableOf } from '../built-in/schema.ts'
import { sayTable } from '../built-in/wording/nouns.ts'
import { namesRows } from './rows.ts'
import { DID, type Rule, replaced, rule } from './rules.ts'
import { spanOf } from './spans.ts'
import { beginningOf, doneAt } from './takes.ts'

/** "How long does it take to close a ticket": the days from the beginning of rows to this time of theirs. */
const HOW_LONG =
  /^how (?:long|fast|many days) (?:does|do|did|has|have) (?:it|they|we|i|(?:(?:an?|the|our) |(?=\p{L}+s\b|people\b))(?<who>\p{L}+)) (?:usually |normally |typically )?(?:take|need|stay|last)s?(?: on average)?(?: (?:us|them|me|(?:the |our )?(?<whom>\p{L}+s|people)))?(?: to (?<verb>\p{L}+)(?: (?:an?|the) (?<what>\p{L}+))?)?(?: on average)?/iu

const STAY = '(?:stay|visit|trip|rental|loan|contract|call|session|treatment|ride|flight|project)'
/** "Length of stay", "how many nights": how long rows last, where no column has it. */
const DURATIONS: Rule[] = [
  rule(`\\bhow many nights ${DID} (.+?) (?:stay(?:ed)?|spen[dt]|book(?:ed)?)\\b`, 'total duration of $1'),
  rule('\\b(?:number of )?nights\\b', 'duration'),
  rule(`\\b(?:length|duration) of (?:the |an? |their |each |our )?${STAY}s?\\b`, 'duration'),
  rule(`\\b(${STAY}) (?:length|duration)s?\\b(?! in (?:km|kilomet|mile|met))`, 'duration of $1s'),
  rule(`\\b(longest|shortest) ${STAY}\\b(?: ever)?`, '@ with the $1 duration'),
]
/** "The average time in the garage". */
const THERE = /\btime(?: spent)? (?:in|at) (?:the|our) (?!(?:past|last|morning|afternoon|evening|night)\b)(\p{L}+)\b/iu
/** "How far in advance do people book": from the first time of a row to its beginning. */
const AHEAD =
  /\bhow (?:far|long|early|many days) (?:ahead|in advance|before(?:hand)?)(?: of time)?(?: (?:do|did|does|are|were)(?: \p{L}+)? \p{L}+)?(?= on average|[?.!]*$)/iu

/** Of several tables the only one whose rows last, or the one of these that is named. */
function lastingTable(text: string, schema: Schema): Table | null {
  if (schema.tables.length === 1) return schema.tables[0]!
  const all = schema.tables.filter(({ name }) => spanOf(schema, name))
  const said = new Set(nameWords(text).map((one) => stem(one.toLowerCase())))
  const named = all.filter(({ words }) => words.every((word) => said.has(word)))
  const [table, other] = named.length > 0 ? named : all
  return table && !other ? table : null
}

/** What is said of how long rows last, or how long it takes until something is done. */
export function lasting(text: string, schema: Schema): string {
  const found = HOW_LONG.exec(text)
  if (!found) return spanning(text, schema)
  const { who, whom, verb, what } = found.groups!
  const doing = verb?.toLowerCase()
  const end = doing ? doneAt(doing, schema)?.end : undefined
  const table = doing ? null : lastingTable(text, schema)
  if (doing ? !end : !table || !spanOf(schema, table.name)) return text
  const whose = table && schema.tables.length > 1 ? ` of ${plural(sayTable(table.name))}` : ''
  const others = [what, who, whom].flatMap((noun) => (noun && !namesRows(noun, schema) ? ` of ${noun}` : []))
  // What lasts is one of several tables, and is called otherwise.
  if (whose && others.length > 0) return text
  return `average duration${end ? ` until ${end.name}` : whose}${others.join('')}${text.slice(found[0].length)}`
}

/** What is said of how long rows last, or of how long before their beginning another time of theirs was. */
function spanning(text: string, schema: Schema): string {
  const there = THERE.exec(text)
  const isPlace =
    there &&
    !schema.tables.some(({ words, columns }) =>
      [...words, ...columns.flatMap((one) => one.words)].includes(stem(there[1]!.toLowerCase())),
    )
  const asked = isPlace ? text.replace(THERE, 'duration in $1') : text
  if (asked === text && !AHEAD.test(text) && !DURATIONS.some(([said]) => said.test(text))) return text
  const table = lastingTable(text, schema)
  const span = table && spanOf(schema, table.name)?.made
  if (span?.kind !== 'span') return text
  const before = table!.columns.find((one) => one.temporal && one !== span.since && one !== span.time)
  const put = before ? asked.replace(AHEAD, `average time from ${before.name} to ${span.since.name}`) : asked
  const isNamed = schema.tables.some(({ columns }) =>
    columns.some(
      (one) =>
        !isId(one) &&
        !one.words.includes('per') &&
        one.words.some((word) => /^(?:length|duration|night|stay)$/.test(word)),
    ),
  )
  if (isNamed) return put
  const said = replaced(put, DURATIONS).replace('@', sayTable(table!.name))
  return schema.tables.length > 1
    ? said.replace(/\bduration\b(?! of\b)/, `duration of ${plural(sayTable(table!.name))}`)
    : said
}

/** Links "duration" to the time from one moment of rows to another, where no column has it. */
export function linkDurations(tokens: Token[], mentions: Mention[], schema: Schema): Mention[] {
  const start = tokens.findIndex(({ lower }) => lower === 'duration')
  if (start < 0 || mentions.some((one) => one.start <= start && start < one.end)) return mentions
  const until = mentions.find((one) => one.start === start + 2 && tokens[start + 1]?.lower === 'until')
  const time = until?.columns.find(({ column }) => column.temporal)?.column ?? null
  const table = time ? tableOf(schema, time.table) : lastingTable(tokens.map(({ lower }) => lower).join(' '), schema)
  if (!table) return mentions
  const since = time && beginningOf(table, time)
  const column = time && since ? makeColumn(schema, { kind: 'span', time, since }) : spanOf(schema, table.name)
  if (!column) return mentions
  const end = time && until ? until.end : start + 1
  const link = { score: 0.95, kind: 'column' as const, tables: [], values: [], columns: [{ column, score: 0.95 }] }
  return replacing(mentions, [{ start, end, ...link }])
}
