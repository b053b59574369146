import { isNative } from '#outside/engine.ts'
import { type ColumnPlan, planAs, planColumn, wishesOf } from '../rules/column-type.ts'
import { type CsvDialect, type CsvRecord, RECORD_SEPARATOR, RecordReader, RUNGS, type Rung } from '../rules/csv.ts'
import type { DialectChoices } from '../rules/dialect.ts'
import { guardOf, unguarded } from '../rules/guard.ts'
import { headOf } from '../rules/head.ts'
import { columnNames } from '../rules/header.ts'
import { FEW_REJECTED, MOST_COLUMNS, MOST_REJECTED, REJECTED_SHOWN, type Rejected } from '../rules/ingest.ts'
import { numbersRows, ROW_NUMBER, valuesOf } from '../rules/layout.ts'
import { dateNotes, decimalOf, isAmbiguous, orderOf, repeats } from '../rules/plans.ts'
import { recordsApart } from '../rules/record-types.ts'
import { filledUp, type SniffedDialect, sniffDialect, textsOf } from '../rules/sniff-dialect.ts'
import { joinedFields } from '../rules/surplus.ts'
import { namesTold } from '../rules/told-names.ts'
import { type Apart, asRows, countsOf, lookThrough, recordsOf, setApart, withUnits } from './apart.ts'
import { bytesAt } from './bytes.ts'
import { bufferFor, CanonicalFile, textRelation } from './canonical.ts'
import { type IngestEngine, unreadable } from './engine.ts'
import { feed } from './feed.ts'
import { inDir, type Job, nothingRejected, type Reading } from './job.ts'
import { asDelimited } from './printed.ts'
import { joinReadings, NAMES, type Reasons, RejectedFile, remember, writeRejected } from './rejected.ts'
import { readSeveral } from './several.ts'
import { measuredTable } from './statistics.ts'
import { type Written, writeCarefully, writeClean } from './table.ts'
import { tablePath } from './table-file.ts'
import { asUtf8, looksUtf8, textOf } from './text.ts'

const SAMPLE_BYTES = 1 << 18
const USUAL_DELIMITERS = /[,;\t|]/
/** Places in a large file where values are sampled besides its beginning. */
const SAMPLE_PLACES = 8
const PLACE_BYTES = 1 << 14
/** What a column takes while it is written: a group of its rows, in each thread, twice. */
const MB_PER_COLUMN = 8

/**
 * `fixed`: columns whose type a person chose; `headerRows`: how many rows name the columns, `namedIn`: their lines; `columns`: places of those that hold
 * anything; `above`: lines that are passed over; `cells`: of lines of which others say more.
 */
type Shape = {
  sniffed: SniffedDialect
  above: { line: number; text: string }[]
  header: boolean
  headerRows: number
  namedIn: ReadonlySet<number>
  columns: number[]
  apart: Apart
  cells: ReadonlyMap<number, readonly string[]>
  units: string[]
  labels: string[]
  guards: ReturnType<typeof guardOf>[]
  names: string[]
  plans: ColumnPlan[]
  repeating: boolean[]
  fixed: boolean[]
}

/**
 * Reads delimited text in three steps: its dialect is sniffed; the engine reads it in one strict and fast pass; only when that meets
 * anything irregular a slow reader of our own follows, which loosens one rule at a time and reports the line of every rejected row.
 */
export async function readCsv(job: Job): Promise<Reading> {
  const printed = await asDelimited(job)
  if (!printed) return readDelimited(job)
  const { path, encoding, note, left } = printed
  const { arriving: _, ...rest } = job
  const { encoding: __, ...choices } = job.choices ?? {}
  const read = await readDelimited({ ...rest, path, choices })
  const { dialect } = read
  const chosen = job.choices ? { chosen: job.choices } : {}
  const { rejected } = await joinReadings(job, [{ dialect: {}, tables: [], rejected: left }, read])
  return { ...read, rejected, dialect: { ...dialect, encoding, ...chosen, notes: [note, ...(dialect.notes ?? [])] } }
}

