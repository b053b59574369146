import { z } from 'zod'
import { signedIn } from '#auth/guard.ts'
import { withUsers } from '#organizations/api.ts'
import { demand } from '#organizations/guard.ts'
import * as organizations from '#organizations/organizations.ts'
import { workspace, workspaceMember } from '#organizations/rules/answers.ts'
import { searched } from '#organizations/rules/request.ts'
import { api, del, get, post, put } from '#web/api.ts'
import { flashEvent } from '#web/flash-events.ts'
import { urls } from '../urls.ts'
import { inWorkspace, mayInWorkspace } from './guard.ts'
import * as members from './members.ts'
import { admission, type WorkspaceMember, workspaceRoleChange } from './rules/member.ts'
import { newWorkspace, workspaceChange } from './rules/workspace.ts'
import * as workspaces from './workspaces.ts'

/** Whoever has access is active: others are on no list. */
const entry = (it: WorkspaceMember) => ({ ...withUsers(it), status: 'active' as const })

export const workspaceApi = api('Workspaces', [
  post(urls.apiWorkspaces, signedIn, {
    summary: 'Create a workspace',
    description: 'Needs the permission CREATE_WORKSPACE in the organization that the body names.',
    body: newWorkspace,
    answer: workspace,
    status: 201,
    errors: ['forbidden', 'not_found'],
    // The organization is named in the body, so the guard of the address cannot ask for the permission.
    handle: async (ctx, { body: { organization_id, ...input } }, c) => {
      const inside = await organizations.enter(ctx, organization_id)
      await demand(inside, inside.organization.role, 'CREATE_WORKSPACE')
      const created = await workspaces.create(inside, input)
      flashEvent(c, 'create_workspace', { workspace_id: created.id })
      return created
    },
  }),
  get(urls.apiWorkspace, inWorkspace, { summary: 'A workspace', answer: workspace, handle: workspaces.get }),
  put(urls.apiWorkspace, mayInWorkspace('UPDATE_WORKSPACE'), {
    summary: 'Change a workspace',
    body: workspaceChange,
    answer: workspace,
    handle: (ctx, { body }) => workspaces.update(ctx, body),
  }),
  del(urls.apiWorkspace, mayInWorkspace('DELETE_WORKSPACE'), {
    summary: 'Delete a workspace',
    handle: workspaces.remove,
  }),
  get(urls.apiWorkspaceMembers, mayInWorkspace('VIEW_WORKSPACE_MEMBERS'), {
    summary: 'People with access to a workspace',
    query: searched,
    paged: true,
    answer: z.array(workspaceMember),
    handle: async (ctx, { page, query }) => {
      const { items, next } = await members.list(ctx, page, query.q)
      return { items: items.map(entry), next }
    },
  }),
  post(urls.apiWorkspaceMembers, mayInWorkspace('INVITE_WORKSPACE_MEMBERS'), {
    summary: 'Let somebody of the organization into a workspace',
    description: 'Named by `user_id` or `email`. The role counts here instead of their role in the organization.',
    body: admission,
    answer: workspaceMember,
    status: 201,
    errors: ['conflict'],
    handle: async (ctx, { body }) => entry(await members.add(ctx, body)),
  }),
  put(urls.apiWorkspaceMember, mayInWorkspace('UPDATE_WORKSPACE_MEMBER_ROLES'), {
    summary: 'Give somebody another role in a workspace',
    body: workspaceRoleChange,
    answer: workspaceMember,
    errors: ['conflict'],
    handle: async (ctx, { userId, body }) => entry(await members.changeRole(ctx, userId, body.role)),
  }),
  del(urls.apiWorkspaceMember, mayInWorkspace('REMOVE_WORKSPACE_MEMBERS'), {
    summary: 'Take somebody off the list of a workspace',
    description: 'Access that comes from the organization stays (409 `not_listed` when there is nothing else).',
    errors: ['conflict'],
    handle: (ctx, { userId }) => members.remove(ctx, userId),
  }),
])
