/** Currencies that credits are sold in; the first is the default. */
export const CURRENCIES = ['INR', 'USD', 'EUR', 'GBP'] as const
export type Currency = (typeof CURRENCIES)[number]
export const SYMBOLS: Record<Currency, string> = { INR: '₹', USD: '$', EUR: '€', GBP: '£' }

export const CREDIT_STEP = 100
const LEAST_CREDITS = 100
export const MOST_CREDITS = 100_000
/** Credits given on top of each hundred. */
const BONUS_PER_STEP = 5
/** Paise for a hundred credits. */
const BASE_PAISE = 9900
/** What one rupee is worth, in ten-thousandths: prices are made of whole numbers only. */
const RATES: Record<Currency, number> = { INR: 10_000, USD: 120, EUR: 110, GBP: 95 }
const MARKUP = 1.3

export const isCurrency = (code: string): code is Currency => (CURRENCIES as readonly string[]).includes(code)

/** What credits cost, as the specification names it. Amounts are in minor units: paise, cents, pence. */
export type CreditQuote = {
  baseCredits: number
  bonusCredits: number
  totalCredits: number
  basePriceInr: number
  finalAmount: number
  finalCurrency: Currency
  /** 1 for rupees. */
  markup: number
  originalPrice: number
}

const CREDITS_TEXT = 'Credits must be a multiple of 100 and at least 100'
const MOST_CREDITS_TEXT = 'One order may have at most 100,000 credits. Please make several.'
const currencyText = (code: string): string => `Unsupported currency: ${code}`

/** Why credits cannot be bought in this number and currency; null when they can. */
export function quoteProblem(credits: number, currency: string): { field: string; text: string } | null {
  if (!Number.isInteger(credits) || credits < LEAST_CREDITS || credits % CREDIT_STEP !== 0)
    return { field: 'credits', text: CREDITS_TEXT }
  if (credits > MOST_CREDITS) return { field: 'credits', text: MOST_CREDITS_TEXT }
  return isCurrency(currency) ? null : { field: 'currency', text: currencyText(currency) }
}

/** A price in paise converted by rate, to the nearest minor unit. */
export const converted = (paise: number, currency: Currency): number =>
  Math.floor((paise * RATES[currency] + 5_000) / 10_000)

/**
 * The price of credits. Rupees pay the base; other currencies its conversion with the markup, cut to whole units and ended in .99.
 * @throws RangeError what `quoteProblem` says
 */
export function quote(credits: number, currency: string = 'INR'): CreditQuote {
  const problem = quoteProblem(credits, currency)
  if (problem) throw new RangeError(problem.text)
  const finalCurrency = currency as Currency
  const bonusCredits = Math.round((credits * BONUS_PER_STEP) / CREDIT_STEP)
  const basePriceInr = (credits / CREDIT_STEP) * BASE_PAISE
  const rupees = finalCurrency === 'INR'
  return {
    baseCredits: credits,
    bonusCredits,
    totalCredits: credits + bonusCredits,
    basePriceInr,
    finalAmount: rupees ? basePriceInr : Math.floor((basePriceInr * RATES[finalCurrency] * 13) / 10_000_000) * 100 + 99,
    finalCurrency,
    markup: rupees ? 1 : MARKUP,
    originalPrice: converted(basePriceInr, finalCurrency),
  }
}

const GROUPING: Record<Currency, string> = { INR: 'en-IN', USD: 'en-US', EUR: 'en-US', GBP: 'en-US' }

/** "₹99", "₹15,350.40", "$1,599.99": minor units as people read them; whole amounts without decimals when `short`. */
export function priceText(minor: number, currency: Currency, { short = false }: { short?: boolean } = {}): string {
  const sign = minor < 0 ? '-' : ''
  const whole = Math.floor(Math.abs(minor) / 100)
  const rest = Math.abs(minor) % 100
  const decimals = short && rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`
  return `${sign}${SYMBOLS[currency]}${whole.toLocaleString(GROUPING[currency])}${decimals}`
}