/** @param width columns that there are at least, where too many rows have more values than most have */
async function readDelimited(job: Job, width = 0): Promise<Reading> {
  const several = width === 0 ? await readSeveral(job) : null
  if (several) return several
  const quick = width === 0 ? await readQuickly(job) : null
  const text = await asUtf8(job.path, inDir(job, 'utf8.txt'), quick?.scanned, job.choices?.encoding)
  const output = tablePath(job, 0)
  const isUtf8 = quick && text.path === job.path
  const shape = isUtf8 ? quick.shape : await shapeOf(text.path, job.choices, { width })
  const clean = isUtf8 && quick.counts ? quick.clean : await writeStrictly(job, shape, text.path, output)
  const left = new RejectedFile(inDir(job, 'rejected.csv'))
  left.addAbove(shape.above)
  const named = shape.sniffed.records.filter(({ line }) => shape.namedIn.has(line))
  left.addLost(named, [...shape.names, ...shape.units, ...shape.labels], NAMES)
  const found: Careful | number = clean
    ? { ...clean, rejected: { ...clean.rejected, ...(await left.finish()) } }
    : await readCarefully(job, text.path, shape, output, left)
  if (typeof found === 'number') return readDelimited(job, found)
  const careful = found
  const measured = await measuredTable(job, null, output, 'The file has column names but no rows.', careful.texts)
  const table = withUnits(measured, shape.names, shape, careful.plans)
  const notes = [
    text.note,
    onlyLines(shape.sniffed),
    shape.sniffed.isRagged
      ? 'Rows have different numbers of values; there are as many columns as the longest has.'
      : undefined,
    ...shape.names.flatMap((name, at) => (shape.guards[at] ? [guardNote(name)] : [])),
    ...shape.apart.notes,
    ...careful.notes,
    ...dateNotes(shape.names, careful.plans),
  ].filter((note) => note !== undefined)
  const { dialect, skip } = shape.sniffed
  const ambiguous = shape.names.filter((_, index) => isAmbiguous(careful.plans[index]!))
  const order = orderOf(careful.plans)
  const decimal = decimalOf(careful.plans)
  return {
    dialect: {
      encoding: text.encoding,
      delimiter: dialect.delimiter,
      quote: dialect.quote,
      header: shape.header,
      ...(skip > 0 ? { skipped_lines: skip } : {}),
      ...(careful.rung && careful.rung !== 'strict' ? { loosened: careful.rung } : {}),
      ...(decimal ? { decimal } : {}),
      ...(order ? { dates: order } : {}),
      ...(ambiguous.length > 0 ? { ambiguous_dates: ambiguous } : {}),
      ...setApart(shape.apart),
      ...(job.choices ? { chosen: job.choices } : {}),
      ...(notes.length > 0 ? { notes } : {}),
    },
    tables: [{ ...table, rejected: careful.rejected.rows, ...countsOf(shape.apart) }],
    rejected: careful.rejected,
  }
}

/**
 * The strict pass over UTF-8, while the file arrives if it still does: then by the shape of its beginning, and the pass counts only
 * if the whole file has the same. Null for other encodings.
 */
async function readQuickly(job: Job) {
  const { encoding = 'utf-8' } = job.choices ?? {}
  if (encoding !== 'utf-8' || !looksUtf8(await bytesAt(job.path, 0, 1 << 16))) {
    await job.arriving?.arrived
    return null
  }
  const early = job.arriving?.whole === false
  const firstShape = await shapeOf(job.path, job.choices, { arriving: early })
  const whole = early ? job.arriving!.arrived.then(() => shapeOf(job.path, job.choices)) : Promise.resolve(firstShape)
  // Awaited below, when the engine has finished; until then a rejection must not count as unhandled.
  whole.catch(() => {})
  const output = tablePath(job, 0)
  const rowBytes = averageRow(firstShape.sniffed)
  let ranOutOfMemory = false
  const { done, scanned } = await withLittleMemory(job, firstShape, (engine) =>
    feed(
      job,
      (path) =>
        writeStrictly({ ...job, engine }, firstShape, path, output).catch((error) => {
          if (error.code !== 'unreadable_file') throw error
          ranOutOfMemory = true
          return null
        }),
      (bytes) => job.progress(Math.round(bytes / rowBytes)),
    ),
  )
  const shape = await whole
  const counts = !ranOutOfMemory && output === tablePath(job, 0) && sameShape(firstShape, shape)
  return { shape, counts, scanned, clean: scanned === null ? null : done }
}

