import { describe, expect, test } from 'bun:test'
import { calculation, mixes, mixText, perMonth, perQuestionText } from './mix.ts'
import { CURRENCIES } from './price.ts'

const PLANS_BRING = { premium: 1000, flexible: 300 }

describe('the cheapest way to so many credits a month', () => {
  // Rupees: credits cost 0.943 each with their bonus, those of Premium for a year 1.28: plans are for who wants one order a year.
  test.each([
    // 120 a year are two hundreds with their bonus.
    [10, 'INR', 'No plan, 200 credits a year', 19_800],
    [35, 'INR', 'No plan, 400 credits a year', 39_600],
    // 12 × 880 = 10,560: 101 hundreds of 105 are 10,605.
    [880, 'INR', 'No plan, 10,100 credits a year', 999_900],
    [1000, 'INR', 'No plan, 11,500 credits a year', 1_138_500],
    [880, 'USD', 'No plan, 10,100 credits a year', 15_599],
  ] as const)('%i in %s', (monthly, currency, text, year) => {
    const [best] = mixes(monthly, currency, PLANS_BRING)
    expect([mixText(best!), best!.year]).toEqual([text, year])
  })

  test.each([
    [880, 'Premium, paid once a year', 1_535_040],
    [880, 'Premium, paid every month', 12 * 159_900],
    // 400 more a month are 4,800 a year: 46 hundreds of 105.
    [1400, 'Premium, paid once a year, and 4,600 credits a year', 1_535_040 + 455_400],
    [250, 'Flexible, paid once a year', 1_535_040],
    [400, 'Flexible, paid every month, and 1,200 credits a year', 12 * 159_900 + 118_800],
  ] as const)('%i with a plan: %s', (monthly, text, year) => {
    expect(mixes(monthly, 'INR', PLANS_BRING).find((mix) => mixText(mix) === text)?.year).toBe(year)
  })

  test.each(CURRENCIES)(
    'in %s: every mix brings what is needed, none more than a hundred too many, the cheapest first',
    (currency) => {
      for (const monthly of [1, 8, 9, 25, 300, 301, 1000, 1001, 4321, 31_000]) {
        const all = mixes(monthly, currency, PLANS_BRING)
        expect(all).toHaveLength(5)
        expect(all.map(({ year }) => year)).toEqual(all.map(({ year }) => year).sort((a, b) => a - b))
        for (const { plan, bought, bonus, orders } of all) {
          const fromPlan = plan ? Math.min(monthly, plan.plan === 'premium' ? 1000 : 300) : 0
          const spare = 12 * fromPlan + bought + bonus - 12 * monthly
          expect(spare).toBeGreaterThanOrEqual(0)
          expect(spare).toBeLessThan(105)
          expect(orders.every((credits) => credits % 100 === 0 && credits > 0 && credits <= 100_000)).toBe(true)
          expect(orders.reduce((sum, credits) => sum + credits, 0)).toBe(bought)
        }
      }
    },
  )

  test('more than one order holds are several', () => {
    expect(mixes(31_000, 'INR', PLANS_BRING).find(({ plan }) => !plan)?.orders).toEqual([
      100_000, 100_000, 100_000, 54_300,
    ])
  })
})

test.each([
  [19_800, 10, 'INR', 1650, '₹1.65'],
  [999_900, 880, 'INR', 83_325, '₹0.947'],
  [15_599, 880, 'USD', 1300, '$0.015'],
] as const)('%i a year for %i questions a month in %s', (year, questions, currency, month, each) => {
  const mix = { plan: null, bought: 0, bonus: 0, orders: [], year }
  expect([perMonth(mix), perQuestionText(mix, questions, currency)]).toEqual([month, each])
})

test.each([
  [{ questions: '40', days: '22', currency: 'INR' }, true],
  [{ questions: '1', days: '31' }, true],
  [{ questions: '0', days: '22' }, false],
  [{ questions: '1001', days: '22' }, false],
  [{ questions: '40', days: '32' }, false],
  [{ questions: '4.5', days: '22' }, false],
  [{ questions: 'many', days: '22' }, false],
  [{ questions: '40', days: '' }, false],
])('%o can be reckoned with: %p', (typed, ok) => {
  expect(calculation.safeParse(typed).success).toBe(ok)
})
