import bidiOf from 'bidi-js'
import { BOTTOM, type Doc, FEATURES, INK, LEFT, WIDTH } from './pdf.ts'

/** A part of a paragraph that looks the same. */
export type Run = { text: string; bold?: boolean; color?: string; link?: string | undefined }
type Piece = { text: string; run: Run; font: string; isLatin: boolean; level: number; width: number }
/** What stands in one line, in the order in which it is read. `rtl`: its paragraph begins at the right. */
export type Line = { pieces: Piece[]; width: number; rtl: boolean }

const RIGHT_TO_LEFT = /[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}]/u
/** Scripts that put no spaces between words. */
const NO_SPACES = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u
const words = new Intl.Segmenter('en', { granularity: 'word' })
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })
const bidi = bidiOf()

/** Text as it can be printed: what no font has is "?", and is counted in `doc.missing`. */
export function printable(doc: Doc, text: string): string {
  const printable = [...text.replace(/\s+/g, ' ')].map((character) => {
    if (faceOf(doc, character.codePointAt(0)!)) return character
    // Marks of direction are not seen.
    if (/\p{Default_Ignorable_Code_Point}|\p{Cc}/u.test(character)) return ''
    doc.missing++
    return '?'
  })
  return printable.join('')
}

/** Which font prints a character; undefined where none does. @param before the font of the character before */
function faceOf({ faces }: Doc, code: number, before = faces[0]): Doc['faces'][number] | undefined {
  const [latin] = faces
  const joins = before !== latin && /[\p{M}\p{Cf}\s]/u.test(String.fromCodePoint(code))
  if (joins && before?.has(code)) return before
  return [latin, before, ...faces].find((face) => face?.has(code))
}

/** Breaks a paragraph into lines. @param most lines; the last of them ends in "…" where there were more */
export function linesOf(doc: Doc, runs: Run[], size: number, width: number, most = Number.POSITIVE_INFINITY): Line[] {
  const text = runs.map((run) => run.text).join('')
  const isMixed = RIGHT_TO_LEFT.test(text)
  const resolved = isMixed ? bidi.getEmbeddingLevels(text, 'auto') : null
  const rtl = resolved?.paragraphs[0]?.level === 1
  const runAt = runs.flatMap((run) => Array.from({ length: run.text.length }, () => run))
  const levelOf = (at: number) => resolved?.levels[at] ?? 0
  const line = (from: number, to: number): Line => {
    const pieces: Piece[] = []
    let before = doc.faces[0]
    for (let at = from; at < to; ) {
      const code = text.codePointAt(at)!
      const character = String.fromCodePoint(code)
      const face = faceOf(doc, code, before) ?? doc.faces[0]!
      const [last, run, level] = [pieces.at(-1), runAt[at]!, levelOf(at)]
      const font = run.bold ? face.bold : face.regular
      if (last && last.run === run && last.level === level && last.font === font) last.text += character
      else pieces.push({ text: character, run, font, isLatin: face === doc.faces[0], level, width: 0 })
      before = face
      at += character.length
    }
    for (const piece of pieces) piece.width = widthOf(doc, piece.font, piece.text) * size
    return { pieces, width: pieces.reduce((sum, piece) => sum + piece.width, 0), rtl }
  }
  const trimmed = (from: number, to: number) => from + text.slice(from, to).trimEnd().length
  const whole = line(0, trimmed(0, text.length))
  if (whole.width <= width) return [whole]
  const found: Line[] = []
  let [start, used] = [0, 0]
  for (const [from, to] of partsOf(text)) {
    const bare = trimmed(from, to)
    // A word that is longer than a line goes on in the next.
    const isLong = line(from, bare).width > width
    const cuts = isLong ? [...letters.segment(text.slice(from, to))].map(({ index }) => from + index) : [from]
    for (const [i, at] of cuts.entries()) {
      const next = cuts[i + 1] ?? to
      if (at > start && used + line(at, isLong ? next : bare).width > width + 0.01) {
        found.push(line(start, trimmed(start, at)))
        start = at
        used = 0
      }
      used += line(at, next).width
    }
  }
  found.push(line(start, trimmed(start, text.length)))
  return found.length <= most ? found : [...found.slice(0, most - 1), shortened(found[most - 1]!, doc, size, width)]
}

/** The width of a text at size 1. Shaping takes long in some scripts, and a text is measured for its column, its line and its place. */
function widthOf(doc: Doc, font: string, text: string): number {
  const key = `${font} ${text}`
  const cached = doc.widths.get(key)
  if (cached !== undefined) return cached
  const width = doc.font(font, 1000).widthOfString(text, { features: FEATURES }) / 1000
  doc.widths.set(key, width)
  return width
}

