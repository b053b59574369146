import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#base/errors.ts'
import { NATIVE_END } from '#outside/engine.ts'
import type { Fetched } from '#outside/remote.ts'
import type { IngestEngine } from '../ingest/engine.ts'
import { identifier, literal } from '../ingest/sql.ts'
import { writeTable } from '../ingest/table-file.ts'
import type { RemoteRows } from './driver.ts'
import { sourceFailed, tooMuch } from './failure.ts'

/** Text up to this size becomes Parquet, which the engine loads beside its tables; more becomes a file that it opens. */
const NATIVE_BYTES = 16 << 20
/** Longest row, in bytes. */
const LONGEST_ROW = 32 << 20

/**
 * Brings the rows of a stream into a file whose path starts with `output`. The text goes to disk first: memory stays flat however
 * many there are, and the engine then reads it with all its threads.
 * @param limits rows: one more is read, to know that there are more; bytes: of text
 * @throws AppError `too_much` for more bytes
 */
export async function load(
  engine: IngestEngine,
  { columns, csv }: RemoteRows,
  output: string,
  limits: { rows: number; bytes: number },
): Promise<Fetched> {
  const text = `${output}.csv`
  try {
    const bytes = await save(csv, text, limits.bytes)
    // Parquet has no negative intervals, and none finer than a millisecond.
    const asNative = bytes > NATIVE_BYTES || columns.some(({ type }) => type === 'INTERVAL')
    const path = `${output}${asNative ? NATIVE_END : '.parquet'}`
    await writeTable(
      engine,
      `select ${columns.map(expression).join(', ')} from ${reading(text, columns)} limit ${limits.rows + 1}`,
      path,
    )
    const from = await engine.relation(path)
    const [[rows]] = (await engine.rows(`select count(*)::bigint::double from ${from}`)) as [[number]]
    await engine.finish()
    return { path, columns, rows, truncated: rows > limits.rows }
  } catch (error) {
    throw error instanceof AppError ? error : misread(error)
  } finally {
    await rm(text, { force: true })
  }
}

/** @returns bytes of text */
async function save(csv: RemoteRows['csv'], path: string, most: number): Promise<number> {
  let bytes = 0
  async function* counted() {
    for await (const piece of csv) {
      const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece
      bytes += chunk.byteLength
      if (bytes > most) throw tooMuch(`more than ${Math.round(most / 1e6)} MB`, { bytes: most })
      yield chunk
    }
  }
  await pipeline(Readable.from(counted()), createWriteStream(path, { mode: 0o600, highWaterMark: 1 << 20 }))
  return bytes
}

const plainType = (type: string) => (type === 'BLOB' ? 'VARCHAR' : type)

const reading = (path: string, columns: RemoteRows['columns']) => {
  const types = columns.map(({ type }, index) => `c${index}: ${literal(plainType(type))}`).join(', ')
  return `read_csv(${literal(path)}, columns = {${types}}, header = false, auto_detect = false, delim = ',', quote = '"', escape = '"',
    nullstr = '', allow_quoted_nulls = false, max_line_size = ${LONGEST_ROW}, buffer_size = ${LONGEST_ROW * 2})`
}

const expression = ({ name, type }: RemoteRows['columns'][number], index: number) =>
  `${type === 'BLOB' ? `unhex(c${index})` : `c${index}`} as ${identifier(name)}`

/** The engine could not read what the source wrote: a value that does not fit its own type, or a connection that ended inside a row. */
function misread(error: unknown): AppError {
  const message = error instanceof Error ? error.message.split('\n')[0]! : String(error)
  return sourceFailed(`What the database sent could not be read: ${message}`)
}
