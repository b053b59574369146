import { afterAll, describe, expect, test } from 'bun:test'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { newId } from '#base/ids.ts'
import { MINUTE } from '#base/time.ts'
import {
  auditEvents,
  creditNotes,
  mails,
  payments,
  refunds,
  sandboxRecords,
  subscriptionPeriods,
  users,
  webhookEvents,
} from '#db/schema/index.ts'
import { failRefund } from '#outside/sandbox/payments.ts'
import { plan } from '#outside/sandbox/records.ts'
import { createSandbox } from '#outside/sandbox/sandbox.ts'
import * as buyer from '../../tests/support/buyer.ts'
import { testWorld } from '../../tests/support/world.ts'
import type { AdminCtx, UserCtx, World } from '../ctx.ts'
import * as creditNoteDeeds from './credit-notes.ts'
import * as credits from './credits.ts'
import { makeAttachment } from './invoice-files.ts'
import * as invoices from './invoices.ts'
import { settle } from './payments.ts'
import { reconcileOne } from './reconcile.ts'
import * as refundRequests from './refund-requests.ts'
import { observe, payBack } from './refunds.ts'
import * as subscriptions from './subscriptions.ts'
import { asSystem } from './system.ts'
import { watch } from './watched-refunds.ts'
import * as webhooks from './webhooks.ts'

const base = await testWorld()
const sandbox = createSandbox({ ...base, authSecret: base.config.authSecret, timeoutMs: MINUTE })
const world: World = { ...base, sandbox, gateway: sandbox.gateway }
afterAll(() => sandbox.close())

const finance: AdminCtx = { ...(await buyer.newBuyer(world)), adminRoles: ['finance'] }
await world.db
  .update(users)
  .set({ adminRoles: ['finance'] })
  .where(eq(users.id, finance.user.id))
const page = { limit: 50, cursor: null }
const balanceOf = async (ctx: UserCtx) => (await credits.balance(ctx)).balance
const refundsOf = (paymentId: string) =>
  world.db.select().from(refunds).where(eq(refunds.paymentId, paymentId)).orderBy(asc(refunds.id))
const auditOf = async (action: string, subject: string) => {
  const where = and(eq(auditEvents.action, action), eq(auditEvents.subject, subject))
  return (await world.db.select().from(auditEvents).where(where).orderBy(auditEvents.id)).map(({ details }) => details)
}
const mailsTo = async (to: string, kind: string) =>
  (await world.db.select().from(mails).where(eq(mails.to, to)).orderBy(mails.id)).filter((it) => it.kind === kind)

async function bought() {
  const { ctx, payment } = await buyer.paying(world, sandbox)
  await settle(asSystem(world), payment.id)
  return { ctx, paymentId: payment.id }
}

/** The gateway tells, as often as is said; the webhooks are processed at the same time. */
async function told(type: string, payload: Record<string, { entity: object }>, times = 1) {
  const about = payload.payment?.entity as { id: string } | undefined
  const body = JSON.stringify({ event: type, payload })
  const events = await world.db
    .insert(webhookEvents)
    .values(Array.from({ length: times }, () => ({ eventId: newId(), type, body, paymentId: about?.id ?? null })))
    .returning()
  const done = await Promise.all(events.map(({ id }) => webhooks.replay(world, id)))
  expect(done.map((it) => [it?.state, it?.lastError])).toEqual(events.map(() => ['done', null]))
}
const entity = (refund: typeof refunds.$inferSelect, status: string) => ({
  refund: {
    entity: {
      id: refund.gatewayRefundId!,
      payment_id: refund.paymentId,
      amount: refund.amount,
      currency: refund.currency,
      notes: { refund: refund.id },
      status,
    },
  },
  payment: { entity: { id: refund.paymentId } },
})

/** Asked for, approved and paid back: the refund as it stands then. */
async function paidBack(ctx: UserCtx, paymentId: string) {
  const { id } = await refundRequests.request(ctx, paymentId, 'Not what I needed.')
  await refundRequests.decide(finance, id, 'approve', '')
  await refundRequests.decide(finance, id, 'refund', '')
  await payBack(world)
  const [refund] = await refundsOf(paymentId)
  expect(refund!.state).toBe('refunded')
  return { id, refund: refund! }
}

