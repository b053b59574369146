import type { Answer, ChatMessage } from '#analyst/rules/answer.ts'

/** A message as it is kept, as far as people see it. */
export type KeptMessage = {
  id: string
  conversationId: string
  role: 'user' | 'assistant'
  text: string
  status: string
  answer: Answer | null
  createdAt: Date
  rating?: 'up' | 'down' | null
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
export function chatMessageOf(message: KeptMessage): ChatMessage | null {
  if (message.role === 'assistant' && !message.answer) return null
  return {
    id: message.id,
    role: message.role,
    metadata: {
      conversation_id: message.conversationId,
      created_at: message.createdAt.toISOString(),
      ...(message.rating && { rating: message.rating }),
    },
    parts: [
      ...(message.text && !(message.answer && !message.answer.text)
        ? [{ type: 'text' as const, text: message.text }]
        : []),
      ...(message.answer ? [{ type: 'data-answer' as const, id: 'answer', data: message.answer }] : []),
    ],
  }
}

/** A conversation with its messages in the words of the API. */
export const conversationJson = (
  conversation: { id: string; title: string; createdAt: Date; updatedAt: Date },
  messages: Omit<KeptMessage, 'answer'>[],
) => ({
  id: conversation.id,
  title: conversation.title,
  created_at: conversation.createdAt.toISOString(),
  updated_at: conversation.updatedAt.toISOString(),
  messages: messages.map(({ id, role, text, status, createdAt }) => ({
    id,
    role,
    text,
    status,
    created_at: createdAt.toISOString(),
  })),
})
