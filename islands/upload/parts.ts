import type { FileEntity, UploadEntity } from '#files/rules/answers.ts'
import { OFFSET_HEADER } from '#files/rules/upload.ts'
import { href, urls } from '../../src/urls.ts'
import { ApiError, api, sentenceOf } from '../kit/api.ts'
import { freshToken } from '../kit/token-refresh.ts'
import type { Control } from './control.ts'
import { Stopped, sendBody, UploadError } from './send.ts'
import { discard, forgetUpload, markOf, storedUploads, storeUpload, uploadAddress } from './unfinished.ts'

type Options = {
  control: Control
  onSent: (bytes: number) => void
  onState: (state: 'sending' | 'offline' | 'paused') => void
}

const FIRST_WAIT = 1000
const LONGEST_WAIT = 30_000

/**
 * Sends a large file part by part. A broken connection is waited for; an upload of the same file that was begun before is taken up
 * where it ended.
 * @throws UploadError when it was given up or refused
 */
export async function sendInParts(workspaceId: string, file: File, options: Options): Promise<FileEntity> {
  const mark = await markOf(file)
  const stored = storedUploads(workspaceId).find((one) => one.mark === mark)
  let upload = await withRetries(options, () => openUpload(workspaceId, file, mark, stored?.id))
  options.control.signal.addEventListener('abort', () => void discard(workspaceId, upload.id), { once: true })
  let startedOver = false
  for (;;) {
    if (upload.file_id) return finished(workspaceId, upload, options)
    try {
      const answer = await sendPart(workspaceId, file, upload, options)
      if ('status' in answer) {
        forgetUpload(workspaceId, upload.id)
        return answer
      }
      upload = answer
      options.onSent(upload.offset)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'wrong_offset' || error.code === 'upload_finishing') {
        await options.control.wait(error.code === 'wrong_offset' ? 0 : FIRST_WAIT)
        upload = await withRetries(options, () => api<UploadEntity>(uploadAddress(workspaceId, upload.id)))
        continue
      }
      forgetUpload(workspaceId, upload.id)
      // It was swept, or its file could not be read when nobody heard the answer: once more from its beginning.
      if (error.status !== 404 || startedOver) throw new UploadError(sentenceOf(error))
      startedOver = true
      upload = await withRetries(options, () => openUpload(workspaceId, file, mark, undefined))
    }
  }
}

async function finished(workspaceId: string, { id, file_id }: UploadEntity, options: Options): Promise<FileEntity> {
  forgetUpload(workspaceId, id)
  return withRetries(options, () => api<FileEntity>(href(urls.apiFile, { id: workspaceId, fileId: file_id! })))
}

/** The upload that was begun before, or a new one. */
async function openUpload(
  workspaceId: string,
  file: File,
  mark: string,
  stored: string | undefined,
): Promise<UploadEntity> {
  if (stored) {
    try {
      return await api<UploadEntity>(uploadAddress(workspaceId, stored))
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
      forgetUpload(workspaceId, stored)
    }
  }
  const body = { name: file.name, size: file.size }
  const created = await api<UploadEntity>(href(urls.apiUploads, { id: workspaceId }), { method: 'POST', body })
  storeUpload(workspaceId, { id: created.id, mark, name: file.name, size: file.size })
  return created
}

function sendPart(workspaceId: string, file: File, upload: UploadEntity, options: Options) {
  const { offset, part_bytes, id } = upload
  const part = file.slice(offset, offset + part_bytes)
  return withRetries(options, async () => {
    await freshToken()
    const headers = { 'Content-Type': 'application/octet-stream', [OFFSET_HEADER]: String(offset) }
    const onSent = (bytes: number) => options.onSent(offset + Math.min(bytes, part.size))
    const address = uploadAddress(workspaceId, id)
    return sendBody<UploadEntity | FileEntity>(
      address,
      { method: 'PATCH', headers, body: part },
      { onSent, signal: options.control.part },
    )
  })
}

/** Does it as soon as neither the person nor the network holds it up, however often it takes. @throws UploadError when it was given up, ApiError when it is refused */
async function withRetries<T>({ control, onState }: Options, work: () => Promise<T>): Promise<T> {
  let pause = FIRST_WAIT
  for (;;) {
    if (control.isPaused) {
      onState('paused')
      await control.ready()
    }
    if (control.signal.aborted) throw new UploadError('Cancelled.')
    try {
      onState('sending')
      return await work()
    } catch (error) {
      if (error instanceof Stopped) continue
      if (!isTemporary(error)) throw error
      onState('offline')
      await control.wait(pause)
      pause = Math.min(pause * 2, LONGEST_WAIT)
    }
  }
}

/** Whether the same call may well succeed later. */
const isTemporary = (error: unknown) =>
  !(error instanceof ApiError) ||
  error.status === 0 ||
  error.status === 429 ||
  error.code === 'upload_broken' ||
  (error.status >= 500 && error.code !== 'storage_full')
