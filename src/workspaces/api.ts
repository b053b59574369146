import { workspaceJson } from '#organizations/api.ts'
import { demand } from '#organizations/guard.ts'
import * as organizations from '#organizations/organizations.ts'
import type { Handler } from '#web/handler.ts'
import { readBody } from '#web/input.ts'
import type { UserCtx, WorkspaceCtx } from '../ctx.ts'
import { newWorkspace, workspaceChange } from './rules/workspace.ts'
import * as workspaces from './workspaces.ts'

/** The organization is named in the body, so the guard of the address cannot ask for the permission. */
export const createWorkspace: Handler<UserCtx> = async (ctx, c) => {
  const { organization_id, ...input } = await readBody(c, newWorkspace)
  const inside = await organizations.enter(ctx, organization_id)
  await demand(inside, inside.organization.role, 'CREATE_WORKSPACE')
  return c.json(workspaceJson(await workspaces.create(inside, input)), 201)
}

export const sendWorkspace: Handler<WorkspaceCtx> = async (ctx, c) => c.json(workspaceJson(await workspaces.get(ctx)))

export const updateWorkspace: Handler<WorkspaceCtx> = async (ctx, c) => {
  const change = await readBody(c, workspaceChange)
  return c.json(workspaceJson(await workspaces.update(ctx, change)))
}

export const deleteWorkspace: Handler<WorkspaceCtx> = async (ctx, c) => {
  await workspaces.remove(ctx)
  return c.body(null, 204)
}
