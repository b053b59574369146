import { describe, expect, test } from 'bun:test'
import { DEFAULT_SETTINGS } from '#records/rules/setting.ts'
import { DEFAULT_PACK, PACKS, packs } from './pack.ts'
import { annualSaving, periodText, planPriceIn, planQuote, planTerms } from './plan.ts'
import { CURRENCIES, priceText, quote, quoteProblem, SYMBOLS } from './price.ts'

describe('the table of prices', () => {
  const table: [credits: number, bonus: number, INR: number, USD: number, EUR: number, GBP: number][] = [
    [100, 5, 9900, 199, 199, 199],
    [200, 10, 19800, 399, 299, 299],
    [500, 25, 49500, 799, 799, 699],
    [1000, 50, 99000, 1599, 1499, 1299],
    [2000, 100, 198000, 3099, 2899, 2499],
    [5000, 250, 495000, 7799, 7099, 6199],
  ]
  test.each(table)('%i credits', (credits, bonusCredits, ...prices) => {
    for (const [index, finalCurrency] of CURRENCIES.entries())
      expect(quote(credits, finalCurrency)).toMatchObject({
        baseCredits: credits,
        bonusCredits,
        totalCredits: credits + bonusCredits,
        basePriceInr: prices[0],
        finalAmount: prices[index],
        finalCurrency,
        markup: finalCurrency === 'INR' ? 1 : 1.3,
      })
  })

  test('lists the packs, the smallest chosen', () => {
    expect(PACKS as readonly number[]).toEqual(table.map(([credits]) => credits))
    expect(DEFAULT_PACK).toBe(100)
    expect(packs('EUR').map((pack) => pack.finalAmount)).toEqual(table.map((row) => row[4]))
  })
})

test('the original price is the converted one before the markup', () => {
  expect([100, 200].map((credits) => quote(credits, 'USD').originalPrice)).toEqual([119, 238])
  expect(quote(100).originalPrice).toBe(9900)
})

test('every order that is allowed has a whole price that ends in 99 outside India and grows with its size', () => {
  for (const currency of CURRENCIES) {
    let before = 0
    for (let credits = 100; credits <= 100_000; credits += 100) {
      const { finalAmount, bonusCredits } = quote(credits, currency)
      expect(Number.isSafeInteger(finalAmount) && finalAmount >= before).toBe(true)
      expect(bonusCredits).toBe(credits / 20)
      if (currency !== 'INR') expect(finalAmount % 100).toBe(99)
      before = finalAmount
    }
  }
})

test.each([
  [99, 'INR', 'Credits must be a multiple of 100 and at least 100'],
  [-100, 'INR', 'Credits must be a multiple of 100 and at least 100'],
  [250, 'INR', 'Credits must be a multiple of 100 and at least 100'],
  [Number.NaN, 'INR', 'Credits must be a multiple of 100 and at least 100'],
  [100, 'inr', 'Unsupported currency: inr'],
  [100, 'JPY', 'Unsupported currency: JPY'],
  [100_100, 'INR', 'One order may have at most 100,000 credits. Please make several.'],
])('%p credits in %s are refused', (credits, currency, text) => {
  expect(quoteProblem(credits, currency)?.text).toBe(text)
  expect(() => quote(credits, currency)).toThrow(text)
})

test('plans cost what the specification says and convert by rate only', () => {
  const { premium, flexible } = planTerms(DEFAULT_SETTINGS)
  expect(premium.prices).toEqual({ monthly: 159_900, annual: 1_535_040 })
  expect(flexible.prices).toEqual(premium.prices)
  expect([annualSaving({ premium, flexible }), 159_900 * 12 * 0.8]).toEqual([20, 1_535_040])
  expect(CURRENCIES.map((currency) => planPriceIn(premium, 'monthly', currency))).toEqual([159_900, 1919, 1759, 1519])
  expect(CURRENCIES.map((currency) => planPriceIn(premium, 'annual', currency))).toEqual([
    1_535_040, 18_420, 16_885, 14_583,
  ])
})

test('a quote has the price and the worth of its plan as settings say', () => {
  const { prices, plans, carry_over, ...others } = DEFAULT_SETTINGS
  const terms = planTerms({
    ...others,
    prices: { ...prices, flexible_monthly: 999.5, flexible_annual: 9000.99 },
    plans: { ...plans, flexible: 700 },
    carry_over: { ...carry_over, flexible: 3 },
  })
  expect(planQuote('flexible', 'monthly', terms)).toEqual({
    plan_type: 'flexible',
    period: 'monthly',
    amount: 99_950,
    currency: 'INR',
    monthly_credits: 700,
    carry_months: 3,
    months: 1,
  })
  expect(planQuote('flexible', 'annual', terms)).toMatchObject({ amount: 900_099, months: 12 })
  expect(planQuote('premium', 'annual', terms)).toMatchObject({ amount: 1_535_040, months: 12, carry_months: 0 })
  expect([periodText('monthly', terms), periodText('annual', terms)]).toEqual(['Monthly', 'Annual, save 24 %'])
})

test('prices are written with their symbol and the grouping of their country', () => {
  expect(Object.values(SYMBOLS)).toEqual(['₹', '$', '€', '£'])
  expect(priceText(1_535_040, 'INR')).toBe('₹15,350.40')
  expect(priceText(12_345_600, 'INR', { short: true })).toBe('₹1,23,456')
  expect(priceText(199, 'USD', { short: true })).toBe('$1.99')
  expect(priceText(-5, 'GBP')).toBe('-£0.05')
})
