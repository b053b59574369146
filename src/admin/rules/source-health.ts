import { z } from 'zod'
import type { Storage } from '#files/rules/storage.ts'
import { reason } from './act.ts'
import { choice, searchText, sortBy } from './list.ts'

export const CONNECTION_STATES = ['failed', 'syncing', 'ready'] as const
export type ConnectionState = (typeof CONNECTION_STATES)[number]
export const STATE_NAMES: Record<ConnectionState, string> = {
  failed: 'Failed',
  syncing: 'Being looked at',
  ready: 'Ready',
}

/** A connection of any organization as the panel shows it: how it fares, and nothing of what is in it. */
export type ConnectionHealth = {
  id: string
  name: string
  kind: 'database' | 'external'
  engine: string
  status: ConnectionState
  error: string | null
  organization: { id: string; name: string }
  workspace: { id: string; name: string }
  last_synced_at: string | null
  refresh_every_minutes: number | null
  created_at: string
}

/** A kind of source, whether it is offered, and how many connections of it there are. */
export type KindHealth = {
  kind: 'database' | 'external'
  engine: string
  label: string
  /** Offered only where it was switched on; its connections rest while it is not. */
  preview: boolean
  offered: boolean
  /** False where this server could not connect it even if it were offered. */
  possible: boolean
  connections: Record<ConnectionState, number>
}

export const healthQuery = z.object({
  q: searchText.describe(
    'Beginnings of words of the name of a connection, a workspace or an organization, or a whole id of one.',
  ),
  engine: searchText.describe('A kind, as `engine` of the config says.'),
  status: choice(CONNECTION_STATES),
  sort: sortBy('name', 'organization', 'kind', 'state', 'looked'),
})

/** What an organization may keep by plan, and the organizations that have little room left; in bytes. */
export type Quotas = {
  limits: Record<Storage['plan'], number>
  nearly_full: { organization: { id: string; name: string }; plan: Storage['plan']; used: number; limit: number }[]
}

export const kindsBody = z.object({
  engines: z.array(z.string()).max(60).describe('The kinds to be offered; no others are.'),
  reason,
})

export const HEALTH_COLUMNS = [
  'organization',
  'workspace',
  'name',
  'kind',
  'engine',
  'status',
  'error',
  'last_synced_at',
  'refresh_every_minutes',
  'created_at',
  'id',
] as const
export const healthLine = (it: ConnectionHealth) => ({
  ...it,
  organization: it.organization.name,
  workspace: it.workspace.name,
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
