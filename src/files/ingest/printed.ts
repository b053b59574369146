import type { Rejected } from '../rules/ingest.ts'
import { mayHoldRecords } from '../rules/marked-records.ts'
import { hasMarkedTable, unmarked } from '../rules/marked-up.ts'
import { isPacked, isWrapped, mayBePrinted, printedCells } from '../rules/printed.ts'
import { bytesAt } from './bytes.ts'
import { csvLine } from './canonical.ts'
import { unreadable } from './engine.ts'
import { inDir, type Job, nothingRejected } from './job.ts'
import { RejectedFile } from './rejected.ts'
import { asUtf8 } from './text.ts'
import { TextFile } from './text-file.ts'

/** Bytes of a text that people would print. */
const MOST_PRINTED = 16 << 20
const HEAD_BYTES = 1 << 14

/** Whether a person says how the values of a text are told apart. */
const isTold = ({ delimiter, quote, skipped_lines }: NonNullable<Job['choices']>) =>
  delimiter !== undefined || quote !== undefined || skipped_lines !== undefined

/**
 * A table as consoles print it, written anew with commas, each row on the line that it has in the file; null for any other text. Waits
 * for the whole file only where its beginning looks so.
 */
export async function asDelimited(
  job: Job,
): Promise<{ path: string; encoding: string; note: string; left: Rejected } | null> {
  if (isTold(job.choices ?? {})) return null
  const head = new TextDecoder('latin1').decode(await bytesAt(job.path, 0, HEAD_BYTES))
  const isMarked = hasMarkedTable(head) || mayHoldRecords(head)
  if (!isMarked && (!mayBePrinted(head) || !printedCells(head.slice(0, head.lastIndexOf('\n') + 1) || head)))
    return null
  await job.arriving?.arrived
  if (Bun.file(job.path).size > MOST_PRINTED) {
    if (isMarked) throw unreadable('Pages and documents of XML are read up to 16 MB. Export this one as CSV or XLSX.')
    return null
  }
  const {
    path,
    encoding,
    note = '',
  } = await asUtf8(job.path, inDir(job, 'printed.txt'), undefined, job.choices?.encoding)
  const text = (await Bun.file(path).text()).replace(/^\ufeff/, '')
  const cells = printedCells(text)
  if (!cells) return null
  const left = new RejectedFile(inDir(job, 'beside.csv'))
  const lines = (isMarked ? unmarked(text) : text).split('\n').map((text, at) => ({ line: at + 1, text }))
  // Of a row without blanks between its cells the words are those of several.
  const made = cells.flatMap((line) => (isMarked || !line ? (line ?? []) : [...line, line.join('')]))
  left.addLost(lines, made, 'The line stands in no table.')
  const output = new TextFile(inDir(job, 'printed.csv'))
  for (const line of cells) output.append(line ? csvLine(line) : '\n')
  await output.close()
  const how = isMarked
    ? 'The file is a page or a document; the tables and records in it were read.'
    : isWrapped(head)
      ? 'Each line stood in quotes as if it were one value; what is in them was read.'
      : isPacked(head)
        ? 'The first column held several values between commas; each is a column.'
        : 'The table is printed for people; it was read without its lines and blanks.'
  const told = { ...nothingRejected(), ...(await left.finish()) }
  return { path: output.path, encoding, note: [note, how].join(' ').trim(), left: told }
}
