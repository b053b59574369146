import type { PhrasingContent, RootContent } from 'mdast'
import type { Tile } from '#analyst/rules/answer.ts'
import { SITE } from '#base/site.ts'
import type { Table } from '#query/rules/chart-data.ts'
import { BOTTOM, type Doc, INK, LEFT, LINE, MUTED, openPdf, ornament, rule, stroke, WIDTH } from '#ui/pdf.ts'
import { linesOf, printable, type Run, say, write } from '#ui/pdf-text.ts'
import { chartVector, drawShapes, type Vector } from './chart-vector.ts'
import { type AnswerDocument, type ExportPart, type ExportTable, UNCONFIRMED } from './rules/export.ts'

const AMBER = '#93520a'
/** Wider than the page, so that its words are smaller than those of the text. */
const CHART = 680
/** A taller chart is made smaller. */
const TALLEST = 560
/** Charts that are drawn; more are told by their figures. */
const MOST_CHARTS = 30
const CELL = 8.5
const LINES_OF_CELL = 3
const LINE_GAP = 1.5

type ChartPart = Extract<ExportPart, { kind: 'chart' }>

/**
 * An answer as a PDF, its structure tagged for screen readers. The same document gives the same bytes.
 * @param tableOf what a chart draws; null where that cannot be read any more, and its figures are told instead
 */
export async function answerPdf(
  document: AnswerDocument,
  { at, locale, tableOf }: { at: Date; locale: string; tableOf(part: ChartPart): Promise<Table | null> },
): Promise<Uint8Array<ArrayBuffer>> {
  const charts = new Map<ExportPart, Vector>()
  for (const part of document.parts) {
    if (part.kind !== 'chart' || charts.size >= MOST_CHARTS) continue
    const table = await tableOf(part)
    if (table) charts.set(part, await chartVector(part.spec, table, CHART, locale))
  }
  const text = JSON.stringify([document, ...[...charts.values()].map(({ root }) => root)], (key, value) =>
    key === 'result' ? undefined : value,
  )
  const { doc, bytes } = await openPdf({ title: document.title, author: SITE.name, subject: document.about, at, text })
  new Sheet(doc).draw(document, charts)
  doc.end()
  return bytes
}

/** What is drawn goes on below what was drawn before, over as many pages as it needs. */
class Sheet {
  private y = LEFT
  private readonly root: PDFKit.PDFStructureElement

  constructor(private readonly doc: Doc) {
    this.root = doc.struct('Document')
    doc.addStructure(this.root)
  }

  draw({ title, about, plan, parts, notes }: AnswerDocument, charts: Map<ExportPart, Vector>): void {
    this.runs('H1', [this.run(title, { bold: true })], 18)
    this.gap(4)
    this.runs('P', [this.run(about, { color: MUTED })], 9)
    this.line(14)
    if (plan.length > 0) {
      this.runs('H2', [this.run('Plan', { bold: true })], 11)
      this.gap(3)
      for (const { text, done } of plan) {
        this.runs('P', [this.run(done ? 'Done  ' : 'Not done  ', { color: MUTED }), this.run(text)], 9.5)
        this.gap(2)
      }
      this.line(12)
    }
    for (const part of parts) {
      const shapes = charts.get(part)
      if (part.kind === 'prose') for (const node of part.nodes) this.block(node, 0)
      else if (part.kind === 'tiles') this.tiles(part.tiles)
      else if (part.kind === 'chart' && shapes) this.chart(part, shapes)
      else this.table(part.table)
    }
    this.line(10)
    this.runs('H2', [this.run('What this rests on', { bold: true })], 10)
    this.gap(3)
    for (const note of [...notes, ...this.gapsOfFont()]) {
      this.runs('P', [this.run(note, { color: MUTED })], 8.5)
      this.gap(2)
    }
    this.root.end()
    this.feet(title)
  }

  private gapsOfFont = (): string[] =>
    this.doc.missing === 0
      ? []
      : [`${this.doc.missing} characters are in no font of this file and stand as “?”. The Markdown file has them.`]

  private add(type: string, drawing: () => void): void {
    this.root.add(this.doc.struct(type as 'P', {}, drawing))
  }

  private gap(points: number): void {
    this.y += points
  }

  /** Begins another page unless so much room is left. */
  private room(height: number): void {
    if (this.y + height <= BOTTOM) return
    this.doc.addPage()
    this.y = LEFT
  }