describe('a refund that fails after all', () => {
  test('gives the credits back once, is seen by finance, and can be paid back again', async () => {
    const { ctx, paymentId } = await bought()
    const { id, refund } = await paidBack(ctx, paymentId)
    expect(await balanceOf(ctx)).toBe(25)
    await failRefund(sandbox, refund.gatewayRefundId!)
    await told('refund.failed', entity(refund, 'failed'), 3)
    await told('refund.processed', entity(refund, 'processed'), 2)
    await told('refund.failed', entity(refund, 'processed'))
    expect(await balanceOf(ctx)).toBe(130)
    expect(await refundsOf(paymentId)).toMatchObject([{ state: 'failed', refundedAt: null, credits: 105 }])
    const [mine] = (await refundRequests.list(ctx, page)).items
    expect(mine).toMatchObject({ id, state: 'approved', refund: { state: 'failed', amount: 9900 } })
    expect(await auditOf('refund.fail', id)).toMatchObject([{ payment: paymentId, amount: 9900, credits: 105 }])
    const [mail, ...more] = await mailsTo(ctx.user.email, 'refund_failed')
    expect([mail!.text.includes('105 credits'), more]).toEqual([true, []])
    const seen = await mailsTo(finance.user.email, 'refund_failed')
    expect(seen.filter(({ text }) => text.includes(paymentId))).toHaveLength(1)

    // What is used until then is not refunded: 25 of the trial, 5 of the bonus and 10 of what was bought.
    await credits.settle(ctx, (await credits.hold(ctx, 40, newId())).id)
    const again = await Promise.allSettled([1, 2].map(() => refundRequests.decide(finance, id, 'refund', '')))
    expect(again.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await balanceOf(ctx)).toBe(0)
    await payBack(world)
    const [, second] = await refundsOf(paymentId)
    expect(second).toMatchObject({ state: 'refunded', amount: 8415, credits: 90, requestId: id })
    // Late words about the first change nothing of the second; when that fails too, its own credits come back.
    await told('refund.failed', entity(refund, 'failed'))
    expect([await balanceOf(ctx), (await refundsOf(paymentId))[1]!.state]).toEqual([0, 'refunded'])
    await told('refund.failed', entity(second!, 'processed'), 2)
    expect(await balanceOf(ctx)).toBe(90)
    expect((await refundRequests.list(ctx, page)).items).toMatchObject([{ refund: { amount: 8415, state: 'failed' } }])
    const back = world.db.update(refunds).set({ state: 'refunded' }).where(eq(refunds.id, second!.id))
    await expect(Promise.resolve(back)).rejects.toThrow()
  })

  test('is found by the reconciler when its webhook never came, once, and by whoever reconciles its order', async () => {
    const dropped = async (type: string) => {
      const { ctx, paymentId } = await bought()
      const { id, refund } = await paidBack(ctx, paymentId)
      expect(await balanceOf(ctx)).toBe(25)
      await plan(sandbox, { on: 'webhook', do: 'drop', times: 1 })
      await failRefund(sandbox, refund.gatewayRefundId!)
      const sent = await world.db.select().from(sandboxRecords).where(eq(sandboxRecords.parent, type))
      expect(sent.filter(({ body }) => JSON.stringify(body).includes(refund.gatewayRefundId!))).toEqual([])
      return { ctx, id, paymentId }
    }
    const { ctx, id, paymentId } = await dropped('refund.failed')
    const later = (ms: number): World => ({ ...world, now: () => new Date(Date.now() + ms) })
    await watch(world)
    expect(await balanceOf(ctx)).toBe(25)
    // The gateway does not answer at first: it is asked again.
    await plan(sandbox, { on: 'payments.refunds', do: 'error', times: 1 })
    while ((await watch(later(11 * MINUTE))) > 0) {}
    for (const minutes of [25, 60]) await Promise.all([watch(later(minutes * MINUTE)), watch(later(minutes * MINUTE))])
    expect(await balanceOf(ctx)).toBe(130)
    expect(await refundsOf(paymentId)).toMatchObject([{ state: 'failed', nextAt: null, refundedAt: null }])
    expect(await auditOf('refund.fail', id)).toHaveLength(1)
    expect(await mailsTo(ctx.user.email, 'refund_failed')).toHaveLength(1)
    expect((await refundRequests.list(ctx, page)).items).toMatchObject([{ state: 'approved' }])

    const other = await dropped('refund.failed')
    const [payment] = await world.db.select().from(payments).where(eq(payments.id, other.paymentId))
    await reconcileOne(world, sandbox.gateway, payment!.orderId)
    expect(await balanceOf(other.ctx)).toBe(130)
  })

  test('is known at once where the gateway answers so, and by its webhook where it said yes at first', async () => {
    const { ctx, paymentId } = await bought()
    await plan(sandbox, { on: 'refunds.process', do: 'error', times: 1 })
    const { refund } = await paidBack(ctx, paymentId)
    expect(await sandbox.gateway.payment(paymentId)).toMatchObject({ status: 'captured', amountRefunded: 0 })
    // The same key is answered with what became of it.
    expect(await sandbox.gateway.refund(paymentId, 9900, refund.id)).toMatchObject({ status: 'failed' })
    await observe(asSystem(world), await sandbox.gateway.refund(paymentId, 9900, refund.id))
    expect([await balanceOf(ctx), (await refundsOf(paymentId))[0]!.state]).toEqual([130, 'failed'])
  })

  test('at the gateway itself: what it took comes back, and one that we hear of late takes nothing', async () => {
    const { ctx, paymentId } = await bought()
    const made = { id: `rfnd_${newId()}`, paymentId, amount: 4950, currency: 'INR', key: '' }
    await observe(asSystem(world), { ...made, status: 'processed' })
    expect(await balanceOf(ctx)).toBe(75)
    for (let times = 0; times < 2; times++) await observe(asSystem(world), { ...made, status: 'failed' })
    expect(await balanceOf(ctx)).toBe(130)
    const late = { ...made, id: `rfnd_${newId()}` }
    await observe(asSystem(world), { ...late, status: 'failed' })
    await observe(asSystem(world), { ...late, status: 'processed' })
    expect(await balanceOf(ctx)).toBe(130)
    expect((await refundsOf(paymentId)).map(({ state }) => state)).toEqual(['failed', 'failed'])
  })

  test('of a plan: the membership goes on as long as it was bought for', async () => {
    const ctx = await buyer.newBuyer(world)
    const { subscription: before, paymentId } = await buyer.buyPlan({ sandbox }, ctx, 'premium', 'annual')
    const { refund } = await paidBack(ctx, paymentId)
    expect(await subscriptions.current(ctx)).not.toEqual(before)
    await told('refund.failed', entity(refund, 'failed'), 2)
    const after = await subscriptions.current(ctx)
    // What was left of it goes on: the time in between is not lost.
    const later = Date.parse(after!.current_period_end) - Date.parse(before!.current_period_end)
    expect([later >= 0 && later < MINUTE, await balanceOf(ctx)]).toEqual([true, 2525])
    expect(after).toEqual({ ...before!, current_period_end: after!.current_period_end })
    const mine = eq(subscriptionPeriods.paymentId, paymentId)
    const [period] = await world.db.select().from(subscriptionPeriods).where(mine)
    expect(period).toMatchObject({ granted: 1, nextGrantAt: expect.any(Date), endedAt: null, endedBy: null })
  })
})

