import { sessionCtx } from '#auth/guard.ts'
import { signInFirst } from '#auth/identify.ts'
import type { Level } from '#sharing/rules/level.ts'
import * as shares from '#sharing/shares.ts'
import { guard } from '#web/handler.ts'
import type { HttpContext } from '#web/http-context.ts'
import type { Ctx, UserCtx } from '../ctx.ts'
import * as conversations from './conversations.ts'

async function signedInto<C>(ctx: Ctx, c: HttpContext, into: (ctx: UserCtx, id: string) => Promise<C>): Promise<C> {
  const person = await sessionCtx(ctx, c)
  if (!person) throw signInFirst()
  return into(person, c.req.param('id') ?? '')
}

/** The conversation `:id` of the person of a request. @throws AppError unauthenticated; not_found for all but whose it is */
export const signedIntoConversation = (ctx: Ctx, c: HttpContext): Promise<conversations.ConversationCtx> =>
  signedInto(ctx, c, conversations.enter)

/** Whose conversation `:id` is; for everybody else it does not exist. */
export const ownConversation = guard<conversations.ConversationCtx>('ownConversation', signedIntoConversation)

/** Whoever may do so much with the conversation `:id`; for those who may not read it, it does not exist. */
export const mayInConversation = (level: Level) =>
  guard<conversations.ReadableCtx>(`mayInConversation ${level}`, async (ctx, c) => {
    const inside = await signedInto(ctx, c, conversations.readable)
    shares.demand('conversation', inside.level, level)
    return inside
  })
