import { AppError, conflict, unavailable } from '#base/errors.ts'
import { connectionFailed } from '#outside/network.ts'

export { connectionFailed }

/** The server did not take the settings that keep a session from writing. */
export const notReadOnly = (error: unknown): AppError =>
  connectionFailed('permission', (error as Error).message, 'The session could not be made safe to read with.')

export const sqlError = (message: string): AppError =>
  new AppError('unprocessable', message, { code: 'sql_error', details: { message } })

export const sqlRefused = (message: string): AppError =>
  new AppError('unprocessable', message, { code: 'sql_refused', details: { message } })

export const notSelect = (): AppError => sqlRefused('Only a SELECT can be run here.')
export const wouldWrite = (): AppError => sqlError('Connected databases are only read: this statement would write.')

/** A source that went away, or answers with what nobody can make sense of. */
export const sourceFailed = (message: string): AppError => unavailable(message, 'source_failed')

export const timedOut = (ms: number): AppError =>
  new AppError(
    'timeout',
    `The database did not answer within ${Math.round(ms / 1000)} s. Filter more, or ask for less.`,
    { code: 'query_timeout' },
  )

export const cancelled = (): AppError => conflict('The query was cancelled.', 'query_cancelled')

export const wentAway = (message: string): AppError => sourceFailed(`The database went away: ${message}`)
export const locked = (): AppError => sourceFailed('A table is locked by somebody else. Please try again later.')

/** @param what how much it would be, as "more than 5,000,000 rows" */
export const tooMuch = (what: string, details: { rows?: number; bytes?: number }): AppError =>
  new AppError('unprocessable', `This needs ${what} of a connected database at once. Filter or aggregate more.`, {
    code: 'too_much',
    details,
  })