/**
 * Works with an engine that has little memory, so that it soon frees what it has written: reading that again takes less time
 * than getting new memory from the system for all of it. What a small file takes is not worth another engine.
 */
async function withLittleMemory<T>(job: Job, shape: Shape, work: (engine: IngestEngine) => Promise<T>): Promise<T> {
  if (!isNative(tablePath(job, 0))) return work(job.engine)
  const buffers = (3 * bufferFor(averageRow(shape.sniffed), job.engine.memoryMb)) / 1e6
  const engine = await job.engine.beside(Math.ceil(buffers + MB_PER_COLUMN * shape.names.length))
  try {
    const done = await work(engine)
    await engine.finish()
    return done
  } finally {
    engine.close()
  }
}

async function writeStrictly(job: Job, shape: Shape, path: string, output: string): Promise<Written | null> {
  const { dialect, columns, skip } = shape.sniffed
  // The engine counts what it skips in rows where names go over several lines.
  if (headerLines(shape) > 1 || dialect.newline === RECORD_SEPARATOR) return null
  if (shape.headerRows > 1 || shape.apart.rows.length > 0 || shape.cells.size > 0) return null
  if (!isWhole(shape)) return null
  if (shape.guards.some((guard) => guard !== null)) return null
  const lines = skip + headerLines(shape)
  const bufferBytes = bufferFor(averageRow(shape.sniffed), job.engine.memoryMb)
  const from = textRelation(path, dialect, columns, { line: false, skip: lines, bufferBytes })
  return writeClean(job.engine, { ...shape, from }, output)
}

/** Whether the columns are those of the file. */
const isWhole = ({ columns, sniffed }: Pick<Shape, 'columns' | 'sniffed'>) =>
  columns.length === sniffed.columns && columns.every((column, at) => column === at)

/** Whether two shapes would read a file into the same table. How its columns are compressed does not matter. */
function sameShape(a: Shape, b: Shape): boolean {
  const read = ({ sniffed: { dialect, columns, skip }, header, headerRows, names, plans, guards, apart }: Shape) =>
    JSON.stringify([dialect, columns, skip, header, headerRows, names, plans, guards, apart.rows])
  return read(a) === read(b)
}

const guardNote = (name: string) =>
  `"${name}": what keeps spreadsheets from reading its texts as numbers or formulas was left out.`

const averageRow = ({ records }: SniffedDialect) =>
  Math.max(1, records.reduce((sum, { text }) => sum + Buffer.byteLength(text) + 1, 0) / records.length)

