import { nextBackoff, nextRefresh, SESSION } from '#auth/rules/session.ts'
import { clearToken, readToken, tokenEnd, writeToken } from './token-store.ts'

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** One tab at a time refreshes; the others find the new token when their turn comes. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('authToken', work) : work()

const decision = () => nextRefresh(Date.now(), tokenEnd(readToken()))

/**
 * Gets a new access token for the session cookie, trying again with growing waits for about half a minute.
 * @returns whether there is a session
 */
export async function refresh(): Promise<boolean> {
  return alone(async () => {
    if (decision() === 'wait') return true
    const began = Date.now()
    for (let attempt = 0; ; attempt += 1) {
      const answer = await fetch('/api/auth/token', { headers: { Accept: 'application/json' } }).catch(() => null)
      if (answer?.ok) {
        writeToken(((await answer.json()) as { token: string }).token)
        return true
      }
      if (answer && answer.status < 500 && answer.status !== 429) {
        clearToken()
        return false
      }
      const pause = nextBackoff(attempt, Date.now() - began)
      if (pause === null) return false
      await wait(pause)
    }
  })
}

/** Looks at the token now and every tick; ends when the session has ended. */
export function keepSession(): () => void {
  const look = async () => {
    if (decision() !== 'wait' && !(await refresh()) && readToken() === null) stop()
  }
  const timer = setInterval(look, SESSION.tick)
  const stop = () => clearInterval(timer)
  void look()
  return stop
}
