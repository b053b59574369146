import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { AppError } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { DAY, MINUTE } from '#base/time.ts'
import { creditEntries, creditLots, users } from '#db/schema/index.ts'
import { testWorld } from '../../tests/support/world.ts'
import type { UserCtx } from '../ctx.ts'
import { clawBack, giveBack } from './clawback.ts'
import * as credits from './credits.ts'
import { deduct } from './deduction.ts'
import type { LotKind } from './rules/lot.ts'
import { refundable } from './rules/refund.ts'

/**
 * The ledger against a plain model: one list of single credits, each with its own fate. It shares no code and no shape with the
 * ledger, so that a mistake has to be made twice to pass.
 */
type Credit = { lot: number; rank: number; expires: number; state: 'free' | 'spent' | 'expired' | 'returned' | number }

class Model {
  credits: Credit[] = []
  holds: { state: 'open' | 'settled' | 'released'; beat: number; size: number }[] = []
  lots = 0

  give(rank: number, count: number, expires: number, now: number): number {
    const lot = this.lots++
    for (let i = 0; i < count; i++) this.credits.push({ lot, rank, expires, state: 'free' })
    this.wither(now)
    return lot
  }
  wither(now: number) {
    for (const credit of this.credits) if (credit.state === 'free' && credit.expires <= now) credit.state = 'expired'
  }
  burning = (of: (credit: Credit) => boolean) =>
    this.credits
      .filter((credit) => credit.state === 'free' && of(credit))
      .sort((a, b) => a.expires - b.expires || a.rank - b.rank || a.lot - b.lot)
  hold(count: number, now: number): boolean {
    this.wither(now)
    const free = this.burning(() => true)
    if (free.length < count) return false
    for (const credit of free.slice(0, count)) credit.state = this.holds.length
    this.holds.push({ state: 'open', beat: now, size: count })
    return true
  }
  close(index: number, to: 'settled' | 'released', now: number) {
    const hold = this.holds[index]!
    if (hold.state === 'open') {
      hold.state = to
      for (const credit of this.credits) if (credit.state === index) credit.state = to === 'settled' ? 'spent' : 'free'
    }
    this.wither(now)
    return hold.state === 'settled' ? hold.size : 0
  }
  takeBack(lots: number[], most: number, now: number): Credit[] {
    this.wither(now)
    const taken = this.burning((credit) => lots.includes(credit.lot)).slice(0, most)
    for (const credit of taken) credit.state = 'returned'
    return taken
  }
  /** An admin takes away: all of it or nothing. */
  deduct(count: number, now: number): boolean {
    this.wither(now)
    const free = this.burning(() => true)
    if (free.length >= count) for (const credit of free.slice(0, count)) credit.state = 'returned'
    return free.length >= count
  }
  restore(taken: Credit[], now: number) {
    for (const credit of taken) credit.state = 'free'
    this.wither(now)
  }
  count = (state: 'free' | 'held' | 'spent' | 'expired' | 'returned') =>
    this.credits.filter((credit) => (state === 'held' ? typeof credit.state === 'number' : credit.state === state))
      .length
}

const RANKS: Record<LotKind, number> = { trial: 0, plan: 0, granted: 1, bonus: 1, purchased: 2 }
const kinds: LotKind[] = ['trial', 'plan', 'granted', 'bonus', 'purchased']
const anyStep = fc.oneof(
  fc.record({
    do: fc.constant('grant' as const),
    kind: fc.constantFrom(...kinds),
    credits: fc.integer({ min: 1, max: 9 }),
    days: fc.integer({ min: 0, max: 5 }),
    twice: fc.boolean(),
  }),
  fc.record({ do: fc.constant('buy' as const), credits: fc.integer({ min: 2, max: 9 }) }),
  fc.record({ do: fc.constant('hold' as const), credits: fc.integer({ min: 1, max: 14 }), twice: fc.boolean() }),
  fc.record({ do: fc.constantFrom('settle' as const, 'release' as const, 'heartbeat' as const), which: fc.nat(5) }),
  fc.record({ do: fc.constant('refund' as const), which: fc.nat(3) }),
  fc.record({
    do: fc.constant('claw' as const),
    which: fc.nat(5),
    and: fc.nat(5),
    most: fc.integer({ min: 1, max: 12 }),
  }),
  fc.record({ do: fc.constant('deduct' as const), credits: fc.integer({ min: 1, max: 14 }), twice: fc.boolean() }),
  fc.record({ do: fc.constant('restore' as const), which: fc.nat(3) }),
  fc.record({ do: fc.constant('expire' as const) }),
  fc.record({ do: fc.constant('sweep' as const) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(MINUTE, 5 * MINUTE, DAY, 3 * DAY, 80 * DAY) }),
)

type Bought = { keys: string[]; lots: number[]; size: number; all: number; refunded: boolean }
const BATCH = 50

/** A history of one account, told to the ledger and to the model; both must say the same after each step. */
class History {
  now = Date.parse('2026-01-01T00:00:00Z')
  model = new Model()
  holds: string[] = []
  grants: { key: string; lot: number }[] = []
  purchases: Bought[] = []
  clawbacks: { key: string; taken: Credit[] }[] = []

