import type { ModelMessage } from 'ai'
import { tokensOf } from '#base/tokens.ts'
import { MARK, writtenBy } from '#base/written-by.ts'
import type { ChartSpec } from '#query/rules/chart.ts'
import { MODEL_ROWS, stricter } from '#records/rules/xai.ts'
import type { Answer, AnswerResult, Passage } from './answer.ts'
import { chartsSeen } from './chart-request.ts'
import type { FinishInput } from './finish.ts'
import { taggedText } from './output-text.ts'
import { errorWithoutValues, rowsShown } from './privacy.ts'
import { type Shown, type Sight, toolText } from './sent.ts'
import { succeeded } from './tools.ts'

/**
 * What a model said and read between a question and its answer, as it was sent: kept beside the answer, so that the next question's request
 * begins with the same bytes and the provider finds them in its cache. `sees`: which values it might see then, `rows`: at most how many of a result; `shown`: tables and columns of the
 * catalog that it was told; `by`: which model it was, since no other may be sent its thoughts.
 */
export type Exchange = Pick<Sight, 'sees'> & {
  rows?: number
  by?: string
  shown: Shown
  messages: ModelMessage[]
}
/** Characters of an exchange that is kept; a longer one is told by its queries. */
export const LONGEST_EXCHANGE = 200_000

/** A message of the conversation before this question, oldest first; `answer` is null on questions. `at`: when it was sent. */
export type PastMessage = {
  role: 'user' | 'assistant'
  text: string
  answer: Answer | null
  at: Date
  /** Of an answer by a model outside, where it was kept. */
  exchange?: Exchange | null
}

/** Answers whose results may still be named; without their exchange they are told by their queries, older ones by their text alone. */
const RECENT_ANSWERS = 4
const ROWS_OF_PAST_RESULTS = 10

/** Tokens of a conversation from which its older part is told in short, and to how many it is brought then: rarely, since it costs the cache. */
const MOST_TOKENS = 16_000
const TOKENS_AFTER = 6_000

/** `sees`: which values of rows the model may see; `builtIn`: it is this server's own; `isVisible`: whether all these columns are; `timeZone`: UTC where none is said. */
type Reader = Sight & {
  builtIn: boolean
  isVisible(table: string, columns: string[]): boolean
  timeZone?: string | undefined
}

/** A question as a model reads it: the moment stands here and not in the instructions, which stay the same from question to question. */
export function asked(question: string, at: Date, timeZone?: string, report = false): ModelMessage {
  const day = at.toLocaleDateString('en-US', { weekday: 'long', timeZone: timeZone || 'UTC' })
  const now = timeZone
    ? `${localTime(at, timeZone)} (${day}, ${timeZone})`
    : `${at.toISOString().slice(0, 16)}Z (${day})`
  return { role: 'user', content: `Now: ${now}${report ? WANTS_REPORT : ''}\n\n${question}` }
}
const WANTS_REPORT = '\nWanted: a report'

/** A moment as the clocks of a zone show it, with how far they are from UTC: 2026-11-23T10:42+05:30. */
function localTime(at: Date, timeZone: string): string {
  // The Swedish way of writing a moment is nearly ISO 8601.
  const clock = at.toLocaleString('sv-SE', { timeZone }).slice(0, 16).replace(' ', 'T')
  const names = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
  const offset = names.find(({ type }) => type === 'timeZoneName')?.value.slice('GMT'.length)
  return `${clock}${offset || 'Z'}`
}

/** The moment and the words of what `asked` wrote. */
export function readAsked(content: string): { at: string | null; question: string } {
  const [, at, question] = /^Now: (\S+) \([^()\n]+\)(?:\nWanted: a report)?\n\n([\s\S]*)$/.exec(content) ?? []
  return at ? { at, question: question! } : { at: null, question: content }
}

/**
 * The conversation as a model reads it: each exchange as it was, so that the messages of one question begin with those of the one before.
 * Where it may not be told again (the model sees less now, or a column is gone) or was not kept, each query of a recent answer stands
 * there as the run_sql call that made it. In short, an answer is its text and its statements.
 */
