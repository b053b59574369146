import { z } from 'zod'
import { valuesFor } from '#analyst/by-chips.ts'
import { signedIn } from '#auth/guard.ts'
import { notFound } from '#base/errors.ts'
import { regionOf } from '#base/format.ts'
import { hidesNothing } from '#catalog/hidden.ts'
import * as comments from '#comments/comments.ts'
import { commentChange, ofAnswer } from '#comments/rules/comment.ts'
import { definition } from '#definitions/rules/answers.ts'
import * as shares from '#sharing/rules/sharing.ts'
import { api, del, get, patch, post, put } from '#web/api.ts'
import type { HttpContext } from '#web/http-context.ts'
import { fileAnswer } from '#web/response.ts'
import { inWorkspace } from '#workspaces/guard.ts'
import { urls } from '../urls.ts'
import * as asking from './ask.ts'
import * as chips from './chips.ts'
import { ofConversation } from './comments.ts'
import * as conversations from './conversations.ts'
import * as edits from './edits.ts'
import { exported } from './export.ts'
import { fork } from './fork.ts'
import { mayInConversation, ownConversation } from './guard.ts'
import * as messages from './messages.ts'
import { propose } from './propose.ts'
import * as answers from './rules/answers.ts'
import { type EventPlace, eventPlace } from './rules/event.ts'
import { conversationJson, messageJson, replyOf, seenAnswer } from './rules/reply.ts'
import * as request from './rules/request.ts'
import * as sent from './sent.ts'
import * as sharing from './sharing.ts'
import { sseAnswer } from './sse.ts'
import { stop } from './stop.ts'

const EVENTS = ['text/event-stream']
const wantsStream = (c: HttpContext) => (c.req.header('accept') ?? '').includes('text/event-stream')

const readers = mayInConversation('view')
const commenters = mayInConversation('comment')
const askers = mayInConversation('edit')

