import type { Font, Path } from 'fontkit'

/** What fontkit collects of a font for another file; its types do not show it. */
type Subset = {
  _addGlyph(id: number): number
  glyf: Uint8Array[]
  loca: { offsets: number[] }
  hmtx: { metrics: { advance: number; bearing: number }[] }
  offset: number
}
type Marks = { applyAnchor(mark: unknown, base: unknown, letter: number): void }

/**
 * A variable font at one weight, which pdfkit can shape text with and embed. Makes good what fontkit 2.0.4 does wrong: it fails on
 * writing letters of a variable font, and on marks that their letter has no place for.
 * @param name one of its own: pdfkit takes fonts of one name for one font
 */
export function atWeight(font: Font, wght: number, name: string): Font {
  const varied = font.getVariation({ wght })
  const { engine } = (varied as unknown as { _layoutEngine: { engine: { GPOSProcessor?: Marks } } })._layoutEngine
  const marks = engine.GPOSProcessor
  const apply = marks?.applyAnchor
  if (marks && apply)
    marks.applyAnchor = (mark, base, letter) => {
      if (base) apply.call(marks, mark, base, letter)
    }
  return Object.defineProperties(varied, {
    postscriptName: { value: name },
    createSubset: { value: () => subsetOf(varied) },
  })
}

function subsetOf(font: Font): Subset {
  const subset = Object.getPrototypeOf(font).createSubset.call(font) as Subset
  subset._addGlyph = (id) => {
    const glyph = font.getGlyph(id)
    const outline = outlineOf(glyph.path)
    const { leftBearing } = (glyph as unknown as { _getMetrics(): { leftBearing: number } })._getMetrics()
    subset.glyf.push(outline)
    subset.loca.offsets.push(subset.offset)
    subset.hmtx.metrics.push({ advance: Math.round(glyph.advanceWidth), bearing: Math.round(leftBearing) })
    subset.offset += outline.length
    return subset.glyf.length - 1
  }
  return subset
}

/** An outline as a simple glyph of the table `glyf` of OpenType: https://learn.microsoft.com/typography/opentype/spec/glyf */
function outlineOf({ commands }: Path): Uint8Array {
  const points: { x: number; y: number; isOnCurve: boolean }[] = []
  const ends: number[] = []
  for (const { command, args } of commands) {
    for (let at = 0; at < args.length; at += 2)
      points.push({
        x: Math.round(args[at]!),
        y: Math.round(args[at + 1]!),
        isOnCurve: command !== 'quadraticCurveTo' || at > 0,
      })
    if (command === 'closePath') ends.push(points.length - 1)
  }
  if (points.length === 0) return new Uint8Array()
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const steps = (values: number[]) => values.map((value, at) => value - (values[at - 1] ?? 0))
  const words = (values: number[]) => values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff])
  const bytes = [
    ...words([ends.length, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys), ...ends]),
    // No instructions.
    ...words([0]),
    ...points.map(({ isOnCurve }) => Number(isOnCurve)),
    ...words([...steps(xs), ...steps(ys)]),
  ]
  // Glyphs begin at multiples of four bytes.
  return Uint8Array.from([...bytes, ...Array<number>((4 - (bytes.length % 4)) % 4).fill(0)])
}
