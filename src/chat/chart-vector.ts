import type { ChartSpec } from '#query/rules/chart.ts'
import type { Table } from '#query/rules/chart-data.ts'
import { PALETTES, pictureOf } from '#query/rules/chart-svg.ts'
import { library } from '#query/rules/draw/library.ts'
import type { Doc } from '#ui/pdf.ts'
import { linesOf, printable, write as writeLines } from '#ui/pdf-text.ts'

/** An element of the drawing, as the library gives it before it writes SVG. */
export type Shape = { tag: string; attrs: Record<string, unknown>; children?: Shape[]; text?: string }
/** A chart as shapes, and its size in pixels. */
export type Vector = { root: Shape; width: number; height: number }

/** What a picture has around it: the title above, which the text of the file tells, and room at its sides. */
const FRAME = { head: 46, side: 24 }

/** A chart drawn without a browser, with what has to be said of it, but without its title. @param width in pixels; the height follows */
export async function chartVector(spec: ChartSpec, table: Table, width: number, locale: string): Promise<Vector> {
  const palette = { ...PALETTES.light, font: 'Inter' }
  const picture = pictureOf(spec, table, { width: width + 2 * FRAME.side, locale, palette })
  const { init } = await library(spec, picture.data, true)
  const size = { width: picture.width, height: picture.height }
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size })
  try {
    const [, ...rest] = picture.option.title as object[]
    chart.setOption({ ...picture.option, title: rest, backgroundColor: 'transparent' })
    const { painter } = chart.getZr() as unknown as { painter: { renderToVNode(how: object): Shape } }
    return {
      root: painter.renderToVNode({ willUpdate: false }),
      width: size.width - 2 * FRAME.side,
      height: size.height - FRAME.head,
    }
  } finally {
    chart.dispose()
  }
}

/** Draws shapes with their corner at a place of the page, in points. Gradients are drawn in the first of their colours. */
export function drawShapes(doc: Doc, root: Shape, { x, y, scale }: { x: number; y: number; scale: number }): void {
  doc.save().translate(x, y).scale(scale).translate(-FRAME.side, -FRAME.head)
  const named = new Map(namedIn(root))
  for (const shape of root.children ?? []) draw(doc, shape, named)
  doc.restore()
}

const namedIn = (shape: Shape): [string, Shape][] => [
  ...(typeof shape.attrs?.id === 'string' ? [[shape.attrs.id, shape] as [string, Shape]] : []),
  ...(shape.children ?? []).flatMap(namedIn),
]

