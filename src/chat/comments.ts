import { and, eq } from 'drizzle-orm'
import { isOf, resultsOf } from '#analyst/rules/presented.ts'
import { cut } from '#base/text.ts'
import type { Commented } from '#comments/comments.ts'
import { inTransaction } from '#db/connect.ts'
import { comments, messages } from '#db/schema/index.ts'
import * as members from '#workspaces/members.ts'
import { messageHref } from '../urls.ts'
import { levelOf, type ReadableCtx } from './conversations.ts'
import { withheld } from './withheld.ts'

/** Letters of an answer in a mail. */
const LONGEST_NAME = 120

/** Comments of conversations, on their answers. */
export const ofConversation = (ctx: ReadableCtx): Commented => ({
  ctx,
  thing: { kind: 'conversation', id: ctx.conversation.id, name: ctx.conversation.title },
  part: 'Answer',
  async find(id) {
    const { conversation, workspace } = ctx
    const isThis = and(
      eq(messages.id, id),
      eq(messages.conversationId, conversation.id),
      eq(messages.role, 'assistant'),
    )
    const [message] = await ctx.db.select().from(messages).where(isThis)
    if (!message?.answer || (await withheld(ctx, [id])).has(id)) return null
    const { text, answer, askedBy } = message
    return {
      name: cut(text, LONGEST_NAME),
      path: messageHref(workspace.id, conversation.id, id),
      people: [conversation.userId, ...(askedBy ? [askedBy] : [])],
      hasCell: ({ result = '' }) => resultsOf(answer).some((one) => isOf({ result }, one)),
    }
  },
  async withheld() {
    const isThis = eq(comments.conversationId, ctx.conversation.id)
    const rows = await ctx.db.selectDistinct({ id: comments.partId }).from(comments).where(isThis)
    const ids = rows.map(({ id }) => id)
    return [...(await withheld(ctx, ids))]
  },
  async reader(userId, partId) {
    const { conversation, workspace } = ctx
    const reads = conversation.userId === userId || (await levelOf(ctx, conversation, userId))
    const member = reads ? await members.find(ctx, userId) : null
    if (!member) return null
    const asThem = { ...ctx, user: { ...ctx.user, id: userId }, workspace: { ...workspace, role: member.role } }
    return (await withheld(asThem, [partId])).has(partId) ? null : member
  },
  mayEnd: ctx.by === null,
  change: (work) => inTransaction(ctx, (ctx) => work(ofConversation(ctx))),
})
