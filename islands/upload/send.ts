import type { FileEntity } from '#sources/rules/file.ts'
import { href, urls } from '../../src/urls.ts'

/** An answer that is an error, as a sentence. */
export class UploadError extends Error {}

type Options = { onSent: (bytes: number) => void; signal: AbortSignal }

/** Sends one file; fetch cannot tell how much of a body is sent, XMLHttpRequest can. */
export function send(workspaceId: string, file: File, { onSent, signal }: Options): Promise<FileEntity> {
  const { promise, resolve, reject } = Promise.withResolvers<FileEntity>()
  const request = new XMLHttpRequest()
  const body = new FormData()
  body.set('file', file)
  request.upload.addEventListener('progress', ({ loaded }) => onSent(Math.min(loaded, file.size)))
  request.addEventListener('load', () => {
    const answer = parsed(request.responseText)
    if (request.status < 300 && answer) resolve(answer as FileEntity)
    else reject(new UploadError((answer as { error?: string } | null)?.error ?? failure(request.status)))
  })
  request.addEventListener('error', () =>
    reject(new UploadError('The connection broke. Check your network and try again.')),
  )
  request.addEventListener('abort', () => reject(new UploadError('Cancelled.')))
  signal.addEventListener('abort', () => request.abort(), { once: true })
  request.open('POST', href(urls.apiFileUpload, { id: workspaceId }))
  request.setRequestHeader('Accept', 'application/json')
  request.send(body)
  return promise
}

/** Rows read so far of the newest file of this name that is being read; null when there is none (any more). */
export async function rowsSoFar(workspaceId: string, name: string): Promise<number | null> {
  const answer = await fetch(href(urls.apiFiles, { id: workspaceId }, { limit: '10' }))
  if (!answer.ok) return null
  const files = (await answer.json()) as FileEntity[]
  return files.find((file) => file.name === name && file.status === 'processing')?.progress?.rows ?? null
}

/** Waits until a file is read; `onRows` is told how far. @throws UploadError when it could not be read */
export async function whenRead(
  workspaceId: string,
  file: FileEntity,
  onRows: (rows: number) => void,
): Promise<FileEntity> {
  let seen = file
  while (seen.status === 'processing') {
    onRows(seen.progress?.rows ?? 0)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const answer = await fetch(href(urls.apiFile, { id: workspaceId, fileId: file.id }))
    if (answer.ok) seen = (await answer.json()) as FileEntity
    else if (answer.status === 404) throw new UploadError('The file is gone.')
  }
  if (seen.status === 'failed') throw new UploadError(seen.error ?? 'The file could not be read.')
  return seen
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const failure = (status: number) =>
  status === 413
    ? 'The file is too large.'
    : status === 401
      ? 'You are signed out. Sign in and try again.'
      : `The upload failed (${status}). Please try again.`
