import { urls } from '../../src/urls.ts'
import { type ApiError, bearer } from './api.ts'
import { apiAddress } from './api-address.ts'
import { clearCaches } from './caches.ts'
import { keepDrafts } from './drafts.ts'
import { noticeLater } from './notice.ts'

/** A page that was loaded anew for a denial is not loaded again for this long, in milliseconds: what else it asks may be denied too. */
const ONCE_IN = 10_000
let moving = false

/** The role of the person has changed since this page was made: it says so and is made again, with what they have typed. */
export async function reloadWhenDenied(error: ApiError): Promise<void> {
  if (moving || !error.message.startsWith('Permission ')) return
  const key = `denied ${location.pathname}`
  const again = Date.now() - Number(sessionStorage.getItem(key) ?? 0) < ONCE_IN
  if (again) return void (await import('./dialog.ts')).toast('error', error.message)
  sessionStorage.setItem(key, String(Date.now()))
  await goOn({ title: 'Your role has changed', message: error.message }, () => location.reload())
}

/** A call inside a workspace or organization found nothing: when that is gone itself, or not this person's any more, so is the page. */
export async function leaveWhatIsGone(error: ApiError): Promise<void> {
  const place = /^\/(?:workspaces|organizations)\/[0-9a-f-]{36}/.exec(location.pathname)?.[0]
  if (moving || !place) return
  const answer = await fetch(apiAddress(place), { headers: bearer() }).catch(() => null)
  if (answer?.status === 404)
    await goOn({ title: 'This is not there any more', message: error.message }, () =>
      location.assign(urls.organizations),
    )
}

async function goOn(notice: Parameters<typeof noticeLater>[0], leave: () => void) {
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
