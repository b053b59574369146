import { isUnit } from '#catalog/rules/units.ts'
import { type ColumnPlan, planColumn, unitOfPlan, wishesOf } from '../rules/column-type.ts'
import { type CsvRecord, RecordReader } from '../rules/csv.ts'
import type { DialectChoices } from '../rules/dialect.ts'
import { undittoed } from '../rules/grouped.ts'
import { bareUnit, isFilled } from '../rules/head.ts'
import { type FileDialect, type IngestedTable, type MeasuredColumn, REJECTED_SHOWN } from '../rules/ingest.ts'
import { apartOf, emptyColumns, sharesBelow, valuesOf } from '../rules/layout.ts'
import { endsInTrailer } from '../rules/record-types.ts'
import type { SniffedDialect } from '../rules/sniff-dialect.ts'
import { TOTAL } from '../rules/total-words.ts'
import type { GridRow } from '../rules/totals.ts'
import { bytesAt } from './bytes.ts'
import type { Job } from './job.ts'

/** Lines that are no rows of a table and are told: what each says, how many of them are totals, and what is doubtful. */
export type Apart = { rows: { line: number; reason: string; text: string }[]; totals: number; notes: string[] }

/** Texts up to this size are looked through for lines that are no rows: people's own tables are no longer. */
export const LOOKED_BYTES = 1 << 20
/** Longer ones are when a line at their end begins with a word for a sum, or as a trailer record does. */
const LOOKED_FOR_TOTAL = 32 << 20
/** Cells of rows that a format lists itself which are looked at. */
const LOOKED_CELLS = 400_000
const TAIL_BYTES = 2048
const TOTAL_AT_END = new RegExp(`^[\\W\\d]*(?:${TOTAL})[^\\p{L}]`, 'imu')

const nothingApart = (): Apart => ({ rows: [], totals: 0, notes: [] })
const all = (width: number) => Array.from({ length: width }, (_, index) => index)
const noCells: ReadonlyMap<number, readonly string[]> = new Map()
export const apartNothing = (width: number) => ({
  columns: all(width),
  apart: nothingApart(),
  cells: noCells,
  group: '',
})
type Head = {
  header: string[] | null
  rows: readonly (readonly string[])[]
  choices: DialectChoices
  /** Lines that name the columns, where they are several: they may come again. */
  lines?: readonly (readonly string[])[]
  /** Lines above the names. */
  above?: readonly (readonly string[])[]
}

/** Every record of a text that is short enough, or ends in a total; null for others. */
export async function recordsOf(path: string, size: number, { dialect, columns }: SniffedDialect) {
  if (columns < 2 || !(await isLooked(path, size))) return null
  const text = new TextDecoder().decode(await bytesAt(path, 0, size))
  const records = [...new RecordReader(dialect).push(text, true)]
  // What breaks the rules of quoting is read as it will be.
  return records.some(({ error }) => error) ? [...new RecordReader(dialect, 'lenient').push(text, true)] : records
}

/** Records as rows; what breaks the rules of quoting is one text. */
export const asRows = (records: readonly CsvRecord[]): GridRow[] =>
  records.map(({ line, fields, error, text }) => ({ line, cells: error ? [text] : fields }))

/**
 * Looks at every line of a text.
 * @param records all of it, or the first where it is long: then only `types` are told
 * @param types lines that are no rows by the type of their record
 * @param head names of the columns, the lines that they stand in, and rows by which types are told
 * @returns places of the columns that hold anything, what is no row, and what lines around others say of them
 */
export function lookThrough(
  records: readonly CsvRecord[],
  { skip, columns }: SniffedDialect,
  types: ReadonlyMap<number, string>,
  head: (Head & { namedIn: ReadonlySet<number> }) | null,
) {
  const isRow = ({ line }: CsvRecord) => line > skip && !types.has(line) && !head?.namedIn.has(line)
  const rows = head ? asRows(records.filter(isRow)) : []
  const read = head ? lookAt(rows, { ...head, width: columns }) : apartNothing(columns)
  const reasons = new Map([...types, ...read.apart.rows.map(({ line, reason }) => [line, reason] as const)])
  const told = records.flatMap(({ line, text }) => {
    const reason = reasons.get(line)
    return reason === undefined ? [] : [{ line, reason, text: text.trimEnd() }]
  })
  return { ...read, apart: { ...read.apart, rows: told } }
}

/**
 * The same for rows that are in memory: all of those below the names. `cells`: of rows of which other lines say more, as wide as the table;
 * where they have groups, of all rows, with the group behind, whose place comes first among the columns.
 */
