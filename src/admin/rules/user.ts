import { z } from 'zod'
import { ADMIN_ROLES } from '#auth/rules/admin-role.ts'
import { reason } from './act.ts'
import { choice, searchText, sortBy } from './list.ts'

/** Orders of the list; each has a keyset of its own. */
export const PLANS = { free: 'Free', premium: 'Premium', flexible: 'Flexible' } as const
const PLAN_NAMES = Object.keys(PLANS) as [keyof typeof PLANS, ...(keyof typeof PLANS)[]]

export const usersQuery = z.object({
  q: searchText,
  role: choice(['any', ...ADMIN_ROLES]),
  verified: choice(['yes', 'no']),
  disabled: choice(['yes', 'no']),
  two_factor: choice(['yes', 'no']),
  plan: choice(PLAN_NAMES),
  sort: sortBy('name', 'plan', 'credits', 'seen'),
})
export type UserFilter = z.infer<typeof usersQuery>

/** A person as the list shows them. */
export type ListedUser = {
  id: string
  name: string
  email: string
  email_verified: boolean
  admin_roles: string[]
  two_factor: boolean
  plan: string
  credits: number
  disabled_at: string | null
  last_seen_at: string
  created_at: string
}

export const USER_COLUMNS = [
  'id',
  'name',
  'email',
  'email_verified',
  'admin_roles',
  'two_factor',
  'plan',
  'credits',
  'disabled_at',
  'last_seen_at',
  'created_at',
] as const

const yesNo = (value: boolean) => (value ? 'yes' : 'no')
export const userLine = (user: ListedUser) => ({
  ...user,
  email_verified: yesNo(user.email_verified),
  two_factor: yesNo(user.two_factor),
  admin_roles: user.admin_roles.join(' '),
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
