import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { cut } from '#base/text.ts'
import { type CsvDialect, type CsvRecord, RecordReader, type Rung } from '../rules/csv.ts'
import { REJECTED_KEPT, REJECTED_SHOWN, REJECTED_TEXT, type Rejected } from '../rules/ingest.ts'
import { inDir, type Job } from './job.ts'
import { textOf } from './text.ts'

/** What a spreadsheet would run gets an apostrophe in front. */
const FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠]/u
const cell = (text: string) => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** Every rejected row of a file, up to a limit, as CSV: line, reason, original text. */
export class RejectedFile {
  private stream: WriteStream | undefined
  private rows = 0

  constructor(readonly path: string) {}

  async add(line: number, reason: string, text: string): Promise<void> {
    if (this.rows >= REJECTED_KEPT) return
    // With a mark, so that spreadsheets see that it is UTF-8.
    if (!this.stream) {
      this.stream = createWriteStream(this.path)
      this.stream.write('\ufeffline,reason,text\r\n')
    }
    this.rows++
    const row = `${line},${cell(reason)},${cell(cut(text, REJECTED_TEXT))}\r\n`
    if (!this.stream.write(row)) await once(this.stream, 'drain')
  }

  get full(): boolean {
    return this.rows >= REJECTED_KEPT
  }

  /** The path; nothing where no row was added. */
  async close(): Promise<string | undefined> {
    if (!this.stream) return undefined
    this.stream.end()
    await once(this.stream, 'finish')
    return this.path
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
  job: Job,
  { path, dialect, rung, reasons, canonical }: Rereading,
  rejected: Rejected,
  file = new RejectedFile(inDir(job, 'rejected.csv')),
): Promise<Rejected> {
  if (reasons.size === 0) return rejected
  const texts = new Map<number, string>()
  let left = reasons.size
  const reader = new RecordReader(dialect, rung)
  const take = async (records: Iterable<CsvRecord>) => {
    for (const record of records) {
      const line = canonical ? Number(record.fields[0]) : record.line
      const text = canonical ? record.fields.slice(1).join(',') : record.text
      const reason = reasons.get(line)
      if (reason === undefined) continue
      left--
      const bare = text.replace(/\r?\n$/, '')
      if (texts.size < REJECTED_SHOWN) texts.set(line, bare.slice(0, 200))
      await file.add(line, reason, bare)
    }
  }
  for await (const text of textOf(path)) {
    await take(reader.push(text))
    if (left === 0) break
  }
  if (left > 0) await take(reader.push('', true))
  const sample = rejected.sample.map((row) => ({ ...row, text: row.text || texts.get(row.line) || '' }))
  const written = await file.close()
  return { ...rejected, sample, ...(written ? { path: written } : {}) }
}

/** Puts the rejected rows of several tables one below the other. @returns the path; nothing where there are none */
export async function joinRejected(paths: string[], output: string): Promise<string | undefined> {
  if (paths.length === 0) return undefined
  const stream = createWriteStream(output)
  for (const [index, path] of paths.entries()) {
    let first = true
    for await (const text of textOf(path)) {
      // The names of the columns stand there once; so does the mark, which reading takes away.
      const rest = first && index > 0 ? text.slice(text.indexOf('\n') + 1) : text
      if (!stream.write(first && index === 0 ? `\ufeff${rest}` : rest)) await once(stream, 'drain')
      first = false
    }
  }
  stream.end()
  await once(stream, 'finish')
  return output
}
