import { TOKEN_NAME } from '#auth/rules/session.ts'

/** Which storage keeps the token: local for "Keep me signed in", session otherwise. */
const PLACE = 'authTokenPlace'

export const readToken = (): string | null => localStorage.getItem(TOKEN_NAME) ?? sessionStorage.getItem(TOKEN_NAME)

/** Remembers the choice of the sign-in form for the token that comes with the next page. */
export const keepSignedIn = (keep: boolean): void => localStorage.setItem(PLACE, keep ? 'local' : 'session')

export function writeToken(token: string): void {
  clearToken()
  const place = localStorage.getItem(PLACE) === 'local' ? localStorage : sessionStorage
  place.setItem(TOKEN_NAME, token)
}

/** Forgets the token in both storages. */
export function clearToken(): void {
  localStorage.removeItem(TOKEN_NAME)
  sessionStorage.removeItem(TOKEN_NAME)
}

/** End of a token in milliseconds since the epoch, read from its payload; null when there is none that can be read. */
export function tokenEnd(token: string | null): number | null {
  try {
    const payload = token?.split('.')[1] ?? ''
    const { exp } = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) as { exp?: unknown }
    return typeof exp === 'number' ? exp * 1000 : null
  } catch {
    return null
  }
}
