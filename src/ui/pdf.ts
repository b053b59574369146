import { join } from 'node:path'
import type { Font } from 'fontkit'
import { SITE } from '#base/site.ts'
import { facesFor } from './letters.ts'

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

export type Doc = PDFKit.PDFDocument & {
  /** The fonts that it prints with, by their registered names: Inter first, which has Latin, Greek and Cyrillic letters. */
  faces: DocFace[]
  widths: Map<string, number>
  /** Characters so far that none of its fonts has. */
  missing: number
}
type DocFace = { regular: string; bold: string; has(code: number): boolean }
/**
 * A sheet of A4 with our fonts, its structure tagged for screen readers; `bytes` are there once it was ended.
 * @param about at: the date of all of it, so that the same content gives the same bytes; text: whatever will be written, for the fonts it needs
 */
export async function openPdf(about: {
  title: string
  author: string
  subject: string
  at: Date
  text: string
}): Promise<{ doc: Doc; bytes: Promise<Uint8Array<ArrayBuffer>> }> {
  // Loaded with the first file: most processes never make one.
  const [{ default: PDFDocument }, others] = await Promise.all([import('pdfkit'), facesFor(about.text)])
  const plain = new PDFDocument({
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
  for (const [name, file] of Object.entries(FONTS)) plain.registerFont(name, join(import.meta.dir, 'fonts', file))
  const { font: inter } = (plain as unknown as { _font: { font: Font } })._font
  const faces: DocFace[] = [{ regular: 'regular', bold: 'bold', has: (code) => inter.hasGlyphForCodePoint(code) }]
  for (const { name, regular, bold, has } of others) {
    const face = { regular: `${name}-regular`, bold: `${name}-bold`, has }
    // pdfkit takes an opened font, which its types do not say.
    plain.registerFont(face.regular, regular as never)
    plain.registerFont(face.bold, bold as never)
    faces.push(face)
  }
  const doc: Doc = Object.assign(plain, { faces, widths: new Map<string, number>(), missing: 0 })
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
