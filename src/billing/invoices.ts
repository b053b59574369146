import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { answerOf } from '#base/answer.ts'
import { notFound } from '#base/errors.ts'
import type { Page, PageRequest } from '#base/paging.ts'
import type { InvoiceRow, OrderRow } from '#db/schema/index.ts'
import { billingDetails, invoiceCounters, invoices, refunds } from '#db/schema/index.ts'
import { byNumber, byText, sortedPage } from '#db/sorted.ts'
import type { Ctx, UserCtx } from '../ctx.ts'
import { href, urls } from '../urls.ts'
import { nextNumber, ofInvoices } from './credit-notes.ts'
import type { LedgerCtx } from './ledger.ts'
import { invoice, type ListedCreditNote, type ListedInvoice } from './rules/answers.ts'
import type { BillingDetails } from './rules/billing-details.ts'
import { financialYear, invoiceNumber, taxesIn } from './rules/invoice.ts'
import type { Repaid } from './rules/invoice-sheet.ts'
import type { PlanQuote } from './rules/plan.ts'
import { creditLine } from './rules/upgrade.ts'
import { sellerOf } from './seller.ts'

/** An invoice with the money that went back for its payment since, and the papers of that. */
export type Invoice = InvoiceRow & { repaid: Repaid[]; creditNotes: ListedCreditNote[] }

/**
 * Issues the invoice of a payment. `ctx.db` is the transaction that credits it: the counter's row is locked until its end, so that a
 * number is given back when it fails. Call it last.
 */
export async function issue(ctx: Ctx, order: OrderRow, paymentId: string, line: string): Promise<InvoiceRow> {
  const now = ctx.now()
  const year = financialYear(now)
  const customer = await customerOf(ctx, order)
  const seller = sellerOf(ctx.config)
  const from = { country: customer.country, stateCode: customer.state_code }
  // What was credited was taxed with the payment for the plan before: the tax here is that of what is paid now.
  const taxes = taxesIn(order.amount, from, seller.state_code)
  const { upgrade } = order.quote as Partial<PlanQuote>
  const sequence = await nextNumber(ctx, invoiceCounters, year)
  const [issued] = await ctx.db
    .insert(invoices)
    .values({
      number: invoiceNumber(year, sequence),
      financialYear: year,
      sequence,
      userId: order.userId,
      paymentId,
      currency: order.currency,
      gross: order.amount,
      ...taxes,
      line,
      credit: upgrade?.credit ?? 0,
      creditLine: upgrade ? creditLine(upgrade) : '',
      customer,
      seller,
      issuedAt: now,
    })
    .returning()
  return issued!
}

/** Whom the invoice is addressed to, as it stands now. Without details rupees come from India and other money from abroad. */
async function customerOf(ctx: LedgerCtx, { userId, currency }: OrderRow) {
  const [row] = await ctx.db.select().from(billingDetails).where(eq(billingDetails.userId, userId))
  return detailsOf(row) ?? { ...NOBODY, country: currency === 'INR' ? 'IN' : '' }
}

const NOBODY = { name: '', address: '', city: '', postal_code: '', country: '', state_code: '', gstin: '' }

function detailsOf(row: typeof billingDetails.$inferSelect | undefined): BillingDetails | null {
  if (!row) return null
  const { userId: _, updatedAt: __, postalCode: postal_code, stateCode: state_code, ...same } = row
  return { ...same, postal_code, state_code }
}

/** The billing details of the person; null when there are none yet. */
export async function details(ctx: UserCtx): Promise<BillingDetails | null> {
  const [row] = await ctx.db.select().from(billingDetails).where(eq(billingDetails.userId, ctx.user.id))
  return detailsOf(row)
}

/** Keeps billing details for the invoices to come; issued ones stay as they are. */
export async function keepDetails(ctx: UserCtx, given: BillingDetails): Promise<BillingDetails> {
  const { postal_code: postalCode, state_code: stateCode, ...same } = given
  const values = { ...same, postalCode, stateCode, updatedAt: ctx.now() }
  await ctx.db
    .insert(billingDetails)
    .values({ userId: ctx.user.id, ...values })
    .onConflictDoUpdate({ target: billingDetails.userId, set: values })
  return given
}

export const asJson = (row: Invoice): ListedInvoice =>
  answerOf(invoice, {
    ...row,
    price: row.gross + row.credit,
    refunded: row.repaid.reduce((sum, { amount }) => sum + amount, 0),
    pdf: href(urls.invoicePdf, { file: `${row.id}.pdf` }),
  })

const SORTS = {
  number: byText(invoices.number),
  line: byText(invoices.line),
  tax: byNumber(sql`${invoices.cgst} + ${invoices.sgst} + ${invoices.igst}`),
  gross: byNumber(invoices.gross),
}

/** The person's invoices, newest first unless another order is asked for. */
export async function list(ctx: UserCtx, request: PageRequest, sort?: string): Promise<Page<ListedInvoice>> {
  const own = eq(invoices.userId, ctx.user.id)
  const { items, next } = await sortedPage(SORTS, invoices.id, { ...request, sort }, own, (at) =>
    ctx.db.select({ at, invoice: invoices }).from(invoices),
  )
  const issued = items.map(({ invoice }) => invoice)
  const full = await withRefunds(ctx, issued)
  return { items: full.map(asJson), next }
}

/** An invoice of the person. @throws AppError not_found, for one of somebody else too */
export async function load(ctx: UserCtx, id: string): Promise<Invoice> {
  const found = await byId(ctx, id)
  if (found?.userId !== ctx.user.id) throw notFound('Invoice')
  return found
}

export async function byId(ctx: Pick<Ctx, 'db'>, id: string): Promise<Invoice | null> {
  const rows = await ctx.db.select().from(invoices).where(eq(invoices.id, id))
  return (await withRefunds(ctx, rows))[0] ?? null
}

async function withRefunds(ctx: Pick<Ctx, 'db'>, rows: InvoiceRow[]): Promise<Invoice[]> {
  if (rows.length === 0) return []
  const [ids, paymentIds] = [rows.map((row) => row.id), rows.map((row) => row.paymentId)]
  const ofThese = and(inArray(refunds.paymentId, paymentIds), ne(refunds.state, 'failed'))
  const found = await ctx.db.select().from(refunds).where(ofThese).orderBy(refunds.id)
  const byPayment = Map.groupBy(found, (refund) => refund.paymentId)
  const notes = await ofInvoices(ctx, ids)
  const repaidOf = ({ paymentId }: InvoiceRow) => byPayment.get(paymentId) ?? []
  return rows.map((row) => ({ ...row, repaid: repaidOf(row), creditNotes: notes.get(row.id) ?? [] }))
}
