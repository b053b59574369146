import { createHash } from 'node:crypto'
import type { Clock } from '#base/time.ts'
import type { Web, WebAnswer } from '#outside/guarded-fetch.ts'
import { connectionFailed } from '#outside/network.ts'
import type { ExternalSecrets, ExternalSettings } from '../rules/connection.ts'

/** One look at an address: what to read, with what, and where to put it. */
export type Place = {
  web: Web
  settings: ExternalSettings
  secrets: ExternalSecrets
  /** A private folder. */
  dir: string
  /** Bytes that everything together may have. */
  bytes: number
  now: Clock
  signal: AbortSignal
}
/** What the last look that went well was told of the version of the contents. */
type Version = { etag: string | null; lastModified: string | null }
/** A file that was brought in, alone in a folder of its own. `name`: what it is called where it comes from, null when it is all there is. */
export type Part = { name: string | null; path: string; dir: string }
export type Collected = Version & { parts: Part[]; warnings: string[] }

/** Reads one kind of address. Both reject with AppError `connection_failed`, `too_much`. */
export interface Collector {
  /** Tries whether it can be read. @returns how many files or records a first look shows */
  probe(place: Place): Promise<number>
  /** Brings everything in; null when it has not changed since `before`. */
  collect(place: Place, before: Version): Promise<Collected | null>
}

/** Longest wait that an address may ask for, in seconds. */
const LONGEST_WAIT = 86_400

/**
 * Goes on with an answer that is one.
 * @param who how to call the other side
 * @throws AppError connection_failed; `retry_after` (seconds) in its details when it asks to wait
 */
export function demandOk(answer: WebAnswer, who: string, now: Date): WebAnswer {
  const { status } = answer
  if (status >= 200 && status < 300) return answer
  answer.close()
  if (status === 401)
    throw connectionFailed('auth', `${who} asks who you are (401).`, 'Check the access that you gave.')
  if (status === 403)
    throw connectionFailed('permission', `${who} does not allow it (403).`, 'Check what your access may read.')
  if (status === 404 || status === 410)
    throw connectionFailed('database', `${who} has nothing there (${status}).`, 'Check the address.')
  if (status === 429 || status === 503) {
    const wait = secondsOf(answer.header('retry-after'), now)
    throw connectionFailed(
      'permission',
      `${who} asks to come back later (${status}).`,
      wait ? `It says in ${wait} seconds.` : 'Refresh less often.',
      wait ? { retry_after: wait } : {},
    )
  }
  throw connectionFailed(
    'database',
    `${who} answered with an error (${status}).`,
    'Open the address in a browser, or try later.',
  )
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

/** Headers that say who asks. */
export function accessHeaders({ headers = {}, basic }: ExternalSecrets): Record<string, string> {
  return {
    ...(basic ? { Authorization: `Basic ${Buffer.from(basic).toString('base64')}` } : {}),
    ...headers,
  }
}

export const hostOf = (url: string): string => URL.parse(url)?.host ?? 'The address'

export const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')
