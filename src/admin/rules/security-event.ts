import type { SecurityEventKind } from '#records/security.ts'

/** What happened, in the words of whoever looks for it. */
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

/** What raises an event of a kind, and what it may mean. */
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
  admin_refused: 'Somebody without the role asked for a page of the panel, or signed in at its door.',
  contact_refused: 'A contact form filled in by a program.',
  payment_signature_invalid: 'A payment whose signature is not the gateway’s.',
  payment_tampered: 'A payment whose amount, currency or credits are not those of its order.',
  webhook_refused: 'A notice of the gateway without its signature.',
  allocation_refused: 'An admin wanted to move more credits in one act than is allowed.',
  own_account_refused: 'An admin wanted to decide about their own refund, credits, plan or address.',
}

/** A security event as the API answers it. */
export type SecurityEvent = {
  id: string
  kind: string
  /** Whoever was signed in. */
  actor: { id: string; name: string; email: string } | null
  ip: string | null
  request_id: string | null
  details: Record<string, unknown>
  acknowledged: { by: string | null; at: string; note: string } | null
  created_at: string
}

/** What happened most in a span of time, by address or by person. */
export type EventGroup = {
  /** The address, or the id of the person. */
  key: string
  /** Email of a person. */
  name: string | null
  count: number
  open: number
  kinds: string[]
  latest: string
}

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

export const GROUP_COLUMNS = ['key', 'name', 'count', 'open', 'kinds', 'latest'] as const

/** A group as a line of CSV. */
export const groupLine = (group: EventGroup) => ({ ...group, kinds: group.kinds.join(' ') })

export const EVENT_COLUMNS = [
  'id',
  'created_at',
  'kind',
  'user_id',
  'email',
  'ip',
  'request_id',
  'details',
  'acknowledged_at',
  'acknowledged_by',
  'note',
] as const

/** An event as a line of CSV. */
export const eventLine = ({ details, actor, acknowledged, ...event }: SecurityEvent) => ({
  ...event,
  user_id: actor?.id ?? null,
  email: actor?.email ?? null,
  details: JSON.stringify(details),
  acknowledged_at: acknowledged?.at ?? null,
  acknowledged_by: acknowledged?.by ?? null,
  note: acknowledged?.note ?? null,
})
