import { pageRequest } from '#base/paging.ts'
import { memberUserJson, workspaceJson } from '#organizations/api.ts'
import { demand } from '#organizations/guard.ts'
import * as organizations from '#organizations/organizations.ts'
import { searched } from '#organizations/rules/member.ts'
import { flashEvent } from '#web/flash-events.ts'
import type { Handler } from '#web/handler.ts'
import { readBody, readQuery } from '#web/input.ts'
import { listAnswer } from '#web/response.ts'
import type { UserCtx, WorkspaceCtx } from '../ctx.ts'
import * as members from './members.ts'
import { admission, type WorkspaceMember, workspaceRoleChange } from './rules/member.ts'
import { newWorkspace, workspaceChange } from './rules/workspace.ts'
import * as workspaces from './workspaces.ts'

/** The organization is named in the body, so the guard of the address cannot ask for the permission. */
export const createWorkspace: Handler<UserCtx> = async (ctx, c) => {
  const { organization_id, ...input } = await readBody(c, newWorkspace)
  const inside = await organizations.enter(ctx, organization_id)
  await demand(inside, inside.organization.role, 'CREATE_WORKSPACE')
  const workspace = await workspaces.create(inside, input)
  flashEvent(c, 'create_workspace', { workspace_id: workspace.id })
  return c.json(workspaceJson(workspace), 201)
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

const memberJson = (it: WorkspaceMember) => ({
  id: it.id,
  workspace_id: it.workspaceId,
  user_id: it.userId,
  status: 'active',
  role: it.role,
  source: it.source,
  users: memberUserJson(it.user),
})

export const listWorkspaceMembers: Handler<WorkspaceCtx> = async (ctx, c) => {
  const page = await members.list(ctx, pageRequest(c.req.query()), readQuery(c, searched).q)
  return listAnswer(c, { items: page.items.map(memberJson), next: page.next })
}

export const addWorkspaceMember: Handler<WorkspaceCtx> = async (ctx, c) =>
  c.json(memberJson(await members.add(ctx, await readBody(c, admission))), 201)

export const changeWorkspaceMember: Handler<WorkspaceCtx> = async (ctx, c) => {
  const { role } = await readBody(c, workspaceRoleChange)
  return c.json(memberJson(await members.changeRole(ctx, c.req.param('userId') ?? '', role)))
}

export const removeWorkspaceMember: Handler<WorkspaceCtx> = async (ctx, c) => {
  await members.remove(ctx, c.req.param('userId') ?? '')
  return c.body(null, 204)
}
