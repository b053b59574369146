import type { ModelMessage } from 'ai'
import type { RowsSeen } from '#records/rules/xai.ts'
import type { Answer, AnswerResult } from './answer.ts'
import { outputText } from './output-text.ts'
import { rowsShown } from './privacy.ts'
import { succeeded } from './tools.ts'

/** A message of the conversation before this question, oldest first; `answer` is null on questions. */
export type PastMessage = { role: 'user' | 'assistant'; text: string; answer: Answer | null }

/** Answers whose queries are still told to the model; older ones are told by their text alone. */
const RECENT_ANSWERS = 4
const ROWS_OF_PAST_RESULTS = 10

/** `sees`: which values of rows the model may see; `asText`: it reads lines of text instead of what tools answer as it is. */
type Reader = { sees?: RowsSeen; asText?: boolean }

/**
 * The conversation as a model reads it. Each query of a recent answer stands there as the run_sql call that made it, so that a
 * follow-up ("only for France", "by month") can edit it; its result keeps its table name.
 */
export function transcript(
  history: PastMessage[],
  question: string,
  { sees = 'all', asText = false }: Reader = {},
): ModelMessage[] {
  const answers = history.filter((message) => message.answer !== null)
  const recent = new Set(answers.slice(-RECENT_ANSWERS))
  const told = history.flatMap((message, index) =>
    message.role === 'user'
      ? [{ role: 'user' as const, content: message.text }]
      : pastAnswer(message, recent.has(message), index, { sees, asText }),
  )
  return [...told, { role: 'user', content: question }]
}

function pastAnswer(
  message: PastMessage,
  withQueries: boolean,
  index: number,
  reader: Required<Reader>,
): ModelMessage[] {
  const calls = withQueries
    ? (message.answer?.results ?? []).flatMap((result, at) => pastQuery(result, index, at, reader))
    : []
  return [...calls, { role: 'assistant', content: spoken(message, reader.sees) }]
}

/** In place of prose that may tell values. */
const UNSEEN = '(Answered from the results above; you do not see the words.)'

/**
 * What the person read: the prose, the question back with its choices, or why there was no answer. To a model that may not see the values
 * its references are given back as it wrote them; one that may reads what the person speaks of.
 */
function spoken({ text, answer }: PastMessage, sees: RowsSeen): string {
  const refers = answer?.numbers.some(({ reference }) => reference !== undefined)
  if (sees === 'none') return answer?.unseen && refers ? asWritten(answer) : UNSEEN
  if (sees === 'samples' && answer && refers) return asWritten(answer)
  if (answer?.clarification)
    return [answer.clarification.question, ...answer.clarification.options.map((option) => `- ${option}`)].join('\n')
  return text || answer?.error || '(no answer)'
}

/** The prose with its references in place of what was printed for them. */
const asWritten = ({ text, numbers }: Answer): string =>
  numbers.reduceRight(
    (written, { start, end, reference }) =>
      reference === undefined ? written : `${written.slice(0, start)}{{${reference}}}${written.slice(end)}`,
    text,
  )

function pastQuery(result: AnswerResult, index: number, at: number, reader: Required<Reader>): ModelMessage[] {
  const toolCallId = `past-${index}-${at}`
  const value = succeeded(result, rowsShown(reader.sees, ROWS_OF_PAST_RESULTS))
  const input = { source: result.source, sql: result.sql, title: result.title }
  const output = reader.asText
    ? { type: 'text' as const, value: outputText.run_sql(value, result.title) }
    : { type: 'json' as const, value }
  return [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName: 'run_sql', input }] },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName: 'run_sql', output }] },
  ]
}

/** The results that later queries of the conversation may name, table name -> stored result id. */
export function pastResults(history: PastMessage[]): Map<string, AnswerResult> {
  return new Map(
    history
      .filter((message) => message.answer !== null)
      .slice(-RECENT_ANSWERS)
      .flatMap((message) => message.answer?.results ?? [])
      .map((result) => [result.name, result]),
  )
}

/** The highest number that a result of the conversation has: names go on, so that r1 means one thing in all of it. */
export const lastResult = (history: PastMessage[]): number =>
  Math.max(0, ...history.flatMap(({ answer }) => answer?.results ?? []).map(({ name }) => Number(name.slice(1)) || 0))