export function lookAt(
  written: GridRow[],
  { header, rows, choices, lines = [], above = [], width, listed = false }: Head & { width: number; listed?: boolean },
) {
  const isPlain = listed || choices.set_apart === false
  const same = (all: readonly (readonly string[])[]) => (isPlain ? { cells: all, sign: '' } : undittoed(all))
  const { cells: meant, sign } = same(written.map(({ cells }) => cells))
  const body = written.map((row, at) => (meant[at] === row.cells ? row : { ...row, cells: meant[at]! }))
  const values = valuesOf(same(rows).cells.map((cells) => ({ cells })))
  // Titles and notes within do not make a column of figures one of texts.
  const parts = sharesBelow(values)
  const full = values.slice(0, values.length - parts).filter(({ cells }) => 2 * cells.filter(isFilled).length >= width)
  const fuller = full.filter(({ cells }) => 2 * cells.filter(isFilled).length > width)
  const own = [fuller, full].find((some) => some.length > 1 && 2 * some.length >= full.length) ?? values
  const samples = all(width).map((index) => own.map(({ cells }) => cells[index] ?? ''))
  const wishes = wishesOf(samples, choices)
  const plans = samples.map((sample, index) => planColumn(sample, ',', wishes, header?.[index]))
  const {
    apart: reasons,
    totals,
    notes,
    told,
  } = apartOf(body, [...(header ? [header] : []), ...lines], plans, {
    figured: choices.set_apart !== false,
    listed,
    above,
  })
  const rowsApart = body.flatMap(({ line, cells }) => {
    const reason = reasons.get(line)
    return reason === undefined ? [] : [{ line, reason, text: cells.join(',') }]
  })
  const rowsKept = body.filter(({ line }) => !reasons.has(line))
  const empty = new Set(emptyColumns(header, rowsKept.length > 0 ? rowsKept : body, width))
  const columns = all(width).filter((index) => !empty.has(index))
  const { groups } = told
  for (const [at, { line, cells }] of body.entries())
    if (cells !== written[at]!.cells && !told.cells.has(line)) told.cells.set(line, cells)
  if (sign) notes.push(`What stands above is meant by “${sign}”.`)
  const cells = groups
    ? new Map(
        body.map(({ line, cells }) => {
          const own = told.cells.get(line) ?? cells
          return [line, [...all(width).map((index) => own[index] ?? ''), groups.get(line) ?? '']] as const
        }),
      )
    : told.cells
  const held = columns.length > 0 ? columns : all(width)
  return {
    columns: groups ? [width, ...held] : held,
    apart: { rows: rowsApart, totals, notes },
    cells: cells as ReadonlyMap<number, readonly string[]>,
    group: told.group,
  }
}

/**
 * Totals among rows that a format lists itself, so that none of them is a note or a name.
 * @param from a relation with `line` and the texts c0, c1 …
 * @param counted a relation with as many rows, which are counted without reading them
 */
export async function totalsAmong(
  { engine, choices = {} }: Job,
  from: string,
  width: number,
  counted = from,
): Promise<Apart> {
  if (width < 2 || choices.set_apart === false) return nothingApart()
  const [total] = await engine.row<[number]>(`select count(*)::double from ${counted}`)
  if (total * width > LOOKED_CELLS) return nothingApart()
  const texts = all(width).map((index) => `coalesce(c${index}, '')`)
  const rows = (await engine.rows(`select line::double, ${texts.join(', ')} from ${from} order by line`)) as [
    number,
    ...string[],
  ][]
  const body = rows.map(([line, ...cells]) => ({ line, cells }))
  const head = { header: null, rows: body.map(({ cells }) => cells), choices, width }
  return lookAt(body, { ...head, listed: true }).apart
}

async function isLooked(path: string, size: number): Promise<boolean> {
  if (size <= LOOKED_BYTES || size > LOOKED_FOR_TOTAL) return size <= LOOKED_BYTES
  const tail = new TextDecoder().decode(await bytesAt(path, size - TAIL_BYTES, TAIL_BYTES))
  return TOTAL_AT_END.test(tail) || endsInTrailer(tail)
}

/** What is told of them with the way in which a file was read. @param part of the file, where it has several */
export function setApart({ rows, totals }: Apart, part: string | null = null): Pick<FileDialect, 'apart'> {
  if (rows.length === 0) return {}
  const sample = rows.slice(0, REJECTED_SHOWN).map((row) => ({ ...row, text: row.text.slice(0, 200) }))
  const titled = part === null ? sample : sample.map((row) => ({ ...row, reason: `${part}: ${row.reason}` }))
  return { apart: { rows: rows.length, totals, sample: titled } }
}

/** How many lines of a table were set apart. */
export const countsOf = ({ rows, totals }: Apart): Pick<IngestedTable, 'apart' | 'totals'> => ({
  apart: rows.length,
  totals,
})

/** What was set apart in several parts of a file. */
export function joinApart(parts: FileDialect['apart'][]): Pick<FileDialect, 'apart'> {
  const all = parts.filter((part) => part !== undefined)
  if (all.length === 0) return {}
  const sum = (of: (part: (typeof all)[number]) => number) => all.reduce((total, part) => total + of(part), 0)
  const sample = all.flatMap((part) => part.sample).slice(0, REJECTED_SHOWN)
  return { apart: { rows: sum(({ rows }) => rows), totals: sum(({ totals }) => totals), sample } }
}

/** Says with each column what lines below the names say of it, and in what its figures are measured: so or as its cells are written. */
export function withUnits<T extends { columns: MeasuredColumn[] }>(
  table: T,
  names: string[],
  { units, labels = [] }: { units: string[]; labels?: string[] | undefined },
  plans: ColumnPlan[],
): T {
  const columns = table.columns.map((column) => {
    const at = names.indexOf(column.name)
    const below = bareUnit(units[at] ?? '')
    const said = below === '-' ? '' : below
    // Beside units stands what else belongs to a name: "id" below "station".
    const measured = said && (plans[at]?.kind !== 'text' || isUnit(said))
    const unit = measured ? said : plans[at] && unitOfPlan(plans[at])
    const description = [labels[at], measured ? `Measured in ${said}.` : said].filter(Boolean).join(' ')
    return { ...column, ...(unit ? { unit } : {}), ...(description ? { description } : {}) }
  })
  return { ...table, columns }
}
