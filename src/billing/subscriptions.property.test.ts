import { expect, test } from 'bun:test'
import { and, eq, isNull, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { newId } from '#base/ids.ts'
import { DAY, HOUR } from '#base/time.ts'
import { inTransaction } from '#db/connect.ts'
import type { OrderRow } from '#db/schema/index.ts'
import { creditTransactions, refundRequests, refunds, subscriptionPeriods } from '#db/schema/index.ts'
import { DEFAULT_SETTINGS } from '#records/rules/setting.ts'
import * as buyer from '../../tests/support/buyer.ts'
import { testWorld } from '../../tests/support/world.ts'
import type { UserCtx, World } from '../ctx.ts'
import * as credits from './credits.ts'
import { fulfil } from './fulfil.ts'
import { observe, takeBack } from './refunds.ts'
import { addMonths, type Period, type Plan, type PlanQuote, planQuote, planTerms } from './rules/plan.ts'
import * as subscriptions from './subscriptions.ts'
import { asSystem } from './system.ts'
import * as upgrades from './upgrades.ts'

const SETTINGS = { ...DEFAULT_SETTINGS, plans: { premium: 1000, flexible: 300 } }
const TERMS = planTerms(SETTINGS)

/** What somebody bought: it runs until `monthEnd`, waits its turn (`monthEnd` null, `rest` of a begun month left), or is out of the queue. */
type Bought = {
  number: number
  plan: Plan
  months: number
  begun: number
  monthEnd: number | null
  rest: number
  /** Of the whole, while it runs. */
  end: number
  served: number
  /** Paise: its price, what of that was credited, and what the gateway paid back of the rest. */
  price: number
  credit: number
  partly: number
  /** Of an upgrade: what it took the place of, the credits that its credit stands for, and those that it took back. */
  instead: Bought | null
  stands: number
  back: number
  /** The upgrade that it made way for. */
  gaveWay: Bought | null
}
/** What an upgrade costs by the model. */
type Offered = { credit: number; stands: number }
type Lot = { of: Bought | null; month: number; free: number; expires: number; taken: number }

/**
 * Memberships as a queue of which the head runs, told month by month. It shares no code and no shape with the product but the
 * calendar, so that a mistake has to be made twice to pass.
 */
class Model {
  queue: Bought[] = []
  all: Bought[] = []
  lots: Lot[]
  now: number
  constructor(readonly began: number) {
    this.now = began
    this.lots = [{ of: null, month: 0, free: 25, expires: began + 90 * DAY, taken: 0 }]
  }
  monthsAfter = (moment: number, count: number) => Number(addMonths(new Date(moment), count))
  /** Runs the queue from one moment to another. */
  run(from: number, to: number) {
    this.now = to
    let at = from
    for (let head = this.queue[0]; head; head = this.queue[0]) {
      if (head.monthEnd === null) this.begin(head, at)
      const until = Math.min(head.monthEnd!, to)
      head.served += until - at
      at = until
      if (head.monthEnd! > to) break
      if (head.begun === head.months) this.queue.shift()
      else this.beginMonth(head)
    }
    for (const lot of this.lots) if (this.expiryOf(lot, to) <= to) lot.free = 0
  }
  begin(it: Bought, at: number) {
    it.monthEnd = at + it.rest
    it.end = this.monthsAfter(it.monthEnd, it.months - it.begun)
    it.rest = 0
    if (it.begun === 0) this.beginMonth(it)
  }
  /** Months are counted back from the end of the whole. */
  beginMonth(it: Bought) {
    it.begun += 1
    it.monthEnd = this.monthsAfter(it.end, it.begun - it.months)
    this.lots.push({
      of: it,
      month: it.begun,
      free: TERMS[it.plan].monthly_credits,
      expires: this.kept(it, it.monthEnd),
      taken: 0,
    })
  }
  /** When the credits expire of a month that ends then. */
  kept = (it: Bought, monthEnd: number) => this.monthsAfter(monthEnd, TERMS[it.plan].carry_months)
  /** When each of the queue ends, if nothing else is bought. */
  ends(now: number): Map<Bought, { monthEnd: number; end: number }> {
    let at = now
    const told = new Map<Bought, { monthEnd: number; end: number }>()
    for (const it of this.queue) {
      const monthEnd = it.monthEnd ?? at + it.rest
      at = it.monthEnd === null ? this.monthsAfter(monthEnd, it.months - it.begun) : it.end
      told.set(it, { monthEnd, end: at })
    }
    return told
  }
  expiryOf(lot: Lot, now: number): number {
    const of = lot.of && lot.month === lot.of.begun ? this.ends(now).get(lot.of) : undefined
    if (of) lot.expires = this.kept(lot.of!, of.monthEnd)
    return lot.expires
  }
  sort() {
    const rank = (it: Bought) => (it.monthEnd !== null ? 0 : it.begun > 0 ? 1 : 2)
    this.queue.sort((a, b) => rank(a) - rank(b) || a.number - b.number)
  }
  buy(plan: Plan, months: number, now: number, instead: (Offered & { of: Bought }) | null = null): Bought {
    const it: Bought = {
      number: this.all.length,
      ...{ plan, months, begun: 0, monthEnd: null, rest: 0, end: 0, served: 0, partly: 0, back: 0, gaveWay: null },
      price: TERMS[plan].prices[months === 12 ? 'annual' : 'monthly'],
      credit: instead?.credit ?? 0,
      stands: instead?.stands ?? 0,
      instead: instead?.of ?? null,
    }
    this.all.push(it)
    if (instead) this.giveWay(it, now)
    if (instead) this.queue.unshift(it)
    else this.queue.push(it)
    this.run(now, now)
    return it
  }
  /** What an upgrade of the head costs: the smaller of two plain fractions is credited. Null where it cannot be made. */
  offer(plan: Plan, months: number): (Offered & { of: Bought }) | null {
    const [head] = this.queue
    if (!head) return null
    const worse = (head.plan === 'premium' && plan === 'flexible') || head.months > months
    if (worse || (head.plan === plan && head.months === months)) return null
    const bought = head.months * TERMS[head.plan].monthly_credits
    const days = Math.round((head.end - this.monthsAfter(head.end, -head.months)) / DAY)
    const unused = Math.min(days, Math.floor((head.end - this.now) / DAY))
    const cost = Math.max(0, head.price - head.partly)
    const credit = Math.min(Math.floor((cost * unused) / days), Math.floor((cost * this.left(head)) / bought))
    const stands = cost === 0 ? 0 : Math.ceil((credit * bought) / cost)
    return { of: head, credit, stands }
  }
  /** The plan that an upgrade replaces stands aside with its rest; credits that its credit stands for are taken from its last month. */
  giveWay(it: Bought, now: number) {
    const old = it.instead!
    const [lot] = this.refunded(old)
    it.back = Math.min(lot!.free, Math.max(0, it.stands - (old.months - old.begun) * TERMS[old.plan].monthly_credits))
    lot!.free -= it.back
    old.gaveWay = it
    this.leave(old, now)
  }
  leave(it: Bought, now: number) {
    if (it.monthEnd !== null) [it.rest, it.monthEnd] = [it.monthEnd - now, null]
    this.queue = this.queue.filter((other) => other !== it)
  }
  /** What was upgraded goes on, since the upgrade is paid back. */
  comeBack(it: Bought) {
    const old = it.instead
    if (old?.gaveWay !== it) return
    old.gaveWay = null
    this.queue.push(old)
    this.sort()
    for (const lot of this.refunded(old)) lot.free += it.back
  }
  lotsOf = (it: Bought) => this.lots.filter(({ of }) => of === it)
  /** What a refund covers: the month that has begun, and nothing when all is over. Earlier months are used, and keep what they left over. */
  refunded = (it: Bought) => (this.queue.includes(it) ? this.lotsOf(it).filter(({ month }) => month === it.begun) : [])
  left = (it: Bought) =>
    this.refunded(it).reduce((sum, { free }) => sum + free, 0) + (it.months - it.begun) * TERMS[it.plan].monthly_credits
  /** What a refund pays, in paise: never more than was paid and has not gone back. */
  worth(it: Bought): number {
    if (it.gaveWay) return 0
    const unused = Math.floor((it.price * this.left(it)) / (it.months * TERMS[it.plan].monthly_credits)) - it.credit
    return Math.max(0, Math.min(unused, it.price - it.credit - it.partly))
  }
  /** @param all everything is taken: whoever paid back did so without asking what is left */
  refund(it: Bought, all: boolean, now: number) {
    for (const lot of all ? this.lotsOf(it) : this.refunded(it)) [lot.taken, lot.free] = [lot.free, 0]
    this.leave(it, now)
    this.comeBack(it)
    this.run(now, now)
  }
  restore(it: Bought, wasOver: boolean, now: number) {
    if (!wasOver) {
      if (it.instead && this.queue.includes(it.instead)) this.giveWay(it, now)
      this.queue.push(it)
    }
    this.sort()
    for (const lot of this.lotsOf(it)) [lot.free, lot.taken] = [lot.free + lot.taken, 0]
    this.run(now, now)
  }
  spend(count: number, now: number): boolean {
    const free = this.lots.filter((lot) => lot.free > 0)
    if (free.reduce((sum, lot) => sum + lot.free, 0) < count) return false
    free.sort((a, b) => this.expiryOf(a, now) - this.expiryOf(b, now))
    let left = count
    for (const lot of free) {
      const used = Math.min(lot.free, left)
      lot.free -= used
      left -= used
    }
    return true
  }
}

const choice = {
  plan: fc.constantFrom<Plan>('premium', 'flexible'),
  period: fc.constantFrom<Period>('monthly', 'annual'),
}
const anyStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('buy' as const), ...choice }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('upgrade' as const), ...choice }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      which: fc.nat(4),
      how: fc.constantFrom('us', 'gateway'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fail' as const), which: fc.nat(4) }) },
  fc.record({ do: fc.constant('partly' as const), which: fc.nat(4), fails: fc.boolean() }),
  fc.record({ do: fc.constant('spend' as const), credits: fc.constantFrom(1, 20, 400) }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(HOUR, 5 * DAY, 29 * DAY, 31 * DAY, 70 * DAY, 366 * DAY),
    }),
  },
)
type Step = typeof anyStep extends fc.Arbitrary<infer D> ? D : never
type Sale = { order: OrderRow; paymentId: string; bought: Bought; refund: { id: string; wasOver: boolean } | null }

