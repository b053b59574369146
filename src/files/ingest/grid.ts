import { type Block, blocksOf, placesOf } from '../rules/blocks.ts'
import { planColumns } from '../rules/column-type.ts'
import { headOf } from '../rules/head.ts'
import { columnNames } from '../rules/header.ts'
import { numbersRows, ROW_NUMBER, valuesOf } from '../rules/layout.ts'
import { dateNotes, repeats } from '../rules/plans.ts'
import { recordsApart } from '../rules/record-types.ts'
import { firstRow } from '../rules/sniff-dialect.ts'
import type { GridRow } from '../rules/totals.ts'
import { turned } from '../rules/turned.ts'
import { apartNothing, countsOf, lookAt, setApart, withUnits } from './apart.ts'
import { CANONICAL, CanonicalFile } from './canonical.ts'
import { inDir, type Job, nothingRejected, type Reading } from './job.ts'
import { NAMES, type Reasons, RejectedFile, writeRejected } from './rejected.ts'
import { measure } from './statistics.ts'
import { writeTyped } from './table.ts'
import { tablePath } from './table-file.ts'
import type { Merge, SheetRow } from './xlsx/sheet.ts'

/** Rows that are looked at together; a sheet of no more is looked through for lines that are none of its table's. */
const HEAD_ROWS = 20_000
const SAMPLE_ROWS = 3000
const MOST_BLOCKS = 100
const MOST_MERGES = 20_000

/** The tables of a sheet; none where it holds nothing. @param name of the sheet, where there are several @param index of it */
export async function readGrid(
  job: Job,
  sheet: AsyncGenerator<SheetRow, Merge[]>,
  name: string | null,
  index: number,
): Promise<Reading[]> {
  const head: GridRow[] = []
  let merges: Merge[] | null = null
  while (head.length < HEAD_ROWS && !merges) {
    const next = await sheet.next()
    if (next.done) merges = next.value
    else head.push(gridRow(next.value))
  }
  const asTable = (block: Block) => turned(block, job.choices?.set_apart === false)
  if (merges) return readBlocks(job, blocksOf(head).map(asTable), { name, index, merges })
  return readTable(job, head, { part: name, index: index * MOST_BLOCKS, merges, rest: sheet, delimiter: ',' })
}

/** The tables of a grid that is in memory. @param delimiter of the text that it is */
export async function readBlocks(
  job: Job,
  blocks: Block[],
  {
    name = null,
    index = 0,
    merges = [],
    delimiter = ',',
  }: { name?: string | null; index?: number; merges?: Merge[]; delimiter?: string },
): Promise<Reading[]> {
  const readings: Reading[] = []
  const tables = blocks.filter(({ isAbout }) => !isAbout)
  const left = new RejectedFile(inDir(job, `left-of-${index}.csv`))
  for (const { rows } of blocks.filter(({ isAbout }) => isAbout)) left.addAbove(rows.map(asLine))
  for (const { rows } of tables.slice(MOST_BLOCKS))
    for (const row of rows) left.add(row.line, `More than ${MOST_BLOCKS} tables stand in one sheet.`, asLine(row).text)
  for (const [at, { title, rows, names, moved }] of tables.slice(0, MOST_BLOCKS).entries()) {
    const own = tables.length > 1 ? (title ?? `table ${at + 1}`) : null
    const part = [name, own].filter((word) => word !== null).join(' ') || null
    const place = { part, index: index * MOST_BLOCKS + at }
    const areas = moved ? [] : merges
    const read = await readTable(job, rows, { ...place, merges: areas, rest: null, delimiter, names, moved })
    readings.push(...read)
    if (read.length === 0)
      for (const row of rows) left.add(row.line, 'The line has no rows below it.', asLine(row).text)
  }
  const { path } = await left.finish()
  return path ? [...readings, { dialect: {}, tables: [], rejected: { ...nothingRejected(), path } }] : readings
}

const asLine = ({ line, cells }: GridRow) => ({ line, text: cells.join(',') })

/** `merges`: cells over several rows; null where the sheet goes on in `rest`; `names`: of the columns, where no row has them. */
type Place = {
  part: string | null
  index: number
  merges: Merge[] | null
  rest: AsyncGenerator<SheetRow> | null
  delimiter: string
  names?: string[] | undefined
  moved?: string | undefined
}

