import { AppError } from '#base/errors.ts'
import { WITH_TOTALS } from '../rules/dialect.ts'
import type { Ingested } from '../rules/ingest.ts'
import { misfit, ownColumns, type ReadingBefore, readAfresh, takenOver } from '../rules/reading-before.ts'
import { bytesAt } from './bytes.ts'
import type { Job } from './job.ts'
import { readFile } from './read.ts'
import { looksUtf8 } from './text.ts'

/** Bytes of a text that are checked for letters of another encoding. */
const HEAD = 1 << 20

/**
 * Reads a new version of a file as somebody chose for the one before it; where that does not fit any more, afresh. Either is said in
 * the notes.
 * @throws AppError unprocessable code unreadable_file when it can be read in neither way
 */
export async function readAsBefore(job: Job, before: ReadingBefore): Promise<Ingested> {
  const tried = await tryAsBefore(job, before)
  if (typeof tried === 'string') return noted(await readFile(job), readAfresh(before.choices, tried))
  return noted(
    tried,
    WITH_TOTALS.has(tried.format) ? takenOver(before.choices, tried.tables.flatMap(ownColumns)) : null,
  )
}

/** The reading, or why it is none. */
async function tryAsBefore(job: Job, before: ReadingBefore): Promise<Ingested | string> {
  const { encoding = 'utf-8' } = before.choices
  if (encoding !== 'utf-8' && (await isForeignUtf8(job.path))) return `its letters would be taken for ${encoding}.`
  try {
    const read = await readFile({ ...job, choices: before.choices })
    // Of a workbook only what is set apart can be chosen, of other kinds nothing.
    if (read.format !== 'csv') return read
    const [table] = read.tables
    return misfit(before, { ...table!, rejected: read.rejected.rows }) ?? read
  } catch (error) {
    if (error instanceof AppError && error.code === 'unreadable_file') return error.message
    throw error
  }
}

/** Whether a text is UTF-8 beyond doubt: in another encoding it hardly is by chance, and would be read as one without an error. */
async function isForeignUtf8(path: string): Promise<boolean> {
  const head = await bytesAt(path, 0, HEAD)
  return head.some((byte) => byte >= 0x80) && looksUtf8(head)
}

const noted = (read: Ingested, note: string | null): Ingested =>
  note ? { ...read, dialect: { ...read.dialect, notes: [note, ...(read.dialect.notes ?? [])] } } : read
