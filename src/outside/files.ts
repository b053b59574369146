import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#base/errors.ts'
import type { Config } from '#config.ts'

/** Bytes kept under keys such as `workspaces/{id}/originals/{id}`; keys are ours, never names that people typed. */
export interface FileStore {
  /**
   * Moves the finished local file at `path` into the store. `passing`: it is soon removed again, maybe by another server, so that no
   * copy of it stays on this one.
   */
  adopt(key: string, path: string, about?: { passing: true }): Promise<void>
  /** A local path with the bytes of `key`, for the engine to open; fetched into a cache when the store is remote. */
  localPath(key: string): Promise<string>
  /** The bytes of `key` as a stream for a download. */
  read(key: string): Promise<ReadableStream<Uint8Array>>
  /** Removes `key`; fine when it is not there. */
  remove(key: string): Promise<void>
  /** Removes everything whose key begins with `prefix/`. */
  removeUnder(prefix: string): Promise<void>
  /** A fresh path below the store's own scratch folder, for bytes that are not finished yet. */
  scratch(name: string): Promise<string>
  /** Removes what lies in the scratch folder and has not changed since `before`: its process is gone. Returns how many things. */
  sweepScratch(before: Date): Promise<number>
}

/** Bytes that the database knows and this store lacks: another server keeps them on its own disk, or they were lost. */
const missing = (error: NodeJS.ErrnoException): never => {
  if (error.code !== 'ENOENT') throw error
  throw new AppError(
    'unavailable',
    'The bytes of this data are not in the store of this server. Servers of one database need one store: S3_* or the same DATA_DIR.',
    { code: 'bytes_missing', cause: error },
  )
}

/** When something was changed last, with what is in it; 0 when it has gone meanwhile. */
async function changedAt(path: string): Promise<number> {
  const about = await stat(path).catch(() => null)
  if (!about?.isDirectory()) return about?.mtimeMs ?? 0
  const inside = await readdir(path).catch(() => [])
  return Math.max(about.mtimeMs, ...(await Promise.all(inside.map((name) => changedAt(join(path, name))))))
}

/** Disk below `root`: the store of one machine. */
function localFiles(root: string): FileStore {
  const at = (key: string) => {
    const path = resolve(root, key)
    if (!path.startsWith(resolve(root) + sep)) throw new Error(`file key leaves the store: ${key}`)
    return path
  }
  return {
    async adopt(key, path) {
      await mkdir(dirname(at(key)), { recursive: true })
      await rename(path, at(key)).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EXDEV') throw error
        await copyFile(path, at(key))
        await rm(path, { force: true })
      })
    },
    async localPath(key) {
      await stat(at(key)).catch(missing)
      return at(key)
    },
    async read(key) {
      await stat(at(key)).catch(missing)
      return Readable.toWeb(createReadStream(at(key))) as unknown as ReadableStream<Uint8Array>
    },
    remove: (key) => rm(at(key), { force: true }),
    removeUnder: (prefix) => rm(at(prefix), { force: true, recursive: true }),
    async scratch(name) {
      const dir = join(root, 'scratch')
      await mkdir(dir, { recursive: true })
      return join(dir, `${Bun.randomUUIDv7()}-${name.replace(/[^\w.-]/g, '_').slice(-40)}`)
    },
    async sweepScratch(before) {
      const dir = join(root, 'scratch')
      let swept = 0
      for (const name of await readdir(dir).catch(() => [])) {
        const path = join(dir, name)
        if ((await changedAt(path)) >= before.getTime()) continue
        await rm(path, { recursive: true, force: true })
        swept++
      }
      return swept
    },
  }
}

/** Any S3-compatible bucket, with a cache on disk so that the engine opens local files. Keys are written once, so a cached copy stays true. */
function s3Files(config: Config): FileStore {
  const bucket = new Bun.S3Client({
    endpoint: config.S3_ENDPOINT!,
    bucket: config.S3_BUCKET!,
    region: config.S3_REGION ?? 'auto',
    accessKeyId: config.S3_ACCESS_KEY_ID!,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY!,
  })
  const cache = localFiles(join(config.dataDir, 'cache'))
  return {
    ...cache,
    async adopt(key, path, about) {
      await bucket.write(key, Bun.file(path))
      if (about?.passing) await rm(path, { force: true })
      else await cache.adopt(key, path)
    },
    localPath: (key) =>
      cache.localPath(key).catch(async () => {
        const partial = await cache.scratch('fetch')
        await pipeline(Readable.fromWeb(bucket.file(key).stream() as never), createWriteStream(partial))
        await cache.adopt(key, partial)
        return cache.localPath(key)
      }),
    read: async (key) => bucket.file(key).stream(),
    async remove(key) {
      await bucket.delete(key)
      await cache.remove(key)
    },
    async removeUnder(prefix) {
      for (;;) {
        const { contents = [], isTruncated } = await bucket.list({ prefix: `${prefix}/` })
        for (const { key } of contents) await bucket.delete(key)
        if (!isTruncated) break
      }
      await cache.removeUnder(prefix)
    },
  }
}

export const createFileStore = (config: Config): FileStore =>
  config.S3_ENDPOINT ? s3Files(config) : localFiles(join(config.dataDir, 'files'))