export function transcript(
  history: PastMessage[],
  { question, at, report }: { question: string; at: Date; report?: boolean },
  reader: Reader,
): ModelMessage[] {
  const answers = history.filter((message) => message.answer !== null)
  const recent = new Set(answers.slice(-RECENT_ANSWERS))
  const turns = history.map((message, index) => {
    if (message.role === 'user') {
      const answer = history[index + 1]?.answer
      // The built-in analyst goes on from questions: what chips made of an answer, or the reading that was chosen, is what was asked.
      const chosen = answer?.readings?.find((one) => one.chosen)?.title ?? answer?.reading?.title
      const text = (reader.builtIn && answer?.byChips && chosen) || message.text
      const question = [asked(text, message.at, reader.timeZone, answer?.report)]
      return { whole: question, short: question }
    }
    const exchange = reader.builtIn ? null : retold(message, reader)
    const queries = recent.has(message) ? pastQueries(message, index, reader) : []
    return { whole: exchange ?? [...queries, said(message, reader)], short: [inShort(message, reader)] }
  })
  const from = reader.builtIn ? 0 : compactedUpTo(turns)
  return [
    ...turns.flatMap(({ whole, short }, index) => (index < from ? short : whole)),
    asked(question, at, reader.timeZone, report),
  ]
}

/** How many messages are told in short. It is decided message by message, so that what was decided for a beginning stays. */
function compactedUpTo(turns: { whole: ModelMessage[]; short: ModelMessage[] }[]): number {
  const costs = turns.map(({ whole, short }) => ({ whole: costOf(whole), short: costOf(short) }))
  let from = 0
  let tokens = 0
  for (const [at, { whole }] of costs.entries()) {
    tokens += whole
    if (tokens <= MOST_TOKENS) continue
    for (; from <= at && tokens > TOKENS_AFTER; from++) tokens += costs[from]!.short - costs[from]!.whole
  }
  return from
}

const costOf = (messages: ModelMessage[]): number => tokensOf(JSON.stringify(messages))

/** Whether whoever wrote the exchange saw no more than the reader may. */
const isWithin = ({ sees, rows = rowsShown(sees, MODEL_ROWS) }: Exchange, reader: Reader): boolean =>
  stricter(sees, reader.sees) === sees && rows <= reader.rows

const isAllVisible = ({ exchange }: PastMessage, { isVisible }: Pick<Reader, 'isVisible'>): boolean =>
  exchange?.shown.every(([table, columns]) => isVisible(table, columns)) ?? true

/**
 * The kept exchange, where all of it may still be seen. In place of the model's last words (those of its call of finish, where it made
 * one) stands what the person read.
 */
function retold(message: PastMessage, reader: Reader): ModelMessage[] | null {
  const { exchange, answer } = message
  if (!exchange || exchange.sees !== reader.sees || !isWithin(exchange, reader) || !isAllVisible(message, reader))
    return null
  const messages = exchange.messages.map((one) => (isOfProvider(one) ? writtenBy(one, exchange.by) : one))
  if (answer?.clarification) return messages
  const at = messages.findLastIndex(({ role }) => role === 'assistant')
  const finish = at < 0 ? null : withoutWords(messages[at]!, spoken(message, reader))
  if (finish) return messages.with(at, finish)
  return [...(at === messages.length - 1 ? messages.slice(0, -1) : messages), said(message, reader)]
}

/** Whether a message holds something that only its own provider understands. */
const isOfProvider = ({ content, providerOptions }: ModelMessage): boolean =>
  isNamed(providerOptions) ||
  (Array.isArray(content) &&
    content.some((part) => part.type === 'reasoning' || ('providerOptions' in part && isNamed(part.providerOptions))))
const isNamed = (options: object = {}): boolean => Object.keys(options).some((name) => name !== MARK)

