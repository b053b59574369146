import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { and, eq, sql } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { HOUR, MINUTE } from '#base/time.ts'
import { orders as orderRows, payments, refunds, sandboxRecords } from '#db/schema/index.ts'
import { hmac } from '#outside/gateway.ts'
import { TEST_CARDS } from '#outside/sandbox/checkout.ts'
import { capture } from '#outside/sandbox/payments.ts'
import { plan } from '#outside/sandbox/records.ts'
import { createSandbox } from '#outside/sandbox/sandbox.ts'
import { confirmation, type Ordered, payAt } from '../../tests/support/buyer.ts'
import { call, type Person, signUp, userCtx } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import type { World } from '../ctx.ts'
import * as credits from './credits.ts'
import { settle } from './payments.ts'
import { reconcile } from './reconcile.ts'
import { payBack } from './refunds.ts'
import { asSystem } from './system.ts'
import * as webhooks from './webhooks.ts'

/** Somebody who wants credits without paying for them talks to the API: nothing but paid orders ever gives any. */
const base = await testWorld()
const sandbox = createSandbox({ ...base, authSecret: base.config.authSecret, timeoutMs: MINUTE })
const world: World = { ...base, sandbox, gateway: sandbox.gateway }
const app = await testApp(world)
const later = (ms: number): World => ({ ...world, now: () => new Date(Date.now() + ms) })
beforeAll(() => webhooks.keepSecret(world))
afterAll(async () => {
  // Nothing waits for the other tests of this database.
  await payBack(later(MINUTE))
  await sandbox.close()
})

const order = async (who: Person, input: object = { credits: 100 }) =>
  (await call(app, who, 'POST', '/api/credits/create-order', input)).body as Ordered
const buy = async (who: Person, said: object) => {
  const { status, body } = await call(app, who, 'POST', '/api/credits/purchase', said)
  return { status, code: body.code as string, body }
}
const balanceOf = async (who: Person) => (await call(app, who, 'GET', '/api/credits/balance')).body.balance as number
const stateOf = async (id: string) =>
  (await world.db.select({ state: payments.state }).from(payments).where(eq(payments.id, id)))[0]?.state
const backOf = (id: string) => world.db.select().from(refunds).where(eq(refunds.paymentId, id))
/** An order of this person that their bank has authorized, and what their page would say. */
async function paid(who: Person, input?: object) {
  const ordered = await order(who, input)
  const payment = await payAt(sandbox, ordered.order.id)
  return { ordered, payment, said: confirmation(sandbox, ordered, payment) }
}
/** What the gateway knows of a payment becomes something else. */
const rewrite = (id: string, change: object) =>
  world.db
    .update(sandboxRecords)
    .set({ body: sql`body || ${JSON.stringify(change)}::jsonb` })
    .where(and(eq(sandboxRecords.id, id), eq(sandboxRecords.kind, 'payment')))

