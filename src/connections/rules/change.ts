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
  const has: Record<string, unknown> = { name, ...settings, ...secrets }
  for (const field of sourceOf(engine)!.fields)
    if (
      field.required &&
      !field.name.includes('.') &&
      ((has[field.name] ?? field.default) === undefined || has[field.name] === '')
    )
      wrong[field.name] = `${field.label} is missing.`
  const { ssh } = settings as DatabaseSettings
  if (ssh && !ssh.username) wrong['ssh.username'] = 'Who signs in at the SSH host?'
  const { paging } = settings as ExternalSettings
  if (paging?.kind === 'cursor' && !paging.path) wrong['paging.path'] = 'Say where in the answer the cursor is.'
  return wrong
}

const RANK: Record<string, number> = Object.fromEntries(SSL_MODES.map((mode, index) => [mode, index]))

/**
 * Whether a change sends kept secrets somewhere else, or less well guarded: then they must be typed again, or whoever may change a
 * connection could read its password at a server of their own.
 */
export function leadsElsewhere(
  engine: ConnectionEngine,
  before: ConnectionSettings,
  after: ConnectionSettings,
): boolean {
  if (sourceOf(engine)!.kind === 'external') {
    const [a, b] = [before, after] as ExternalSettings[]
    const origin = (url?: string) => (url === undefined ? '' : (URL.parse(url)?.origin ?? url))
    return (
      origin(a!.url) !== origin(b!.url) ||
      origin(a!.endpoint) !== origin(b!.endpoint) ||
      a!.access_key_id !== b!.access_key_id ||
      a!.region !== b!.region
    )
  }
  const [a, b] = [before, after] as DatabaseSettings[]
  const place = ({ host, port, username, path, account, project, endpoint, ssh }: DatabaseSettings) =>
    JSON.stringify([host, port, username, path, account, project, endpoint, ssh?.host, ssh?.port, ssh?.username])
  const weaker = RANK[b!.ssl?.mode ?? 'prefer']! < RANK[a!.ssl?.mode ?? 'prefer']!
  return place(a!) !== place(b!) || weaker || (a!.ssl?.ca ?? '') !== (b!.ssl?.ca ?? '')
}
