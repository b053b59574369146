import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { DEFAULT_SETTINGS } from '#records/rules/setting.ts'
import { burn, type Lot } from './lot.ts'
import { calculation, heldText, mixes, mixText, needsOf, perMonth, perQuestionText, type Rhythm } from './mix.ts'
import { type AllTerms, PLANS, type PlanTerms, planTerms } from './plan.ts'
import { CURRENCIES, type Currency, quote } from './price.ts'

const TERMS = planTerms(DEFAULT_SETTINGS)

const recommended = (questions: number, months: number, rhythm: Rhythm, currency: Currency = 'INR') =>
  mixes(needsOf({ questions, months, rhythm }, 1), currency, TERMS)[0]!

describe('what is recommended', () => {
  test.each([
    // A question now and then: packs.
    [10, 12, 'even', 'No plan, 200 credits in packs', 19_800],
    [500, 12, 'even', 'No plan, 5,800 credits in packs', 574_200],
    // What a month of Flexible brings keeps for two more: 2,000 for 1,950 in three months.
    [650, 12, 'even', 'Flexible, paid in 4 of 12 months', 4 * 159_900],
    [1000, 12, 'even', 'Flexible, paid in 6 of 12 months', 6 * 159_900],
    // In a single month 15 hundreds are cheaper than a plan, 17 are not.
    [1500, 1, 'even', 'No plan, 1,500 credits in packs', 148_500],
    [1700, 1, 'even', 'Premium, paid for a month', 159_900],
    // A year costs less than ten months.
    [2300, 6, 'even', 'Premium, paid every month', 6 * 159_900],
    [2400, 10, 'even', 'Premium, paid for a year', 1_535_040],
    [2500, 12, 'even', 'Premium, paid for a year', 1_535_040],
    [2700, 12, 'even', 'Premium, paid for a year, and 2,300 credits in packs', 1_535_040 + 227_700],
    // 750 and 2,250: Premium in the busy months only.
    [1500, 12, 'uneven', 'Premium, paid in 6 of 12 months, and 4,300 credits in packs', 6 * 159_900 + 425_700],
    // 850, 850 and 3,400: what quiet months leave pays for the busy one, which is more than Premium brings.
    [1700, 12, 'seasonal', 'Flexible, paid for a year', 1_535_040],
  ] as const)('%i a month for %i months, %s: %s', (questions, months, rhythm, text, total) => {
    const best = recommended(questions, months, rhythm)
    expect([mixText(best), best.total]).toEqual([text, total])
  })

  test('says which months of a plan it means', () => {
    expect(heldText(recommended(650, 12, 'even'))).toBe('months 1, 4, 7 and 10')
    expect(heldText(recommended(1500, 3, 'uneven'))).toBe('month 2')
    expect(heldText(recommended(2500, 12, 'even'))).toBeNull()
    expect(heldText(recommended(10, 12, 'even'))).toBeNull()
  })
})

/** Whether so many bought credits and a plan in these months suffice, by the lots of the ledger: an independent account of the same. */
function suffices(needs: readonly number[], terms: PlanTerms | null, held: number[], bought: number): boolean {
  const day = (month: number) => new Date(Date.UTC(2026, month, 1))
  const lot = (id: string, remaining: number, ends: number, kind: Lot['kind']): Lot => ({
    id,
    kind,
    remaining,
    expiresAt: day(ends),
    createdAt: day(0),
  })
  let lots = bought > 0 ? [lot('packs', bought, 12, 'purchased')] : []
  for (const [month, need] of needs.entries()) {
    if (terms && held.includes(month))
      lots.push(lot(`plan ${month}`, terms.monthly_credits, month + 1 + terms.carry_months, 'plan'))
    lots = lots.filter(({ expiresAt }) => expiresAt > day(month))
    const shares = burn(lots, need)
    if (!shares) return false
    for (const { lotId, amount } of shares) lots.find(({ id }) => id === lotId)!.remaining -= amount
  }
  return true
}

