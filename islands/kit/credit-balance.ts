import { TIMES } from '#ui/rules/times.ts'
import { ApiError, api } from './api.ts'
import { cached } from './caches.ts'

export type Balance = { balance: number; held: number; low: boolean }

/** Announced on `document` when the balance may have changed, e.g. after an answer: `announceSpent()`. */
const SPENT = 'tabletalk:credits'
export const announceSpent = () => document.dispatchEvent(new Event(SPENT))

const kept = cached<Balance>(async () => {
  try {
    return await api<Balance>('/credits/balance')
  } catch (error) {
    if (error instanceof ApiError) throw new Error(`Failed to fetch credit balance: ${error.status}`)
    throw error
  }
}, TIMES.balanceCache)

/** The credits of a person, kept for 30 s per user id. */
export const balanceOf = (userId: string): Promise<Balance> => kept.get(userId)

/** Fills the balance of the header and keeps it right; a burst of announcements makes one call. */
export function showBalance(host: HTMLElement): void {
  const userId = host.dataset.user ?? ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = async () => {
    try {
      const { balance } = await balanceOf(userId)
      host.dataset.state = 'ready'
      host.textContent = `${balance.toLocaleString()} ${balance === 1 ? 'credit' : 'credits'}`
      host.removeAttribute('title')
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
  document.addEventListener(SPENT, () => {
    kept.forget()
    soon()
  })
  soon()
}