  constructor(readonly ctx: UserCtx) {}

  async open() {
    await credits.ensureAccount(this.ctx, this.ctx.user.id)
    this.model.give(0, 25, this.now + 90 * DAY, this.now)
  }
  async run(step: typeof anyStep extends fc.Arbitrary<infer D> ? D : never) {
    // A millisecond between steps tells the lots of one date apart.
    this.now += 1
    const { ctx, model, now } = this
    const userId = ctx.user.id
    if (step.do === 'wait') this.now += step.ms
    else if (step.do === 'expire') await credits.renew(ctx, userId)
    else if (step.do === 'sweep') {
      await credits.releaseAbandoned(ctx, userId)
      model.holds.forEach((hold, index) => {
        if (hold.state === 'open' && hold.beat < now - 2 * MINUTE) model.close(index, 'released', now)
      })
    } else if (step.do === 'grant') await this.grant(step.kind, step.credits, now + step.days * DAY, step.twice)
    else if (step.do === 'buy') await this.buy(step.credits)
    else if (step.do === 'hold') await this.hold(step.credits, step.twice)
    else if (step.do === 'claw') await this.claw(step.which, step.and, step.most)
    else if (step.do === 'refund') await this.refund(step.which)
    else if (step.do === 'deduct') await this.deduct(step.credits, step.twice)
    else if (step.do === 'restore') await this.restore(step.which)
    else await this.close(step.do, step.which)
  }
  async grant(kind: LotKind, count: number, expires: number, twice = false) {
    const key = newId()
    const what = { kind, credits: count, expiresAt: new Date(expires), key }
    expect(await credits.grant(this.ctx, this.ctx.user.id, what)).toBe(true)
    if (twice) expect(await credits.grant(this.ctx, this.ctx.user.id, what)).toBe(false)
    this.grants.push({ key, lot: this.model.give(RANKS[kind], count, expires, this.now) })
    return this.grants.at(-1)!
  }
  async buy(count: number) {
    const expires = this.now + 365 * DAY
    const main = await this.grant('purchased', count, expires)
    this.now += 1
    const bonus = await this.grant('bonus', 1, expires)
    const [keys, lots] = [
      [main.key, bonus.key],
      [main.lot, bonus.lot],
    ]
    this.purchases.push({ keys, lots, size: count, all: count + 1, refunded: false })
  }
  async hold(count: number, twice: boolean) {
    const purpose = `message:${newId()}`
    const held = await credits.hold(this.ctx, count, purpose).catch((error: unknown) => error)
    if (!this.model.hold(count, this.now)) expect((held as AppError).code).toBe('insufficient_credits')
    else {
      this.holds.push((held as credits.Hold).id)
      if (twice) expect(await credits.hold(this.ctx, count, purpose)).toEqual(held as credits.Hold)
    }
  }
  /** Takes back of one grant or two: never more than `most` altogether, what burns first before the rest. */
  async claw(which: number, and: number, most: number) {
    if (this.grants.length === 0) return
    const grants = [which, and].map((index) => this.grants[index % this.grants.length]!)
    const what = { grants: grants.map(({ key }) => key), most, key: newId(), note: '' }
    const taken = this.model.takeBack(
      grants.map(({ lot }) => lot),
      most,
      this.now,
    )
    expect(await clawBack(this.ctx, this.ctx.user.id, what)).toBe(taken.length)
    if (taken.length > 0) expect(await clawBack(this.ctx, this.ctx.user.id, what)).toBe(taken.length)
    this.clawbacks.push({ key: what.key, taken })
  }
  async deduct(count: number, twice: boolean) {
    const what = { credits: count, key: newId(), note: '' }
    const taken = await deduct(this.ctx, this.ctx.user.id, what).catch((error: unknown) => error)
    if (!this.model.deduct(count, this.now)) {
      const { code, details } = taken as AppError
      expect([code, details]).toEqual([
        'too_few_credits',
        { balance: this.model.count('free'), held: this.model.count('held') },
      ])
      return
    }
    expect(taken).toBe(true)
    if (twice) expect(await deduct(this.ctx, this.ctx.user.id, what)).toBe(false)
  }
  /** The refund of a clawback failed: what it took comes back to its lots, once. */
  async restore(which: number) {
    if (this.clawbacks.length === 0) return
    const { key, taken } = this.clawbacks[which % this.clawbacks.length]!
    const again = taken.splice(0)
    this.model.restore(again, this.now)
    expect(await giveBack(this.ctx, this.ctx.user.id, [key, newId()], '')).toBe(again.length)
    expect(await giveBack(this.ctx, this.ctx.user.id, [key], '')).toBe(0)
  }
  /** What goes back is what the model has left of the purchase, by the formula as the specification writes it. */
  async refund(which: number) {
    const bought = this.purchases[which % Math.max(1, this.purchases.length)]
    if (!bought || bought.refunded) return
    bought.refunded = true
    const taken = this.model.takeBack(bought.lots, Number.POSITIVE_INFINITY, this.now)
    const key = newId()
    expect(await clawBack(this.ctx, this.ctx.user.id, { grants: bought.keys, key, note: '' })).toBe(taken.length)
    const used = bought.all - taken.length
    this.clawbacks.push({ key, taken })
    const fraction = (bought.size - Math.min(bought.size, used)) / bought.size
    expect(refundable(9900 * bought.size, bought.size, used)).toBe(Math.round(9900 * bought.size * fraction))
  }
  async close(how: 'settle' | 'release' | 'heartbeat', which: number) {
    if (this.holds.length === 0) return
    const { ctx, model, now } = this
    const index = which % this.holds.length
    const hold = model.holds[index]!
    if (how === 'heartbeat') {
      await credits.heartbeats(ctx, [this.holds[index]!])
      if (hold.state === 'open') hold.beat = now
      return
    }
    const charged = model.close(index, how === 'settle' ? 'settled' : 'released', now)
    const close = how === 'settle' ? credits.settle : credits.release
    expect(await close(ctx, this.holds[index]!)).toEqual({ charged, balance: model.count('free') })
  }
  /** Balance, accounts, lots and entries tell the story of the model, to the credit. */
  async check() {
    const { ctx, model } = this
    model.wither(this.now)
    const shown = await credits.balance(ctx)
    expect([shown.balance, shown.held]).toEqual([model.count('free'), model.count('held')])
    expect(shown.expiring.reduce((sum, lot) => sum + lot.credits, 0)).toBe(shown.balance)
    await credits.renew(ctx, ctx.user.id)
    const entered = (side: string) => sql<string>`coalesce(sum(amount) filter (where side = ${side}), 0)`
    const rows = await ctx.db
      .select({
        id: creditEntries.lotId,
        free: entered('free'),
        held: entered('held'),
        spent: entered('spent'),
        expired: entered('expired'),
        returned: entered('returned'),
        all: sql<string>`sum(amount)`,
      })
      .from(creditEntries)
      .where(eq(creditEntries.userId, ctx.user.id))
      .groupBy(creditEntries.lotId)
      .orderBy(creditEntries.lotId)
    expect(rows.reduce((sum, row) => sum + Number(row.all), 0)).toBe(0)
    const lots = await ctx.db.select().from(creditLots).where(eq(creditLots.userId, ctx.user.id)).orderBy(creditLots.id)
    const told = lots.map((lot, index) => {
      const row = rows.find(({ id }) => id === lot.id)!
      expect([lot.remaining, lot.held]).toEqual([Number(row.free), Number(row.held)])
      return [index, Number(row.free), Number(row.held), Number(row.spent), Number(row.expired), Number(row.returned)]
    })
    const count = (lot: number, is: (state: Credit['state']) => boolean) =>
      model.credits.filter((credit) => credit.lot === lot && is(credit.state)).length
    const states = ['spent', 'expired', 'returned'] as const
    expect(told).toEqual(
      Array.from({ length: model.lots }, (_, lot) => [
        lot,
        count(lot, (state) => state === 'free'),
        count(lot, (state) => typeof state === 'number'),
        ...states.map((name) => count(lot, (state) => state === name)),
      ]),
    )
  }
}

