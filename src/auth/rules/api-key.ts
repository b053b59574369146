import { z } from 'zod'

/** What an API key begins with, so that people and scanners recognise it. */
export const KEY_PREFIX = 'tt_'

/** What a key may be allowed to do, in the words of the form that makes one. */
export const SCOPES = {
  read: 'Read organizations, workspaces, files, results, conversations and credits',
  ask: 'Ask questions and run SQL, which uses your credits',
  write: 'Create and change organizations, workspaces, files and conversations',
  admin:
    'Manage members and invitations, delete organizations and workspaces; the admin panel if you are an administrator',
} as const
export type Scope = keyof typeof SCOPES
export const SCOPE_NAMES = Object.keys(SCOPES) as Scope[]

/** Days until a key expires; null: never. */
export const LIFETIMES = [30, 90, 365, null] as const

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** `any`: every key opens it. */
type Line = readonly [scope: Scope | 'any', methods: readonly Method[], path: string]
const CHANGES: Method[] = ['POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Which scope opens which calls; the first line that fits decides, and what no line names is closed to every key: signing in, keys,
 * the account itself, invitations to oneself, paying. `*` stands for one step of the address, `**` for any number of them.
 */
const CALLS: readonly Line[] = [
  ['admin', ['GET', ...CHANGES], '/api/admin/**'],
  ['ask', ['POST'], '/api/workspaces/*/query-data'],
  ['ask', ['POST'], '/api/workspaces/*/sql'],
  ['ask', ['GET'], '/api/conversations/*/stream'],
  ['ask', ['POST'], '/api/conversations/*/stop'],
  ['ask', ['POST'], '/api/messages/*/feedback'],
  ['ask', ['POST'], '/api/messages/*/sql'],
  ['ask', ['POST'], '/api/messages/*/rerun'],
  ['ask', ['POST'], '/api/canvases/*/refresh'],
  ['ask', ['POST'], '/api/canvases/*/run'],
  ['ask', ['POST'], '/api/canvases/*/blocks/*/rows'],
  ['ask', ['POST'], '/api/canvases/*/blocks/*/rerun'],
  // Its tools call the others, each within the scope of that call.
  ['any', ['GET', ...CHANGES], '/mcp'],
  ['admin', CHANGES, '/api/organizations/*/invite/**'],
  ['admin', CHANGES, '/api/organizations/*/members/**'],
  ['admin', CHANGES, '/api/workspaces/*/members/**'],
  ['admin', ['DELETE'], '/api/organizations/*'],
  ['admin', ['DELETE'], '/api/workspaces/*'],
  ['admin', CHANGES, '/api/organizations/*/budgets'],
  ['write', CHANGES, '/api/organizations'],
  ['write', CHANGES, '/api/organizations/*'],
  ['write', CHANGES, '/api/workspaces/**'],
  ['write', CHANGES, '/api/conversations/**'],
  ['write', CHANGES, '/api/canvases/**'],
  ['write', CHANGES, '/api/notifications/**'],
  ['read', ['GET'], '/api/organizations/**'],
  ['read', ['GET'], '/api/workspaces/**'],
  ['read', ['GET'], '/api/conversations/**'],
  ['read', ['GET'], '/api/messages/**'],
  ['read', ['GET'], '/api/canvases/**'],
  ['read', ['GET'], '/api/notifications/**'],
  ['read', ['GET'], '/api/credits/**'],
  ['read', ['GET'], '/api/billing/subscription'],
  ['read', ['GET'], '/api/billing/usage'],
  ['read', ['GET'], '/api/data-sources/config'],
  ['read', ['GET'], '/api/user/organizations'],
  ['read', ['GET'], '/api/user/profile'],
  ['read', ['GET'], '/api/user/admin-status'],
]

/** Calls below an open prefix that stay closed: a key cannot sign in to the admin panel. */
const CLOSED = ['/api/admin/login']

const patterns = CALLS.map(([scope, methods, path]) => ({
  scope,
  methods: methods as readonly string[],
  path: new RegExp(`^${path.replace(/\/\*\*/g, '(?:/.+)?').replace(/\/\*/g, '/[^/]+')}$`),
}))

/** The scope that a call needs, or null when no key opens it. `path` without its query. */
export function neededScope(method: string, path: string): Scope | 'any' | null {
  if (CLOSED.includes(path)) return null
  const asked = method === 'HEAD' ? 'GET' : method
  return patterns.find((it) => it.methods.includes(asked) && it.path.test(path))?.scope ?? null
}

const CHOOSE = 'Choose at least one thing that the key may do.'
const scopes = z.array(z.enum(SCOPE_NAMES), CHOOSE).min(1, CHOOSE)

const expiry = z.preprocess(
  (value) => (value === 'never' || value === '' ? null : typeof value === 'string' ? Number(value) : value),
  z.union(
    LIFETIMES.map((days) => z.literal(days)),
    'Choose 30, 90 or 365 days, or none.',
  ),
)

export const newKey = z.object({
  name: z
    .string('Name the key after what will use it.')
    .trim()
    .min(1, 'Name the key after what will use it.')
    .max(60, 'Use at most 60 characters for the name.'),
  scopes: scopes.transform((given) => SCOPE_NAMES.filter((scope) => given.includes(scope))),
  /** Days; null: never. */
  expires_in_days: expiry.default(90),
})

/** The same from a form, whose boxes share the name `scopes[]`. */
export const newKeyForm = z.preprocess(
  (value) =>
    typeof value === 'object'
      ? { ...value, scopes: (value as Record<string, unknown> | null)?.['scopes[]'] ?? [] }
      : value,
  newKey,
)
export type NewKey = z.infer<typeof newKey>
