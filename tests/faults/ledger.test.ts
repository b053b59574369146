import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import type { AppError } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { DAY, SECOND, systemClock } from '#base/time.ts'
import { clawBack } from '#billing/clawback.ts'
import * as credits from '#billing/credits.ts'
import { addMonths, planQuote, planTerms } from '#billing/rules/plan.ts'
import * as subscriptions from '#billing/subscriptions.ts'
import { connect, type Database, inTransaction } from '#db/connect.ts'
import { creditHolds } from '#db/schema/index.ts'
import { DEFAULT_SETTINGS } from '#records/rules/setting.ts'
import type { UserCtx, World } from '../../src/ctx.ts'
import { newBuyer, paidPlan } from '../support/buyer.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'

/** One account on a real PostgreSQL, where its transactions truly come at the same time and only its lock puts them in order. */
let server: PostgresServer
let database: Database
let world: World
beforeAll(async () => {
  server = await startPostgres()
  database = await connect({ databaseUrl: server.url, dataDir: '' })
  world = { db: database.db, now: systemClock, settings: () => DEFAULT_SETTINGS } as unknown as World
}, 300_000)
afterAll(async () => {
  await database?.close()
  await server?.stop()
})

const message = () => `message:${newId()}`
/** What became of many transactions at once: `done`, or the code of the refusal. */
async function outcomes(works: Promise<unknown>[]): Promise<Record<string, number>> {
  const settled = await Promise.allSettled(works)
  const words = settled.map((it) => (it.status === 'fulfilled' ? 'done' : ((it.reason as AppError).code ?? 'broken')))
  return Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]))
}
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Array.from({ length: count }, (_, i) => work(i))
const purchased = (ctx: UserCtx, count: number, key = newId()) =>
  credits.grant(ctx, ctx.user.id, {
    kind: 'purchased',
    credits: count,
    expiresAt: new Date(Date.now() + 300 * DAY),
    key,
  })

test('an account that many open at once has its trial once', async () => {
  for (let round = 0; round < 5; round++) {
    const ctx = await newBuyer(world)
    expect(await outcomes(times(10, () => credits.ensureAccount(ctx, ctx.user.id)))).toEqual({ done: 10 })
    expect((await credits.balance(ctx)).balance).toBe(25)
  }
})

test('of forty questions at once on 25 credits, 25 are held and the others are told that credits are missing', async () => {
  const ctx = await newBuyer(world)
  await credits.ensureAccount(ctx, ctx.user.id)
  const asked = await outcomes(times(40, () => credits.hold(ctx, 1, message())))
  expect(asked).toEqual({ done: 25, insufficient_credits: 15 })
  expect(await credits.balance(ctx)).toMatchObject({ balance: 0, held: 25 })
})

test('settling, releasing, granting, taking back and expiring at once are done one after the other', async () => {
  const ctx = await newBuyer(world)
  const { id: userId } = ctx.user
  const key = newId()
  await purchased(ctx, 100, key)
  const holds = await Promise.all(times(20, () => credits.hold(ctx, 2, message())))
  const works = holds.flatMap(({ id }) => [credits.settle(ctx, id), credits.release(ctx, id), credits.settle(ctx, id)])
  const grants = times(10, () => purchased(ctx, 10, `${key}:more`))
  const claws = times(5, (index) =>
    clawBack(ctx, userId, { grants: [key], most: 3, key: `${key}:claw:${index}`, note: '' }),
  )
  const sweeps = times(5, () => credits.renew(ctx, userId))
  expect(await outcomes([...works, ...grants, ...claws, ...sweeps])).toEqual({ done: 80 })
  const rows = await world.db.select().from(creditHolds).where(eq(creditHolds.userId, userId))
  const spent = rows.filter(({ state }) => state === 'settled').length * 2
  expect(await credits.balance(ctx)).toMatchObject({ balance: 25 + 100 + 10 - 15 - spent, held: 0 })
  const [sums] = (await world.db.execute(
    sql`select sum(amount) as entries from credit_entries where user_id = ${userId}`,
  )) as unknown as { entries: string }[]
  expect(Number(sums!.entries)).toBe(0)
})

test('at the second at which a month of a plan begins, many questions at once have its credits, which are given once', async () => {
  const buyer = await newBuyer(world)
  const { id: userId } = buyer.user
  await credits.ensureAccount(buyer, userId)
  const quote = planQuote(
    'premium',
    'annual',
    planTerms({ ...DEFAULT_SETTINGS, plans: { premium: 1000, flexible: 300 } }),
  )
  const { paymentId } = await paidPlan(world, userId, quote)
  const { startsAt } = await inTransaction(buyer, (ctx) => subscriptions.extend(ctx, userId, paymentId, quote))
  const boundary = Number(addMonths(startsAt, 1))
  const at = (ms: number): UserCtx => ({ ...buyer, now: () => new Date(boundary + ms) })
  await credits.settle(at(-SECOND), (await credits.hold(at(-SECOND), 1020, message())).id)
  expect(await credits.balance(at(-SECOND))).toMatchObject({ balance: 5, plan_credits: 0 })
  const works = [
    ...times(12, () => credits.hold(at(SECOND), 100, message())),
    ...times(5, () => credits.balance(at(SECOND))),
    ...times(3, () => credits.renewAll(at(SECOND))),
  ]
  expect(await outcomes(works)).toEqual({ done: 18, insufficient_credits: 2 })
  expect(await credits.balance(at(SECOND))).toMatchObject({ balance: 5, held: 1000 })
})
