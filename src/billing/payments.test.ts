import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { and, eq, sql } from 'drizzle-orm'
import type { AppError } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { HOUR, MINUTE } from '#base/time.ts'
import {
  creditLots,
  invoices,
  mails,
  orders as orderRows,
  payments,
  refunds,
  securityEvents,
  webhookEvents,
} from '#db/schema/index.ts'
import { hmac } from '#outside/gateway.ts'
import { authorizeLate, pay, TEST_CARDS } from '#outside/sandbox/checkout.ts'
import { capture } from '#outside/sandbox/payments.ts'
import { plan } from '#outside/sandbox/records.ts'
import { createSandbox } from '#outside/sandbox/sandbox.ts'
import * as buyer from '../../tests/support/buyer.ts'
import { confirmation, newBuyer, type Ordered, payAt } from '../../tests/support/buyer.ts'
import { call, type Person, signUp } from '../../tests/support/people.ts'
import { SECRETS } from '../../tests/support/secrets.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import type { UserCtx, World } from '../ctx.ts'
import * as credits from './credits.ts'
import * as orders from './orders.ts'
import { settle } from './payments.ts'
import * as purchases from './purchases.ts'
import { reconcile } from './reconcile.ts'
import { payBack } from './refunds.ts'
import type { Purchase } from './rules/order.ts'
import { asSystem } from './system.ts'
import * as webhooks from './webhooks.ts'

const base = await testWorld()
const sandbox = createSandbox({ ...base, authSecret: base.config.authSecret, timeoutMs: MINUTE })
const world: World = { ...base, sandbox, gateway: sandbox.gateway }
const app = await testApp(world)
const ada = await signUp(app)
const later = (ms: number): World => ({ ...world, now: () => new Date(Date.now() + ms) })
beforeAll(() => webhooks.keepSecret(world))
afterAll(() => sandbox.close())

const balanceOf = async (ctx: UserCtx) => (await credits.balance(ctx)).balance
const paying = (count = 100) => buyer.paying(world, sandbox, count)

/** The purchase call as its answer: status and body. */
const confirm = (ctx: UserCtx, said: Purchase) =>
  purchases.confirm(ctx, said).then(
    (body) => ({ status: 200, body, code: '', error: '' }),
    ({ status, code, message }: AppError) => ({ status, body: null, code, error: message }),
  )
const rowOf = async (id: string) => (await world.db.select().from(payments).where(eq(payments.id, id)))[0]
const eventsOf = (kind: string, payment: string) =>
  world.db
    .select()
    .from(securityEvents)
    .where(and(eq(securityEvents.kind, kind), sql`details ->> 'payment' = ${payment}`))

const post = (body: string, eventId: string, secret = sandbox.gateway.webhookSecret) =>
  app.request('/api/webhooks/razorpay', {
    method: 'POST',
    body,
    headers: { 'x-razorpay-event-id': eventId, 'x-razorpay-signature': hmac(secret, body) },
  })
const eventOf = (payment: { id: string }, event = 'payment.authorized') =>
  JSON.stringify({ event, payload: { payment: { entity: payment } } })

