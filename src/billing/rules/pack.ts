import { type CreditQuote, quote } from './price.ts'

/** What the Buy Credits modal offers. */
export const PACKS = [100, 200, 500, 1000, 2000, 5000] as const
export const DEFAULT_PACK = 100

/** Every pack with its price. @throws RangeError as `quote` */
export const packs = (currency = 'INR'): CreditQuote[] => PACKS.map((credits) => quote(credits, currency))

/** What is offered to somebody whose credits run low. */
const TOP_UP_PACK = 500

/** The smallest pack with at least so many credits; the largest where none has. */
export const packFor = (credits: number): number => PACKS.find((pack) => pack >= credits) ?? PACKS.at(-1)!

/** The `buy` of the billing page's address that offers a pack to somebody who runs low, or who lacks so many credits. */
export const topUp = (lacking = 0): { buy: string } => ({ buy: String(packFor(Math.max(TOP_UP_PACK, lacking))) })