/** @param arriving true: only the beginning of the file is there */
async function shapeOf(
  path: string,
  choices: DialectChoices = {},
  { arriving = false, width = 0 } = {},
): Promise<Shape> {
  const size = arriving ? Number.POSITIVE_INFINITY : Bun.file(path).size
  const beginning = new TextDecoder().decode(await bytesAt(path, 0, SAMPLE_BYTES))
  if (beginning.trim() === '') throw unreadable('The file is empty.')
  const { delimiter, quote, skipped_lines: skip } = choices
  const hints = { mayBeRagged: true, ...(delimiter ? { delimiter } : {}), ...(quote === undefined ? {} : { quote }) }
  const read = sniffDialect(beginning, size <= SAMPLE_BYTES, skip === undefined ? hints : { ...hints, skip })
  const sniffed = width > 0 ? filledUp(read, width) : withoutEmptyEnd(read, choices.header !== false)
  if (sniffed.records.length === 0) throw unreadable('No line is left below those that are passed over.')
  if (sniffed.columns > MOST_COLUMNS)
    throw unreadable(`The file has ${sniffed.columns} columns; at most ${MOST_COLUMNS} can be read.`)
  const records = arriving ? null : await recordsOf(path, size, sniffed)
  const beginningRecords = [...sniffed.above, ...sniffed.records]
  const types =
    choices.set_apart === false ? new Map<number, string>() : recordsApart(asRows(records ?? beginningRecords))
  const found = { ...sniffed, records: sniffed.records.filter(({ line }) => !types.has(line)) }
  const fitting = found.records.filter(({ fields }) => fields.length === found.columns)
  const rows = valuesOf(fitting.map(({ fields, line }) => ({ cells: fields, line })))
  const first = found.records[0]!.fields
  // Names without one for the leading row number, as R writes them.
  const narrow = first.length === found.columns - 1 && choices.header !== false
  const cells = rows.map((row) => row.cells)
  const ownHead =
    narrow || cells[0] !== first
      ? { names: narrow || choices.header ? first : null, units: [], labels: [], lines: 1 }
      : headOf(cells, choices.header)
  const isOpen = !ownHead.names && choices.header === undefined
  const told = isOpen ? namesTold(textsOf(sniffed.above), found.columns) : null
  const head = told ? { names: told, units: [], labels: [], lines: 0 } : ownHead
  const header = head.names !== null
  const headerRows = header ? head.lines : 0
  const namedIn = new Set((cells[0] === first ? rows : found.records).slice(0, headerRows).map(({ line }) => line))
  const named = narrow ? ['', ...first] : head.names
  const sampled = narrow ? cells : cells.slice(headerRows)
  const ownNames = numbersRows(named, sampled) ? [ROW_NUMBER, ...named!.slice(1)] : named
  const looked = lookThrough(
    records ?? beginningRecords,
    found,
    types,
    records && {
      header: ownNames,
      namedIn,
      rows: sampled,
      choices,
      lines: cells[0] === first ? cells.slice(head.above ?? 0, headerRows) : [],
      above: [...sniffed.above.map(({ fields }) => fields), ...cells.slice(0, head.above ?? 0)],
    },
  )
  const lines = new Set(looked.apart.rows.map(({ line }) => line))
  const values = rows
    .slice(narrow ? 0 : headerRows)
    .flatMap(({ line, cells }) => (lines.has(line) ? [] : [looked.cells.get(line) ?? cells]))
  if (!arriving) values.push(...(await placesOf(path, size, found)))
  const { columns } = looked
  const nameOf = (index: number) => (index >= found.columns ? looked.group : (ownNames?.[index] ?? ''))
  const remarked = sniffed.above.some(({ text }) => text.startsWith('#'))
  const names = columnNames(ownNames && columns.map(nameOf), columns.length, remarked)
  const written = columns.map((index) => values.map((row) => row[index] ?? ''))
  const guards = written.map(guardOf)
  const valuesOfColumn = written.map((all, index) => all.map((value) => unguarded(value, guards[index]!)))
  const wishes = wishesOf(valuesOfColumn, choices)
  const plans = names.map((name, index) => {
    const type = choices.types?.[name]
    return type
      ? planAs(type, valuesOfColumn[index]!, found.dialect.delimiter, wishes, name)
      : guards[index] === 'all' || (types.size > 0 && columns[index] === 0)
        ? { kind: 'text' as const }
        : // Where names come twice their numbers say nothing.
          planColumn(valuesOfColumn[index]!, found.dialect.delimiter, wishes, nameOf(columns[index]!) || name)
  })
  const fixed = names.map((name) => choices.types?.[name] !== undefined)
  const repeating = valuesOfColumn.map(repeats)
  const units = columns.map((index) => head.units[index] ?? '')
  const labels = columns.map((index) => head.labels?.[index] ?? '')
  const { apart } = looked
  const above = beginning.split(found.dialect.newline, found.skip).map((text, at) => ({ line: at + 1, text }))
  return {
    sniffed: found,
    above,
    namedIn,
    header,
    headerRows,
    columns,
    apart,
    cells: looked.cells,
    units,
    labels,
    guards,
    names,
    plans,
    repeating,
    fixed,
  }
}

