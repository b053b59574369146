import type { ReadColumn, ReadTable } from './readers.ts'
import { type Column, type Truth, TYPES, type Value } from './truth.ts'

/** What is looked at in each file. `lost`: that every value is still there. */
export const POINTS = ['header', 'rows', 'types', 'cells', 'roles', 'lost'] as const
type Point = (typeof POINTS)[number]
export type Score = Record<Point, { got: number; of: number }>
/** `wrong`: what is not as it was meant, a line each. */
export type Judged = { score: Score; wrong: string[] }

const CELLS = 20
/** Words that say "no value" everywhere: what they stand for is not lost. */
const NOTHING = new Set(['', '=""', '-', '--', '---', '–', '—', 'na', 'n/a', '#n/a', 'null', 'nan', 'none'])

export const noScore = (): Score => Object.fromEntries(POINTS.map((point) => [point, { got: 0, of: 0 }])) as Score

/** Compares what a reader made of a file with what it was meant to be. @param roles whether it tells roles at all */
export function judge(truths: Truth[], read: ReadTable[], roles: boolean): Judged {
  const score = noScore()
  const wrong: string[] = []
  const count = (point: Point, right: boolean, what: () => string) => {
    score[point].of++
    if (right) score[point].got++
    else wrong.push(`${point}: ${what()}`)
  }
  const left = [...read]
  for (const [at, truth] of truths.entries()) {
    const table = nearest(truth, left)
    if (table) left.splice(left.indexOf(table), 1)
    judgeTable(truth, table ?? [], `${at}`, count, roles)
  }
  const missing = lost(truths, read)
  count('lost', missing.length === 0, () => `${missing.length} values, ${missing.slice(0, 3).join(' | ')}`)
  return { score, wrong }
}

type Count = (point: Point, right: boolean, what: () => string) => void

function judgeTable({ columns, spare }: Truth, table: ReadTable, seed: string, count: Count, roles: boolean) {
  const own = table.filter(({ textOf }) => textOf === undefined)
  // Each once: of columns with the same name every reader numbers the later ones in its own way.
  const taken = new Set<ReadColumn>()
  const named = columns.map((column, at) => {
    const unnamed = own[at] && NO_NAME.test(own[at].name) ? own[at] : undefined
    const one = hasName(column) ? own.find((one) => !taken.has(one) && isCalled(column, one.name)) : unnamed
    if (one) taken.add(one)
    return one
  })
  const rest = own.filter((one) => !named.includes(one))
  const inOrder = named.every((one, at) => one && (at === 0 || own.indexOf(one) > own.indexOf(named[at - 1]!)))
  count('header', inOrder && rest.every(({ name }) => spare?.test(name)), () => own.map(({ name }) => name).join(' | '))
  const found = columns.map((_, at) => named[at] ?? (own.length === columns.length ? own[at] : undefined))
  const rows = columns[0]!.values.length
  count('rows', (own[0]?.values.length ?? 0) === rows, () => `${own[0]?.values.length ?? 0} of ${rows}`)
  for (const [at, column] of columns.entries()) {
    const one = found[at]
    const name = column.names[0]!
    count('types', !!one && (column.types ?? TYPES[column.kind]).includes(one.type), () => `${name} is ${one?.type}`)
    if (roles) count('roles', !!one?.role && column.roles.includes(one.role), () => `${name} is ${one?.role}`)
  }
  for (const [row, at] of chosenCells(rows, columns.length, seed)) {
    const column = columns[at]!
    const value = found[at]?.values[row] ?? null
    const what = () => `${column.names[0]} of row ${row + 1} is ${value}, not ${column.values[row]}`
    count('cells', !!found[at] && isSame(column, row, value), what)
  }
}

/** Cells spread over a table by a fixed hash. */
function chosenCells(rows: number, columns: number, seed: string): [row: number, column: number][] {
  const all = Array.from({ length: rows * columns }, (_, at) => at)
  const order = (at: number) => Bun.hash.wyhash(`${seed}/${at}`, 3n)
  return all
    .toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
    .slice(0, CELLS)
    .map((at) => [Math.floor(at / columns), at % columns])
}

