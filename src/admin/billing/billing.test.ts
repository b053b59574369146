import { afterAll, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { DAY, HOUR, MINUTE } from '#base/time.ts'
import { keepDetails } from '#billing/invoices.ts'
import { settle } from '#billing/payments.ts'
import { asSystem } from '#billing/system.ts'
import * as webhooks from '#billing/webhooks.ts'
import { auditEvents, creditLots, invoices, mails, orders, payments, refunds, webhookEvents } from '#db/schema/index.ts'
import { createSandbox } from '#outside/sandbox/sandbox.ts'
import * as buyer from '../../../tests/support/buyer.ts'
import { call, form, signUp } from '../../../tests/support/people.ts'
import { testApp, testWorld } from '../../../tests/support/world.ts'
import type { AdminCtx, World } from '../../ctx.ts'
import * as actions from './actions.ts'
import { anomalies } from './anomalies.ts'

const [app, base] = [await testApp(), await testWorld()]
const sandbox = createSandbox({ ...base, authSecret: base.config.authSecret, timeoutMs: MINUTE })
const clock = { ahead: 0 }
const now = () => new Date(Date.now() + clock.ahead)
const world: World = { ...base, now, sandbox, gateway: sandbox.gateway }
afterAll(() => sandbox.close())
const adminCtx = async (): Promise<AdminCtx> => ({ ...(await buyer.newBuyer(world)), adminRoles: ['finance'] })
const finance = await signUp(app, { verified: true, adminRoles: ['finance'] })
const get = async (path: string) => (await call(app, finance, 'GET', `/api/admin/billing/${path}`)).body
const bought = async (userId: string) => {
  const lots = await world.db
    .select()
    .from(creditLots)
    .where(and(eq(creditLots.userId, userId), eq(creditLots.kind, 'purchased')))
  return lots.reduce((sum, lot) => sum + lot.granted, 0)
}

/** Credits that were bought and given. */
async function given(...asked: [credits?: number, currency?: 'USD']) {
  const made = await buyer.paying(world, sandbox, ...asked)
  await settle(asSystem(world), made.payment.id)
  const [order] = await world.db.select().from(orders).where(eq(orders.gatewayOrderId, made.ordered.order.id))
  return { ...made, order: order! }
}

test('an order that was paid and not credited is found, and reconciling it gives once, however often and at once', async () => {
  const { ctx, payment, ordered } = await buyer.paying(world, sandbox)
  const [order] = await world.db.select().from(orders).where(eq(orders.gatewayOrderId, ordered.order.id))
  const body = JSON.stringify({
    event: 'payment.captured',
    payload: { payment: { entity: { id: payment.id, order_id: ordered.order.id } } },
  })
  await world.db.insert(webhookEvents).values({
    eventId: newId(),
    type: 'payment.captured',
    body,
    paymentId: payment.id,
    gatewayOrderId: ordered.order.id,
    state: 'failed',
    attempts: 12,
    lastError: 'HTTP 502',
    createdAt: new Date(Number(now()) - HOUR),
  })
  const admin = await adminCtx()
  const mine = async () => (await anomalies(admin)).filter((it) => it.order_id === order!.id)
  expect(await mine()).toMatchObject([
    { kind: 'paid_not_credited', payment_id: payment.id, detail: 'HTTP 502', amount: 9900 },
  ])
  expect(await bought(ctx.user.id)).toBe(0)
  const done = await Promise.all([1, 2, 3].map(() => actions.reconcile(admin, order!.id, 'customer called')))
  expect(done.map(({ state }) => state)).toEqual(['paid', 'paid', 'paid'])
  expect(await bought(ctx.user.id)).toBe(100)
  expect(await mine()).toEqual([])
  const written = await world.db.select().from(auditEvents).where(eq(auditEvents.subject, order!.id))
  expect(written.filter(({ action }) => action === 'order.reconcile')).toHaveLength(3)
  expect(
    written.some(
      ({ details }) =>
        JSON.stringify(details.state) === '{"after":"paid","before":"open"}' ||
        JSON.stringify(details.state) === '{"before":"open","after":"paid"}',
    ),
  ).toBe(true)
})

test('a webhook that failed is replayed, and gives once', async () => {
  const { ctx, payment, ordered } = await buyer.paying(world, sandbox)
  const body = JSON.stringify({
    event: 'payment.authorized',
    payload: { payment: { entity: { id: payment.id, order_id: ordered.order.id } } },
  })
  const [event] = await world.db
    .insert(webhookEvents)
    .values({
      eventId: newId(),
      type: 'payment.authorized',
      body,
      state: 'failed',
      attempts: 12,
      lastError: 'HTTP 500',
    })
    .returning()
  const admin = await adminCtx()
  expect((await anomalies(admin)).some((it) => it.kind === 'failed_webhook' && it.id === event!.id)).toBe(true)
  const done = await Promise.all([1, 2].map(() => actions.replay(admin, event!.id, 'gateway was down')))
  expect(done.map(({ state, last_error }) => [state, last_error])).toEqual([
    ['done', null],
    ['done', null],
  ])
  expect(await bought(ctx.user.id)).toBe(100)
  expect((await anomalies(admin)).some((it) => it.id === event!.id)).toBe(false)
  await expect(actions.replay(admin, newId(), 'none')).rejects.toMatchObject({ status: 404 })
})

test('the ids that a webhook tells of are kept with it, and find it', async () => {
  const id = newId()
  const payload = { payment: { entity: { id: `pay_${id.slice(-12)}`, order_id: `order_${id.slice(-12)}` } } }
  const body = JSON.stringify({ event: 'payment.failed', payload })
  const { createHmac } = await import('node:crypto')
  const signature = createHmac('sha256', sandbox.gateway.webhookSecret).update(body).digest('hex')
  await webhooks.receive(asSystem(world), body, { signature, eventId: id })
  for (const q of [id, payload.payment.entity.id, payload.payment.entity.order_id])
    expect(await get(`webhooks?q=${q}`)).toMatchObject([{ event_id: id, type: 'payment.failed' }])
})

test('orders, payments and invoices are found by person, order and payment, as JSON and as CSV', async () => {
  const { ctx, payment, ordered, order } = await given(200, 'USD')
  const [invoice] = await world.db.select().from(invoices).where(eq(invoices.paymentId, payment.id))
  const keys = [ctx.user.id, payment.id, ordered.order.id, ctx.user.email]
  for (const q of keys.map(encodeURIComponent)) {
    expect(await get(`orders?q=${q}`)).toMatchObject([
      { id: order.id, what: '200 credits', state: 'paid', currency: 'USD' },
    ])
    expect(await get(`payments?q=${q}`)).toMatchObject([
      { id: payment.id, amount: 399, state: 'credited', refunded: 0 },
    ])
    expect(await get(`invoices?q=${q}`)).toMatchObject([{ id: invoice!.id, gross: 399, payment_id: payment.id }])
  }
  expect(await get(`invoices?q=${encodeURIComponent(invoice!.number)}&year=${invoice!.financialYear}`)).toHaveLength(1)
  expect(await get(`orders?q=${order.id}&state=open`)).toEqual([])
  const csv = await app.request(`/api/admin/billing/payments?format=csv&q=${payment.id}`, { headers: finance.headers })
  expect((await csv.text()).split('\r\n')[1]).toContain(`${payment.id},`)
  const pdf = await app.request(`/api/admin/billing/invoices/${invoice!.id}/pdf`, { headers: finance.headers })
  expect([pdf.headers.get('content-type'), (await pdf.text()).slice(0, 5)]).toEqual(['application/pdf', '%PDF-'])
})

test('files of payments and invoices have the taxes and their units, for any span of days and one currency', async () => {
  const rupees = await buyer.newBuyer(world)
  const address = { name: 'Asha Rao', address: '1 MG Road', city: 'Bengaluru', postal_code: '560001', country: 'IN' }
  await keepDetails(rupees, { ...address, state_code: '29', gstin: '29ABCDE1234F1ZW' })
  await buyer.payingAs({ ...world, sandbox }, rupees, 200)
  await buyer.payingAs({ ...world, sandbox }, rupees, 100, 'USD')
  const [invoice] = await world.db
    .select()
    .from(invoices)
    .where(eq(invoices.userId, rupees.user.id))
    .orderBy(invoices.id)
  const lines = async (query: string) => {
    const answer = await app.request(`/api/admin/billing/${query}&format=csv&q=${rupees.user.id}`, {
      headers: finance.headers,
    })
    return (await answer.text()).trim().split('\r\n')
  }
  const [head, line, ...more] = await lines('invoices?currency=INR')
  expect([head!.split(',').slice(5, 15), more]).toEqual([
    [
      ...['GSTIN', 'place of supply', 'line', 'currency', 'gross (INR)', 'taxable (INR)'],
      ...['CGST (INR)', 'SGST (INR)', 'IGST (INR)', 'went back (INR)'],
    ],
    [],
  ])
  expect(line).toContain(`,29ABCDE1234F1ZW,Karnataka (29),`)
  expect(line).toContain(',INR,198,167.8,15.1,15.1,0,0,')
  expect(line).toStartWith(`${invoice!.number},`)
  const [payments, ...paid] = await lines('payments?sort=amount')
  expect([payments!.includes('amount (currency of the line)'), paid.length]).toEqual([true, 2])
  expect(paid.map((it) => /,(INR|USD),([\d.]+),0,credited/.exec(it)?.slice(1))).toEqual([
    ['INR', '198'],
    ['USD', '1.99'],
  ])
  const today = now().toISOString().slice(0, 10)
  const before = new Date(Number(now()) - DAY).toISOString().slice(0, 10)
  for (const list of ['payments', 'invoices']) {
    const counts = [`from=${today}&to=${today}`, `to=${before}`, `from=${before}`].map((span) =>
      lines(`${list}?${span}`),
    )
    expect((await Promise.all(counts)).map(({ length }) => length - 1)).toEqual([2, 0, 2])
  }
})

test('pages of payments hold, newest first', async () => {
  const seen: string[] = []
  for (let query = 'payments?limit=2'; ; ) {
    const { body, headers } = await call(app, finance, 'GET', `/api/admin/billing/${query}`)
    seen.push(...body.map((it: { id: string }) => it.id))
    const next = /<[^?]+\?([^>]+)>/.exec(headers.get('link') ?? '')?.[1]
    if (!next) break
    query = `payments?${next}`
  }
  const all = await world.db.select({ id: payments.id, at: payments.createdAt }).from(payments)
  expect(seen.length).toBe(all.length)
  expect(new Set(seen).size).toBe(all.length)
})

test('an invoice is mailed again once, however often it is clicked', async () => {
  const { ctx, payment } = await buyer.paying(world, sandbox)
  await settle(asSystem(world), payment.id)
  const [invoice] = await world.db.select().from(invoices).where(eq(invoices.paymentId, payment.id))
  const sent = await Promise.all(
    [1, 2, 3].map(() =>
      call(app, finance, 'POST', `/api/admin/billing/invoices/${invoice!.id}/send`, { reason: 'lost it' }),
    ),
  )
  expect(sent.map(({ status }) => status).sort()).toEqual([200, 429, 429])
  const written = await world.db
    .select()
    .from(mails)
    .where(and(eq(mails.to, ctx.user.email), eq(mails.kind, 'receipt')))
  expect(written).toHaveLength(2)
  expect(written[1]!.attachments).toMatchObject([{ kind: 'invoice', id: invoice!.id }])
})

test('what is late, twice or stuck is told with what to do', async () => {
  const { order } = await given()
  const second = `pay_${newId().slice(-14)}`
  const about = { orderId: order.id, userId: order.userId, amount: 9900, currency: 'INR' }
  await world.db.insert(payments).values({ id: second, ...about, state: 'surplus' })
  await world.db.insert(refunds).values({
    paymentId: second,
    amount: 9900,
    currency: 'INR',
    cause: 'surplus',
    attempts: 4,
    lastError: 'HTTP 400',
    nextAt: new Date(Number(now()) + DAY),
    createdAt: new Date(Number(now()) - 2 * HOUR),
  })
  const late = await buyer.paying(world, sandbox)
  const [open] = await world.db
    .update(orders)
    .set({ nextCheckAt: new Date(Number(now()) - HOUR) })
    .where(eq(orders.gatewayOrderId, late.ordered.order.id))
    .returning()
  const found = await anomalies(await adminCtx())
  const kindsOf = (id: string) => found.filter((it) => it.order_id === id).map(({ kind, detail }) => [kind, detail])
  expect(kindsOf(order.id)).toEqual([
    ['stuck_refund', 'Tried 4 times: HTTP 400'],
    ['surplus', 'It is on its way back.'],
  ])
  expect(kindsOf(open!.id)).toEqual([['overdue_order', 'It is open and was looked at 0 times.']])
  expect(found.every(({ todo }) => todo.length > 20)).toBe(true)
  await world.db.update(refunds).set({ state: 'refunded', nextAt: null }).where(eq(refunds.paymentId, second))
})

test('an order that is paid without a payment is found at once, again, and after an hour however old it is', async () => {
  const ctx = { ...(await adminCtx()), now: () => new Date(Number(now()) + 3 * HOUR) }
  const paid = async (paidAt: Date) => {
    const about = {
      kind: 'credits',
      quote: { baseCredits: 1, bonusCredits: 0, totalCredits: 1 },
      amount: 9900,
    } as const
    const order = {
      ...about,
      userId: ctx.user.id,
      gatewayOrderId: `order_${newId()}`,
      currency: 'INR',
      state: 'paid',
      paidAt,
    } as const
    return (await world.db.insert(orders).values(order).returning({ id: orders.id }))[0]!.id
  }
  const found = async (hours = 0) =>
    (await anomalies({ ...ctx, now: () => new Date(Number(ctx.now()) + hours * HOUR) }))
      .filter(({ kind, user }) => kind === 'incomplete' && user?.id === ctx.user.id)
      .map((it) => it.order_id)
  expect(await found()).toEqual([])
  const late = await paid(ctx.now())
  expect(await found()).toEqual([late])
  expect(await found()).toEqual([late])
  const early = await paid(new Date(Number(ctx.now()) - DAY))
  expect(await found(2)).toEqual([early, late])
})

test('the pages show it, and their actions work without a script', async () => {
  const { payment, order } = await given()
  const page = async (path: string) => {
    const answer = await app.request(`/admin/billing${path}`, { headers: { cookie: finance.cookie } })
    return [answer.status, await answer.text()] as const
  }
  for (const path of ['', '/payments', '/invoices', '/webhooks']) {
    const [status, text] = await page(`${path}?q=${payment.id}`)
    expect([path, status, text.includes('Billing Management')]).toEqual([path, 200, true])
    if (path !== '/webhooks') expect(text).toContain('₹99.00')
  }
  const send = (fields: Record<string, string>) =>
    app.request(`/admin/billing/orders/${order.id}/reconcile`, form(fields, finance.cookie))
  const again = await send({ reason: '' })
  expect([again.status, (await again.text()).includes('Reconcile this order now?')]).toEqual([400, true])
  const done = await send({ reason: 'asked by phone' })
  expect([done.status, done.headers.get('location')]).toEqual([303, `/admin/billing?q=${order.id}&done=reconcile`])
})

test('a failed refund of money that bought nothing is found, and paid back again once; a dispute is found while it is open', async () => {
  const { payment, order } = await given()
  const paid = { orderId: order.id, userId: order.userId, amount: 9900, currency: 'INR' }
  const paymentId = `pay_${newId().slice(-12)}`
  await world.db.insert(payments).values({ id: paymentId, ...paid, state: 'surplus' })
  const [failed] = await world.db
    .insert(refunds)
    .values({ paymentId, cause: 'surplus', amount: 9900, currency: 'INR', state: 'failed' })
    .returning()
  const mine = async () =>
    (await call(app, finance, 'GET', '/api/admin/billing')).body.anomalies.filter(
      (it: { payment_id: string }) => it.payment_id === paymentId,
    )
  const kinds = async () => (await mine()).map(({ kind, detail }: Record<string, string>) => [kind, detail])
  expect(await kinds()).toContainEqual(['failed_refund', 'The gateway did not say why.'])
  expect(await kinds()).toContainEqual(['surplus', 'Its refund failed.'])
  const page = await app.request('/admin/billing', { headers: { cookie: finance.cookie } })
  expect(await page.text()).toContain(`/admin/billing/refunds/${failed!.id}/retry`)
  const retry = () =>
    call(app, finance, 'POST', `/api/admin/billing/refunds/${failed!.id}/retry`, { reason: 'bank is back' })
  expect((await Promise.all([retry(), retry(), retry()])).map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const rows = await world.db.select().from(refunds).where(eq(refunds.paymentId, paymentId)).orderBy(refunds.id)
  expect(rows.map(({ cause, state, amount }) => [cause, state, amount])).toEqual([
    ['surplus', 'failed', 9900],
    ['again', 'waiting', 9900],
  ])
  expect(await kinds()).toEqual([['surplus', 'It is on its way back.']])
  // One that was made in the gateway's dashboard is told of, with what to do there: it has no button here.
  const outside = { paymentId: payment.id, cause: 'gateway', amount: 4950, currency: 'INR', state: 'failed' } as const
  const [elsewhere] = await world.db.insert(refunds).values(outside).returning()
  const told = async () => (await call(app, finance, 'GET', '/api/admin/billing')).body.anomalies
  const about = async () => (await told()).filter((it: { id: string }) => it.id === elsewhere!.id)
  expect(await about()).toMatchObject([{ kind: 'failed_elsewhere', amount: 4950, payment_id: payment.id }])
  const shown = await (await app.request('/admin/billing', { headers: { cookie: finance.cookie } })).text()
  expect(shown).toContain('Make it there once more')
  expect(shown).not.toContain(`/admin/billing/refunds/${elsewhere!.id}/retry`)
  const path = `/api/admin/billing/refunds/${elsewhere!.id}/retry`
  const refused = await call(app, finance, 'POST', path, { reason: 'bank is back' })
  expect([refused.status, refused.body.code]).toEqual([409, 'made_elsewhere'])
  expect(await world.db.select().from(refunds).where(eq(refunds.paymentId, payment.id))).toHaveLength(1)
  await world.db.insert(refunds).values({ ...outside, state: 'refunded' })
  expect(await about()).toEqual([])
  const said = (state: string) =>
    world.db
      .insert(webhookEvents)
      .values({ eventId: newId(), type: `payment.dispute.${state}`, body: '{}', paymentId, state: 'done' })
  await said('created')
  await said('action_required')
  expect(await kinds()).toContainEqual(['dispute', 'Its state is action required.'])
  await said('won')
  expect((await kinds()).map(([kind]: string[]) => kind)).toEqual(['surplus'])
})

test('a payment that was paid twice can be dismissed once it is back, and returns when its refund changes', async () => {
  const { payment, order } = await given()
  const id = `pay_${newId().slice(-12)}`
  const about = { id, orderId: order.id, userId: order.userId, amount: 9900, currency: 'INR', createdAt: now() }
  await world.db.insert(payments).values({ ...about, state: 'surplus' })
  const back = { paymentId: id, cause: 'surplus' as const, amount: 9900, currency: 'INR' }
  const [refund] = await world.db
    .insert(refunds)
    .values({ ...back, state: 'waiting' })
    .returning()
  const become = (state: 'refunded' | 'failed') =>
    world.db.update(refunds).set({ state }).where(eq(refunds.id, refund!.id))
  const mine = async () => (await anomalies(await adminCtx())).filter((it) => it.payment_id === id)
  const dismiss = () =>
    call(app, finance, 'POST', `/api/admin/billing/payments/${id}/dismiss`, { reason: 'told the customer' })
  expect([(await dismiss()).body.code, (await mine())[0]!.settled]).toEqual(['not_settled', false])
  await become('refunded')
  expect((await mine())[0]!.settled).toBe(true)
  const posted = form({ reason: 'told the customer' }, finance.cookie)
  expect((await app.request(`/admin/billing/payments/${id}/dismiss`, posted)).status).toBe(303)
  expect(await mine()).toEqual([])
  const [event] = await world.db.select().from(auditEvents).where(eq(auditEvents.subject, id))
  expect(event).toMatchObject({ action: 'payment.dismiss', details: { reason: 'told the customer' } })
  await become('failed')
  expect((await mine()).map(({ kind }) => kind)).toEqual(['failed_refund', 'surplus'])
  await world.db.insert(refunds).values({ ...back, cause: 'again', state: 'refunded' })
  expect((await mine()).map(({ settled }) => settled)).toEqual([true])
  expect([(await dismiss()).status, await mine()]).toEqual([200, []])
  const other = { reason: 'not paid twice' }
  expect((await call(app, finance, 'POST', `/api/admin/billing/payments/${payment.id}/dismiss`, other)).status).toBe(
    404,
  )
})
