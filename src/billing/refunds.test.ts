import { afterAll, describe, expect, test } from 'bun:test'
import { and, eq, ne } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { DAY, MINUTE } from '#base/time.ts'
import { creditLots, mails, refunds, subscriptionPeriods } from '#db/schema/index.ts'
import { plan } from '#outside/sandbox/records.ts'
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
import { observe, payBack } from './refunds.ts'
import * as renewals from './renewals.ts'
import { addMonths, type Period, type Plan } from './rules/plan.ts'
import * as subscriptions from './subscriptions.ts'
import { asSystem } from './system.ts'

const base = await testWorld()
const sandbox = createSandbox({ ...base, authSecret: base.config.authSecret, timeoutMs: MINUTE })
const clock = { ahead: 0 }
const now = () => new Date(Date.now() + clock.ahead)
const world: World = { ...base, now, sandbox, gateway: sandbox.gateway }
afterAll(() => sandbox.close())

const admin = async (): Promise<AdminCtx> => ({ ...(await buyer.newBuyer(world)), adminRoles: ['finance'] })
/** A request to be paid back that was approved, and by whom. */
async function approved(ctx: UserCtx, paymentId: string) {
  const finance = await admin()
  const { id } = await refundRequests.request(ctx, paymentId, 'x')
  await refundRequests.decide(finance, id, 'approve', '')
  return { finance, id }
}
const page = { limit: 50, cursor: null }

/** A person who bought 100 credits and has asked so many questions. */
async function bought(used: number) {
  const { ctx, payment } = await buyer.paying(world, sandbox)
  await settle(asSystem(world), payment.id)
  // The trial burns first, since it expires first.
  if (used > 0) await credits.settle(ctx, (await credits.hold(ctx, 25 + used, newId())).id)
  return { ctx, paymentId: payment.id }
}

