import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { and, eq, isNotNull, isNull, lt, notInArray, or } from 'drizzle-orm'
import { AppError, isStorageFull, notFound, storageFull } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { DAY, MINUTE } from '#base/time.ts'
import { inTransaction } from '#db/connect.ts'
import { files as fileRows, uploads } from '#db/schema/index.ts'
import type { WorkspaceCtx, World } from '../ctx.ts'
import * as files from './files.ts'
import { readAhead } from './reader.ts'
import { largestFile, privateDir, type Received, tooLarge } from './receive.ts'
import type { FileEntity, UploadEntity } from './rules/answers.ts'
import { fileName } from './rules/file-name.ts'
import { judgePart, PART_BYTES } from './rules/upload.ts'
import { reserveStorage } from './storage.ts'

type UploadRow = typeof uploads.$inferSelect

/** An upload that nothing is heard of for so long is swept. */
const KEPT = DAY
/** Parts after which the memory that they took is given back: looking for it takes some milliseconds. */
const PARTS_TO_FREE = 4
/** Longest that putting the parts together may keep the file from being there; then another call may do it. */
const ASSEMBLING = 10 * MINUTE

const folder = (workspaceId: string, id: string) => `workspaces/${workspaceId}/uploads/${id}`
const partKey = (row: UploadRow, index: number) => `${folder(row.workspaceId, row.id)}/${index}`

const entity = (row: UploadRow): UploadEntity => ({
  id: row.id,
  name: row.name,
  size: row.sizeBytes,
  offset: row.receivedBytes,
  part_bytes: PART_BYTES,
  file_id: row.fileId,
  expires_at: new Date(Number(row.updatedAt) + KEPT).toISOString(),
})

/**
 * Begins an upload that comes in parts. Its room is held from now on.
 * @throws AppError too_large for a file that is too large or does not fit into the organization's storage
 */
export async function begin(ctx: WorkspaceCtx, { name, size }: { name: string; size: number }): Promise<UploadEntity> {
  if (size > largestFile(ctx)) throw tooLarge(ctx)
  return inTransaction(ctx, async (tx) => {
    await reserveStorage(tx, size)
    const values = {
      workspaceId: ctx.workspace.id,
      userId: ctx.user.id,
      name: fileName(name),
      sizeBytes: size,
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
    }
    const [row] = await tx.db.insert(uploads).values(values).returning()
    return entity(row!)
  })
}

/** How far it is. @throws AppError not_found, also for uploads of others */
export const get = async (ctx: WorkspaceCtx, id: string): Promise<UploadEntity> => entity(await load(ctx, id))

async function load(ctx: WorkspaceCtx, id: string): Promise<UploadRow> {
  const [row] = await ctx.db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.workspaceId, ctx.workspace.id), eq(uploads.userId, ctx.user.id)))
  if (!row) throw notFound('Upload')
  return row
}

/**
 * Takes one part. A part that is there already is passed over, so that it may be sent again when its answer was lost; the last one
 * makes the file.
 * @param part its offset, its length as announced, its bytes
 * @param still called when it is there: throws when nothing may be done with it any more
 * @returns the upload, and the file once it is one
 * @throws AppError conflict code wrong_offset with details.offset; invalid for a part of the wrong length or one that broke off
 */
export async function takePart(
  ctx: WorkspaceCtx,
  id: string,
  { offset, length, body }: { offset: number; length: number; body: ReadableStream<Uint8Array> | null },
  still: () => Promise<void> = async () => {},
): Promise<{ upload: UploadEntity; file: FileEntity | null }> {
  const row = await load(ctx, id)
  const verdict = judgePart({ size: row.sizeBytes, received: row.receivedBytes }, offset, length)
  if (verdict === 'elsewhere') throw wrongOffset(row.receivedBytes)
  if (verdict === 'misshapen') throw wrongPart(offset, Math.min(PART_BYTES, row.sizeBytes - offset))
  const now = verdict === 'repeated' ? row : await store(ctx, row, length, body)
  await still()
  if (now.receivedBytes < now.sizeBytes) return { upload: entity(now), file: null }
  return { upload: entity(now), file: await finish(ctx, now) }
}

/** Keeps a part. Of two calls with the same part one moves the upload on; the bytes are the same. */
async function store(
  ctx: WorkspaceCtx,
  row: UploadRow,
  length: number,
  body: ReadableStream<Uint8Array> | null,
): Promise<UploadRow> {
  const path = await ctx.files.scratch('part')
  try {
    const output = createWriteStream(path, { mode: 0o600 })
    let bytes = 0
    const counted = async function* () {
      for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
        bytes += chunk.length
        if (bytes > length) throw brokenPart()
        yield chunk
      }
    }
    await pipeline(Readable.from(counted()), output).catch((error) => {
      throw isStorageFull(error) ? storageFull(error) : brokenPart()
    })
    if (bytes !== length) throw brokenPart()
    await ctx.files.adopt(partKey(row, row.parts), path, { passing: true })
    // Bun frees the bytes of bodies late: without this the server grew by 840 MB over the parts of 1.8 GB, with it by 90.
    if (row.parts % PARTS_TO_FREE === 0) Bun.gc(true)
  } finally {
    await rm(path, { force: true })
  }
  const [moved] = await ctx.db
    .update(uploads)
    .set({ receivedBytes: row.receivedBytes + length, parts: row.parts + 1, updatedAt: ctx.now() })
    .where(and(eq(uploads.id, row.id), eq(uploads.receivedBytes, row.receivedBytes)))
    .returning()
  return moved ?? load(ctx, row.id)
}

