import { eq } from 'drizzle-orm'
import { forbidden, invalidFields } from '#base/errors.ts'
import { canvases } from '#db/schema/index.ts'
import { can, denyText } from '#organizations/rules/permission.ts'
import * as audit from '#records/audit.ts'
import { type Level, levelFor } from '#sharing/rules/level.ts'
import * as shares from '#sharing/shares.ts'
import { href, urls } from '../urls.ts'
import { type CanvasCtx, change } from './canvases.ts'

const thingOf = ({ canvas: { id, name } }: CanvasCtx) => ({
  ...{ kind: 'canvas' as const, id, name },
  path: href(urls.canvas, { id }),
})

/** What the person of the ctx may do with the canvas. */
export async function levelOf(ctx: CanvasCtx): Promise<Level> {
  const { canvas, workspace, user } = ctx
  const about = { role: workspace.role, mayUpdate: can(workspace.role, 'UPDATE_CANVASES'), workspace: canvas.level }
  const isMaker = canvas.createdBy === user.id
  const isOpen = isMaker || workspace.role === 'owner' || canvas.level === 'edit'
  return levelFor({ ...about, isMaker, named: isOpen ? null : await shares.levelOf(ctx, thingOf(ctx), user.id) })
}

/** @throws AppError forbidden `shared_level` */
export async function demandLevel(ctx: CanvasCtx, needed: Level): Promise<void> {
  if (needed !== 'view') shares.demand('canvas', await levelOf(ctx), needed)
}

/** Whether the person of the ctx says what others may do with the canvas. */
const maySet = ({ canvas, workspace: { role }, user }: CanvasCtx): boolean =>
  role === 'owner' || (canvas.createdBy === user.id && can(role, 'UPDATE_CANVASES'))

function demandSetting(ctx: CanvasCtx): void {
  if (!maySet(ctx))
    throw forbidden('Only whoever made this canvas and owners of the workspace change how it is shared.')
}

/** With whom a canvas is shared, and what they may do with it. */
export const sharing = (ctx: CanvasCtx) =>
  shares.described(ctx, thingOf(ctx), { workspace: ctx.canvas.level, by: ctx.canvas.createdBy, may: maySet(ctx) })

/**
 * Says what everybody in the workspace may do with the canvas, within their role. All of them see it.
 * @throws AppError invalid for less than seeing it; forbidden
 */
export async function setLevel(ctx: CanvasCtx, level: Level | null): Promise<void> {
  demandSetting(ctx)
  if (level === null) throw invalidFields({ level: 'Everybody in a workspace sees its canvases.' })
  await change(ctx, { action: 'canvas.share', quiet: true }, async (ctx) => {
    const { id, updatedAt, level: before } = ctx.canvas
    await ctx.db.update(canvases).set({ level, updatedAt }).where(eq(canvases.id, id))
    await audit.record(ctx, 'canvas.share', id, { level: { before, after: level } })
    return { result: undefined }
  })
}

/** Gives somebody a level by name. @throws AppError as `shares.put`; forbidden */
export async function share(ctx: CanvasCtx, userId: string, level: Level): Promise<void> {
  demandSetting(ctx)
  await shares.put(ctx, thingOf(ctx), { userId, level }, ({ role }) =>
    level === 'edit' && !can(role, 'UPDATE_CANVASES')
      ? `A ${role} of this workspace can comment at most. ${denyText('UPDATE_CANVASES')}`
      : null,
  )
}

/** @throws AppError forbidden */
export async function unshare(ctx: CanvasCtx, userId: string): Promise<void> {
  demandSetting(ctx)
  await shares.remove(ctx, thingOf(ctx), userId)
}
