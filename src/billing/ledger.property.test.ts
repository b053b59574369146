import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { AppError } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { DAY, MINUTE } from '#base/time.ts'
import { creditAccounts, creditEntries, creditLots, users } from '#db/schema/index.ts'
import { testWorld } from '../../tests/support/world.ts'
import type { UserCtx } from '../ctx.ts'
import * as credits from './credits.ts'
import type { LotKind } from './rules/lot.ts'

/**
 * The ledger against a plain model: one list of single credits, each with its own fate. It shares no code and no shape with the
 * ledger, so that a mistake has to be made twice to pass.
 */
type Credit = { lot: number; rank: number; expires: number; state: 'free' | 'spent' | 'expired' | number }

class Model {
  credits: Credit[] = []
  holds: { state: 'open' | 'settled' | 'released'; beat: number; size: number }[] = []
  lots = 0

  give(rank: number, count: number, expires: number, now: number) {
    const lot = this.lots++
    for (let i = 0; i < count; i++) this.credits.push({ lot, rank, expires, state: 'free' })
    this.wither(now)
  }
  wither(now: number) {
    for (const credit of this.credits) if (credit.state === 'free' && credit.expires <= now) credit.state = 'expired'
  }
  hold(count: number, now: number): boolean {
    this.wither(now)
    const free = this.credits
      .filter((credit) => credit.state === 'free')
      .sort((a, b) => a.expires - b.expires || a.rank - b.rank || a.lot - b.lot)
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
  count = (state: 'free' | 'held' | 'spent' | 'expired') =>
    this.credits.filter((credit) => (state === 'held' ? typeof credit.state === 'number' : credit.state === state))
      .length
}

const RANKS: Record<LotKind, number> = { trial: 0, plan: 0, granted: 1, bonus: 1, purchased: 2 }
const kinds: LotKind[] = ['trial', 'plan', 'granted', 'bonus', 'purchased']
const deed = fc.oneof(
  fc.record({
    do: fc.constant('grant' as const),
    kind: fc.constantFrom(...kinds),
    credits: fc.integer({ min: 1, max: 9 }),
    days: fc.integer({ min: 0, max: 5 }),
    twice: fc.boolean(),
  }),
  fc.record({ do: fc.constant('hold' as const), credits: fc.integer({ min: 1, max: 14 }), twice: fc.boolean() }),
  fc.record({ do: fc.constantFrom('settle' as const, 'release' as const, 'heartbeat' as const), which: fc.nat(5) }),
  fc.record({ do: fc.constant('expire' as const) }),
  fc.record({ do: fc.constant('sweep' as const) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(MINUTE, 5 * MINUTE, DAY, 3 * DAY, 80 * DAY) }),
)

test('random histories of an account end as the plain model says', async () => {
  const world = await testWorld()
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { maxLength: 10 }), async (deeds) => {
      let now = Date.parse('2026-01-01T00:00:00Z')
      const user = {
        id: newId(),
        email: `${newId()}@ledger.test`,
        name: '',
        emailVerified: true,
        image: null,
        adminRoles: [],
        twoFactorEnabled: false,
        keepSignedIn: true,
        theme: '' as const,
        locale: '',
        currency: 'INR',
      }
      await world.db.insert(users).values(user)
      const actor = { userId: user.id, via: 'session' as const, ip: null, requestId: newId() }
      const ctx: UserCtx = { ...world, now: () => new Date(now), user, actor }
      const model = new Model()
      const ids: string[] = []
      await credits.balance(ctx)
      model.give(0, 25, now + 90 * DAY, now)

      for (const step of deeds) {
        // A millisecond between deeds tells the lots of one date apart.
        now += 1
        if (step.do === 'grant') {
          const expires = now + step.days * DAY
          const what = { kind: step.kind, credits: step.credits, expiresAt: new Date(expires), key: newId() }
          expect(await credits.grant(ctx, user.id, what)).toBe(true)
          if (step.twice) expect(await credits.grant(ctx, user.id, what)).toBe(false)
          model.give(RANKS[step.kind], step.credits, expires, now)
        } else if (step.do === 'hold') {
          const purpose = `message:${newId()}`
          const held = await credits.hold(ctx, step.credits, purpose).catch((error: unknown) => error)
          if (model.hold(step.credits, now)) {
            ids.push((held as credits.Hold).id)
            if (step.twice) expect(await credits.hold(ctx, step.credits, purpose)).toEqual(held as credits.Hold)
          } else expect((held as AppError).code).toBe('insufficient_credits')
        } else if (step.do === 'wait') now += step.ms
        else if (step.do === 'expire') await credits.expireLots(ctx)
        else if (step.do === 'sweep') {
          await credits.releaseAbandoned(ctx)
          model.holds.forEach((hold, index) => {
            if (hold.state === 'open' && hold.beat < now - 2 * MINUTE) model.close(index, 'released', now)
          })
        } else if (ids.length > 0) {
          const index = step.which % ids.length
          const hold = model.holds[index]!
          if (step.do === 'heartbeat') {
            expect(await credits.heartbeat(ctx, ids[index]!)).toBe(hold.state === 'open')
            if (hold.state === 'open') hold.beat = now
          } else {
            const charged = model.close(index, step.do === 'settle' ? 'settled' : 'released', now)
            const close = step.do === 'settle' ? credits.settle : credits.release
            expect(await close(ctx, ids[index]!)).toEqual({ charged, balance: model.count('free') })
          }
        }
      }

      model.wither(now)
      const shown = await credits.balance(ctx)
      expect(shown.balance).toBe(model.count('free'))
      expect(shown.held).toBe(model.count('held'))
      expect(shown.expiring.reduce((sum, lot) => sum + lot.credits, 0)).toBe(shown.balance)
      await credits.expireLots(ctx)
      await expectBooksToBalance(ctx, model)
    }),
    // The embedded database pays several times as much for a statement.
    { numRuns: world.database.kind === 'postgres' ? 500 : 200 },
  )
}, 300_000)

