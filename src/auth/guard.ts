import { guard } from '#web/handler.ts'
import type { HttpContext } from '#web/http-context.ts'
import type { Ctx, User } from '../ctx.ts'
import { personLookup, type SessionCtx, signInFirst, whoColumns } from './identify.ts'

const lookup = personLookup('user', (db, person) => db.select(whoColumns(person)).from(person).limit(1))

/** The person of a request and their session, or null for a guest. One query. */
export const sessionCtx = async (ctx: Ctx, c: HttpContext): Promise<SessionCtx | null> =>
  (await lookup(ctx, c))?.identity ?? null

/** Anybody; `ctx.user` is null for guests. */
export const visitor = guard<Ctx & { user: User | null }>(
  'visitor',
  async (ctx, c) => (await sessionCtx(ctx, c)) ?? { ...ctx, user: null },
)

/** Signed-in people. Without a session API calls get 401 and pages go to the login page. */
export const signedIn = guard<SessionCtx>('signedIn', async (ctx, c) => {
  const found = await sessionCtx(ctx, c)
  if (!found) throw signInFirst()
  return found
})
