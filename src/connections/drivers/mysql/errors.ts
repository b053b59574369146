import { AppError } from '#base/errors.ts'
import { cancelled, connectionFailed, locked, sqlError, timedOut, wentAway, wouldWrite } from '../failure.ts'
import { tlsFailed } from '../tls.ts'

/** An error of mysql2: `code` is the server's symbol, or that of the system. */
export type ServerError = Error & { code?: string; errno?: number; sqlMessage?: string; fatal?: boolean }

export function signInFailed(error: ServerError, host: string): AppError {
  if (error instanceof AppError) return error
  const { code = '', errno = 0 } = error
  const message = error.sqlMessage ?? error.message
  if (code === 'HANDSHAKE_SSL_ERROR' || /certificate|SSL|TLS|altname/i.test(`${code} ${error.message}`))
    return tlsFailed(error, host)
  if (errno === 1044) return connectionFailed('permission', message, 'Let the user in: GRANT SELECT ON database.* TO …')
  if (errno === 1045 || errno === 1698 || errno === 1251 || /AUTH|PLUGIN/.test(code))
    return connectionFailed('auth', message, 'Check the user name and the password.')
  if (errno === 1130 || errno === 1129)
    return connectionFailed('auth', message, 'Allow the user to come from this server’s address (CREATE USER …@…).')
  if (errno === 1049) return connectionFailed('database', message, 'Check the name of the database.')
  if (errno === 1040 || errno === 1203 || errno === 1226)
    return connectionFailed('database', message, 'Wait a moment, or raise max_connections on the server.')
  if (errno >= 1000 && errno < 5000 && error.sqlMessage)
    return connectionFailed('database', message, 'The server said so when signing in.')
  return connectionFailed(
    'tcp',
    `The server ended the connection while signing in (${message}).`,
    'Check that this port belongs to a MySQL or MariaDB server.',
  )
}

export function statementFailed(error: ServerError, timeoutMs: number): AppError {
  if (error instanceof AppError) return error
  const { errno = 0 } = error
  const message = error.sqlMessage ?? error.message
  // Stopped by max_execution_time, max_statement_time; by KILL QUERY.
  if (errno === 3024 || errno === 1969) return timedOut(timeoutMs)
  if (errno === 1317) return cancelled()
  if (errno === 1205) return locked()
  if (errno === 1792 || errno === 1836 || errno === 1290) return wouldWrite()
  if (!error.sqlMessage || errno === 1053 || errno === 1040 || errno === 1927) return wentAway(message)
  return sqlError(message)
}