describe('an order', () => {
  const ada = signUp(app)
  const TEXT = 'Credits must be a multiple of 100 and at least 100'
  test.each([
    [{ credits: -100 }],
    [{ credits: -1e308 }],
    [{ credits: 1e308 }],
    [{ credits: 2 ** 53 }],
    [{ credits: 100.000001 }],
    [{ credits: '100' }],
    [{ credits: [100] }],
    [{ credits: { valueOf: 100 } }],
    [{ credits: null }],
    [{ credits: true }],
    [{}],
    [[]],
    [{ credits: 100, currency: 'inr' }],
    [{ credits: 100, currency: ['INR'] }],
    [{ credits: 100, currency: 5 }],
    [{ credits: 100, currency: 'toString' }],
    [{ credits: 100, currency: '__proto__' }],
  ])('of %j is refused and costs the gateway nothing', async (input) => {
    const { status, body } = await call(app, await ada, 'POST', '/api/credits/create-order', input)
    expect([status, typeof body.error]).toEqual([400, 'string'])
    if (Object.keys(input).join() === 'credits' && Math.abs(Number(Object.values(input)[0])) < 100_000)
      expect(body.error).toBe(TEXT)
    const mine = await world.db
      .select()
      .from(orderRows)
      .where(eq(orderRows.userId, (await ada).user.id))
    expect(mine).toEqual([])
  })

  test('has our price, whatever else it says, and belongs to who is signed in', async () => {
    const [mallory, victim] = [await signUp(app), await signUp(app)]
    const wish = {
      credits: 5000,
      amount: 1,
      finalAmount: 1,
      price: 0,
      user_id: victim.user.id,
      quote: { finalAmount: 1 },
    }
    const { order: made } = await order(mallory, wish)
    expect(made.amount).toBe(495_000)
    const [row] = await world.db.select().from(orderRows).where(eq(orderRows.gatewayOrderId, made.id))
    expect(row).toMatchObject({ userId: mallory.user.id, amount: 495_000 })
  })

  test('of a guest is not made', async () => {
    for (const path of ['/api/credits/create-order', '/api/credits/purchase', '/api/billing/subscribe'])
      expect((await call(app, null, 'POST', path, { credits: 100 })).status).toBe(401)
  })

  test('whose answer was lost is found by its receipt and credited; one that never was made is given up', async () => {
    const ada = await signUp(app)
    await plan(sandbox, { on: 'orders.create', do: 'error', times: 2 })
    for (let times = 0; times < 2; times++)
      expect((await call(app, ada, 'POST', '/api/credits/create-order', { credits: 100 })).status).toBe(503)
    const mine = () =>
      world.db
        .select()
        .from(orderRows)
        .where(eq(orderRows.userId, ada.user.id))
        .orderBy(orderRows.createdAt, orderRows.id)
    const [first] = await mine()
    expect(first).toMatchObject({ state: 'creating', nextCheckAt: expect.any(Date) })
    const made = await sandbox.gateway.createOrder({ amount: 9900, currency: 'INR', receipt: first!.id })
    const states = async () => (await mine()).map(({ state }) => state)
    // Orders of other tests may be due before these: each run takes a bounded number.
    const reconciled = async (after: number, expected: Awaited<ReturnType<typeof states>>) => {
      for (let run = 0; run < 20 && `${await states()}` !== `${expected}`; run++) await reconcile(later(after))
      expect(await states()).toEqual(expected)
    }
    await reconciled(2 * MINUTE, ['open', 'creating'])
    await payAt(sandbox, made.id)
    await reconciled(2 * HOUR, ['paid', 'failed'])
    expect(await balanceOf(ada)).toBe(130)
  })
})

