import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { AppError } from '../src/base/errors.ts'
import type { FileEntity, UploadEntity } from '../src/files/rules/answers.ts'
import { OFFSET_HEADER } from '../src/files/rules/upload.ts'
import { href, urls } from '../src/urls.ts'
import type { Client } from './client.ts'
import { environment } from './settings.ts'

/** Waits between attempts to reach the server again, in ms; after the last one the command ends. */
const WAITS = [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000]
const MOST_KEPT = 50

type Report = { sent: (bytes: number) => void; say: (text: string) => void }
/** Uploads that were begun on this machine: what tells the file -> id. */
type Unfinished = Record<string, string>

const placeOf = () => join(environment.folder(), '.uploads.json')

function readUnfinished(): Unfinished {
  try {
    return JSON.parse(readFileSync(placeOf(), 'utf8')) as Unfinished
  } catch {
    // None yet, or a file that somebody damaged: the upload begins anew.
    return {}
  }
}

function keep(mark: string, id: string | null): void {
  const { [mark]: _, ...others } = readUnfinished()
  const unfinished = Object.entries(id === null ? others : { ...others, [mark]: id }).slice(-MOST_KEPT)
  mkdirSync(environment.folder(), { recursive: true, mode: 0o700 })
  writeFileSync(placeOf(), JSON.stringify(Object.fromEntries(unfinished)), { mode: 0o600 })
}

/**
 * Sends a large file in parts. What an earlier run of the command has sent is not sent again, as long as the file is the same.
 * @throws AppError what the server refused; unavailable when it could not be reached for two minutes
 */
export async function sendInParts(
  client: Client,
  workspaceId: string,
  path: string,
  report: Report,
): Promise<FileEntity> {
  const { size, mtimeMs } = await stat(path)
  const mark = [client.url, workspaceId, resolve(path), size, Math.floor(mtimeMs)].join('|')
  const address = (id: string) => href(urls.apiUploadParts, { id: workspaceId, uploadId: id })
  const begin = async (): Promise<UploadEntity> => {
    const body = { name: basename(path), size }
    const upload = await client.json<UploadEntity>(href(urls.apiUploads, { id: workspaceId }), { method: 'POST', body })
    keep(mark, upload.id)
    return upload
  }
  const startedBefore = readUnfinished()[mark]
  const uploadOf = (id: string) => retrying(report, () => client.json<UploadEntity>(address(id)))
  let upload = startedBefore
    ? await uploadOf(startedBefore).catch((error) => {
        if (error instanceof AppError && error.kind === 'not_found') return begin()
        throw error
      })
    : await begin()
  for (;;) {
    if (upload.file_id) {
      keep(mark, null)
      return client.json<FileEntity>(href(urls.apiFile, { id: workspaceId, fileId: upload.file_id }))
    }
    const { id, offset, part_bytes } = upload
    report.sent(offset)
    try {
      const bytes = await Bun.file(path)
        .slice(offset, offset + part_bytes)
        .bytes()
      const answer = await retrying(report, () =>
        client.json<UploadEntity | FileEntity>(address(id), {
          method: 'PATCH',
          bytes,
          headers: { 'content-type': 'application/octet-stream', [OFFSET_HEADER]: String(offset) },
        }),
      )
      if ('status' in answer) {
        keep(mark, null)
        return answer
      }
      upload = answer
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'upload_finishing') await Bun.sleep(1000)
      if (error.code === 'upload_finishing' || error.code === 'wrong_offset') upload = await uploadOf(id)
      else {
        // What is refused for good is not taken up again; after a pause of the network it is.
        if (error.kind !== 'unavailable' && error.kind !== 'unauthenticated') keep(mark, null)
        throw error
      }
    }
  }
}

/** Tries again while the server cannot be reached, or says that this passes. */
async function retrying<T>(report: Report, work: () => Promise<T>): Promise<T> {
  for (const wait of [...WAITS, null]) {
    try {
      return await work()
    } catch (error) {
      const passes =
        error instanceof AppError &&
        (['unavailable', 'timeout', 'rate_limited', 'internal'].includes(error.kind) || error.code === 'upload_broken')
      if (!passes || (error as AppError).code === 'storage_full') throw error
      if (wait === null)
        throw new AppError(
          'unavailable',
          'The connection broke. Run the same command again: the upload goes on from here.',
          {
            cause: error,
          },
        )
      report.say(`waiting for the connection … (next attempt in ${wait / 1000} s)`)
      await Bun.sleep(wait)
    }
  }
  throw new Error('unreachable')
}
