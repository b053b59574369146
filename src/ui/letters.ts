import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Font, Path } from 'fontkit'
import { CJK, FAMILIES } from './rules/printed-letters.ts'

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
function atWeight(font: Font, wght: number, name: string): Font {
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

export type Face = { name: string; regular: Font; bold: Font; has(code: number): boolean }

/**
 * The fonts that a text needs beside Inter, the one to be preferred first. Chinese, Japanese and Korean write the same characters in
 * forms of their own: kana and hangul tell which.
 */
export async function facesFor(text: string): Promise<Face[]> {
  const families = FAMILIES.flatMap(([letters, family]) => (new RegExp(`[${letters}]`, 'u').test(text) ? [family] : []))
  if (new RegExp(`[${CJK}]`, 'u').test(text))
    families.push(
      ...(/[\p{sc=Hira}\p{sc=Kana}]/u.test(text)
        ? ['jp', 'sc', 'kr']
        : /\p{sc=Hang}/u.test(text)
          ? ['kr', 'sc', 'jp']
          : ['sc', 'jp', 'kr']),
    )
  const wanted = new Set([...text].map((character) => character.codePointAt(0)!).filter((code) => code > LATIN))
  const faces: Face[] = []
  for (const family of families)
    for (const { file, ranges } of await partsOf(family)) {
      const codes = [...wanted].filter((code) => ranges.some(([from, to]) => from <= code && code <= to))
      if (codes.length === 0) continue
      const face = await loadFace(file)
      const had = codes.filter(face.has)
      if (had.length === 0) continue
      faces.push(face)
      // What one font of Chinese has is not looked for in the next; marks and joiners belong to several scripts.
      if (CJK_FAMILIES.has(family)) for (const code of had) wanted.delete(code)
    }
  return faces
}

const CJK_FAMILIES = new Set(['sc', 'jp', 'kr'])
/** Inter has the letters below: Latin, Greek, Cyrillic. */
const LATIN = 0x58f

type Part = { file: string; ranges: [from: number, to: number][] }
/** The files of a family, of which each holds some letters: a hundred for Chinese. */
async function partsOf(family: string): Promise<Part[]> {
  const list = fileURLToPath(import.meta.resolve(`@fontsource-variable/noto-sans-${family}/unicode.json`))
  const listed = JSON.parse(await readFile(list, 'utf8')) as Record<string, string>
  return Object.entries(listed)
    .filter(([name]) => !name.startsWith('latin'))
    .map(([name, ranges]) => ({
      file: join(list, '../files', `noto-sans-${family}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`),
      ranges: ranges.split(',').map((range) => {
        const [from = 0, to = from] = range
          .trim()
          .slice(2)
          .split('-')
          .map((code) => Number.parseInt(code, 16))
        return [from, to]
      }),
    }))
}

/** Opened anew for each document: what a font has of its subset belongs to one. */
async function loadFace(file: string): Promise<Face> {
  const [fontkit, { decompress }, packed] = await Promise.all([import('fontkit'), import('wawoff2'), readFile(file)])
  // fontkit reads the letters of a packed variable font but cannot write them into another file.
  const font = fontkit.create(Buffer.from(await decompress(packed))) as Font
  const name = file.slice(file.lastIndexOf('/') + 1, -'-wght-normal.woff2'.length)
  return {
    name,
    regular: atWeight(font, 400, `${name}-400`),
    bold: atWeight(font, 600, `${name}-600`),
    has: (code) => font.hasGlyphForCodePoint(code),
  }
}