describe('a confirmation', () => {
  test.each([
    ['credits', -100],
    ['credits', 1e308],
    ['total_credits', -5],
    ['amount_paid', -9900],
    ['amount_paid', 0],
    ['currency', 'inr'],
  ])('with %s %p is refused', async (field, value) => {
    const ada = await signUp(app)
    const { said } = await paid(ada)
    expect(await buy(ada, { ...said, [field]: value })).toMatchObject({ status: 409, code: 'amount_mismatch' })
    expect(await balanceOf(ada)).toBe(25)
  })

  test('of the wrong shape is refused before anything is looked up', async () => {
    const ada = await signUp(app)
    const { said } = await paid(ada)
    for (const wrong of [
      { ...said, credits: '100' },
      { ...said, amount_paid: null },
      { ...said, razorpay_order_id: { $ne: '' } },
      { ...said, razorpay_payment_id: [said.razorpay_payment_id] },
      { ...said, razorpay_signature: true },
      { ...said, razorpay_signature: 'f'.repeat(1000) },
      { ...said, razorpay_order_id: '' },
      {},
    ])
      expect((await buy(ada, wrong)).status).toBe(400)
    expect(await balanceOf(ada)).toBe(25)
  })

  test('of somebody else gives nothing to the thief, and the buyer what was paid', async () => {
    const [ada, mallory] = [await signUp(app), await signUp(app)]
    const { said } = await paid(ada, { credits: 1000 })
    expect((await buy(mallory, said)).status).toBe(404)
    // An order of one's own with the payment of somebody else: nobody signed that.
    const own = await order(mallory, { credits: 1000 })
    const mixed = { ...said, razorpay_order_id: own.order.id }
    expect(await buy(mallory, mixed)).toMatchObject({ status: 400, code: 'signature_invalid' })
    expect([await balanceOf(mallory), (await buy(ada, said)).status]).toEqual([25, 200])
    expect([await balanceOf(mallory), await balanceOf(ada)]).toEqual([25, 1075])
  })

  test('of a cheap payment does not pay for a dear order', async () => {
    const ada = await signUp(app)
    const cheap = await paid(ada)
    const dear = await order(ada, { credits: 5000 })
    const said = confirmation(sandbox, dear, cheap.payment)
    expect(await buy(ada, { ...said, razorpay_order_id: dear.order.id })).toMatchObject({ code: 'signature_invalid' })
    expect(await buy(ada, { ...said, razorpay_order_id: cheap.ordered.order.id })).toMatchObject({
      code: 'amount_mismatch',
    })
    expect(await balanceOf(ada)).toBe(25)
  })

  test.each([
    ['a cheaper amount', { amount: 100 }],
    ['another currency', { currency: 'USD' }],
    ['an order that is not ours', { order_id: 'order_ofSomebodyEl' }],
  ])('of a payment of %s is refused, and captures nothing', async (_what, change) => {
    const ada = await signUp(app)
    const { said, payment } = await paid(ada)
    await rewrite(payment.id, change)
    expect(await buy(ada, said)).toMatchObject({ status: 409, code: 'amount_mismatch' })
    expect(await balanceOf(ada)).toBe(25)
    expect(await sandbox.gateway.payment(payment.id)).toMatchObject({ status: 'authorized' })
  })

  test('of a plan is none of credits, and the other way round', async () => {
    const ada = await signUp(app)
    const plan = await call(app, ada, 'POST', '/api/billing/subscribe', { plan_type: 'premium', period: 'monthly' })
    const ordered = { order: plan.body.order, credits: { base: 0, bonus: 0, total: 0 } } as Ordered
    const said = confirmation(sandbox, ordered, await payAt(sandbox, ordered.order.id))
    expect((await buy(ada, said)).status).toBe(404)
    const { said: ofCredits } = await paid(ada)
    expect((await call(app, ada, 'POST', '/api/billing/subscribe/confirm', ofCredits)).status).toBe(404)
    expect(await balanceOf(ada)).toBe(25)
  })

  test('replayed at once or for years gives once, and pays nothing back', async () => {
    const ada = await signUp(app)
    const { said, payment } = await paid(ada)
    const answers = await Promise.all(Array.from({ length: 10 }, () => buy(ada, said)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await buy(ada, said)).body).toEqual({ status: 'credited', balance: 130, credits: 105 })
    expect([await balanceOf(ada), await backOf(payment.id)]).toEqual([130, []])
  })

  test('of a second payment of a paid order is told so; old news of it change nothing', async () => {
    const ada = await signUp(app)
    const { ordered, said } = await paid(ada)
    const second = await payAt(sandbox, ordered.order.id)
    await buy(ada, said)
    await capture(sandbox, second.id, ordered.order.amount, 'INR')
    expect(await buy(ada, confirmation(sandbox, ordered, second))).toMatchObject({ status: 409, code: 'already_paid' })
    const seen = await sandbox.gateway.payment(second.id)
    await settle(asSystem(world), second.id, { ...seen, status: 'failed' })
    expect([await stateOf(second.id), await balanceOf(ada)]).toEqual(['surplus', 130])
    expect(await backOf(second.id)).toHaveLength(1)
  })

  test('of a payment that the bank refused gives nothing', async () => {
    const ada = await signUp(app)
    const ordered = await order(ada)
    const declined = await payAt(sandbox, ordered.order.id, TEST_CARDS.insufficientFunds)
    expect(await buy(ada, confirmation(sandbox, ordered, declined))).toMatchObject({
      status: 422,
      code: 'payment_failed',
      body: { error: expect.stringMatching(/^Insufficient funds\./) },
    })
    expect(await balanceOf(ada)).toBe(25)
  })
})

test('purchases of one person at once are all credited', async () => {
  const ada = await signUp(app)
  const all = await Promise.all([100, 200, 500, 1000].map((credits) => paid(ada, { credits })))
  const answers = await Promise.all(all.flatMap(({ said }) => [buy(ada, said), buy(ada, said)]))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(await balanceOf(ada)).toBe(25 + 105 + 210 + 525 + 1050)
})

test('a webhook that lies about its payment gives what the gateway knows, and no more', async () => {
  const ada = await signUp(app)
  const send = (entity: object, event = 'payment.captured') => {
    const body = JSON.stringify({ event, payload: { payment: { entity } } })
    const signature = hmac(sandbox.gateway.webhookSecret, body)
    return webhooks.receive(asSystem(world), body, { eventId: newId(), signature })
  }
  const failed = await order(ada)
  const declined = await payAt(sandbox, failed.order.id, TEST_CARDS.declined)
  await send({ ...declined, status: 'captured', captured: true })
  await send({ id: 'pay_madeUp00000000', order_id: failed.order.id, amount: 9900, currency: 'INR', status: 'captured' })
  const { payment } = await paid(ada)
  await send({ ...payment, amount: 9_900_000, order_id: failed.order.id })
  await webhooks.process(later(MINUTE))
  const ctx = await userCtx(world, ada.user.id)
  expect((await credits.balance(ctx)).balance).toBe(130)
  expect(await stateOf(declined.id)).toBe('failed')
})
