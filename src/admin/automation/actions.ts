import { and, eq, isNull } from 'drizzle-orm'
import { AppError, notFound } from '#base/errors.ts'
import { inTransaction } from '#db/connect.ts'
import { canvases, watches, workspaces } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import { nextOfSchedule } from '#watches/watches.ts'
import type { AdminCtx } from '../../ctx.ts'

type Wanted = { stopped: boolean; reason: string }

/** Whose it is: the action stands in the audit log of that organization too. */
async function placeOf(ctx: AdminCtx, workspaceId: string) {
  const [row] = await ctx.db.select().from(workspaces).where(eq(workspaces.id, workspaceId))
  return { ...ctx, organization: { id: row!.organizationId }, workspace: { id: workspaceId } }
}

function demandOther(isStopped: boolean, stopped: boolean): void {
  if (isStopped === stopped) throw new AppError('conflict', stopped ? 'It is stopped already.' : 'It is not stopped.')
}

/** @throws AppError not_found; conflict where it is so already */
const canvas = (ctx: AdminCtx, id: string, { stopped, reason }: Wanted): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const isThis = and(eq(canvases.id, id), isNull(canvases.deletedAt))
    const [row] = await ctx.db.select().from(canvases).where(isThis).for('update')
    if (!row) throw notFound('Canvas')
    demandOther(row.stoppedAt !== null, stopped)
    await ctx.db
      .update(canvases)
      .set({ stoppedAt: stopped ? ctx.now() : null, stoppedReason: stopped ? reason : '' })
      .where(isThis)
    const about = { reason, name: row.name }
    await audit.record(await placeOf(ctx, row.workspaceId), stopped ? 'canvas.stop' : 'canvas.resume', id, about)
  })

/** @throws AppError not_found; conflict where it is so already */
const watch = (ctx: AdminCtx, id: string, { stopped, reason }: Wanted): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const [row] = await ctx.db.select().from(watches).where(eq(watches.id, id)).for('update')
    if (!row) throw notFound('Watch')
    demandOther(row.stoppedAt !== null, stopped)
    await ctx.db
      .update(watches)
      .set(
        stopped
          ? { stoppedAt: ctx.now(), state: 'paused', pausedReason: reason, nextAt: null }
          : {
              stoppedAt: null,
              state: 'active',
              pausedReason: '',
              nextAt: await nextOfSchedule(row.schedule, ctx.now()),
            },
      )
      .where(eq(watches.id, id))
    const about = { reason, name: row.name }
    await audit.record(await placeOf(ctx, row.workspaceId), stopped ? 'watch.stop' : 'watch.resume', id, about)
  })

/** Runs no statement of a canvas any more: it shows what it did last. */
export const stopCanvas = (ctx: AdminCtx, id: string, reason: string) => canvas(ctx, id, { stopped: true, reason })
export const allowCanvas = (ctx: AdminCtx, id: string, reason: string) => canvas(ctx, id, { stopped: false, reason })
/** Pauses a watch or schedule, so that nobody of its workspace resumes it. A run that goes on ends. */
export const stopWatch = (ctx: AdminCtx, id: string, reason: string) => watch(ctx, id, { stopped: true, reason })
export const allowWatch = (ctx: AdminCtx, id: string, reason: string) => watch(ctx, id, { stopped: false, reason })
