import { describe, expect, test } from 'bun:test'
import { and, eq, sql } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { DAY, MINUTE } from '#base/time.ts'
import { inTransaction } from '#db/connect.ts'
import { creditAccounts, creditEntries, creditHolds, creditLots, creditTransactions, users } from '#db/schema/index.ts'
import { testWorld } from '../../tests/support/world.ts'
import type { UserCtx } from '../ctx.ts'
import { clawBack, lotsOf } from './clawback.ts'
import * as credits from './credits.ts'

/** A person without an account, and a clock that the test sets. */
async function newPerson() {
  const world = await testWorld()
  const clock = { now: Date.parse('2026-03-01T00:00:00Z') }
  const user = {
    id: newId(),
    email: `${newId()}@credits.test`,
    name: 'Ada',
    emailVerified: true,
    image: null,
    adminRoles: [],
    twoFactorEnabled: false,
    keepSignedIn: true,
    instructions: '',
    theme: '' as const,
    locale: '',
    currency: 'INR',
  }
  await world.db.insert(users).values(user)
  const actor = { userId: user.id, via: 'session' as const, ip: null, requestId: newId() }
  const ctx: UserCtx = { ...world, now: () => new Date(clock.now), user, actor }
  return { ctx, clock, userId: user.id }
}
const message = () => `message:${newId()}`
const grantOf = (ctx: UserCtx, count: number) => ({
  kind: 'purchased' as const,
  credits: count,
  expiresAt: new Date(Number(ctx.now()) + 365 * DAY),
  key: newId(),
})

describe('an account', () => {
  test('opens with 25 trial credits for 90 days when somebody first asks', async () => {
    const { ctx } = await newPerson()
    expect(await credits.balance(ctx)).toEqual({
      balance: 25,
      held: 0,
      expiring: [{ credits: 25, expires_at: '2026-05-30T00:00:00.000Z' }],
      plan_credits: 0,
      low: false,
      low_at: 5,
    })
  })

  test('opens once, however many ask first at the same time', async () => {
    const { ctx } = await newPerson()
    const shown = await Promise.all([
      ...Array.from({ length: 8 }, () => credits.balance(ctx)),
      ...Array.from({ length: 4 }, () => credits.hold(ctx, 1, message())),
    ])
    expect(shown).toHaveLength(12)
    expect(await credits.balance(ctx)).toMatchObject({ balance: 21, held: 4 })
  })

  test('is empty once the trial has expired, also before the sweep came by', async () => {
    const { ctx, clock, userId } = await newPerson()
    await credits.balance(ctx)
    clock.now += 90 * DAY
    expect(await credits.balance(ctx)).toMatchObject({ balance: 0, expiring: [], low: true })
    await expect(credits.hold(ctx, 1, message())).rejects.toMatchObject({ kind: 'insufficient_credits', status: 402 })
    await credits.renewAll(ctx)
    const [account] = await ctx.db.select().from(creditAccounts).where(eq(creditAccounts.userId, userId))
    expect(account?.balance).toBe(0)
  })
})

