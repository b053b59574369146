import { planColumn } from './column-type.ts'
import { isFilled, isText } from './head.ts'
import type { GridRow } from './totals.ts'

/** Lines above names that come again in the same line, and columns that such a part of a table has. */
const [MOST_ABOVE, LEAST_COLUMNS] = [5, 2]

const filled = ({ cells }: GridRow) => cells.flatMap((cell, index) => (isFilled(cell) ? [index] : []))

/**
 * The rows of a list that goes on beside itself under the same names, as lists are printed to save paper: one part below the other. What names
 * the rows of one part names none of another, and of days and figures each part has later ones: others are tables of their own.
 */
export function unfolded(rows: GridRow[]): GridRow[] | null {
  const at = rows.slice(0, MOST_ABOVE + 1).findIndex((row) => partsIn(row) !== null)
  const names = rows[at]
  if (!names) return null
  const parts = partsIn(names)!
  const above = rows[at - 1]
  const isTitled = parts.filter((part) => part.some((place) => isFilled(above?.cells[place]))).length > 1
  const places = new Set(parts.flat())
  const [first] = parts as [number[]]
  const below = rows.slice(at + 1)
  if (isTitled || below.some((row) => filled(row).some((place) => !places.has(place)))) return null
  // Below all parts stands what is said of them.
  const last = below.findLastIndex((row) => filled(row).length > 1 || !first.includes(filled(row)[0]!))
  const own = parts.map((part) =>
    below.slice(0, last + 1).flatMap(({ cells }) => {
      const moved = cells.map((_, place) => (first.includes(place) ? (cells[part[first.indexOf(place)]!] ?? '') : ''))
      return moved.some(isFilled) ? [moved] : []
    }),
  )
  const keys = own.map((part) => part.map((cells) => cells[first[0]!]!.trim()))
  if (keys.some((part) => part.length === 0 || !part.every(isFilled)) || !goOn(keys)) return null
  const cells = [...own.flat(), ...below.slice(last + 1).map((row) => row.cells)]
  return [...rows.slice(0, at + 1), ...cells.map((cells, index) => ({ line: names.line + 1 + index, cells }))].map(
    (row) =>
      row === names ? { ...row, cells: row.cells.map((cell, place) => (first.includes(place) ? cell : '')) } : row,
  )
}

/** The places of names that come again and again in a line; null where they are no such. */
function partsIn(row: GridRow): number[][] | null {
  const places = filled(row)
  const texts = places.map((place) => row.cells[place]!.trim())
  const size = new Set(texts).size
  const isAgain = size >= LEAST_COLUMNS && size < texts.length && texts.length % size === 0
  if (!isAgain || !texts.every((text, at) => text === texts[at % size] && isText(text))) return null
  return Array.from({ length: texts.length / size }, (_, part) => places.slice(part * size, (part + 1) * size))
}

const { compare } = new Intl.Collator('en', { numeric: true })
/** Whether no part has a key of another one, and where keys are measured each part has greater ones than that before. */
function goOn(keys: string[][]): boolean {
  const all = keys.flat()
  if (all.length > keys.reduce((sum, part) => sum + new Set(part).size, 0) || new Set(all).size < all.length)
    return false
  const { kind } = planColumn(all)
  if (kind === 'text' || kind === 'integer') return true
  return keys.every(
    (part, at) => at === 0 || keys[at - 1]!.every((key) => part.every((next) => compare(key, next) < 0)),
  )
}
