import { namesKey } from '#catalog/rules/relation.ts'
import { planColumn } from './column-type.ts'
import { unfolded } from './folded.ts'
import { isFilled, isText } from './head.ts'
import { countsOn, hasHeader } from './header.ts'
import { arePairs, isAbout } from './sniff-dialect.ts'
import type { GridRow } from './totals.ts'

/** One of several tables of a sheet or text; `title`: the line above its names; `isAbout`: it says what the next one is about; `names`: of its columns, where no row has them; `moved`: how its rows stand in the file, where they are no rows there. */
export type Block = { title: string | null; rows: GridRow[]; isAbout?: boolean; names?: string[]; moved?: string }

/** Rows of a table that stands below another one, and where a title above it says that it is one. */
const LEAST_ROWS = 2
const LEAST_TITLED = 1
const LEAST_COLUMNS = 2

/** What stands above the names on each page of one table. */
export const PAGE =
  /^(page|seite|blatt|p[áa]gina|pagina)\b|\b(page|seite|blatt|p[áa]gina|pagina):? +\d+$|\d+ ?(\/|of|von|de) ?\d+$|continued|cont\.|fortsetzung/i

/** What begins a part of a file of instruments and settings. */
const SECTION = /^\[[^[\]]+\]$/

const filled = ({ cells }: GridRow) => cells.flatMap((cell, index) => (isFilled(cell) ? [index] : []))
/** The places of the columns that hold anything. */
export const placesOf = (rows: GridRow[]): number[] => [...new Set(rows.flatMap(filled))].sort((a, b) => a - b)
const isTitle = (row: GridRow) => filled(row).length === 1
const textOf = ({ cells }: GridRow) => cells.find(isFilled)!.trim()

/**
 * The tables of a grid: side by side with an empty column between them, and below each other with an empty line or a title between.
 * @param rows with the places that their cells have in the grid, which they keep
 */
export function blocksOf(rows: GridRow[]): Block[] {
  const some = rows.filter((row) => filled(row).length > 0)
  const blocks = beside(some).flatMap((block) => {
    const within = block.moved ? [] : beside(block.rows)
    return within.length > 1 || within[0]?.moved ? within : [block]
  })
  const first = blocks.findIndex((block) => block.rows.length > 1 && !areFacts(block))
  return blocks.map((block, at) => (at < first && blocks[first]!.rows.length > 1 ? { ...block, isAbout: true } : block))
}

const FOLDED = 'The list went on beside itself under the same names; its parts were put below each other.'

/** The tables of rows, of which some may stand beside each other. */
function beside(rows: GridRow[]): Block[] {
  const whole = unfolded(rows)
  return whole ? below(whole).map((block) => ({ ...block, moved: FOLDED })) : bandsOf(rows).flatMap(below)
}

/**
 * Whether a block holds nothing but names and values, which are no figures alone: the one below it is what they speak of. Below a title values
 * follow names in each line, or a colon says that one does.
 */
function areFacts({ title, rows }: Block): boolean {
  const values = rows.slice(1).map((row) => row.cells[filled(row)[1] ?? -1] ?? '')
  const own = title === null ? rows : rows.slice(namesAt(rows))
  const isColoned = rows.some((row) => textOf(row).endsWith(':'))
  const areTexts = values.length < LEAST_ROWS || planColumn(values).kind === 'text'
  const areShort = (title === null || isColoned) && areTexts
  // Several pairs in each line, whose values are of several kinds, the first line among them: names of columns are texts.
  const valuesAt = (place: number) => own.map((row) => row.cells[filled(row)[place] ?? -1] ?? '').filter(isFilled)
  const isMixed = (values: string[]) => new Set(values.map((value) => planColumn([value]).kind)).size > 1
  const areMixed =
    title === null &&
    own.length >= LEAST_ROWS &&
    [1, 3].some((place) => isMixed(valuesAt(place))) &&
    own.every((row) => filled(row).length > LEAST_COLUMNS) &&
    filled(own[0]!).some((index) => !isText(own[0]!.cells[index]!))
  return own.every(
    (row) =>
      isText(textOf(row)) &&
      (isAbout(row.cells) ||
        arePairs(row.cells) ||
        (areShort && filled(row).length <= LEAST_COLUMNS) ||
        filled(row).every(
          (index, at, all) =>
            all.length % 2 === 0 && (at % 2 === 0 ? isText(row.cells[index]!) : areMixed || !isText(row.cells[index]!)),
        )),
  )
}