/** The read table that has most of the names. */
function nearest({ columns }: Truth, tables: ReadTable[]): ReadTable | undefined {
  const share = (table: ReadTable) => columns.filter((one) => table.some(({ name }) => isCalled(one, name))).length
  return tables.toSorted((a, b) => share(b) - share(a))[0]
}

const folded = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
const isCalled = ({ names }: Column, name: string) => names.some((one) => folded(one) === folded(name))
const hasName = ({ names }: Column) => names[0] !== ''
/** What readers call a column that has no name. */
const NO_NAME = /^((column|col|field|unnamed|f|index|level)[_: ]*\d*|row_id|\d+|)$/i

function isSame({ kind, values, written, factor }: Column, row: number, read: string | null): boolean {
  const value = values[row]!
  if (value === null) return read === null || (kind === 'text' && read === '')
  if (read === null) return false
  if (read === secondsOf(String(value))) return true
  if (kind === 'text') return lines(read) === lines(String(value))
  if (kind === 'flag' || kind === 'month') return folded(read) === folded(written[row]!) || alike(String(value), read)
  if (typeof value === 'number') return isNear(read, value) || (factor !== undefined && isNear(read, value / factor))
  return alike(String(value), read)
}

/** How long something took, as Tabletalk keeps it (decision 57); null for other texts. */
function secondsOf(text: string): string | null {
  const clock = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(text) ?? /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(text)
  const [, hours = 0, minutes = 0, seconds = 0] = clock ?? []
  return clock && String(Number((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)).toFixed(6)))
}

const lines = (text: string) => text.replaceAll('\r\n', '\n').trim()

const isNear = (read: string, value: number) =>
  read.trim() !== '' && Math.abs(Number(read) - value) <= 1e-9 * Math.max(1, Math.abs(value))

const alike = (a: string, b: string) => canonical(a) === canonical(b)

/** One text for all ways in which readers tell the same value. */
function canonical(text: string): string {
  const bare = text.trim()
  // Of longer ones without a point the last digits count: they are keys.
  if (bare !== '' && Number.isFinite(Number(bare)) && !/^0\d|^-?\d{16}/.test(bare))
    return String(Number(Number(bare).toPrecision(12)))
  const moment = /^(\d{4}-\d\d)(-\d\d)?(?:[T ](\d\d:\d\d)(:\d\d)?(?:\.0+)?)?(?:Z|\+00(?::?00)?)?$/.exec(bare)
  if (!moment) return lines(bare).toLowerCase()
  const [, month, day = '-01', clock = '00:00', seconds = ':00'] = moment
  return `${month}${day} ${clock}${seconds}`
}

/** Values that stand nowhere in what was read, neither as they were meant nor as they were written. */
function lost(truths: Truth[], read: ReadTable[]): string[] {
  const there = new Map<string, number>()
  for (const { values } of read.flat() as ReadColumn[])
    for (const value of values) if (value !== null) there.set(canonical(value), (there.get(canonical(value)) ?? 0) + 1)
  const take = (text: string) => {
    const key = canonical(text)
    const count = there.get(key) ?? 0
    if (count > 0) there.set(key, count - 1)
    return count > 0
  }
  return truths.flatMap(({ columns }) =>
    columns.flatMap(({ values, written, factor }) =>
      values.flatMap((value, row) => {
        const text = written[row]!
        if (value === null && NOTHING.has(text.trim().toLowerCase())) return []
        const meant: Value[] = [
          value,
          secondsOf(String(value)),
          ...(factor && typeof value === 'number' ? [value / factor] : []),
        ]
        // As it was written first: what is meant by it, yes or no, may stand in other columns too.
        const isThere = (text !== '' && take(text)) || meant.some((one) => one !== null && take(String(one)))
        return isThere ? [] : [text || String(value)]
      }),
    ),
  )
}
