import { z } from 'zod'
import { role, workspace } from '#organizations/openapi.ts'
import { searched } from '#organizations/rules/member.ts'
import { type Described, describe } from '#web/openapi.ts'
import { urls } from '../urls.ts'
import { admission, workspaceRoleChange } from './rules/member.ts'
import { newWorkspace, workspaceChange } from './rules/workspace.ts'

const tag = 'Workspaces'
const member = z.object({
  id: z.string(),
  workspace_id: z.string(),
  user_id: z.string(),
  status: z.literal('active'),
  role,
  source: z.enum(['organization', 'workspace']).describe('Where the access comes from.'),
  users: z.object({ id: z.string(), name: z.string(), email: z.string(), avatar_path: z.string().nullable() }),
})

export const workspaceApi: Described[] = [
  describe('post', urls.apiWorkspaces, {
    tag,
    summary: 'Create a workspace',
    description: 'Needs the permission CREATE_WORKSPACE in the organization that the body names.',
    body: newWorkspace,
    answer: workspace,
    status: 201,
    errors: ['forbidden', 'not_found'],
  }),
  describe('get', urls.apiWorkspace, { tag, summary: 'A workspace', answer: workspace }),
  describe('put', urls.apiWorkspace, {
    tag,
    summary: 'Change a workspace',
    body: workspaceChange,
    answer: workspace,
  }),
  describe('delete', urls.apiWorkspace, { tag, summary: 'Delete a workspace' }),
  describe('get', urls.apiWorkspaceMembers, {
    tag,
    summary: 'People with access to a workspace',
    query: searched,
    answer: z.array(member),
    paged: true,
  }),
  describe('post', urls.apiWorkspaceMembers, {
    tag,
    summary: 'Let somebody of the organization into a workspace',
    description: 'Named by `user_id` or `email`. The role counts here instead of their role in the organization.',
    body: admission,
    answer: member,
    status: 201,
    errors: ['conflict'],
  }),
  describe('put', urls.apiWorkspaceMember, {
    tag,
    summary: 'Give somebody another role in a workspace',
    body: workspaceRoleChange,
    answer: member,
    errors: ['conflict'],
  }),
  describe('delete', urls.apiWorkspaceMember, {
    tag,
    summary: 'Take somebody off the list of a workspace',
    description: 'Access that comes from the organization stays (409 `not_listed` when there is nothing else).',
    errors: ['conflict'],
  }),
]
