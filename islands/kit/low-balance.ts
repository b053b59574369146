import { creditText } from '#billing/rules/credit.ts'
import { topUp } from '#billing/rules/pack.ts'
import { href, urls } from '../../src/urls.ts'
import { region } from './region.ts'

/** Remembers in this browser that somebody has seen the notice of this fall. */
const seenBy = (userId: string) => `low-balance:${userId}`

/**
 * Shows in the header that credits run low, where the balance then leads to new ones. Says so in a toast too, once a fall: the next
 * one comes after the balance has been above the threshold.
 */
export function warnOfLow(host: HTMLAnchorElement, userId: string, { balance, low_at: lowAt }: Balance): void {
  const low = typeof lowAt === 'number' && balance <= lowAt
  host.toggleAttribute('data-low', low)
  host.href = low ? href(urls.billing, {}, topUp()) : urls.billing
  if (!low) {
    localStorage.removeItem(seenBy(userId))
    return
  }
  host.title = 'Your credits are running low'
  if (localStorage.getItem(seenBy(userId))) return
  localStorage.setItem(seenBy(userId), 'yes')
  // The billing page says it already.
  if (location.pathname === urls.billing) return
  const message = balance > 0 ? `You have ${creditText(balance, region())} left.` : 'You have no credits left.'
  const link = { label: 'Buy Credits', address: host.href }
  void import('./dialog.ts').then(({ toast }) => toast('warning', message, undefined, link))
}
/** `low_at`: at how many credits the person wants to be told; null for never. */
export type Balance = { balance: number; low_at: number | null }
