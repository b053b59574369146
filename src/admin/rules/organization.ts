import { z } from 'zod'
import { count, moment } from '#base/answer.ts'
import { SIZES } from '#organizations/rules/organization.ts'
import { listOf, oneOf, plain, search, typed } from './list.ts'
import { person } from './names.ts'
import { PLANS } from './user.ts'

export const STATUSES = { active: 'Active', suspended: 'Suspended', deleted: 'Deleted' } as const

const listedByAdmin = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string().describe('active, suspended or deleted.'),
  size: z.string(),
  owner: person.nullable().describe('The first of them.'),
  plan: z.string().describe('Of an owner; `free` when none has a membership that runs.'),
  members: count,
  workspaces: count,
  created_at: moment,
})
export type ListedByAdmin = z.infer<typeof listedByAdmin>

export const organizationList = listOf(listedByAdmin, {
  name: 'organizations',
  filters: {
    q: search('Name or id', 'beginnings of words, or a whole id', 'beginnings of words of the name, or a whole id'),
    status: oneOf(STATUSES, { label: 'Status', all: 'All', option: ['<status>', 'by status'] }),
    plan: oneOf(PLANS, {
      label: 'Plan of an owner',
      all: 'All plans',
      option: ['<plan>', 'best plan among the owners'],
    }),
    size: typed({
      label: 'Size',
      all: 'All sizes',
      options: Object.fromEntries(SIZES.map((size) => [size, size])),
      option: ['<size>', 'as its owners describe it'],
    }),
  },
  columns: {
    id: {},
    name: { title: 'Organization', sort: 'name' },
    ...plain('status', 'size'),
    owner_id: { of: (it) => it.owner?.id },
    owner_email: { of: (it) => it.owner?.email, title: 'Owner', sort: 'owner' },
    plan: { title: 'Plan', sort: 'plan' },
    members: { title: 'Members', sort: 'members', type: 'count' },
    workspaces: { title: 'Workspaces', sort: 'workspaces', type: 'count' },
    created_at: { title: 'Created (UTC)', sort: 'created', type: 'moment' },
  },
  cli: {
    ID: 'id',
    NAME: 'name',
    STATUS: 'status',
    OWNER: 'owner_email',
    PLAN: 'plan',
    MEMBERS: 'members',
    WORKSPACES: 'workspaces',
    CREATED: 'created_at',
  },
})

export const organizationView = listedByAdmin.extend({
  description: z.string(),
  industry: z.string(),
  website: z.string(),
  location: z.string(),
  suspended: z
    .object({ reason: z.string(), by: z.string().nullable(), at: moment })
    .nullable()
    .describe('The latest reason for which it was suspended, while it is.'),
  people: z.array(person.extend({ role: z.string(), since: moment })),
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
export type OrganizationView = z.infer<typeof organizationView>