/**
 * The tables that stand below each other. What is below a gap or a title is a table of its own only where names stand in it that cannot
 * be values of the table above: in other columns, or where that has figures or days.
 */
function below(rows: GridRow[]): Block[] {
  const blocks: Block[] = []
  for (const part of partsOf(rows)) {
    const titles = namesAt(part)
    const body = part.slice(titles)
    const title = titles > 0 && titles < part.length ? textOf(part[titles - 1]!) : null
    const above = blocks.at(-1)
    const isSection = above && SECTION.test(textOf(part[0]!)) && isTitle(part[0]!)
    if (above && !isSection && !startsTable(above, body, title)) above.rows.push(...part)
    else blocks.push({ title, rows: part })
  }
  return blocks
}

/** The first row that is no title; the length of the rows where all are. */
export function namesAt(rows: GridRow[]): number {
  const at = rows.findIndex((row) => !isTitle(row))
  return at < 0 ? rows.length : at
}

/** Rows between empty lines; a title begins a part, too. */
function partsOf(rows: GridRow[]): GridRow[][] {
  const parts: GridRow[][] = []
  for (const [at, row] of rows.entries()) {
    const above = rows[at - 1]
    if (!above || row.line > above.line + 1 || (isTitle(row) && !isTitle(above))) parts.push([])
    parts.at(-1)!.push(row)
  }
  return parts
}

function startsTable(above: Block, [names, ...body]: GridRow[], title: string | null): boolean {
  const [namesAbove, ...rowsAbove] = above.rows.slice(namesAt(above.rows))
  if (!names || !namesAbove) return false
  if (body.length < (title === null ? LEAST_ROWS : LEAST_TITLED)) return false
  const columns = filled(names)
  if (!areNames(names, body, columns)) return false
  const columnsAbove = new Set(filled(namesAbove))
  const isApart = names.line > above.rows.at(-1)!.line + 1
  if (isApart && areFacts(above) && areNamesOfFigures(body, columnsAbove.size)) return true
  const isFact = filled(namesAbove).some((index) => !isText(namesAbove.cells[index]!))
  if (rowsAbove.length === 0) return (isFact || columns.length > columnsAbove.size) && isApart
  const isWithin = columns.every((index) => columnsAbove.has(index))
  // Fewer names are a row with gaps, unless all rows below them have the same.
  const isNarrower =
    columns.length < columnsAbove.size && body.flatMap(filled).every((index) => columns.includes(index))
  if (!isWithin || isNarrower) return true
  // The same names come again on the next page of a table, and below the title of another one.
  if (columns.every((index) => namesAbove.cells[index]?.trim() === names.cells[index]!.trim()))
    return title !== null && above.title !== null && title !== above.title && !PAGE.test(title)
  return columns.some((index) => planColumn(rowsAbove.map(({ cells }) => cells[index] ?? '')).kind !== 'text')
}

/** Whether more than so many columns are named, one of figures among them: as below what the filters of a pivot say, and what it measures. */
function areNamesOfFigures([names, ...body]: GridRow[], most: number): boolean {
  const columns = names ? filled(names) : []
  const isTyped = (index: number) => planColumn(body.map(({ cells }) => cells[index] ?? '')).kind !== 'text'
  return columns.length > most && body.length >= LEAST_ROWS && areNames(names!, body, columns) && columns.some(isTyped)
}

