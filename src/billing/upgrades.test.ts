import { afterAll, describe, expect, test } from 'bun:test'
import { and, asc, eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { DAY, HOUR, MINUTE } from '#base/time.ts'
import { mails, orders, payments, subscriptionPeriods } from '#db/schema/index.ts'
import { createSandbox } from '#outside/sandbox/sandbox.ts'
import * as buyer from '../../tests/support/buyer.ts'
import { testWorld } from '../../tests/support/world.ts'
import type { AdminCtx, UserCtx, World } from '../ctx.ts'
import * as credits from './credits.ts'
import * as history from './history.ts'
import * as invoices from './invoices.ts'
import { orderPlan } from './orders.ts'
import { settle } from './payments.ts'
import { confirmPlan } from './purchases.ts'
import * as refundRequests from './refund-requests.ts'
import { paid } from './refunding/paid.ts'
import { observe } from './refunds.ts'
import { lineText } from './rules/history.ts'
import { taxesIn } from './rules/invoice.ts'
import { addMonths, type Period, type Plan } from './rules/plan.ts'
import * as subscriptions from './subscriptions.ts'
import { asSystem } from './system.ts'
import * as upgrades from './upgrades.ts'

const base = await testWorld()
const sandbox = createSandbox({ ...base, authSecret: base.config.authSecret, timeoutMs: MINUTE })
const clock = { ahead: 0 }
const now = () => new Date(Date.now() + clock.ahead)
const world: World = { ...base, now, sandbox, gateway: sandbox.gateway }
afterAll(() => sandbox.close())

const admin = async (): Promise<AdminCtx> => ({ ...(await buyer.newBuyer(world)), adminRoles: ['finance'] })
const page = { limit: 50, cursor: null }
const [MONTH, YEAR] = [159_900, 1_535_040]

type Opened = Awaited<ReturnType<typeof orderPlan>>
/** Pays an order and confirms it, as the browser does. */
async function pay(ctx: UserCtx, { order }: Opened) {
  const payment = await buyer.payAt(sandbox, order.id)
  const proof = buyer.confirmation(sandbox, { order, credits: { base: 0, bonus: 0, total: 0 } }, payment)
  return { payment, proof, confirm: () => confirmPlan(ctx, proof) }
}
const buy = (ctx: UserCtx, plan: Plan, period: Period, starts: 'after' | 'now' = 'after') =>
  buyer.buyPlan({ sandbox }, ctx, plan, period, starts)
const spend = async (ctx: UserCtx, count: number) => credits.settle(ctx, (await credits.hold(ctx, count, newId())).id)
const planCredits = async (ctx: UserCtx) => (await credits.balance(ctx)).plan_credits
const near = (a: string | Date, b: Date) => Math.abs(Number(new Date(a)) - Number(b)) < 5 * MINUTE
/** Days of the month that begins now. */
const daysOfMonth = () => Math.round((Number(addMonths(now(), 1)) - Number(now())) / DAY)

/** A refund from the request to the money. */
async function refund(ctx: UserCtx, paymentId: string) {
  const finance = await admin()
  const { id } = await refundRequests.request(ctx, paymentId, 'x')
  await refundRequests.decide(finance, id, 'approve', '')
  return (await refundRequests.decide(finance, id, 'refund', '')).refund!
}
const statesOf = async (orderId: string) => {
  const [order] = await world.db.select().from(orders).where(eq(orders.id, orderId))
  const rows = await world.db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(asc(payments.id))
  const back = await Promise.all(rows.map(({ id }) => upgrades.paidBack(world, id)))
  return { order: order!.state, payments: rows.map(({ state }) => state), back }
}

describe('an upgrade', () => {
  test('begins at once, with the unused days of the plan before as a credit', async () => {
    const ctx = await buyer.newBuyer(world)
    const days = daysOfMonth()
    const old = await buy(ctx, 'flexible', 'monthly')
    clock.ahead += 10 * DAY + HOUR
    const unused = days - 11
    const credit = Math.floor((MONTH * unused) / days)
    const offer = await upgrades.offer(ctx, 'premium', 'annual')
    expect(offer).toMatchObject({
      amount: YEAR - credit,
      upgrade: { plan_type: 'flexible', period: 'monthly', price: YEAR, credit, unused_days: unused, days },
      credits_back: Math.ceil((credit * 2000) / MONTH),
    })
    const began = now()
    const made = await buy(ctx, 'premium', 'annual', 'now')
    expect(made.order.amount).toBe(YEAR - credit)
    expect(made.subscription).toMatchObject({ plan_type: 'premium', is_annual: true, monthly_credits: 2500 })
    expect(near(made.subscription!.current_period_end, addMonths(began, 12))).toBe(true)
    // What the days that are gone paid for stays, what the credit stands for went back.
    expect(await planCredits(ctx)).toBe(2500 + 2000 - offer.credits_back)
    const { items } = await history.list(ctx, page)
    const back = items.find(({ kind }) => kind === 'clawback')!
    expect([back.credits, lineText(back)]).toEqual([-offer.credits_back, 'Taken back for an upgrade'])
    const [invoice] = (await invoices.list(ctx, page)).items
    const taxes = taxesIn(YEAR - credit, { country: 'IN', stateCode: '' })
    expect(invoice).toMatchObject({ price: YEAR, credit, gross: YEAR - credit, ...taxes })
    // The payment before brings nothing back any more: its rest was credited.
    await expect(refundRequests.request(ctx, old.paymentId, 'x')).rejects.toMatchObject({ code: 'nothing_to_refund' })
  })

  test('credits no days whose credits were used', async () => {
    const ctx = await buyer.newBuyer(world)
    await buy(ctx, 'flexible', 'monthly')
    // 25 of the trial end before.
    await spend(ctx, 25 + 1500)
    const { upgrade, credits_back } = await upgrades.offer(ctx, 'premium', 'monthly')
    expect([upgrade.credit, credits_back]).toEqual([MONTH / 4, 500])
  })

  test('leaves what was bought to follow behind it', async () => {
    const ctx = await buyer.newBuyer(world)
    await buy(ctx, 'flexible', 'monthly')
    const next = await buy(ctx, 'flexible', 'monthly')
    const { subscription } = await buy(ctx, 'premium', 'annual', 'now')
    const [waiting] = await world.db
      .select()
      .from(subscriptionPeriods)
      .where(eq(subscriptionPeriods.paymentId, next.paymentId))
    expect([waiting!.startsAt.toISOString(), waiting!.granted]).toEqual([subscription!.current_period_end, 0])
  })

  test.each<[Plan, Period, Plan, Period]>([
    ['premium', 'monthly', 'flexible', 'annual'],
    ['premium', 'annual', 'premium', 'monthly'],
    ['premium', 'monthly', 'premium', 'monthly'],
  ])('of %s %s is not %s %s: that begins after it', async (plan, period, toPlan, toPeriod) => {
    const ctx = await buyer.newBuyer(world)
    await expect(orderPlan(ctx, toPlan, toPeriod, 'now')).rejects.toMatchObject({ code: 'no_membership' })
    await buy(ctx, plan, period)
    await expect(orderPlan(ctx, toPlan, toPeriod, 'now')).rejects.toMatchObject({ status: 409, code: 'no_upgrade' })
  })

  test('that would cost nothing is refused, and so is one of what is being refunded', async () => {
    const ctx = await buyer.newBuyer(world)
    const { paymentId } = await buy(ctx, 'flexible', 'monthly')
    const cheap = { ...ctx.settings(), prices: { ...ctx.settings().prices, premium_monthly: 1000 } }
    const there = { ...ctx, settings: () => cheap }
    await expect(upgrades.offer(there, 'premium', 'monthly')).rejects.toMatchObject({ code: 'nothing_to_pay' })
    await refundRequests.request(ctx, paymentId, 'x')
    await expect(upgrades.offer(ctx, 'premium', 'annual')).rejects.toMatchObject({ code: 'refund_requested' })
  })
})

describe('an upgrade that was ordered', () => {
  /** Somebody with Flexible and two open orders of Premium. */
  async function twice() {
    const ctx = await buyer.newBuyer(world)
    const old = await buy(ctx, 'flexible', 'monthly')
    const [one, two] = [
      await orderPlan(ctx, 'premium', 'annual', 'now'),
      await orderPlan(ctx, 'premium', 'annual', 'now'),
    ]
    return { ctx, old, one: { ...one, ...(await pay(ctx, one)) }, two: { ...two, ...(await pay(ctx, two)) } }
  }
  const lapsed = { status: 409, code: 'upgrade_lapsed' }

  test('in two tabs is made once, and the money of the other goes back', async () => {
    const { ctx, one, two } = await twice()
    const done = await Promise.allSettled([one.confirm(), two.confirm()])
    const failed = done.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []))
    expect(failed).toEqual([expect.objectContaining(lapsed)])
    const states = await Promise.all([statesOf(one.order_id), statesOf(two.order_id)])
    expect(states.toSorted((a, b) => a.order.localeCompare(b.order))).toEqual([
      { order: 'failed', payments: ['surplus'], back: [two.order.amount] },
      { order: 'paid', payments: ['credited'], back: [0] },
    ])
    const told = and(eq(mails.to, ctx.user.email), eq(mails.kind, 'upgrade_lapsed'))
    expect(await world.db.select().from(mails).where(told)).toHaveLength(1)
    // However often it is heard of.
    const late = states[0]!.order === 'failed' ? one : two
    await expect(late.confirm()).rejects.toMatchObject(lapsed)
    expect((await statesOf(late.order_id)).back).toEqual([late.order.amount])
    expect(await world.db.select().from(mails).where(told)).toHaveLength(1)
    expect(await planCredits(ctx)).toBe(2500 + 2000 - one.quote.upgrade!.unused_credits)
  })

  test('is given once to the browser, the webhook and the reconciler at once', async () => {
    const { ctx, one } = await twice()
    const system = () => settle(asSystem(world), one.payment.id)
    await Promise.all([one.confirm(), system(), one.confirm(), system()])
    expect(await statesOf(one.order_id)).toEqual({ order: 'paid', payments: ['credited'], back: [0] })
    const periods = await world.db.select().from(subscriptionPeriods).where(eq(subscriptionPeriods.userId, ctx.user.id))
    expect(periods.filter(({ endedAt }) => endedAt === null)).toHaveLength(1)
  })

  test.each<[string, (it: Awaited<ReturnType<typeof twice>>) => Promise<unknown>]>([
    ['the old payment was refunded', ({ ctx, old }) => refund(ctx, old.paymentId)],
    ['a part of the old payment went back at the gateway', ({ old }) => atGateway(old.paymentId, 100)],
    ['credits that are credited were used', ({ ctx }) => spend(ctx, 25 + 2000)],
    [
      'it waited for more than a day',
      async () => {
        clock.ahead += DAY + MINUTE
      },
    ],
  ])('is not made once %s: its money goes back', async (_, happens) => {
    const it = await twice()
    await happens(it)
    const before = await subscriptions.current(it.ctx)
    await expect(it.one.confirm()).rejects.toMatchObject(lapsed)
    expect(await statesOf(it.one.order_id)).toEqual({
      order: 'failed',
      payments: ['surplus'],
      back: [it.one.order.amount],
    })
    expect(await subscriptions.current(it.ctx)).toEqual(before)
  })
})

