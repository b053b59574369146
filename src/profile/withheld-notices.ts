import { and, eq, inArray, isNull } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import { blocks, workspaceOf } from '#canvases/canvases.ts'
import { ofCanvas } from '#canvases/comments.ts'
import { withholding } from '#canvases/withheld.ts'
import { seesHidden } from '#catalog/hidden.ts'
import { ofConversation } from '#chat/comments.ts'
import { read } from '#chat/conversations.ts'
import { hiddenIn, withheld } from '#chat/withheld.ts'
import { comments, conversations, messages } from '#db/schema/index.ts'
import type { Told, Withheld } from '#notifications/notifications.ts'
import { asPersonIn } from '#workspaces/as-person.ts'
import type { WorkspaceCtx } from '../ctx.ts'

/** Of which notices the canvas, conversation or comment is gone for their person, or withheld from them, by what withholds these themselves. */
export const withheldNotices: Withheld = async (ctx, userId, told) => {
  const gone = new Set<string>()
  for (const [workspaceId, all] of Map.groupBy(told, (one) => one.workspaceId)) {
    const inside = await asPersonIn(ctx, workspaceId, userId)
    const isGone = inside && (await goneFor(inside, all))
    for (const one of all) if (!isGone || (await isGone(one))) gone.add(one.id)
  }
  return gone
}

const once = <T>(find: (id: string) => Promise<T>) => {
  const found = new Map<string, Promise<T>>()
  return (id: string) => found.getOrInsertComputed(id, find)
}

async function goneFor(ctx: WorkspaceCtx, all: Told[]) {
  const idsOf = (kind: string) =>
    all.flatMap(({ subject }) => (subject.startsWith(kind) ? subject.slice(kind.length) : []))
  const answers = idsOf('answer:')
  const [{ isWithheld, names }, speaks, said, there, hidden] = await Promise.all([
    withholding(ctx),
    seesHidden(ctx) ? () => false : hiddenIn(ctx),
    ctx.db
      .select()
      .from(comments)
      .where(inArray(comments.id, idsOf('comment:'))),
    ctx.db
      .select({ id: messages.id })
      .from(messages)
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .where(and(inArray(messages.id, answers), isNull(conversations.deletedAt))),
    withheld(ctx, answers),
  ])
  // What is withheld of a canvas or a conversation; null where that is gone for the person.
  const board = once(async (id) => {
    const canvas = await workspaceOf(ctx, id)
    if (!canvas) return null
    const inside = { ...ctx, canvas }
    return { comments: await ofCanvas(inside).withheld(), blocks: await blocks(inside) }
  })
  const talk = once(async (id) => {
    const inside = await read(ctx, id).catch((error) => {
      if (error instanceof AppError) return null
      throw error
    })
    return inside && { comments: await ofConversation(inside).withheld() }
  })
  return async ({ kind, subject, title, text }: Told): Promise<boolean> => {
    const [of, id = '', part = ''] = subject.split(':')
    if (of === 'share') return !(await (id === 'canvas' ? board : talk)(part))
    if (of === 'comment') {
      const one = said.find((comment) => comment.id === id)
      const place = one && (await (one.canvasId ? board(one.canvasId) : talk(one.conversationId!)))
      return !place || place.comments.includes(one.partId)
    }
    if (of === 'block') {
      const place = await board(id)
      const block = place?.blocks.find((one) => one.id === part)
      return !place || (block ? isWithheld(block) : speaks([title, text]))
    }
    if (of === 'answer') return !there.some((one) => one.id === id) || hidden.has(id) || speaks([title, text])
    return kind === 'failure' && names(text)
  }
}