/** Accounts, lots and entries tell one story, to the credit. */
async function expectBooksToBalance(ctx: UserCtx, model: Model) {
  const mine = eq(creditEntries.userId, ctx.user.id)
  const sides = await ctx.db
    .select({ side: creditEntries.side, total: sql<string>`sum(${creditEntries.amount})` })
    .from(creditEntries)
    .where(mine)
    .groupBy(creditEntries.side)
  const side = (name: string) => Number(sides.find((row) => row.side === name)?.total ?? 0)
  expect({ free: side('free'), held: side('held'), spent: side('spent'), expired: side('expired') }).toEqual({
    free: model.count('free'),
    held: model.count('held'),
    spent: model.count('spent'),
    expired: model.count('expired'),
  })
  expect(-side('issued')).toBe(model.credits.length)
  const [account] = await ctx.db.select().from(creditAccounts).where(eq(creditAccounts.userId, ctx.user.id))
  expect([account?.balance, account?.held]).toEqual([side('free'), side('held')])
  const entered = (name: string) =>
    sql<string>`(select coalesce(sum(amount), 0) from ${creditEntries} where lot_id = "credit_lots"."id" and side = ${name})`
  const lots = await ctx.db
    .select({ lot: creditLots, free: entered('free'), held: entered('held') })
    .from(creditLots)
    .where(eq(creditLots.userId, ctx.user.id))
    .orderBy(creditLots.id)
  for (const [index, { lot, free, held }] of lots.entries()) {
    const own = model.credits.filter((credit) => credit.lot === index)
    expect([lot.remaining, lot.held]).toEqual([Number(free), Number(held)])
    expect(lot.remaining).toBe(own.filter((credit) => credit.state === 'free').length)
    expect(lot.held).toBe(own.filter((credit) => typeof credit.state === 'number').length)
  }
}
