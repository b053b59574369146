import { creditText } from '#billing/rules/credit.ts'
import { topUp } from '#billing/rules/pack.ts'
import { TIMES } from '#ui/rules/times.ts'
import { href, urls } from '../../src/urls.ts'
import { ApiError, api } from './api.ts'
import { cached } from './caches.ts'
import { listen } from './listen.ts'
import { region } from './region.ts'
import { readStored, store } from './stored.ts'

/** Event on `document` of this page, and of the pages in other tabs, when the balance changed or may have. */
const SPENT = 'tabletalk:credits'
/** `low_at`: at how many credits the person wants to be told; null for never. */
type Balance = { balance: number; low_at: number | null }
type Spent = { userId: string; balance: number }

/**
 * Tells the header that credits were spent.
 * @param balance what is left, when it is known, as a receipt does; it is asked for otherwise
 */
export const announceSpent = (balance?: number): void =>
  void document.dispatchEvent(new CustomEvent(SPENT, { detail: balance }))

/** Calls `listener` with every balance that becomes known on this page. @returns what ends it */
export const onBalance = (listener: (balance: number) => void): (() => void) =>
  listen(
    document,
    SPENT,
    ({ detail }: CustomEvent<number | undefined>) => typeof detail === 'number' && listener(detail),
  )

const cache = cached<Balance>(
  () =>
    api<Balance>('/credits/balance').catch((error) => {
      throw error instanceof ApiError ? new Error(`Failed to fetch credit balance: ${error.status}`) : error
    }),
  TIMES.balanceCache,
  'balance',
)

/** The credits of a person, kept for 30 s per user id. */
export const balanceOf = (userId: string): Promise<Balance> => cache.get(userId)

/** Fills the balance of the header and keeps it right, in every tab; a burst of announcements makes one call. */
export function showBalance(host: HTMLAnchorElement): void {
  const userId = host.dataset.user ?? ''
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Receipts tell what is left, not when that is little. */
  let lowAt: number | null = null
  const show = async () => {
    try {
      const fetched = await balanceOf(userId)
      const { balance } = fetched
      lowAt = fetched.low_at
      host.dataset.state = 'ready'
      host.textContent = creditText(balance, region())
      host.removeAttribute('title')
      warnOfLow(host, userId, fetched)
    } catch (error) {
      host.dataset.state = 'error'
      host.textContent = 'Credits unknown'
      host.title = (error as Error).message
    }
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(show, TIMES.balanceDebounce)
  }
  const tabs = new BroadcastChannel(SPENT)
  let fromOtherTab = false
  document.addEventListener(SPENT, (event) => {
    const { detail } = event as CustomEvent<number | undefined>
    if (typeof detail !== 'number') cache.forget()
    else {
      cache.put(userId, { balance: detail, low_at: lowAt })
      if (!fromOtherTab) tabs.postMessage({ userId, balance: detail } satisfies Spent)
    }
    soon()
  })
  tabs.addEventListener('message', ({ data }: MessageEvent<Spent>) => {
    if (data.userId !== userId) return
    fromOtherTab = true
    announceSpent(data.balance)
    fromOtherTab = false
  })
  soon()
}

/** Remembers in this browser that somebody has seen the notice of this fall. */
const seenBy = (userId: string) => `low-balance:${userId}`

/**
 * Shows in the header that credits run low, where the balance then leads to new ones. Says so in a toast too, once a fall: the next
 * one comes after the balance has been above the threshold.
 */
function warnOfLow(host: HTMLAnchorElement, userId: string, { balance, low_at: lowAt }: Balance): void {
  const low = typeof lowAt === 'number' && balance <= lowAt
  host.toggleAttribute('data-low', low)
  host.href = low ? href(urls.billing, {}, topUp()) : urls.billing
  if (!low) {
    store('localStorage', seenBy(userId), null)
    return
  }
  host.title = 'Your credits are running low'
  if (readStored('localStorage', seenBy(userId))) return
  store('localStorage', seenBy(userId), true)
  // The billing page says it already.
  if (location.pathname === urls.billing) return
  const message = balance > 0 ? `You have ${creditText(balance, region())} left.` : 'You have no credits left.'
  const link = { label: 'Buy Credits', address: host.href }
  void import('./dialog.ts').then(({ toast }) => toast('warning', message, undefined, link))
}