test('random histories of accounts end as the plain model says', async () => {
  const world = await testWorld()
  // A few seconds of either database. LEDGER_HISTORIES=5000 plays as many as a release wants (bench/README.md).
  const lanes = world.database.kind === 'postgres' ? 12 : 2
  const runs = Number(process.env.LEDGER_HISTORIES ?? 80)
  const people: string[] = []
  const person = async () => {
    if (people.length === 0) {
      const ids = Array.from({ length: BATCH }, () => newId())
      await world.db.insert(users).values(ids.map((id) => ({ id, email: `${id}@ledger.test`, name: '' })))
      // Only now: the other lanes take from here at once.
      people.push(...ids)
    }
    return people.pop()!
  }
  const property = fc.asyncProperty(fc.array(anyStep, { maxLength: 9 }), async (steps) => {
    const userId = await person()
    const user = {
      id: userId,
      email: '',
      name: '',
      emailVerified: true,
      image: null,
      adminRoles: [],
      theme: '' as const,
      locale: '',
      currency: 'INR',
      twoFactorEnabled: false,
      keepSignedIn: true,
      instructions: '',
    }
    const actor = { userId, via: 'session' as const, ip: null, requestId: userId }
    const history: History = new History({ ...world, now: () => new Date(history.now), user, actor } as UserCtx)
    await history.open()
    for (const step of steps) await history.run(step)
    await history.check()
  })
  // Lanes run beside each other, each with its own seed, which a failure names.
  const { seed = 1 } = fc.readConfigureGlobal()
  const lane = (_: unknown, at: number) => fc.assert(property, { numRuns: Math.ceil(runs / lanes), seed: seed + at })
  await Promise.all(Array.from({ length: lanes }, lane))
}, 900_000)
