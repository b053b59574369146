import { urls } from '../../src/urls.ts'
import { apiAddress } from './api-address.ts'
import { element } from './element.ts'
import { beginTracking } from './track.ts'

/** Answers the bar that asks about cookies without leaving the page. When that fails, its form does it. */
export async function answerConsent(form: HTMLFormElement, analytics: boolean): Promise<void> {
  const answer = await fetch(apiAddress(urls.apiConsent), {
    method: 'PUT',
    body: JSON.stringify({ analytics }),
    headers: { 'Content-Type': 'application/json' },
  }).catch(() => null)
  if (!answer?.ok) {
    form.append(element('input', { type: 'hidden', name: 'analytics', value: analytics ? 'on' : 'off' }))
    return form.submit()
  }
  const hadFocus = form.contains(document.activeElement)
  form.closest('[data-consent]')?.remove()
  // Who answered by keyboard goes on where the page begins.
  if (hadFocus) document.getElementById('main')?.focus({ preventScroll: true })
  if (analytics) beginTracking()
}
