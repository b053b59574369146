import { TIMES } from '#ui/rules/times.ts'
import './menus.ts'
import './sign-in-forms.ts'
import { clearCaches } from './caches.ts'
import { restoreDrafts } from './drafts.ts'
import { showNotices } from './notice.ts'
import { followSession, rememberSecondStep } from './session-sync.ts'
import { readStored, store } from './stored.ts'
import { followPage } from './track.ts'
import { whenBroken } from './viewer.ts'

/** What every page does: menus, spinner, keys, theme, confirmations, the client's part of signing in and out. */
const all = <T extends HTMLElement>(selector: string) => document.querySelectorAll<T>(selector)
const target = (event: Event, selector: string) =>
  event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null

document.addEventListener('click', (event) => {
  const link = target(event, 'a[href]') as HTMLAnchorElement | null
  const plain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button)
  if (link && plain && !event.defaultPrevented && leavesPage(link)) spin()
})

const leavesPage = (link: HTMLAnchorElement) =>
  link.origin === location.origin &&
  !link.target &&
  !link.hasAttribute('download') &&
  (link.pathname !== location.pathname || link.search !== location.search)

/** The bar on top while the next page is on its way; it gives up after three seconds. */
function spin() {
  const bar = document.querySelector<HTMLElement>('[data-spinner]')
  if (!bar) return
  bar.dataset.on = ''
  setTimeout(() => delete bar.dataset.on, TIMES.spinner)
}
window.addEventListener('pageshow', () => {
  for (const bar of all('[data-spinner]')) delete bar.dataset.on
})

/** Ctrl+K or Cmd+K opens the palette, and so does the button that is only shown where scripts run. */
const palette = () => void import('./palette.ts').then(({ togglePalette }) => togglePalette())
for (const button of all('[data-palette]')) {
  delete button.dataset.waits
  button.addEventListener('click', palette)
}

for (const button of all('[data-log-tail]')) void import('./log-tail.ts').then(({ logTail }) => logTail(button))

for (const counter of all('[data-tokens]'))
  void import('./count-tokens.ts').then(({ countTokens }) => countTokens(counter))

document.addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey) {
    event.preventDefault()
    return palette()
  }
  const typing = target(event, 'input, textarea, select, [contenteditable]')
  const question = document.querySelector<HTMLElement>('[data-question]')
  if (event.key === '/' && !typing && question && !event.metaKey && !event.ctrlKey && !event.altKey) {
    event.preventDefault()
    question.focus()
  }
})

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement
  if (form.matches('[data-theme-form]')) return changeTheme(event)
  const choice = (event.submitter as HTMLButtonElement | null)?.value
  if (form.matches('[data-consent] form') && choice) {
    event.preventDefault()
    return void import('./consent.ts').then(({ answerConsent }) => answerConsent(form, choice === 'on'))
  }
  if (form.matches('[data-sign-out]')) {
    event.preventDefault()
    return void import('./sign-out.ts').then(({ signOut }) => signOut(form))
  }
  // A form that a script answers leaves no page.
  if (event.defaultPrevented) return
  if (form.matches('[data-second-step]')) rememberSecondStep()
  const button = event.submitter
  const ask = button?.dataset.confirm ? button.dataset : form.dataset
  if (ask.confirm && !('confirmed' in form.dataset)) return confirmFirst(event, form, ask)
  // A file leaves the page where it is, and its question is answered.
  if (form.matches('[data-download]')) return form.closest<HTMLElement>('[popover]')?.hidePopover()
  // What was kept may be different on the page that follows.
  if (form.method === 'post') clearCaches()
  spin()
})

/**
 * `data-confirm="title"` with `data-confirm-message`, `-action`, `-type` on a form or its button asks before it is sent. What is sent then
 * says `confirmed`: without it a server that wants to be sure asks on a page of its own.
 */
async function confirmFirst(event: SubmitEvent, form: HTMLFormElement, ask: DOMStringMap) {
  event.preventDefault()
  const { confirmDialog } = await import('./dialog.ts')
  const yes = await confirmDialog({
    title: ask.confirm ?? '',
    message: ask.confirmMessage ?? '',
    confirm: ask.confirmAction,
    type: ask.confirmType === 'warning' || ask.confirmType === 'info' ? ask.confirmType : 'danger',
  })
  if (!yes) return
  form.dataset.confirmed = ''
  form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'confirmed', value: 'yes' }))
  form.requestSubmit(event.submitter as HTMLElement | null)
}

/** Applies the theme at once and lets the cookie follow. */
function changeTheme(event: SubmitEvent) {
  const theme = (event.submitter as HTMLButtonElement | null)?.value
  if (!theme) return
  event.preventDefault()
  document.documentElement.dataset.theme = theme
  for (const button of all<HTMLButtonElement>('[data-theme-form] button'))
    button.setAttribute('aria-pressed', String(button.value === theme))
  const body = new URLSearchParams({ theme })
  void fetch((event.target as HTMLFormElement).action, {
    method: 'POST',
    body,
    headers: { Accept: 'application/json' },
  })
}

/** Folded groups stay as they were left. A browser that keeps nothing shows them as the server drew them. */
for (const group of all<HTMLDetailsElement>('details[data-remember]')) {
  const key = `folded:${group.dataset.remember}`
  if (readStored('localStorage', key)) group.open = false
  group.addEventListener('toggle', () => store('localStorage', key, group.open ? null : 1))
}

for (const image of all<HTMLImageElement>('[data-logo]'))
  whenBroken(image, () => {
    image.hidden = true
    image.nextElementSibling?.removeAttribute('hidden')
  })

followSession()
restoreDrafts()
followPage()
void showNotices()
if (document.querySelector('[data-viewer]')) void import('./signed-in.ts')
if (document.querySelector('[data-copy]')) void import('./copy.ts')