/** A line that says it goes on. */
function shortened({ pieces }: Line, doc: Doc, size: number, width: number): Line {
  const run = pieces.at(-1)?.run ?? { text: '' }
  const runs = pieces.map((piece) => ({ ...piece.run, text: piece.text }))
  for (;;) {
    const [line] = linesOf(doc, [...runs, { ...run, text: '…' }], size, Number.POSITIVE_INFINITY)
    const last = runs.at(-1)
    if (line!.width <= width || !last) return line!
    last.text = [...letters.segment(last.text)]
      .slice(0, -1)
      .map(({ segment }) => segment)
      .join('')
      .trimEnd()
    if (last.text === '') runs.pop()
  }
}

/** Where lines may end: behind spaces and hyphens, and between words of scripts that put no spaces, but not before closing signs. */
function partsOf(text: string): [from: number, to: number][] {
  const parts: [number, number][] = []
  let before = ''
  for (const { segment, index } of words.segment(text)) {
    const last = parts.at(-1)
    const mayEnd =
      /[ \u200b]$/.test(before) ||
      (/[-–—/]$/.test(before) && /^\p{L}/u.test(segment)) ||
      ((NO_SPACES.test(before.slice(-1)) || NO_SPACES.test(segment)) &&
        !/^[\s\p{Pe}\p{Pf}\p{Po}ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々]/u.test(segment) &&
        !/[\p{Ps}\p{Pi}]$/u.test(before))
    if (!last || mayEnd) parts.push([index, index + segment.length])
    else last[1] = index + segment.length
    before = segment
  }
  return parts
}

export type Place = { x: number; y: number; width: number; size: number; align?: 'left' | 'right'; gap?: number }

/** Writes lines below each other. @param bottom where another page begins; without it they go on. @returns where they end */
export function write(
  doc: Doc,
  lines: Line[],
  { x, y, width, size, align = 'left', gap = 2.5 }: Place,
  bottom = false,
) {
  const { ascender } = (doc.font('regular', size) as unknown as { _font: { ascender: number } })._font
  const height = doc.currentLineHeight(true) + gap
  let at = y
  for (const line of lines) {
    if (bottom && at + height - gap > BOTTOM) {
      doc.continueOnNewPage()
      at = LEFT
    }
    const isRight = align === 'right' || line.rtl
    put(doc, line, isRight && width < 10_000 ? x + width - line.width : x, at, size, (ascender / 1000) * size)
    at += height
  }
  return at
}

/** Draws a line in the order in which it is read, each piece where it is seen. */
function put(doc: Doc, { pieces }: Line, x: number, y: number, size: number, ascent: number): void {
  const places = new Map<Piece, number>()
  let right = x
  for (const piece of seen(pieces)) {
    places.set(piece, right)
    right += piece.width
  }
  for (const piece of pieces) {
    const { text, run, font, isLatin, level } = piece
    doc.font(font, size).fillColor(run.color ?? INK)
    const isTurned = level % 2 === 1 && !RIGHT_TO_LEFT.test(text)
    // Where signs are drawn in another order than they are read in: what is copied, searched and read out.
    const isOther = !isLatin || isTurned
    if (isOther) doc.markContent('Span', { actual: text })
    doc.text(isTurned ? turned(text) : text, places.get(piece)!, y, {
      ...{ lineBreak: false, features: FEATURES, baseline: -ascent },
      ...(run.link ? { link: run.link, underline: true } : {}),
    })
    if (isOther) doc.endMarkedContent()
  }
}

/** Pieces from left to right: from the highest level down, what is of a level or above it is turned around (rule L2 of the Unicode bidirectional algorithm). */
function seen(pieces: Piece[]): Piece[] {
  const order = [...pieces]
  for (let level = Math.max(0, ...pieces.map((piece) => piece.level)); level > 0; level--)
    for (let from = 0; from < order.length; from++) {
      if (order[from]!.level < level) continue
      let to = from
      while (to < order.length && order[to]!.level >= level) to++
      order.splice(from, to - from, ...order.slice(from, to).reverse())
      from = to
    }
  return order
}

/** Signs between words that are read from the right: fonts turn letters around by themselves. */
const turned = (text: string) =>
  [...text]
    .reverse()
    .map((sign) => bidi.getMirroredCharacter(sign) ?? sign)
    .join('')

type Style = {
  x?: number
  width?: number
  size?: number
  bold?: boolean
  color?: string
  align?: 'left' | 'right'
}

/** Writes text. @returns where it ends */
export function say(doc: Doc, text: string, y: number, style: Style = {}): number {
  const { x = LEFT, width = WIDTH, size = 10, bold = false, color = INK, align = 'left' } = style
  const lines = linesOf(doc, [{ text: printable(doc, text), bold, color }], size, width)
  return write(doc, lines, { x, y, width, size, align })
}