class History {
  now = Date.parse('2026-01-30T00:00:00Z')
  model = new Model(this.now)
  sales: Sale[] = []
  ctx: UserCtx
  world: World

  constructor(base: World, ctx: UserCtx) {
    this.world = { ...base, now: () => new Date(this.now), settings: () => SETTINGS }
    this.ctx = { ...ctx, now: this.world.now, settings: this.world.settings }
  }
  /** Someone else's steps and those of the clock. */
  async run(step: Step) {
    this.pass(1)
    if (step.do === 'wait') this.pass(step.ms)
    else if (step.do === 'buy') await this.buy(planQuote(step.plan, step.period, TERMS))
    else if (step.do === 'upgrade') await this.upgrade(step.plan, step.period)
    else if (step.do === 'spend') await this.spend(step.credits)
    else {
      const sale = this.sales[step.which % Math.max(1, this.sales.length)]
      if (!sale) return
      if (step.do === 'fail') await this.fail(sale)
      else if (step.do === 'partly') await this.partly(sale, step.fails)
      else if (!sale.refund && step.how === 'us') await this.refund(sale)
      // Of what was upgraded it ends the upgrade too: its own test has that.
      else if (!sale.refund && !sale.bought.gaveWay) await this.refundAtGateway(sale)
    }
    await this.check()
  }
  pass(ms: number) {
    this.model.run(this.now, this.now + ms)
    this.now += ms
  }
  async buy(quote: PlanQuote, instead: ReturnType<Model['offer']> = null) {
    const paid = await inTransaction(asSystem(this.world), async (ctx) => {
      const paid = await buyer.paidPlan(ctx, this.ctx.user.id, quote)
      await fulfil(ctx, paid.order, paid.paymentId)
      return paid
    })
    const bought = this.model.buy(quote.plan_type, quote.months, this.now, instead)
    this.sales.push({ ...paid, bought, refund: null })
  }
  async upgrade(plan: Plan, period: Period) {
    const offered = this.model.offer(plan, period === 'annual' ? 12 : 1)
    const quote = await upgrades.offer(this.ctx, plan, period).catch(() => null)
    const price = TERMS[plan].prices[period]
    expect(quote && [quote.amount, quote.upgrade.credit]).toEqual(
      offered && price - offered.credit >= 100 ? [price - offered.credit, offered.credit] : null,
    )
    if (quote) await this.buy(quote, offered)
  }
  async spend(count: number) {
    const held = await credits.hold(this.ctx, count, newId()).catch(() => null)
    expect(held !== null).toBe(this.model.spend(count, this.now))
    if (held) await credits.settle(this.ctx, held.id)
  }
  async refund(sale: Sale) {
    const { order, paymentId, bought } = sale
    const decided = { state: 'refunded' as const, decidedAt: this.world.now() }
    const expected = this.model.worth(bought)
    const { amount } = await inTransaction(asSystem(this.world), async (ctx) => {
      const [request] = await ctx.db
        .insert(refundRequests)
        .values({ userId: order.userId, paymentId, reason: 'x', ...decided })
        .returning()
      const back = await takeBack(ctx, order, paymentId, request!.id)
      if (back.amount === 0) await ctx.db.delete(refundRequests).where(eq(refundRequests.id, request!.id))
      return back
    })
    expect(amount).toBe(expected)
    if (amount === 0) return
    const [made] = await this.world.db
      .select()
      .from(refunds)
      .where(and(eq(refunds.paymentId, paymentId), eq(refunds.state, 'waiting')))
    this.note(sale, made!.id, false)
  }
  async refundAtGateway(sale: Sale) {
    const id = `rfnd_${newId()}`
    await this.hear(sale, id, sale.order.amount, 'processed')
    this.note(sale, id, true)
  }
  note(sale: Sale, id: string, all: boolean) {
    sale.refund = { id, wasOver: !this.model.queue.includes(sale.bought) }
    this.model.refund(sale.bought, all, this.now)
  }
  async fail(sale: Sale) {
    if (!sale.refund) return
    const { id, wasOver } = sale.refund
    sale.refund = null
    for (let times = 0; times < 2; times++) await this.hear(sale, id, sale.order.amount, 'failed')
    // Somebody whose request failed may ask again.
    await this.world.db
      .update(refundRequests)
      .set({ state: 'rejected' })
      .where(eq(refundRequests.paymentId, sale.paymentId))
    this.model.restore(sale.bought, wasOver, this.now)
  }
  /** A part that the gateway pays back ends no membership, nor does a second refund of what ended; their failure brings none back. */
  async partly(sale: Sale, fails: boolean) {
    // The rest of some upgrades costs so little that this would be all of it.
    if (sale.order.amount <= 100 + sale.bought.partly) return
    // The gateway pays nothing back twice: a second refund of all of it does not last.
    const ends = fails || sale.refund !== null
    if (!ends) sale.bought.partly += 100
    const id = `rfnd_${newId()}`
    const amount = sale.refund ? sale.order.amount : 100
    await this.hear(sale, id, amount, 'processed')
    if (ends) await this.hear(sale, id, amount, 'failed')
  }
  hear = ({ paymentId }: Sale, id: string, amount: number, status: 'processed' | 'failed') =>
    observe(asSystem(this.world), {
      id: id.startsWith('rfnd_') ? id : `rfnd_${id}`,
      paymentId,
      amount,
      currency: 'INR',
      key: id,
      status,
    })

