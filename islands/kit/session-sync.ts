import type { SignInNote } from '#auth/rules/notes.ts'
import { href, urls } from '../../src/urls.ts'
import { isPaymentPending, paymentWindowClosed } from '../payment/pending-payment.ts'
import { type ApiError, bearer, onRefused } from './api.ts'
import { apiAddress } from './api-address.ts'
import { clearCaches } from './caches.ts'
import { keepDrafts } from './drafts.ts'
import { type Notice, noticeLater } from './notice.ts'
import { onSession, type SessionEvent, tellSession } from './session-events.ts'
import { isFirst, readStored, store, takeStored } from './stored.ts'
import { checkSession, startTokenRefresh } from './token-refresh.ts'
import { clearToken, readToken, tokenSubject } from './token-store.ts'
import { redrawViewer, type Viewer, viewerOfPage } from './viewer.ts'

/** Who was signed in on the last page of this browser, as its tabs know. */
const STORED_VIEWER = 'session-viewer'
/** Set by the form of the second step, for the page that follows it. */
const SECOND_STEP = 'second-step'

const storedViewer = () => readStored<Viewer>('localStorage', STORED_VIEWER)
export const forgetViewer = (): void => store('localStorage', STORED_VIEWER, null)
export const rememberSecondStep = (): void => store('sessionStorage', SECOND_STEP, true)

/** Keeps this page in step with the session: tells the other tabs what its loading says, and follows what they tell. */
export function followSession(): void {
  const viewer = viewerOfPage()
  if (viewer) begin(viewer)
  // Guests only are shown the way in: whoever was signed in here is not any more, and may have left before a script could clear up.
  else if (document.querySelector(`header [href="${urls.login}"]`)) {
    clearCaches()
    clearToken()
    forgetViewer()
  }
  if (document.querySelector('[data-session-event="password_recovery"]')) tellSession({ type: 'password_recovery' })
  onSession((event, here) => {
    if (!here) react(event, viewer)
  })
  addEventListener('pageshow', (event) => {
    const { persisted } = event as PageTransitionEvent
    if (persisted && viewer && storedViewer()?.id !== viewer.id) location.reload()
  })
}

function begin(viewer: Viewer) {
  const before = storedViewer()
  const subject = tokenSubject(readToken())
  if (subject !== null && subject !== viewer.id) clearToken()
  store('localStorage', STORED_VIEWER, viewer)
  if (before?.id !== viewer.id) {
    if (before) clearCaches()
    tellSession({ type: 'signed_in', userId: viewer.id })
  } else if (before.name !== viewer.name || before.image !== viewer.image)
    tellSession({ type: 'user_updated', user: viewer })
  if (takeStored('sessionStorage', SECOND_STEP)) tellSession({ type: 'mfa_challenge_verified', userId: viewer.id })
  startTokenRefresh(ended)
  onRefused((error) => {
    if (error.status === 401) void checkSession()
    else if (error.status === 403) void reloadWhenDenied(error)
    else if (error.status === 404) void leaveWhatIsGone(error)
  })
}

/** The session was ended elsewhere: by time, by its owner on another device, or by an operator. Whoever is paying finishes that first. */
async function ended() {
  await paymentWindowClosed()
  forgetViewer()
  tellSession({ type: 'signed_out' })
  toLogin(isPaymentPending() ? 'payment_waits' : 'session_ended')
}

function react(event: SessionEvent, viewer: Viewer | null) {
  if (event.type === 'signed_out' && viewer) toLogin()
  if (event.type === 'signed_in' && event.userId !== viewer?.id) {
    clearCaches()
    clearToken()
    keepDrafts()
    location.reload()
  }
  if (event.type === 'user_updated' && event.user.id === viewer?.id) redrawViewer(event.user)
}

/** Forgets everything about the person, then leaves for the login page, which leads back here. */
function toLogin(note?: SignInNote) {
  clearCaches()
  clearToken()
  keepDrafts()
  location.assign(href(urls.login, {}, { next: location.pathname + location.search, note }))
}

let moving = false

/** The role of the person has changed since this page was made: it says so and is made again, with what they have typed. */
async function reloadWhenDenied(error: ApiError): Promise<void> {
  if (moving || !error.message.startsWith('Permission ')) return
  if (!isFirst(`denied ${location.pathname}`)) return void (await import('./dialog.ts')).toast('error', error.message)
  await redirectSignedIn({ title: 'Your role has changed', message: error.message }, () => location.reload())
}

/** A call inside a workspace or organization found nothing: when that is gone itself, or not this person's any more, so is the page. */
async function leaveWhatIsGone(error: ApiError): Promise<void> {
  const place = /^\/(?:workspaces|organizations)\/[0-9a-f-]{36}/.exec(location.pathname)?.[0]
  if (moving || !place) return
  const answer = await fetch(apiAddress(place), { headers: bearer() }).catch(() => null)
  if (answer?.status === 404)
    await redirectSignedIn({ title: 'This is not there any more', message: error.message }, () =>
      location.assign(urls.organizations),
    )
}

async function redirectSignedIn(notice: Notice, leave: () => void) {
  moving = true
  await dialogsClosed()
  clearCaches()
  keepDrafts()
  noticeLater(notice)
  leave()
}

/** Whoever is in a dialog reads there what was refused, and closes it themselves. */
async function dialogsClosed(): Promise<void> {
  for (;;) {
    const open = document.querySelector<HTMLDialogElement>('dialog[open]')
    if (!open) return
    await new Promise((done) => open.addEventListener('close', done, { once: true }))
    await new Promise((done) => setTimeout(done))
  }
}