/** Makes the file of an upload that is whole. Whoever comes second gets the file that the first makes. */
async function finish(ctx: WorkspaceCtx, row: UploadRow): Promise<FileEntity> {
  // Its parts are gone then: a client that repeats its last request, because no answer came, gets the file, or that it was deleted.
  if (row.fileId && (await wasMade(ctx, row.fileId))) return files.get(ctx, row.fileId)
  const id = newId()
  const stale = new Date(Number(ctx.now()) - ASSEMBLING)
  const [claimed] = await ctx.db
    .update(uploads)
    .set({ fileId: id, updatedAt: ctx.now() })
    .where(and(eq(uploads.id, row.id), or(isNull(uploads.fileId), lt(uploads.updatedAt, stale))))
    .returning()
  if (!claimed) return finished(ctx, await load(ctx, row.id))
  try {
    const file = await files.add(ctx, await assemble(ctx, claimed), { id, uploadId: row.id })
    // The row stays for a day: a client that got no answer finds the file by it.
    await ctx.files.removeUnder(folder(row.workspaceId, row.id))
    return file
  } catch (error) {
    // What cannot be read is not worth taking up again; anything else may pass.
    if (error instanceof AppError && (error.kind === 'unprocessable' || error.kind === 'too_large'))
      await forget(ctx, row)
    else await ctx.db.update(uploads).set({ fileId: null }).where(eq(uploads.id, row.id))
    throw error
  }
}

const wasMade = async ({ db }: World, id: string): Promise<boolean> =>
  (await db.select({ id: fileRows.id }).from(fileRows).where(eq(fileRows.id, id))).length > 0

async function finished(ctx: WorkspaceCtx, { fileId }: UploadRow): Promise<FileEntity> {
  return files.get(ctx, fileId ?? '').catch(() => {
    throw new AppError('conflict', 'This upload is being put together. Ask for it again in a moment.', {
      code: 'upload_finishing',
      details: { retry_after: 1 },
    })
  })
}

/** Puts the parts into one file in a private folder; a reader follows while it grows. */
async function assemble(ctx: WorkspaceCtx, row: UploadRow): Promise<Received> {
  const dir = await privateDir(ctx)
  const path = `${dir}/upload`
  let reader: Received['reader'] = null
  try {
    for (let index = 0; index < row.parts; index++) {
      const part = await ctx.files.read(partKey(row, index))
      await pipeline(Readable.fromWeb(part as never), createWriteStream(path, { flags: 'a', mode: 0o600 }))
      if (index === 0 && row.parts > 1) reader = readAhead(ctx, dir, path)
    }
    return { dir, path, name: row.name, size: row.sizeBytes, reader }
  } catch (error) {
    await reader?.close()
    await rm(dir, { recursive: true, force: true })
    throw isStorageFull(error) ? storageFull(error) : error
  }
}

/** Gives an upload up: its parts go away at once. */
export async function cancel(ctx: WorkspaceCtx, id: string): Promise<void> {
  await forget(ctx, await load(ctx, id))
}

async function forget({ db, files }: World, { id, workspaceId }: Pick<UploadRow, 'id' | 'workspaceId'>) {
  await db.delete(uploads).where(eq(uploads.id, id))
  await files.removeUnder(folder(workspaceId, id))
}

/** For the jobs: forgets uploads that nobody has taken up for a day. @returns how many */
export async function sweep(world: World): Promise<number> {
  const silent = await world.db
    .select({ id: uploads.id, workspaceId: uploads.workspaceId })
    .from(uploads)
    .where(lt(uploads.updatedAt, new Date(Number(world.now()) - KEPT)))
    .limit(200)
  for (const upload of silent) await forget(world, upload)
  return silent.length
}

/** At the start of a server over an embedded database: nobody puts an upload together any more, so that its last part may be sent again at once. */
export async function sweepAtStart({ db }: World): Promise<void> {
  const finished = db.select({ id: fileRows.id }).from(fileRows)
  await db
    .update(uploads)
    .set({ fileId: null })
    .where(and(isNotNull(uploads.fileId), notInArray(uploads.fileId, finished)))
}

const wrongOffset = (offset: number) =>
  new AppError('conflict', `This upload goes on at byte ${offset}.`, { code: 'wrong_offset', details: { offset } })
const wrongPart = (offset: number, bytes: number) =>
  new AppError('invalid', `The part at ${offset} must have ${bytes} bytes.`, {
    code: 'wrong_part',
    details: { part_bytes: PART_BYTES },
  })
const brokenPart = () =>
  new AppError('invalid', 'The part broke off before its end. Please send it again.', { code: 'upload_broken' })
