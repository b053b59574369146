import { and, eq } from 'drizzle-orm'
import type { Commented } from '#comments/comments.ts'
import { canvasBlocks } from '#db/schema/index.ts'
import { can } from '#organizations/rules/permission.ts'
import * as members from '#workspaces/members.ts'
import { href, urls } from '../urls.ts'
import { type CanvasCtx, change } from './canvases.ts'
import { blockName } from './rules/block-name.ts'

/** Comments of canvases: the event stream of a canvas tells of them. */
export const ofCanvas: Commented<CanvasCtx> = {
  thing: ({ canvas: { id, name } }) => ({ kind: 'canvas', id, name }),
  part: 'Block',
  async find({ db, canvas }, id) {
    const isThis = and(eq(canvasBlocks.id, id), eq(canvasBlocks.canvasId, canvas.id))
    const [block] = await db.select().from(canvasBlocks).where(isThis)
    if (!block) return null
    const people = [canvas.createdBy, block.updatedBy]
    const path = href(urls.canvas, { id: canvas.id })
    return { name: blockName(block), path, people, hasCell: () => block.kind === 'grid' }
  },
  withheld: async () => [],
  reader: (ctx, userId) => members.find(ctx, userId),
  mayEnd: ({ workspace }) => can(workspace.role, 'DELETE_CANVASES'),
  change: (ctx, work) => change(ctx, 'canvas.comment', async (ctx) => ({ result: await work(ctx) }), { quiet: true }),
}