describe('an order', () => {
  test('has the price of the quote, which it keeps whole', async () => {
    const { body } = await call(app, ada, 'POST', '/api/credits/create-order', { credits: 500, currency: 'USD' })
    const gatewayOrderId = body.order.id as string
    expect(body).toMatchObject({
      order: { id: expect.stringMatching(/^order_/), amount: 799, currency: 'USD' },
      credits: { base: 500, bonus: 25, total: 525 },
      key_id: 'rzp_test_sandbox',
    })
    const [kept] = await world.db.select().from(orderRows).where(eq(orderRows.gatewayOrderId, gatewayOrderId))
    expect(kept).toMatchObject({ state: 'open', amount: 799, quote: body.quote })
    const quoted = await call(app, null, 'GET', '/api/credits/quote?credits=500&currency=USD')
    expect(quoted.body).toEqual(body.quote)
  })

  test.each([
    [{ credits: 150 }, 'Credits must be a multiple of 100 and at least 100'],
    [{ credits: 0 }, 'Credits must be a multiple of 100 and at least 100'],
    [{ credits: 100.5 }, 'Credits must be a multiple of 100 and at least 100'],
    [{ credits: 100, currency: 'JPY' }, 'Unsupported currency: JPY'],
    [{ credits: 100_100 }, 'One order may have at most 100,000 credits. Please make several.'],
  ])('of %j is refused', async (input, error) => {
    const { status, body } = await call(app, ada, 'POST', '/api/credits/create-order', input)
    expect([status, body.error]).toEqual([400, error])
  })

  test('that the gateway does not take says so', async () => {
    await plan(sandbox, { on: 'orders.create', do: 'error', times: 1 })
    const answer = await call(app, ada, 'POST', '/api/credits/create-order', { credits: 100 })
    expect([answer.status, answer.body]).toEqual([503, { error: 'Failed to create order', code: 'order_failed' }])
  })

  test('keeps its price and stays paid, says the database', async () => {
    const { ctx, said, ordered } = await paying()
    await confirm(ctx, said)
    const mine = eq(orderRows.gatewayOrderId, ordered.order.id)
    const refusal = (work: Promise<unknown>) => work.then(() => 'accepted').catch((error) => String(error.cause))
    expect(await refusal(world.db.update(orderRows).set({ amount: 1 }).where(mine).then())).toContain('may change')
    expect(await refusal(world.db.update(orderRows).set({ state: 'open', paidAt: null }).where(mine).then())).toContain(
      'stays paid',
    )
    expect(await refusal(world.db.delete(orderRows).where(mine).then())).toContain('not deleted')
  })
})

/** Orders of other tests may be due before ours: each run takes a bounded number. */
async function reconcileAll(at: World) {
  for (let run = 0; run < 20 && (await reconcile(at)) > 0; run++);
}

