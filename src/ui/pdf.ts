import { join } from 'node:path'
import { SITE } from '#base/site.ts'

/** The fonts that PDF readers bring along cannot print the rupee sign: ours come with the file, cut down to what it uses. */
const FONTS = { regular: 'inter-400.ttf', bold: 'inter-600.ttf' }
/** Points. An A4 sheet has 595 by 842. */
export const LEFT = 56
export const WIDTH = 483
export const BOTTOM = 770
export const INK = '#14161f'
export const MUTED = '#535969'
export const LINE = '#d9dce4'
export const ACCENT = '#4f46e5'

export type Doc = PDFKit.PDFDocument
export type Style = {
  x?: number
  width?: number
  size?: number
  bold?: boolean
  color?: string
  align?: 'left' | 'right'
}

/**
 * A sheet of A4 with our fonts, its structure tagged for screen readers; `bytes` are there once it was ended.
 * @param about at: the date of all of it, so that the same content gives the same bytes
 */
export async function openPdf(about: {
  title: string
  author: string
  subject: string
  at: Date
}): Promise<{ doc: Doc; bytes: Promise<Uint8Array<ArrayBuffer>> }> {
  // Loaded with the first file: most processes never make one.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: 'A4',
    margin: LEFT,
    lang: 'en',
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    // Kept until the end, so that a page can say how many there are.
    bufferPages: true,
    font: join(import.meta.dir, 'fonts', FONTS.regular),
    info: {
      Title: about.title,
      Author: about.author,
      Subject: about.subject,
      Creator: SITE.name,
      Producer: SITE.name,
      CreationDate: about.at,
      ModDate: about.at,
    },
  })
  for (const [name, file] of Object.entries(FONTS)) doc.registerFont(name, join(import.meta.dir, 'fonts', file))
  const chunks: Uint8Array[] = []
  const bytes = new Promise<Uint8Array<ArrayBuffer>>((done, failed) => {
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    doc.on('end', () => done(new Uint8Array(Buffer.concat(chunks))))
    doc.on('error', failed)
  })
  return { doc, bytes }
}

/** Figures have one width. */
export const FEATURES: ('tnum' | 'kern')[] = ['tnum', 'kern']

/** Writes text. @returns where it ends */
export function say(doc: Doc, text: string, y: number, style: Style = {}): number {
  const { x = LEFT, width = WIDTH, size = 10, bold = false, color = INK, align = 'left' } = style
  doc.font(bold ? 'bold' : 'regular', size).fillColor(color)
  doc.text(text, x, y, { width, align, lineGap: 2.5, features: FEATURES })
  return doc.y
}

/** What is to look at only: screen readers pass it over. */
export function ornament(doc: Doc, drawing: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' })
  drawing()
  doc.endMarkedContent()
}

export const stroke = (doc: Doc, y: number, x = LEFT) =>
  void doc
    .moveTo(x, y)
    .lineTo(LEFT + WIDTH, y)
    .lineWidth(0.75)
    .strokeColor(LINE)
    .stroke()
export const rule = (doc: Doc, y: number, x = LEFT) => ornament(doc, () => stroke(doc, y, x))
