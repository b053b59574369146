import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { AppError, isStorageFull, storageFull } from '#base/errors.ts'
import type { Ctx, WorkspaceCtx } from '../ctx.ts'
import { type Reader, readAhead } from './reader.ts'
import { fileName, writtenName } from './rules/file-name.ts'
import { roomIn, type Storage } from './rules/storage.ts'
import { demandRoom, outOfRoom, storageOf } from './storage.ts'

/**
 * A file that has arrived whole in a private folder of its own; `reader` has begun to read it. Whoever takes it removes the folder
 * and closes the reader.
 */
export type Received = { dir: string; path: string; name: string; size: number; reader?: Reader | null }

/** Room for the parts of a multipart body around the file. */
const AROUND_BYTES = 1 << 20

/** Files of bodies from this size on are read while they arrive … */
const AHEAD_FROM = 8 << 20
/** … once this much of them is on disk: more than is needed to detect its format. */
const FIRST_BYTES = 1 << 20

export const largestFile = (ctx: Ctx): number => ctx.settings().limits.upload_mb * 1_048_576

export async function privateDir(ctx: Ctx): Promise<string> {
  const dir = await ctx.files.scratch('ingest')
  await mkdir(dir, { recursive: true, mode: 0o700 })
  return dir
}

/**
 * Streams the field `file` of a multipart body to disk; memory stays flat whatever its size.
 * @param still called when it is there: throws when nothing may be done with it any more
 * @throws AppError unsupported, invalid (no file, several files, a body that breaks off), too_large
 */
export async function receive(
  ctx: WorkspaceCtx,
  request: Request,
  still: () => Promise<void> = async () => {},
): Promise<Received> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw new AppError('unsupported', 'Send the file as multipart/form-data in a field named file.')
  const announced = Number(request.headers.get('content-length') ?? 0)
  const largest = largestFile(ctx)
  if (announced > largest + AROUND_BYTES) throw tooLarge(ctx)
  const storage = await storageOf(ctx)
  demandRoom(storage, Math.max(0, announced - AROUND_BYTES))
  const most = Math.min(largest, roomIn(storage))
  if (!request.body) throw noFile()
  const dir = await privateDir(ctx)
  const path = `${dir}/upload`
  const large = Number(request.headers.get('content-length') ?? 0) >= AHEAD_FROM
  let reader: Reader | null | undefined
  const onWritten = (bytes: number) => {
    if (reader === undefined && large && bytes >= FIRST_BYTES) reader = readAhead(ctx, dir, path)
  }
  try {
    const received = await parse(ctx, request, type, { most, storage }, path, onWritten)
    await still()
    return { ...received, dir, path, reader: reader ?? null }
  } catch (error) {
    await (reader as Reader | null | undefined)?.close()
    await rm(dir, { recursive: true, force: true })
    throw error
  }
}

/** Streams the file of a body to `path`; `onWritten` is called with the bytes on disk. */
async function parse(
  ctx: Ctx,
  request: Request,
  type: string,
  room: { most: number; storage: Storage },
  path: string,
  onWritten: (bytes: number) => void,
): Promise<{ name: string; size: number }> {
  let found: Promise<{ name: string; size: number }> | undefined
  let several = false
  let failure: unknown
  let busboy: BusboyInstance
  try {
    busboy = new Busboy({
      headers: { 'content-type': type },
      limits: { files: 10, fields: 20, fieldSize: 10_000, fileSize: room.most },
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
    found = store(ctx, stream, room, path, onWritten).then((size) => ({ size, name: fileName(writtenName(name)) }))
    // Nobody takes the rest of the body any more, so waiting for it would never end.
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

async function store(
  ctx: Ctx,
  stream: BusboyFileStream,
  room: { most: number; storage: Storage },
  path: string,
  onWritten: (bytes: number) => void,
): Promise<number> {
  const output = createWriteStream(path, { mode: 0o600, highWaterMark: 1 << 20 })
  let size = 0
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length
    onWritten(output.bytesWritten)
  })
  await pipeline(stream, output)
  if (stream.truncated) throw room.most < largestFile(ctx) ? outOfRoom(room.storage) : tooLarge(ctx)
  return size
}

/** The error of a full disk, in words that help the person who uploads and the operator of the server. */
const roomOr = (error: unknown): unknown => (isStorageFull(error) ? storageFull(error) : error)

export const tooLarge = (ctx: Ctx) =>
  new AppError(
    'too_large',
    `Files may have up to ${ctx.settings().limits.upload_mb} MB. Split it, or upload it packed with gzip.`,
  )
const noFile = () =>
  new AppError('invalid', 'Choose a file to upload.', { details: { fields: { file: 'Choose a file to upload.' } } })
