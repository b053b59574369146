import { type Block, namesAt, placesOf } from './blocks.ts'
import { planColumn } from './column-type.ts'
import { isFilled, isText, nameLines } from './head.ts'
import type { GridRow } from './totals.ts'

const [LEAST_THINGS, LEAST_PROPERTIES, MOST_THINGS, LEAST_FILLED] = [3, 3, 200, 0.7]

const TURNED = 'Each column of the file is a row of the table, since values of one kind stand beside each other.'

/**
 * The rows of a table that has a column for each thing, as people compare machines and offers: turned, so that each thing is a row.
 * Values tell it: along lines they are of several types, along columns each of none.
 * @param isPlain whether somebody wants the file as it stands
 */
export function turned(block: Block, isPlain = false): Block {
  const titles = namesAt(block.rows)
  const rows = isPlain || block.isAbout || block.moved ? null : thingsIn(block.rows.slice(titles))
  return rows ? { ...block, rows: [...block.rows.slice(0, titles), ...rows], moved: TURNED } : block
}

function thingsIn(rows: GridRow[]): GridRow[] | null {
  const [key, ...things] = placesOf(rows)
  if (key === undefined || things.length < LEAST_THINGS || things.length > MOST_THINGS) return null
  const names = rows.map(({ cells }) => (cells[key] ?? '').trim())
  const own = rows.slice(1)
  const areNamed = names.every((name, at) => isText(name) || (at === 0 && name === ''))
  if (own.length < LEAST_PROPERTIES || !areNamed || new Set(names).size < names.length) return null
  if (nameLines(rows.map(({ cells }) => cells)) > 1) return null
  const along = own.map(({ cells }) => things.map((at) => cells[at] ?? ''))
  const across = things.map((_, at) => along.map((cells) => cells[at]!))
  if (along.flat().filter(isFilled).length < LEAST_FILLED * along.flat().length) return null
  const kinds = along.map((cells) => planColumn(cells).kind)
  // Words among figures of a line are values of columns.
  const isEven = (cells: string[], at: number) =>
    kinds[at] === 'text' || cells.filter(isFilled).every((cell) => planColumn([cell]).kind !== 'text')
  const isMixed = new Set(kinds).size > 1 && along.every(isEven) && kinds.filter((kind) => kind !== 'text').length > 1
  if (!isMixed || across.some((cells) => planColumn(cells).kind !== 'text')) return null
  return [key, ...things].map((at, index) => ({
    line: rows[0]!.line + index,
    cells: rows.map(({ cells }) => cells[at] ?? ''),
  }))
}
