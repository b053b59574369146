import { notFound } from '#base/errors.ts'
import type { ConversationCtx } from '#chat/conversations.ts'
import { signedIntoConversation } from '#chat/guard.ts'
import { demand } from '#organizations/guard.ts'
import type { WorkspacePermission } from '#organizations/rules/permission.ts'
import type { Level } from '#sharing/rules/level.ts'
import { guard } from '#web/handler.ts'
import { secretAddress } from '#web/middleware.ts'
import { signedInto } from '#workspaces/guard.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { ofCanvases } from './canvas-links.ts'
import { type CanvasCtx, workspaceOf } from './canvases.ts'
import { ofConversations } from './conversation-links.ts'
import * as embedding from './embedding.ts'
import * as links from './links.ts'
import { demandLevel } from './sharing.ts'

/**
 * People who may see the workspace of the canvas `:id`, whose role there holds `permission`, and with whom it is shared at that level; for
 * everybody else it does not exist.
 */
export const mayInCanvas = (permission: WorkspacePermission, level: Level = levelFor(permission)) =>
  guard<CanvasCtx>(`mayInCanvas ${permission}${level === levelFor(permission) ? '' : ` ${level}`}`, async (ctx, c) => {
    const canvas = await workspaceOf(ctx, c.req.param('id') ?? '')
    const found = await signedInto(ctx, c, canvas?.workspaceId ?? '').catch((error) => {
      throw error.kind === 'not_found' ? notFound('Canvas') : error
    })
    if (!canvas) throw notFound('Canvas')
    await demand(found, found.workspace.role, permission)
    const inside = { ...found, canvas }
    await demandLevel(inside, level)
    return inside
  })

const levelFor = (permission: WorkspacePermission): Level => (permission === 'VIEW_CANVASES' ? 'view' : 'edit')

/** Whoever asked in the conversation `:id`, and whose role in its workspace may show canvases to others. */
export const mayLinkConversation = guard<ConversationCtx>('mayLinkConversation', async (ctx, c) => {
  const inside = await signedIntoConversation(ctx, c)
  await demand(inside, inside.workspace.role, 'UPDATE_CANVASES')
  return inside
})

/** Whoever knows the secret `:token` of a link, signed in or not: the ctx is that of whoever made the link. */
const holds = <C extends WorkspaceCtx>(of: links.LinkKind<C>) =>
  guard<links.Opened<C>>('holdsLink', (ctx, c) => {
    secretAddress(c)
    return links.enter(of, ctx, c.req.param('token') ?? '')
  })
export const holdsLink = holds(ofCanvases)
export const holdsConversationLink = holds(ofConversations)

/** Whoever has a token `:token` that the workspace of a canvas has signed: the ctx is that of the owner who made the secret. */
export const holdsToken = guard<embedding.EmbedCtx>('holdsToken', (ctx, c) => {
  secretAddress(c)
  return embedding.enter(ctx, c.req.param('token') ?? '')
})
