import { eq, inArray, or, sql } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import { CLOCK_SKEW } from '#base/time.ts'
import { rateLimits } from '#db/schema/index.ts'
import * as security from '#records/security.ts'
import { giveBack, inWords } from '#web/rate-limit.ts'
import type { Ctx } from '../ctx.ts'
import { LOCKOUT, waitAfter } from './rules/lockout.ts'

const accountKey = (email: string) => `failures:account:${email}`
const addressKey = (ctx: Ctx) => (ctx.actor.ip ? `failures:address:${ctx.actor.ip}` : null)

/**
 * Counts an attempt as failed before it is made, so that a hundred concurrent ones are not all the first; `succeeded` takes it back.
 * Known and unknown emails are counted alike.
 * @throws AppError rate_limited with details.retry_after in seconds while account or address waits
 */
export async function attempt(ctx: Ctx, email: string): Promise<void> {
  const address = addressKey(ctx)
  if (address) await take(ctx, address, LOCKOUT.free.address, email)
  try {
    await take(ctx, accountKey(email), LOCKOUT.free.account, email)
  } catch (error) {
    // Who is turned away did not try a password: it counts for nothing against their address.
    if (address) await giveBack(ctx, address)
    throw error
  }
}

/**
 * As `attempt` for the account alone, and quietly: whether a password may be tried now. Registering guesses too, but who registers must
 * not be kept out by what others tried.
 */
export async function allows(ctx: Ctx, email: string): Promise<boolean> {
  return (await taken(ctx, accountKey(email), LOCKOUT.free.account)) !== null
}

/** The password was right: the account's failures are forgotten, and this try is none of the address. */
export async function succeeded(ctx: Ctx, email: string): Promise<void> {
  const address = addressKey(ctx)
  if (address) await giveBack(ctx, address)
  await clear(ctx, [email])
}

/** Forgets the failures of accounts, as resetting a password does. */
export async function clear(ctx: Ctx, emails: string[]): Promise<void> {
  await ctx.db.delete(rateLimits).where(inArray(rateLimits.key, emails.map(accountKey)))
}

async function take(ctx: Ctx, key: string, free: number, email: string): Promise<void> {
  if (await taken(ctx, key, free)) return
  const now = ctx.now().getTime()
  const [row] = await ctx.db.select().from(rateLimits).where(eq(rateLimits.key, key))
  const until = row ? row.resetAt - LOCKOUT.memory + waitAfter(row.count, free) : now
  const seconds = Math.max(1, Math.ceil((until - now) / 1000))
  await security.record(ctx, 'sign_in_limited', { email, seconds })
  throw new AppError('rate_limited', `Too many attempts. Please try again in ${inWords(seconds)}.`, {
    details: { retry_after: seconds },
  })
}

/** Counts one failure unless a wait is on; null then. `resetAt` is when failures are forgotten, so that the last was `memory` before. */
async function taken(ctx: Ctx, key: string, free: number): Promise<{ count: number } | null> {
  const now = ctx.now().getTime()
  const { memory, firstWait, longestWait } = LOCKOUT
  const forgotten = sql`(${rateLimits.resetAt} <= ${now}::bigint or ${rateLimits.resetAt} > ${now + memory + CLOCK_SKEW}::bigint)`
  const doubled = sql`${firstWait}::bigint * power(2, least(${rateLimits.count} - ${free}::int, 20))::bigint`
  const waited = sql`${rateLimits.resetAt} - ${memory}::bigint + least(${doubled}, ${longestWait}::bigint) <= ${now}::bigint`
  const [row] = await ctx.db
    .insert(rateLimits)
    .values({ key, count: 1, resetAt: now + memory })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: { count: sql`case when ${forgotten} then 1 else ${rateLimits.count} + 1 end`, resetAt: now + memory },
      setWhere: or(forgotten, sql`${rateLimits.count} < ${free}::int`, waited),
    })
    .returning({ count: rateLimits.count })
  return row ?? null
}