/** What the model thought before each of its steps, in order; null where that may not be shown any more, or was not kept. */
export function thoughtsOf(exchange: Exchange | null, isVisible: Reader['isVisible']): string[] | null {
  if (!exchange?.shown.every(([table, columns]) => isVisible(table, columns))) return null
  return exchange.messages.flatMap(({ role, content }) => {
    if (role !== 'assistant' || typeof content === 'string') return []
    const thought = content.flatMap((part) => (part.type === 'reasoning' && part.text ? [part.text] : [])).join('\n\n')
    return thought ? [thought] : []
  })
}

/** A message that calls finish, with these words as its text and none beside it; null for others. */
function withoutWords({ role, content }: ModelMessage, text: string): ModelMessage | null {
  if (role !== 'assistant' || typeof content === 'string') return null
  const last = content.findLast((part) => part.type === 'tool-call' && part.toolName === 'finish')
  if (last?.type !== 'tool-call') return null
  const { status } = last.input as FinishInput
  // What was thought and signed belongs to the words as they were.
  const rewritten = content.flatMap((part): typeof content => {
    if (part.type !== 'tool-call') return part.type === 'text' || part.type === 'reasoning' ? [] : [part]
    const { providerOptions: _, ...call } = part
    return [part === last ? { ...call, input: { status, text } } : call]
  })
  return { role, content: rewritten }
}

const said = (message: PastMessage, reader: Reader): ModelMessage => ({
  role: 'assistant',
  content: spoken(message, reader),
})

/** Whether a model outside sees less than all rows that one may see. */
export const isLimitedTo = ({ sees, rows, builtIn }: Sight & { builtIn: boolean }): boolean =>
  !builtIn && (sees !== 'all' || rows < MODEL_ROWS)

/** Whether whoever wrote an answer may have seen more than this reader may. */
const sawMore = ({ answer, exchange }: PastMessage, reader: Reader): boolean =>
  isLimitedTo(reader) && !!answer && !answer.unseen && !(exchange && isWithin(exchange, reader))

/** In place of prose that may tell values. */
const UNSEEN = '(Answered from the results above; you do not see the words.)'

/**
 * What the person read: the prose, the question back with its choices, or why there was no answer. To a model that may not see the values
 * its references are given back as it wrote them; one that may reads what the person speaks of.
 */
function spoken(message: PastMessage, reader: Reader): string {
  const { text, answer } = message
  const { sees } = reader
  if (answer && !reader.builtIn && sees === 'all' && !isAllVisible(message, reader))
    return withAssumptions({ ...answer, placed: [] }, withoutCells) || text
  const isLimited = sees !== 'none' && isLimitedTo(reader)
  if (isLimited && sawMore(message, reader)) return UNSEEN
  const refers = answer?.numbers.some(({ reference }) => reference !== undefined)
  if (sees === 'none') return answer?.unseen && refers ? withAssumptions(answer, asWritten) : UNSEEN
  if (isLimited && answer && refers) return withAssumptions(answer, asWritten)
  if (answer?.clarification)
    return [answer.clarification.question, ...answer.clarification.options.map((option) => `- ${option}`)].join('\n')
  return (answer && withAssumptions(answer, confirmed)) || text || answer?.error || '(no answer)'
}

const withAssumptions = (answer: Answer, write: (passage: Passage) => string): string =>
  [write(withPlacements(answer)), ...(answer.assumptions ?? []).map((assumption) => `- Assumed: ${write(assumption)}`)]
    .join('\n')
    .trim()

/** The prose with its placements as they were written, so that the next answer knows what this one showed; numbers move along. */
function withPlacements({ text, numbers, placed = [] }: Answer): Passage {
  return placed.reduceRight<Passage>(
    (told, { at, source }) => {
      const line = `{{${source}}}\n`
      const move = (place: number) => (place >= at ? place + line.length : place)
      return {
        text: told.text.slice(0, at) + line + told.text.slice(at),
        numbers: told.numbers.map((number) =>
          number.start >= at ? { ...number, start: move(number.start), end: move(number.end) } : number,
        ),
      }
    },
    { text, numbers },
  )
}

