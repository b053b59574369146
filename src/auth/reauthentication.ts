import { and, eq } from 'drizzle-orm'
import { invalidFields, unprocessable } from '#base/errors.ts'
import { MINUTE } from '#base/time.ts'
import { accounts, sessions } from '#db/schema/index.ts'
import * as security from '#records/security.ts'
import * as rateLimit from '#web/rate-limit.ts'
import type { UserCtx } from '../ctx.ts'
import type { SessionCtx } from './identify.ts'
import { scrypt } from './identity.ts'

/** Wrong passwords of somebody signed in; right ones do not count. */
const FAILURES = { most: 10, window: 15 * MINUTE }
/** Who has no password proves themselves by having signed in this recently. */
const FRESH = 10 * MINUTE

/** The hash of the person's password, or null for one who signs in with Google only. */
export async function passwordHash(ctx: UserCtx): Promise<string | null> {
  const [row] = await ctx.db
    .select({ hash: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, ctx.user.id), eq(accounts.providerId, 'credential')))
  return row?.hash ?? null
}

/**
 * Makes sure that it is still the same person, before an action that could lock them out of their account or expose it.
 * Call it before a transaction: comparing takes tens of milliseconds.
 * @throws AppError invalid with the field `password`, rate_limited, forbidden `sign_in_again` for a person without a password
 */
export async function demandPassword(ctx: SessionCtx, password: string | undefined): Promise<void> {
  const hash = await passwordHash(ctx)
  if (hash === null) return demandFreshSession(ctx)
  if (!password) throw invalidFields({ password: 'Enter your password.' })
  const key = `password:${ctx.user.id}`
  await rateLimit.take(ctx, key, FAILURES)
  if (!(await scrypt.matches(hash, password))) {
    await security.record(ctx, 'password_refused')
    throw invalidFields({ password: 'This is not your password.' })
  }
  await rateLimit.giveBack(ctx, key)
}

async function demandFreshSession(ctx: SessionCtx): Promise<void> {
  const [session] = await ctx.db
    .select({ createdAt: sessions.createdAt })
    .from(sessions)
    .where(eq(sessions.id, ctx.sessionId))
  if (session && Number(ctx.now()) - Number(session.createdAt) < FRESH) return
  throw unprocessable(
    'For this, sign out and in again with Google first: you have no password to ask for.',
    'sign_in_again',
  )
}
