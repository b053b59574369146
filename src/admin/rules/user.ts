import { z } from 'zod'
import { ADMIN_ROLES, type AdminRole } from '#auth/rules/admin-role.ts'
import { count, moment } from '#base/answer.ts'
import { reason, withBoxes } from './action.ts'
import { listOf, oneOf, plain, search, YES_NO } from './list.ts'

export const PLANS = { free: 'Free', premium: 'Premium', flexible: 'Flexible' } as const
const ROLES = {
  any: 'Any admin',
  ...(Object.fromEntries(ADMIN_ROLES.map((role) => [role, role])) as Record<AdminRole, AdminRole>),
}

const listedUser = z.object({
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
    ...plain('email', 'email_verified', 'admin_roles', 'two_factor'),
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
const askedQuestion = z.object({
  message_id: z.string(),
  workspace_id: z.string(),
  workspace_name: z.string(),
  status: z.string(),
  credits: count,
  created_at: moment,
})
export type AskedQuestion = z.infer<typeof askedQuestion>
/** The same with its text, for a superadmin who has said why. */
export const readQuestion = askedQuestion.extend({ question: z.string(), answer: z.string() })
export type ReadQuestion = z.infer<typeof readQuestion>

export const userView = listedUser.extend({
  signs_in_with: z.array(z.string()),
  locale: z.string(),
  currency: z.string(),
  plan_until: moment.nullable(),
  organizations: z.array(
    z.object({ id: z.string(), name: z.string(), status: z.string(), role: z.string(), since: moment }),
  ),
  held: count,
  lots: z.array(
    z.object({ id: z.string(), kind: z.string(), granted: count, remaining: count, held: count, expires_at: moment }),
  ),
  sessions: z.array(
    z.object({ id: z.string(), device: z.string(), address: z.string().nullable(), begun_at: moment, seen_at: moment }),
  ),
  api_keys: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        prefix: z.string(),
        scopes: z.array(z.string()),
        expires_at: moment.nullable(),
        last_used_at: moment.nullable(),
        revoked_at: moment.nullable(),
      }),
    )
    .describe('Without their secrets, which are not kept.'),
  questions: z.array(askedQuestion).describe('The latest, without their texts.'),
})
export type UserView = z.infer<typeof userView>

export const rolesBody = z.object({
  roles: z.array(z.enum(ADMIN_ROLES), 'Choose roles from the list.').transform((given) => [...new Set(given)]),
  reason,
})

export const rolesForm = withBoxes('roles', rolesBody)

/** Deleting somebody else's account asks for their address. */
export const userDeletion = z.object({ confirm: z.string('Type the email address.').trim(), reason })
