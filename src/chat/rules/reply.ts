import { type AgentSaid, DEFAULT_SAID } from '#agents/rules/agent.ts'
import type { Answer, AnswerStatus, ChatMessage, Figure } from '#analyst/rules/answer.ts'
import { type Block, blocksOf, inWords } from '#analyst/rules/blocks.ts'
import { mainResult, shownResults } from '#analyst/rules/presented.ts'
import { withoutStatements } from '#analyst/rules/without-statements.ts'
import { cut } from '#base/text.ts'
import { OUTLINE, type Outline } from './outline.ts'

/** A message as it is kept, without the evidence behind it. */
export type Line = {
  id: string
  conversationId: string
  role: 'user' | 'assistant'
  text: string
  status: AnswerStatus | 'sent'
  agent: AgentSaid | null
  /** Who asked, or was answered. */
  by: { id: string; name: string }
  createdAt: Date
}

/** An answer in words: its prose, the question back, or why there is none. */
export const spoken = (answer: Answer): string =>
  inWords(answer) || answer.clarification?.question || answer.error || ''

/** What `POST query-data` answers. @param withSql whether statements are shown: otherwise the list of queries is empty */
export function replyOf(conversation_id: string, message_id: string, saved: Answer, withSql: boolean) {
  const answer = seenAnswer(saved, withSql)
  const main = mainResult(answer)
  const referred = new Set(shownResults(answer))
  const numberOf = ({ cells: [cell], ...number }: Figure) => ({ ...number, ...(cell ?? NO_CELL) })
  const numbersOf = ({ numbers }: Pick<Answer, 'numbers'>) => numbers.map(numberOf)
  return {
    ...answer,
    agent: answer.agent ?? DEFAULT_SAID,
    conversation_id,
    message_id,
    // What is kept has ended.
    status: answer.status as Exclude<AnswerStatus, 'running'>,
    answer: spoken(answer),
    reading: answer.reading?.title || null,
    readings: answer.readings ?? [],
    numbers: numbersOf(answer),
    blocks: blocksOf(answer).map((block) => blockOf(block, answer, numberOf)),
    plan: answer.plan ?? null,
    assumptions: (answer.assumptions ?? []).map((one) => ({ text: one.text, numbers: numbersOf(one) })),
    queries: withSql ? answer.results.map((result) => ({ ...result, rows: result.total_rows })) : [],
    result: main,
    main: main?.id ?? null,
    results: answer.results.map((result) => ({
      ...result,
      shown: referred.has(result),
      rows: referred.has(result) ? result.rows : [],
    })),
    chart: answer.charts.findLast(({ result }) => result === main?.id) ?? answer.charts.at(-1) ?? null,
  }
}

/** A block with what it shows, so that nothing has to be looked up for it. */
function blockOf<N>(block: Block, { text, results }: Answer, numberOf: (figure: Figure) => N) {
  switch (block.kind) {
    case 'text':
      return { kind: block.kind, text: text.slice(block.start, block.end).trim() }
    case 'chart':
      return { kind: block.kind, chart: block.spec }
    case 'tiles':
      return {
        kind: 'figures' as const,
        figures: block.tiles.map(({ label, value, before, change }) => ({
          label,
          value: numberOf(value),
          before: before ? numberOf(before) : null,
          change: change ? numberOf(change) : null,
        })),
      }
    case 'grid': {
      const result = results.find(({ id }) => id === block.result)
      const places = block.columns.map((name) => result?.columns.findIndex((column) => column.name === name) ?? -1)
      const rows = (result?.rows ?? []).slice(0, block.rows)
      return {
        kind: block.kind,
        grid: {
          result: block.result,
          title: result?.title ?? '',
          columns: block.columns,
          rows: rows.map((row) => places.map((at) => row[at] ?? null)),
          total_rows: result?.total_rows ?? 0,
        },
      }
    }
  }
}

const NO_CELL = { result: null, row: null, column: null }

/** A kept message as the chat shows it; a running answer comes by its stream and not from here. */
export function chatMessageOf(
  message: Omit<Line, 'status' | 'by'> & { rating: 'up' | 'down' | null; of: string | null },
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
      ...(message.agent && { agent: message.agent }),
      ...(message.of !== null && { by: message.of }),
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
  answer: message.answer && seenAnswer(message.answer, withSql),
})

/** An answer as people may see it. @param withSql whether statements are shown */
export const seenAnswer = (answer: Answer, withSql: boolean): Answer => (withSql ? answer : withoutStatements(answer))

/** A conversation with its last messages in the words of the API. */
export const conversationJson = (
  conversation: { id: string; title: string; sharedAt: Date | null; createdAt: Date; updatedAt: Date },
  messages: Line[],
) => ({ ...conversation, shared: conversation.sharedAt !== null, messages })
