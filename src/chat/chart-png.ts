import type { CanvasKit, EmulatedCanvas2D, EmulatedCanvas2DContext } from 'canvaskit-wasm'
import type { Font } from 'fontkit'
import type { ChartSpec } from '#query/rules/chart.ts'
import type { Table } from '#query/rules/chart-data.ts'
import { pictureOf } from '#query/rules/chart-svg.ts'
import { library } from '#query/rules/draw/library.ts'
import { type Doc, FEATURES, openPdf } from '#ui/pdf.ts'
import { linesOf, printable, write } from '#ui/pdf-text.ts'
import { ASCENT, MIDDLE } from './chart-vector.ts'

export type Png = { address: string; width: number; height: number }

/** Pixels of the file for one of the picture, for screens that show two. */
const SHARPNESS = 2

/** Loaded with the first picture: most processes never draw one. */
let loading: Promise<CanvasKit> | undefined
const canvasKit = () => (loading ??= import('canvaskit-wasm').then((it) => it.default()))

/** A chart drawn without a browser, for readers that show no SVG. `address` holds the file. @param width in pixels; the height follows */
export async function chartPng(spec: ChartSpec, table: Table, width: number, locale: string): Promise<Png> {
  const picture = pictureOf(spec, table, { width, locale })
  const size = { width: picture.width, height: picture.height }
  const text = JSON.stringify([spec, table])
  const about = { title: '', author: '', subject: '', at: new Date(0), text }
  const [kit, { doc }, { init }] = await Promise.all([canvasKit(), openPdf(about), library(spec, picture.data, true)])
  const canvas = kit.MakeCanvas(size.width * SHARPNESS, size.height * SHARPNESS)
  const context = contextOf(canvas, doc)
  const root = { getContext: () => context, ...size } as unknown as HTMLElement
  const chart = init(root, null, { renderer: 'canvas', devicePixelRatio: SHARPNESS, ...size })
  try {
    chart.setOption(picture.option)
    return { address: canvas.toDataURL(), ...size }
  } finally {
    chart.dispose()
    canvas.dispose()
  }
}

/** The context of a canvas, drawing text as the outlines of its letters, laid out as in PDF files: it knows no other scripts by itself. */
function contextOf(canvas: EmulatedCanvas2D, doc: Doc): EmulatedCanvas2DContext {
  const own = { font: '', textAlign: 'left', textBaseline: 'alphabetic', fillText, strokeText() {} }
  const context = new Proxy(canvas.getContext('2d')!, {
    get: (all, name) => Reflect.get(name in own ? own : all, name),
    set: (all, name, value) => Reflect.set(name in own ? own : all, name, value),
  })
  const pen = Object.assign(Object.create(doc), {
    fillColor: () => pen,
    markContent: () => pen,
    endMarkedContent: () => pen,
    text(words: string, x: number, y: number, { baseline }: { baseline: number }) {
      const { _font, _fontSize } = pen as unknown as { _font: { font: Font }; _fontSize: number }
      const { glyphs, positions } = _font.font.layout(words, FEATURES)
      const scale = _fontSize / _font.font.unitsPerEm
      let right = x
      for (const [at, glyph] of glyphs.entries()) {
        const { xAdvance, xOffset, yOffset } = positions[at]!
        context.save()
        context.translate(right + xOffset * scale, y - baseline - yOffset * scale)
        context.scale(scale, -scale)
        context.fill(canvas.makePath2D(glyph.path.toSVG()))
        context.restore()
        right += xAdvance * scale
      }
      return pen
    },
  }) as Doc
  function fillText(words: string, x: number, y: number) {
    const [, weight, size] = /(\d00|bold)?\s*([\d.]+)px/.exec(own.font) ?? []
    const run = { text: printable(pen, words), bold: weight === 'bold' || Number(weight) >= 600 }
    const height = Number(size ?? 12)
    const lines = linesOf(pen, [run], height, Number.POSITIVE_INFINITY)
    const { width } = lines[0]!
    const before = { center: 0.5, right: 1, end: 1 }[own.textAlign] ?? 0
    const below = { middle: MIDDLE, top: ASCENT, hanging: ASCENT }[own.textBaseline] ?? 0
    write(pen, lines, { x: x - width * before, y: y + height * (below - ASCENT), width, size: height })
  }
  return context
}
