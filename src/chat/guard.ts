import { sessionCtx } from '#auth/guard.ts'
import { signInFirst } from '#auth/identify.ts'
import { guard } from '#web/handler.ts'
import type { HttpContext } from '#web/http-context.ts'
import type { Ctx } from '../ctx.ts'
import * as conversations from './conversations.ts'

/** The conversation `:id` of the person of a request. @throws AppError unauthenticated; not_found for all but whoever asked in it */
export async function signedIntoConversation(ctx: Ctx, c: HttpContext): Promise<conversations.ConversationCtx> {
  const person = await sessionCtx(ctx, c)
  if (!person) throw signInFirst()
  return conversations.enter(person, c.req.param('id') ?? '')
}

/** Whoever asked in the conversation `:id`; for everybody else it does not exist. */
export const ownConversation = guard<conversations.ConversationCtx>('ownConversation', signedIntoConversation)
