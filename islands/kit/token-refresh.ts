import { nextBackoff, nextRefresh, SESSION } from '#auth/rules/session.ts'
import { urls } from '../../src/urls.ts'
import { apiAddress } from './api-address.ts'
import { tellSession } from './session-events.ts'
import { clearToken, readToken, tokenEnd, tokenSubject, writeToken } from './token-store.ts'

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** One tab at a time refreshes; the others find the new token when their turn comes. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('authToken', work) : work()

const decision = () => nextRefresh(Date.now(), tokenEnd(readToken()))

/** `none`: there is no session any more. `later`: nobody could say. */
type Attempt = 'done' | 'none' | 'later'

/** Asks once for a new access token, unless the one at hand is good. */
async function attempt(): Promise<Attempt> {
  if (decision() === 'wait') return 'done'
  const answer = await fetch(apiAddress(urls.apiToken), { headers: { Accept: 'application/json' } }).catch(() => null)
  if (answer?.ok) {
    const { token } = (await answer.json()) as { token: string }
    writeToken(token)
    tellSession({ type: 'token_refreshed', userId: tokenSubject(token), expiresAt: tokenEnd(token) ?? 0 })
    return 'done'
  }
  if (!answer || answer.status >= 500 || answer.status === 429) return 'later'
  clearToken()
  return 'none'
}

let fetching: Promise<Attempt> | null = null

/** Everybody on this page who wants a token waits for the same attempt. */
const once = (): Promise<Attempt> => {
  fetching ??= attempt().finally(() => {
    fetching = null
  })
  return fetching
}

const renew = (): Promise<Attempt> =>
  alone(async () => {
    const began = Date.now()
    for (let tries = 0; ; tries += 1) {
      const result = await once()
      const pause = nextBackoff(tries, Date.now() - began)
      if (result !== 'later' || pause === null) return result
      await wait(pause)
    }
  })

/**
 * Gets a new access token for the session cookie, trying again with growing waits for about half a minute.
 * @returns whether there is a token now
 */
export const refresh = async (): Promise<boolean> => (await renew()) === 'done'

let keeping: (() => void) | null = null

/**
 * What a request waits for before it is sent: a token that counts as expired is renewed first, in one attempt. A request that then
 * goes without a token is answered by what the cookie says.
 * @returns the token, or null when there is none that is good
 */
export async function freshToken(): Promise<string | null> {
  if (decision() === 'expired' && (keeping || readToken() !== null)) await once()
  return decision() === 'expired' ? null : readToken()
}

/** Finds out, after a call was answered with 401, whether the session has ended, and says so to who keeps it. */
export async function checkSession(): Promise<void> {
  if (keeping && (await once()) === 'none') keeping?.()
}

/**
 * Looks at the token now and every tick; ends when the session has ended.
 * @param ended called once, when the server says that there is no session any more
 */
export function startTokenRefresh(ended: () => void = () => {}): () => void {
  const check = async () => {
    if (decision() !== 'wait' && (await renew()) === 'none') end()
  }
  const timer = setInterval(check, SESSION.tick)
  const stop = () => {
    if (keeping === end) keeping = null
    clearInterval(timer)
  }
  const end = () => {
    if (keeping !== end) return
    stop()
    ended()
  }
  keeping = end
  void check()
  return stop
}