describe('a hold', () => {
  test('sets credits aside, costs them when settled, and again costs nothing', async () => {
    const { ctx } = await newPerson()
    const { id } = await credits.hold(ctx, 3, message())
    expect(await credits.balance(ctx)).toMatchObject({ balance: 22, held: 3 })
    expect(await credits.settle(ctx, id)).toEqual({ charged: 3, balance: 22 })
    expect(await credits.settle(ctx, id)).toEqual({ charged: 3, balance: 22 })
    expect(await credits.release(ctx, id)).toEqual({ charged: 3, balance: 22 })
  })

  test('that is released costs nothing, and settling it late costs nothing either', async () => {
    const { ctx } = await newPerson()
    const { id } = await credits.hold(ctx, 3, message())
    expect(await credits.release(ctx, id)).toEqual({ charged: 0, balance: 25 })
    expect(await credits.settle(ctx, id)).toEqual({ charged: 0, balance: 25 })
  })

  test('of the same purpose is the same hold while it is open, and refused after', async () => {
    const { ctx } = await newPerson()
    const purpose = message()
    const first = await credits.hold(ctx, 2, purpose)
    expect(await credits.hold(ctx, 2, purpose)).toEqual(first)
    await credits.settle(ctx, first.id)
    await expect(credits.hold(ctx, 2, purpose)).rejects.toMatchObject({ kind: 'conflict', code: 'hold_closed' })
  })

  test('beyond the balance is refused with what is missing', async () => {
    const { ctx } = await newPerson()
    await credits.hold(ctx, 20, message())
    await expect(credits.hold(ctx, 6, message())).rejects.toMatchObject({
      code: 'insufficient_credits',
      details: { needed: 6, balance: 5, held: 20, top_up: '/billing?buy=500' },
    })
  })

  test('of somebody else does not exist', async () => {
    const { ctx } = await newPerson()
    const { ctx: stranger } = await newPerson()
    await credits.balance(stranger)
    const { id } = await credits.hold(ctx, 1, message())
    await expect(credits.settle(stranger, id)).rejects.toMatchObject({ status: 404 })
    await expect(credits.release(stranger, id)).rejects.toMatchObject({ status: 404 })
  })

  test('is undone with the transaction that it was settled in', async () => {
    const { ctx } = await newPerson()
    const { id } = await credits.hold(ctx, 1, message())
    const failing = inTransaction(ctx, async (ctx) => {
      await credits.settle(ctx, id)
      throw new Error('the answer could not be saved')
    })
    await expect(failing).rejects.toThrow('could not be saved')
    expect(await credits.balance(ctx)).toMatchObject({ balance: 24, held: 1 })
  })

  test('is released when its process has been silent for two minutes, and not while it lives', async () => {
    const { ctx, clock } = await newPerson()
    const dead = await credits.hold(ctx, 1, message())
    const alive = await credits.hold(ctx, 1, message())
    clock.now += 2 * MINUTE + 1
    await credits.heartbeats(ctx, [alive.id])
    await Promise.all([credits.releaseAbandoned(ctx), credits.releaseAbandoned(ctx)])
    expect(await credits.balance(ctx)).toMatchObject({ balance: 24, held: 1 })
    await credits.heartbeats(ctx, [dead.id])
    expect(await credits.release(ctx, dead.id)).toEqual({ charged: 0, balance: 24 })
  })

  test('keeps its credits when their lot expires, and they expire with its release', async () => {
    const { ctx, clock, userId } = await newPerson()
    const { id } = await credits.hold(ctx, 10, message())
    clock.now += 91 * DAY
    await credits.heartbeats(ctx, [id])
    await credits.renewAll(ctx)
    const [lot] = await ctx.db.select().from(creditLots).where(eq(creditLots.userId, userId))
    expect(lot).toMatchObject({ remaining: 0, held: 10 })
    expect(await credits.release(ctx, id)).toEqual({ charged: 0, balance: 0 })
  })
})

describe('a grant', () => {
  test('of one key gives once, however often and by whomever it is called', async () => {
    const { ctx, userId } = await newPerson()
    const grant = grantOf(ctx, 105)
    const given = await Promise.all(Array.from({ length: 8 }, () => credits.grant(ctx, userId, grant)))
    expect(given.filter(Boolean)).toHaveLength(1)
    expect((await credits.balance(ctx)).balance).toBe(130)
  })

  test('with the key of another account is refused', async () => {
    const { ctx, userId } = await newPerson()
    const { ctx: other, userId: otherId } = await newPerson()
    const grant = grantOf(ctx, 105)
    await credits.grant(ctx, userId, grant)
    await expect(credits.grant(other, otherId, grant)).rejects.toMatchObject({ code: 'key_reused' })
  })

  test('with the key of a hold is refused', async () => {
    const { ctx, userId } = await newPerson()
    await credits.hold(ctx, 1, 'a purpose')
    const grant = { ...grantOf(ctx, 105), key: `hold:${userId}:a purpose` }
    await expect(credits.grant(ctx, userId, grant)).rejects.toMatchObject({ code: 'key_reused' })
    expect((await credits.balance(ctx)).balance).toBe(24)
  })
})

test('what is taken back of two grants comes from the one that burns first, and is never more than was asked for', async () => {
  const { ctx, userId } = await newPerson()
  const late = grantOf(ctx, 10)
  const soon = { ...grantOf(ctx, 10), expiresAt: new Date(Number(ctx.now()) + 30 * DAY) }
  for (const grant of [late, soon]) await credits.grant(ctx, userId, grant)
  const what = { grants: [late.key, soon.key], most: 13, key: newId(), note: '' }
  for (let times = 0; times < 2; times++) expect(await clawBack(ctx, userId, what)).toBe(13)
  const left = Object.fromEntries(
    (await lotsOf(ctx, userId, what.grants)).map(({ key, remaining }) => [key, remaining]),
  )
  expect(left).toEqual({ [soon.key]: 0, [late.key]: 7 })
})

