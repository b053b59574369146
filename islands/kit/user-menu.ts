import { planBadge } from '#ui/rules/plan-badge.ts'
import { badgeCount, TIMES } from '#ui/rules/times.ts'
import { urls } from '../../src/urls.ts'
import { api } from './api.ts'
import { logFailure } from './browser-log.ts'
import { cached } from './caches.ts'
import { element, icon } from './element.ts'
import { readToken } from './token-store.ts'
import { initialWhenBroken } from './viewer.ts'

type Subscription = { plan_type: string; current_period_end: string | null; id: string }

// The one call that carries no token: the cookie says who asks.
const subscription = cached(
  () => api<{ subscription: Subscription | null }>(urls.apiSubscription, { withoutToken: true }),
  TIMES.subscriptionCache,
  'subscription',
)
const invitations = cached(
  async () => (await api<unknown[]>(urls.apiUserInvitations)).length,
  TIMES.personCache,
  'invitations',
)
const admin = cached(
  async () => (await api<{ isAdmin: boolean }>(urls.apiAdminStatus)).isAdmin,
  TIMES.personCache,
  'admin-status',
)

const all = <T extends HTMLElement>(selector: string) => [...document.querySelectorAll<T>(selector)]

/** Fills what the user menu tells about a person: plan, invitations, the way to the admin panel. */
export function fillUserMenu(userId: string): void {
  for (const image of all<HTMLImageElement>('[data-viewer-avatar] img')) initialWhenBroken(image)
  setTimeout(() => void showPlan(userId), TIMES.subscriptionDelay)
  void countInvitations(userId)
  void showAdminPortal(userId)
}

async function showPlan(userId: string) {
  const show = (look: string, text: string) => {
    for (const place of all('[data-plan]'))
      place.replaceChildren(...(text ? [element('span', { class: look }, text)] : []))
  }
  try {
    const { subscription: plan } = await subscription.get(userId)
    const ended = plan?.current_period_end && Date.parse(plan.current_period_end) <= Date.now()
    const badge = planBadge(ended ? null : plan?.plan_type)
    show(`badge badge-${badge?.colour}`, badge?.label ?? '')
  } catch (error) {
    const text = `Error: ${(error as Error).message}`
    show('plan-error', text)
    for (const whole of all('[data-plan-error]')) {
      whole.textContent = text
      whole.hidden = false
    }
  }
}

async function countInvitations(userId: string) {
  // A count that cannot be had is not worth a word.
  const count = await invitations.get(userId).catch(() => 0)
  for (const badge of all('[data-invitations]')) {
    badge.hidden = count === 0
    badge.textContent = count === 0 ? '' : badgeCount(count)
  }
}

/** The flag of the call decides, whatever the page has drawn; who cannot be checked is no admin. */
async function showAdminPortal(userId: string) {
  const isAdmin = await admin.get(userId).catch((error) => {
    if (readToken() !== null) logFailure('Failed to check admin permissions', error)
    return false
  })
  if (!isAdmin) for (const entry of all('[data-admin]')) entry.remove()
  else if (!document.querySelector('[data-admin]'))
    for (const form of all('.header [data-sign-out]'))
      form.before(element('a', { href: urls.adminDashboard, 'data-admin': '' }, icon('gauge'), 'Admin Portal'))
}
