import { and, eq, isNull } from 'drizzle-orm'
import { conflict, notFound } from '#base/errors.ts'
import { inTransaction } from '#db/connect.ts'
import { canvases, watches, workspaces } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import { nextOfSchedule } from '#watches/watches.ts'
import type { AdminCtx } from '../../ctx.ts'

/** Whose it is: the action stands in the audit log of that organization too. */
async function placeOf(ctx: AdminCtx, workspaceId: string) {
  const [row] = await ctx.db.select().from(workspaces).where(eq(workspaces.id, workspaceId))
  return { ...ctx, organization: { id: row!.organizationId }, workspace: { id: workspaceId } }
}

type Kind = 'canvas' | 'watch'
type Row = { stoppedAt: Date | null; workspaceId: string; name: string }

/** Notes that it was stopped, or let run again. @throws AppError not_found; conflict where it is so already */
async function record(ctx: AdminCtx, kind: Kind, id: string, row: Row | undefined, stopped: boolean, reason: string) {
  if (!row) throw notFound(kind === 'canvas' ? 'Canvas' : 'Watch')
  if ((row.stoppedAt !== null) === stopped) throw conflict(stopped ? 'It is stopped already.' : 'It is not stopped.')
  const action = `${kind}.${stopped ? 'stop' : 'resume'}` as const
  await audit.record(await placeOf(ctx, row.workspaceId), action, id, { reason, name: row.name })
}

const canvas = (ctx: AdminCtx, id: string, reason: string, stopped: boolean): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const isThis = and(eq(canvases.id, id), isNull(canvases.deletedAt))
    const [row] = await ctx.db.select().from(canvases).where(isThis).for('update')
    await record(ctx, 'canvas', id, row, stopped, reason)
    const state = stopped ? { stoppedAt: ctx.now(), stoppedReason: reason } : { stoppedAt: null, stoppedReason: '' }
    await ctx.db.update(canvases).set(state).where(isThis)
  })

const watch = (ctx: AdminCtx, id: string, reason: string, stopped: boolean): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const [row] = await ctx.db.select().from(watches).where(eq(watches.id, id)).for('update')
    await record(ctx, 'watch', id, row, stopped, reason)
    const state = stopped
      ? { stoppedAt: ctx.now(), state: 'paused' as const, pausedReason: reason, nextAt: null }
      : {
          stoppedAt: null,
          state: 'active' as const,
          pausedReason: '',
          nextAt: await nextOfSchedule(row!.schedule, ctx.now()),
        }
    await ctx.db.update(watches).set(state).where(eq(watches.id, id))
  })

/** Runs no statement of a canvas any more: it shows what it did last. */
export const stopCanvas = (ctx: AdminCtx, id: string, reason: string) => canvas(ctx, id, reason, true)
export const allowCanvas = (ctx: AdminCtx, id: string, reason: string) => canvas(ctx, id, reason, false)
/** Pauses a watch or schedule, so that nobody of its workspace resumes it. A run that goes on ends. */
export const stopWatch = (ctx: AdminCtx, id: string, reason: string) => watch(ctx, id, reason, true)
export const allowWatch = (ctx: AdminCtx, id: string, reason: string) => watch(ctx, id, reason, false)
