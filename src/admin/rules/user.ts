import { z } from 'zod'
import { ADMIN_ROLES, type AdminRole } from '#auth/rules/admin-role.ts'
import { count, moment } from '#base/answer.ts'
import { reason } from './act.ts'
import { listOf, oneOf, search, YES_NO } from './list.ts'

export const PLANS = { free: 'Free', premium: 'Premium', flexible: 'Flexible' } as const
const ROLES = {
  any: 'Any admin',
  ...(Object.fromEntries(ADMIN_ROLES.map((role) => [role, role])) as Record<AdminRole, AdminRole>),
}

/** A person as the list shows them. */
export const listedUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  admin_roles: z.array(z.string()),
  two_factor: z.boolean(),
  plan: z.string().describe('`free` without a membership that runs.'),
  credits: count.describe('Free to spend.'),
  disabled_at: moment.nullable(),
  last_seen_at: moment.describe('Exact to some minutes.'),
  created_at: moment,
})
export type ListedUser = z.infer<typeof listedUser>

const eitherOf = (label: string, about: string) => oneOf(YES_NO, { label, all: 'Either', option: ['<yes|no>', about] })
export const userList = listOf(listedUser, {
  name: 'users',
  filters: {
    q: search(
      'Name, email or id',
      'beginnings of words, or a whole id',
      'beginnings of words of a name or address, or a whole id',
    ),
    role: oneOf(ROLES, { label: 'Admin role', all: 'Everybody', option: ['<role>', 'who holds an admin role'] }),
    plan: oneOf(PLANS, { label: 'Plan', all: 'All plans', option: ['<plan>', 'who has a plan'] }),
    verified: eitherOf('Verified', 'whether the address is proven'),
    disabled: eitherOf('Disabled', 'whether the account is disabled'),
    two_factor: eitherOf('Two-factor', 'whether a second factor is on'),
  },
  columns: {
    id: {},
    name: { title: 'Person', sort: 'name' },
    email: {},
    email_verified: {},
    admin_roles: {},
    two_factor: {},
    plan: { title: 'Plan', sort: 'plan' },
    credits: { title: 'Credits', sort: 'credits', type: 'count' },
    disabled_at: {},
    last_seen_at: { title: 'Last seen (UTC)', sort: 'seen', type: 'moment' },
    created_at: { title: 'Registered (UTC)', sort: 'created', type: 'moment' },
    state: { of: (it) => (it.disabled_at ? 'disabled' : it.email_verified ? 'active' : 'unverified'), csv: false },
  },
  cli: {
    EMAIL: 'email',
    NAME: 'name',
    PLAN: 'plan',
    CREDITS: 'credits',
    ROLES: 'admin_roles',
    STATE: 'state',
    SEEN: 'last_seen_at',
    ID: 'id',
  },
})

/** A question without its text: what it was about is its person's. */
export type AskedQuestion = {
  message_id: string
  workspace_id: string
  workspace_name: string
  status: string
  credits: number
  created_at: string
}
/** The same with its text, for a superadmin who has said why. */
export type ReadQuestion = AskedQuestion & { question: string; answer: string }

/** Everything that the page of a person shows. */
export type UserView = ListedUser & {
  signs_in_with: string[]
  locale: string
  currency: string
  plan_until: string | null
  organizations: { id: string; name: string; status: string; role: string; since: string }[]
  held: number
  lots: { id: string; kind: string; granted: number; remaining: number; held: number; expires_at: string }[]
  sessions: { id: string; device: string; address: string | null; begun_at: string; seen_at: string }[]
  api_keys: {
    id: string
    name: string
    prefix: string
    scopes: string[]
    expires_at: string | null
    last_used_at: string | null
    revoked_at: string | null
  }[]
  questions: AskedQuestion[]
}

export const rolesBody = z.object({
  roles: z.array(z.enum(ADMIN_ROLES), 'Choose roles from the list.').transform((given) => [...new Set(given)]),
  reason,
})

/** The same from a form, whose boxes share the name `roles[]`. */
export const rolesForm = z.preprocess(
  (value) =>
    typeof value === 'object' && value !== null
      ? { ...value, roles: [(value as Record<string, unknown>)['roles[]'] ?? []].flat() }
      : value,
  rolesBody,
)

/** Deleting somebody else's account asks for their address. */
export const userDeletion = z.object({ confirm: z.string('Type the email address.').trim(), reason })
