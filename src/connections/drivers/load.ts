import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError, isStorageFull, storageFull } from '#base/errors.ts'
import { identifier, literal } from '#base/sql.ts'
import type { IngestEngine } from '#files/ingest/engine.ts'
import { makePipe, throughPipe } from '#files/ingest/pipe.ts'
import { writeTable } from '#files/ingest/table-file.ts'
import { NATIVE_END } from '#outside/engine.ts'
import type { Fetched } from '#outside/remote.ts'
import { isWide, shortened, writeResult } from '#outside/result-file.ts'
import type { RemoteRows } from './driver.ts'
import { sourceFailed, sqlError, tooMuch } from './failure.ts'

/** Text up to this size becomes Parquet, which the engine loads beside its tables; more becomes a file that it opens. */
const NATIVE_BYTES = 16 << 20
/** Longest row, in bytes. */
const LONGEST_ROW = 32 << 20
/** A table for rows that are read twice. */
const TAKEN = 'taken'

type Columns = RemoteRows['columns']
/** @throws AppError `too_much` for more bytes of text; of rows one more than these is read, to know that there are more */
type Limits = { rows: number; bytes: number }

/**
 * Writes the rows of a stream, which has one more than are allowed when there are more, into a file whose path starts with `output`:
 * to be read by the engine beside its tables. Many rows are read by our engine while they arrive, few once all of them are there.
 */
export async function load(
  engine: IngestEngine,
  { columns, csv }: RemoteRows,
  output: string,
  limits: Limits,
): Promise<Fetched> {
  return reading(csv, output, limits, async (text, isLarge) => {
    // Parquet has no negative intervals, and none finer than a millisecond.
    const asNative = isLarge || columns.some(({ type }) => type === 'INTERVAL')
    const path = `${output}${asNative ? NATIVE_END : '.parquet'}`
    const select = `select ${columns.map((column, n) => `${sqlOf(column, n)} as ${identifier(column.name)}`).join(', ')}`
    // How to pack it would take longer to find out than it saves: it is read once.
    const definitions = columns.map(({ name, type }) => `${identifier(name)} ${type} using compression uncompressed`)
    await writeTable(engine, `${select} from ${textSql(text, columns)}`, path, definitions)
    const rows = await countOf(engine, path)
    await engine.finish()
    return { path, columns, rows, truncated: rows > limits.rows }
  })
}

/**
 * The same as the Parquet file of a result, with exactly the rows that are kept.
 * @param as names and types that the columns have there; null: those of the stream
 * @throws AppError `sql_error` when a value does not fit its type
 */
export async function loadResult(
  engine: IngestEngine,
  { columns, csv }: RemoteRows,
  as: Columns | null,
  output: string,
  limits: Limits,
): Promise<Fetched> {
  const result = as ?? (await canonical(engine, columns))
  const value = (n: number) => {
    const sql = sqlOf(columns[n]!, n)
    return as ? `cast(${sql} as ${result[n]!.type})` : sql
  }
  const path = `${output}.parquet`
  return reading(csv, output, limits, async (text) => {
    const rows = textSql(text, columns)
    const run = engine.rows.bind(engine)
    if (result.some(isWide)) {
      const list = result.map((_, n) => `${value(n)} as c${n}`)
      await run(`create temp table ${TAKEN} as select ${list.join(', ')} from ${rows}`)
      await writeResult(run, TAKEN, result, (_, n) => `c${n}`, path)
    } else await writeResult(run, rows, result, (_, n) => value(n), path)
    const found = await countOf(engine, path)
    if (found > limits.rows) {
      // That there are more is known only now.
      const whole = `${path}.whole`
      await rename(path, whole)
      await run(shortened(whole, result, limits.rows, path))
      await rm(whole)
    }
    return { path, columns: result, rows: Math.min(found, limits.rows), truncated: found > limits.rows }
  })
}

async function canonical(engine: IngestEngine, columns: Columns): Promise<Columns> {
  const [types] = await engine.rows(`select ${columns.map(({ type }) => `typeof(cast(null as ${type}))`).join(', ')}`)
  return columns.map(({ name }, n) => ({ name, type: String(types![n]) }))
}

async function countOf(engine: IngestEngine, path: string): Promise<number> {
  const [row] = await engine.rows(`select count(*)::bigint::double from ${await engine.relation(path)}`)
  return row![0] as number
}

/** Gives the text of a stream as a file or, when it is long, as a pipe that fills while it is read. */
async function reading<T>(
  csv: RemoteRows['csv'],
  output: string,
  { bytes }: Limits,
  use: (path: string, isLarge: boolean) => Promise<T>,
): Promise<T> {
  const arriving = counted(csv, bytes)
  const text = `${output}.csv`
  // What the source says counts more than what the engine makes of half its answer.
  let failed: unknown
  try {
    const { pieces, isLarge } = await firstPieces(arriving)
    if (!isLarge || !(await makePipe(text))) {
      await pipeline(Readable.from(pieces), createWriteStream(text, { mode: 0o600, highWaterMark: 1 << 20 }))
      return await use(text, isLarge)
    }
    const pump = async (write: (bytes: Uint8Array) => Promise<void>) => {
      try {
        for await (const piece of pieces) await write(piece)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EPIPE') failed = error
        throw error
      }
    }
    const { used } = await throughPipe(text, pump, (path) => use(path, isLarge))
    if (failed) throw failed
    return used
  } catch (error) {
    throw asFailure(failed ?? error)
  } finally {
    await arriving.return(undefined)
    await rm(text, { force: true })
  }
}

/** The pieces of a stream and whether they are many: the first of them are waited for. */
async function firstPieces(arriving: AsyncGenerator<Buffer>) {
  const first: Buffer[] = []
  async function* all() {
    yield* first
    yield* arriving
  }
  for (let bytes = 0; bytes <= NATIVE_BYTES; bytes += first.at(-1)!.byteLength) {
    const { value, done } = await arriving.next()
    if (done) return { pieces: all(), isLarge: false }
    first.push(value)
  }
  return { pieces: all(), isLarge: true }
}

async function* counted(csv: RemoteRows['csv'], most: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const piece of csv) {
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : (piece as Buffer)
    bytes += chunk.byteLength
    if (bytes > most) throw tooMuch(`more than ${Math.round(most / 1e6)} MB`, { bytes: most })
    yield chunk
  }
}

const plainType = (type: string) => (type === 'BLOB' ? 'VARCHAR' : type)

const textSql = (path: string, columns: Columns) => {
  const types = columns.map(({ type }, index) => `c${index}: ${literal(plainType(type))}`).join(', ')
  return `read_csv(${literal(path)}, columns = {${types}}, header = false, auto_detect = false, delim = ',', quote = '"', escape = '"',
    nullstr = '', allow_quoted_nulls = false, max_line_size = ${LONGEST_ROW}, buffer_size = ${LONGEST_ROW})`
}

const sqlOf = ({ type }: Columns[number], n: number) => (type === 'BLOB' ? `unhex(c${n})` : `c${n}`)

/** The engine could not read what the source wrote: a value that does not fit its own type, or a connection that ended inside a row. */
function asFailure(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isStorageFull(error)) return storageFull(error)
  const message = error instanceof Error ? error.message.split('\n')[0]! : String(error)
  if (/^(Conversion|Out of Range) Error/.test(message) && !message.includes('CSV Error')) return sqlError(message)
  return sourceFailed(`What the database sent could not be read: ${message}`)
}
