import { creditText } from '#billing/rules/credit.ts'
import { TIMES } from '#ui/rules/times.ts'
import { ApiError, api } from './api.ts'
import { cached } from './caches.ts'
import type { Balance } from './low-balance.ts'
import { warnOfLow } from './low-balance.ts'
import { region } from './region.ts'

/** Event on `document` of this page, and of the pages in other tabs, when the balance changed or may have. */
const SPENT = 'tabletalk:credits'
type Spent = { userId: string; balance: number }

/**
 * Tells the header that credits were spent.
 * @param balance what is left, when it is known, as a receipt does; it is asked for otherwise
 */
export const announceSpent = (balance?: number): void =>
  void document.dispatchEvent(new CustomEvent(SPENT, { detail: balance }))

/** Calls `listener` with every balance that becomes known on this page. @returns what ends it */
export function onBalance(listener: (balance: number) => void): () => void {
  const listen = (event: Event) => {
    const { detail } = event as CustomEvent<number | undefined>
    if (typeof detail === 'number') listener(detail)
  }
  document.addEventListener(SPENT, listen)
  return () => document.removeEventListener(SPENT, listen)
}

const cache = cached<Balance>(
  async () => {
    try {
      return await api<Balance>('/credits/balance')
    } catch (error) {
      if (error instanceof ApiError) throw new Error(`Failed to fetch credit balance: ${error.status}`)
      throw error
    }
  },
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
