import { z } from 'zod'
import { count, moment } from '#base/answer.ts'
import type { SecurityEventKind } from '#records/security.ts'
import { withBoxes } from './action.ts'
import { bound, listOf, oneOf, SPAN, search, typed } from './list.ts'
import { person } from './names.ts'

export const EVENT_LABELS: Record<SecurityEventKind, string> = {
  sign_in_failed: 'Failed sign-in',
  sign_in_limited: 'Sign-in locked out',
  password_refused: 'Password refused',
  second_step_failed: 'Failed second step',
  second_step_locked: 'Second step locked out',
  disabled_refused: 'Disabled account refused',
  google_refused: 'Google sign-in refused',
  permission_denied: 'Permission denied',
  statement_refused: 'Statement refused',
  upload_refused: 'Upload refused',
  address_refused: 'Private address refused',
  first_admin_refused: 'Link of the first admin refused',
  admin_refused: 'Admin panel refused',
  contact_refused: 'Contact form refused',
  payment_signature_invalid: 'Payment with a wrong signature',
  payment_tampered: 'Payment tampered with',
  webhook_refused: 'Webhook refused',
  allocation_refused: 'Too many credits at once',
  own_account_refused: 'Own account refused',
}
export const EVENT_KINDS = Object.keys(EVENT_LABELS) as [SecurityEventKind, ...SecurityEventKind[]]

export const EVENT_RULES: Record<SecurityEventKind, string> = {
  sign_in_failed: 'A wrong password, or an address without an account. Many from one network address are guesses.',
  sign_in_limited:
    'More than 5 failures of one account, or 50 from one network address; each one more doubles the wait.',
  password_refused: 'A wrong password of somebody signed in, asked again before something that matters.',
  second_step_failed: 'A wrong code after a right password: the password may be known to somebody else.',
  second_step_locked: 'More than 4 wrong codes in a row; each one more doubles the wait.',
  disabled_refused: 'A right password of an account that an operator has disabled.',
  google_refused: 'A sign-in with Google that was not begun here, or that Google did not vouch for.',
  permission_denied: 'A member asked for what their role does not hold.',
  statement_refused: 'A statement that would do more than read, or read what it may not.',
  upload_refused: 'An upload that is not what it says, or would overwhelm what reads it.',
  address_refused: 'A connection or an address that leads into the network of this server.',
  first_admin_refused: 'A link of the first admin that was used before, or made up.',
  admin_refused: 'Somebody without the role asked for a page of the panel, or tried to sign in to it.',
  contact_refused: 'A contact form filled in by a program.',
  payment_signature_invalid: 'A payment whose signature is not the gateway’s.',
  payment_tampered: 'A payment whose amount, currency or credits are not those of its order.',
  webhook_refused: 'A notice of the gateway without its signature.',
  allocation_refused: 'An admin wanted to move more credits in one action than is allowed.',
  own_account_refused: 'An admin wanted to decide about their own refund, credits, plan or address.',
}

const securityEvent = z.object({
  id: z.string(),
  kind: z.string(),
  actor: person.nullable().describe('Null for guests.'),
  ip: z.string().nullable(),
  request_id: z.string().nullable(),
  details: z.looseObject({}),
  acknowledged: z
    .object({ by: z.string().nullable().describe('Email address.'), at: moment, note: z.string() })
    .nullable(),
  created_at: moment,
})
export type SecurityEvent = z.infer<typeof securityEvent>

/** What happened most in a span of time, by address or by person. */
export const eventGroup = z.object({
  key: z.string().describe('The network address, or the id of the person; of guests the email address tried.'),
  name: z.string().nullable().describe('Email address of a person.'),
  count,
  open: count.describe('Not acknowledged.'),
  kinds: z.array(z.string()),
  latest: moment,
})
export type EventGroup = z.infer<typeof eventGroup>
/** Of the file. */
export const EVENT_GROUP_COLUMNS = { key: {}, name: {}, count: {}, open: {}, kinds: {}, latest: {} }

export const eventList = listOf(securityEvent, {
  name: 'security-events',
  filters: {
    q: search(
      'Person, network address or request',
      'ada, 203.0.113.7, or a whole id',
      'a person, a network address or a request id',
    ),
    kind: oneOf(EVENT_LABELS, { label: 'Kind', all: 'All kinds', option: ['<kind>', 'what was refused'] }),
    state: oneOf(
      { open: 'Open', acknowledged: 'Acknowledged' },
      { label: 'State', all: 'All', option: ['<state>', 'whether somebody has looked at it'] },
    ),
    person: typed({ label: 'Person', placeholder: 'Email or id', option: ['<who>', 'id or email address'] }),
    ip: typed({ label: 'Address', placeholder: '203.0.113.7', option: ['<address>', 'network address'] }),
    ...SPAN,
  },
  columns: {
    id: {},
    created_at: { title: 'When (UTC)', sort: 'created', type: 'moment' },
    kind: { title: 'What', sort: 'what', labels: EVENT_LABELS },
    user_id: { of: (it) => it.actor?.id },
    email: { of: (it) => it.actor?.email, title: 'Who', sort: 'person' },
    ip: { title: 'From', sort: 'ip' },
    request_id: {},
    details: { title: 'Details' },
    acknowledged_at: { of: (it) => it.acknowledged?.at },
    acknowledged_by: { of: (it) => it.acknowledged?.by },
    note: { of: (it) => it.acknowledged?.note },
    state: { of: (it) => (it.acknowledged ? 'acknowledged' : 'open'), csv: false },
  },
  cli: {
    ID: 'id',
    'TIME (UTC)': 'created_at',
    KIND: 'kind',
    WHO: 'email',
    ADDRESS: 'ip',
    STATE: 'state',
    DETAILS: 'details',
  },
})

/** The label of a kind; one that this version does not know by its own name. */
export const labelOf = (kind: string): string =>
  Object.hasOwn(EVENT_LABELS, kind) ? EVENT_LABELS[kind as SecurityEventKind] : kind

/** Details as one line: "needs: finance, path: /admin/billing". */
export const detailLine = (details: Record<string, unknown>): string =>
  Object.entries(details)
    .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(
      ([name, value]) => `${name.replaceAll('_', ' ')}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join(', ')

/** Events by network address or by person; without `from` those of the last 24 hours. */
export const eventGroupsQuery = z.object({ by: z.enum(['ip', 'person']), from: bound, to: bound })
export type EventGroupsQuery = z.infer<typeof eventGroupsQuery>

const note = z.string('Say what you found.').trim().min(3, 'Say what you found, in a few words.').max(500)
/** Some events by their ids, or all that match a filter which says at least whose or whence. */
export const acknowledgement = z
  .object({
    ids: z.array(z.string().max(60)).max(1000).optional(),
    ...eventList.query.omit({ state: true, q: true, sort: true }).shape,
    note,
  })
  .refine((body) => body.ids?.length || body.kind || body.person || body.ip, {
    path: ['ids'],
    message: 'Choose events, or name a kind, a person or an address.',
  })
export type Acknowledgement = z.infer<typeof acknowledgement>

export const acknowledgementForm = withBoxes('ids', acknowledgement)
