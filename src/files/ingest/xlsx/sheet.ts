import { type NumberFormat, numberText } from '../../rules/number-format.ts'
import { attributes, columnOf, xmlText } from '../../rules/sheet.ts'
import { unreadable } from '../engine.ts'

export type SheetRow = { line: number; cells: (string | null)[] }

/** What cells refer to. */
export type Book = { strings: string[]; formats: NumberFormat[]; epoch1904: boolean }

const LONGEST_ROW = 4_000_000
const MOST_COLUMNS = 16_384
const CELL = /<c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g
const VALUE = /<v\b[^>]*>([\s\S]*?)<\/v>/
const INLINE = /<t\b[^>]*?(?:\/>|>([\s\S]*?)<\/t>)/g

/** Cells that are shown as one: the first row and column, and the last row. */
export type Merge = { column: number; from: number; to: number }
const LONGEST_TAIL = 4_000_000

/**
 * The rows of a worksheet that hold anything, as text; returns its merged cells over several rows, which stand behind them.
 * @param count called with the number of cells of each row
 */
export async function* sheetRows(
  xml: AsyncIterable<string>,
  book: Book,
  count: (cells: number) => void,
): AsyncGenerator<SheetRow, Merge[]> {
  let buffer = ''
  let tail = ''
  let line = 0
  for await (const chunk of xml) {
    if (tail !== '') {
      if (tail.length < LONGEST_TAIL) tail += unprefixed(chunk)
      continue
    }
    buffer += unprefixed(chunk)
    let at = 0
    for (;;) {
      const start = buffer.indexOf('<row', at)
      if (start < 0) break
      const open = buffer.indexOf('>', start)
      if (open < 0) break
      const empty = buffer[open - 1] === '/'
      const end = empty ? open + 1 : buffer.indexOf('</row>', open)
      if (end < 0) break
      const tag = buffer.slice(start, open)
      line = Number(/\sr="(\d+)"/.exec(tag)?.[1] ?? line + 1)
      if (!empty) {
        const cells = cellsOf(buffer.slice(open + 1, end), book)
        count(cells.length)
        if (cells.some((cell) => cell !== null)) yield { line, cells }
      }
      at = empty ? end : end + 6
    }
    const end = buffer.indexOf('</sheetData', at)
    if (end >= 0) tail = buffer.slice(end)
    const keep = buffer.indexOf('<row', at)
    // Long enough for an end of the rows that is cut.
    buffer = keep >= 0 ? buffer.slice(keep) : buffer.slice(Math.max(at, buffer.length - 16))
    if (buffer.length > LONGEST_ROW) throw unreadable('This workbook is damaged: a row in it does not end.')
  }
  return [...tail.matchAll(MERGED)].flatMap(([, column, from, to]) =>
    from === to ? [] : [{ column: columnOf(column!), from: Number(from), to: Number(to) }],
  )
}
const MERGED = /<mergeCell\b[^>]*\sref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/g

/** Some programs write every element with a namespace prefix. */
const unprefixed = (chunk: string) =>
  chunk.includes('<x:') || chunk.includes('</x:') ? chunk.replace(/<(\/?)x:/g, '<$1') : chunk

function cellsOf(row: string, book: Book): (string | null)[] {
  const cells: (string | null)[] = []
  for (const [, tag, body] of row.matchAll(CELL)) {
    const { r, t, s } = attributes(tag!)
    const column = r ? columnOf(r) : cells.length
    if (column < 0 || column >= MOST_COLUMNS) continue
    while (cells.length <= column) cells.push(null)
    cells[column] = body === undefined ? null : cellText(body, t ?? 'n', Number(s ?? 0), book)
  }
  return cells
}

function cellText(body: string, type: string, style: number, book: Book): string | null {
  if (type === 'inlineStr') return [...body.matchAll(INLINE)].map(([, text]) => xmlText(text ?? '')).join('') || null
  const value = VALUE.exec(body)?.[1]
  if (value === undefined || value === '') return null
  switch (type) {
    case 's':
      return book.strings[Number(value)] || null
    case 'b':
      return value === '1' ? 'true' : 'false'
    case 'e':
      // That a look-up found nothing is no value; what failed is told.
      return value === '#N/A' ? null : value
    case 'str':
    case 'd':
      return xmlText(value)
  }
  const number = Number(value)
  if (!Number.isFinite(number)) return xmlText(value)
  return numberText(number, book.formats[style] ?? 'number', book.epoch1904)
}

/** The shared strings of a workbook; rich text is joined, readings (furigana) are left out. */
export async function sharedStrings(xml: AsyncIterable<string>): Promise<string[]> {
  const strings: string[] = []
  let buffer = ''
  for await (const chunk of xml) {
    const items = (buffer + unprefixed(chunk)).split('</si>')
    buffer = items.pop()!
    for (const item of items) {
      const start = item.lastIndexOf('<si>')
      const text = (start < 0 ? item : item.slice(start)).replace(/<rPh\b[\s\S]*?<\/rPh>/g, '')
      strings.push([...text.matchAll(INLINE)].map(([, part]) => xmlText(part ?? '')).join(''))
    }
  }
  return strings
}