/** Money goes back in the dashboard of the gateway. */
const atGateway = (paymentId: string, amount: number, status: 'processed' | 'failed' = 'processed', id = newId()) =>
  observe(asSystem(world), { id: `rfnd_${id}`, paymentId, amount, currency: 'INR', key: '', status })

describe('a refund after an upgrade', () => {
  test('pays back what was paid and not used, and the plan before goes on with its rest', async () => {
    const ctx = await buyer.newBuyer(world)
    const old = await buy(ctx, 'flexible', 'monthly')
    const made = await buy(ctx, 'premium', 'annual', 'now')
    const { credit } = made.quote.upgrade!
    clock.ahead += 5 * DAY
    // 25 of the trial are kept longer than the 2,500 of the month.
    await spend(ctx, 1500)
    const expected = Math.floor((YEAR * 28_500) / 30_000) - credit
    const listed = (await paid(ctx, page)).items.find(({ id }) => id === made.paymentId)
    expect(listed).toMatchObject({ refundable: expected, credit })
    expect(await refund(ctx, made.paymentId)).toMatchObject({ amount: expected, credits: 1000 })
    expect(await subscriptions.current(ctx)).toMatchObject({ plan_type: 'flexible', is_annual: false })
    expect(await planCredits(ctx)).toBe(2000)
    // Now the first one can be paid back too: together never more than was paid.
    expect(await refund(ctx, old.paymentId)).toMatchObject({ amount: MONTH, credits: 2000 })
    expect(expected + MONTH).toBeLessThanOrEqual(made.order.amount + MONTH)
  })

  test('brings nothing once what was used is worth more than what was paid for it', async () => {
    const ctx = await buyer.newBuyer(world)
    await buy(ctx, 'flexible', 'monthly')
    const made = await buy(ctx, 'premium', 'monthly', 'now')
    await spend(ctx, 1000)
    await expect(refundRequests.request(ctx, made.paymentId, 'x')).rejects.toMatchObject({ code: 'nothing_to_refund' })
  })

  test('that fails makes the upgrade once more, and another one ends it again', async () => {
    const ctx = await buyer.newBuyer(world)
    await buy(ctx, 'flexible', 'monthly')
    const made = await buy(ctx, 'premium', 'annual', 'now')
    const before = [await planCredits(ctx), (await subscriptions.current(ctx))!.plan_type]
    for (let times = 0; times < 2; times++) {
      const id = newId()
      await atGateway(made.paymentId, made.order.amount, 'processed', id)
      expect([await planCredits(ctx), (await subscriptions.current(ctx))!.plan_type]).toEqual([2000, 'flexible'])
      await atGateway(made.paymentId, made.order.amount, 'failed', id)
      expect([await planCredits(ctx), (await subscriptions.current(ctx))!.plan_type]).toEqual(before)
    }
  })

  test('of the first payment at the gateway ends what it was credited to, and pays back what was paid for that', async () => {
    const ctx = await buyer.newBuyer(world)
    const old = await buy(ctx, 'flexible', 'monthly')
    const middle = await buy(ctx, 'flexible', 'annual', 'now')
    const made = await buy(ctx, 'premium', 'annual', 'now')
    const id = newId()
    await atGateway(old.paymentId, MONTH, 'processed', id)
    expect(Date.parse((await subscriptions.current(ctx))!.current_period_end)).toBeLessThanOrEqual(Number(now()))
    expect(await planCredits(ctx)).toBe(0)
    for (const { paymentId, order } of [middle, made])
      expect(await upgrades.paidBack(world, paymentId)).toBe(order.amount)
    // That it fails brings the first plan back, whose money is here.
    await atGateway(old.paymentId, MONTH, 'failed', id)
    expect(await subscriptions.current(ctx)).toMatchObject({ plan_type: 'flexible', is_annual: false })
  })
})
