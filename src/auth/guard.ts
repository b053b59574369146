import { guard } from '#web/handler.ts'
import type { HttpContext } from '#web/http-context.ts'
import type { Ctx, User } from '../ctx.ts'
import {
  identified,
  keptPrepared,
  livingPerson,
  proofOf,
  type SessionCtx,
  signInFirst,
  whoColumns,
} from './identify.ts'

const statement = keptPrepared((db, by) => {
  const person = livingPerson(db, by)
  return db.select(whoColumns(person)).from(person).limit(1).prepare(`guard_user_${by}`)
})

/** The person of a request and their session, or null for a guest. One query. */
export async function sessionCtx(ctx: Ctx, c: HttpContext): Promise<SessionCtx | null> {
  const proof = await proofOf(ctx, c)
  if (!proof) return null
  const [row] = await statement(ctx.db, proof.by).execute({ proof: proof.value, now: ctx.now().toISOString() })
  return row ? identified(ctx, c, proof, row) : null
}

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
