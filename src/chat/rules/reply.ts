import type { Answer, AnswerStatus, ChatMessage } from '#analyst/rules/answer.ts'
import { mainResult, shownResults } from '#analyst/rules/presented.ts'
import { cut } from '#base/text.ts'
import { OUTLINE, type Outline } from './outline.ts'

/** A message as it is kept, without the evidence behind it. */
export type Line = {
  id: string
  conversationId: string
  role: 'user' | 'assistant'
  text: string
  status: AnswerStatus | 'sent'
  createdAt: Date
}

/** An answer in words: its prose, the question back, or why there is none. */
export const spoken = (answer: Answer): string => answer.text || answer.clarification?.question || answer.error || ''

/** What `POST query-data` answers. @param withSql whether statements are shown: otherwise the list of queries is empty */
export function replyOf(conversation_id: string, message_id: string, answer: Answer, withSql: boolean) {
  const main = mainResult(answer)
  const shown = new Set(shownResults(answer))
  const numbersOf = ({ numbers }: Pick<Answer, 'numbers'>) =>
    numbers.map(({ cells: [cell], ...number }) => ({ ...number, ...(cell ?? NO_CELL) }))
  return {
    ...answer,
    conversation_id,
    message_id,
    // What is kept has ended.
    status: answer.status as Exclude<AnswerStatus, 'running'>,
    answer: spoken(answer),
    numbers: numbersOf(answer),
    assumptions: (answer.assumptions ?? []).map((one) => ({ text: one.text, numbers: numbersOf(one) })),
    queries: withSql ? answer.results.map((result) => ({ ...result, rows: result.total_rows })) : [],
    result: main,
    main: main?.id ?? null,
    results: answer.results.map((result) => ({
      ...result,
      shown: shown.has(result),
      rows: shown.has(result) ? result.rows : [],
    })),
    chart: answer.charts.findLast(({ result }) => result === main?.id) ?? answer.charts.at(-1) ?? null,
  }
}

const NO_CELL = { result: null, row: null, column: null }

/** A kept message as the chat shows it; a running answer comes by its stream and not from here. */
export function chatMessageOf(
  message: Omit<Line, 'status'> & { rating: 'up' | 'down' | null },
  outline: Outline | null,
): ChatMessage | null {
  if (message.role === 'assistant' && !outline) return null
  const text = outline?.answer.text ?? cut(message.text, OUTLINE.question)
  return {
    id: message.id,
    role: message.role,
    metadata: {
      conversation_id: message.conversationId,
      created_at: message.createdAt.toISOString(),
      ...(message.rating && { rating: message.rating }),
      ...((outline ? outline.cut : text.length < message.text.length) && { cut: true }),
    },
    parts: outline
      ? [{ type: 'data-answer' as const, id: 'answer', data: outline.answer }]
      : [{ type: 'text' as const, text }],
  }
}

/** A whole message in the words of the API. @param withSql whether statements are shown */
export const messageJson = (
  message: Line & { rating: 'up' | 'down' | null; answer: Answer | null },
  withSql: boolean,
) => ({
  ...message,
  answer: message.answer && (withSql ? message.answer : withoutSql(message.answer)),
})

const withoutSql = (answer: Answer): Answer => ({
  ...answer,
  results: answer.results.map((result) => ({ ...result, sql: '' })),
  ...(answer.earlier && { earlier: answer.earlier.map((result) => ({ ...result, sql: '' })) }),
  ...(answer.edited && { edited: answer.edited.map((result) => ({ ...result, sql: '' })) }),
  checks: answer.checks.map(({ probe: _, ...check }) => check),
})

/** A conversation with its last messages in the words of the API. */
export const conversationJson = (
  conversation: { id: string; title: string; sharedAt: Date | null; createdAt: Date; updatedAt: Date },
  messages: Line[],
) => ({ ...conversation, shared: conversation.sharedAt !== null, messages })
