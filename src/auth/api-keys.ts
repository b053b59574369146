import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { conflict, notFound } from '#base/errors.ts'
import { newToken } from '#base/ids.ts'
import { DAY } from '#base/time.ts'
import { inTransaction } from '#db/connect.ts'
import { apiKeys } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import type { UserCtx } from '../ctx.ts'
import { digest } from './links.ts'
import { KEY_PREFIX, type NewKey, type Scope } from './rules/api-key.ts'

/** A key as a person sees it, without its digest. `lastUsedAt` is exact to some minutes, see identify.ts. */
export type ApiKey = Omit<typeof apiKeys.$inferSelect, 'hash' | 'userId' | 'revokedAt' | 'scopes'> & { scopes: Scope[] }

/** Keys that are not revoked; a person needs some, a mistake in a loop makes thousands. */
const MOST_KEYS = 50
const SHOWN = 8

/** Makes a key. `key` is the whole of it, which cannot be read again. @throws AppError conflict `too_many_keys` */
export const create = (ctx: UserCtx, input: NewKey): Promise<ApiKey & { key: string }> =>
  inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`api-keys:${ctx.user.id}`}, 0))`)
    if ((await list(ctx)).length >= MOST_KEYS)
      throw conflict(`You have ${MOST_KEYS} API keys. Revoke one that you no longer need first.`, 'too_many_keys')
    const key = KEY_PREFIX + newToken()
    const days = input.expires_in_days
    const [row] = await ctx.db
      .insert(apiKeys)
      .values({
        userId: ctx.user.id,
        name: input.name,
        prefix: key.slice(0, SHOWN),
        // 256 random bits: a plain digest is enough.
        hash: digest(key),
        scopes: input.scopes,
        expiresAt: days === null ? null : new Date(Number(ctx.now()) + days * DAY),
        createdAt: ctx.now(),
      })
      .returning()
    await audit.record(ctx, 'api_key.create', row!.id, { name: input.name, scopes: input.scopes })
    return { ...shownOf(row!), key }
  })

/** The person's keys that are not revoked, newest first; expired ones are among them. */
export async function list(ctx: UserCtx): Promise<ApiKey[]> {
  const rows = await ctx.db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, ctx.user.id), isNull(apiKeys.revokedAt)))
    .orderBy(desc(apiKeys.id))
  return rows.map(shownOf)
}

/** Revokes a key: it opens nothing from now on. @throws AppError not_found */
export const revoke = (ctx: UserCtx, id: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const [row] = await ctx.db
      .update(apiKeys)
      .set({ revokedAt: ctx.now() })
      .where(and(eq(apiKeys.id, id), eq(apiKeys.userId, ctx.user.id), isNull(apiKeys.revokedAt)))
      .returning()
    if (!row) throw notFound('API key')
    await audit.record(ctx, 'api_key.revoke', id, { name: row.name })
  })

const shownOf = ({ hash: _, userId: __, revokedAt: ___, ...shown }: typeof apiKeys.$inferSelect): ApiKey => ({
  ...shown,
  scopes: shown.scopes as Scope[],
})
