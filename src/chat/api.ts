import { notFound } from '#base/errors.ts'
import { pageRequest } from '#base/paging.ts'
import type { Handler, HttpContext } from '#web/handler.ts'
import { readBody, readQuery } from '#web/input.ts'
import { listAnswer } from '#web/response.ts'
import type { UserCtx, WorkspaceCtx } from '../ctx.ts'
import * as asking from './ask.ts'
import * as conversations from './conversations.ts'
import * as edits from './edits.ts'
import * as messages from './messages.ts'
import { type EventPlace, eventPlace } from './rules/event.ts'
import { conversationJson, lineJson, messageJson, replyOf } from './rules/reply.ts'
import { conversationChange, editedSqlBody, feedbackBody, queryDataBody, streamQuery } from './rules/request.ts'
import { sseAnswer } from './sse.ts'
import { stop } from './stop.ts'

/** Asks. A client that accepts an event stream gets it, every other waits for the JSON answer. */
export const queryData: Handler<WorkspaceCtx> = async (ctx, c) => {
  const { message, context } = await readBody(c, queryDataBody)
  if (context?.agent_id) throw notFound('Agent')
  const asked = await asking.ask(ctx, {
    message,
    conversationId: context?.conversation_id ?? null,
    sources: context?.sources ?? null,
    maxCredits: context?.max_credits ?? null,
  })
  if (wantsStream(c)) return sseAnswer(ctx, { messageId: asked.messageId, seq: -1, index: 0 })
  await asked.done
  // Whoever was let out of the workspace meanwhile learns nothing more of it.
  await conversations.enter(ctx, asked.conversationId)
  const kept = await messages.answerOf(ctx, asked.messageId)
  return c.json(replyOf(asked.conversationId, asked.messageId, kept, ctx.models.explain?.show_sql ?? true))
}

const wantsStream = (c: HttpContext) => (c.req.header('accept') ?? '').includes('text/event-stream')

export const listHistory: Handler<WorkspaceCtx> = async (ctx, c) => {
  const page = await conversations.list(ctx, pageRequest(c.req.query()))
  const lines = await messages.lastLines(
    ctx,
    page.items.map((conversation) => conversation.id),
  )
  const of = Map.groupBy(lines, (line) => line.conversationId)
  const items = page.items.map((conversation) => conversationJson(conversation, of.get(conversation.id) ?? []))
  return listAnswer(c, { items, next: page.next })
}

export const listMessages: Handler<UserCtx> = async (ctx, c) => {
  const inside = await conversations.read(ctx, c.req.param('id') ?? '').catch(() => {
    throw notFound('Conversation')
  })
  const page = await messages.list(inside, pageRequest(c.req.query()))
  return listAnswer(c, { items: page.items.map(lineJson), next: page.next })
}

export const readMessage: Handler<UserCtx> = async (ctx, c) => {
  const id = c.req.param('id') ?? ''
  const message = await messages.get(await conversations.ofMessage(ctx, id, undefined, conversations.read), id)
  return c.json(messageJson(message, ctx.models.explain?.show_sql ?? true))
}

/** Continues the running answer, or any answer of the conversation after the event that the client saw last. */
export const resumeStream: Handler<UserCtx> = async (ctx, c) => {
  const inside = await conversations.enter(ctx, c.req.param('id') ?? '')
  const { conversation } = inside
  const seen = c.req.header('last-event-id') ?? readQuery(c, streamQuery).after
  const from = seen ? eventPlace(seen) : null
  if (seen && !(from && (await isOf(ctx, conversation, from)))) throw notFound('Event')
  const place =
    from ?? (conversation.runningMessageId ? { messageId: conversation.runningMessageId, seq: -1, index: 0 } : null)
  return place ? sseAnswer(inside, place) : c.body(null, 204)
}

const isOf = async (ctx: UserCtx, conversation: conversations.Conversation, place: EventPlace) =>
  place.messageId === conversation.runningMessageId || (await messages.hasAnswer(ctx, conversation.id, place.messageId))

export const stopAnswer: Handler<UserCtx> = async (ctx, c) => {
  const stopped = await stop(await conversations.enter(ctx, c.req.param('id') ?? ''))
  return c.json({ stopped })
}

export const changeConversation: Handler<UserCtx> = async (ctx, c) => {
  const inside = await conversations.enter(ctx, c.req.param('id') ?? '')
  const { title, shared } = await readBody(c, conversationChange)
  let conversation = inside.conversation
  if (title !== undefined) conversation = await conversations.rename(inside, title)
  if (shared !== undefined) conversation = await conversations.share(inside, shared)
  return c.json(conversationJson(conversation, await messages.lastLines(ctx, [conversation.id])))
}

export const deleteConversation: Handler<UserCtx> = async (ctx, c) => {
  await conversations.remove(await conversations.enter(ctx, c.req.param('id') ?? ''))
  return c.body(null, 204)
}

/** Runs a changed statement in place of that of one of the answer's results; the answer keeps both. */
export const editSql: Handler<UserCtx> = async (ctx, c) => {
  const id = c.req.param('id') ?? ''
  const inside = await conversations.ofMessage(ctx, id, 'assistant')
  return c.json(await edits.run(inside, id, await readBody(c, editedSqlBody), c.req.raw.signal))
}

export const giveFeedback: Handler<UserCtx> = async (ctx, c) => {
  const id = c.req.param('id') ?? ''
  const inside = await conversations.ofMessage(ctx, id, 'assistant')
  const { rating, reason } = await readBody(c, feedbackBody)
  await conversations.rate(inside, id, rating, reason ?? null)
  return c.json({ id, rating, reason: reason ?? null })
}