describe('a refund', () => {
  test('claws back first, pays back second, once', async () => {
    const { ctx, paymentId } = await bought(35)
    const finance = await admin()
    const { id, state } = await refundRequests.request(ctx, paymentId, 'Not what I needed.')
    expect(state).toBe('requested')
    await expect(refundRequests.decide(finance, id, 'refund', '')).rejects.toMatchObject({ code: 'wrong_state' })
    await refundRequests.decide(finance, id, 'approve', '')
    const paid = await refundRequests.decide(finance, id, 'refund', 'Sorry to see you go.')
    // 30 of 100 and the 5 of the bonus were used: 65 of 9900 paise times 100.
    expect(paid).toMatchObject({ state: 'refunded', refund: { amount: 6435, credits: 70, state: 'waiting' } })
    expect((await credits.balance(ctx)).balance).toBe(0)
    // Refunds of other tests that wait in this database would be answered first.
    await world.db
      .update(refunds)
      .set({ nextAt: new Date('2100-01-01') })
      .where(and(eq(refunds.state, 'waiting'), ne(refunds.paymentId, paymentId)))
    await plan(sandbox, { on: 'refunds.create', do: 'lost', times: 1 })
    await payBack(world)
    clock.ahead += 10 * MINUTE
    await payBack(world)
    const [row] = await world.db.select().from(refunds).where(eq(refunds.paymentId, paymentId))
    expect(row).toMatchObject({ state: 'refunded', attempts: 2, amount: 6435, gatewayRefundId: expect.any(String) })
    expect(await sandbox.gateway.payment(paymentId)).toMatchObject({ amountRefunded: 6435 })
    await expect(refundRequests.decide(finance, id, 'refund', '')).rejects.toMatchObject({ code: 'wrong_state' })
    await expect(refundRequests.request(ctx, paymentId, 'More!')).rejects.toMatchObject({ code: 'nothing_to_refund' })
    const told = and(eq(mails.to, ctx.user.email), eq(mails.kind, 'refund_decided'))
    expect(await world.db.select().from(mails).where(told)).toHaveLength(2)
  })

  test('leaves credits of a running question, and what they free again stays', async () => {
    const { ctx, paymentId } = await bought(0)
    const held = await credits.hold(ctx, 40, newId())
    const { finance, id } = await approved(ctx, paymentId)
    const { refund } = await refundRequests.decide(finance, id, 'refund', '')
    // The bonus burns before what was bought: 5 of it and 10 of these are set aside.
    expect(refund).toMatchObject({ amount: 8415, credits: 90 })
    expect(await credits.release(ctx, held.id)).toEqual({ charged: 0, balance: 40 })
  })

  test('of everything used is refused; a rejected request may be made again, another at the same time not', async () => {
    const { ctx, paymentId } = await bought(105)
    await expect(refundRequests.request(ctx, paymentId, 'x')).rejects.toMatchObject({ code: 'nothing_to_refund' })
    const other = await bought(0)
    await expect(refundRequests.request(ctx, other.paymentId, 'x')).rejects.toMatchObject({ status: 404 })
    const asked = await Promise.allSettled([1, 2, 3].map(() => refundRequests.request(other.ctx, other.paymentId, 'x')))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [request] = (await refundRequests.list(other.ctx, page)).items
    await refundRequests.decide(await admin(), request!.id, 'reject', 'Used for a week.')
    expect((await refundRequests.request(other.ctx, other.paymentId, 'again')).state).toBe('requested')
    const finance = await admin()
    const mine = await refundRequests.listAll(finance, { q: other.ctx.user.email.toUpperCase() }, page)
    expect(mine.items.map(({ state, note }) => [state, note])).toEqual([
      ['requested', ''],
      ['rejected', 'Used for a week.'],
    ])
    expect((await refundRequests.listAll(finance, { q: '%' }, page)).items).toEqual([])
  })

  test('of what was used after it was approved is refused, and the request stays approved', async () => {
    const { ctx, paymentId } = await bought(0)
    const { finance, id } = await approved(ctx, paymentId)
    await credits.settle(ctx, (await credits.hold(ctx, 130, newId())).id)
    const refused = refundRequests.decide(finance, id, 'refund', '')
    await expect(refused).rejects.toMatchObject({ code: 'nothing_to_refund' })
    expect((await refundRequests.list(ctx, page)).items).toMatchObject([{ state: 'approved' }])
    expect(await world.db.select().from(refunds).where(eq(refunds.paymentId, paymentId))).toEqual([])
  })

  test('of two admins at once is paid once', async () => {
    const { ctx, paymentId } = await bought(0)
    const { finance, id } = await approved(ctx, paymentId)
    const done = await Promise.allSettled([1, 2, 3, 4].map(() => refundRequests.decide(finance, id, 'refund', '')))
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await world.db.select().from(refunds).where(eq(refunds.paymentId, paymentId))).toHaveLength(1)
  })

  test('that was made at the gateway itself claws back its share, once', async () => {
    const { ctx, paymentId } = await bought(0)
    const made = {
      id: `rfnd_${newId()}`,
      paymentId,
      amount: 4950,
      currency: 'INR',
      key: '',
      status: 'processed' as const,
    }
    for (let times = 0; times < 3; times++) await observe(asSystem(world), made)
    expect((await credits.balance(ctx)).balance).toBe(25 + 50)
    expect(await world.db.select().from(refunds).where(eq(refunds.paymentId, paymentId))).toMatchObject([
      { cause: 'gateway', state: 'refunded', credits: 55 },
    ])
  })
})

