import { eq, inArray, sql } from 'drizzle-orm'
import { answerOf } from '#base/answer.ts'
import { notFound } from '#base/errors.ts'
import type { InvoiceRow } from '#db/schema/index.ts'
import { creditNoteCounters, creditNotes, type invoiceCounters, invoices, refunds, users } from '#db/schema/index.ts'
import * as mails from '#records/mails.ts'
import type { Ctx, UserCtx } from '../ctx.ts'
import { href, urls } from '../urls.ts'
import * as mailTexts from './mail-texts.tsx'
import { creditNote, type ListedCreditNote } from './rules/answers.ts'
import { creditNoteNumber, financialYear, partOfTaxes, pdfName } from './rules/invoice.ts'

export type CreditNoteRow = typeof creditNotes.$inferSelect
/** A credit note with the invoice that it belongs to; `failed`: its money did not arrive, so it counts for nothing. */
export type CreditNote = CreditNoteRow & { invoice: InvoiceRow; failed: boolean }

/**
 * Issues the credit note of money that went back and mails it. Money for which there is no invoice has none. `ctx.db` is the transaction
 * that writes down that it went back: the counter's row is locked until its end. Call it last.
 */
export async function issue(ctx: Ctx, refund: typeof refunds.$inferSelect): Promise<CreditNoteRow | null> {
  const [invoice] = await ctx.db.select().from(invoices).where(eq(invoices.paymentId, refund.paymentId))
  if (!invoice) return null
  const now = ctx.now()
  const year = financialYear(now)
  const sequence = await nextNumber(ctx, creditNoteCounters, year)
  const number = creditNoteNumber(year, sequence)
  const { amount } = refund
  const about = { number, financialYear: year, sequence, invoiceId: invoice.id, refundId: refund.id, gross: amount }
  const [issued] = await ctx.db
    .insert(creditNotes)
    .values({ ...about, ...partOfTaxes(invoice, amount), issuedAt: now })
    .returning()
  const [person] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, invoice.userId))
  const mail = mailTexts.creditNote(ctx.config, { number, invoice: invoice.number, amount, currency: invoice.currency })
  const attached = { name: pdfName(number), kind: 'credit_note' as const, id: issued!.id }
  await mails.post(ctx, 'credit_note', { to: person!.email, ...mail }, [attached])
  return issued!
}

/** The next number of invoices or of credit notes in a financial year; its row is locked until the transaction ends. */
export async function nextNumber(
  ctx: Ctx,
  counters: typeof invoiceCounters | typeof creditNoteCounters,
  financialYear: string,
): Promise<number> {
  const [counter] = await ctx.db
    .insert(counters)
    .values({ financialYear, last: 1 })
    .onConflictDoUpdate({ target: counters.financialYear, set: { last: sql`${counters.last} + 1` } })
    .returning({ sequence: counters.last })
  return counter!.sequence
}

const joined = (ctx: Pick<Ctx, 'db'>) =>
  ctx.db
    .select({ note: creditNotes, invoice: invoices, state: refunds.state })
    .from(creditNotes)
    .innerJoin(invoices, eq(invoices.id, creditNotes.invoiceId))
    .innerJoin(refunds, eq(refunds.id, creditNotes.refundId))
    .$dynamic()

/** A credit note of anybody; null when there is none. */
export async function byId(ctx: Pick<Ctx, 'db'>, id: string): Promise<CreditNote | null> {
  const [found] = await joined(ctx).where(eq(creditNotes.id, id))
  return found ? { ...found.note, invoice: found.invoice, failed: found.state === 'failed' } : null
}

/** A credit note of the person. @throws AppError not_found, for one of somebody else too */
export async function load(ctx: UserCtx, id: string): Promise<CreditNote> {
  const found = await byId(ctx, id)
  if (found?.invoice.userId !== ctx.user.id) throw notFound('Credit note')
  return found
}

/** The credit notes of invoices, the oldest first. @param address of the PDF, with its file */
export async function ofInvoices(
  ctx: Pick<Ctx, 'db'>,
  ids: string[],
  address: typeof urls.creditNotePdf | typeof urls.adminCreditNotePdf = urls.creditNotePdf,
): Promise<Map<string, ListedCreditNote[]>> {
  if (ids.length === 0) return new Map()
  const rows = await joined(ctx).where(inArray(creditNotes.invoiceId, ids)).orderBy(creditNotes.id)
  const notes = rows.map(({ note, state }) => ({
    invoiceId: note.invoiceId,
    shown: answerOf(creditNote, {
      ...note,
      tax: note.cgst + note.sgst + note.igst,
      failed: state === 'failed',
      pdf: href(address, { file: `${note.id}.pdf` }),
    }),
  }))
  const grouped = Map.groupBy(notes, ({ invoiceId }) => invoiceId)
  return new Map([...grouped].map(([id, of]) => [id, of.map(({ shown }) => shown)]))
}
