import { and, eq } from 'drizzle-orm'
import { answerOf } from '#base/answer.ts'
import { AppError, conflict, notFound } from '#base/errors.ts'
import { MINUTE } from '#base/time.ts'
import * as creditNotes from '#billing/credit-notes.ts'
import { attachmentOf } from '#billing/invoice-files.ts'
import { creditNotePdf, invoicePdf } from '#billing/invoice-pdf.ts'
import * as invoices from '#billing/invoices.ts'
import * as mailTexts from '#billing/mail-texts.tsx'
import { gatewayOf } from '#billing/orders.ts'
import { reconcileOne } from '#billing/reconcile.ts'
import { pdfName } from '#billing/rules/invoice.ts'
import * as webhooks from '#billing/webhooks.ts'
import { inTransaction } from '#db/connect.ts'
import { dismissedPayments, orders, payments, refunds, users, webhookEvents } from '#db/schema/index.ts'
import { GatewayError } from '#outside/gateway.ts'
import * as audit from '#records/audit.ts'
import * as mails from '#records/mails.ts'
import * as rateLimit from '#web/rate-limit.ts'
import type { AdminCtx } from '../../ctx.ts'
import { type ListedOrder, type ListedWebhook, listedWebhook } from '../rules/billing.ts'
import { personOf } from '../sql.ts'
import { lastRefund, standOf } from './anomalies.ts'
import { listedOrder } from './lists.ts'

/**
 * Asks the gateway now what became of an order; what was paid for and not given is given.
 * @throws AppError not_found; unavailable where the gateway cannot be asked
 */
export async function reconcile(ctx: AdminCtx, id: string, reason: string): Promise<ListedOrder> {
  const gateway = gatewayOf(ctx)
  const before = await load(ctx, id)
  const after = await reconcileOne(ctx, gateway, id).catch((error) => {
    if (!(error instanceof GatewayError)) throw error
    throw new AppError('unavailable', 'The payment gateway does not answer. Try again in a few minutes.', {
      code: 'gateway_unavailable',
      cause: error,
    })
  })
  const state = { before: before.order.state, after: after!.state }
  await audit.record(ctx, 'order.reconcile', id, { reason, state })
  return listedOrder({ order: after!, user: before.user })
}

async function load(ctx: AdminCtx, id: string) {
  const [found] = await ctx.db
    .select({ order: orders, user: personOf(users) })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, id))
  if (!found) throw notFound('Order')
  return found
}

/** Does once more what a webhook tells of; what was done before stays done once. @throws AppError not_found */
export async function replay(ctx: AdminCtx, id: string, reason: string): Promise<ListedWebhook> {
  gatewayOf(ctx)
  const [before] = await ctx.db.select().from(webhookEvents).where(eq(webhookEvents.id, id))
  if (!before) throw notFound('Webhook')
  const after = await webhooks.replay(ctx, id)
  if (!after) throw notFound('Webhook')
  const state = { before: before.state, after: after.state }
  const about = { event: before.eventId, type: before.type, ...(after.lastError ? { error: after.lastError } : {}) }
  await audit.record(ctx, 'webhook.replay', id, { reason, state, ...about })
  return answerOf(listedWebhook, after)
}

/**
 * Takes a payment that was paid twice off the list of what is wrong, as its refund stands now: anything newer shows it again.
 * @throws AppError not_found; conflict `not_settled` while its money is not back
 */
export const dismiss = (ctx: AdminCtx, id: string, reason: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const [found] = await ctx.db
      .select({ state: refunds.state, stand: standOf, user: payments.userId })
      .from(payments)
      .leftJoin(refunds, eq(refunds.id, lastRefund))
      .where(and(eq(payments.id, id), eq(payments.state, 'surplus')))
      .for('update', { of: payments })
    if (!found) throw notFound('Payment')
    if (found.state !== 'refunded') throw conflict('Its money is not back yet, so it stays on the list.', 'not_settled')
    const it = { stand: found.stand, createdAt: ctx.now() }
    await ctx.db
      .insert(dismissedPayments)
      .values({ paymentId: id, ...it })
      .onConflictDoUpdate({ target: dismissedPayments.paymentId, set: it })
    await audit.record(ctx, 'payment.dismiss', id, { reason, user: found.user, refund: found.stand })
  })

/** A mail of the same invoice goes out once a minute at most: a double click sends one. */
const SENDING = { most: 1, window: MINUTE }

/** Mails an invoice to its person again. @throws AppError not_found; conflict for a deleted account; rate_limited */
export async function sendInvoice(ctx: AdminCtx, id: string, reason: string): Promise<{ to: string; number: string }> {
  const invoice = await invoices.byId(ctx, id)
  if (!invoice) throw notFound('Invoice')
  const [person] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, invoice.userId))
  const to = person!.email
  if (to.endsWith('@deleted.invalid')) throw conflict('This account was deleted: it has no address.')
  await rateLimit.take(ctx, `invoice-mail:${id}`, SENDING)
  return inTransaction(ctx, async (ctx) => {
    const { line: what, gross: amount, currency, paymentId, number, issuedAt } = invoice
    const mail = mailTexts.receipt(ctx.config, { what, amount, currency, paymentId, invoice: number, paidAt: issuedAt })
    await mails.post(ctx, 'receipt', { to, ...mail }, [attachmentOf(invoice)])
    await audit.record(ctx, 'invoice.send', id, { reason, number, user: invoice.userId })
    return { to, number }
  })
}

/** A credit note of anybody as a file. @throws AppError not_found */
export async function creditNoteFile(ctx: AdminCtx, id: string) {
  const note = await creditNotes.byId(ctx, id)
  if (!note) throw notFound('Credit note')
  return { name: pdfName(note.number), content: await creditNotePdf(ctx.config, note) }
}

/** An invoice of anybody as a file. @throws AppError not_found */
export async function invoiceFile(ctx: AdminCtx, id: string) {
  const invoice = await invoices.byId(ctx, id)
  if (!invoice) throw notFound('Invoice')
  return { name: pdfName(invoice.number), content: await invoicePdf(ctx.config, invoice) }
}
