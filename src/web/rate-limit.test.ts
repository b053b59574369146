import { expect, test } from 'bun:test'
import { AppError } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { testWorld } from '../../tests/support/world.ts'
import type { Ctx } from '../ctx.ts'
import { giveBack, sweep, take } from './rate-limit.ts'

const LIMIT = { most: 3, window: 60_000 }

async function at(now: number): Promise<Ctx> {
  const actor = { userId: null, via: 'guest', ip: null, requestId: 'test' } as const
  return { ...(await testWorld()), now: () => new Date(now), actor }
}

test('attempts beyond the limit are refused until the window is over', async () => {
  const key = newId()
  const ctx = await at(1_000_000)
  for (let n = 0; n < 3; n += 1) await take(ctx, key, LIMIT)
  const refused = await take(await at(1_015_500), key, LIMIT).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(AppError)
  expect(refused).toMatchObject({ kind: 'rate_limited', details: { retry_after: 45 } })
  expect((refused as AppError).message).toBe('Too many attempts. Please try again in 45 seconds.')
  await take(await at(1_060_000), key, LIMIT)
})

test('a window that a clock in the wrong year began is over when the clock is right again', async () => {
  const key = newId()
  const wrong = await at(Date.UTC(2036, 0, 1))
  for (let n = 0; n < 3; n += 1) await take(wrong, key, LIMIT)
  await take(await at(1_000_000), key, LIMIT)
  // The clocks of two servers are never quite the same.
  const ahead = await at(1_001_000)
  for (let n = 0; n < 2; n += 1) await take(ahead, key, LIMIT)
  await expect(take(await at(1_000_000), key, LIMIT)).rejects.toMatchObject({ kind: 'rate_limited' })
})

test('an attempt that is given back does not count', async () => {
  const key = newId()
  const ctx = await at(1_000_000)
  for (let n = 0; n < 10; n += 1) {
    await take(ctx, key, LIMIT)
    await giveBack(ctx, key)
  }
  await take(ctx, key, LIMIT)
})

test('simultaneous attempts are counted one by one', async () => {
  const key = newId()
  const ctx = await at(1_000_000)
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => take(ctx, key, LIMIT)))
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(3)
})

test('windows that are over are swept away', async () => {
  const key = newId()
  await take(await at(1_000_000), key, LIMIT)
  expect(await sweep(await at(1_100_000))).toBeGreaterThan(0)
  expect(await sweep(await at(1_100_000))).toBe(0)
})
