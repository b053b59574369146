import { SITE } from '#base/site.ts'
import type { Config } from '#config.ts'
import { ACCENT, BOTTOM, type Doc, INK, LEFT, MUTED, openPdf, ornament, rule, stroke, WIDTH } from '#ui/pdf.ts'
import { say } from '#ui/pdf-text.ts'
import type { CreditNote } from './credit-notes.ts'
import type { Invoice } from './invoices.ts'
import type { Seller } from './rules/invoice.ts'
import { creditNoteSheet, invoiceSheet, type Pair, type Sheet } from './rules/invoice-sheet.ts'
import { sellerOf } from './seller.ts'

/**
 * An invoice as a PDF with its structure tagged for screen readers. The same invoice with the same refunds gives the same bytes:
 * its dates are those of the invoice.
 */
export function invoicePdf(config: Config, invoice: Invoice): Promise<Uint8Array<ArrayBuffer>> {
  const seller = soldBy(config, invoice)
  return pdfOf(invoiceSheet(invoice, seller, invoice.repaid), seller, invoice.issuedAt)
}

export function creditNotePdf(config: Config, note: CreditNote): Promise<Uint8Array<ArrayBuffer>> {
  const seller = soldBy(config, note.invoice)
  return pdfOf(creditNoteSheet(note, note.invoice, seller), seller, note.issuedAt)
}

function soldBy(config: Config, { seller }: Pick<Invoice, 'seller'>): Seller {
  const stored = seller as Partial<Seller>
  return stored.name ? (stored as Seller) : sellerOf(config)
}

async function pdfOf(sheet: Sheet, seller: Seller, issuedAt: Date): Promise<Uint8Array<ArrayBuffer>> {
  const { doc, bytes } = await openPdf({
    title: `${sheet.title} ${sheet.number}`,
    author: seller.name,
    subject: sheet.line.what,
    at: issuedAt,
    text: JSON.stringify([sheet, seller.name]),
  })
  draw(doc, sheet, seller)
  doc.end()
  return bytes
}

function draw(doc: Doc, sheet: Sheet, seller: Seller): void {
  const root = doc.struct('Document')
  doc.addStructure(root)
  /** Where the next thing goes. */
  let y = LEFT
  const add = (type: string, drawing: () => void) => void root.add(doc.struct(type as 'P', {}, drawing))
  const room = (height: number) => {
    if (y + height <= BOTTOM) return
    doc.addPage()
    y = LEFT
  }
  ornament(doc, () => brand(doc, seller.name, y))
  add('H1', () => say(doc, sheet.title, y, { size: 20, bold: true, align: 'right' }))
  y += 58
  y = columns(doc, sheet.facts, y, add) + 26
  const half = WIDTH / 2
  const from = party(doc, 'From', sheet.seller, LEFT, y, half - 16, add)
  const to = party(doc, 'Bill to', sheet.customer, LEFT + half, y, half, add)
  y = Math.max(from, to) + 28
  room(180)
  y = lines(doc, root, ['For', 'SAC', 'Amount'], [[sheet.line.what, sheet.line.sac, sheet.line.amount]], y) + 6
  for (const pair of sheet.sums) y = sum(doc, pair, y, add)
  rule(doc, y + 2, LEFT + half)
  y = sum(doc, sheet.total, y + 10, add, true) + 18
  if (sheet.left) {
    room(90)
    add('H2', () => say(doc, 'Refunds', y, { size: 11, bold: true }))
    y += 20
    const rows = sheet.refunds.map((it) => [it.what, it.when, it.amount] as const)
    y = lines(doc, root, ['What', 'Date', 'Amount'], rows, y) + 6
    room(40)
    y = sum(doc, sheet.left, y + 4, add, true) + 18
  }
  room(70)
  for (const note of sheet.notes) {
    add('P', () => say(doc, note, y, { size: 9, color: MUTED }))
    y += 14
  }
  ornament(doc, () => {
    stroke(doc, 780)
    // Below the margin, where text would begin another sheet.
    doc.page.margins.bottom = 0
    say(doc, `${seller.name} · ${SITE.email}`, 790, { size: 8.5, color: MUTED })
    say(doc, sheet.number, 790, { size: 8.5, color: MUTED, align: 'right' })
  })
  root.end()
}

function brand(doc: Doc, name: string, y: number): void {
  doc.roundedRect(LEFT, y - 2, 28, 28, 7).fill(ACCENT)
  doc.font('bold', 16).fillColor('#ffffff')
  doc.text(SITE.name.charAt(0), LEFT, y + 2, { width: 28, align: 'center' })
  say(doc, name, y + 3, { x: LEFT + 40, width: 260, size: 14, bold: true })
}

type Add = (type: string, drawing: () => void) => void

function columns(doc: Doc, facts: Pair[], y: number, add: Add): number {
  const width = WIDTH / facts.length
  let end = y
  for (const [index, [label, value]] of facts.entries())
    add('P', () => {
      const x = LEFT + index * width
      const below = say(doc, `${label} `, y, { x, width: width - 12, size: 8.5, color: MUTED })
      end = Math.max(end, say(doc, value, below + 2, { x, width: width - 12, size: sizeFor(doc, value, width - 12) }))
    })
  return end
}

/** A size in which the longest word of a value fits into its column: an id broken in two cannot be searched for. */
function sizeFor(doc: Doc, value: string, width: number, most = 9.5): number {
  doc.font('regular', most)
  const widest = Math.max(...value.split(' ').map((word) => doc.widthOfString(word, { features: ['tnum', 'kern'] })))
  return widest > width ? (most * width * 0.99) / widest : most
}

function party(doc: Doc, title: string, lines: string[], x: number, y: number, width: number, add: Add): number {
  add('H2', () => say(doc, title, y, { x, width, size: 8.5, color: MUTED }))
  let end = y + 15
  for (const [index, line] of lines.entries())
    add('P', () => {
      end = say(doc, line, end, { x, width, bold: index === 0 })
    })
  return end
}

/** A table of three columns under a row of names; the last has amounts. */
function lines(doc: Doc, root: PDFKit.PDFStructureElement, names: string[], rows: (readonly string[])[], y: number) {
  const cells = [
    { x: LEFT, width: 270 },
    { x: LEFT + 290, width: 90 },
    { x: LEFT + 383, width: 100, align: 'right' as const },
  ]
  let at = y
  const row = (type: 'TH' | 'TD', texts: readonly string[]) => {
    const style = type === 'TH' ? { size: 8.5, color: MUTED } : {}
    let end = at
    const parts = texts.map((text, index) =>
      doc.struct(type, {}, () => {
        end = Math.max(end, say(doc, text, at, { ...cells[index], ...style }))
        if (index === texts.length - 1) at = end + 7
      }),
    )
    return doc.struct('TR', {}, parts)
  }
  const table = doc.struct('Table')
  root.add(table)
  table.add(row('TH', names))
  rule(doc, at - 3)
  at += 5
  for (const texts of rows) {
    if (at > BOTTOM - 24) {
      doc.addPage()
      at = LEFT
    }
    table.add(row('TD', texts))
    rule(doc, at - 2)
    at += 5
  }
  table.end()
  return at
}

function sum(doc: Doc, [label, amount]: Pair, y: number, add: Add, bold = false): number {
  const half = WIDTH / 2
  const size = bold ? 11 : 10
  add('P', () => {
    say(doc, `${label} `, y, { x: LEFT + half, width: half - 110, size, bold, color: bold ? INK : MUTED })
    say(doc, amount, y, { x: LEFT + WIDTH - 130, width: 130, size, bold, align: 'right' })
  })
  return y + size + 9
}
