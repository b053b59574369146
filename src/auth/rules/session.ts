/** Constants of the token refresher in the browser (specification, section 9). All times in milliseconds. */
export const SESSION = {
  /** Life of the session cookie, in seconds: 400 days, the most that browsers keep. */
  cookieMaxAge: 34_560_000,
  /** Characters of a cookie's value at most; a longer one would have to be cut into chunks. Ours is an id with its signature. */
  cookieChunk: 3180,
  /** Life of an access token, in seconds. */
  tokenLifetime: 900,
  tick: 30_000,
  /** A token with this many ticks or fewer left is refreshed. */
  refreshAtTicks: 3,
  /** A token this close to its end counts as expired: requests wait for a new one. */
  expiryMargin: 90_000,
  /** How long a process trusts the public keys that it read. */
  keyCache: 600_000,
  /** First wait between two attempts to refresh; it doubles with each. */
  backoffStart: 200,
  /** Attempts of one refresh end after about this long; the next tick begins anew. */
  backoffLimit: 30_000,
} as const

/** Name under which browsers keep the access token, in local storage ("Keep me signed in") or session storage. */
export const TOKEN_NAME = 'authToken'

export type RefreshDecision =
  /** The token is good; look again at the next tick. */
  | 'wait'
  /** The token still works; get a new one in the background. */
  | 'refresh'
  /** No token, or one too close to its end: requests wait until there is a new one. */
  | 'expired'

/**
 * What the refresher does at a tick.
 * @param now milliseconds since the epoch
 * @param expiresAt end of the token in milliseconds since the epoch; null when there is no token
 */
export function nextRefresh(now: number, expiresAt: number | null): RefreshDecision {
  if (expiresAt === null) return 'expired'
  const left = expiresAt - now
  if (left < SESSION.expiryMargin) return 'expired'
  return Math.floor(left / SESSION.tick) <= SESSION.refreshAtTicks ? 'refresh' : 'wait'
}

/**
 * How long to wait before attempt `attempt` (0 is the first retry) of one refresh, or null when its time is used up.
 * @param spent milliseconds since the refresh began
 */
export function nextBackoff(attempt: number, spent: number): number | null {
  const wait = SESSION.backoffStart * 2 ** attempt
  return spent + wait > SESSION.backoffLimit ? null : wait
}

/** Name of the session cookie; browsers keep `__Secure-` names on https only. */
export const sessionCookieName = (secure: boolean): string => `${secure ? '__Secure-' : ''}tabletalk.session_token`
