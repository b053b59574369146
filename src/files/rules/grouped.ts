import type { ColumnPlan } from './column-type.ts'
import { isFilled, isText } from './head.ts'
import { addsUp } from './total-words.ts'
import type { GridRow } from './totals.ts'

/** Rows whose group stands on a line above them: `groups` by the lines of the rows, `sums` lines that name a group beside what it adds up to. */
export type Headed = { groups: Map<number, string>; sums: number[] }

const LEAST_GROUPS = 2
/** Share of the rows at least in which a value is left out that an earlier one told; of days in the first column. */
const [LEAST_LEFT_OUT, LEAST_DAYS_LEFT_OUT] = [1 / 3, 1 / 5]
const LEAST_BLANK = 2

/** The first text of a row. */
export const loneText = ({ cells }: GridRow) => cells.find(isFilled)!.trim()

/**
 * The group of each row, where lines above them name groups.
 * @param headings lines that do, in order; of a line above all rows the line is 0
 */
export function groupsOf(
  rows: readonly GridRow[],
  headings: readonly { line: number; text: string }[],
): Map<number, string> | null {
  const groups = new Map<number, string>()
  let at = -1
  for (const { line } of rows) {
    while (at + 1 < headings.length && headings[at + 1]!.line < line) at++
    groups.set(line, headings[at]?.text ?? '')
  }
  return new Set(groups.values()).size < LEAST_GROUPS ? null : groups
}

/**
 * Rows that name a group and hold the sums of the rows below them up to the next such row, as pivot tables and budgets are written: all rows
 * belong to one, and most groups have several. What adds up all of them may stand in front or at the end. Rows of a group may have nothing in
 * the first column, or numbers that begin with its own.
 * @param figures of each row by column; null where it has none
 */
export const sumsAbove = (
  rows: readonly GridRow[],
  plans: ColumnPlan[],
  figures: (row: GridRow) => (number | null)[],
): Headed | null => sumsFrom(0, rows, plans, figures) ?? sumsFrom(1, rows, plans, figures)

function sumsFrom(
  start: number,
  rows: readonly GridRow[],
  plans: ColumnPlan[],
  figures: (row: GridRow) => (number | null)[],
): Headed | null {
  const first = rows.map(({ cells }) => (cells[0] ?? '').trim())
  const isNumbered = first.every((number) => /^\d+(?:\.\d+)*\.?$/.test(number))
  if (rows.length < 2 * LEAST_GROUPS || (!isNumbered && plans[0]?.kind !== 'text')) return null
  const values = rows.map(figures)
  const columns = plans.flatMap((plan, index) =>
    index > 0 && 'style' in plan && values.every((row) => row[index] !== null) ? [index] : [],
  )
  if (columns.length === 0) return null
  const sums: number[] = []
  let several = 0
  const isSum = (at: number, added: readonly number[]) =>
    columns.every((index, n) => Math.abs(added[n]! - values[at]![index]!) <= 1e-6 * Math.max(1, Math.abs(added[n]!)))
  const isPart = (at: number, of: number) =>
    isNumbered ? first[at]!.startsWith(`${first[of]!.replace(/\.$/, '')}.`) : first.includes('') === (first[at] === '')
  const whole = columns.map(() => 0)
  const add = (to: number[], at: number) => {
    for (const [n, index] of columns.entries()) to[n]! += values[at]![index]!
  }
  const end = rows.length - 1
  for (let at = start; at <= end; ) {
    // What adds up the sums may stand below all.
    if (at === end && start === 0 && isSum(at, whole)) break
    const added = columns.map(() => 0)
    let next = at + 1
    if (first[at] === '') return null
    do {
      if (next > end || !isPart(next, at)) return null
      add(added, next++)
    } while (!isSum(at, added))
    if (next - at > 2) several++
    sums.push(at)
    add(whole, at)
    at = next
  }
  if (sums.length < LEAST_GROUPS || 2 * several < sums.length || (start > 0 && !isSum(0, whole))) return null
  const textOf = ({ cells }: GridRow) =>
    isNumbered ? cells.filter((cell, at) => isFilled(cell) && !columns.includes(at)).join(' ') : cells[0]!.trim()
  const headings = sums.map((at) => ({ line: rows[at]!.line, text: textOf(rows[at]!) }))
  const all = start > 0 ? [0, ...sums] : isSum(end, whole) ? [...sums, end] : sums
  const groups = groupsOf(
    rows.filter((_, at) => !all.includes(at)),
    headings,
  )
  return groups && { groups, sums: all.map((at) => rows[at]!.line) }
}

/**
 * The parts of a statement: a name alone in the first column begins one, a sum that is called after it ends it, and parts stand within parts.
 * Each row belongs to the innermost; where all parts have ended, figures are results of them. Null where not two parts end so.
 */
