import { PDF_TYPE } from '#billing/invoice-files.ts'
import type { Handler } from '#web/handler.ts'
import { readBody } from '#web/input.ts'
import type { AdminCtx } from '../../ctx.ts'
import { doneOrWaiting, sendList } from '../list-response.ts'
import { reasonBody } from '../rules/act.ts'
import { invoiceList, orderList, paymentList, webhookList } from '../rules/billing.ts'
import * as acts from './acts.ts'
import { anomalies } from './anomalies.ts'
import * as lists from './lists.ts'
import { retry } from './retry.ts'
import { webhookPage } from './webhook-list.ts'

export const sendAnomalies: Handler<AdminCtx> = async (ctx, c) => c.json({ anomalies: await anomalies(ctx) })

export const listOrders: Handler<AdminCtx> = (ctx, c) => sendList(c, ctx, orderList, lists.orderPage)
export const listPayments: Handler<AdminCtx> = (ctx, c) => sendList(c, ctx, paymentList, lists.paymentPage)
export const listAllInvoices: Handler<AdminCtx> = (ctx, c) => sendList(c, ctx, invoiceList, lists.invoicePage)
export const listWebhooks: Handler<AdminCtx> = (ctx, c) => sendList(c, ctx, webhookList, webhookPage)

export const reconcileOrder: Handler<AdminCtx> = async (ctx, c) => {
  const { reason } = await readBody(c, reasonBody)
  return c.json(await acts.reconcile(ctx, c.req.param('id')!, reason))
}
export const replayWebhook: Handler<AdminCtx> = async (ctx, c) => {
  const { reason } = await readBody(c, reasonBody)
  return c.json(await acts.replay(ctx, c.req.param('id')!, reason))
}
export const mailInvoice: Handler<AdminCtx> = async (ctx, c) => {
  const { reason } = await readBody(c, reasonBody)
  return c.json(await acts.sendInvoice(ctx, c.req.param('id')!, reason))
}
export const retryRefund: Handler<AdminCtx> = async (ctx, c) => {
  const { reason } = await readBody(c, reasonBody)
  return doneOrWaiting(c, (await retry(ctx, c.req.param('id')!, reason)) ?? { ok: true })
}
export const dismissSurplus: Handler<AdminCtx> = async (ctx, c) => {
  const { reason } = await readBody(c, reasonBody)
  await acts.dismiss(ctx, c.req.param('id')!, reason)
  return c.json({ ok: true })
}
export const sendAnyCreditNotePdf: Handler<AdminCtx> = async (ctx, c) => {
  const { name, content } = await acts.creditNoteFile(ctx, c.req.param('file')!.replace(/\.pdf$/, ''))
  c.header('Content-Disposition', `inline; filename="${name}"`)
  return c.body(content, 200, { 'Content-Type': PDF_TYPE })
}
export const sendAnyInvoicePdf: Handler<AdminCtx> = async (ctx, c) => {
  const { name, content } = await acts.invoiceFile(
    ctx,
    (c.req.param('id') ?? c.req.param('file'))!.replace(/\.pdf$/, ''),
  )
  c.header('Content-Disposition', `inline; filename="${name}"`)
  return c.body(content, 200, { 'Content-Type': PDF_TYPE })
}
