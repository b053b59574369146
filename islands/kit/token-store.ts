import { TOKEN_NAME } from '#auth/rules/session.ts'

/** Which storage keeps the token: local for "Keep me signed in", session where somebody unticked it. */
const PLACE = 'authTokenPlace'

export const readToken = (): string | null => localStorage.getItem(TOKEN_NAME) ?? sessionStorage.getItem(TOKEN_NAME)

/** Remembers the choice of the sign-in form for the token that comes with the next page. */
export const keepSignedIn = (keep: boolean): void => localStorage.setItem(PLACE, keep ? 'local' : 'session')

export function writeToken(token: string): void {
  clearToken()
  const place = localStorage.getItem(PLACE) === 'session' ? sessionStorage : localStorage
  place.setItem(TOKEN_NAME, token)
}

export function clearToken(): void {
  localStorage.removeItem(TOKEN_NAME)
  sessionStorage.removeItem(TOKEN_NAME)
}

type Payload = { exp?: unknown; sub?: unknown }

function payloadOf(token: string | null): Payload | null {
  try {
    const text = token?.split('.')[1] ?? ''
    return JSON.parse(atob(text.replace(/-/g, '+').replace(/_/g, '/'))) as Payload
  } catch {
    return null
  }
}

/** End of a token in milliseconds since the epoch, read from its payload; null when there is none that can be read. */
export function tokenEnd(token: string | null): number | null {
  const exp = payloadOf(token)?.exp
  return typeof exp === 'number' ? exp * 1000 : null
}

export function tokenSubject(token: string | null): string | null {
  const sub = payloadOf(token)?.sub
  return typeof sub === 'string' ? sub : null
}