export function outlineOf(
  rows: readonly GridRow[],
  plans: ColumnPlan[],
): { groups: Map<number, string>; headings: number[]; sums: number[]; results: number[] } | null {
  const isLone = ({ cells }: GridRow) => isFilled(cells[0]) && !cells.slice(1).some(isFilled) && isText(cells[0]!)
  const some = rows.filter(({ cells }) => cells.some(isFilled))
  const own = some.slice(0, some.findLastIndex((row) => !isLone(row)) + 1)
  if (plans.length < 2 || !own[0] || !isLone(own[0])) return null
  const found = {
    groups: new Map<number, string>(),
    headings: [] as number[],
    sums: [] as number[],
    results: [] as number[],
  }
  const open: string[] = []
  let left = 0
  // Where most rows have nothing in front, what has is none of them.
  const bare = own.filter(({ cells }) => !isFilled(cells[0])).length
  const isResult = ({ cells }: GridRow) => open.length === 0 || (bare > 0 && isFilled(cells[0]))
  for (const row of own) {
    const text = row.cells[0]!.trim()
    const ended = open.findLastIndex((name) => addsUp(text, name))
    if (isLone(row)) {
      open.push(text)
      found.headings.push(row.line)
    } else if (ended >= 0) {
      left += open.splice(ended).length - 1
      found.sums.push(row.line)
    } else if (isResult(row)) found.results.push(row.line)
    else found.groups.set(row.line, open.at(-1)!)
  }
  const isClosed = left + open.length === 0 || bare > 0
  return found.sums.length >= LEAST_GROUPS &&
    found.groups.size >= found.sums.length &&
    (isClosed || found.results.length === 0)
    ? found
    : null
}

/**
 * Texts that go on in the line below, in the same columns and beside nothing else.
 * @returns rows with all of their text, by line, and the lines that are parts of it
 */
export function goneOn(
  rows: readonly GridRow[],
  plans: ColumnPlan[],
): { whole: Map<number, readonly string[]>; parts: number[] } {
  const whole = new Map<number, readonly string[]>()
  const parts: number[] = []
  let above: GridRow | null = null
  let last = 0
  for (const row of rows) {
    const filled = row.cells.flatMap((cell, index) => (isFilled(cell) ? [index] : []))
    const goesOn =
      above !== null &&
      row.line === last + 1 &&
      isFilled(above.cells[0]) &&
      filled.every(
        (index) =>
          index > 0 && plans[index]?.kind === 'text' && isText(row.cells[index]!) && isFilled(above!.cells[index]),
      ) &&
      plans.some(({ kind }, index) => kind !== 'text' && index > 0 && isFilled(above!.cells[index]))
    last = row.line
    if (!goesOn) {
      above = row
      continue
    }
    const joined = (whole.get(above!.line) ?? above!.cells).map((cell, index) =>
      filled.includes(index) ? `${cell.trim()} ${row.cells[index]!.trim()}` : cell,
    )
    whole.set(above!.line, joined)
    parts.push(row.line)
  }
  return { whole, parts }
}

/**
 * Places of the first columns whose values are written once for several rows, as reports do: the first row has one, no two are the same
 * within a value of the column before, and many rows lack it that have all others.
 */
export function toldOnce(rows: readonly GridRow[], plans: ColumnPlan[]): number[] {
  const told: number[] = []
  for (const [index, plan] of plans.slice(0, -1).entries()) {
    const blank = rows.filter(({ cells }) => !isFilled(cells[index])).length
    const least = index === 0 && plan.kind === 'date' ? LEAST_DAYS_LEFT_OUT : LEAST_LEFT_OUT
    const isTold =
      plan.kind !== 'decimal' &&
      plan.kind !== 'double' &&
      isFilled(rows[0]?.cells[index]) &&
      blank >= Math.max(LEAST_BLANK, rows.length * least) &&
      rows.length - blank >= LEAST_GROUPS
    if (!isTold) break
    const seen = new Set<string>()
    for (const { cells } of rows) {
      if (index > 0 && told.some((before) => isFilled(cells[before]))) {
        // What begins another value before begins another here.
        if (!isFilled(cells[index])) return told
        seen.clear()
      }
      if (!isFilled(cells[index])) continue
      if (seen.has(cells[index]!.trim())) return told
      seen.add(cells[index]!.trim())
    }
    told.push(index)
  }
  const others = plans.map((_, index) => index).filter((index) => !told.includes(index))
  const isKeyed = others.some((index) => rows.every(({ cells }) => isFilled(cells[index])))
  return isKeyed ? told : []
}

/** The same rows with the values of these columns in each of them. */
export function filledIn(rows: readonly GridRow[], columns: readonly number[]): GridRow[] {
  const last: string[] = []
  return rows.map(({ line, cells }) => {
    for (const index of columns) if (isFilled(cells[index])) last[index] = cells[index]!
    return {
      line,
      cells: cells.map((cell, index) => (columns.includes(index) && !isFilled(cell) ? last[index]! : cell)),
    }
  })
}

/** What people write for the value above: a sign, or a word for it. */
const DITTO = /^\s*(?:["”“„″〃]|''|[-–—]\s*["”“„″]\s*[-–—]|do\.|dto\.?|ditto|dito|idem|id\.)\s*$/i
const LEAST_DITTOS = 2

/** The cells of rows with the value above in the place of a sign for it, and these signs; the same cells where there are hardly any. */
export function undittoed(rows: readonly (readonly string[])[]): {
  cells: readonly (readonly string[])[]
  sign: string
} {
  const signs = rows.flatMap((cells) => cells.filter((cell) => DITTO.test(cell)))
  if (signs.length < LEAST_DITTOS) return { cells: rows, sign: '' }
  const last: string[] = []
  const cells = rows.map((cells) => {
    const own = cells.map((cell, index) => (DITTO.test(cell) ? (last[index] ?? cell) : cell))
    for (const [index, cell] of own.entries()) if (isFilled(cell)) last[index] = cell
    return own.every((cell, index) => cell === cells[index]) ? cells : own
  })
  return { cells, sign: [...new Set(signs.map((sign) => sign.trim()))].join(' ') }
}
