import { z } from 'zod'
import { differences } from '#records/rules/setting.ts'
import { bound, searchText, sortBy } from './list.ts'
import { type Names, withNames } from './names.ts'

export const auditQuery = z.object({
  q: searchText,
  actor: searchText,
  action: searchText,
  subject: searchText,
  organization: searchText,
  from: bound,
  to: bound,
  sort: sortBy('seal', 'person', 'action'),
})
export type AuditFilter = z.infer<typeof auditQuery>

/** An entry of the audit log. */
export type AuditEntry = {
  id: string
  /** Its place in the chain; null until it is sealed. */
  sequence: number | null
  hash: string | null
  action: string
  subject: string
  /** Null for what the server did by itself. */
  actor: { id: string; name: string | null; email: string | null } | null
  organization_id: string | null
  workspace_id: string | null
  ip: string | null
  request_id: string | null
  details: Record<string, unknown>
  /** Of the people, organizations and workspaces that it speaks of. */
  names: Names
  created_at: string
}

export const AUDIT_COLUMNS = [
  'sequence',
  'id',
  'created_at',
  'action',
  'subject',
  'subject_name',
  'actor_id',
  'actor_name',
  'actor_email',
  'organization_id',
  'organization_name',
  'workspace_id',
  'workspace_name',
  'ip',
  'request_id',
  'details',
  'hash',
] as const

export const auditLine = ({ actor, details, names, ...entry }: AuditEntry) => ({
  ...entry,
  subject_name: names[entry.subject] ?? null,
  organization_name: names[entry.organization_id ?? ''] ?? null,
  workspace_name: names[entry.workspace_id ?? ''] ?? null,
  actor_id: actor?.id ?? null,
  actor_name: actor?.name ?? null,
  actor_email: actor?.email ?? null,
  details: JSON.stringify(details),
})

export type Change = { field: string; before: unknown; after: unknown }

/** What an entry changed, field by field, and what else it says. */
export function readDetails(details: Record<string, unknown>): { changes: Change[]; notes: [string, unknown][] } {
  const changes: Change[] = []
  const notes: [string, unknown][] = []
  // Of a thing with many fields both sides stand as a whole: of settings, of a connection.
  const { before, after, ...others } = details
  const whole = isObject(before) && isObject(after)
  if (whole) changes.push(...differences(before, after))
  for (const [field, value] of Object.entries(whole ? others : details)) {
    if (isChange(value)) changes.push({ field, before: value.before, after: value.after })
    else notes.push([field, value])
  }
  return { changes, notes }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isChange = (value: unknown): value is { before: unknown; after: unknown } =>
  isObject(value) && 'before' in value && 'after' in value

/** A value of a change as people read it. */
export const valueText = (value: unknown, names: Names): string =>
  value === null || value === undefined || value === ''
    ? '–'
    : Array.isArray(value)
      ? value.map((it) => valueText(it, names)).join(', ') || 'none'
      : withNames(typeof value === 'object' ? JSON.stringify(value) : String(value), names)