describe('a purchase', () => {
  test('credits base and bonus for a year, with an invoice and a mail, once', async () => {
    const { ctx, said, payment } = await paying(200)
    const first = await confirm(ctx, said)
    expect([first.status, first.body]).toEqual([200, { status: 'credited', balance: 235, credits: 210 }])
    const answers = await Promise.all(Array.from({ length: 6 }, () => confirm(ctx, said)))
    expect(answers.map(({ body }) => body)).toEqual(Array(6).fill(first.body))
    const lots = await world.db
      .select()
      .from(creditLots)
      .where(eq(creditLots.userId, ctx.user.id))
      .orderBy(creditLots.id)
    expect(lots.map(({ kind, granted }) => [kind, granted])).toEqual([
      ['trial', 25],
      ['purchased', 200],
      ['bonus', 10],
    ])
    const days = (Number(lots[1]!.expiresAt) - Date.now()) / (24 * HOUR)
    expect(Math.round(days)).toBeGreaterThanOrEqual(365)
    const issued = await world.db.select().from(invoices).where(eq(invoices.paymentId, payment.id))
    expect(issued).toMatchObject([
      { gross: 19800, igst: 3020, number: expect.stringMatching(/^TT\/\d\d-\d\d\/\d{6}$/) },
    ])
    const sent = await world.db.select().from(mails).where(eq(mails.to, ctx.user.email))
    expect(sent.filter(({ kind }) => kind === 'receipt')).toHaveLength(1)
  })

  test('with a forged signature is refused, names the payment and is noted', async () => {
    const { ctx, said, payment } = await paying()
    const { status, code, error } = await confirm(ctx, { ...said, razorpay_signature: 'f'.repeat(64) })
    expect([status, code]).toEqual([400, 'signature_invalid'])
    expect(error).toContain(payment.id)
    expect(await eventsOf('payment_signature_invalid', payment.id)).toHaveLength(1)
    expect(await balanceOf(ctx)).toBe(25)
  })

  test.each([
    ['amount_paid', 1],
    ['currency', 'USD'],
    ['credits', 5000],
    ['bonus_credits', 5000],
    ['total_credits', 1e6],
  ])('whose %s was changed is refused and noted, and the money is credited by its order', async (field, value) => {
    const { ctx, said, payment } = await paying()
    const { status, code } = await confirm(ctx, { ...said, [field]: value })
    expect([status, code]).toEqual([409, 'amount_mismatch'])
    expect(await eventsOf('payment_tampered', payment.id)).toHaveLength(1)
    expect(await balanceOf(ctx)).toBe(25)
    await settle(asSystem(world), payment.id)
    expect(await balanceOf(ctx)).toBe(130)
  })

  test('whose amounts were changed claims nothing about the credits, whether they came before or come after', async () => {
    const { ctx, said, payment } = await paying()
    const changed = { ...said, amount_paid: 1 }
    const before = await confirm(ctx, changed)
    await settle(asSystem(world), payment.id)
    const after = await confirm(ctx, changed)
    expect([after.error, await balanceOf(ctx)]).toEqual([before.error, 130])
    expect(after.error).toContain('What you paid is credited without it')
  })

  test('of a failed payment says so only as long as no other payment of the order arrived', async () => {
    const ctx = await newBuyer(world)
    const ordered = await orders.orderCredits(ctx, 100, 'INR')
    const declined = confirmation(sandbox, ordered, await payAt(sandbox, ordered.order.id, TEST_CARDS.declined))
    expect((await confirm(ctx, declined)).code).toBe('payment_failed')
    await settle(asSystem(world), (await payAt(sandbox, ordered.order.id)).id)
    expect(await confirm(ctx, declined)).toMatchObject({
      status: 409,
      error: 'This order has been paid already. Please check your credits.',
    })
  })

  test('of somebody else does not exist', async () => {
    const { said } = await paying()
    expect((await confirm(await newBuyer(world), said)).status).toBe(404)
  })

  test('that the gateway cannot verify now is credited by the reconciler', async () => {
    const { ctx, said, payment } = await paying()
    await plan(sandbox, { on: 'payments.fetch', do: 'error', times: 1 })
    const { status, code, error } = await confirm(ctx, said)
    expect([status, code]).toEqual([504, 'verification_timeout'])
    expect(error).toBe('Payment verification timed out. Please check your credits.')
    await reconcileAll(later(2 * MINUTE))
    expect(await balanceOf(ctx)).toBe(130)
    expect(await rowOf(payment.id)).toMatchObject({ state: 'credited' })
    expect((await confirm(ctx, said)).body).toMatchObject({ status: 'credited' })
  })

  test('fails, and succeeds on the same order; a bank that changes its mind afterwards takes nothing', async () => {
    const ctx = await newBuyer(world)
    const ordered = await orders.orderCredits(ctx, 100, 'INR')
    const declined = await payAt(sandbox, ordered.order.id, TEST_CARDS.declined)
    const said = confirmation(sandbox, ordered, declined)
    const failed = await confirm(ctx, said)
    expect([failed.status, failed.code]).toEqual([422, 'payment_failed'])
    expect(failed.error).toBe('Your card was declined. Please try a different card or contact your bank.')
    const paid = await payAt(sandbox, ordered.order.id)
    expect((await confirm(ctx, confirmation(sandbox, ordered, paid))).status).toBe(200)
    await authorizeLate(sandbox, declined.id)
    expect((await settle(asSystem(world), declined.id)).outcome).toBe('pending')
    expect(await balanceOf(ctx)).toBe(130)
  })

  test('that a bank authorizes after it had failed is credited', async () => {
    const ctx = await newBuyer(world)
    const ordered = await orders.orderCredits(ctx, 100, 'INR')
    const slow = await payAt(sandbox, ordered.order.id, TEST_CARDS.timedOut)
    expect((await settle(asSystem(world), slow.id)).outcome).toBe('failed')
    expect(await rowOf(slow.id)).toMatchObject({ state: 'failed', reason: 'payment_timed_out' })
    await authorizeLate(sandbox, slow.id)
    await reconcileAll(later(2 * MINUTE))
    expect(await rowOf(slow.id)).toMatchObject({ state: 'credited' })
    expect(await balanceOf(ctx)).toBe(130)
  })

  test('that was paid twice goes back once', async () => {
    const { ctx, said, ordered, payment } = await paying()
    const second = await payAt(sandbox, ordered.order.id)
    await confirm(ctx, said)
    await capture(sandbox, second.id, ordered.order.amount, 'INR')
    const outcomes = await Promise.all([1, 2, 3].map(() => settle(asSystem(world), second.id)))
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['surplus', 'surplus', 'surplus'])
    await plan(sandbox, { on: 'refunds.create', do: 'lost', times: 1 })
    for (const pause of [0, 10 * MINUTE, HOUR]) await payBack(later(pause))
    const back = await world.db.select().from(refunds).where(eq(refunds.paymentId, second.id))
    expect(back).toMatchObject([{ cause: 'surplus', amount: 9900, state: 'refunded' }])
    expect(await sandbox.gateway.payment(second.id)).toMatchObject({ status: 'refunded', amountRefunded: 9900 })
    expect(await sandbox.gateway.payment(payment.id)).toMatchObject({ status: 'captured', amountRefunded: 0 })
    expect(await balanceOf(ctx)).toBe(130)
  })

  test('of another amount than was ordered buys nothing, is noted once and goes back', async () => {
    const ctx = await newBuyer(world)
    const { order } = await orders.orderCredits(ctx, 100, 'INR')
    const cheap = await sandbox.gateway.createOrder({ amount: 100, currency: 'INR', receipt: newId() })
    const payment = await payAt(sandbox, cheap.id)
    const captured = await sandbox.gateway.capture(payment.id, 100, 'INR')
    const seen = { ...captured, orderId: order.id }
    for (let times = 0; times < 3; times++)
      expect((await settle(asSystem(world), payment.id, seen)).outcome).toBe('refused')
    expect(await eventsOf('payment_tampered', payment.id)).toHaveLength(1)
    await payBack(world)
    expect(await sandbox.gateway.payment(payment.id)).toMatchObject({ amountRefunded: 100 })
    expect(await balanceOf(ctx)).toBe(25)
  })
})

