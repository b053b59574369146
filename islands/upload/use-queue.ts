import { useReducer, useRef } from 'react'
import type { FileEntity, UploadEntity } from '#files/rules/answers.ts'
import { OFFSET_HEADER } from '#files/rules/upload.ts'
import { href, urls } from '../../src/urls.ts'
import { ApiError, api, sentenceOf } from '../kit/api.ts'
import { freshToken } from '../kit/token-refresh.ts'
import { track } from '../kit/track.ts'
import { Control } from './control.ts'
import { type Item, itemOf, queueState } from './queue-state.ts'
import { rowsSoFar, Stopped, send, sendBody, UploadError, whenRead } from './send.ts'
import { discard, forgetUpload, markOf, storedUploads, storeUpload, uploadAddress } from './unfinished.ts'

/** Of a file's name only what kind of file it is. */
const extensionOf = (name: string) => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? 'none'

/**
 * Uploads one after the other.
 * @param most bytes of a file at most
 * @param onDone is called after each that ended in the workspace
 */
export function useQueue(workspaceId: string, most: number, onDone: () => void) {
  const [items, dispatch] = useReducer(queueState, [])
  const line = useRef(Promise.resolve())
  const keys = useRef(0)
  const controls = useRef(new Map<number, Control>())
  const controlOf = ({ key }: Pick<Item, 'key'>) => controls.current.get(key) ?? new Control()

  const upload = async ({ key, inParts }: Item, content: File) => {
    const control = controlOf({ key })
    if (control.signal.aborted) return
    dispatch({ type: 'sending', key })
    const counting = setInterval(async () => {
      const rows = await rowsSoFar(workspaceId, content.name).catch(() => null)
      if (rows) dispatch({ type: 'counted', key, rows })
    }, 1000)
    try {
      const onSent = (bytes: number) => dispatch({ type: 'sent', key, bytes, at: performance.now() })
      const sent = inParts
        ? await sendInParts(workspaceId, content, { control, onSent, onState: (type) => dispatch({ type, key }) })
        : await send(workspaceId, content, { onSent, signal: control.signal })
      const file = await whenRead(workspaceId, sent, (rows) => dispatch({ type: 'reading', key, rows }))
      dispatch({ type: 'ready', key, file })
      const about = { file_extension: extensionOf(content.name), size_bytes: content.size }
      track('upload_file', { workspace_id: workspaceId, ...about }, file.id)
      onDone()
    } catch (reason) {
      const error = reason instanceof UploadError ? reason.message : 'The upload failed. Please try again.'
      dispatch({ type: 'failed', key, error })
    } finally {
      clearInterval(counting)
    }
  }

  return {
    items,
    add(contents: File[]) {
      const added = contents.map((content) => itemOf(keys.current++, content, most))
      dispatch({ type: 'added', items: added })
      for (const [at, item] of added.entries()) {
        if (item.state === 'failed') continue
        controls.current.set(item.key, new Control())
        line.current = line.current.then(() => upload(item, contents[at]!))
      }
    },
    cancel(item: Item) {
      controlOf(item).cancel()
      if (item.state === 'waiting') dispatch({ type: 'failed', key: item.key, error: 'Cancelled.' })
    },
    pause(item: Item) {
      controlOf(item).pause()
      dispatch({ type: 'paused', key: item.key })
    },
    resume: (item: Item) => controlOf(item).resume(),
  }
}

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
async function sendInParts(workspaceId: string, file: File, options: Options): Promise<FileEntity> {
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
