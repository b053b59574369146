import { z } from 'zod'
import { count, moment } from '#base/answer.ts'
import { differences } from '#records/rules/setting.ts'
import { listOf, plain, SPAN, search, typed } from './list.ts'
import { type Names, names, withNames } from './names.ts'

const text = z.string().nullable()
const auditEntry = z.object({
  id: z.string(),
  sequence: count.nullable().describe('Its place in the chain; null until it is sealed, seconds later.'),
  hash: text.describe('SHA-256 of the hash before it and the entry.'),
  action: z.string(),
  subject: z.string(),
  actor: z.object({ id: z.string(), name: text, email: text }).nullable().describe('Null for the server itself.'),
  organization_id: text,
  workspace_id: text,
  ip: text,
  request_id: text,
  details: z.looseObject({}).describe('What was changed: fields as `{before, after}`.'),
  names,
  created_at: moment,
})
export type AuditEntry = z.infer<typeof auditEntry>

const nameOf = (id: string | null, names: Names) => names[id ?? '']
export const auditList = listOf(auditEntry, {
  name: 'audit-logs',
  filters: {
    q: search(
      'Person, network address or id',
      'ada, 203.0.113.7, 0198…, credits',
      'a person, an action, a network address or an id',
    ),
    actor: typed({ label: 'Who', placeholder: 'Email or id', option: ['<who>', 'who did it: id or address'] }),
    action: typed({
      label: 'Action',
      placeholder: 'user.disable, or user.',
      option: ['<action>', 'what was done, or how it begins: user.disable, credits'],
    }),
    subject: typed({ label: 'Subject', placeholder: 'Id', option: ['<id>', 'what it was done to'] }),
    organization: typed({ label: 'Organization', placeholder: 'Id', option: ['<id>', 'in which organization'] }),
    ...SPAN,
  },
  columns: {
    sequence: { title: 'Seal', sort: 'seal', type: 'count' },
    id: {},
    created_at: { title: 'When (UTC)', sort: 'created', type: 'moment' },
    action: { title: 'What', sort: 'action' },
    subject: {},
    subject_name: { of: (it) => nameOf(it.subject, it.names) },
    actor_id: { of: (it) => it.actor?.id },
    actor_name: { of: (it) => it.actor?.name, title: 'Who', sort: 'person' },
    actor_email: { of: (it) => it.actor?.email },
    organization_id: {},
    organization_name: { of: (it) => nameOf(it.organization_id, it.names) },
    workspace_id: {},
    workspace_name: { of: (it) => nameOf(it.workspace_id, it.names) },
    ...plain('ip', 'request_id'),
    details: { title: 'Change' },
    hash: {},
  },
  cli: {
    NO: 'sequence',
    'TIME (UTC)': 'created_at',
    ACTOR: 'actor_email',
    ACTION: 'action',
    SUBJECT: 'subject',
    DETAILS: 'details',
  },
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

export const valueText = (value: unknown, names: Names): string =>
  value === null || value === undefined || value === ''
    ? '–'
    : Array.isArray(value)
      ? value.map((it) => valueText(it, names)).join(', ') || 'none'
      : withNames(typeof value === 'object' ? JSON.stringify(value) : String(value), names)
