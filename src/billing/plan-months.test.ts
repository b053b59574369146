import { afterAll, beforeEach, expect, test } from 'bun:test'
import { and, eq, like } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#base/time.ts'
import { creditLots, mails } from '#db/schema/index.ts'
import { createSandbox } from '#outside/sandbox/sandbox.ts'
import * as buyer from '../../tests/support/buyer.ts'
import { signUp, userCtx } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import type { UserCtx, World } from '../ctx.ts'
import { urls } from '../urls.ts'
import * as credits from './credits.ts'
import * as lowBalance from './low-balance.ts'
import * as renewals from './renewals.ts'
import { addMonths } from './rules/plan.ts'
import * as subscriptions from './subscriptions.ts'

/** A clock that only these tests move: what happens at the second at which a month of a plan ends and the next begins. */
const base = await testWorld()
const began = Date.parse('2026-05-10T08:00:00Z')
const clock = { at: began }
const now = () => new Date(clock.at)
const sandbox = createSandbox({ ...base, now, authSecret: base.config.authSecret, timeoutMs: MINUTE })
const settings = () => ({
  ...base.settings(),
  plans: { premium: 1000, flexible: 300 },
  carry_over: { premium: 0, flexible: 0 },
})
const world: World = { ...base, now, sandbox, gateway: sandbox.gateway, settings }
afterAll(() => sandbox.close())
beforeEach(() => {
  clock.at = began
})

const boundary = Number(addMonths(new Date(began), 1))
const buy = (ctx: UserCtx, plan: 'premium' | 'flexible', period: 'monthly' | 'annual') =>
  buyer.buyPlan({ sandbox }, ctx, plan, period)
const ask = async (ctx: UserCtx, cost: number) =>
  credits.settle(ctx, (await credits.hold(ctx, cost, `message:${newId()}`)).id)
const subjects = async (ctx: UserCtx, kind: string) => {
  const mine = and(eq(mails.to, ctx.user.email), like(mails.kind, kind))
  return (await world.db.select().from(mails).where(mine).orderBy(mails.id)).map(({ subject }) => subject)
}
/** Everything that mails about credits and memberships, as the jobs call it. */
async function runMails() {
  await lowBalance.tell(world)
  await renewals.end(world)
  await renewals.remind(world)
}

test.each([
  ['who looks at the balance', async (ctx: UserCtx) => expect((await credits.balance(ctx)).plan_credits).toBe(1000)],
  ['who asks a question', async (ctx: UserCtx) => expect((await ask(ctx, 900)).balance).toBe(125)],
  [
    'who pays for an answer that began before',
    async (ctx: UserCtx) => {
      const before = { ...ctx, now: () => new Date(boundary - SECOND) }
      const held = await credits.hold(before, 125, `message:${newId()}`)
      expect(await credits.settle(ctx, held.id)).toEqual({ charged: 125, balance: 1000 })
    },
  ],
  ['the job', async () => expect(await credits.renewAll(world)).toBeGreaterThan(0)],
] as const)('the credits of the next month are there at the second at which it begins, for %s', async (_who, first) => {
  const ctx = { ...(await buyer.newBuyer(world)), now }
  await buy(ctx, 'premium', 'annual')
  await ask(ctx, 900)
  clock.at = boundary - SECOND
  expect(await credits.balance(ctx)).toMatchObject({ balance: 125, plan_credits: 100 })
  clock.at = boundary + SECOND
  await first(ctx)
  const lots = and(eq(creditLots.userId, ctx.user.id), eq(creditLots.kind, 'plan'))
  const [, second, ...more] = await world.db.select().from(creditLots).where(lots).orderBy(creditLots.id)
  expect([second!.granted, second!.expiresAt, more]).toEqual([1000, addMonths(new Date(began), 2), []])
  // Nobody was told in between that nothing is left.
  await runMails()
  expect(await subjects(ctx, 'low_balance')).toEqual([])
  expect(await subjects(ctx, 'membership%')).toEqual([])
})

test('a plan that follows another is the membership from its first second on, on the pages too', async () => {
  const app = await testApp(world)
  const ada = await signUp(app, { verified: true })
  const ctx = { ...(await userCtx(world, ada.user.id)), now }
  await buy(ctx, 'flexible', 'monthly')
  await buy(ctx, 'premium', 'monthly')
  const seen = async () => {
    const paths = ['/api/credits/balance', '/api/billing/subscription']
    const answers = await Promise.all(paths.map((path) => app.request(path, { headers: { cookie: ada.cookie } })))
    const [balance, plan] = await Promise.all(answers.map((it) => it.json()))
    return [balance.balance, plan.subscription.plan_type]
  }
  clock.at = boundary - SECOND
  expect(await seen()).toEqual([325, 'flexible'])
  clock.at = boundary + SECOND
  expect(await seen()).toEqual([1025, 'premium'])
  const page = await (await app.request(urls.billing, { headers: { cookie: ada.cookie } })).text()
  expect(page).toContain('1,025 credits free to spend')
  await runMails()
  expect(await subjects(ctx, 'membership%')).toEqual([])
  clock.at = Number(addMonths(new Date(boundary), 1)) + SECOND
  expect(await seen()).toEqual([25, 'premium'])
  expect(Date.parse((await subscriptions.current(ctx))!.current_period_end)).toBeLessThan(clock.at)
})

test('a mail about few credits says what the plan brings next, and one that waited for its turn until then is not sent', async () => {
  const [ctx, late] = [await buyer.newBuyer(world), await buyer.newBuyer(world)].map((it) => ({ ...it, now }))
  for (const it of [ctx!, late!]) await buy(it, 'flexible', 'annual')
  await ask(ctx!, 321)
  await lowBalance.tell(world)
  const [mail] = await world.db
    .select()
    .from(mails)
    .where(and(eq(mails.to, ctx!.user.email), eq(mails.kind, 'low_balance')))
  expect(mail!.subject).toBe('You have 4 credits left')
  expect(mail!.text).toContain('Your Flexible plan brings the next 300 credits on 10 June 2026.')
  clock.at = boundary - SECOND
  await ask(late!, 325)
  clock.at = boundary + SECOND
  await lowBalance.tell(world)
  expect(await subjects(late!, 'low_balance')).toEqual([])
})

test('the end of a month is told a week before, that of a year a month and a week before, and none where more is paid for', async () => {
  const people = await Promise.all([1, 2, 3].map(async () => ({ ...(await buyer.newBuyer(world)), now })))
  const [month, year, both] = people as [UserCtx, UserCtx, UserCtx]
  await buy(month, 'premium', 'monthly')
  await buy(year, 'premium', 'annual')
  await buy(both, 'flexible', 'monthly')
  await buy(both, 'premium', 'monthly')
  const told = async (ms: number) => {
    clock.at = ms
    await runMails()
    return Promise.all(people.map((ctx) => subjects(ctx, 'membership%')))
  }
  expect(await told(began + HOUR)).toEqual([[], [], []])
  expect(await told(boundary - 8 * DAY)).toEqual([[], [], []])
  const inWeek = 'Your Premium membership ends in 7 days'
  expect(await told(boundary - 7 * DAY)).toEqual([[inWeek], [], []])
  const [, , more] = await told(Number(addMonths(new Date(began), 2)) - 7 * DAY)
  expect(more).toEqual([inWeek])
  const end = Number(addMonths(new Date(began), 12))
  const annual = ['Your Premium membership ends in 30 days', inWeek]
  expect((await told(end - 30 * DAY))[1]).toEqual(annual.slice(0, 1))
  expect((await told(end - 7 * DAY))[1]).toEqual(annual)
})
