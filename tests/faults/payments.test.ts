import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { MINUTE, systemClock } from '#base/time.ts'
import * as credits from '#billing/credits.ts'
import * as orders from '#billing/orders.ts'
import { settle } from '#billing/payments.ts'
import * as purchases from '#billing/purchases.ts'
import { reconcile } from '#billing/reconcile.ts'
import { observe, payBack } from '#billing/refunds.ts'
import { asSystem } from '#billing/system.ts'
import * as upgrades from '#billing/upgrades.ts'
import * as webhooks from '#billing/webhooks.ts'
import { connect, type Database } from '#db/connect.ts'
import { invoices, payments, subscriptionPeriods } from '#db/schema/index.ts'
import { hmac } from '#outside/gateway.ts'
import { sandboxApi } from '#outside/sandbox/api.ts'
import { capture, type Payment } from '#outside/sandbox/payments.ts'
import { plan } from '#outside/sandbox/records.ts'
import { createSandbox, type Sandbox } from '#outside/sandbox/sandbox.ts'
import { DEFAULT_SETTINGS } from '#records/rules/setting.ts'
import type { UserCtx, World } from '../../src/ctx.ts'
import { buyPlan, confirmation, newBuyer, payAt, paying } from '../support/buyer.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { SECRETS, watchedLog } from '../support/secrets.ts'
import type { Settling } from '../support/settling-entry.ts'

/** Payments on a real PostgreSQL, where things truly happen at the same time and processes truly die. */
const SECRET = SECRETS.AUTH_SECRET
const ENTRY = join(import.meta.dir, '../support/settling-entry.ts')

let server: PostgresServer
let database: Database
let sandbox: Sandbox
let world: World
let gatewayServer: Bun.Server<undefined>
beforeAll(async () => {
  server = await startPostgres()
  database = await connect({ databaseUrl: server.url, dataDir: '' })
  const config = { LOG_LEVEL: 'silent', HOST: '127.0.0.1', PORT: 3000, authSecret: SECRET } as World['config']
  const log = watchedLog(config)
  const ctx = { db: database.db, now: systemClock }
  sandbox = createSandbox({ ...ctx, authSecret: SECRET, log, timeoutMs: MINUTE })
  // The children talk to the same sandbox by an address of its own.
  const api = sandboxApi(ctx, sandbox.gateway.keyId, sandbox.keySecret)
  gatewayServer = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => api.fetch(request), idleTimeout: 0 })
  world = {
    ...ctx,
    config,
    log,
    settings: () => DEFAULT_SETTINGS,
    sandbox,
    gateway: sandbox.gateway,
    mailer: null,
  } as unknown as World
  await webhooks.keepSecret(world)
}, 300_000)
afterAll(async () => {
  await Promise.all([sandbox?.close(), gatewayServer?.stop(true)])
  await database?.close()
  await server?.stop()
})

/** Settles (null: what webhooks tell of) in a process of its own that dies before its step `killAt`. @returns what it printed; empty when it died */
async function settleElsewhere(paymentId: string | null, killAt: number): Promise<string> {
  const task: Settling = {
    databaseUrl: server.url,
    gatewayUrl: `http://127.0.0.1:${gatewayServer.port}`,
    keySecret: sandbox.keySecret,
    paymentId,
    killAt,
  }
  const child = Bun.spawn([process.execPath, ENTRY, JSON.stringify(task)], { stdout: 'pipe', stderr: 'pipe' })
  const [out, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0 && child.signalCode !== 'SIGKILL') throw new Error(errors)
  return out
}

const stateOf = async (id: string) =>
  (await world.db.select({ state: payments.state }).from(payments).where(eq(payments.id, id)))[0]?.state
const balanceOf = async (ctx: UserCtx) => (await credits.balance(ctx)).balance
const later = (ms: number): World => ({ ...world, now: () => new Date(Date.now() + ms) })

/** A webhook of this payment, kept; signed by nobody with a `secret` of one's own. */
async function tell(payment: object, event: string, eventId = newId(), secret = sandbox.gateway.webhookSecret) {
  const body = JSON.stringify({ event, payload: { payment: { entity: payment } } })
  await webhooks.receive(asSystem(world), body, { eventId, signature: hmac(secret, body) })
}

/** No gaps in the numbers, one invoice for each credited payment. */
async function expectInvoicesInOrder() {
  const rows = await world.db.select().from(invoices).orderBy(invoices.financialYear, invoices.sequence)
  const credited = await world.db.select({ id: payments.id }).from(payments).where(eq(payments.state, 'credited'))
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1))
  expect(rows.map(({ paymentId }) => paymentId).sort()).toEqual(credited.map(({ id }) => id).sort())
}

