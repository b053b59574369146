import { hasChoices } from '../rules/dialect.ts'
import type { Ingested } from '../rules/ingest.ts'
import { looksLikeLog } from '../rules/log-line.ts'
import { bytesAt, contentKind, unpack } from './bytes.ts'
import { readCsv } from './csv.ts'
import { unreadable } from './engine.ts'
import { inDir, type Job } from './job.ts'
import { looksLikeJson, readJson } from './json.ts'
import { readLog } from './log.ts'
import { readParquet } from './parquet.ts'
import { readSqlite } from './sqlite/read.ts'
import { wideEncoding } from './text.ts'
import { readXlsx } from './xlsx/workbook.ts'
import { isWorkbook, readZip } from './zip.ts'

/**
 * Reads a file of any format, detected by its content, into tables.
 * @throws AppError unprocessable code unreadable_file with a sentence for the person
 */
export async function readFile(job: Job): Promise<Ingested> {
  const kind = await contentKind(job.path)
  if (kind !== 'text') await job.arriving?.arrived
  if (kind === 'empty') throw unreadable('The file is empty.')
  if (kind === 'parquet') return { format: 'parquet', ...(await readParquet(job)) }
  if (kind === 'sqlite') return { format: 'sqlite', ...(await readSqlite(job)) }
  if (kind === 'zip')
    return (await isWorkbook(job))
      ? { format: 'xlsx', ...(await readXlsx(job)) }
      : { format: 'zip', ...(await readZip(job, readFile)) }
  if (kind === 'text') return readText(job)
  const path = inDir(job, 'unpacked')
  await unpack(job.path, kind, path, job.limits)
  const inner = await contentKind(path)
  if (inner === 'gzip' || inner === 'zstd')
    throw unreadable('This file is packed twice. Unpack it once and upload it again.')
  const { arriving: _, ...rest } = job
  const read = await readFile({ ...rest, path })
  return { ...read, dialect: { compression: kind, ...read.dialect } }
}

async function readText(job: Job): Promise<Ingested> {
  const bytes = await bytesAt(job.path, 0, 4096)
  const wide = wideEncoding(bytes)
  const head = wide?.startsWith('utf-32') ? '' : new TextDecoder(wide ?? 'utf-8').decode(bytes)
  const { set_apart: _, ...how } = job.choices ?? {}
  if (!hasChoices(how) && looksLikeLog(head)) {
    await job.arriving?.arrived
    return readLog(job)
  }
  if (!hasChoices(how) && looksLikeJson(head)) {
    await job.arriving?.arrived
    const read = await readJson(job)
    return job.choices ? { ...read, dialect: { ...read.dialect, chosen: job.choices } } : read
  }
  return { format: 'csv', ...(await readCsv(job)) }
}