/** Whether a row names each of some columns of the rows below it. */
function areNames(names: GridRow, body: GridRow[], columns: number[]): boolean {
  const [first] = body
  if (
    first &&
    countsOn(filled(first).map((index) => names.cells[index] ?? '')) &&
    filled(names).every((index) => isFilled(first.cells[index]))
  )
    return true
  const texts = columns.map((index) => (names.cells[index] ?? '').trim())
  // Beside an empty column the same names may come again: another series.
  const isTwice = (text: string, at: number) =>
    texts.some((other, index) => index < at && other === text && columns[at]! - columns[index]! === at - index)
  if (texts.length < LEAST_COLUMNS || !texts.every(isText) || texts.some(isTwice)) return false
  return hasHeader([names, ...body].map(({ cells }) => columns.map((index) => cells[index] ?? '')))
}

/** The rows of each of several tables side by side, which an empty column divides; all of them together where it may be one table. */
function bandsOf(rows: GridRow[]): GridRow[][] {
  const held = placesOf(rows)
  const starts = held.filter((column, at) => at === 0 || column > held[at - 1]! + 1)
  if (starts.length < 2) return [rows]
  const bands = starts.map((start, at) => {
    const end = starts[at + 1] ?? Number.POSITIVE_INFINITY
    return rows
      .map(({ line, cells }) => ({
        line,
        cells: cells.map((cell, index) => (index >= start && index < end ? cell : '')),
      }))
      .filter((row) => filled(row).length > 0)
  })
  const sides = bands.map(sideOf)
  const [first] = sides
  const standsAlone = (side: Side | null) =>
    side && first && (isOther(first, side) || side.names === first.names || areParallel(first, side))
  const isSeries = (side: Side | null) => side?.isFull && first?.isFull && side.key === first.key
  // Each has a title, and they end in different lines: then it does not matter what names their rows.
  const isTitled = (side: Side | null) => side && first && areTitled(first, side) && side.lines !== first.lines
  const others = sides.slice(1)
  const areAlone = (first?.isKeyed && others.every(standsAlone)) || others.every(isTitled) || others.every(isSeries)
  return areAlone ? bands : [rows]
}

/** Lines above the names of a table that stands beside others. */
const MOST_ABOVE = 5

/** A table beside others: its names as one text, what they are without their first words, its title, its lines, the name of its first column, and whether that tells its rows apart. */
type Side = {
  names: string
  parallel: string | null
  title: boolean
  lines: string
  key: string
  isFull: boolean
  isKeyed: boolean
  isNamedKey: boolean
}

function sideOf(rows: GridRow[]): Side | null {
  // Titles stand above the names, and what the table is about.
  const at = rows.findIndex((row, at) => !isTitle(row) && areNames(row, rows.slice(at + 1), filled(row)))
  const [names, ...body] = rows.slice(at)
  if (at < 0 || at > MOST_ABOVE || !names || body.length < LEAST_ROWS) return null
  const columns = filled(names)
  const texts = columns.map((column) => names.cells[column]!.trim())
  const keys = body.map(({ cells }) => (cells[columns[0]!] ?? '').trim())
  const isFull = keys.every(isFilled) && new Set(keys).size === keys.length
  const isKey = namesKey(texts[0]!)
  return {
    names: JSON.stringify(texts),
    parallel: texts.every((text) => / /.test(text)) ? texts.map((text) => text.replace(/^\S+ /, '')).join() : null,
    title: at > 0,
    lines: `${names.line}-${body.at(-1)!.line}`,
    key: texts[0]!,
    isFull,
    isKeyed: isFull && (isKey || planColumn(keys).kind === 'text'),
    isNamedKey: isFull && isKey,
  }
}

/** Whether rows of two sides have nothing to do with each other: each is named by a key, has a title, or ends where the other does not. */
const isOther = (first: Side, side: Side) =>
  side.isNamedKey || areTitled(first, side) || (side.isKeyed && side.lines !== first.lines)
const areTitled = (first: Side, side: Side) => side.title && first.title

/** Whether the names of two sides differ only in the word that they begin with: "Stock item", "Bought item". */
const areParallel = (first: Side, side: Side) =>
  side.isKeyed && side.parallel !== null && side.parallel === first.parallel
