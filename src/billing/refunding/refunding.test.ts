import { beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { users } from '#db/schema/index.ts'
import { payAt } from '../../../tests/support/buyer.ts'
import { type App, form, type Person, signUp, userCtx } from '../../../tests/support/people.ts'
import { type TestWorld, testApp, testWorld } from '../../../tests/support/world.ts'
import * as credits from '../credits.ts'
import * as orders from '../orders.ts'
import { settle } from '../payments.ts'
import * as refundRequests from '../refund-requests.ts'
import { payBack } from '../refunds.ts'
import { asSystem } from '../system.ts'
import { paid } from './paid.ts'

let app: App
let world: TestWorld
beforeAll(async () => {
  app = await testApp()
  world = await testWorld()
})

/** A person who bought 200 credits and has used so many of them. */
async function bought(used: number) {
  const person = await signUp(app, { name: '=Ada', verified: true })
  const ctx = await userCtx(world, person.user.id)
  const { order } = await orders.orderCredits(ctx, 200, 'INR')
  const payment = await payAt(world.sandbox, order.id)
  await settle(asSystem(world), payment.id)
  // The trial expires first, so it burns first.
  if (used > 0) await credits.settle(ctx, (await credits.hold(ctx, 25 + used, newId())).id)
  return { person, ctx, paymentId: payment.id }
}
const page = async (who?: Person, query = '') => {
  const answer = await app.request(`/refund-requests${query}`, { headers: who ? { cookie: who.cookie } : {} })
  const html = await answer.text()
  return { status: answer.status, html, text: html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ') }
}
const ask = (who: Person | undefined, payment_id: string, reason: string) =>
  app.request('/refund-requests', form({ payment_id, reason }, who?.cookie))
const finance = async () => {
  const { user } = await signUp(app)
  await world.db
    .update(users)
    .set({ adminRoles: ['finance'] })
    .where(eq(users.id, user.id))
  return { ...(await userCtx(world, user.id)), adminRoles: ['finance'] }
}

test('guests read the rules, with the way to sign in and back', async () => {
  const { status, html, text } = await page()
  expect(status).toBe(200)
  expect(html).toContain('href="/login?next=%2Frefund-requests"')
  expect(text).toContain('₹198 × 150 ÷ 200 = ₹148.50')
  expect(text).not.toContain('Your payments')
  expect((await ask(undefined, 'pay_1', 'x')).headers.get('location')).toStartWith('/login')
})

test('payments show the arithmetic of the policy, the example of which is true', async () => {
  const { person, ctx, paymentId } = await bought(50)
  expect((await paid(ctx, { limit: 10, cursor: null })).items).toMatchObject([
    { id: paymentId, what: '200 credits', amount: 19_800, purchased: 200, unused: 150, refundable: 14_850 },
  ])
  const { text } = await page(person)
  expect(text).toContain('₹198.00 × (200 bought − 50 used) ÷ 200 = ₹148.50')
  // What the example says ends with the refund is what is left.
  expect([(await credits.balance(ctx)).balance, text.includes('the 160 that you still have end')]).toEqual([160, true])
})

test('a request is followed from asked to paid back', async () => {
  const { person, paymentId } = await bought(0)
  const admin = await finance()
  const sent = await ask(person, paymentId, 'Not what I needed <b>.')
  expect(sent.headers.get('location')).toBe('/refund-requests?done=asked')
  const asked = await page(person, '?done=asked')
  expect(asked.text).toContain('Your request is with us.')
  expect(asked.html).toContain('Not what I needed &lt;b&gt;.')
  expect(asked.html).not.toContain('Ask for a refund')
  const { items } = await refundRequests.listAll(admin, { q: person.user.email }, { limit: 1, cursor: null })
  const { id } = items[0]!
  await refundRequests.decide(admin, id, 'approve', 'Sorry to see you go.')
  const approved = await page(person)
  expect(approved.text).toContain('Approved')
  expect(approved.text).toContain('Sorry to see you go.')
  await refundRequests.decide(admin, id, 'refund', '')
  await payBack(world)
  const { text } = await page(person)
  expect(text).toMatch(
    /Requested on .+ Approved on .+ 210 credits taken back, refund under way on .+ Sent by the payment gateway on/,
  )
  expect(text).not.toContain(' used) ÷')
})

test('after a rejection, whose reason is shown, another request may be made', async () => {
  const { person, paymentId } = await bought(0)
  const admin = await finance()
  await ask(person, paymentId, 'One')
  const { items } = await refundRequests.listAll(admin, { q: person.user.email }, { limit: 1, cursor: null })
  await refundRequests.decide(admin, items[0]!.id, 'reject', 'Used for a week.')
  const rejected = await page(person)
  expect(rejected.text).toContain('Rejected on')
  expect(rejected.text).toContain('Used for a week.')
  expect((await ask(person, paymentId, 'Two')).status).toBe(303)
})

test('what is wrong stands in the form of its payment, with what was typed', async () => {
  const { person, paymentId } = await bought(0)
  const empty = await ask(person, paymentId, '')
  expect([empty.status, await empty.text()]).toEqual([
    400,
    expect.stringContaining('Please say why you ask for a refund.'),
  ])
  await ask(person, paymentId, 'One')
  expect((await ask(person, paymentId, 'Two')).status).toBe(409)
  const used = await bought(200)
  expect((await page(used.person)).text).toContain('as much as was bought has been used or has ended.')
  expect((await ask(used.person, used.paymentId, 'All of it')).status).toBe(422)
  // Somebody else's payment is none.
  expect((await ask(used.person, paymentId, 'Mine?')).status).toBe(404)
})

test('finance admins take the list as CSV, filtered and by pages', async () => {
  const admin = await finance()
  const { cookie, user, headers } = await signUp(app)
  await world.db
    .update(users)
    .set({ adminRoles: ['finance'] })
    .where(eq(users.id, user.id))
  const { person, paymentId } = await bought(0)
  await ask(person, paymentId, 'One, "two"')
  const { items } = await refundRequests.listAll(admin, { q: person.user.email }, { limit: 1, cursor: null })
  await refundRequests.decide(admin, items[0]!.id, 'reject', 'No')
  await ask(person, paymentId, 'Three')
  const get = (query: string, accept = 'text/csv') =>
    app.request(`/api/admin/refund-requests?${query}`, { headers: { ...headers, cookie, accept } })
  const q = `q=${encodeURIComponent(person.user.email)}`
  const all = await get(q)
  expect(all.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const lines = (await all.text()).split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toStartWith('id,created_at,state,name,email,payment_id,amount,currency,')
  expect(lines[2]).toContain(`,rejected,'=Ada,${person.user.email},${paymentId},19800,INR,,,,,"One, ""two""",No,,`)
  expect((await (await get(`${q}&state=requested`)).text()).split('\r\n')).toHaveLength(3)
  const first = await get(`${q}&limit=1`)
  expect((await first.text()).split('\r\n')).toHaveLength(3)
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link')!)![1]!
  const second = await app.request(next, { headers: { ...headers, accept: 'text/csv' } })
  expect(await second.text()).toContain(',rejected,')
  expect(second.headers.get('link')).toBeNull()
  const byLink = await get(`${q}&format=csv`, 'text/html')
  expect(byLink.headers.get('content-disposition')).toBe('attachment; filename="refund-requests.csv"')
  expect((await get(`${q}&state=gone`)).status).toBe(400)
  const nobody = await app.request('/api/admin/refund-requests', { headers: { ...person.headers, accept: 'text/csv' } })
  expect(nobody.status).toBe(403)
})
