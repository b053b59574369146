import { UI_MESSAGE_STREAM_HEADERS } from 'ai'
import { chunkWithoutStatements } from '#analyst/rules/without-statements.ts'
import { eventStream } from '#workspaces/event-stream.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { ofMessage } from './conversations.ts'
import { follow } from './feed.ts'
import { type AnswerEvent, type EventPlace, sseText } from './rules/event.ts'

/**
 * The events of an answer after `from` as a server-sent event stream; every event carries its id, so that any can be resumed from. It ends
 * when the person of the ctx may no longer read it.
 */
export function sseAnswer(ctx: WorkspaceCtx, from: EventPlace): Response {
  const shows = ctx.models.explain?.show_sql ?? true
  const texts = async function* (signal: AbortSignal) {
    for await (const events of follow(ctx.db, from, signal)) yield sseText(shows ? events : events.map(withoutSql))
    yield 'data: [DONE]\n\n'
  }
  return eventStream(ctx, texts, {
    ...{ headers: UI_MESSAGE_STREAM_HEADERS, what: `answer ${from.messageId}` },
    look: () => ofMessage(ctx, from.messageId, 'assistant', 'read'),
  })
}

const withoutSql = ({ place, chunk }: AnswerEvent): AnswerEvent => ({ place, chunk: chunkWithoutStatements(chunk) })
