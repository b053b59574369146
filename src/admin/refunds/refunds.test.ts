import { afterAll, expect, test } from 'bun:test'
import { and, desc, eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { MINUTE } from '#base/time.ts'
import * as credits from '#billing/credits.ts'
import { settle } from '#billing/payments.ts'
import * as refundRequests from '#billing/refund-requests.ts'
import { asSystem } from '#billing/system.ts'
import { auditEvents, mails, refunds } from '#db/schema/index.ts'
import { createSandbox } from '#outside/sandbox/sandbox.ts'
import * as buyer from '../../../tests/support/buyer.ts'
import { call, form, signUp } from '../../../tests/support/people.ts'
import { testApp, testWorld } from '../../../tests/support/world.ts'

const [app, base] = [await testApp(), await testWorld()]
const sandbox = createSandbox({ ...base, authSecret: base.config.authSecret, timeoutMs: MINUTE })
const world = { ...base, sandbox, gateway: sandbox.gateway }
afterAll(() => sandbox.close())
const admin = async (role: string) => {
  const person = await signUp(app, { verified: true, adminRoles: [role] })
  return person
}
const [finance, helper] = [await admin('finance'), await admin('support')]
const PATH = '/api/admin/refund-requests'

async function asked() {
  const { ctx, payment } = await buyer.paying(world, sandbox)
  await settle(asSystem(world), payment.id)
  const { id } = await refundRequests.request(ctx, payment.id, 'Not what I needed.')
  return { ctx, id, paymentId: payment.id }
}

test('a request that nothing has gone back for has no amount on the page', async () => {
  await asked()
  const page = await (await app.request('/admin/refund-requests', { headers: { cookie: finance.cookie } })).text()
  expect(page).toContain('Not what I needed.')
  expect(page).not.toContain('NaN')
})

test('a request is shown with what would go back now, its person and its history', async () => {
  const { ctx, id, paymentId } = await asked()
  // 25 of the trial, the 5 of the bonus and 10 of what was bought.
  await credits.settle(ctx, (await credits.hold(ctx, 40, newId())).id)
  const { body } = await call(app, finance, 'GET', `${PATH}/${id}`)
  expect(body).toMatchObject({
    state: 'requested',
    payment: { id: paymentId, what: '100 credits' },
    now: { paid: 9900, purchased: 100, used: 15, unused: 85, refundable: 8415 },
    person: { credits: 90, held: 0, payments: 1 },
    history: [{ action: 'refund.request', by: ctx.user.email }],
    others: [],
  })
  expect((await call(app, helper, 'GET', `${PATH}/${id}`)).status).toBe(403)
  expect((await call(app, finance, 'GET', `${PATH}/${newId()}`)).status).toBe(404)
})

test('whoever is rejected is told why; the reason of the admin stays in the audit log', async () => {
  const { ctx, id } = await asked()
  const silent = await call(app, finance, 'POST', `${PATH}/${id}/reject`, { reason: 'too late' })
  expect([silent.status, Object.keys(silent.body.details.fields)]).toEqual([400, ['note']])
  const note = 'A refund is possible within the first year.'
  const { status, body } = await call(app, finance, 'POST', `${PATH}/${id}/reject`, { reason: 'too late', note })
  expect([status, body.state, body.now]).toEqual([200, 'rejected', null])
  expect(body.history.at(-1)).toMatchObject({
    action: 'refund.reject',
    by: finance.user.email,
    reason: 'too late',
    note,
  })
  const [mail] = await world.db
    .select()
    .from(mails)
    .where(and(eq(mails.to, ctx.user.email), eq(mails.kind, 'refund_decided')))
  expect([mail!.text.includes(note), mail!.text.includes('too late')]).toEqual([true, false])
  const [event] = await world.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.subject, id), eq(auditEvents.action, 'refund.reject')))
  expect(event!.details).toMatchObject({ state: { before: 'requested', after: 'rejected' } })
})

test('a double click on the page pays back once', async () => {
  const { id, paymentId } = await asked()
  const action = (verb: string) =>
    app.request(`/admin/refund-requests/${id}/${verb}`, form({ reason: 'as agreed', note: '' }, finance.cookie))
  expect((await action('approve')).status).toBe(303)
  const twice = await Promise.all([action('refund'), action('refund')])
  expect(twice.map(({ status }) => status).sort()).toEqual([303, 409])
  expect(await world.db.select().from(refunds).where(eq(refunds.paymentId, paymentId))).toHaveLength(1)
  const page = await app.request(`/admin/refund-requests/${id}?done=refund`, { headers: { cookie: finance.cookie } })
  expect(await page.text()).toContain('What goes back')
  expect((await action('shred')).status).toBe(404)
})

test('the person, the mail and the panel say one word of a state', async () => {
  const { ctx, id } = await asked()
  const reject = { reason: 'too late', note: 'A refund is possible within the first year.' }
  await call(app, finance, 'POST', `${PATH}/${id}/reject`, reject)
  const page = await app.request(`/admin/refund-requests?q=${id}`, { headers: { cookie: finance.cookie } })
  const html = await page.text()
  expect([html.includes('>Rejected</span>'), html.includes('eclined')]).toEqual([true, false])
  const [mail] = await world.db.select().from(mails).where(eq(mails.to, ctx.user.email)).orderBy(desc(mails.id))
  expect(mail!.subject).toBe('Your refund request was rejected')
})
