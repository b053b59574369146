import type { InvoiceRow } from '#db/schema/index.ts'
import type { AttachmentRef, MakeAttachment } from '#records/mails.ts'
import type { UserCtx } from '../ctx.ts'
import * as creditNotes from './credit-notes.ts'
import { creditNotePdf, invoicePdf } from './invoice-pdf.ts'
import * as invoices from './invoices.ts'
import { pdfName } from './rules/invoice.ts'

export const PDF_TYPE = 'application/pdf'

/** An invoice of the person as a file. @throws AppError not_found */
export async function file(ctx: UserCtx, id: string) {
  const invoice = await invoices.load(ctx, id)
  return { name: pdfName(invoice.number), content: await invoicePdf(ctx.config, invoice) }
}

/** A credit note of the person as a file. @throws AppError not_found */
export async function creditNoteFile(ctx: UserCtx, id: string) {
  const note = await creditNotes.load(ctx, id)
  return { name: pdfName(note.number), content: await creditNotePdf(ctx.config, note) }
}

export const attachmentOf = ({ id, number }: Pick<InvoiceRow, 'id' | 'number'>): AttachmentRef => ({
  name: pdfName(number),
  kind: 'invoice',
  id,
})

export const makeAttachment: MakeAttachment = async (world, { name, kind, id }) => {
  if (kind === 'credit_note') {
    const note = await creditNotes.byId(world, id)
    if (!note) throw new Error(`There is no credit note ${id}`)
    return { name, type: PDF_TYPE, content: await creditNotePdf(world.config, note) }
  }
  const invoice = await invoices.byId(world, id)
  if (!invoice) throw new Error(`There is no invoice ${id}`)
  return { name, type: PDF_TYPE, content: await invoicePdf(world.config, invoice) }
}