/** The prose with its references in place of what was printed for them. */
const asWritten = ({ text, numbers }: Passage): string =>
  numbers.reduceRight(
    (written, { start, end, reference }) =>
      reference === undefined ? written : `${written.slice(0, start)}{{${reference}}}${written.slice(end)}`,
    text,
  )

/** The prose without what stands in cells: they may be of a column that was hidden since. */
const withoutCells = ({ text, numbers }: Passage): string =>
  numbers
    .filter(({ cells, reference }) => cells.length > 0 || reference !== undefined)
    .toSorted((a, b) => b.start - a.start)
    .reduce((words, { start, end }) => `${words.slice(0, start)}…${words.slice(end)}`, text)

/** Numbers that stand in no result say so, or the next answer would build on them. */
const confirmed = ({ text, numbers }: Passage): string =>
  numbers
    .filter(({ state }) => state === 'unbound')
    .toSorted((a, b) => b.end - a.end)
    .reduce((words, { end }) => `${words.slice(0, end)} (unconfirmed)${words.slice(end)}`, text)

/** A statement without the texts and figures that its writer may have read in rows which this reader may not see. */
const sqlSeen = (sql: string, message: PastMessage, reader: Reader): string =>
  sawMore(message, reader) ? errorWithoutValues(sql, '') : sql

/** What was decided, without what it was decided from. */
function inShort(message: PastMessage, reader: Reader): ModelMessage {
  const { content } = said(message, reader)
  const ran = isAllVisible(message, reader) ? (message.answer?.results ?? []) : []
  const statements = ran.map(({ name, source, sql }) => `${name} (${source}): ${sqlSeen(sql, message, reader)}`)
  return { role: 'assistant', content: [content, ...statements].join('\n') }
}

/** Rows are told only where it is known that none is of a column that was hidden since: of what was read then, the exchange knows. */
function pastQueries(message: PastMessage, index: number, reader: Reader): ModelMessage[] {
  const { sees, builtIn } = reader
  if (!isAllVisible(message, reader)) return []
  const rows = builtIn || message.exchange ? rowsShown(sees, Math.min(reader.rows, ROWS_OF_PAST_RESULTS)) : 0
  return (message.answer?.results ?? []).flatMap((result, at): ModelMessage[] => {
    const toolCallId = `past-${index}-${at}`
    const value = succeeded(result, rows)
    const title = sawMore(message, reader) ? result.name : result.title
    const input = { source: result.source, sql: sqlSeen(result.sql, message, reader), title }
    const output = builtIn ? { type: 'json' as const, value } : toolText(taggedText.run_sql(value, title))
    return [
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName: 'run_sql', input }] },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName: 'run_sql', output }] },
    ]
  })
}

export const shownBefore = (history: PastMessage[], reader: Pick<Reader, 'isVisible'>): Shown =>
  history.filter((message) => isAllVisible(message, reader)).flatMap(({ exchange }) => exchange?.shown ?? [])

/** The results that later queries of the conversation may name, by their names; none of columns that were hidden since. */
export const pastResults = (history: PastMessage[], reader: Pick<Reader, 'isVisible'>): Map<string, AnswerResult> =>
  new Map(
    recent(history, reader)
      .flatMap(({ results, earlier = [] }) => [...earlier, ...results])
      .map((result) => [result.name, result]),
  )

export const pastCharts = (history: PastMessage[], reader: Pick<Reader, 'isVisible'>): ChartSpec[] =>
  recent(history, reader).flatMap(chartsSeen)

const recent = (history: PastMessage[], reader: Pick<Reader, 'isVisible'>): Answer[] =>
  history
    .filter((message) => message.answer !== null)
    .slice(-RECENT_ANSWERS)
    .filter((message) => isAllVisible(message, reader))
    .flatMap((message) => message.answer ?? [])

/** The highest number that a result of the conversation has: names go on, so that r1 means one thing in all of it. */
export const lastResult = (history: PastMessage[]): number =>
  Math.max(0, ...history.flatMap(({ answer }) => answer?.results ?? []).map(({ name }) => Number(name.slice(1)) || 0))
