import { expect, test } from 'bun:test'
import { and, eq, like } from 'drizzle-orm'
import { DAY } from '#base/time.ts'
import { auditEvents, mails } from '#db/schema/index.ts'
import { paidPlan } from '../../tests/support/buyer.ts'
import { form, json, type Person, signUp } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import type { World } from '../ctx.ts'
import { fulfil } from './fulfil.ts'
import * as renewals from './renewals.ts'
import { type Period, type Plan, planQuote, planTerms } from './rules/plan.ts'
import { asSystem } from './system.ts'

const world = await testWorld()
const app = await testApp()
const NEXT = '/api/billing/subscription/next'

/** Gives a plan as a payment does. */
async function bought({ user }: Person, plan: Plan, period: Period, at: World = world) {
  const quote = planQuote(plan, period, planTerms(at.settings()))
  const { order, paymentId } = await paidPlan(at, user.id, quote)
  await fulfil(asSystem(at), order, paymentId)
}
const membershipOf = async ({ headers }: Person) => {
  const answer = await app.request('/api/billing/subscription', { headers })
  return ((await answer.json()) as { subscription: Record<string, unknown> }).subscription
}
const send = ({ headers }: Person, method: string, body?: object) =>
  app.request(NEXT, body ? { ...json(body, headers), method } : { method, headers })
const post = ({ cookie }: Person, next: string) => app.request('/billing/next-plan', form({ next }, cookie))
const later = (days: number): World => ({ ...world, now: () => new Date(Number(world.now()) + days * DAY) })
/** Subjects of the mails about the membership, once the reminders were sent so many days later. */
async function told({ user }: Person, days: number) {
  await renewals.remind(later(days))
  const sent = and(eq(mails.to, user.email), like(mails.kind, 'membership%'))
  return (await world.db.select().from(mails).where(sent).orderBy(mails.id)).map(
    ({ subject, text }) => `${subject} ${text}`,
  )
}

test('cancelling sends no reminders and ends nothing early; it can be undone', async () => {
  const person = await signUp(app)
  await bought(person, 'premium', 'annual')
  const before = await membershipOf(person)
  expect(before).toMatchObject({ next: null, follows: null })
  const cancelled = await send(person, 'PUT', { plan_type: 'free' })
  const next = { plan_type: 'free', period: null }
  expect(await cancelled.json()).toEqual({ subscription: { ...before, next } })
  expect(await told(person, 340)).toEqual([])
  const page = await (await app.request('/billing', { headers: { cookie: person.cookie } })).text()
  expect(page).toContain('<strong>Cancelled.</strong> Premium ends on')
  const undone = await send(person, 'DELETE')
  expect(await undone.json()).toEqual({ subscription: before })
  expect(await told(person, 340)).toHaveLength(1)
  const acts = await world.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.actorId, person.user.id))
    .orderBy(auditEvents.id)
  expect(acts.filter(({ action }) => action === 'membership.next').map(({ details }) => details.after)).toEqual([
    next,
    null,
  ])
})

test('another plan is planned for afterwards without paying; reminders speak of it, and buying it takes the note away', async () => {
  const person = await signUp(app)
  await bought(person, 'premium', 'monthly')
  expect((await send(person, 'PUT', { plan_type: 'flexible' })).status).toBe(400)
  expect((await post(person, 'flexible annual')).status).toBe(303)
  expect(await membershipOf(person)).toMatchObject({
    plan_type: 'premium',
    next: { plan_type: 'flexible', period: 'annual' },
    follows: null,
  })
  const [reminder] = await told(person, 25)
  expect(reminder).toContain(
    'You want to go on with Flexible, annual. It begins when this one ends, once it is paid for.',
  )
  expect(reminder).toContain('/billing?plan=flexible&period=annual')
  const page = await (await app.request('/billing', { headers: { cookie: person.cookie } })).text()
  expect(page).toContain('pay ₹15,350.40 now')
  await bought(person, 'flexible', 'annual')
  const { current_period_end, ...after } = await membershipOf(person)
  expect(after).toMatchObject({
    plan_type: 'premium',
    next: null,
    follows: { plan_type: 'flexible', is_annual: true, starts_at: current_period_end },
  })
  expect((await post(person, '')).status).toBe(303)
})

test('without a membership that runs there is nothing to cancel', async () => {
  const person = await signUp(app)
  const refused = await send(person, 'PUT', { plan_type: 'free' })
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'no_membership' }])
  await bought(person, 'flexible', 'monthly', later(-40))
  expect((await send(person, 'DELETE')).status).toBe(409)
  expect((await post(person, 'nothing')).status).toBe(400)
  expect((await app.request(NEXT, { method: 'DELETE' })).status).toBe(401)
})

test('an upgrade is shown before it is ordered, and an order of another price is refused', async () => {
  const person = await signUp(app)
  const { headers } = person
  await bought(person, 'flexible', 'monthly')
  const shown = await app.request('/api/billing/subscribe/upgrade?plan_type=premium&period=annual', { headers })
  const { quote } = (await shown.json()) as { quote: { amount: number; upgrade: { credit: number } } }
  expect(quote.amount + quote.upgrade.credit).toBe(1_535_040)
  const order = (body: object) =>
    app.request('/api/billing/subscribe', json({ plan_type: 'premium', period: 'annual', ...body }, headers))
  const refused = await order({ starts: 'now', amount: quote.amount - 1 })
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'price_changed' }])
  expect(await (await order({ starts: 'now', amount: quote.amount })).json()).toMatchObject({
    order: { amount: quote.amount },
  })
  expect(await (await order({ amount: 1_535_040 })).json()).toMatchObject({ order: { amount: 1_535_040 } })
  const down = await app.request('/api/billing/subscribe/upgrade?plan_type=flexible&period=monthly', { headers })
  expect([down.status, await down.json()]).toMatchObject([409, { code: 'no_upgrade' }])
})