  async check() {
    const { ctx, model, now } = this
    const [shown, balance] = [await subscriptions.current(ctx), await credits.balance(ctx)]
    const ends = [...model.ends(now)]
    const [head] = model.queue
    if (!head) expect(shown === null || Date.parse(shown.current_period_end) <= now).toBe(true)
    else {
      const other = ends.findIndex(([it]) => it.plan !== head.plan)
      const until = ends.at(other < 0 ? -1 : other - 1)![1].end
      expect(shown).toMatchObject({
        plan_type: head.plan,
        is_annual: head.months === 12,
        current_period_end: new Date(until).toISOString(),
      })
    }
    for (const lot of model.lots) model.expiryOf(lot, now)
    const free = (lots: Lot[]) => lots.reduce((sum, lot) => sum + lot.free, 0)
    expect([balance.balance, balance.plan_credits]).toEqual([
      free(model.lots),
      free(model.lots.filter(({ of }) => of !== null)),
    ])
    await this.demandOrder()
  }
  /** What must hold whatever the model says. */
  async demandOrder() {
    const { world, ctx, sales, model } = this
    const mine = and(eq(subscriptionPeriods.userId, ctx.user.id), isNull(subscriptionPeriods.endedAt))
    const live = await world.db.select().from(subscriptionPeriods).where(mine).orderBy(subscriptionPeriods.startsAt)
    const paid = sales.filter(({ refund, bought }) => !refund && !bought.gaveWay).map(({ paymentId }) => paymentId)
    const overWhenRefunded = sales.filter(({ refund }) => refund?.wasOver).map(({ paymentId }) => paymentId)
    expect(live.map(({ paymentId }) => paymentId).sort()).toEqual([...paid, ...overWhenRefunded].sort())
    for (const [index, { startsAt }] of live.entries())
      if (index > 0) expect(startsAt >= live[index - 1]!.endsAt).toBe(true)
    for (const it of model.all) expect(it.served).toBeLessThanOrEqual(it.months * 31 * DAY)
    const all = await world.db
      .select({
        months: sql<number>`case when is_annual then 12 else 1 end`,
        granted: subscriptionPeriods.granted,
        grants: sql<number>`(select count(*)::int from ${creditTransactions} t
          where t.user_id = ${ctx.user.id} and t.idempotency_key like 'plan:' || ${subscriptionPeriods.id} || ':%')`,
      })
      .from(subscriptionPeriods)
      .where(eq(subscriptionPeriods.userId, ctx.user.id))
    for (const { months, granted, grants } of all) {
      expect(granted).toBeLessThanOrEqual(months)
      expect(grants).toBeLessThanOrEqual(granted)
    }
  }
}

