import type { RequestError } from 'tedious'
import { AppError } from '#base/errors.ts'
import { cancelled, connectionFailed, locked, sqlError, wentAway } from '../failure.ts'

export type ServerError = { number: number; severity: number; message: string }

export function signInFailed({ number, message }: ServerError): AppError {
  if (number === 4060 || number === 4064 || number === 911)
    return connectionFailed('database', message, 'Check the name of the database, and that the user may use it.')
  if (number === 40615 || number === 40914)
    return connectionFailed('permission', message, 'Let this server in by a rule of the firewall of Azure SQL.')
  if (number === 18456 || (number >= 18450 && number < 18500))
    return connectionFailed(
      'auth',
      message,
      'Check the user name and the password, and that sign-in by password is on.',
    )
  if (number === 40613 || number === 40197 || number === 40501)
    return connectionFailed('database', message, 'The database is starting or busy. Try again in a minute.')
  return connectionFailed('auth', message, 'The server said so when signing in.')
}

/** An error of a request, whether the server or the library made it. */
export function asFailure(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { number, class: severity = 0, code, message } = error as Partial<RequestError> & Error
  if (code === 'ECANCEL') return cancelled()
  return number === undefined ? wentAway(message) : statementFailed({ number, severity, message })
}

function statementFailed({ number, severity, message }: ServerError): AppError {
  if (number === 1222 || number === 1205) return locked()
  if (number === 3617 || number === 3621) return cancelled()
  // From 20 on the server ends the connection.
  if (severity >= 20) return wentAway(message)
  return sqlError(message)
}