  private line(gap: number): void {
    this.gap(gap / 2)
    this.room(gap)
    rule(this.doc, this.y)
    this.gap(gap)
  }

  private run(text: string, style: Omit<Run, 'text'> = {}): Run {
    return { ...style, text: printable(this.doc, text) }
  }

  private runs(type: string, runs: Run[], size: number, x = LEFT): void {
    const filled = runs.filter(({ text }) => text !== '')
    if (filled.length === 0) return
    this.room(size * 2)
    const width = LEFT + WIDTH - x
    const lines = linesOf(this.doc, filled, size, width)
    this.add(type, () => {
      this.y = write(this.doc, lines, { x, y: this.y, width, size }, true)
    })
  }

  private inline(nodes: PhrasingContent[], style: { bold?: boolean; color?: string; link?: string } = {}): Run[] {
    return nodes.flatMap((node): Run[] => {
      switch (node.type) {
        case 'strong':
          return this.inline(node.children, { ...style, bold: true })
        case 'link':
          return this.inline(node.children, { ...style, link: node.url })
        case 'break':
          return [this.run(' ', style)]
        case 'text':
        case 'inlineCode':
          // What stands in no result is told by its colour, too.
          return node.value
            .split(new RegExp(`(\\S+${RegExp.escape(UNCONFIRMED)})`))
            .map((text) => this.run(text, text.endsWith(UNCONFIRMED) ? { ...style, color: AMBER } : style))
        default:
          return 'children' in node ? this.inline(node.children as PhrasingContent[], style) : []
      }
    })
  }

  private block(node: RootContent, depth: number): void {
    const x = LEFT + depth * 14
    switch (node.type) {
      case 'heading':
        this.gap(6)
        this.room(60)
        this.runs(node.depth < 3 ? 'H2' : 'H3', this.inline(node.children, { bold: true }), node.depth < 3 ? 13 : 11, x)
        this.gap(4)
        return
      case 'paragraph':
        this.runs('P', this.inline(node.children), 10, x)
        this.gap(7)
        return
      case 'blockquote':
        for (const child of node.children) this.block(child, depth + 1)
        return
      case 'list':
        for (const [at, item] of node.children.entries()) {
          const [first, ...others] = item.children
          const mark = node.ordered ? `${(node.start ?? 1) + at}.` : '•'
          const words = first?.type === 'paragraph' ? first.children : []
          this.room(20)
          ornament(this.doc, () => say(this.doc, mark, this.y, { x: x + 2, width: 20, color: MUTED }))
          this.runs('P', this.inline(words), 10, x + 16)
          this.gap(3)
          for (const child of first?.type === 'paragraph' ? others : item.children) this.block(child, depth + 1)
        }
        this.gap(4)
        return
      case 'code':
        this.runs('P', [this.run(node.value, { color: MUTED })], 9, x)
        this.gap(7)
        return
      case 'thematicBreak':
        this.line(10)
        return
      case 'table': {
        const [head, ...rows] = node.children.map(({ children }) =>
          children.map((cell) =>
            this.inline(cell.children)
              .map(({ text }) => text)
              .join(''),
          ),
        )
        const columns = (head ?? []).map((name, at) => ({ name, end: node.align?.[at] === 'right' }))
        this.table({ title: '', note: null, columns, rows })
      }
    }
  }

  private tiles(tiles: Tile[]): void {
    const { doc } = this
    const across = tiles.length < 4 ? tiles.length : tiles.length % 3 === 0 || tiles.length > 8 ? 3 : 4
    const space = 8
    const width = (WIDTH - (across - 1) * space) / across
    this.gap(2)
    for (let from = 0; from < tiles.length; from += across) {
      this.room(66)
      for (const [at, { label, value, before, change }] of tiles.slice(from, from + across).entries()) {
        const x = LEFT + at * (width + space)
        ornament(doc, () => void doc.roundedRect(x, this.y, width, 56, 6).lineWidth(0.75).strokeColor(LINE).stroke())
        const line = (text: string, y: number, size: number, bold: boolean, color: string) => {
          const lines = linesOf(doc, [this.run(text, { bold, color })], size, width - 16, 1)
          write(doc, lines, { x: x + 10, y, width: width - 16, size })
        }
        this.add('P', () => {
          line(`${label} `, this.y + 8, 8.5, false, MUTED)
          line(value.text, this.y + 20, 15, true, value.state === 'unbound' ? AMBER : INK)
          if (before)
            line([change?.text, `from ${before.text}`].filter(Boolean).join(' '), this.y + 41, 8, false, MUTED)
        })
      }
      this.y += 64
    }
    this.gap(4)
  }

