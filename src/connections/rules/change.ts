import {
  type ConnectionEngine,
  type ConnectionSecrets,
  type ConnectionSettings,
  type DatabaseSettings,
  type ExternalSettings,
  SSL_MODES,
} from './connection.ts'
import { sourceOf } from './data-source.ts'

/** Fields of the form that are missing or do not go together: name of the field -> what to do. */
export function wrongFields(
  engine: ConnectionEngine,
  name: string | undefined,
  settings: ConnectionSettings,
  secrets: ConnectionSecrets,
): Record<string, string> {
  const wrong: Record<string, string> = {}
  const given: Record<string, unknown> = { name, ...settings, ...secrets }
  for (const { name, label, required, default: usual } of sourceOf(engine)!.fields) {
    const isMissing = (given[name] ?? usual) === undefined || given[name] === ''
    if (required && isMissing && !name.includes('.')) wrong[name] = `${label} is missing.`
  }
  const { ssh } = settings as DatabaseSettings
  if (ssh && !ssh.username) wrong['ssh.username'] = 'Who signs in at the SSH host?'
  const { paging } = settings as ExternalSettings
  if (paging?.kind === 'cursor' && !paging.path) wrong['paging.path'] = 'Say where in the answer the cursor is.'
  return wrong
}

/**
 * Whether a change sends kept secrets somewhere else, or less well guarded: then they must be typed again, or whoever may change a
 * connection could read its password at a server of their own.
 */
export function leadsElsewhere(
  engine: ConnectionEngine,
  before: ConnectionSettings,
  after: ConnectionSettings,
): boolean {
  const place = sourceOf(engine)!.kind === 'external' ? addressOf : serverOf
  const guarded = ({ ssl }: DatabaseSettings) => SSL_MODES.indexOf(ssl?.mode ?? 'prefer')
  return (
    JSON.stringify(place(before)) !== JSON.stringify(place(after)) ||
    guarded(after as DatabaseSettings) < guarded(before as DatabaseSettings)
  )
}

const addressOf = ({ url, endpoint, access_key_id, region }: ExternalSettings) => [
  ...[url, endpoint].map((address = '') => URL.parse(address)?.origin ?? address),
  ...[access_key_id, region],
]
const serverOf = ({ host, port, username, path, account, project, endpoint, ssh, ssl }: DatabaseSettings) => [
  ...[host, port, username, path, account, project, endpoint, ssl?.ca ?? ''],
  ...[ssh?.host, ssh?.port, ssh?.username],
]
