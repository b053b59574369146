import { literal } from '#base/sql.ts'
import { isNative, NATIVE_END } from '#outside/engine.ts'
import type { IngestEngine } from './engine.ts'
import { inDir, type Job } from './job.ts'

/**
 * Tables of files from this size on are written as DuckDB databases, which every server opens as they are; those of smaller ones
 * as Parquet, which takes a tenth of the room and is loaded into memory.
 */
const NATIVE_BYTES = 4 << 20

/** Snappy: a sixth of the time of an upload goes into packing tighter, and every reader pays for it again. */
const PARQUET = '(format parquet, compression snappy)'

/** Where the table number `index` of a job is written, in the format that fits its size. */
export const tablePath = (job: Pick<Job, 'engine' | 'folder' | 'path' | 'arriving'>, index: number) => {
  // Only large files are read before they are whole.
  const small = job.arriving?.whole !== false && Bun.file(job.path).size < NATIVE_BYTES
  return inDir(job, `table-${index}${small ? '.parquet' : NATIVE_END}`)
}

/**
 * Writes the rows of a select to the file of a table, whole or not at all.
 * @param columns their definitions in SQL; without them the engine finds types and a good way of packing by itself
 */
export async function writeTable(
  engine: IngestEngine,
  select: string,
  path: string,
  columns?: string[],
): Promise<void> {
  if (!isNative(path)) {
    await engine.rows(`copy (${select}) to ${literal(path)} ${PARQUET}`)
    return
  }
  const table = await engine.fresh(path)
  try {
    if (columns) await engine.rows(`create table ${table} (${columns.join(', ')})`)
    await engine.rows(columns ? `insert into ${table} ${select}` : `create table ${table} as ${select}`)
  } catch (error) {
    await engine.discard(path)
    throw error
  }
}
