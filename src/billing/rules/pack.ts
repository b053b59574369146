import { type CreditQuote, quote } from './price.ts'

/** What the Buy Credits modal offers. */
export const PACKS = [100, 200, 500, 1000, 2000, 5000] as const
export const DEFAULT_PACK = 100

/** Every pack with its price. @throws RangeError as `quote` */
export const packs = (currency = 'INR'): CreditQuote[] => PACKS.map((credits) => quote(credits, currency))
