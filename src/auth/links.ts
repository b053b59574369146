import { createHash } from 'node:crypto'
import { and, eq, gt, like, type SQL } from 'drizzle-orm'
import { newToken } from '#base/ids.ts'
import { DAY, HOUR, MINUTE } from '#base/time.ts'
import { verifications } from '#db/schema/index.ts'
import type { World } from '../ctx.ts'
import type { Scope } from './rules/api-key.ts'

/** What a token is for, and how long it works, in milliseconds. */
export const LIFE = {
  'verify-email': DAY,
  'reset-password': HOUR,
  'change-email': DAY,
  'first-admin': 7 * DAY,
  'second-step': 10 * MINUTE,
  'oauth-code': 5 * MINUTE,
} as const
type Purpose = keyof typeof LIFE

/**
 * Whom a link is for: it is invalid once their address has changed. `userId` is null where nobody has the address; the link of
 * the first admin is for whoever opens it.
 */
type Bearer = { userId: string | null; email: string }
/** What is kept of a sign-in that waits for its second step. */
type Waiting = { userId: string; remember: boolean }
/** What a program was allowed: digest of its id, where the code was sent, and the challenge that proves who gets it. */
type Grant = { userId: string; client: string; redirect: string; challenge: string; scopes: Scope[] }
type ValueOf<P extends Purpose> = P extends 'second-step' ? Waiting : P extends 'oauth-code' ? Grant : Bearer
type Place = Pick<World, 'db' | 'now'>

/** Only digests are kept: who reads the database can use no link, no code and no key of it. */
export const digest = (token: string): string => createHash('sha256').update(token).digest('base64url')
const identifierOf = (purpose: Purpose, token: string) => `${purpose}:${digest(token)}`

export async function issue<P extends Purpose>(ctx: Place, purpose: P, value: ValueOf<P>): Promise<string> {
  const token = newToken()
  await ctx.db.insert(verifications).values({
    identifier: identifierOf(purpose, token),
    value: JSON.stringify(value),
    expiresAt: new Date(Number(ctx.now()) + LIFE[purpose]),
    createdAt: ctx.now(),
  })
  return token
}

const living = (ctx: Place, purpose: Purpose, token: string) =>
  and(eq(verifications.identifier, identifierOf(purpose, token)), gt(verifications.expiresAt, ctx.now()))

/** What a living token was issued with; null when it has expired, was used or never was. */
export async function find<P extends Purpose>(ctx: Place, purpose: P, token: string): Promise<ValueOf<P> | null> {
  const [row] = await ctx.db
    .select()
    .from(verifications)
    .where(living(ctx, purpose, token))
  return row ? readValue(row.value) : null
}

/** Uses a token up. Of two at the same moment one gets what it was issued with, the other null. */
export async function use<P extends Purpose>(ctx: Place, purpose: P, token: string): Promise<ValueOf<P> | null> {
  const [row] = await ctx.db
    .delete(verifications)
    .where(living(ctx, purpose, token))
    .returning()
  return row ? readValue(row.value) : null
}

/** What a token was issued with; null for one of an earlier version, which kept it in another form: such a link is no longer good. */
function readValue<P extends Purpose>(value: string): ValueOf<P> | null {
  try {
    return JSON.parse(value)
  } catch {
    return null
  }
}

/** The same with every other token that was issued for this purpose with the same. */
export async function useAll<P extends Purpose>(ctx: Place, purpose: P, token: string): Promise<ValueOf<P> | null> {
  const value = await use(ctx, purpose, token)
  if (value) await revoke(ctx, purpose, eq(verifications.value, JSON.stringify(value)))
  return value
}

/** Invalidates the tokens of a purpose. @param which those, by what they were issued with */
export async function revoke(ctx: Place, purpose: Purpose, which: SQL): Promise<void> {
  await ctx.db.delete(verifications).where(and(like(verifications.identifier, `${purpose}:%`), which))
}

export const isOf = (userId: string): SQL => like(verifications.value, `%"userId":"${userId}"%`)
