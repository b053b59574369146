import { PDF_TYPE } from '#billing/invoice-files.ts'
import type { Handler } from '#web/handler.ts'
import { readBody, readQuery } from '#web/input.ts'
import type { AdminCtx } from '../../ctx.ts'
import { doneOrWaiting, listOrCsv } from '../list-response.ts'
import { reasonBody } from '../rules/act.ts'
import {
  invoiceColumns,
  invoiceLine,
  invoicesQuery,
  ORDER_COLUMNS,
  orderLine,
  ordersQuery,
  paymentColumns,
  paymentLine,
  paymentsQuery,
  WEBHOOK_COLUMNS,
  webhookLine,
  webhooksQuery,
} from '../rules/billing.ts'
import * as acts from './acts.ts'
import { anomalies } from './anomalies.ts'
import { invoiceList, orderList, paymentList } from './lists.ts'
import { retry } from './retry.ts'
import { webhookList } from './webhook-list.ts'

export const sendAnomalies: Handler<AdminCtx> = async (ctx, c) => c.json({ anomalies: await anomalies(ctx) })

export const listOrders: Handler<AdminCtx> = (ctx, c) => {
  const filter = readQuery(c, ordersQuery)
  const read = (page: Parameters<typeof orderList>[2]) => orderList(ctx, filter, page)
  return listOrCsv(c, { name: 'orders', columns: ORDER_COLUMNS, line: orderLine, read })
}
export const listPayments: Handler<AdminCtx> = (ctx, c) => {
  const filter = readQuery(c, paymentsQuery)
  const read = (page: Parameters<typeof paymentList>[2]) => paymentList(ctx, filter, page)
  return listOrCsv(c, {
    name: 'payments',
    columns: paymentColumns(filter.currency),
    line: paymentLine(filter.currency),
    read,
  })
}
export const listAllInvoices: Handler<AdminCtx> = (ctx, c) => {
  const filter = readQuery(c, invoicesQuery)
  const read = (page: Parameters<typeof invoiceList>[2]) => invoiceList(ctx, filter, page)
  return listOrCsv(c, {
    name: 'invoices',
    columns: invoiceColumns(filter.currency),
    line: invoiceLine(filter.currency),
    read,
  })
}
export const listWebhooks: Handler<AdminCtx> = (ctx, c) => {
  const filter = readQuery(c, webhooksQuery)
  const read = (page: Parameters<typeof webhookList>[2]) => webhookList(ctx, filter, page)
  return listOrCsv(c, { name: 'webhooks', columns: WEBHOOK_COLUMNS, line: webhookLine, read })
}

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
