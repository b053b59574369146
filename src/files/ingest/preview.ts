import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { PREVIEW_BYTES, PREVIEW_ROWS, type Preview } from '../rules/ingest.ts'
import { contentKind } from './bytes.ts'
import { readCsv } from './csv.ts'
import { inDir, type Job } from './job.ts'

/** Reads the beginning of a delimited text as the whole would be read. */
export async function previewCsv(job: Job): Promise<Preview> {
  const short: Job = { ...job, folder: 'preview', path: `${job.engine.dir}/preview/beginning` }
  await mkdir(inDir(short, ''), { recursive: true })
  await beginningOf(job.path, short.path)
  const { dialect, tables, rejected } = await readCsv(short)
  const [table] = tables
  const rows = await job.engine.rows(
    `select columns(*)::varchar from ${await job.engine.relation(table!.path)} limit ${PREVIEW_ROWS}`,
  )
  return {
    dialect,
    columns: table!.columns.map(({ name, type }) => ({ name, type })),
    rows: rows as (string | null)[][],
    rejected: rejected.sample.slice(0, 5).map(({ line, reason }) => ({ line, reason })),
  }
}

/** Copies the first lines, unpacked; the last one, which may be incomplete, is left out when the file is longer. */
async function beginningOf(path: string, output: string): Promise<void> {
  const kind = await contentKind(path)
  const source = createReadStream(path, { highWaterMark: 1 << 16 })
  const unpacked =
    kind === 'gzip' ? source.pipe(createGunzip()) : kind === 'zstd' ? source.pipe(createZstdDecompress()) : source
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > PREVIEW_BYTES) break
  }
  source.destroy()
  const all = Buffer.concat(chunks)
  const cut = bytes > PREVIEW_BYTES ? Math.max(all.lastIndexOf(10), all.lastIndexOf(13)) : -1
  await pipeline([cut > 0 ? all.subarray(0, cut + 1) : all], createWriteStream(output))
}
