import { z } from 'zod'
import { count, moment } from '#base/answer.ts'
import { reason } from './action.ts'
import { listOf, oneOf, search, searchText, typed } from './list.ts'

const CONNECTION_STATES = ['failed', 'syncing', 'ready'] as const
export type ConnectionState = (typeof CONNECTION_STATES)[number]
export const STATE_NAMES = {
  failed: 'Failed',
  syncing: 'Being looked at',
  ready: 'Ready',
} as const satisfies Record<ConnectionState, string>

const place = z.object({ id: z.string(), name: z.string() })
/** A connection of any organization as the panel shows it: how it fares, and nothing of what is in it. */
const connectionHealth = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['database', 'external']),
  engine: z.string(),
  status: z.enum(CONNECTION_STATES),
  error: z.string().nullable().describe('Why the last look at the source failed, without secrets.'),
  organization: place,
  workspace: place,
  last_synced_at: moment.nullable(),
  refresh_every_minutes: count.nullable(),
  created_at: moment,
})
export type ConnectionHealth = z.infer<typeof connectionHealth>

export const healthList = listOf(connectionHealth, {
  name: 'connections',
  filters: {
    q: {
      ...search(
        'Connection, workspace or organization',
        'beginnings of words, or a whole id',
        'beginnings of words of the name of it, its workspace or its organization, or a whole id',
      ),
      type: searchText.describe(
        'Beginnings of words of the name of a connection, a workspace or an organization, or a whole id of one.',
      ),
    },
    engine: {
      ...typed({ label: 'Kind', all: 'All kinds', option: ['<kind>', 'as `sources kinds` prints it'] }),
      type: searchText.describe('A kind, as `engine` of the config says.'),
    },
    status: oneOf(STATE_NAMES, { label: 'State', all: 'All states', option: ['<status>', 'how it fares'] }),
  },
  columns: {
    organization: { of: (it) => it.organization.name, title: 'Organization', sort: 'organization' },
    workspace: { of: (it) => it.workspace.name },
    name: { title: 'Connection', sort: 'name' },
    kind: {},
    engine: { title: 'Kind', sort: 'kind' },
    status: { title: 'State', sort: 'state' },
    error: {},
    last_synced_at: { title: 'Last look', sort: 'looked', type: 'moment' },
    refresh_every_minutes: {},
    created_at: { title: 'Connected (UTC)', sort: 'created', type: 'moment' },
    id: {},
  },
  cli: {
    ID: 'id',
    NAME: 'name',
    KIND: 'engine',
    STATUS: 'status',
    ORGANIZATION: 'organization',
    WORKSPACE: 'workspace',
    'READ (UTC)': 'last_synced_at',
    ERROR: 'error',
  },
})

/** A kind of source, whether it is offered, and how many connections of it there are. */
export const kindHealth = z.object({
  kind: z.enum(['database', 'external']),
  engine: z.string(),
  label: z.string(),
  preview: z.boolean().describe('Offered only where it was switched on; its connections rest while it is not.'),
  offered: z.boolean(),
  possible: z.boolean().describe('False where this server could not connect it even if it were offered.'),
  connections: z.object({ ready: count, syncing: count, failed: count }),
})
export type KindHealth = z.infer<typeof kindHealth>

/** What an organization may keep by plan, and the organizations that have little room left; in bytes. */
export const quotas = z.object({
  limits: z.object({ free: count, flexible: count, premium: count }),
  nearly_full: z.array(
    z.object({ organization: place, plan: z.enum(['free', 'flexible', 'premium']), used: count, limit: count }),
  ),
})
export type Quotas = z.infer<typeof quotas>

export const kindsBody = z.object({
  engines: z.array(z.string()).max(60).describe('The kinds to be offered; no others are.'),
  reason,
})

/** "4 minutes ago", "3 days ago" */
export function ageText(from: string | null, now: Date): string {
  if (from === null) return 'never'
  const minutes = Math.max(0, Math.floor((Number(now) - Date.parse(from)) / 60_000))
  const [count, unit] =
    minutes < 60
      ? [minutes, 'minute']
      : minutes < 1440
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / 1440), 'day']
  return count === 0 ? 'just now' : `${count} ${unit}${count === 1 ? '' : 's'} ago`
}
