import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Font } from 'fontkit'
import { atWeight } from './font-subset.ts'
import { CJK, FAMILIES } from './rules/printed-letters.ts'

/** A font in both weights, and what it prints. */
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