describe('late words of the gateway', () => {
  test('an order that is paid is credited also where its event names no payment, once', async () => {
    const { ctx, ordered, payment } = await buyer.paying(world, sandbox)
    await sandbox.gateway.capture(payment.id, ordered.order.amount, 'INR')
    await told('order.paid', { order: { entity: { id: ordered.order.id } } }, 2)
    expect(await balanceOf(ctx)).toBe(130)
    await told('payment.failed', { payment: { entity: { ...payment, status: 'failed' } } })
    expect(await balanceOf(ctx)).toBe(130)
    await told('order.paid', { order: { entity: { id: 'order_of_nobody' } } })
  })

  test('a dispute is written down; one that is lost takes the credits, once', async () => {
    const { ctx, paymentId } = await bought()
    const dispute = {
      id: `disp_${newId()}`,
      payment_id: paymentId,
      amount: 9900,
      currency: 'INR',
      reason_code: 'fraud',
    }
    const payload = { payment: { entity: { id: paymentId } }, dispute: { entity: dispute } }
    await told('payment.dispute.created', payload)
    expect(await balanceOf(ctx)).toBe(130)
    await told('payment.dispute.lost', payload, 2)
    expect(await balanceOf(ctx)).toBe(25)
    expect(await refundsOf(paymentId)).toMatchObject([{ cause: 'gateway', state: 'refunded', credits: 105 }])
    expect(await auditOf('payment.dispute', paymentId)).toContainEqual(
      expect.objectContaining({ state: 'created', reason: 'fraud' }),
    )
  })
})

