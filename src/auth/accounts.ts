import { hashPassword } from 'better-auth/crypto'
import { eq, sql } from 'drizzle-orm'
import { AppError, invalidFields } from '#base/errors.ts'
import { MINUTE } from '#base/time.ts'
import { inTransaction } from '#db/connect.ts'
import { users } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import * as rateLimit from '#web/rate-limit.ts'
import type { Ctx, User, UserCtx } from '../ctx.ts'
import type { SessionCtx } from './identify.ts'
import { identityOf, withDeed } from './identity.ts'
import type { ProfileChange, Registration } from './rules/credentials.ts'
import * as sessions from './sessions.ts'

/** Registrations from one address: an office behind one address still gets in, a flood does not. */
const REGISTRATIONS = { most: 300, window: 60 * MINUTE }

/**
 * Makes an account and begins its first session.
 * @param within runs in the same transaction, for what must happen together with the account
 * @throws AppError conflict `email_taken`, rate_limited
 */
export async function register(
  ctx: Ctx,
  input: Registration,
  userAgent: string,
  within: (ctx: SessionCtx) => Promise<void> = async () => {},
): Promise<sessions.Beginning> {
  if (ctx.actor.ip) await rateLimit.take(ctx, `register:${ctx.actor.ip}`, REGISTRATIONS)
  const { email, password, name = '', remember } = input
  const [hashed, identity] = await Promise.all([hashPassword(password), identityOf(ctx)])
  const begun = await inTransaction(ctx, async (ctx) => {
    // Two registrations of one email wait for each other, so that the second finds the first.
    await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`)
    const [taken] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (taken) throw emailTaken()
    const { headers, response } = await withDeed({ db: ctx.db, password, hashed }, () =>
      identity.api.signUpEmail({
        body: { email, password, name, rememberMe: remember ?? true },
        headers: sessions.requestHeaders(ctx, userAgent),
        returnHeaders: true,
      }),
    )
    const begun = await sessions.begin(ctx, response.token, headers)
    await audit.record(begun.ctx, 'user.register', begun.ctx.user.id)
    await within(begun.ctx)
    return begun
  })
  return sessions.outside(ctx, begun)
}

const emailTaken = () =>
  new AppError('conflict', 'There is already an account with this email. Sign in instead.', {
    code: 'email_taken',
    details: { fields: { email: 'There is already an account with this email. Sign in instead.' } },
  })

/** Changes what the person says about themselves. */
export const updateProfile = (ctx: UserCtx, change: ProfileChange): Promise<User> =>
  inTransaction(ctx, async (ctx) => {
    if (change.name === undefined) return ctx.user
    if (change.name === '') throw invalidFields({ name: 'Enter your name.' })
    await ctx.db.update(users).set({ name: change.name, updatedAt: ctx.now() }).where(eq(users.id, ctx.user.id))
    await audit.record(ctx, 'user.update', ctx.user.id, { name: change.name })
    return { ...ctx.user, name: change.name }
  })