describe('an order whose payment window was closed', () => {
  const check = (who: Person, gatewayOrderId: string) =>
    call(app, who, 'POST', '/api/billing/orders/check', { razorpay_order_id: gatewayOrderId })
  const ordering = async () => {
    const person = await signUp(app)
    const { order } = (await call(app, person, 'POST', '/api/credits/create-order', { credits: 100 })).body as Ordered
    return { person, id: order.id }
  }

  test('is unpaid when nobody paid, or the bank refused', async () => {
    const { person, id } = await ordering()
    expect((await check(person, id)).body).toEqual({ state: 'unpaid' })
    await payAt(sandbox, id, TEST_CARDS.declined)
    expect((await check(person, id)).body).toEqual({ state: 'unpaid' })
  })

  test('is open while the bank asks, and when the gateway cannot say nobody claims anything', async () => {
    const { person, id } = await ordering()
    await pay(sandbox, id, buyer.card())
    expect((await check(person, id)).body).toEqual({ state: 'open' })
    await plan(sandbox, { on: 'orders.payments', do: 'error', times: 1 })
    expect(await check(person, id)).toMatchObject({ status: 503, body: { code: 'order_unknown' } })
  })

  test('is credited when the money was authorized and the window could not tell; as often as it is asked', async () => {
    const { person, id } = await ordering()
    await payAt(sandbox, id)
    for (let times = 0; times < 2; times++)
      expect((await check(person, id)).body).toEqual({ state: 'paid', status: 'credited', balance: 130, credits: 105 })
    expect((await check(await signUp(app), id)).status).toBe(404)
  })

  test('of a plan answers with the membership', async () => {
    const person = await signUp(app)
    const input = { plan_type: 'premium', period: 'monthly' }
    const { order } = (await call(app, person, 'POST', '/api/billing/subscribe', input)).body as Ordered
    await payAt(sandbox, order.id)
    expect((await check(person, order.id)).body).toMatchObject({
      state: 'paid',
      status: 'active',
      subscription: { plan_type: 'premium', is_annual: false },
    })
  })
})

