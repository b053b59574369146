import { cut } from '#base/text.ts'
import { type CsvDialect, type CsvRecord, RecordReader, type Rung } from '../rules/csv.ts'
import { REJECTED_KEPT, REJECTED_SHOWN, REJECTED_TEXT, type Rejected } from '../rules/ingest.ts'
import { type Apart, joinApart } from './apart.ts'
import { inDir, type Job, nothingRejected, type Reading } from './job.ts'
import { textOf } from './text.ts'
import { TextFile } from './text-file.ts'

/** What a spreadsheet would run gets an apostrophe in front. */
const FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠]/u
const cell = (text: string) => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

type Line = { line: number; text: string }
/** Why a line that names columns is told. */
export const NAMES = 'The line says more than the names of the columns do.'
/** What is more than rules and what stands between cells. */
const SAYS = /[^\s\p{Pd}=_|,;*#]/u
const wordsIn = (text: string): string[] => text.normalize('NFC').match(/[\p{L}\p{M}\p{N}\p{Sc}%‰]+/gu) ?? []
const MOST_SEARCHED = 1 << 20

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
  addAbove(lines: Iterable<Line>) {
    for (const { line, text } of lines)
      if (SAYS.test(text)) this.add(line, 'The line stands above the table.', text.trim())
  }

  /**
   * Adds the lines of which something stands nowhere in what was made of them: one place for all that names of columns, and tables that are
   * taken out of what is around them, leave out.
   * @param made texts that were made of these lines
   */
  addLost(lines: Iterable<Line>, made: readonly string[], reason: string) {
    const told = made.join('\n')
    const words = new Set(wordsIn(told))
    const isTold = (word: string) => words.has(word) || (told.length < MOST_SEARCHED && told.includes(word))
    for (const { line, text } of lines) if (!wordsIn(text).every(isTold)) this.add(line, reason, text.trim())
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
  return {
    dialect: { ...joinApart(parts.map(({ dialect }) => dialect.apart)), ...(notes.length > 0 ? { notes } : {}) },
    tables: parts.flatMap(({ tables }) => tables),
    rejected: await joinRejected(
      job,
      parts.map(({ rejected }) => rejected),
    ),
  }
}

/** What parts of a file rejected, in one file. */
export async function joinRejected(job: Job, rejected: Rejected[]): Promise<Rejected> {
  const paths = rejected.flatMap(({ path }) => path ?? [])
  return {
    rows: rejected.reduce((sum, { rows }) => sum + rows, 0),
    sample: rejected.flatMap(({ sample }) => sample).slice(0, REJECTED_SHOWN),
    ...(paths.length > 1
      ? { path: await joinFiles(paths, inDir(job, 'all-rejected.csv')) }
      : paths[0] !== undefined
        ? { path: paths[0] }
        : {}),
  }
}

/** Lines that were set apart, in a file of what is no row. @param at number of their table */
export async function writeApart(job: Job, { rows }: Apart, at: number): Promise<Rejected> {
  const left = new RejectedFile(inDir(job, `apart-${at}.csv`))
  for (const { line, reason, text } of rows) left.add(line, reason, text)
  return { ...nothingRejected(), ...(await left.finish()) }
}

async function joinFiles(paths: string[], output: string): Promise<string> {
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
