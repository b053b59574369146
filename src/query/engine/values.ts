import { readFileSync } from 'node:fs'
import { foldedLines } from '#catalog/rules/folded.ts'
import {
  type Match,
  matchOf,
  type Partly,
  type Ranked,
  ranked,
  type Wanted,
  wantedOf,
} from '#catalog/rules/value-match.ts'
import { ofLine, readColumn, readHeader } from '#catalog/value-file.ts'
import type { ValueSearch, ValuesFound } from '#outside/engine.ts'

/** Bytes of values that are kept unpacked, those used last; one search takes no more either. */
const MOST_KEPT = 192 << 20
/** A search that takes longer ends with what it has found, and tells which columns it has not looked through. */
const LONGEST_MS = 2000
/** Values of one column that are told, and that are compared with the text one by one. */
const MOST_OF_COLUMN = 10
const MOST_INSIDE = 500
const MOST_COMPARED = 2000
/** Values compared for their likeness in all columns together. */
const MOST_COMPARED_IN_ALL = 20_000
const MOST_TOLD = 100

type Column = {
  /** A line break, then each value folded with a line break after it. */
  plain: Buffer
  starts: Uint32Array
  lines: Buffer
  ends: Uint32Array
  counts: Uint32Array | null
  partly: Partly | undefined
}
/** `null`: an index without this column. */
type Table = { columns: Map<string, Column | null>; bytes: number }

/** Tables by the paths of their indexes, those used last at the end. What a path holds never changes. */
const cache = new Map<string, Table>()
let cachedBytes = 0

/** Looks for a text in the indexes of tables. Those that are not there, or have not the column, are told as missing. */
export function searchIndexes({ text, tables }: ValueSearch): ValuesFound {
  const wanted = wantedOf(text)
  const end = performance.now() + LONGEST_MS
  const columns: { table: number; name: string; column: Column }[] = []
  const states: ValuesFound['states'] = tables.map(() => ({}))
  const found: Found[] = []
  const search = (lookUp: (column: Column) => Hit[], at = 0) => {
    for (const { table, name, column } of columns.slice(at))
      for (const hit of lookUp(column))
        found.push({
          ...hit,
          table: String(table),
          column: name,
          value: textOf(column, hit.line),
          count: column.counts?.[hit.line] ?? 1,
        })
  }
  let bytes = 0
  for (const [table, { path, columns: names }] of tables.entries()) {
    const late = performance.now() > end || bytes > MOST_KEPT
    const opened = late ? null : loadColumns(path, names)
    bytes += opened?.bytes ?? 0
    const before = columns.length
    for (const name of names) {
      const column = opened?.columns.get(name)
      states[table]![name] = late ? 'late' : column ? (column.partly ?? 'whole') : 'missing'
      if (column) columns.push({ table, name, column })
    }
    search((column) => directHits(column, wanted), before)
  }
  if (!found.some(({ kind }) => kind === 'exact' || kind === 'case')) {
    let left = MOST_COMPARED_IN_ALL
    search((column) => {
      if (left <= 0 || performance.now() > end) return []
      const { hits, compared } = similarHits(column, wanted, Math.min(left, MOST_COMPARED))
      left -= compared
      return hits
    })
  }
  const values = ranked(found)
    .slice(0, MOST_TOLD)
    .map(({ line: _, table, ...one }) => ({ ...one, table: Number(table) }))
  return { values, states }
}

type Hit = Match & { line: number }
type Found = Hit & Ranked

/** The index of a table with these columns unpacked; null when there is none. */
function loadColumns(path: string, names: string[]): Table | null {
  const table = cache.get(path) ?? { columns: new Map(), bytes: 0 }
  cache.delete(path)
  const missing = names.filter((name) => !table.columns.has(name))
  if (missing.length > 0) {
    const before = table.bytes
    try {
      load(table, readFileSync(path), missing)
    } catch {
      // Its table was replaced and swept away meanwhile, or the bytes are damaged: the rows can still be asked.
      cachedBytes -= before
      return null
    }
    cachedBytes += table.bytes - before
  }
  cache.set(path, table)
  for (const [other, { bytes }] of cache) {
    if (cachedBytes <= MOST_KEPT || other === path) break
    cache.delete(other)
    cachedBytes -= bytes
  }
  return table
}