test('forty questions at once on ten credits: ten are held, none goes below zero, the books balance', async () => {
  const { ctx, userId } = await newPerson()
  await credits.hold(ctx, 15, 'everything but ten')
  const asked = await Promise.allSettled(Array.from({ length: 40 }, () => credits.hold(ctx, 1, message())))
  const held = asked.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(held).toHaveLength(10)
  // Each is settled twice and released once, all at the same time; whoever comes first decides.
  const closed = await Promise.all(
    held.flatMap(({ id }) => [credits.settle(ctx, id), credits.release(ctx, id), credits.settle(ctx, id)]),
  )
  expect(closed).toHaveLength(30)
  const holds = await ctx.db.select().from(creditHolds).where(eq(creditHolds.userId, userId))
  const spent = holds.filter((hold) => hold.state === 'settled').length
  expect(await credits.balance(ctx)).toMatchObject({ balance: 10 - spent, held: 15 })
  const mine = eq(creditEntries.userId, userId)
  const [sums] = await ctx.db
    .select({
      all: sql<string>`sum(amount)`,
      spent: sql<string>`coalesce(sum(amount) filter (where side = 'spent'), 0)`,
    })
    .from(creditEntries)
    .where(mine)
  expect([Number(sums!.all), Number(sums!.spent)]).toEqual([0, spent])
})

describe('the database itself', () => {
  /** The text of the whole error chain: drizzle wraps what the database says. */
  const refusal = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'accepted',
      (error: Error) => `${error.message} ${(error.cause as Error | undefined)?.message}`,
    )

  test('refuses to change or remove what the ledger wrote', async () => {
    const { ctx, userId } = await newPerson()
    await credits.balance(ctx)
    const entries = eq(creditEntries.userId, userId)
    const transactions = eq(creditTransactions.userId, userId)
    expect(await refusal(ctx.db.update(creditEntries).set({ amount: 99 }).where(entries))).toContain('append-only')
    expect(await refusal(ctx.db.delete(creditEntries).where(entries))).toContain('append-only')
    expect(await refusal(ctx.db.update(creditTransactions).set({ note: 'x' }).where(transactions))).toContain(
      'append-only',
    )
    expect(await refusal(ctx.db.delete(creditTransactions).where(transactions))).toContain('append-only')
  })

  test('refuses a transaction that does not balance, or has no entries', async () => {
    const { ctx, userId } = await newPerson()
    await credits.balance(ctx)
    const [lot] = await ctx.db.select().from(creditLots).where(eq(creditLots.userId, userId))
    const transaction = { id: newId(), userId, kind: 'grant' as const, idempotencyKey: newId() }
    const lopsided = ctx.db.transaction(async (tx) => {
      await tx.insert(creditTransactions).values(transaction)
      await tx
        .insert(creditEntries)
        .values({ transactionId: transaction.id, userId, lotId: lot!.id, side: 'free', amount: 5 })
    })
    expect(await refusal(lopsided)).toContain('does not balance')
    expect(await refusal(ctx.db.insert(creditTransactions).values(transaction).then())).toContain('does not balance')
  })

  test('refuses an account that is not the sum of its lots, and anything below zero', async () => {
    const { ctx, userId } = await newPerson()
    await credits.balance(ctx)
    const account = eq(creditAccounts.userId, userId)
    expect(await refusal(ctx.db.update(creditAccounts).set({ balance: 1000 }).where(account))).toContain('add up')
    expect(await refusal(ctx.db.update(creditAccounts).set({ balance: -1 }).where(account))).toContain('never_negative')
    const lot = and(eq(creditLots.userId, userId), eq(creditLots.kind, 'trial'))
    expect(await refusal(ctx.db.update(creditLots).set({ remaining: 26 }).where(lot))).toContain('never_negative')
    expect(await refusal(ctx.db.update(creditLots).set({ remaining: 24 }).where(lot))).toContain('add up')
  })
})