export const chatApi = api('Asking', [
  post(urls.apiQueryData, inWorkspace, {
    summary: 'Ask a question',
    description:
      'Waits and answers JSON; with `Accept: text/event-stream` streams the answer as it is made, in the UI message stream of the AI SDK. A client that goes away does not stop the answer. Sources that the message names with @ (`@orders.csv`) are the only ones in play. `agent_id` names the agent that answers, within the tables that it may use; without it the one that answered last in the conversation goes on. Where many ask at once a question waits for its turn, workspaces and the people in them one after the other: a `data-step` of the tool `wait` says how many come before it. 503 has the code `too_busy` when too many wait. 402 has the code `insufficient_credits` when the credits do not suffice, `budget_exceeded` when a monthly budget of the workspace or of the person does not.',
    body: request.queryDataBody,
    answer: answers.reply,
    forms: EVENTS,
    errors: ['insufficient_credits', 'conflict', 'unavailable', 'forbidden'],
    handle: async (ctx, { body: { message, context } }, c) => {
      const asked = await asking.ask(ctx, {
        message,
        conversationId: context?.conversation_id ?? null,
        agent: context?.agent_id ? { id: context.agent_id } : null,
        sources: context?.sources ?? null,
        maxCredits: context?.max_credits ?? null,
        report: context?.mode === 'report',
        locale: regionOf(c.req.header('accept-language')),
      })
      if (wantsStream(c)) return sseAnswer(ctx, { messageId: asked.messageId, seq: -1, index: 0 })
      await asked.done
      // Whoever was let out of the workspace meanwhile learns nothing more of it.
      await conversations.readable(ctx, asked.conversationId)
      const answer = await messages.answerOf(ctx, asked.messageId)
      return replyOf(asked.conversationId, asked.messageId, answer, ctx.models.explain?.show_sql ?? true)
    },
  }),
  get(urls.apiAgentHistory, inWorkspace, {
    summary: 'Your conversations in a workspace, or those that others share with you, newest first',
    paged: true,
    query: answers.historyQuery,
    answer: z.array(answers.conversation),
    handle: async (ctx, { page, query }) => {
      const shared = query.shared === 'true'
      const { items, next } = await conversations.list(ctx, page, { shared })
      const lines = await messages.lastLines(
        ctx,
        items.map((conversation) => conversation.id),
      )
      const of = Map.groupBy(lines, (line) => line.conversationId)
      const json = ({ by, ...conversation }: conversations.ListedConversation) => ({
        ...conversationJson(conversation, of.get(conversation.id) ?? []),
        ...(shared ? { by } : {}),
      })
      return { items: items.map(json), next }
    },
  }),
  get(urls.apiConversationMessages, readers, {
    summary: 'What was said in a conversation, newest first',
    paged: true,
    answer: z.array(answers.line),
    handle: (ctx, { page }) => messages.list(ctx, page),
  }),
  get(urls.apiMessage, signedIn, {
    summary: 'A question or an answer, whole',
    answer: answers.message,
    handle: async (ctx, { id }) => {
      const message = await messages.get(await conversations.ofMessage(ctx, id, undefined, 'read'), id)
      return messageJson(message, ctx.models.explain?.show_sql ?? true)
    },
  }),
  get(urls.apiMessageSent, signedIn, {
    summary: 'What was sent to the provider of the model for an answer',
    description:
      'Every request as it was sent, byte for byte and without keys, for 30 days. For whoever asked, and for owners of the workspace who may read the conversation.',
    answer: answers.sentRequests,
    errors: ['forbidden'],
    handle: async (ctx, { id }, c) => {
      const text = await sent.requestsOf(await conversations.ofMessage(ctx, id, 'assistant', 'read'), id)
      return c.body(text, 200, {
        'Content-Type': 'application/json',
        'Content-Disposition': `attachment; filename="sent-${id}.json"`,
        'Cache-Control': 'no-store',
      })
    },
  }),
  get(urls.apiMessageThoughts, signedIn, {
    summary: 'What the model thought before an answer',
    description:
      'What it told of that itself, checked by nobody, for whoever asked: one text for each step of the tool `think`, in their order. 404 where none was kept, and where columns that the model saw are hidden now.',
    answer: answers.thoughts,
    handle: async (ctx, { id }) => ({
      thoughts: await messages.thoughts(await conversations.ofMessage(ctx, id, 'assistant'), id),
    }),
  }),
  get(urls.apiMessageExport, signedIn, {
    summary: 'An answer as a file',
    description:
      'Markdown, or PDF with its charts drawn. Numbers stand as they were printed; those that stand in no result are marked. Whoever may read the conversation may export its answers.',
    query: request.exportQuery,
    answer: z.string(),
    answerType: 'text/markdown',
    forms: ['application/pdf'],
    errors: ['unprocessable'],
    handle: async (ctx, { id, query: { format } }, c) => {
      const inside = await conversations.ofMessage(ctx, id, 'assistant', 'read')
      const locale = ctx.user.locale || regionOf(c.req.header('accept-language'))
      const { name, body } = await exported(inside, id, { format, locale })
      const type = format === 'pdf' ? 'application/pdf' : 'text/markdown; charset=utf-8'
      return fileAnswer(c, { name, type, body })
    },
  }),
  get(urls.apiConversationStream, askers, {
    summary: 'Continue the stream of an answer',
    description:
      'After the event that `Last-Event-ID` or `after` names, or from the start of a running answer; 204 when none runs, or one of somebody else while anything of the workspace is hidden from you. For whoever may ask in the conversation; what others were answered before stands in its messages.',
    query: request.streamQuery,
    answer: z.string(),
    forms: EVENTS,
    handle: async (ctx, { query }, c) => {
      const { conversation } = ctx
      const seen = c.req.header('last-event-id') ?? query.after
      const from = seen ? eventPlace(seen) : null
      const place =
        from ?? (conversation.runningMessageId ? { messageId: conversation.runningMessageId, seq: -1, index: 0 } : null)
      if (place && (!seen || from) && (await mayFollow(ctx, place))) return sseAnswer(ctx, place)
      if (seen) throw notFound('Event')
      return c.body(null, 204)
    },
  }),
  get(urls.apiConversationSharing, readers, {
    summary: 'What the workspace and people by name may do with a conversation',
    answer: shares.sharing,
    handle: sharing.sharing,
  }),
  put(urls.apiConversationSharing, ownConversation, {
    summary: 'Say what everybody in the workspace may do with a conversation of yours',
    description:
      '`edit` lets them ask in it, with their own rights to data and their own credits; null: nobody sees it but who was given it by name.',
    body: shares.workspaceLevel,
    answer: shares.sharing,
    handle: async (ctx, { body }) =>
      sharing.sharing({ ...ctx, conversation: await conversations.share(ctx, body.level) }),
  }),
  put(urls.apiConversationShare, ownConversation, {
    summary: 'Share a conversation of yours with somebody of the workspace by name',
    description: 'They are told.',
    body: shares.personLevel,
    answer: shares.sharing,
    errors: ['conflict', 'rate_limited'],
    handle: async (ctx, { userId, body }) => {
      await sharing.share(ctx, userId, body.level)
      return sharing.sharing(ctx)
    },
  }),
  del(urls.apiConversationShare, ownConversation, {
    summary: 'Take back what somebody was given of a conversation by name',
    handle: (ctx, { userId }) => sharing.unshare(ctx, userId),
  }),
  get(urls.apiConversationComments, readers, {
    summary: 'The comments of a conversation, the oldest first',
    paged: true,
    answer: z.array(ofAnswer.comment),
    handle: async (ctx, { page }) => {
      const { items, next } = await comments.list(ofConversation(ctx), page)
      return { items: items.map(commentJson), next }
    },
  }),
  post(urls.apiConversationComments, commenters, {
    summary: 'Comment on an answer of a conversation, or on a cell of one of its results',
    body: ofAnswer.created,
    answer: ofAnswer.comment,
    status: 201,
    errors: ['conflict', 'rate_limited'],
    handle: async (ctx, { body: { message_id: part, ...said } }) =>
      commentJson(await comments.create(ofConversation(ctx), { part, ...said })),
  }),
  patch(urls.apiConversationComment, commenters, {
    summary: 'Change a comment on an answer, or resolve it',
    description: 'Its words only by its author; it is resolved by its author and by whose conversation it is.',
    body: commentChange,
    answer: ofAnswer.comment,
    handle: async (ctx, { commentId, body }) =>
      commentJson(await comments.update(ofConversation(ctx), commentId, body)),
  }),
  del(urls.apiConversationComment, commenters, {
    summary: 'Delete a comment on an answer',
    description: 'By its author, and by whose conversation it is.',
    handle: (ctx, { commentId }) => comments.remove(ofConversation(ctx), commentId),
  }),
  post(urls.apiConversationFork, readers, {
    summary: 'Copy a conversation that you may read into one of your own',
    description: 'To go on with it. The one that it was copied from stays as it is.',
    answer: answers.conversation,
    status: 201,
    errors: ['conflict'],
    handle: async (ctx) => {
      const made = await fork(ctx)
      return conversationJson(made, await messages.lastLines(ctx, [made.id]))
    },
  }),
  post(urls.apiConversationStop, askers, {
    summary: 'Stop the running answer',
    description: 'For who asked, and for whose conversation it is.',
    answer: z.object({ stopped: z.boolean() }),
    handle: async (ctx) => ({ stopped: await stop(ctx) }),
  }),
  patch(urls.apiConversation, ownConversation, {
    summary: 'Rename a conversation, or share it with its workspace',
    description: 'Whoever may see the workspace can read a conversation that is shared.',
    body: request.conversationChange,
    answer: answers.conversation,
    handle: async (ctx, { body: { title, shared } }) => {
      let { conversation } = ctx
      if (title !== undefined) conversation = await conversations.rename(ctx, title)
      if (shared !== undefined && shared !== (conversation.sharedAt !== null))
        conversation = await conversations.share({ ...ctx, conversation }, shared ? 'view' : null)
      return conversationJson(conversation, await messages.lastLines(ctx, [conversation.id]))
    },
  }),
  del(urls.apiConversation, ownConversation, {
    summary: 'Delete a conversation',
    handle: (ctx) => conversations.remove(ctx),
  }),
  post(urls.apiMessageSql, signedIn, {
    summary: 'Change the SQL of a result and run it',
    description:
      'Runs where the result ran; earlier results of the conversation may be named (r1, r2 …). The answer keeps what comes out beside the result itself, instead of an earlier change of it.',
    body: request.editedSqlBody,
    answer: answers.editedResult,
    errors: ['unprocessable'],
    handle: async (ctx, { id, body }, c) =>
      edits.run(await conversations.ofMessage(ctx, id, 'assistant'), id, body, c.req.raw.signal),
  }),
  post(urls.apiMessageChips, signedIn, {
    summary: 'Change an answer by its chips',
    description:
      'Edits the statement of its main result and runs it, without a model and for nothing. The answer then shows what came out, with prose that says what the statement does; null shows it again as it was made.',
    body: request.chipsBody,
    answer: answers.changedAnswer,
    errors: ['unprocessable', 'conflict'],
    handle: async (ctx, { id, body: { result, edits } }, c) => {
      const inside = await conversations.ofMessage(ctx, id, 'assistant')
      const locale = regionOf(c.req.header('accept-language'))
      const answer = edits
        ? await chips.change(inside, id, { result, edits, locale }, c.req.raw.signal)
        : await chips.undo(inside, id)
      return { answer: seenAnswer(answer, ctx.models.explain?.show_sql ?? true) }
    },
  }),
  post(urls.apiMessageReading, signedIn, {
    summary: 'Show an answer as another of its readings',
    description:
      'Runs the statement of one of `readings`, without a model and for nothing, also where the analyst asked back. The answer then shows what came out; null shows it again as it was made.',
    body: request.readingBody,
    answer: answers.changedAnswer,
    errors: ['unprocessable', 'conflict'],
    handle: async (ctx, { id, body: { reading } }, c) => {
      const inside = await conversations.ofMessage(ctx, id, 'assistant')
      const locale = regionOf(c.req.header('accept-language'))
      const answer =
        reading === null
          ? await chips.undo(inside, id)
          : await chips.choose(inside, id, { reading, locale }, c.req.raw.signal)
      return { answer: seenAnswer(answer, ctx.models.explain?.show_sql ?? true) }
    },
  }),
  post(urls.apiChips, inWorkspace, {
    summary: 'Answer a question that is made of chips',
    description: 'Makes a conversation of it. No model is asked, and it costs nothing.',
    body: request.builtBody,
    answer: answers.built,
    status: 201,
    errors: ['unprocessable'],
    handle: async (ctx, { body: { edits } }, c) =>
      chips.build(ctx, { edits, locale: regionOf(c.req.header('accept-language')) }, c.req.raw.signal),
  }),
  get(urls.apiChipOffers, inWorkspace, {
    summary: 'What a table offers to chips',
    query: request.offersQuery,
    answer: answers.offers,
    handle: (ctx, { query: { table } }) => chips.offersOf(ctx, table),
  }),
  get(urls.apiChipValues, inWorkspace, {
    summary: 'Values of a column that a text is found in',
    query: request.valuesQuery,
    answer: answers.values,
    handle: async (ctx, { query: { table, column, q } }, c) => ({
      values: await valuesFor(ctx, { table, column, text: q }, c.req.raw.signal),
    }),
  }),
  post(urls.apiMessageProposal, signedIn, {
    summary: 'Propose what was learned from an answer',
    description:
      'From `sql`: the edited SQL of a result becomes a verified query. From `clarification`: what was answered when the analyst asked back becomes a term. From `reading`: what the chosen reading takes a word for becomes its meaning. From `feedback`: the reason becomes one. From `chips`: what a chip says becomes what a word means. Takes the permission UPDATE_AGENTS in the workspace; an owner decides.',
    body: request.proposalBody,
    answer: definition,
    status: 201,
    errors: ['forbidden', 'unprocessable', 'conflict', 'timeout', 'unavailable', 'unsupported'],
    handle: async (ctx, { id, body }) => propose(await conversations.ofMessage(ctx, id, 'assistant'), id, body),
  }),
  put(urls.apiMessageChart, signedIn, {
    summary: 'Change a chart of an answer',
    description:
      'Over the same results, and free. The answer keeps the changed chart beside the one that was made; null undoes it.',
    body: request.changedChartBody,
    answer: answers.redrawn,
    errors: ['unprocessable'],
    handle: async (ctx, { id, body }) => edits.draw(await conversations.ofMessage(ctx, id, 'assistant'), id, body),
  }),
  post(urls.apiMessageFeedback, signedIn, {
    summary: 'Rate an answer',
    body: request.feedbackBody,
    answer: answers.feedback,
    handle: async (ctx, { id, body: { rating, reason = null } }) => {
      await conversations.rate(await conversations.ofMessage(ctx, id, 'assistant'), id, rating, reason)
      return { id, rating, reason }
    },
  }),
])

/** Whether the person was answered this themselves, or it runs for others and nothing is hidden: answers may be withheld, events not. */
const mayFollow = async ({ conversation, ...ctx }: conversations.ReadableCtx, { messageId }: EventPlace) =>
  (await messages.hasAnswer(ctx, conversation.id, messageId)) ||
  (messageId === conversation.runningMessageId && (await hidesNothing(ctx)))

const commentJson = ({ partId, ...comment }: comments.Comment) => ({ ...comment, messageId: partId })