function load(table: Table, file: Buffer, names: string[]): void {
  const read = readHeader(file)
  for (const name of names) {
    const entry = read?.header.columns.find((column) => column.name === name)
    if (!read || !entry) {
      table.columns.set(name, null)
      continue
    }
    const { lines, counts } = readColumn(file, read.begin, entry)
    const plain = Buffer.from(`\n${foldedLines(unescaped(lines.toString()))}\n`)
    const starts = entry.values === 0 ? new Uint32Array(0) : breaksOf(plain, 0, entry.values)
    const ends = breaksOf(lines, -1, entry.values)
    if (entry.values > 0) ends[entry.values - 1] = lines.length
    table.columns.set(name, { plain, starts, lines, ends, counts, partly: entry.partly })
    table.bytes += plain.length + lines.length + 4 * (starts.length + ends.length + (counts?.length ?? 0)) + 200
  }
}

/** Lines in which a line break of a value is a space. */
const unescaped = (lines: string): string =>
  lines.includes('\\') ? lines.replace(/\\([n\\])/g, (_, sign) => (sign === 'n' ? ' ' : '\\')) : lines

/** Places of the line breaks: `after` 0 counts the place behind each of them. */
function breaksOf(bytes: Buffer, after: -1 | 0, most: number): Uint32Array {
  const places = new Uint32Array(most)
  let at = bytes.indexOf(10)
  for (let n = 0; n < most && at >= 0; n++) {
    places[n] = at + 1 + after
    at = bytes.indexOf(10, at + 1)
  }
  return places
}

const textOf = ({ lines, ends }: Column, line: number): string =>
  ofLine(lines.toString('utf8', line === 0 ? 0 : ends[line - 1]! + 1, ends[line]))

const plainOf = ({ plain, starts }: Column, line: number): string =>
  plain.toString('utf8', starts[line]!, (starts[line + 1] ?? plain.length) - 1)

function lineAt(starts: Uint32Array, place: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= place) low = middle
    else high = middle - 1
  }
  return low
}

/** Lines with a piece of text in them, each once, from the first on. */
function* linesWith({ plain, starts }: Column, text: string): Generator<number, void> {
  const piece = Buffer.from(text)
  if (piece.length === 0 || starts.length === 0) return
  for (let at = plain.indexOf(piece); at >= 0; ) {
    // A piece that begins with a line break stands at the start of the line behind it.
    const line = lineAt(starts, piece[0] === 10 ? at + 1 : at)
    yield line
    const next = starts[line + 1]
    if (next === undefined) return
    at = plain.indexOf(piece, piece[0] === 10 ? next - 1 : next)
  }
}

/** Values that are the text, but for capitals and the like, or have it in them. */
function directHits(column: Column, wanted: Wanted): Hit[] {
  // A single letter stands in most values.
  const pieces = [`\n${wanted.folded}\n`, ...(wanted.folded.length > 1 ? [wanted.folded] : [])]
  return hitsOf(
    column,
    wanted,
    pieces.flatMap((piece) => [...linesWith(column, piece).take(MOST_INSIDE)]),
  )
}

/**
 * Values that are nearly the text. With so few letters wrong, one of its pieces stands in the value as it is: only such values are
 * compared.
 */
function similarHits(column: Column, wanted: Wanted, most: number): { hits: Hit[]; compared: number } {
  const lines = new Set<number>()
  for (const piece of piecesOf(wanted))
    for (const line of linesWith(column, piece).take(most - lines.size)) lines.add(line)
  return { hits: hitsOf(column, wanted, lines), compared: lines.size }
}

function hitsOf(column: Column, wanted: Wanted, lines: Iterable<number>): Hit[] {
  const hits: Ranked[] = []
  for (const line of new Set(lines)) {
    const plain = plainOf(column, line)
    const match = matchOf(wanted, plain === wanted.folded ? textOf(column, line) : plain, plain)
    if (match) hits.push({ ...match, ...NOWHERE, value: String(line), count: column.counts?.[line] ?? 1 })
  }
  return ranked(hits)
    .slice(0, MOST_OF_COLUMN)
    .map(({ kind, likeness, value }) => ({ kind, likeness, line: Number(value) }))
}
const NOWHERE = { table: '', column: '' }

/** Pieces of a text: as many as letters may be wrong, and one more; and its longer words. The longest first. */
function piecesOf({ folded, edits }: Wanted): string[] {
  const letters = [...folded]
  if (letters.length < 3) return []
  const pieces = new Set<string>()
  for (let part = 0; part <= edits; part++) {
    const from = Math.round((letters.length * part) / (edits + 1))
    pieces.add(letters.slice(from, Math.round((letters.length * (part + 1)) / (edits + 1))).join(''))
  }
  for (const word of folded.split(/[^\p{L}\p{N}]+/u)) if (word.length >= 4) pieces.add(word)
  return [...pieces].sort((a, b) => b.length - a.length)
}
