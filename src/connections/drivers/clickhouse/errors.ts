import type { AppError } from '#base/errors.ts'
import { cancelled, connectionFailed, sourceFailed, sqlError, timedOut, tooMuch, wouldWrite } from '../failure.ts'

/** A failure in the server's words. `status`: of the HTTP answer. */
export class StatementError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly status: number,
  ) {
    super(message)
  }
}

/** What the server says of a failure, in its own words without its version and stack. */
export function serverError(text: string, status: number): StatementError {
  const [, code = '0', words = text] = /Code: (\d+)\. DB::Exception: ([\s\S]*)/.exec(text) ?? []
  const message = words
    .replace(/\s*\(version [\s\S]*$/, '')
    .replace(/\. \([A-Z_]+\)\s*$/, '.')
    .trim()
    .slice(0, 2000)
  return new StatementError(Number(code), message || `The server answered with status ${status}.`, status)
}

/** Why signing in failed, by the step it came to. */
export function signInFailed({ code, message, status }: StatementError): AppError {
  if ([192, 193, 194, 516].includes(code) || status === 401 || (status === 403 && code === 0))
    return connectionFailed('auth', message, 'Check the user name and the password or token.')
  if (code === 81) return connectionFailed('database', message, 'Check the name of the database.')
  if (code === 497) return connectionFailed('permission', message, 'Let the user read: GRANT SELECT ON database.* TO …')
  if (code === 0)
    return connectionFailed(
      'tcp',
      `What answers here is not ClickHouse (status ${status}).`,
      'Give the port of its HTTP interface: 8443 with encryption, 8123 without.',
    )
  return connectionFailed('database', message, 'The server said so when signing in.')
}

/** What a failed statement means to the person. */
export function statementFailed({ code, message }: StatementError, timeoutMs: number): AppError {
  if (code === 159 || code === 160) return timedOut(timeoutMs)
  if (code === 394) return cancelled()
  if (code === 396 || code === 307 || code === 158) return tooMuch('more rows than the server allows', {})
  if (code === 164) return wouldWrite()
  // Too many queries at once, or a server that stops.
  if (code === 202 || code === 210 || code === 0) return sourceFailed(`The database could not answer: ${message}`)
  return sqlError(message)
}
