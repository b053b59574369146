import { z } from 'zod'
import { type Described, describe, moment } from '#web/openapi.ts'
import { urls } from '../urls.ts'
import { memberNamed, roleChange, searched } from './rules/member.ts'
import { newOrganization, organizationChange } from './rules/organization.ts'

const tag = 'Organizations'
export const role = z.enum(['owner', 'member', 'viewer'])
/** A workspace as organizationJson and the calls of workspaces answer it. */
export const workspace = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  organization_id: z.string(),
  restricted: z.boolean(),
  created_at: moment,
  updated_at: moment,
  status: z.enum(['active', 'deleted']),
  role,
})
const organization = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  industry: z.string(),
  size: z.string(),
  website: z.string(),
  location: z.string(),
  created_at: moment,
  updated_at: moment,
  status: z.enum(['active', 'deleted']),
  role,
  workspaces: z.array(workspace),
})
const member = z.object({
  id: z.string(),
  organization_id: z.string(),
  user_id: z.string(),
  status: z.enum(['active', 'removed']),
  role,
  users: z.object({ id: z.string(), name: z.string(), email: z.string(), avatar_path: z.string().nullable() }),
})

export const organizationApi: Described[] = [
  describe('get', urls.apiOrganizations, {
    tag,
    summary: 'Your organizations with their workspaces',
    answer: z.array(organization),
    query: searched,
    paged: true,
  }),
  describe('get', urls.apiUserOrganizations, {
    tag,
    summary: 'Your active organizations, newest first',
    answer: z.array(organization),
    query: searched,
    paged: true,
  }),
  describe('post', urls.apiOrganizations, {
    tag,
    summary: 'Create an organization',
    description: 'Whoever makes it is its owner.',
    body: newOrganization,
    answer: organization,
    status: 201,
  }),
  describe('get', urls.apiOrganization, { tag, summary: 'An organization', answer: organization }),
  describe('put', urls.apiOrganization, {
    tag,
    summary: 'Change an organization',
    body: organizationChange,
    answer: organization,
  }),
  describe('delete', urls.apiOrganization, { tag, summary: 'Delete an organization' }),
  describe('get', urls.apiOrganizationMembers, {
    tag,
    summary: 'Its members',
    query: searched,
    answer: z.array(member),
    paged: true,
  }),
  describe('put', urls.apiOrganizationMembers, {
    tag,
    summary: 'Give a member another role',
    description:
      'Nobody changes their own role (`own_row`), and an organization always has an owner (409 `last_owner`).',
    body: roleChange,
    answer: member,
    errors: ['conflict'],
  }),
  describe('delete', urls.apiOrganizationMembers, {
    tag,
    summary: 'Remove a member',
    description:
      'Their access ends at once, in every workspace of the organization. Nobody removes themselves (`own_row`): see leave.',
    query: memberNamed,
    errors: ['invalid', 'conflict'],
  }),
  describe('post', urls.apiOrganizationLeave, {
    tag,
    summary: 'Leave an organization',
    description: 'The last owner cannot (409 `last_owner`).',
    errors: ['conflict'],
  }),
  describe('post', urls.apiOrganizationTransfer, {
    tag,
    summary: 'Hand an organization over',
    description: 'The member becomes an owner, you a member.',
    body: memberNamed,
    answer: member,
    errors: ['conflict'],
  }),
]
