import { isValue, planColumn } from './column-type.ts'
import { hasHeader } from './header.ts'
import type { GridRow } from './totals.ts'

/** One of several tables that stand below each other; `title`: the line above its names. */
export type Block = { title: string | null; rows: GridRow[] }

const LEAST_ROWS = 2
const filled = ({ cells }: GridRow) => cells.flatMap((cell, index) => (cell.trim() === '' ? [] : [index]))
const isTitle = (row: GridRow) => filled(row).length === 1

/**
 * The tables that stand below each other, with empty lines between them. A part below a gap is a table of its own only where names
 * stand in it that cannot be values of the table above: in other columns, or where that has figures or days.
 */
export function blocksOf(rows: GridRow[]): Block[] {
  const blocks: Block[] = []
  for (const part of partsOf(rows.filter((row) => filled(row).length > 0))) {
    const above = blocks.at(-1)
    const titles = part.findIndex((row) => !isTitle(row))
    const body = titles < 0 ? [] : part.slice(titles)
    if (above && !startsTable(above.rows.slice(above.rows.findIndex((row) => !isTitle(row))), body))
      above.rows.push(...part)
    else
      blocks.push({
        title: titles > 0 ? part[titles - 1]!.cells.find((cell) => cell.trim() !== '')!.trim() : null,
        rows: part,
      })
  }
  return blocks
}

function partsOf(rows: GridRow[]): GridRow[][] {
  const parts: GridRow[][] = []
  for (const [at, row] of rows.entries()) {
    if (at === 0 || row.line > rows[at - 1]!.line + 1) parts.push([])
    parts.at(-1)!.push(row)
  }
  return parts
}

function startsTable(above: GridRow[], [names, ...body]: GridRow[]): boolean {
  const [namesAbove, ...rowsAbove] = above
  if (!names || !namesAbove || body.length < LEAST_ROWS || rowsAbove.length < LEAST_ROWS) return false
  const columns = filled(names)
  const texts = columns.map((index) => names.cells[index]!.trim())
  const isNamed = texts.every((text) => !isValue(text)) && new Set(texts).size === texts.length
  if (columns.length < 2 || !isNamed) return false
  if (!hasHeader([names, ...body].map(({ cells }) => columns.map((index) => cells[index] ?? '')))) return false
  if (JSON.stringify(filled(namesAbove)) !== JSON.stringify(columns)) return true
  if (columns.every((index) => namesAbove.cells[index]!.trim() === names.cells[index]!.trim())) return false
  return columns.some((index) => planColumn(rowsAbove.map(({ cells }) => cells[index] ?? '')).kind !== 'text')
}
