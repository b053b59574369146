import { z } from 'zod'
import { count, moment } from '#base/answer.ts'
import { ROWS_SEEN } from '#records/rules/xai.ts'
import { ROLES } from './permission.ts'

const role = z.enum(ROLES)
const person = z.object({ id: z.string(), name: z.string(), email: z.string(), avatar_path: z.string().nullable() })
export const workspace = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  organization_id: z.string(),
  restricted: z.boolean(),
  model_sees: z.enum(ROWS_SEEN).describe('What a model outside may see of the data, where the server allows as much.'),
  model_rows: count.nullable().describe('Rows of a result that it may see at most.'),
  created_at: moment,
  updated_at: moment,
  status: z.enum(['active', 'deleted']),
  role,
})
export type Workspace = z.infer<typeof workspace>

export const organization = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  industry: z.string(),
  size: z.string(),
  website: z.string(),
  location: z.string(),
  created_at: moment,
  updated_at: moment,
  status: z.enum(['active', 'suspended', 'deleted']),
  role,
  workspaces: z.array(workspace),
})
export type Organization = z.infer<typeof organization>

export const member = z.object({
  id: z.string(),
  organization_id: z.string(),
  user_id: z.string(),
  status: z.enum(['active', 'removed']),
  role,
  users: person,
})
export type Member = z.infer<typeof member>

export const workspaceMember = z.object({
  id: z.string(),
  workspace_id: z.string(),
  user_id: z.string(),
  status: z.literal('active'),
  role,
  source: z.enum(['organization', 'workspace']).describe('Where the access comes from.'),
  users: person,
})

export const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role,
  created_at: moment,
  invited_by: z.object({ id: z.string().nullable(), name: z.string() }),
  expires_at: moment,
})
export type Invitation = z.infer<typeof invitation>
export const receivedInvitation = invitation.extend({ organization: z.object({ id: z.string(), name: z.string() }) })