/** Rows that end in a delimiter which the names above them lack, or the other way round: nothing stands behind it. */
function withoutEmptyEnd(found: SniffedDialect, named: boolean): SniffedDialect {
  const { columns, records } = found
  const [first, ...rows] = records
  if (first && first.fields.length > columns && first.fields.slice(columns).every((field) => field === ''))
    return { ...found, records: [{ ...first, fields: first.fields.slice(0, columns) }, ...rows] }
  const full = rows.filter(({ fields }) => fields.length === columns)
  const ended = columns > 1 && full.length > 0 && full.every(({ fields }) => fields.at(-1) === '')
  if (!named || !ended || first?.fields.length !== columns - 1) return found
  const cut = (record: CsvRecord) =>
    record.fields.length === columns ? { ...record, fields: record.fields.slice(0, -1) } : record
  return { ...found, columns: columns - 1, records: records.map(cut) }
}

/** Rows from places spread over the file: a column that is empty or short at its beginning need not stay so. */
async function placesOf(path: string, size: number, { dialect, columns }: SniffedDialect): Promise<string[][]> {
  if (size <= SAMPLE_BYTES) return []
  const rows: string[][] = []
  for (let place = 1; place <= SAMPLE_PLACES; place++) {
    const at = Math.max(SAMPLE_BYTES, Math.floor((size * place) / SAMPLE_PLACES) - PLACE_BYTES)
    const text = new TextDecoder().decode(await bytesAt(path, at, PLACE_BYTES))
    const whole = text.slice(text.indexOf(dialect.newline) + 1, text.lastIndexOf(dialect.newline) + 1)
    for (const { fields } of new RecordReader(dialect).push(whole, true))
      if (fields.length === columns) rows.push(fields)
  }
  return rows
}

/** Physical lines of the header, which may hold quoted line breaks. */
const headerLines = ({ headerRows, sniffed: { records, skip, dialect } }: Shape) => {
  if (headerRows === 0) return 0
  const [first, second] = records
  return second
    ? second.line - skip - 1 - blankLines(first!, second, dialect)
    : first!.text.split(dialect.newline).length
}
const blankLines = (first: CsvRecord, second: CsvRecord, { newline }: CsvDialect) =>
  second.line - first.line - first.text.replace(/\r?\n$|\r$/, '').split(newline).length

type Careful = Written & { rung?: Rung }

/** @returns a number where so many columns are needed for rows of different numbers of values */
async function readCarefully(
  job: Job,
  path: string,
  shape: Shape,
  output: string,
  left: RejectedFile,
): Promise<Careful | number> {
  const attempts: { rung: Rung; rows: number; rejected: Rejected; widest: number }[] = []
  for (const rung of RUNGS) {
    const attempt = await attemptRung(job, path, shape, rung)
    const { rejected, widest } = attempt
    const { rows } = attempt.file
    attempts.push({ rung, rows, rejected, widest })
    if (rows > 0 && rejected.rows <= (rejected.rows + rows) * MOST_REJECTED)
      return finish(job, path, shape, rung, attempt, output, left)
  }
  const best = attempts.reduce((least, attempt) => (attempt.rejected.rows < least.rejected.rows ? attempt : least))
  // A short file with a few bad rows is still the right reading.
  if (best.rejected.rows <= FEW_REJECTED && best.rejected.rows <= best.rows)
    return finish(job, path, shape, best.rung, await attemptRung(job, path, shape, best.rung), output, left)
  if (best.widest > shape.sniffed.columns && best.widest <= MOST_COLUMNS) return best.widest
  const [firstRejected] = best.rejected.sample
  throw unreadable(
    `The rows of this file do not form one table: ${best.rejected.rows} of ${best.rejected.rows + best.rows} do not fit. The first is line ${firstRejected!.line}: ${firstRejected!.reason}`,
  )
}