describe('a process that dies while it settles', () => {
  test('at any step leaves the payment to be credited once by the next', async () => {
    const whole = await paying(world, sandbox)
    const { outcome, steps } = JSON.parse(await settleElsewhere(whole.payment.id, 0))
    expect([outcome, await balanceOf(whole.ctx)]).toEqual(['credited', 130])
    expect(steps).toBeGreaterThan(15)
    const killed = async (killAt: number) => {
      const { ctx, payment } = await paying(world, sandbox)
      expect([killAt, await settleElsewhere(payment.id, killAt)]).toEqual([killAt, ''])
      const before = await stateOf(payment.id)
      const seen = [await settle(asSystem(world), payment.id), await settle(asSystem(world), payment.id)]
      expect(seen.map(({ outcome }) => outcome)).toEqual(['credited', 'credited'])
      expect([killAt, await balanceOf(ctx)]).toEqual([killAt, 130])
      return before
    }
    const befores: (string | undefined)[] = []
    for (let from = 1; from <= steps; from += 4)
      befores.push(
        ...(await Promise.all([0, 1, 2, 3].filter((next) => from + next <= steps).map((next) => killed(from + next)))),
      )
    // Until the commit nothing is seen of it.
    expect(new Set(befores)).toEqual(new Set([undefined]))
    await expectInvoicesInOrder()
  })

  test('while it does what a webhook tells of leaves that to the next', async () => {
    const told = async () => {
      const { ctx, payment } = await paying(world, sandbox)
      await tell(payment, 'payment.authorized')
      return ctx
    }
    const whole = await told()
    const { steps } = JSON.parse(await settleElsewhere(null, 0))
    expect(await balanceOf(whole)).toBe(130)
    // Before and after what settling does: those steps are looked at above.
    for (const killAt of [1, 2, 3, steps]) {
      const ctx = await told()
      expect([killAt, await settleElsewhere(null, killAt)]).toEqual([killAt, ''])
      expect(await webhooks.process(later(5 * MINUTE))).toBe(1)
      expect([killAt, await balanceOf(ctx)]).toEqual([killAt, 130])
    }
    await expectInvoicesInOrder()
  })
})

describe('a storm', () => {
  // STORM_ORDERS=500 is the full size (bench/README.md).
  const ORDERS = Number(process.env.STORM_ORDERS ?? 40)
  const TIMEOUT = 60_000 + ORDERS * 1500
  /** Always the same weather: what happens to an order follows from its number. */
  const fate = (index: number) => ({
    pays: index % 10 !== 0,
    paysTwice: index % 25 === 3,
    confirms: index % 3 !== 0 ? (index % 4) + 1 : 0,
    forges: index % 7 === 2,
    /** How often the webhook comes: 0 when it is lost. */
    webhooks: index % 5 === 4 ? 0 : (index % 3) + 1,
    dies: index % 10 === 1,
  })
  /** Of the answers of the gateway so many are lost, or are errors. */
  const FAULTS = Math.ceil(ORDERS / 10)

  const storm = async () => {
    const buyers: { ctx: UserCtx; paid: boolean; payments: Payment[] }[] = []
    const all: (() => Promise<unknown>)[] = []
    const broken: unknown[] = []
    /** A refusal in our own words is an answer; anything else is a mistake of ours. */
    const refused = (error: unknown) => void (error instanceof AppError || broken.push(error))
    const { steps } = JSON.parse(await settleElsewhere((await paying(world, sandbox)).payment.id, 0)) as {
      steps: number
    }
    let deaths = 0

    await inLanes(
      16,
      Array.from({ length: ORDERS }, (_, index) => index),
      async (index) => {
        const { pays, paysTwice, confirms, forges, webhooks: told, dies } = fate(index)
        const ctx = await newBuyer(world)
        const ordered = await orders.orderCredits(ctx, 100, 'INR')
        const made = pays ? [await payAt(sandbox, ordered.order.id)] : []
        if (paysTwice) made.push(await payAt(sandbox, ordered.order.id))
        buyers.push({ ctx, paid: pays, payments: made })
        for (const payment of made) {
          const said = confirmation(sandbox, ordered, payment)
          for (let times = 0; times < confirms; times++) all.push(() => purchases.confirm(ctx, said).catch(refused))
          const eventId = newId()
          for (let times = 0; times < told; times++) all.push(() => tell(payment, 'payment.captured', eventId))
          // Further events of the same payment, out of order, and one that is wrong by now.
          if (told > 1) all.push(() => tell(payment, 'payment.authorized'))
          if (told > 2) all.push(() => tell({ ...payment, status: 'failed' }, 'payment.failed'))
          if (dies) {
            const killAt = 1 + (deaths++ % steps)
            all.push(() => settleElsewhere(payment.id, killAt))
          }
          if (paysTwice) all.push(() => capture(sandbox, payment.id, 9900, 'INR').catch(() => 'captured before'))
        }
        if (!forges) return
        // Money that nobody paid: a payment that does not exist, an order of one's own, and webhooks signed by nobody.
        const fake = { id: `pay_${newId()}`, order_id: ordered.order.id, amount: 9900 }
        const forged = { ...confirmation(sandbox, ordered, fake as never), razorpay_signature: 'f'.repeat(64) }
        all.push(() => purchases.confirm(ctx, forged).catch(refused))
        all.push(() => tell(fake, 'payment.captured', newId(), 'a guess').catch(refused))
      },
    )

    for (const [on, what] of [
      ['payments.capture', 'lost'],
      ['payments.capture', 'error'],
      ['payments.fetch', 'error'],
      ['orders.payments', 'error'],
    ] as const)
      await plan(sandbox, { on, do: what, times: FAULTS })
    const shuffled = all.map((work, index) => ({ work, at: (index * 7919) % all.length })).sort((a, b) => a.at - b.at)
    const jobs = Array.from({ length: 20 }, () => () => webhooks.process(world))
    await inLanes(24, [...shuffled.map(({ work }) => work), ...jobs], (work) => work())
    expect(broken).toEqual([])
    await calm()
    await expectRight(buyers)
    // Days later every webhook comes once more, under a new name: nothing is left to do.
    await inLanes(
      16,
      buyers.flatMap((buyer) => buyer.payments),
      (payment) => tell(payment, 'payment.captured'),
    )
    await calm()
    await expectRight(buyers)
  }

  /** What nobody told of is found by the reconciler, what was refused for a moment comes again, and what is too much goes back. */
  async function calm() {
    for (let turn = 0; turn < 400; turn++) {
      const [checked, processed] = [await reconcile(later(3 * MINUTE)), await webhooks.process(later(5 * MINUTE))]
      if (checked === 0 && processed === 0) break
    }
    // What failed in the last turn waits a little longer, and is due by then.
    await reconcile(later(15 * MINUTE))
    await webhooks.process(later(60 * MINUTE))
    for (let turn = 0; turn < 10; turn++) await payBack(later(turn * MINUTE))
  }

  async function expectRight(buyers: { ctx: UserCtx; paid: boolean; payments: Payment[] }[]) {
    const wrong: unknown[] = []
    for (const { ctx, paid, payments: made } of buyers) {
      const balance = await balanceOf(ctx)
      if (balance !== (paid ? 130 : 25)) wrong.push({ balance, paid, made })
      const states = await Promise.all(made.map(({ id }) => stateOf(id)))
      if (paid && states.filter((state) => state === 'credited').length !== 1) wrong.push({ states, made })
    }
    expect(wrong).toEqual([])
    await expectInvoicesInOrder()
    // What was captured twice went back once, what was credited stayed.
    const stray = await world.db.select().from(payments).where(eq(payments.state, 'surplus'))
    for (const { id, amount } of stray)
      expect(await sandbox.gateway.payment(id)).toMatchObject({ status: 'refunded', amountRefunded: amount })
    const [books] = (await world.db.execute(sql`select
      (select coalesce(sum(amount), 0) from credit_entries) as entries,
      (select count(*) from credit_accounts a where balance <> (select coalesce(sum(remaining), 0) from credit_lots l where l.user_id = a.user_id)) as accounts,
      (select count(*) from refunds r join payments p on p.id = r.payment_id where p.state = 'credited') as refunds,
      (select count(*) from webhook_events where state = 'waiting') as waiting`)) as unknown as Record<string, string>[]
    expect(Object.values(books!).map(Number)).toEqual([0, 0, 0, 0])
  }
  test('of orders credits every paid one once and nothing else', storm, TIMEOUT)
})