describe('a webhook', () => {
  test('is kept once, answered, and credits what was paid', async () => {
    const { ctx, payment } = await paying()
    const eventId = newId()
    const body = eventOf(payment)
    for (let times = 0; times < 3; times++) expect((await post(body, eventId)).status).toBe(200)
    const kept = await world.db.select().from(webhookEvents).where(eq(webhookEvents.eventId, eventId))
    expect(kept).toHaveLength(1)
    while ((await rowOf(payment.id))?.state !== 'credited') await webhooks.process(later(5 * MINUTE))
    expect(await balanceOf(ctx)).toBe(130)
  })

  test('that nobody signed is refused and noted', async () => {
    const { ctx, payment } = await paying()
    const answer = await post(eventOf(payment, 'payment.captured'), newId(), 'guess')
    expect([answer.status, (await answer.json()).code]).toEqual([400, 'webhook_refused'])
    await webhooks.process(world)
    expect(await balanceOf(ctx)).toBe(25)
  })

  test('signed with the secret before the last counts for a day', async () => {
    const rotated: World = {
      ...world,
      gateway: { ...sandbox.gateway, webhookSecret: SECRETS['webhook secret that comes next'] },
    }
    await webhooks.keepSecret(rotated)
    const old = { signature: hmac(sandbox.gateway.webhookSecret, '{"event":"x"}'), eventId: newId() }
    await webhooks.receive(asSystem(rotated), '{"event":"x"}', old)
    const nextDay = asSystem({ ...rotated, now: () => new Date(Date.now() + 25 * HOUR) })
    await expect(webhooks.receive(nextDay, '{"event":"x"}', old)).rejects.toMatchObject({ code: 'webhook_refused' })
    await webhooks.keepSecret(world)
  })

  test('that cannot be processed now comes again', async () => {
    const { ctx, payment } = await paying()
    await plan(sandbox, { on: 'payments.fetch', do: 'error', times: 1 })
    const eventId = newId()
    await webhooks.receive(asSystem(world), eventOf(payment), {
      signature: hmac(sandbox.gateway.webhookSecret, eventOf(payment)),
      eventId,
    })
    await webhooks.process(world)
    const state = async () => (await world.db.select().from(webhookEvents).where(eq(webhookEvents.eventId, eventId)))[0]
    expect(await state()).toMatchObject({ state: 'waiting', attempts: 1, lastError: expect.any(String) })
    await webhooks.process(later(MINUTE))
    expect(await state()).toMatchObject({ state: 'done' })
    expect(await balanceOf(ctx)).toBe(130)
  })
})

test('invoice numbers follow each other without gaps, also when crediting fails', async () => {
  const many = await Promise.all(Array.from({ length: 5 }, () => paying()))
  const settled = await Promise.allSettled([
    ...many.map(({ payment }) => settle(asSystem(world), payment.id)),
    world.db.transaction(async (tx) => {
      await tx.execute(sql`update invoice_counters set last = last + 1`)
      throw new Error('given back')
    }),
  ])
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  const rows = await world.db
    .select({ year: invoices.financialYear, sequence: invoices.sequence })
    .from(invoices)
    .orderBy(invoices.sequence)
  for (const ofYear of Map.groupBy(rows, ({ year }) => year).values())
    expect(ofYear.map(({ sequence }) => sequence)).toEqual(ofYear.map((_, index) => index + 1))
})