test('however plans are bought, refunded and restored, exactly what is paid for is given', async () => {
  const world = await testWorld()
  const property = fc.asyncProperty(fc.array(anyStep, { minLength: 2, maxLength: 12 }), async (steps) => {
    const history = new History(world, await buyer.newBuyer(world))
    await credits.ensureAccount(history.ctx, history.ctx.user.id)
    for (const step of steps) await history.run(step)
  })
  // Each history has the database to itself: a server is asked for its types and locks, the embedded one for the many cases.
  const runs = world.database.kind === 'postgres' ? 12 : 40
  await fc.assert(property, {
    numRuns: Number(process.env.PLAN_HISTORIES ?? runs),
    examples: [
      [
        [
          { do: 'buy', plan: 'premium', period: 'monthly' },
          { do: 'refund', which: 0, how: 'us' },
          { do: 'partly', which: 0, fails: false },
          { do: 'fail', which: 0 },
          { do: 'refund', which: 0, how: 'us' },
          { do: 'upgrade', plan: 'premium', period: 'monthly' },
          { do: 'buy', plan: 'premium', period: 'monthly' },
        ],
      ],
      [
        [
          { do: 'buy', plan: 'premium', period: 'annual' },
          { do: 'refund', which: 0, how: 'us' },
          { do: 'partly', which: 0, fails: true },
        ],
      ],
      [
        [
          { do: 'buy', plan: 'premium', period: 'monthly' },
          { do: 'buy', plan: 'premium', period: 'annual' },
          { do: 'refund', which: 1, how: 'us' },
          { do: 'refund', which: 0, how: 'us' },
        ],
      ],
      [
        [
          { do: 'buy', plan: 'flexible', period: 'monthly' },
          { do: 'wait', ms: 5 * DAY },
          { do: 'upgrade', plan: 'premium', period: 'annual' },
          { do: 'spend', credits: 400 },
          { do: 'refund', which: 1, how: 'us' },
          { do: 'fail', which: 1 },
          { do: 'refund', which: 1, how: 'gateway' },
          { do: 'refund', which: 0, how: 'us' },
        ],
      ],
    ],
  })
}, 900_000)
