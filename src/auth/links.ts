import { createHash } from 'node:crypto'
import { and, eq, gt, like } from 'drizzle-orm'
import { newToken } from '#base/ids.ts'
import { HOUR } from '#base/time.ts'
import { verifications } from '#db/schema/index.ts'
import type { Ctx } from '../ctx.ts'

/** What a link in a mail is for, and how long it works, in milliseconds. */
export const LIFE = { 'verify-email': 24 * HOUR, 'reset-password': HOUR } as const
export type Purpose = keyof typeof LIFE

/** Whom a link is for: it is worth nothing once their address is another. `userId` is null where nobody has the address. */
export type Bearer = { userId: string | null; email: string }

/** Only the digest is kept: who reads the database cannot open the link. */
const digest = (token: string): string => createHash('sha256').update(token).digest('base64url')
const identifierOf = (purpose: Purpose, token: string) => `${purpose}:${digest(token)}`
const textOf = ({ userId, email }: Bearer) => JSON.stringify({ userId, email })

/** A new token for a link that works once. */
export async function issue(ctx: Ctx, purpose: Purpose, bearer: Bearer): Promise<string> {
  const token = newToken()
  await ctx.db.insert(verifications).values({
    identifier: identifierOf(purpose, token),
    value: textOf(bearer),
    expiresAt: new Date(Number(ctx.now()) + LIFE[purpose]),
    createdAt: ctx.now(),
  })
  return token
}

const living = (ctx: Ctx, purpose: Purpose, token: string) =>
  and(eq(verifications.identifier, identifierOf(purpose, token)), gt(verifications.expiresAt, ctx.now()))

/** Whom a living link is for; null when it has expired, was used or never was. */
export async function find(ctx: Ctx, purpose: Purpose, token: string): Promise<Bearer | null> {
  const [row] = await ctx.db
    .select({ value: verifications.value })
    .from(verifications)
    .where(living(ctx, purpose, token))
  return row ? (JSON.parse(row.value) as Bearer) : null
}

/** Uses a link up, with every other of this purpose and bearer. Of two at the same moment one gets the bearer, the other null. */
export async function use(ctx: Ctx, purpose: Purpose, token: string): Promise<Bearer | null> {
  const [row] = await ctx.db
    .delete(verifications)
    .where(living(ctx, purpose, token))
    .returning()
  if (!row) return null
  await ctx.db
    .delete(verifications)
    .where(and(like(verifications.identifier, `${purpose}:%`), eq(verifications.value, row.value)))
  return JSON.parse(row.value) as Bearer
}