/** The price of every way to buy, found by trying them all. */
function cheapest(needs: readonly number[], currency: Currency, all: AllTerms): number {
  let best = Number.POSITIVE_INFINITY
  const most = Math.ceil(needs.reduce((sum, need) => sum + need, 0) / 105)
  const consider = (terms: PlanTerms | null, held: number[], price: number) => {
    let steps = 0
    while (steps < most && !suffices(needs, terms, held, steps * 105)) steps += 1
    best = Math.min(best, price + (steps > 0 ? quote(steps * 100, currency).finalAmount : 0))
  }
  consider(null, [], 0)
  for (const plan of PLANS) {
    const terms = all[plan]
    const inCurrency = (paise: number) =>
      Math.floor((paise * { INR: 10_000, USD: 120, EUR: 110, GBP: 95 }[currency] + 5000) / 10_000)
    for (let set = 1; set < 2 ** needs.length; set++) {
      const held = [...needs.keys()].filter((month) => set & (1 << month))
      consider(terms, held, held.length * inCurrency(terms.prices.monthly))
    }
    consider(terms, [...needs.keys()], inCurrency(terms.prices.annual))
  }
  return best
}

const someTerms = fc
  .record({
    monthly: fc.integer({ min: 10_000, max: 70_000 }),
    year: fc.integer({ min: 1, max: 12 }),
    monthly_credits: fc.integer({ min: 1, max: 800 }),
    carry_months: fc.nat(3),
  })
  .map(({ monthly, year, ...brings }): PlanTerms => {
    return { prices: { monthly, annual: monthly * year }, ...brings, storage_mb: 1, seats: 1 }
  })

test('nothing that suffices is cheaper than what is recommended', () => {
  const needs = fc.array(fc.nat(900), { minLength: 1, maxLength: 4 })
  const terms = fc.record({ premium: someTerms, flexible: someTerms })
  fc.assert(
    fc.property(needs, terms, fc.constantFrom(...CURRENCIES), (needs, terms, currency) =>
      expect(mixes(needs, currency, terms)[0]!.total).toBe(cheapest(needs, currency, terms)),
    ),
  )
})

test.each(CURRENCIES)('in %s the cheapest way stands first, and orders are such that can be made', (currency) => {
  for (const questions of [1, 8, 9, 25, 300, 1800, 2401, 50_000])
    for (const rhythm of ['even', 'uneven', 'seasonal'] as const) {
      const all = mixes(needsOf({ questions, months: 12, rhythm }, 1), currency, TERMS)
      expect(all).toHaveLength(5)
      expect(all.map(({ total }) => total)).toEqual(all.map(({ total }) => total).sort((a, b) => a - b))
      for (const { bought, orders } of all) {
        expect(orders.every((credits) => credits % 100 === 0 && credits > 0 && credits <= 100_000)).toBe(true)
        expect(orders.reduce((sum, credits) => sum + credits, 0)).toBe(bought)
      }
    }
})

test.each([
  [19_800, 12, 120, 'INR', 1650, '₹1.65'],
  [999_900, 12, 10_560, 'INR', 83_325, '₹0.947'],
  [15_599, 12, 10_560, 'USD', 1300, '$0.015'],
] as const)('%i for %i months and %i questions in %s', (total, months, questions, currency, month, each) => {
  expect([perMonth({ total, months }), perQuestionText({ total }, questions, currency)]).toEqual([month, each])
})

test.each([
  [{ questions: '900', months: '12', rhythm: 'even' }, true],
  [{ questions: '1', months: '1', rhythm: 'gone' }, true],
  [{ questions: '0', months: '12' }, false],
  [{ questions: '50001', months: '12' }, false],
  [{ questions: '40', months: '13' }, false],
  [{ questions: '4.5', months: '12' }, false],
  [{ questions: 'many', months: '12' }, false],
  [{ questions: '40', months: '' }, false],
])('%o can be reckoned with: %p', (typed, ok) => {
  expect(calculation.safeParse(typed).success).toBe(ok)
})
