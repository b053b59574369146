import { workspace } from '#organizations/openapi.ts'
import { type Described, describe } from '#web/openapi.ts'
import { urls } from '../urls.ts'
import { newWorkspace, workspaceChange } from './rules/workspace.ts'

const tag = 'Workspaces'

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
]
