import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { conflict } from '#base/errors.ts'
import { users } from '#db/schema/index.ts'
import type { Ctx } from '../ctx.ts'
import { forgetClaims } from './purge.ts'

/**
 * Who proves an address, or makes an account that has, waits here for others who do so with the same one; held until the transaction
 * ends. An address that nobody has proven blocks nobody, so any number of accounts may claim it.
 */
export async function hold(ctx: Ctx, email: string): Promise<void> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`)
}

/** The one account that has proven this address, or null. */
export async function ownerOf(ctx: Ctx, email: string): Promise<{ id: string; name: string } | null> {
  const [owner] = await ctx.db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.email, email), eq(users.emailVerified, true)))
  return owner ?? null
}

/** Since when an account claims this address that nobody has proven, besides that of `userId`; null when none does. */
export async function claimedSince(ctx: Ctx, email: string, userId: string): Promise<Date | null> {
  const [claim] = await ctx.db
    .select({ since: users.createdAt })
    .from(users)
    .where(and(eq(users.email, email), eq(users.emailVerified, false), ne(users.id, userId)))
    .orderBy(asc(users.id))
    .limit(1)
  return claim?.since ?? null
}

/**
 * The person has shown that their address is theirs. Others who claimed it keep what they have, and never get the address; those who
 * have nothing are forgotten. Hold it first.
 * @throws AppError conflict `email_taken` when another account has proven it
 */
export async function prove(ctx: Ctx, userId: string): Promise<void> {
  const [person] = await ctx.db.select().from(users).where(eq(users.id, userId))
  if (person?.emailVerified) return
  // Whoever was first may have left nothing of this account.
  if (!person || (await ownerOf(ctx, person.email)))
    throw conflict('Another account has verified this address. Sign in to that one.', 'email_taken')
  await ctx.db.update(users).set({ emailVerified: true, updatedAt: ctx.now() }).where(eq(users.id, userId))
  await forgetClaims(ctx, { email: person.email })
}
