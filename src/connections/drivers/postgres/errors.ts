import { AppError } from '#base/errors.ts'
import { connectionFailed, locked, sqlError, timedOut, wentAway, wouldWrite } from '../failure.ts'

/** An error as the server words it: code is the SQLSTATE. */
export type ServerError = Error & { code?: string; severity?: string; hint?: string; detail?: string }

const HINTS = {
  password: 'Check the user name and the password.',
  encryption: 'Choose the TLS mode "require", or let the server take unencrypted connections (pg_hba.conf).',
  hba: 'Add a line for this server’s address, the user and the database to pg_hba.conf, and reload PostgreSQL.',
  database: 'Check the name of the database; it is case-sensitive.',
  connect: 'Let the user in: GRANT CONNECT ON DATABASE … TO …',
  busy: 'Wait a moment, or raise max_connections on the server.',
}

export function signInFailed(error: ServerError): AppError {
  if (error instanceof AppError) return error
  const { code = '', message } = error
  if (code === '28000' && /no encryption|SSL off/i.test(message))
    return connectionFailed('tls', message, HINTS.encryption)
  if (code === '28000' && /pg_hba/.test(message)) return connectionFailed('auth', message, HINTS.hba)
  if (code.startsWith('28') || /password|SASL|SCRAM/i.test(message))
    return connectionFailed('auth', withoutLibrary(message), HINTS.password)
  if (code === '3D000') return connectionFailed('database', message, HINTS.database)
  if (code === '42501') return connectionFailed('permission', message, HINTS.connect)
  if (code.startsWith('53') || code.startsWith('57')) return connectionFailed('database', message, HINTS.busy)
  if (code) return connectionFailed('database', message, 'The server said so when signing in.')
  return connectionFailed(
    'tcp',
    `The server ended the connection while signing in (${message}).`,
    'Check that this port belongs to a PostgreSQL server.',
  )
}

const withoutLibrary = (message: string) =>
  /SASL.*must be a/.test(message) ? 'The server asks for a password, and there is none.' : message

export function statementFailed(error: ServerError, timeoutMs: number): AppError {
  if (error instanceof AppError) return error
  const { code = '', message } = error
  if (code === '57014') return timedOut(timeoutMs)
  if (code === '55P03') return locked()
  if (code === '25006') return wouldWrite()
  // Classes of PostgreSQL's own codes, or what the socket says when it is written to after the server has gone.
  if (!code || /^(57|08|53|58|E[A-Z])/.test(code)) return wentAway(message)
  return sqlError(error.hint ? `${message} (${error.hint})` : message)
}
