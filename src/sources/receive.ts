import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { AppError, isStorageFull, storageFull } from '#base/errors.ts'
import type { Ctx } from '../ctx.ts'
import { fileName, writtenName } from './rules/table-name.ts'

/** A file that has arrived whole in a private folder of its own; whoever takes it removes the folder. */
export type Received = { dir: string; path: string; name: string; size: number }

/** Room for the parts of a multipart body around the file. */
const AROUND_BYTES = 1 << 20

/** A fresh private folder for one ingest. */
export async function privateDir(ctx: Ctx): Promise<string> {
  const dir = await ctx.files.scratch('ingest')
  await mkdir(dir, { recursive: true, mode: 0o700 })
  return dir
}

/**
 * Streams the field `file` of a multipart body to disk; memory stays flat whatever its size.
 * @throws AppError unsupported, invalid (no file, several files, a body that breaks off), too_large
 */
export async function receive(ctx: Ctx, request: Request): Promise<Received> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw new AppError('unsupported', 'Send the file as multipart/form-data in a field named file.')
  const most = ctx.config.UPLOAD_MAX_MB * 1_048_576
  if (Number(request.headers.get('content-length') ?? 0) > most + AROUND_BYTES) throw tooLarge(ctx)
  if (!request.body) throw noFile()
  const dir = await privateDir(ctx)
  try {
    return await parse(ctx, request, type, most, dir)
  } catch (error) {
    await rm(dir, { recursive: true, force: true })
    throw error
  }
}

async function parse(ctx: Ctx, request: Request, type: string, most: number, dir: string): Promise<Received> {
  const path = `${dir}/upload`
  let found: Promise<Received> | undefined
  let several = false
  let failure: unknown
  let busboy: BusboyInstance
  try {
    busboy = new Busboy({
      headers: { 'content-type': type },
      limits: { files: 10, fields: 20, fieldSize: 10_000, fileSize: most },
    })
  } catch {
    throw new AppError('invalid', 'The multipart body has no boundary.')
  }
  busboy.on('file', (field: string, stream: BusboyFileStream, name: string | undefined) => {
    if (field !== 'file' || !name) return void stream.resume()
    if (found) {
      several = true
      return void stream.resume()
    }
    found = store(ctx, stream, path).then((size) => ({ dir, path, size, name: fileName(writtenName(name)) }))
    // Nobody takes the rest of the body any more, so that it would be waited for in vain.
    found.catch((error) => {
      failure ??= error
      busboy.destroy()
    })
  })
  try {
    await pipeline(Readable.fromWeb(request.body as never), busboy)
  } catch {
    if (failure) throw roomOr(failure)
    throw new AppError('invalid', 'The upload broke off before its end. Please upload the file again.', {
      code: 'upload_broken',
    })
  }
  if (!found) throw noFile()
  // Each file gets its own answer, so each comes in its own request; what has been stored goes with the folder.
  const received = await found
  if (several) throw new AppError('invalid', 'Upload one file at a time.', { code: 'several_files' })
  return received
}

async function store(ctx: Ctx, stream: BusboyFileStream, path: string): Promise<number> {
  let size = 0
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length
  })
  await pipeline(stream, createWriteStream(path, { mode: 0o600, highWaterMark: 1 << 20 }))
  if (stream.truncated) throw tooLarge(ctx)
  return size
}

/** The error of a full disk in words that help whoever uploads and whoever runs the server. */
const roomOr = (error: unknown): unknown => (isStorageFull(error) ? storageFull(error) : error)

const tooLarge = (ctx: Ctx) =>
  new AppError(
    'too_large',
    `Files may have up to ${ctx.config.UPLOAD_MAX_MB} MB. Split it, or upload it packed with gzip.`,
  )
const noFile = () =>
  new AppError('invalid', 'Choose a file to upload.', { details: { fields: { file: 'Choose a file to upload.' } } })