async function readTable(
  job: Job,
  rows: GridRow[],
  { part, index, merges, rest, delimiter, names: given, moved }: Place,
): Promise<Reading[]> {
  const types = !given && merges && job.choices?.set_apart !== false ? recordsApart(rows) : new Map<number, string>()
  const shape = given ? namedShape(rows, given) : shapeOf(rows.filter(({ line }) => !types.has(line)))
  if (!shape) return []
  const { columns } = shape
  const fieldsOf = ({ cells }: GridRow) => columns.map((column) => cells[column] ?? '')
  const body = (merges ? filledDown(shape.body, merges) : shape.body).map((row) => ({ ...row, cells: fieldsOf(row) }))
  const cells = body.map((row) => row.cells)
  const { lines } = shape
  const head = {
    ...{ header: shape.header, rows: cells, choices: job.choices ?? {}, width: columns.length, lines },
    above: shape.above.map(({ cells }) => cells),
  }
  const looked = merges && columns.length > 1 ? lookAt(body, head) : apartNothing(columns.length)
  const { apart } = looked
  const width = looked.columns.length
  const held = (texts: readonly string[]) => looked.columns.map((index) => texts[index] ?? '')
  const header = shape.header && held([...shape.header, looked.group])
  const ownOf = ({ line, cells }: GridRow) => held(looked.cells.get(line) ?? cells)
  for (const { line, cells } of rows)
    if (types.has(line)) apart.rows.push({ line, reason: types.get(line)!, text: cells.join(',') })
  const apartLines = new Map(apart.rows.map(({ line, reason }) => [line, reason]))
  const names = columnNames(header, width)
  const sample: (readonly string[])[] = []
  const file = new CanonicalFile(inDir(job, `sheet-${index}.csv`), width)
  const left = new RejectedFile(inDir(job, `left-${index}.csv`))
  left.addAbove(shape.above.map(asLine))
  left.addLost(shape.named.map(asLine), [...names, ...shape.units, ...(shape.labels ?? [])], NAMES)
  for (const [line] of types) left.add(line, types.get(line)!, rows.find((row) => row.line === line)!.cells.join(','))
  for (const { line, cells } of body) {
    const reason = apartLines.get(line)
    if (reason !== undefined) left.add(line, reason, cells.join(','))
    else {
      const own = ownOf({ line, cells })
      file.add(line, own)
      sample.push(own)
    }
  }
  const tableColumns = new Set(columns)
  let outside: number | null = null
  for await (const next of rest ?? []) {
    const row = gridRow(next)
    const fields = fieldsOf(row)
    if (row.cells.some((cell, column) => cell !== '' && !tableColumns.has(column))) {
      outside ??= row.line
      left.add(row.line, 'Cells stand beside the table.', row.cells.join(','))
    }
    if (fields.some((field) => field !== '')) file.add(row.line, fields)
    if (sample.length < SAMPLE_ROWS && file.rows % 50 === 0) sample.push(fields)
    await file.flushFull()
    if (file.rows % 5000 === 0) job.progress(file.rows)
  }
  await file.close()
  if (file.rows === 0) return []
  const samples = names.map((_, column) => sample.map((row) => row[column] ?? ''))
  const plans = planColumns(samples, delimiter, names)
  const text = { from: file.relation, names, plans, repeating: samples.map(repeats) }
  const output = tablePath(job, index)
  const reasons: Reasons = new Map()
  const written = await writeTyped(job.engine, text, output, reasons)
  const about = { path: file.path, dialect: CANONICAL, rung: 'strict', reasons, canonical: true } as const
  const rejected = await writeRejected(about, written.rejected, left)
  const notes = [...apart.notes, ...written.notes, ...dateNotes(names, written.plans)]
  if (moved) notes.push(moved)
  if (outside !== null) notes.push(`Cells beside the table were left out, the first in row ${outside}.`)
  const said = { units: held(shape.units), labels: shape.labels && held(shape.labels) }
  const measured = withUnits(await measure(job.engine, output, written.texts), names, said, written.plans)
  const table = { part, path: output, rejected: rejected.rows, ...countsOf(apart), ...measured }
  const titled = notes.map((note) => (part === null ? note : `${part}: ${note}`))
  return [{ dialect: { notes: titled, ...setApart(apart, part) }, tables: [table], rejected }]
}

const gridRow = ({ line, cells }: SheetRow): GridRow => ({ line, cells: cells.map((cell) => cell ?? '') })

/** Cells that are merged over several rows have their value in each of them. */
function filledDown(body: GridRow[], merges: Merge[]): GridRow[] {
  const lines = new Map(body.map((row, at) => [row.line, at]))
  const rows = body.map(({ line, cells }) => ({ line, cells: [...cells] }))
  for (const { column, from, to } of merges.slice(0, MOST_MERGES)) {
    const value = rows[lines.get(from) ?? -1]?.cells[column]
    if (!value) continue
    for (let line = from + 1; line <= Math.min(to, from + body.length); line++) {
      const row = rows[lines.get(line) ?? -1]
      if (row && !row.cells[column]) row.cells[column] = value
    }
  }
  return rows
}

type SheetShape = {
  header: string[] | null
  units: string[]
  labels?: string[] | undefined
  columns: number[]
  /** What names the columns, as it stands there. */
  lines: string[][]
  named: GridRow[]
  above: GridRow[]
  body: GridRow[]
}

const namedShape = (body: GridRow[], header: string[]): SheetShape => {
  return { header, units: [], columns: header.map((_, at) => at), lines: [], named: [], above: [], body }
}

/** Where the table of a sheet is: titles above it are passed over, columns without a name and a value too. */
function shapeOf(head: GridRow[]): SheetShape | null {
  if (head.length === 0) return null
  const places = placesOf(head)
  const textsOf = (rows: GridRow[], columns: number[]) =>
    rows.map(({ line, cells }) => ({ line, cells: columns.map((column) => cells[column] ?? '') }))
  const sample = textsOf(head.slice(0, SAMPLE_ROWS), places)
  const first = firstRow(
    sample.map(({ line, cells }) => ({ line, fields: cells, text: '' })),
    places.length,
  )
  const rows = head.slice(first)
  const columns = placesOf(rows)
  const texts = textsOf(rows, columns)
  const told = valuesOf(texts)
  const values = told.map(({ cells }) => cells)
  const { names, units, labels, lines, above = 0 } = headOf(values)
  const namedIn = new Set(told.slice(0, lines).map(({ line }) => line))
  const header = names && numbersRows(names, values.slice(lines)) ? [ROW_NUMBER, ...names.slice(1)] : names
  return {
    header,
    units,
    labels,
    columns,
    lines: values.slice(above, lines),
    named: told.slice(above, lines),
    above: [...head.slice(0, first), ...told.slice(0, above)],
    body: rows.filter(({ line }) => !namedIn.has(line)),
  }
}
