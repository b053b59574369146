import { and, desc, eq, gt, ne } from 'drizzle-orm'
import { notFound } from '#base/errors.ts'
import { inTransaction } from '#db/connect.ts'
import { sessions } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import type { SessionCtx } from './identify.ts'
import { deviceOf } from './rules/device.ts'

/** `seenAt` is exact to some minutes, see identify.ts; `here`: the session of this request. */
export type ListedSession = {
  id: string
  device: string
  address: string | null
  begunAt: Date
  seenAt: Date
  here: boolean
}

/** Where the person is signed in, this session first, then by last use. */
export async function list(ctx: SessionCtx): Promise<ListedSession[]> {
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, ctx.user.id), gt(sessions.expiresAt, ctx.now())))
    .orderBy(desc(sessions.updatedAt))
  return rows
    .map((row) => ({
      id: row.id,
      device: deviceOf(row.userAgent),
      address: row.ipAddress || null,
      begunAt: row.createdAt,
      seenAt: row.updatedAt,
      here: row.id === ctx.sessionId,
    }))
    .sort((a, b) => Number(b.here) - Number(a.here))
}

/** Ends one session of the person; its access tokens end with it. @throws AppError not_found */
export const end = (ctx: SessionCtx, id: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const gone = await ctx.db
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, ctx.user.id)))
      .returning({ id: sessions.id })
    if (gone.length === 0) throw notFound('Session')
    await audit.record(ctx, 'session.end', id)
  })

/** Ends all sessions of the person but this one. Answers how many there were. */
export const endOthers = (ctx: SessionCtx): Promise<number> =>
  inTransaction(ctx, async (ctx) => {
    const gone = await ctx.db
      .delete(sessions)
      .where(and(eq(sessions.userId, ctx.user.id), ne(sessions.id, ctx.sessionId)))
      .returning({ id: sessions.id })
    if (gone.length > 0) await audit.record(ctx, 'session.end_others', ctx.user.id, { sessions: gone.length })
    return gone.length
  })
