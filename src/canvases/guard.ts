import { notFound } from '#base/errors.ts'
import { demand } from '#organizations/guard.ts'
import type { WorkspacePermission } from '#organizations/rules/permission.ts'
import { guard } from '#web/handler.ts'
import { secretAddress } from '#web/middleware.ts'
import { signedInto } from '#workspaces/guard.ts'
import { type CanvasCtx, workspaceOf } from './canvases.ts'
import * as embedding from './embedding.ts'
import * as links from './links.ts'

/** People who may see the workspace of the canvas `:id`, and whose role there holds `permission`; for everybody else it does not exist. */
export const mayInCanvas = (permission: WorkspacePermission) =>
  guard<CanvasCtx>(`mayInCanvas ${permission}`, async (ctx, c) => {
    const canvas = await workspaceOf(ctx, c.req.param('id') ?? '')
    const found = await signedInto(ctx, c, canvas?.workspaceId ?? '').catch((error) => {
      throw error.kind === 'not_found' ? notFound('Canvas') : error
    })
    if (!canvas) throw notFound('Canvas')
    await demand(found, found.workspace.role, permission)
    return { ...found, canvas }
  })

/** Whoever knows the secret `:token` of a link, signed in or not: the ctx is that of whoever made the link. */
export const holdsLink = guard<links.LinkCtx>('holdsLink', (ctx, c) => {
  secretAddress(c)
  return links.enter(ctx, c.req.param('token') ?? '')
})

/** Whoever has a token `:token` that the workspace of a canvas has signed: the ctx is that of the owner who made the secret. */
export const holdsToken = guard<embedding.EmbedCtx>('holdsToken', (ctx, c) => {
  secretAddress(c)
  return embedding.enter(ctx, c.req.param('token') ?? '')
})