  private caption(title: string, note: string | null | undefined): void {
    if (title) this.runs('P', [this.run(title, { bold: true })], 10.5)
    if (note) this.runs('P', [this.run(note, { color: MUTED })], 8.5)
    this.gap(4)
  }

  private chart(part: ChartPart, { root, width, height }: Vector): void {
    const scale = Math.min(WIDTH / width, TALLEST / height)
    this.gap(4)
    this.room(height * scale + 40)
    this.caption(part.table.title, part.spec.subtitle)
    const alt = `Chart: ${part.table.title}`
    const place = { x: LEFT, y: this.y, scale }
    this.root.add(this.doc.struct('Figure', { alt }, () => drawShapes(this.doc, root, place)))
    this.y += height * scale + 12
  }

  private table({ title, note, columns, rows }: ExportTable): void {
    if (columns.length === 0) return
    const { doc } = this
    this.gap(4)
    this.room(80)
    this.caption(title, null)
    const cells = [columns.map(({ name }) => name), ...rows].map((row, number) =>
      row.map((cell) => this.run(cell || ' ', number === 0 ? { bold: true, color: MUTED } : {})),
    )
    const widths = this.widths(cells)
    const place = (at: number) => LEFT + widths.slice(0, at).reduce((sum, width) => sum + width, 0)
    const structure = doc.struct('Table')
    this.root.add(structure)
    for (const [number, row] of cells.entries()) {
      const lines = row.map((cell, at) => linesOf(doc, [cell], CELL, widths[at]! - 8, LINES_OF_CELL))
      const lineHeight = doc.font('regular', CELL).currentLineHeight(true) + LINE_GAP
      const height = lineHeight * Math.max(...lines.map(({ length }) => length))
      this.room(height + 8)
      const parts = lines.map((cell, at) =>
        doc.struct(number === 0 ? 'TH' : 'TD', {}, () => {
          const align = columns[at]?.end ? ('right' as const) : ('left' as const)
          const box = { x: place(at) + 4, y: this.y, width: widths[at]! - 8 }
          write(doc, cell, { ...box, size: CELL, align, gap: LINE_GAP })
        }),
      )
      structure.add(doc.struct('TR', {}, parts))
      this.y += height + 3
      rule(doc, this.y)
      this.y += 4
    }
    structure.end()
    if (note) this.runs('P', [this.run(note, { color: MUTED })], 8.5)
    this.gap(10)
  }

  /** As wide as their longest cell, all of them together as wide as the page; wide ones give way first. */
  private widths(rows: Run[][]): number[] {
    const wanted = (rows[0] ?? []).map((_, at) => {
      const cells = rows.flatMap((row) =>
        linesOf(this.doc, row[at] ? [{ ...row[at], bold: true }] : [], CELL, Number.POSITIVE_INFINITY),
      )
      return Math.min(220, Math.max(28, ...cells.map(({ width }) => width + 9)))
    })
    let most = 220
    const sum = () => wanted.reduce((sum, width) => sum + Math.min(width, most), 0)
    while (sum() > WIDTH && most > 30) most--
    const fitting = wanted.map((width) => Math.min(width, most))
    const rest = Math.max(0, WIDTH - fitting.reduce((sum, width) => sum + width, 0))
    return fitting.map((width) => width + rest / fitting.length)
  }

  /** At the end, when it is known how many pages there are. */
  private feet(title: string): void {
    const { doc } = this
    const { count } = doc.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      doc.switchToPage(page)
      ornament(doc, () => {
        stroke(doc, 780)
        const about = linesOf(doc, [this.run(`${SITE.name} · ${title}`, { color: MUTED })], 8, WIDTH - 60, 1)
        write(doc, about, { x: LEFT, y: 790, width: WIDTH - 60, size: 8 })
        say(doc, `${page + 1} / ${count}`, 790, { size: 8, color: MUTED, align: 'right' })
      })
    }
  }
}