describe('a credit note', () => {
  const text = async (content: Uint8Array) => {
    const { text } = await extractText(await getDocumentProxy(content.slice()), { mergePages: true })
    return text.replace(/\s+/g, ' ')
  }

  test('follows each refund of an invoice, numbered without gaps, and is void when the refund fails', async () => {
    const people = await Promise.all([bought(), bought(), bought()])
    for (const { ctx, paymentId } of people) {
      const { id } = await refundRequests.request(ctx, paymentId, 'x')
      await refundRequests.decide(finance, id, 'approve', '')
      await refundRequests.decide(finance, id, 'refund', '')
    }
    await Promise.all([payBack(world), payBack(world), payBack(world)])
    const rows = await Promise.all(people.map(({ paymentId }) => refundsOf(paymentId)))
    const ids = rows.map(([row]) => row!.id)
    const notes = await world.db.select().from(creditNotes).where(inArray(creditNotes.refundId, ids))
    expect(notes).toHaveLength(3)
    const all = await world.db.select().from(creditNotes).orderBy(creditNotes.sequence)
    for (const ofYear of Map.groupBy(all, ({ financialYear }) => financialYear).values())
      expect(ofYear.map(({ sequence }) => sequence)).toEqual(ofYear.map((_, index) => index + 1))

    const [{ ctx, paymentId }, other] = [people[0]!, people[1]!]
    const [invoice] = (await invoices.list(ctx, page)).items
    const [note, ...more] = invoice!.credit_notes
    expect([note!.failed, note!.gross, note!.tax, more]).toEqual([false, 9900, 1510, []])
    const [mail] = await mailsTo(ctx.user.email, 'credit_note')
    const file = await makeAttachment(world, mail!.attachments![0]!)
    expect(file.name).toBe(`${note!.number.replaceAll('/', '-')}.pdf`)
    const said = await text(file.content as Uint8Array)
    for (const part of [note!.number, invoice!.number, 'IGST 18 % ₹15.10', 'Total credited (INR) ₹99.00', paymentId])
      expect(said).toContain(part)
    await expect(creditNoteDeeds.load(other.ctx, note!.id)).rejects.toMatchObject({ status: 404 })

    await told('refund.failed', entity(rows[0]![0]!, 'failed'))
    expect((await invoices.list(ctx, page)).items[0]!.credit_notes).toMatchObject([
      { number: note!.number, failed: true },
    ])
    // What failed is one refund: the requests of the others stay as they are.
    const others = (await refundRequests.list(other.ctx, page)).items
    expect(others.map(({ state }) => state)).toEqual(['refunded'])
    const after = await makeAttachment(world, mail!.attachments![0]!)
    expect(await text(after.content as Uint8Array)).toContain('Void: the payment gateway could not pay it back')
    await expect(Promise.resolve(world.db.delete(creditNotes).where(eq(creditNotes.id, note!.id)))).rejects.toThrow()
  })
})
