import { expect, test } from 'bun:test'
import { insufficientText } from './credit.ts'
import { burn, hasExpired, type Lot, type LotKind } from './lot.ts'

const lot = (id: string, kind: LotKind, remaining: number, expires: string, created = '2026-01-01'): Lot => ({
  id,
  kind,
  remaining,
  expiresAt: new Date(expires),
  createdAt: new Date(created),
})

test('what expires first burns first, whatever its kind', () => {
  const lots = [lot('a', 'trial', 5, '2026-09-01'), lot('b', 'purchased', 5, '2026-03-01')]
  expect(burn(lots, 6)).toEqual([
    { lotId: 'b', amount: 5 },
    { lotId: 'a', amount: 1 },
  ])
})

test('lots of one date burn trial and plan, then bonus, then purchased, the oldest first', () => {
  const day = '2027-01-01'
  const lots = [
    lot('bought', 'purchased', 1, day, '2025-01-01'),
    lot('bonus', 'bonus', 1, day, '2025-01-01'),
    lot('plan later', 'plan', 1, day, '2026-02-01'),
    lot('trial', 'trial', 1, day, '2026-01-01'),
  ]
  expect(burn(lots, 4)?.map((share) => share.lotId)).toEqual(['trial', 'plan later', 'bonus', 'bought'])
})

test('lots that hold too little give nothing', () => {
  expect(burn([lot('a', 'trial', 5, '2026-09-01')], 6)).toBeNull()
  expect(burn([], 1)).toBeNull()
})

test('a lot expires at its moment, not before', () => {
  const at = lot('a', 'trial', 5, '2026-09-01T00:00:00Z')
  expect(hasExpired(at, new Date('2026-08-31T23:59:59.999Z'))).toBe(false)
  expect(hasExpired(at, new Date('2026-09-01T00:00:00Z'))).toBe(true)
})

test('the refusal says what is missing and what to do', () => {
  expect(insufficientText(1, 0, 0)).toBe(
    'This costs 1 credit and you have none left: get more under Billing & Credits.',
  )
  expect(insufficientText(3, 1, 2)).toBe(
    'This costs 3 credits and you have 1 credit: wait for the running question (2 credits set aside) or get more under Billing & Credits.',
  )
})
