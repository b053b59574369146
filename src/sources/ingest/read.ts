import type { Ingested } from '../rules/ingest.ts'
import { bytesAt, contentKind, unpack } from './bytes.ts'
import { readCsv } from './csv.ts'
import { unreadable } from './engine.ts'
import { inDir, type Job } from './job.ts'
import { looksLikeJson, readJson } from './json.ts'
import { readParquet } from './parquet.ts'
import { readXlsx } from './xlsx/workbook.ts'

/**
 * Reads a file of any kind, told by its content, into tables.
 * @throws AppError unprocessable code unreadable_file with a sentence for the person
 */
export async function readFile(job: Job): Promise<Ingested> {
  const kind = await contentKind(job.path)
  if (kind !== 'text') await job.arriving?.arrived
  if (kind === 'empty') throw unreadable('The file is empty.')
  if (kind === 'parquet') return { format: 'parquet', ...(await readParquet(job)) }
  if (kind === 'zip') return { format: 'xlsx', ...(await readXlsx(job)) }
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
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  const head = new TextDecoder(encoding).decode(bytes)
  if (looksLikeJson(head)) {
    await job.arriving?.arrived
    return readJson(job)
  }
  return { format: 'csv', ...(await readCsv(job)) }
}
