import { z } from 'zod'
import { choice, searchText, sortBy } from './list.ts'
import { PLANS } from './user.ts'

export const STATUSES = { active: 'Active', suspended: 'Suspended', deleted: 'Deleted' } as const
const STATUS_NAMES = Object.keys(STATUSES) as [keyof typeof STATUSES, ...(keyof typeof STATUSES)[]]
const PLAN_NAMES = Object.keys(PLANS) as [keyof typeof PLANS, ...(keyof typeof PLANS)[]]

export const organizationsQuery = z.object({
  q: searchText,
  status: choice(STATUS_NAMES),
  plan: choice(PLAN_NAMES),
  size: searchText,
  sort: sortBy('name', 'owner', 'plan', 'members', 'workspaces'),
})
export type OrganizationFilter = z.infer<typeof organizationsQuery>

/** An organization as the list shows it. */
export type ListedByAdmin = {
  id: string
  name: string
  status: string
  size: string
  owner: { id: string; name: string; email: string } | null
  /** Best plan among its owners. */
  plan: string
  members: number
  workspaces: number
  created_at: string
}

export const ORGANIZATION_COLUMNS = [
  'id',
  'name',
  'status',
  'size',
  'owner_id',
  'owner_email',
  'plan',
  'members',
  'workspaces',
  'created_at',
] as const

export const organizationLine = ({ owner, ...it }: ListedByAdmin) => ({
  ...it,
  owner_id: owner?.id ?? null,
  owner_email: owner?.email ?? null,
})

/** Everything that the page of an organization shows. */
export type OrganizationView = ListedByAdmin & {
  description: string
  industry: string
  website: string
  location: string
  /** The latest reason for which it was suspended, while it is. */
  suspended: { reason: string; by: string | null; at: string } | null
  people: { id: string; name: string; email: string; role: string; since: string }[]
  rooms: { id: string; name: string; restricted: boolean; files: number; bytes: number; credits_30d: number }[]
  usage: { bytes: number; files: number; quota_bytes: number; questions_30d: number; credits_30d: number }
}
