import { eq } from 'drizzle-orm'
import type { Db } from '#db/connect.ts'
import { sessions, users } from '#db/schema/index.ts'
import { guard, type HttpContext } from '#web/handler.ts'
import type { Ctx, User } from '../ctx.ts'
import {
  identified,
  livingSession,
  type Proof,
  proofOf,
  type SessionCtx,
  signInFirst,
  userColumns,
} from './identify.ts'

const prepare = (db: Db, by: Proof['by']) =>
  db
    .select(userColumns)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(livingSession(by))
    .limit(1)
    .prepare(`guard_user_${by}`)

const prepared = new WeakMap<Db, Record<Proof['by'], ReturnType<typeof prepare>>>()

/** The person of a request and their session, or null for a guest. One query. */
export async function sessionCtx(ctx: Ctx, c: HttpContext): Promise<SessionCtx | null> {
  const proof = await proofOf(ctx, c)
  if (!proof) return null
  let statements = prepared.get(ctx.db)
  if (!statements) {
    statements = { token: prepare(ctx.db, 'token'), session: prepare(ctx.db, 'session') }
    prepared.set(ctx.db, statements)
  }
  const [row] = await statements[proof.by].execute({ proof: proof.value, now: ctx.now().toISOString() })
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