async function attemptRung(job: Job, path: string, shape: Shape, rung: Rung) {
  const { dialect, columns, skip } = shape.sniffed
  const file = new CanonicalFile(inDir(job, 'rows.csv'), shape.columns.length)
  const rejected = nothingRejected()
  const reasons: Reasons = new Map(shape.apart.rows.map(({ line, reason }) => [line, reason]))
  const whole = isWhole(shape)
  const isGuarded = shape.guards.some((guard) => guard !== null)
  const own = (fields: readonly string[]) => {
    const held = whole ? fields : shape.columns.map((index) => fields[index] ?? '')
    return isGuarded ? held.map((field, at) => unguarded(field, shape.guards[at]!)) : held
  }
  let rejoined = 0
  let firstRejoined = 0
  let padded = 0
  let firstPadded = 0
  let widest = 0
  const reject = (record: CsvRecord, reason: string) => {
    rejected.rows++
    remember(reasons, record.line, reason)
    if (rejected.sample.length < REJECTED_SHOWN)
      rejected.sample.push({ line: record.line, reason, text: record.text.slice(0, 200) })
  }
  const take = (record: CsvRecord) => {
    if (record.line <= skip || reasons.has(record.line) || shape.namedIn.has(record.line)) return
    if (record.error) return reject(record, record.error)
    let { fields } = record
    // Rows that another system wrote may end in a carriage return alone.
    if (fields.length > columns && /\r[^\n]/.test(record.text) && dialect.newline === '\n') {
      const parts = [...new RecordReader({ ...dialect, newline: '\r' }, rung).push(record.text, true)]
      if (parts.length > 1 && parts.every((part) => part.fields.length === columns)) {
        for (const part of parts) file.add(record.line, own(part.fields))
        return
      }
    }
    if (swallows(fields, dialect, columns)) return reject(record, 'A quote is opened and never closed.')
    // Delimiters at the end of a row without values between them say nothing.
    while (fields.length > columns && fields.at(-1) === '') fields.pop()
    if (fields.length > columns) {
      const joined = whole ? joinedFields(fields, shape.plans, dialect.delimiter) : null
      widest = Math.max(widest, joined ? 0 : fields.length)
      if (!joined) return reject(record, widthReason(fields.length, columns))
      if (rejoined++ === 0) firstRejoined = record.line
      fields = joined
    }
    if (fields.length < columns && rung === 'strict') return reject(record, widthReason(fields.length, columns))
    if (fields.length < columns && padded++ === 0) firstPadded = record.line
    file.add(record.line, own(shape.cells.get(record.line) ?? fields))
  }
  const reader = new RecordReader(dialect, rung)
  for await (const text of textOf(path)) {
    for (const record of reader.push(text)) take(record)
    await file.flushFull()
    job.progress(file.rows)
    if (rejected.rows > 10_000 && rejected.rows > file.rows) break
  }
  for (const record of reader.push('', true)) take(record)
  await file.close()
  const notes =
    padded > 0
      ? [
          `${padded === 1 ? '1 row was' : `${padded} rows were`} shorter than the others and filled up with empty values, the first in line ${firstPadded}.`,
        ]
      : []
  if (rejoined > 0)
    notes.push(
      `${rejoined === 1 ? '1 row has' : `${rejoined} rows have`} more values than there are columns; parts of a text were put together, the first in line ${firstRejoined}.`,
    )
  return { file, rejected, reasons, notes, widest }
}

/** Whether a quoted value holds whole rows: its quote was forgotten. */
const swallows = (fields: string[], { delimiter }: CsvDialect, columns: number): boolean =>
  columns > 2 &&
  fields.some((field) => {
    const lines = field.split('\n')
    return lines.length > 1 && lines.slice(1, -1).some((line) => line.split(delimiter).length === columns)
  })

const widthReason = (found: number, expected: number) =>
  `The row has ${found} ${found === 1 ? 'value' : 'values'} where ${expected} are expected.`

async function finish(
  job: Job,
  path: string,
  shape: Shape,
  rung: Rung,
  attempt: Awaited<ReturnType<typeof attemptRung>>,
  output: string,
  left: RejectedFile,
): Promise<Careful> {
  const table = { ...shape, from: attempt.file.relation }
  const { reasons } = attempt
  const written = await writeCarefully(job.engine, table, output, attempt.rejected, reasons)
  const about = { path, dialect: shape.sniffed.dialect, rung, reasons }
  const rejected = await writeRejected(about, written.rejected, left)
  return { ...written, rejected, rung, notes: [...attempt.notes, ...written.notes] }
}

/** Lines with delimiters that nevertheless became one column each. */
function onlyLines({ columns, records }: SniffedDialect): string | undefined {
  const cut = records.filter(({ text }) => USUAL_DELIMITERS.test(text)).length
  if (columns > 1 || records.length < 3 || cut <= records.length / 2) return
  return 'The lines have different numbers of values, so each line is kept as one text.'
}
