import { expect, test } from 'bun:test'
import { aggregationOf } from './aggregation.ts'

test.each([
  ['sum', 'amount quantity total_price price_total revenue_inr number_of_ratings sales weight'],
  [
    'average',
    'price unit_price_inr exchange_rate discount_percent avg_delay rank customerAge score cost_per_unit margin',
  ],
  ['last', 'balance closing_balance stock population stock_on_hand headcount account_balance_usd'],
] as const)('%s: %s', (how, names) => {
  for (const name of names.split(' '))
    expect([name, aggregationOf({ name, role: 'measure' })?.how]).toEqual([name, how])
})

test.each(['%', '°C', 'km/h', 'hPa'])('what is in %s never adds up', (unit) => {
  expect(aggregationOf({ name: 'wind', role: 'measure', unit })?.how).toBe('average')
})

test('what does not add up says why, and only measures are told', () => {
  expect(aggregationOf({ name: 'balance', role: 'measure' })?.reason).toBe(
    'Its name says "balance": a state at a moment, which does not add up over time.',
  )
  expect(aggregationOf({ name: 'rank', role: 'dimension' })).toBeNull()
})