async function inLanes<T>(lanes: number, things: T[], work: (thing: T) => Promise<unknown>): Promise<void> {
  const queue = [...things]
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next)
    }),
  )
}

describe('an upgrade', () => {
  test.each([
    ['twice at once', false],
    ['twice at once while the plan before is paid back', true],
  ])(
    'paid %s is made once at most, and the money of every other goes back',
    async (_, paidBack) => {
      for (let round = 0; round < 4; round++) {
        const ctx = await newBuyer(world)
        const old = await buyPlan({ sandbox }, ctx, 'flexible', 'monthly')
        const opened = [0, 1].map(() => orders.orderPlan(ctx, 'premium', 'annual', 'now'))
        const paid = await Promise.all(
          (await Promise.all(opened)).map(async ({ order, order_id }) => {
            return { order, order_id, payment: await payAt(sandbox, order.id) }
          }),
        )
        const back = {
          id: `rfnd_${newId()}`,
          paymentId: old.paymentId,
          amount: old.order.amount,
          currency: 'INR',
          key: '',
        }
        await Promise.all([
          ...paid.flatMap(({ payment }) => [0, 1].map(() => settle(asSystem(world), payment.id))),
          paidBack ? observe(asSystem(world), { ...back, status: 'processed' }) : null,
        ])
        const mine = and(eq(subscriptionPeriods.userId, ctx.user.id), isNull(subscriptionPeriods.endedAt))
        const live = await world.db.select().from(subscriptionPeriods).where(mine)
        expect(live.length).toBe(paidBack ? 0 : 1)
        for (const { payment } of paid) {
          const [row] = await world.db.select().from(payments).where(eq(payments.id, payment.id))
          const kept = live.some(({ paymentId }) => paymentId === payment.id)
          expect([row!.state === 'credited' || !kept, await upgrades.paidBack(world, payment.id)]).toEqual([
            true,
            kept ? 0 : payment.amount,
          ])
        }
      }
    },
    60_000,
  )
})
