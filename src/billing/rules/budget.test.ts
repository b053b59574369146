import { describe, expect, test } from 'bun:test'
import { budgetBody, calendarMonth, exceededText, fits, noticeDue, percentUsed, shareReached } from './budget.ts'

test.each([
  ['2026-11-01T00:00:00Z', '2026-11', '2026-11-01', '2026-12-01'],
  ['2026-11-30T23:59:59.999Z', '2026-11', '2026-11-01', '2026-12-01'],
  ['2026-12-31T12:00:00Z', '2026-12', '2026-12-01', '2027-01-01'],
  ['2028-02-29T12:00:00Z', '2028-02', '2028-02-01', '2028-03-01'],
  // Somebody in India is in the next month already; budgets go by UTC.
  ['2026-11-30T20:00:00+05:30', '2026-11', '2026-11-01', '2026-12-01'],
  ['2026-12-01T03:00:00+05:30', '2026-11', '2026-11-01', '2026-12-01'],
])('%s lies in the month %s', (moment, key, from, to) => {
  const month = calendarMonth(new Date(moment))
  expect([month.key, month.from.toISOString(), month.to.toISOString()]).toEqual([
    key,
    `${from}T00:00:00.000Z`,
    `${to}T00:00:00.000Z`,
  ])
})

test.each([
  [0, 10, 0, 0],
  [7, 10, 0, 70],
  [8, 10, 80, 80],
  [9, 10, 80, 90],
  [10, 10, 100, 100],
  [25, 10, 100, 100],
  [0, 1, 0, 0],
  [1, 1, 100, 100],
  [3, 4, 0, 75],
  [2, 3, 0, 66],
  [799, 1000, 0, 79],
  [999, 1000, 80, 99],
])('%i of %i reach %i percent and are shown as %i', (used, monthly, share, percent) => {
  expect([shareReached(used, monthly), percentUsed(used, monthly)]).toEqual([share, percent])
})

test.each([
  [{ monthly: 10, used: 9, held: 0 }, 1, true],
  [{ monthly: 10, used: 9, held: 1 }, 1, false],
  [{ monthly: 10, used: 10, held: 0 }, 1, false],
  [{ monthly: 10, used: 0, held: 10 }, 1, false],
  [{ monthly: 5, used: 9, held: 0 }, 1, false],
  [{ monthly: 10, used: 4, held: 4 }, 2, true],
])('%o: whether %i more fits is %p', (standing, amount, expected) => {
  expect(fits(standing, amount)).toBe(expected)
})

describe('owners are told', () => {
  const month = calendarMonth(new Date('2026-11-21T00:00:00Z'))
  test.each([
    ['nothing below 80 percent', 7, '', 0, null],
    ['at 80 percent', 8, '', 0, 80],
    ['once', 9, '2026-11', 80, null],
    ['at 100 percent again', 10, '2026-11', 80, 100],
    ['once of the end', 12, '2026-11', 100, null],
    ['of the end alone when 80 was skipped', 10, '', 0, 100],
    ['anew in another month', 8, '2026-10', 100, 80],
  ])('%s', (_, used, toldMonth, share, expected) => {
    expect(noticeDue({ used, monthly: 10 }, { month: toldMonth, share }, month)).toBe(expected)
  })
})

describe('a refusal names the budget and when it renews', () => {
  const month = calendarMonth(new Date('2026-11-21T00:00:00Z'))
  test.each([
    [
      'workspace',
      { monthly: 100, used: 100, held: 0 },
      'The workspace Sales has used the budget of 100 credits for November. It renews on 1 December 2026; an owner of Acme can raise it.',
    ],
    [
      'member',
      { monthly: 1, used: 1, held: 0 },
      'You have used the budget of 1 credit in Acme for November. It renews on 1 December 2026; an owner of Acme can raise it.',
    ],
    [
      'workspace',
      { monthly: 10, used: 8, held: 2 },
      'What is left of the budget of 10 credits for November of the workspace Sales is set aside for running questions (2 credits). Wait for them, or ask an owner of Acme to raise it; it renews on 1 December 2026.',
    ],
  ] as const)('%s, %o', (kind, standing, text) => {
    expect(exceededText({ kind, name: 'Sales', organization: 'Acme' }, standing, month)).toBe(text)
  })
})

test.each([
  [{ workspace_id: 'w', monthly_credits: 1 }, true],
  [{ user_id: 'u', monthly_credits: 100_000_000 }, true],
  [{ workspace_id: 'w', user_id: 'u', monthly_credits: 1 }, false],
  [{ monthly_credits: 1 }, false],
  [{ workspace_id: 'w', monthly_credits: 0 }, false],
  [{ workspace_id: 'w', monthly_credits: -5 }, false],
  [{ workspace_id: 'w', monthly_credits: 1.5 }, false],
  [{ workspace_id: 'w', monthly_credits: '5' }, false],
  [{ workspace_id: 'w', monthly_credits: 100_000_001 }, false],
])('%o as a budget: %p', (body, ok) => {
  expect(budgetBody.safeParse(body).success).toBe(ok)
})
