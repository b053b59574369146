import { and, eq, getTableColumns, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { answerOf } from '#base/answer.ts'
import { ofInvoices } from '#billing/credit-notes.ts'
import { boughtText } from '#billing/refunding/paid.ts'
import { placeOfSupply } from '#billing/rules/invoice-sheet.ts'
import type { PlanQuote } from '#billing/rules/plan.ts'
import type { CreditQuote } from '#billing/rules/price.ts'
import { searchCondition } from '#billing/search.ts'
import { anyOf } from '#db/frequent-words.ts'
import { invoiceCounters, invoices, orders, payments, refunds, users, webhookEvents } from '#db/schema/index.ts'
import { byMoment, byNumber, byPerson, byText, sortedPage } from '#db/sorted.ts'
import type { AdminCtx } from '../../ctx.ts'
import { urls } from '../../urls.ts'
import type { Read } from '../list-response.ts'
import {
  invoiceList,
  type ListedOrder,
  listedWebhook,
  orderList,
  paymentList,
  type webhookList,
} from '../rules/billing.ts'
import { type Sorts, spanOf } from '../rules/list.ts'
import { during, personOf } from '../sql.ts'

const whatOf = (quote: Record<string, unknown>): string => boughtText(quote as CreditQuote | PlanQuote)

const ORDER_SORTS = {
  what: byText(sql`${orders.kind} || ${orders.quote}::text`),
  person: byPerson(users),
  amount: byNumber(orders.amount),
  state: byText(orders.state),
} satisfies Sorts<typeof orderList>

/** Every order. @param filter q: a person, an order (our id or the gateway's) or a payment of it */
export const orderPage: Read<typeof orderList> = async (ctx, { q, state, kind, sort }, request) => {
  const { db } = ctx
  const found: SQL | undefined = q?.startsWith('pay_')
    ? anyOf(orders.id, sql`select ${payments.orderId} from ${payments} where ${payments.id} = ${q}`)
    : q
      ? await searchCondition(db, q, { person: orders.userId, ids: [orders.id, orders.gatewayOrderId] })
      : undefined
  const wanted = and(found, state ? eq(orders.state, state) : undefined, kind ? eq(orders.kind, kind) : undefined)
  const page = await sortedPage(ORDER_SORTS, orders.id, { ...request, sort }, wanted, (at) =>
    db
      .select({ at, order: orders, user: personOf(users) })
      .from(orders)
      .innerJoin(users, eq(users.id, orders.userId)),
  )
  return { ...page, items: page.items.map(listedOrder) }
}

export const listedOrder = ({ order, user }: { order: typeof orders.$inferSelect; user: ListedOrder['user'] }) =>
  answerOf(orderList.item, { ...order, user, what: whatOf(order.quote) })

/** What went back of a payment, or is on its way. */
const backOf = (paymentId: PgColumn) =>
  sql`(select sum(r.amount) from refunds r where r.payment_id = ${paymentId} and r.state <> 'failed')`
const PAYMENT_SORTS = {
  created: byMoment(payments.createdAt),
  payment: byText(payments.id),
  person: byPerson(users),
  amount: byNumber(payments.amount),
  state: byText(payments.state),
  back: byNumber(backOf(payments.id)),
} satisfies Sorts<typeof paymentList>

/** One for each payment, in the form that cursors hold: the gateway's ids are no UUIDs, and an order may have been paid twice. */
const paymentKey = sql<string>`md5(${payments.id})::uuid`

export const paymentPage: Read<typeof paymentList> = async (ctx, { q, state, currency, sort, ...days }, request) => {
  const { db } = ctx
  const columns = { person: payments.userId, ids: [payments.id, payments.orderId] }
  const found = q?.startsWith('order_')
    ? anyOf(payments.orderId, sql`select ${orders.id} from ${orders} where ${orders.gatewayOrderId} = ${q}`)
    : q
      ? await searchCondition(db, q, columns)
      : undefined
  const wanted = and(
    found,
    state ? eq(payments.state, state) : undefined,
    currency ? eq(payments.currency, currency) : undefined,
    during(payments.createdAt, spanOf(days)),
  )
  const page = await sortedPage(PAYMENT_SORTS, paymentKey, { ...request, sort }, wanted, (at) =>
    db
      .select({ at, payment: payments, order: orders, user: personOf(users) })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .innerJoin(users, eq(users.id, payments.userId)),
  )
  const ids = page.items.map(({ payment }) => payment.id)
  const back = await refundedOf(ctx, ids)
  const items = page.items.map(({ payment, order: { gatewayOrderId, quote }, user }) => {
    const about = { gatewayOrderId, user, what: whatOf(quote), refunded: back.get(payment.id) ?? 0 }
    return answerOf(paymentList.item, { ...payment, ...about })
  })
  return { ...page, items }
}

async function refundedOf(ctx: AdminCtx, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select({ id: refunds.paymentId, sum: sql<string>`sum(${refunds.amount})` })
    .from(refunds)
    .where(and(inArray(refunds.paymentId, ids), ne(refunds.state, 'failed')))
    .groupBy(refunds.paymentId)
  return new Map(rows.map(({ id, sum }) => [id, Number(sum)]))
}

const tax = sql`${invoices.cgst} + ${invoices.sgst} + ${invoices.igst}`
const INVOICE_SORTS = {
  number: byText(invoices.number),
  person: byPerson(users),
  gross: byNumber(invoices.gross),
  tax: byNumber(tax),
  back: byNumber(backOf(invoices.paymentId)),
} satisfies Sorts<typeof invoiceList>

export const invoicePage: Read<typeof invoiceList> = async (ctx, { q, year, currency, sort, ...days }, request) => {
  const { db } = ctx
  const columns = {
    person: invoices.userId,
    ids: [invoices.id, invoices.paymentId, invoices.number],
    payment: invoices.paymentId,
  }
  const wanted = and(
    q ? await searchCondition(db, q, columns) : undefined,
    year ? eq(invoices.financialYear, year) : undefined,
    currency ? eq(invoices.currency, currency) : undefined,
    during(invoices.issuedAt, spanOf(days)),
  )
  const page = await sortedPage(INVOICE_SORTS, invoices.id, { ...request, sort }, wanted, (at) =>
    db
      .select({ at, invoice: invoices, user: personOf(users) })
      .from(invoices)
      .innerJoin(users, eq(users.id, invoices.userId)),
  )
  const issued = page.items.map(({ invoice }) => invoice)
  const [paymentIds, ids] = [issued.map(({ paymentId }) => paymentId), issued.map(({ id }) => id)]
  const back = await refundedOf(ctx, paymentIds)
  const notes = await ofInvoices(ctx, ids, urls.adminCreditNotePdf)
  const items = page.items.map(({ invoice, user }) =>
    answerOf(invoiceList.item, {
      ...invoice,
      user,
      tax: invoice.cgst + invoice.sgst + invoice.igst,
      gstin: invoice.customer.gstin ?? '',
      placeOfSupply: placeOfSupply(invoice.customer),
      refunded: back.get(invoice.paymentId) ?? 0,
      creditNotes: notes.get(invoice.id) ?? [],
    }),
  )
  return { ...page, items }
}

export async function financialYears(ctx: AdminCtx): Promise<string[]> {
  const rows = await ctx.db.select({ year: invoiceCounters.financialYear }).from(invoiceCounters)
  return rows.map(({ year }) => year).toSorted((a, b) => (a < b ? 1 : -1))
}

const it = webhookEvents
/** Without the body: it is long, and names cards and contacts. */
const { body: _, ...columns } = getTableColumns(it)

const SORTS = {
  type: byText(it.type),
  state: byText(it.state),
  about: byText(sql`coalesce(${it.paymentId}, ${it.gatewayOrderId})`),
  tries: byNumber(it.attempts),
} satisfies Sorts<typeof webhookList>

/** What the gateway told by itself. @param filter q: an event, a payment or an order, by its whole id */
export const webhookPage: Read<typeof webhookList> = async (ctx, { q, state, sort }, request) => {
  const wanted = and(
    q
      ? or(
          ...[it.id, it.eventId, it.paymentId, it.gatewayOrderId].map((column) => eq(column, q)),
          anyOf(it.gatewayOrderId, sql`select ${orders.gatewayOrderId} from ${orders} where ${orders.id} = ${q}`),
        )
      : undefined,
    state ? eq(it.state, state) : undefined,
  )
  const page = await sortedPage(SORTS, it.id, { ...request, sort }, wanted, (at) =>
    ctx.db.select({ ...columns, at }).from(it),
  )
  return { ...page, items: page.items.map((row) => answerOf(listedWebhook, row)) }
}
