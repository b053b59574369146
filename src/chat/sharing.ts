import { invalidFields } from '#base/errors.ts'
import type { Level } from '#sharing/rules/level.ts'
import * as shares from '#sharing/shares.ts'
import { href, urls } from '../urls.ts'
import type { ConversationCtx } from './conversations.ts'
import * as conversations from './conversations.ts'

const thingOf = ({ conversation: { id, title }, workspace }: ConversationCtx) => ({
  ...{ kind: 'conversation' as const, id, name: title },
  path: href(urls.workspace, { id: workspace.id }, { conversation: id }),
})

/** Questions are paid and answered with the rights of whoever asks: others read a conversation, and go on in a copy of their own. */
function demandReading(level: Level | null): void {
  if (level !== null && level !== 'view')
    throw invalidFields({
      level: 'A conversation is shared to be read. Whoever reads it goes on in a copy of their own.',
    })
}

/** With whom the person shares a conversation of theirs. */
export const sharing = async (ctx: ConversationCtx) => ({
  workspace: ctx.conversation.sharedAt ? ('view' as const) : null,
  people: await shares.list(ctx, thingOf(ctx)),
  by: ctx.user,
  may: true,
})

/** Lets everybody in the workspace read the conversation, or no longer. @throws AppError invalid */
export async function setLevel(ctx: ConversationCtx, level: Level | null): Promise<conversations.Conversation> {
  demandReading(level)
  return conversations.share(ctx, level !== null)
}

/** Lets somebody read the conversation. @throws AppError as `shares.put` */
export async function share(ctx: ConversationCtx, userId: string, level: Level): Promise<void> {
  demandReading(level)
  await shares.put(ctx, thingOf(ctx), { userId, level }, () => null)
}

export const unshare = (ctx: ConversationCtx, userId: string): Promise<void> => shares.remove(ctx, thingOf(ctx), userId)
