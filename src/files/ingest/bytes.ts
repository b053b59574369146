import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import type { IngestLimits } from '../rules/ingest.ts'
import { recordCells } from '../rules/marked-records.ts'
import { hasMarkedTable } from '../rules/marked-up.ts'
import { orUnreadable, unreadable } from './engine.ts'

export type ContentKind = 'gzip' | 'zstd' | 'zip' | 'parquet' | 'sqlite' | 'text' | 'empty'

/** Beginnings of files that people upload under a wrong name, with what to tell them. */
const FOREIGN: [bytes: string, what: string][] = [
  ['89504e470d0a1a0a', 'a PNG picture'],
  ['ffd8ff', 'a JPEG picture'],
  ['47494638', 'a GIF picture'],
  ['25504446', 'a PDF document'],
  ['d0cf11e0a1b11ae1', 'an old Excel or Office document (.xls, .doc). Save it as .xlsx or CSV'],
  ['7f454c46', 'a program'],
  ['4d5a9000', 'a program'],
  ['526172211a07', 'a RAR archive'],
  ['377abcaf271c', 'a 7-Zip archive'],
  ['425a68', 'a bzip2 archive'],
  ['fd377a585a00', 'an xz archive'],
  ['4152524f5731', 'an Arrow file'],
  ['4f626a01', 'an Avro file'],
]

/** The first `length` bytes from `position` of a file. */
export async function bytesAt(path: string, position: number, length: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Bytes of a page in which a table of it begins. */
const MARKED_BYTES = 1 << 16

/**
 * What the bytes of a file say that it is; its name is not asked.
 * @throws AppError unprocessable for pictures, documents, programs and the like
 */
export async function contentKind(path: string): Promise<ContentKind> {
  const head = await bytesAt(path, 0, 4096)
  if (head.length === 0) return 'empty'
  const hex = head.subarray(0, 16).toString('hex')
  const foreign = FOREIGN.find(([bytes]) => hex.startsWith(bytes))
  if (foreign) throw unreadable(`This is ${foreign[1]}, not a table. Upload CSV, TSV, JSON, Parquet, XLSX or SQLite.`)
  if (hex.startsWith('1f8b')) return 'gzip'
  if (hex.startsWith('28b52ffd')) return 'zstd'
  if (hex === '53514c69746520666f726d6174203300') return 'sqlite'
  if (hex.startsWith('504b0304') || hex.startsWith('504b0506')) return 'zip'
  if (head.subarray(0, 4).toString('latin1') === 'PAR1') return 'parquet'
  // A tar archive has its mark further in; DuckDB's own files too.
  if (head.subarray(257, 262).toString('latin1') === 'ustar')
    throw unreadable('This is a tar archive. Upload the files in it one by one.')
  if (head.subarray(8, 12).toString('latin1') === 'DUCK')
    throw unreadable('This is a DuckDB database. Export its tables as Parquet or CSV and upload those.')
  const start = head
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
    .toLowerCase()
  const marked = start.startsWith('<') ? (await bytesAt(path, 0, MARKED_BYTES)).toString() : ''
  if (hasMarkedTable(marked) || recordCells(marked)) return 'text'
  if (/^(<!doctype html|<html|<head|<\?php)/.test(start))
    throw unreadable(
      'This is a web page (HTML), not a table. Download the data itself, often a link "Export" or "CSV".',
    )
  if (/^<\?xml|^<svg|^<!doctype/.test(start))
    throw unreadable('This is an XML document without records that come again. Upload CSV, TSV, JSON, Parquet or XLSX.')
  if (start.startsWith('{\\rtf'))
    throw unreadable('This is an RTF document, not a table. Save the table as CSV or XLSX.')
  return 'text'
}

/**
 * Unpacks a gzip or zstd file to `output`, counting while it grows.
 * @throws AppError unprocessable when it grows past the limits or is damaged
 */
export async function unpack(path: string, kind: 'gzip' | 'zstd', output: string, limits: IngestLimits): Promise<void> {
  const packed = Bun.file(path).size
  let bytes = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      const tooMuch = bytes > limits.inflatedBytes || (bytes > 100_000_000 && bytes > packed * limits.ratio)
      done(
        tooMuch ? unreadable('This packed file unfolds to far more than it should, so it was not read.') : null,
        chunk,
      )
    },
  })
  await pipeline(
    createReadStream(path, { highWaterMark: 1 << 20 }),
    kind === 'gzip' ? createGunzip({ chunkSize: 1 << 18 }) : createZstdDecompress({ chunkSize: 1 << 18 }),
    meter,
    createWriteStream(output, { highWaterMark: 1 << 20 }),
  ).catch(
    orUnreadable('This packed file is damaged: it could not be unpacked to its end. Upload it again, or unpacked.'),
  )
}
