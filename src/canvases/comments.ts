import { and, eq, notInArray } from 'drizzle-orm'
import type { Commented } from '#comments/comments.ts'
import { canvasBlocks, comments } from '#db/schema/index.ts'
import { can } from '#organizations/rules/permission.ts'
import * as members from '#workspaces/members.ts'
import { href, urls } from '../urls.ts'
import { blocks, type CanvasCtx, change } from './canvases.ts'
import { blockName } from './rules/block-name.ts'
import { withholding } from './withheld.ts'

/** Comments of canvases: the event stream of a canvas tells of them. */
export const ofCanvas = (ctx: CanvasCtx): Commented => ({
  ctx,
  thing: { kind: 'canvas', id: ctx.canvas.id, name: ctx.canvas.name },
  part: 'Block',
  async find(id) {
    const { db, canvas } = ctx
    const isThis = and(eq(canvasBlocks.id, id), eq(canvasBlocks.canvasId, canvas.id))
    const [block] = await db.select().from(canvasBlocks).where(isThis)
    if (!block || (await withholding(ctx)).isWithheld(block)) return null
    // Who is told of a comment may see less than whoever writes it.
    const { isWithheld, shown } = await withholding(ctx, 'anybody')
    const people = [canvas.createdBy, block.updatedBy]
    const path = href(urls.canvas, { id: canvas.id })
    return {
      name: blockName(isWithheld(block) ? block : shown(block)),
      path,
      people,
      hasCell: () => block.kind === 'grid',
    }
  },
  async withheld() {
    const { isWithheld, hidesNothing } = await withholding(ctx)
    if (hidesNothing) return []
    // What a block read that is gone is not known any more.
    const seen = (await blocks(ctx)).filter((block) => !isWithheld(block)).map(({ id }) => id)
    const isOther = and(eq(comments.canvasId, ctx.canvas.id), notInArray(comments.partId, seen))
    return (await ctx.db.selectDistinct({ id: comments.partId }).from(comments).where(isOther)).map(({ id }) => id)
  },
  async reader(userId, partId) {
    const member = await members.find(ctx, userId)
    if (!member) return null
    const asThem = { ...ctx, user: { ...ctx.user, id: userId }, workspace: { ...ctx.workspace, role: member.role } }
    return (await ofCanvas(asThem).find(partId)) ? member : null
  },
  mayEnd: can(ctx.workspace.role, 'DELETE_CANVASES'),
  change: (work) =>
    change(ctx, { action: 'canvas.comment', quiet: true }, async (ctx) => ({ result: await work(ofCanvas(ctx)) })),
})
