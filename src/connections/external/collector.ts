import { createHash } from 'node:crypto'
import type { Clock } from '#base/time.ts'
import type { Web, WebAnswer } from '#outside/guarded-fetch.ts'
import { connectionFailed } from '#outside/network.ts'
import type { ConnectionStep, ExternalSecrets, ExternalSettings } from '../rules/connection.ts'

/** What to read from an address, with which access, and where to put it. */
export type Place = {
  web: Web
  settings: ExternalSettings
  secrets: ExternalSecrets
  dir: string
  /** Bytes that everything together may have. */
  bytes: number
  now: Clock
  signal: AbortSignal
}
/** What the address said of the version of its contents when it was last read. */
type Version = { etag: string | null; lastModified: string | null }
/** A downloaded file, alone in a folder of its own. `name`: its name at the address, null when it is the only file. */
export type Part = { name: string | null; path: string; dir: string }
export type Collected = Version & { parts: Part[]; warnings: string[] }

/** Reads one kind of address. Both reject with AppError `connection_failed`, `too_much`. */
export interface Collector {
  /** Tests whether it can be read. @returns how many files or records the first answer has */
  probe(place: Place): Promise<number>
  /** Downloads everything; null when it has not changed since `before`. */
  collect(place: Place, before: Version): Promise<Collected | null>
}

/** Longest wait that an address may ask for, in seconds. */
const LONGEST_WAIT = 86_400

/** What a status means: the step that failed, what the server did, and what to do. */
const REFUSALS: Record<number, [step: ConnectionStep, what: string, hint: string]> = {
  401: ['auth', 'asks who you are', 'Check the access that you gave.'],
  403: ['permission', 'does not allow it', 'Check what your access may read.'],
  404: ['database', 'has nothing there', 'Check the address.'],
  410: ['database', 'has nothing there', 'Check the address.'],
  429: ['permission', 'asks to come back later', 'Refresh less often.'],
  503: ['permission', 'asks to come back later', 'Refresh less often.'],
}
const OTHER = ['database', 'answered with an error', 'Open the address in a browser, or try later.'] as const

/**
 * Passes a successful answer on.
 * @param who the name of the server
 * @throws AppError connection_failed; `retry_after` (seconds) in its details when it asks to wait
 */
export function demandOk(answer: WebAnswer, who: string, now: Date): WebAnswer {
  const { status } = answer
  if (status >= 200 && status < 300) return answer
  answer.close()
  const [step, what, hint] = REFUSALS[status] ?? OTHER
  const wait = status === 429 || status === 503 ? secondsOf(answer.header('retry-after'), now) : null
  const message = `${who} ${what} (${status}).`
  throw wait
    ? connectionFailed(step, message, `It says in ${wait} seconds.`, { retry_after: wait })
    : connectionFailed(step, message, hint)
}

function secondsOf(text: string | null, now: Date): number | null {
  if (!text) return null
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now.getTime()) / 1000)
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, LONGEST_WAIT) : null
}

/** A page for people where data should be. */
export function demandData(answer: WebAnswer, hint: string): WebAnswer {
  if (!/^(text\/html|application\/xhtml)/i.test(answer.header('content-type') ?? '')) return answer
  answer.close()
  throw connectionFailed('database', 'There is a web page at this address, not data.', hint)
}

export const accessHeaders = ({ headers = {}, basic }: ExternalSecrets): Record<string, string> => ({
  ...(basic ? { Authorization: `Basic ${Buffer.from(basic).toString('base64')}` } : {}),
  ...headers,
})

export const hostOf = (url: string): string => URL.parse(url)?.host ?? 'The address'

export const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')
