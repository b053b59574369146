import type { Answer, AnswerStatus, ChatMessage } from '#analyst/rules/answer.ts'
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

/** The JSON answer of `POST query-data`. @param withSql whether statements are shown: otherwise the list of queries is empty */
export function replyOf(conversationId: string, messageId: string, answer: Answer, withSql = true) {
  const last = answer.results.at(-1)
  return {
    conversation_id: conversationId,
    message_id: messageId,
    status: answer.status,
    answer: spoken(answer),
    error: answer.error,
    clarification: answer.clarification,
    numbers: answer.numbers.map(({ text, state, cells }) => ({
      text,
      result: cells[0]?.result ?? null,
      row: cells[0]?.row ?? null,
      column: cells[0]?.column ?? null,
      state,
    })),
    queries: (withSql ? answer.results : []).map(({ id, source, sql, total_rows, elapsed_ms }) => ({
      id,
      source,
      sql,
      rows: total_rows,
      elapsed_ms,
    })),
    result: last
      ? {
          id: last.id,
          columns: last.columns,
          rows: last.rows,
          total_rows: last.total_rows,
          truncated: last.truncated,
        }
      : null,
    chart: answer.charts.at(-1) ?? null,
    checks: answer.checks,
    suggestions: answer.suggestions,
    receipt: answer.receipt,
  }
}

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
  ...(answer.edited && { edited: answer.edited.map((result) => ({ ...result, sql: '' })) }),
  checks: answer.checks.map(({ probe: _, ...check }) => check),
})

/** A conversation with its last messages in the words of the API. */
export const conversationJson = (
  conversation: { id: string; title: string; sharedAt: Date | null; createdAt: Date; updatedAt: Date },
  messages: Line[],
) => ({ ...conversation, shared: conversation.sharedAt !== null, messages })
