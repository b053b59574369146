import { z } from 'zod'
import { type Described, describe, moment } from '#web/openapi.ts'
import { urls } from '../../urls.ts'
import { reasonBody } from '../rules/act.ts'
import { listedByAdmin, organizationList } from '../rules/organization.ts'

const count = z.number().int()
const organization = listedByAdmin.extend({
  description: z.string(),
  industry: z.string(),
  website: z.string(),
  location: z.string(),
  suspended: z.object({ reason: z.string(), by: z.string().nullable(), at: moment }).nullable(),
  people: z.array(z.object({ id: z.string(), name: z.string(), email: z.string(), role: z.string(), since: moment })),
  rooms: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        restricted: z.boolean(),
        files: count,
        bytes: count,
        credits_30d: count,
      }),
    )
    .describe('Its workspaces.'),
  usage: z.object({ bytes: count, files: count, quota_bytes: count, questions_30d: count, credits_30d: count }),
})

const act = (url: string, summary: string, description: string) =>
  describe('post', url, {
    tag: 'Admin',
    summary,
    description,
    body: reasonBody,
    answer: organization,
    errors: ['forbidden', 'conflict'],
  })

export const organizationApi: Described[] = [
  describe('get', urls.apiAdminOrganizations, {
    tag: 'Admin',
    summary: 'Organizations',
    description:
      '`q` finds by the beginnings of words of the name, or by a whole id. As CSV all of them at once, at most 100,000 lines.',
    query: organizationList.query,
    paged: true,
    forms: ['text/csv'],
    answer: z.array(listedByAdmin),
    errors: ['forbidden'],
  }),
  describe('get', urls.apiAdminOrganization, {
    tag: 'Admin',
    summary: 'An organization',
    answer: organization,
    errors: ['forbidden'],
  }),
  act(
    urls.apiAdminOrganizationSuspend,
    'Suspend an organization',
    'Its members get 403 `organization_suspended`, running answers are stopped. Its owners are told by mail, without the reason.',
  ),
  act(urls.apiAdminOrganizationRestore, 'Restore an organization', 'Everything in it is as it was.'),
]
