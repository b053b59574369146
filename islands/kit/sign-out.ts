import { urls } from '../../src/urls.ts'
import { call } from './api.ts'
import { logFailure } from './browser-log.ts'
import { clearCaches } from './caches.ts'
import { forgetDrafts } from './drafts.ts'
import { tellSession } from './session-events.ts'
import { forgetViewer } from './session-sync.ts'
import { clearToken } from './token-store.ts'

/** Signs out: caches first, then the session, then the token, whatever becomes of the call. */
export async function signOut(form: HTMLFormElement): Promise<void> {
  clearCaches()
  forgetDrafts()
  let ended = false
  try {
    await call(urls.apiLogout, { method: 'POST' })
    ended = true
  } catch (error) {
    logFailure('Failed to sign out', error)
  }
  clearToken()
  forgetViewer()
  tellSession({ type: 'signed_out' })
  if (ended) location.assign(urls.home)
  // The form ends the session by the cookie, or its page says why that cannot be.
  else form.submit()
}
