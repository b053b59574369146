import { planColumn } from '../../rules/column-type.ts'
import { columnNames, hasHeader } from '../../rules/header.ts'
import { attributes, type NumberKind, numberKind } from '../../rules/sheet.ts'
import { CANONICAL, CanonicalFile } from '../canonical.ts'
import { dateNotes, repeats } from '../csv.ts'
import { unreadable } from '../engine.ts'
import { inDir, type Job, type Reading } from '../job.ts'
import { joinReadings, type Reasons, RejectedFile, writeRejected } from '../rejected.ts'
import { measure } from '../statistics.ts'
import { writeTyped } from '../table.ts'
import { tablePath } from '../table-file.ts'
import { Archive } from './archive.ts'
import { type Book, type SheetRow, sharedStrings, sheetRows } from './sheet.ts'

const HEAD_ROWS = 500
const SAMPLE_ROWS = 3000

/** Reads every sheet of a workbook that holds rows, each as a table. */
export async function readXlsx(job: Job): Promise<Reading> {
  const archive = await Archive.open(job.path, job.limits)
  try {
    if (!archive.has('xl/workbook.xml'))
      throw unreadable('This is a ZIP archive, not an Excel workbook. Unpack it and upload the files in it one by one.')
    const { sheets, book } = await openBook(archive)
    let cells = 0
    const count = (more: number) => {
      cells += more
      if (cells > job.limits.cells)
        throw unreadable(`This workbook has more than ${job.limits.cells / 1e6} million cells. Save its sheets as CSV.`)
    }
    const readings: Reading[] = []
    for (const [index, sheet] of sheets.entries()) {
      const rows = sheetRows(archive.text(sheet.path), book, count)
      readings.push(...(await readSheet(job, rows, sheet.name, index, sheets.length > 1)))
    }
    if (readings.length === 0) throw unreadable('No sheet of this workbook holds a table.')
    return joinReadings(job, readings)
  } finally {
    archive.close()
  }
}

async function openBook(archive: Archive): Promise<{ sheets: { name: string; path: string }[]; book: Book }> {
  const tags = (xml: string, name: string) =>
    [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}\\b([^>]*)>`, 'g'))].map(([, tag]) => attributes(tag!))
  const workbook = await archive.whole('xl/workbook.xml')
  const targets = new Map(
    tags(await archive.whole('xl/_rels/workbook.xml.rels'), 'Relationship').map((found) => [found.Id, found]),
  )
  const sheets = tags(workbook, 'sheet').flatMap((sheet) => {
    const target = targets.get(sheet['r:id'] ?? Object.entries(sheet).find(([name]) => name.endsWith(':id'))?.[1])
    if (!target?.Target || !target.Type?.endsWith('/worksheet')) return []
    const path = target.Target.startsWith('/') ? target.Target.slice(1) : `xl/${target.Target}`
    return [{ name: sheet.name ?? '', path }]
  })
  const styles = await archive.whole('xl/styles.xml')
  const codes = new Map(tags(styles, 'numFmt').map(({ numFmtId, formatCode }) => [numFmtId, formatCode]))
  const formats = /<(?:\w+:)?cellXfs\b[\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles)?.[0] ?? ''
  const kinds: NumberKind[] = tags(formats, 'xf').map(({ numFmtId }) =>
    numberKind(Number(numFmtId ?? 0), codes.get(numFmtId)),
  )
  const strings = await sharedStrings(archive.text('xl/sharedStrings.xml'))
  const epoch1904 = tags(workbook, 'workbookPr').some(({ date1904 }) => date1904 === '1' || date1904 === 'true')
  return { sheets, book: { strings, kinds, epoch1904 } }
}

/** The table of a sheet; none where it holds nothing. */
async function readSheet(
  job: Job,
  rows: AsyncGenerator<SheetRow>,
  name: string,
  index: number,
  several: boolean,
): Promise<Reading[]> {
  const head: SheetRow[] = []
  let ended = false
  while (head.length < HEAD_ROWS && !ended) {
    const next = await rows.next()
    if (next.done) ended = true
    else head.push(next.value)
  }
  const shape = shapeOf(head)
  if (!shape) return []
  const sample = shape.body.map((row) => fieldsOf(row, shape.columns))
  const file = new CanonicalFile(inDir(job, `sheet-${index}.csv`), shape.columns.length)
  const tableColumns = new Set(shape.columns)
  let outside: number | null = null
  const add = (row: SheetRow) => {
    const fields = fieldsOf(row, shape.columns)
    if (row.cells.some((cell, column) => cell !== null && !tableColumns.has(column))) outside ??= row.line
    if (fields.some((field) => field !== '')) file.add(row.line, fields)
    return fields
  }
  for (const row of shape.body) add(row)
  while (!ended) {
    const next = await rows.next()
    if (next.done) break
    const fields = add(next.value)
    if (sample.length < SAMPLE_ROWS && file.rows % 50 === 0) sample.push(fields)
    await file.flushFull()
    if (file.rows % 5000 === 0) job.progress(file.rows)
  }
  await file.close()
  if (file.rows === 0) return []
  const names = columnNames(shape.header, shape.columns.length)
  const samples = names.map((_, column) => sample.map((row) => row[column] ?? ''))
  const plans = samples.map((values) => planColumn(values))
  const text = { from: file.relation, names, plans, repeating: samples.map(repeats) }
  const output = tablePath(job, index)
  const reasons: Reasons = new Map()
  const written = await writeTyped(job.engine, text, output, reasons)
  const about = { path: file.path, dialect: CANONICAL, rung: 'strict', reasons, canonical: true } as const
  const rejected = await writeRejected(job, about, written.rejected, new RejectedFile(inDir(job, `left-${index}.csv`)))
  const notes = [...written.notes, ...dateNotes(names, written.plans)]
  if (outside !== null) notes.push(`Cells beside the table were left out, the first in row ${outside}.`)
  const measured = await measure(job.engine, output, written.texts)
  const table = { part: several ? name : null, path: output, rejected: rejected.rows, ...measured }
  return [{ dialect: { notes: notes.map((note) => (several ? `${name}: ${note}` : note)) }, tables: [table], rejected }]
}

const fieldsOf = (row: SheetRow, columns: number[]) => columns.map((column) => row.cells[column] ?? '')
const filled = (row: SheetRow) => row.cells.filter((cell) => cell !== null).length

/** Where the table of a sheet is: titles above it are passed over, columns without a name and a value too. */
function shapeOf(head: SheetRow[]): { header: string[] | null; columns: number[]; body: SheetRow[] } | null {
  if (head.length === 0) return null
  const widest = Math.max(...head.map(filled))
  const first = head.findIndex((row) => filled(row) >= Math.max(1, widest * 0.6))
  const rows = head.slice(first)
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  const columns = Array.from({ length: width }, (_, column) => column).filter((column) =>
    rows.some(({ cells }) => (cells[column] ?? null) !== null),
  )
  const texts = rows.map((row) => fieldsOf(row, columns))
  const header = hasHeader(texts)
  return { header: header ? texts[0]! : null, columns, body: header ? rows.slice(1) : rows }
}
