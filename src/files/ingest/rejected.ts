import { cut } from '#base/text.ts'
import { type CsvDialect, type CsvRecord, RecordReader, type Rung } from '../rules/csv.ts'
import { REJECTED_KEPT, REJECTED_SHOWN, REJECTED_TEXT, type Rejected } from '../rules/ingest.ts'
import { joinApart } from './apart.ts'
import { inDir, type Job, type Reading } from './job.ts'
import { textOf } from './text.ts'
import { TextFile } from './text-file.ts'

/** What a spreadsheet would run gets an apostrophe in front. */
const FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠]/u
const cell = (text: string) => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** Every rejected row of a file, up to a limit, as CSV: line, reason, original text. */
export class RejectedFile extends TextFile {
  private rows = 0

  add(line: number, reason: string, text: string) {
    if (this.rows >= REJECTED_KEPT) return
    // With a mark, so that spreadsheets see that it is UTF-8.
    if (this.rows++ === 0) this.append('\ufeffline,reason,text\r\n')
    this.append(`${line},${cell(reason)},${cell(cut(text, REJECTED_TEXT))}\r\n`)
  }

  /** Adds lines that speak of a table above it, those that say something. */
  addAbove(lines: Iterable<{ line: number; text: string }>) {
    for (const { line, text } of lines)
      if (/[\p{L}\p{N}]/u.test(text)) this.add(line, 'The line stands above the table.', text.trim())
  }

  /** Writes what is left. @returns the path; nothing where no row was added */
  async finish(): Promise<{ path?: string }> {
    if (this.rows === 0) return {}
    await this.close()
    return { path: this.path }
  }
}

/** Reasons by the line on which a rejected row begins. */
export type Reasons = Map<number, string>

export function remember(reasons: Reasons, line: number, reason: string): void {
  if (reasons.size < REJECTED_KEPT) reasons.set(line, reason)
}

/** `canonical`: the first value of each record is the line that it has in the original. */
type Rereading = { path: string; dialect: CsvDialect; rung: Rung; reasons: Reasons; canonical?: boolean }

/** Goes through the text once more for the rows that were rejected, and writes them down as they are in it. */
export async function writeRejected(
  { path, dialect, rung, reasons, canonical }: Rereading,
  rejected: Rejected,
  file: RejectedFile,
): Promise<Rejected> {
  if (reasons.size === 0) return { ...rejected, ...(await file.finish()) }
  const texts = new Map<number, string>()
  let left = reasons.size
  const reader = new RecordReader(dialect, rung)
  const take = async (records: Iterable<CsvRecord>) => {
    for (const record of records) {
      const line = canonical ? Number(record.fields[0]) : record.line
      const reason = reasons.get(line)
      if (reason === undefined) continue
      left--
      const text = (canonical ? record.fields.slice(1).join(',') : record.text).replace(/\r?\n$/, '')
      if (texts.size < REJECTED_SHOWN) texts.set(line, text.slice(0, 200))
      file.add(line, reason, text)
    }
    await file.flushFull()
  }
  for await (const text of textOf(path)) {
    await take(reader.push(text))
    if (left === 0) break
  }
  if (left > 0) await take(reader.push('', true))
  const sample = rejected.sample.map((row) => ({ ...row, text: row.text || texts.get(row.line) || '' }))
  return { ...rejected, sample, ...(await file.finish()) }
}

/** Puts what the parts of a file gave together: tables, notes and rejected rows one below the other. */
export async function joinReadings(job: Job, parts: Reading[]): Promise<Reading> {
  const notes = parts.flatMap(({ dialect }) => dialect.notes ?? [])
  const rejected = parts.map((part) => part.rejected)
  const paths = rejected.flatMap(({ path }) => path ?? [])
  return {
    dialect: { ...joinApart(parts.map(({ dialect }) => dialect.apart)), ...(notes.length > 0 ? { notes } : {}) },
    tables: parts.flatMap(({ tables }) => tables),
    rejected: {
      rows: rejected.reduce((sum, { rows }) => sum + rows, 0),
      sample: rejected.flatMap(({ sample }) => sample).slice(0, REJECTED_SHOWN),
      ...(paths.length > 0 ? { path: await joinRejected(paths, inDir(job, 'rejected.csv')) } : {}),
    },
  }
}

async function joinRejected(paths: string[], output: string): Promise<string> {
  const file = new TextFile(output)
  for (const [index, path] of paths.entries()) {
    let first = true
    for await (const text of textOf(path)) {
      // The names of the columns stand there once; so does the mark, which reading takes away.
      const rest = first && index > 0 ? text.slice(text.indexOf('\n') + 1) : text
      file.append(first && index === 0 ? `\ufeff${rest}` : rest)
      await file.flushFull()
      first = false
    }
  }
  await file.close()
  return output
}