describe('a membership', () => {
  const buy = (ctx: UserCtx, kind: Plan, period: Period) => buyer.buyPlan({ sandbox }, ctx, kind, period)
  const planCredits = async (ctx: UserCtx) => (await credits.balance(ctx)).plan_credits
  const near = (a: string | Date, b: Date) => Math.abs(Number(new Date(a)) - Number(b)) < 5 * MINUTE

  test('brings its credits each month, which expire at its end', async () => {
    const ctx = await buyer.newBuyer(world)
    const began = now()
    const { status, subscription } = await buy(ctx, 'premium', 'annual')
    expect([status, subscription]).toEqual([
      'active',
      expect.objectContaining({ plan_type: 'premium', is_annual: true, monthly_credits: 2500 }),
    ])
    expect(near(subscription!.current_period_end, addMonths(began, 12))).toBe(true)
    expect(await planCredits(ctx)).toBe(2500)
    await credits.renewAll(world)
    expect(await planCredits(ctx)).toBe(2500)
    clock.ahead += 31 * DAY
    await Promise.all([credits.renewAll(world), credits.renewAll(world)])
    expect(await planCredits(ctx)).toBe(2500)
    const lots = await world.db
      .select()
      .from(creditLots)
      .where(and(eq(creditLots.userId, ctx.user.id), eq(creditLots.kind, 'plan')))
    expect(lots).toHaveLength(2)
    // Nobody ran the job for months: those that are over give nothing, not even for a moment.
    clock.ahead += 100 * DAY
    await credits.renewAll(world)
    expect(await planCredits(ctx)).toBe(2500)
    const given = and(eq(creditLots.userId, ctx.user.id), eq(creditLots.kind, 'plan'))
    expect(await world.db.select().from(creditLots).where(given)).toHaveLength(3)
    clock.ahead += 365 * DAY
    await credits.renewAll(world)
    expect(await planCredits(ctx)).toBe(0)
  })

  test('renewed early is extended; another plan begins after it', async () => {
    const ctx = await buyer.newBuyer(world)
    const began = now()
    await buy(ctx, 'flexible', 'monthly')
    const { subscription } = await buy(ctx, 'flexible', 'monthly')
    expect(near(subscription!.current_period_end, addMonths(addMonths(began, 1), 1))).toBe(true)
    expect(await planCredits(ctx)).toBe(2000)
    const next = await buy(ctx, 'premium', 'monthly')
    expect(next.subscription).toMatchObject({
      plan_type: 'flexible',
      current_period_end: subscription!.current_period_end,
    })
    clock.ahead += 63 * DAY
    await Promise.all([credits.renewAll(world), renewals.end(world)])
    expect(await subscriptions.current(ctx)).toMatchObject({ plan_type: 'premium', monthly_credits: 2500 })
    // What both months of Flexible left over keeps for two more.
    expect(await planCredits(ctx)).toBe(2500 + 2 * 2000)
  })

  test('of Flexible keeps what a month leaves over for two more, the oldest spent first', async () => {
    const ctx = await buyer.newBuyer(world)
    const began = now()
    const { paymentId } = await buy(ctx, 'flexible', 'annual')
    const spend = async (count: number) => credits.settle(ctx, (await credits.hold(ctx, count, newId())).id)
    // The 25 of the trial end before and go first.
    await spend(500)
    clock.ahead += 32 * DAY
    expect(await planCredits(ctx)).toBe(1525 + 2000)
    await spend(300)
    const ends = (await credits.balance(ctx)).expiring.map(({ credits, expires_at }) => [
      credits,
      near(expires_at, addMonths(began, 3)),
    ])
    expect(ends[0]).toEqual([1225, true])
    clock.ahead += 31 * DAY
    expect(await planCredits(ctx)).toBe(1225 + 2 * 2000)
    const { items } = await history.list(ctx, { limit: 50, cursor: null })
    const given = items.flatMap(({ note, expires_at }) => (note === 'plan:flexible' ? [expires_at!] : []))
    expect(given.toReversed().map((ends, month) => near(ends, addMonths(began, month + 3)))).toEqual([true, true, true])
    // A refund covers the month that runs and those to come; what earlier months left over was paid for and stays.
    const { finance, id } = await approved(ctx, paymentId)
    const { refund } = await refundRequests.decide(finance, id, 'refund', '')
    expect(refund).toMatchObject({ amount: (1_535_040 * 10) / 12, credits: 2000 })
    expect(await planCredits(ctx)).toBe(1225 + 2000)
    clock.ahead += 31 * DAY
    expect(await planCredits(ctx)).toBe(2000)
    clock.ahead += 31 * DAY
    expect(await planCredits(ctx)).toBe(0)
  })

  test('costs and brings what was quoted, though settings changed before it was paid', async () => {
    const ctx = await buyer.newBuyer(world)
    const first = await buy(ctx, 'flexible', 'monthly')
    const { order } = await orderPlan(ctx, 'flexible', 'annual')
    const { prices, plans, carry_over, ...others } = ctx.settings()
    const dearer = {
      ...others,
      prices: { ...prices, flexible_monthly: 5000, flexible_annual: 50_000 },
      plans: { ...plans, flexible: 1 },
      carry_over: { ...carry_over, flexible: 0 },
    }
    const later = { ...ctx, settings: () => dearer }
    const payment = await buyer.payAt(sandbox, order.id)
    const proof = buyer.confirmation(sandbox, { order, credits: { base: 0, bonus: 0, total: 0 } }, payment)
    await confirmPlan(later, proof)
    const periods = await world.db.select().from(subscriptionPeriods).where(eq(subscriptionPeriods.userId, ctx.user.id))
    expect(periods).toMatchObject(Array(2).fill({ monthlyCredits: 2000, carryMonths: 2 }))
    const { items } = await invoices.list(later, page)
    expect(items.map(({ payment_id, gross }) => [payment_id, gross])).toEqual([
      [payment.id, 1_535_040],
      [first.paymentId, 159_900],
    ])
    expect(await orderPlan(later, 'flexible', 'monthly')).toMatchObject({ order: { amount: 500_000 } })
  })

  test('reminds at 30 and at 7 days, ends, and is gone a month later', async () => {
    const ctx = await buyer.newBuyer(world)
    await buy(ctx, 'premium', 'annual')
    const told = async () => {
      await Promise.all([renewals.remind(world), renewals.remind(world), renewals.end(world)])
      const sent = await world.db.select().from(mails).where(eq(mails.to, ctx.user.email)).orderBy(mails.id)
      return sent.filter(({ kind }) => kind.startsWith('membership')).map(({ subject }) => subject)
    }
    expect(await told()).toEqual([])
    clock.ahead += 336 * DAY
    expect(await told()).toEqual([expect.stringMatching(/^Your Premium membership ends in (29|30) days$/)])
    expect(await told()).toHaveLength(1)
    clock.ahead += 23 * DAY
    expect(await told()).toHaveLength(2)
    clock.ahead += 10 * DAY
    expect((await told()).at(-1)).toBe('Your Premium membership has ended')
    expect(await told()).toHaveLength(3)
    expect(await subscriptions.current(ctx)).toMatchObject({ plan_type: 'premium' })
    clock.ahead += 31 * DAY
    expect(await subscriptions.current(ctx)).toBeNull()
  })

  test('that is paid back ends, counting the months that are over as used', async () => {
    const ctx = await buyer.newBuyer(world)
    const { paymentId } = await buy(ctx, 'premium', 'annual')
    clock.ahead += 32 * DAY
    await credits.renewAll(world)
    await credits.settle(ctx, (await credits.hold(ctx, 500, newId())).id)
    const { finance, id } = await approved(ctx, paymentId)
    const { refund } = await refundRequests.decide(finance, id, 'refund', '')
    // The first month is over, and of the second 500 were used: they expire before the trial.
    expect(refund).toMatchObject({ amount: (1_535_040 * (30_000 - 3000)) / 30_000, credits: 2000 })
    expect(await planCredits(ctx)).toBe(0)
    const [period] = await world.db
      .select()
      .from(subscriptionPeriods)
      .where(eq(subscriptionPeriods.paymentId, paymentId))
    expect(period).toMatchObject({ granted: 2, endedAt: expect.any(Date), endedBy: expect.any(String) })
    expect(Number(new Date((await subscriptions.current(ctx))!.current_period_end))).toBeLessThanOrEqual(Number(now()))
  })
})
