import { CREDIT_STEP, type CreditQuote, MOST_CREDITS, quote } from './price.ts'

export const PACKS = [100, 200, 500, 1000, 2000, 5000] as const
export const DEFAULT_PACK = 100

/** Every pack with its price. @throws RangeError as `quote` */
export const packs = (currency = 'INR'): CreditQuote[] => PACKS.map((credits) => quote(credits, currency))

/** What stands in the modal: a pack, unless a number was typed, right or wrong. */
export type Choice = { pack: number; typed: string }
export const DEFAULT_CHOICE: Choice = { pack: DEFAULT_PACK, typed: '' }

/** The number of credits that is chosen; NaN where what was typed is none. */
export const chosenCredits = ({ pack, typed }: Choice): number =>
  typed.trim() === '' ? pack : /^[\d,\s]+$/.test(typed) ? Number(typed.replace(/[,\s]/g, '')) : Number.NaN

/** What `?buy=700` asks for, or `?buy=credits` for the usual pack; null where nothing is to be bought. */
export function choiceAsked(buy: string | undefined): Choice | null {
  if (!buy) return null
  const pack = buy === 'credits' ? DEFAULT_PACK : PACKS.find((credits) => String(credits) === buy)
  return pack ? { pack, typed: '' } : { pack: DEFAULT_PACK, typed: buy.slice(0, 20) }
}

/** What is offered to somebody whose credits run low. */
const TOP_UP_PACK = 500

/** The smallest pack with at least so many credits; beyond the largest the next hundred that one order may have. */
export const packFor = (credits: number): number =>
  PACKS.find((pack) => pack >= credits) ?? Math.min(Math.ceil(credits / CREDIT_STEP) * CREDIT_STEP, MOST_CREDITS)

/** The `buy` of the billing page's address that offers a pack to somebody who runs low, or who lacks so many credits. */
export const topUp = (lacking = 0): { buy: string } => ({ buy: String(packFor(Math.max(TOP_UP_PACK, lacking))) })
