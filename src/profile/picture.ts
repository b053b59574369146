import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { AppError, invalidFields, notFound, unprocessable } from '#base/errors.ts'
import { newToken } from '#base/ids.ts'
import { HOUR, SECOND } from '#base/time.ts'
import { inTransaction } from '#db/connect.ts'
import { users } from '#db/schema/index.ts'
import { spawnChild } from '#outside/child.ts'
import * as audit from '#records/audit.ts'
import * as rateLimit from '#web/rate-limit.ts'
import type { Ctx, UserCtx } from '../ctx.ts'
import { href, urls } from '../urls.ts'
import type { PictureMethods } from './picture-worker.ts'
import { MOST_PICTURE_BYTES } from './rules/profile.ts'

/** A process of its own draws each picture: what a hostile file does to a decoder ends with it. */
const WORKER = { entry: join(import.meta.dir, 'picture-worker.ts'), memoryMb: 1280, fileMb: 1 }
const TIMEOUT = 15 * SECOND
const CHANGES = { most: 30, window: HOUR }

const FILE = /^[\w-]{22}\.webp$/
const keyOf = (file: string) => `profile_pictures/${file}`
const fileOf = (address: string | null): string | null => address?.split('/').at(-1) ?? null

/**
 * Makes a file the person's picture: read by its content, drawn anew as a square of 256 pixels, kept under a random name.
 * @returns its address on this site
 * @throws AppError invalid, too_large, unsupported, unprocessable, rate_limited
 */
export async function change(ctx: UserCtx, given: File): Promise<string> {
  if (given.size === 0) throw invalidFields({ avatar: 'Choose a picture.' })
  if (given.size > MOST_PICTURE_BYTES) throw new AppError('too_large', 'Pictures may have up to 5 MB.')
  await rateLimit.take(ctx, `picture:${ctx.user.id}`, CHANGES)
  const drawn = await draw(ctx, new Uint8Array(await given.arrayBuffer()))
  const file = `${newToken(16)}.webp`
  const scratch = await ctx.files.scratch(file)
  await Bun.write(scratch, drawn)
  await ctx.files.adopt(keyOf(file), scratch)
  await rm(scratch, { force: true })
  const address = href(urls.profilePicture, { file })
  await put(ctx, address)
  return address
}

/** Takes the picture away; their initial stands for them again. */
export const remove = (ctx: UserCtx): Promise<void> => put(ctx, null)

/** The bytes of a picture. @throws AppError not_found */
export async function read(ctx: Ctx, file: string): Promise<ReadableStream<Uint8Array>> {
  if (!FILE.test(file)) throw notFound('Picture')
  try {
    return await ctx.files.read(keyOf(file))
  } catch (error) {
    // Replaced or removed: an old page may still ask for it.
    if (error instanceof AppError && error.code === 'bytes_missing') throw notFound('Picture')
    throw error
  }
}

/** Removes the bytes behind an address, once no row names it any more. */
export async function forget(ctx: Ctx, address: string | null): Promise<void> {
  const file = fileOf(address)
  if (file && FILE.test(file)) await ctx.files.remove(keyOf(file))
}

async function put(ctx: UserCtx, image: string | null): Promise<void> {
  const before = await inTransaction(ctx, async (ctx) => {
    const [row] = await ctx.db.select({ image: users.image }).from(users).where(eq(users.id, ctx.user.id)).for('update')
    await ctx.db.update(users).set({ image, updatedAt: ctx.now() }).where(eq(users.id, ctx.user.id))
    await audit.record(ctx, image ? 'user.change_picture' : 'user.remove_picture', ctx.user.id)
    return row?.image ?? null
  })
  await forget(ctx, before)
}

async function draw(ctx: Ctx, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const worker = spawnChild<PictureMethods>({ ...WORKER, log: ctx.log })
  try {
    return await worker.call('draw', { bytes }, { timeoutMs: TIMEOUT })
  } catch (error) {
    if (error instanceof AppError && (error.code === 'engine_failed' || error.kind === 'timeout'))
      throw unprocessable('This picture cannot be read. Choose another one.')
    throw error
  } finally {
    await worker.kill()
  }
}