function draw(doc: Doc, shape: Shape, named: Map<string, Shape>): void {
  const { tag, attrs = {}, children = [] } = shape
  if (tag === 'defs' || tag === 'style' || tag === 'clipPath') return
  doc.save()
  transform(doc, text(attrs.transform))
  const clip = named.get(reference(attrs['clip-path']) ?? '')
  if (clip) {
    for (const one of clip.children ?? []) outline(doc, one)
    doc.clip()
  }
  if (tag === 'text') write(doc, shape)
  else if (outline(doc, shape)) paint(doc, attrs, named)
  for (const child of children) draw(doc, child, named)
  doc.restore()
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const number = (value: unknown, otherwise = 0): number => {
  const found = Number.parseFloat(String(value))
  return Number.isFinite(found) ? found : otherwise
}
const reference = (value: unknown): string | undefined => /^url\(#(.+)\)$/.exec(text(value))?.[1]

function transform(doc: Doc, words: string): void {
  for (const [, how, list = ''] of words.matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [a = 0, b, c = 0, d = 0, e = 0, f = 0] = list.split(/[\s,]+/).map(Number)
    if (how === 'translate') doc.translate(a, b ?? 0)
    else if (how === 'scale') doc.transform(a, 0, 0, b ?? a, 0, 0)
    else if (how === 'rotate') doc.rotate(a)
    else if (how === 'matrix') doc.transform(a, b ?? 0, c, d, e, f)
  }
}

/** Puts the outline of a shape; @returns whether it has one */
function outline(doc: Doc, { tag, attrs }: Shape): boolean {
  const at = (name: string) => number(attrs[name])
  if (tag === 'path' && attrs.d) doc.path(text(attrs.d))
  else if (tag === 'rect') {
    if (at('rx') > 0) doc.roundedRect(at('x'), at('y'), at('width'), at('height'), at('rx'))
    else doc.rect(at('x'), at('y'), at('width'), at('height'))
  } else if (tag === 'circle') doc.circle(at('cx'), at('cy'), at('r'))
  else if (tag === 'ellipse') doc.ellipse(at('cx'), at('cy'), at('rx'), at('ry'))
  else if (tag === 'line') doc.moveTo(at('x1'), at('y1')).lineTo(at('x2'), at('y2'))
  else if ((tag === 'polygon' || tag === 'polyline') && attrs.points) {
    const values = text(attrs.points)
      .split(/[\s,]+/)
      .map(Number)
    const points = Array.from({ length: Math.floor(values.length / 2) }, (_, i) => [values[2 * i]!, values[2 * i + 1]!])
    for (const [i, [x, y]] of points.entries()) i === 0 ? doc.moveTo(x!, y!) : doc.lineTo(x!, y!)
    if (tag === 'polygon') doc.closePath()
  } else return false
  return true
}

type Colour = { colour: string; opacity: number }

/** A colour as the page description knows it; null for none. */
function colourOf(value: unknown, named: Map<string, Shape>): Colour | null {
  const gradient = named.get(reference(value) ?? '')
  if (gradient) {
    const first = gradient.children?.find(({ tag }) => tag === 'stop')?.attrs
    const colour = colourOf(first?.['stop-color'], named)
    return colour && { ...colour, opacity: colour.opacity * number(first?.['stop-opacity'], 1) }
  }
  const words = text(value)
  if (!words || words === 'none' || words === 'transparent' || reference(value)) return null
  const parts = /^rgba?\(([^)]+)\)$/.exec(words)?.[1]?.split(/[\s,/]+/)
  if (!parts) return { colour: words, opacity: 1 }
  const hex = parts.slice(0, 3).map((part) => Math.round(number(part)).toString(16).padStart(2, '0'))
  return { colour: `#${hex.join('')}`, opacity: number(parts[3], 1) }
}

function paint(doc: Doc, attrs: Shape['attrs'], named: Map<string, Shape>): void {
  const whole = number(attrs.opacity, 1)
  // What SVG fills where nothing is said.
  const fill = colourOf(attrs.fill ?? '#000000', named)
  const line = number(attrs['stroke-width'], 1) > 0 ? colourOf(attrs.stroke, named) : null
  if (fill) doc.fillColor(fill.colour).fillOpacity(whole * fill.opacity * number(attrs['fill-opacity'], 1))
  if (line) {
    doc.strokeColor(line.colour).strokeOpacity(whole * line.opacity * number(attrs['stroke-opacity'], 1))
    doc.lineWidth(number(attrs['stroke-width'], 1))
    const dashes = text(attrs['stroke-dasharray'])
      .split(/[\s,]+/)
      .map(Number)
      .filter((length) => length > 0)
    if (dashes.length > 0) doc.dash(dashes[0]!, { space: dashes[1] ?? dashes[0]! })
    if (attrs['stroke-linejoin'] === 'round') doc.lineJoin('round')
    if (attrs['stroke-linecap'] === 'round') doc.lineCap('round')
  }
  if (fill && line) doc.fillAndStroke()
  else if (fill) doc.fill()
  else if (line) doc.stroke()
  // A path that is neither stays the current one and would be painted with the next.
  else doc.addContent('n')
}

/** Text as a line, anchored as SVG says; its baseline is in the middle unless said otherwise. */
function write(doc: Doc, { attrs, text: words = '' }: Shape): void {
  const style = Object.fromEntries(
    text(attrs.style)
      .split(';')
      .map((rule) => rule.split(':').map((part) => part.trim())),
  ) as Record<string, string>
  const size = number(attrs['font-size'] ?? style['font-size'], 12)
  const weight = text(attrs['font-weight'] ?? style['font-weight'])
  const colour = colourOf(attrs.fill ?? '#000000', new Map())
  if (!words || !colour) return
  doc.fillOpacity(colour.opacity * number(attrs.opacity, 1))
  const run = {
    text: printable(doc, words),
    bold: weight === 'bold' || number(weight) >= 600,
    color: colour.colour,
  }
  const lines = linesOf(doc, [run], size, Number.POSITIVE_INFINITY)
  const width = lines[0]!.width
  const anchor = text(attrs['text-anchor'])
  const left = number(attrs.x) - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0)
  const middle = attrs['dominant-baseline'] === 'central' ? MIDDLE : 0
  writeLines(doc, lines, { x: left, y: number(attrs.y) + size * middle - size * ASCENT, width, size })
}

/** How far the letters of the font reach above their line, and how far their middle is above it, as shares of their size. */
export const ASCENT = 0.96875
export const MIDDLE = 0.36
