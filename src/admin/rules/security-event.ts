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
  first_admin_refused: 'Link of the first admin refused',
  admin_refused: 'Admin panel refused',
  contact_refused: 'Contact form refused',
  payment_signature_invalid: 'Payment with a wrong signature',
  payment_tampered: 'Payment tampered with',
  webhook_refused: 'Webhook refused',
}
export const EVENT_KINDS = Object.keys(EVENT_LABELS) as [SecurityEventKind, ...SecurityEventKind[]]

/** A security event as the API answers it. */
export type SecurityEvent = {
  id: string
  kind: string
  /** Whoever was signed in. */
  actor: { id: string; name: string; email: string } | null
  ip: string | null
  request_id: string | null
  details: Record<string, unknown>
  created_at: string
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

export const EVENT_COLUMNS = ['id', 'created_at', 'kind', 'user_id', 'email', 'ip', 'request_id', 'details'] as const

/** An event as a line of CSV. */
export const eventLine = ({ details, actor, ...event }: SecurityEvent) => ({
  ...event,
  user_id: actor?.id ?? null,
  email: actor?.email ?? null,
  details: JSON.stringify(details),
})
