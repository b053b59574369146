import { expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { DAY } from '#base/time.ts'
import * as credits from '#billing/credits.ts'
import { endGiven, give } from '#billing/given-plans.ts'
import * as refundRequests from '#billing/refund-requests.ts'
import { planQuote, planTerms } from '#billing/rules/plan.ts'
import * as subscriptions from '#billing/subscriptions.ts'
import { offer } from '#billing/upgrades.ts'
import { auditEvents, mails } from '#db/schema/index.ts'
import * as buyer from '../../../tests/support/buyer.ts'
import { call, form, type Person, signUp } from '../../../tests/support/people.ts'
import { testApp, testWorld } from '../../../tests/support/world.ts'
import type { UserCtx } from '../../ctx.ts'

const [app, world] = [await testApp(), await testWorld()]
const admin = async (role: string) => {
  const person = await signUp(app, { verified: true, adminRoles: [role] })
  return person
}
const [finance, second, helper] = [await admin('finance'), await admin('superadmin'), await admin('support')]
const reason = 'an outage'
const change = (who: Person, input: object) => call(app, who, 'POST', '/api/admin/plan-changes', { reason, ...input })
const balanceOf = async (ctx: UserCtx) => (await credits.balance(ctx)).balance
const { premium, flexible } = world.settings().plans
const later = (ctx: UserCtx, days: number): UserCtx => ({ ...ctx, now: () => new Date(Date.now() + days * DAY) })

test('a plan that is given begins at once, and what was paid for goes on after it without a loss', async () => {
  const ctx = await buyer.newBuyer(world)
  const { paymentId } = await buyer.buyPlan(world, ctx, 'flexible', 'monthly')
  const paid = await subscriptions.current(ctx)
  expect(await balanceOf(ctx)).toBe(25 + flexible)
  const { status, body } = await change(finance, { person: ctx.user.email, plan: 'premium' })
  expect([status, body.plan]).toEqual([200, 'premium'])
  expect(await balanceOf(ctx)).toBe(25 + flexible + premium)
  const during = await subscriptions.current(ctx)
  expect(during).toMatchObject({ plan_type: 'premium', follows: { plan_type: 'flexible' } })
  // Nobody paid for it: it is worth nothing towards an upgrade.
  await expect(offer(ctx, 'premium', 'annual')).rejects.toMatchObject({ code: 'no_membership' })
  const after = later(ctx, 32)
  expect(await subscriptions.current(after)).toMatchObject({ plan_type: 'flexible' })
  const whole = Date.parse(paid!.current_period_end) - Date.now()
  const left =
    Date.parse((await subscriptions.current(after))!.current_period_end) - Date.parse(during!.current_period_end)
  expect(Math.abs(left - whole)).toBeLessThan(DAY / 24)
  const asked = await refundRequests.request(ctx, paymentId, 'Not what I needed.')
  const view = await call(app, finance, 'GET', `/api/admin/refund-requests/${asked.id}`)
  expect(view.body.now.refundable).toBe(view.body.now.paid)
  const [mail] = await world.db
    .select()
    .from(mails)
    .where(and(eq(mails.to, ctx.user.email), eq(mails.kind, 'plan_changed')))
  expect(mail!.subject).toBe('You have Premium now')
  const [event] = await world.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.subject, ctx.user.id), eq(auditEvents.action, 'user.change_plan')))
  expect(event).toMatchObject({
    actorId: finance.user.id,
    details: { reason, plan: { before: 'flexible', after: 'premium' } },
  })
})

test('what was given ends with its credits when it is taken back; what was paid for does not', async () => {
  const ctx = await buyer.newBuyer(world)
  await buyer.buyPlan(world, ctx, 'flexible', 'monthly')
  const refused = await change(finance, { person: ctx.user.id, plan: 'free' })
  expect([refused.status, refused.body.code]).toEqual([409, 'no_given_plan'])
  await change(finance, { person: ctx.user.id, plan: 'premium' })
  // Given twice it is one plan, and one month of credits.
  await change(finance, { person: ctx.user.id, plan: 'premium' })
  expect(await balanceOf(ctx)).toBe(25 + flexible + premium)
  const { body } = await change(finance, { person: ctx.user.id, plan: 'free' })
  expect(body.plan).toBe('flexible')
  expect(await balanceOf(ctx)).toBe(25 + flexible)
  const free = await buyer.newBuyer(world)
  await change(finance, { person: free.user.id, plan: 'flexible' })
  expect((await change(finance, { person: free.user.id, plan: 'free' })).body).toMatchObject({
    plan: 'free',
    until: null,
  })
  expect(await balanceOf(free)).toBe(25)
})

test('nobody changes their own plan, support changes none, and a year waits for a second admin', async () => {
  const own = await change(finance, { person: finance.user.email, plan: 'premium' })
  expect([own.status, own.body.code]).toEqual([403, 'own_account'])
  const { user } = await signUp(app)
  expect((await change(helper, { person: user.id, plan: 'premium' })).status).toBe(403)
  const year = await change(finance, { person: user.id, plan: 'premium', period: 'annual' })
  expect([year.status, year.body.second_approval.what]).toEqual([202, 'Give Premium for a year'])
  const again = await change(finance, { person: user.id, plan: 'flexible', period: 'annual' })
  expect([again.status, again.body.code]).toEqual([409, 'approval_waiting'])
  const { id } = year.body.second_approval
  const confirmed = await call(app, second, 'POST', `/api/admin/approvals/${id}/confirm`, { reason })
  expect(confirmed.body.state).toBe('confirmed')
  expect((await call(app, second, 'GET', `/api/admin/users/${user.id}`)).body.plan).toBe('premium')
  const posted = form({ person: user.email, plan: 'free', period: 'monthly', reason }, finance.cookie)
  const done = await app.request('/admin/credit-allocation/plan', posted)
  expect([done.status, done.headers.get('location')?.includes('done=plan')]).toEqual([303, true])
})

test('whatever is given and ended in any order, no time that was paid for is lost and one month is given at a time', async () => {
  for (let seed = 1; seed <= 6; seed++) {
    const ctx = await buyer.newBuyer(world)
    await buyer.buyPlan(world, ctx, 'flexible', 'annual')
    const bought = Date.parse((await subscriptions.current(ctx))!.current_period_end)
    let at = 0
    for (let step = 0; step < 6; step++) {
      at += ((seed * 7 + step * 11) % 23) + 1
      const then = later(ctx, at)
      if ((seed + step) % 3 === 0) await endGiven(then, ctx.user.id, 'test')
      else await give(then, ctx.user.id, planQuote('premium', 'monthly', planTerms(world.settings())), finance.user.id)
    }
    await endGiven(later(ctx, at), ctx.user.id, 'test')
    const periods = await subscriptions.periodsOf(ctx, ctx.user.id)
    const [paid] = periods.filter((it) => it.paymentId)
    const given = periods
      .filter((it) => it.givenBy)
      .reduce((sum, it) => sum + Number(it.endedAt ?? it.endsAt) - Number(it.startsAt), 0)
    // Months differ in length, so that a year that is interrupted may end some days earlier or later.
    expect(Math.abs(Number(paid!.endsAt) - bought - given)).toBeLessThan(4 * DAY)
    expect(paid!.endedAt).toBeNull()
    expect(periods.filter((it) => it.givenBy && !it.endedAt && Number(it.endsAt) > Date.now() + at * DAY)).toEqual([])
  }
})
