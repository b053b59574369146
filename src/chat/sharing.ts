import type { Level } from '#sharing/rules/level.ts'
import * as shares from '#sharing/shares.ts'
import { href, urls } from '../urls.ts'
import type { ConversationCtx, ReadableCtx } from './conversations.ts'

const thingOf = ({ conversation: { id, title }, workspace }: ConversationCtx) => ({
  ...{ kind: 'conversation' as const, id, name: title },
  path: href(urls.workspace, { id: workspace.id }, { conversation: id }),
})

/** With whom a conversation is shared, and what they may do with it. */
export async function sharing(ctx: ConversationCtx & Partial<Pick<ReadableCtx, 'by'>>) {
  const { sharedAt, level, userId } = ctx.conversation
  const may = ctx.by === null || ctx.by === undefined
  return shares.described(ctx, thingOf(ctx), { workspace: sharedAt && level, by: userId, may })
}

/** Shares the conversation with somebody by name. @throws AppError as `shares.put` */
export const share = (ctx: ConversationCtx, userId: string, level: Level): Promise<void> =>
  // Everybody who may see a workspace asks in it, with their own rights and credits.
  shares.put(ctx, thingOf(ctx), { userId, level }, () => null)

export const unshare = (ctx: ConversationCtx, userId: string): Promise<void> => shares.remove(ctx, thingOf(ctx), userId)
