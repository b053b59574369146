import type { FileEntity } from '#files/rules/answers.ts'
import { href, urls } from '../../src/urls.ts'
import { ApiError, api, bearer, refusal, sentenceOf } from '../kit/api.ts'
import { apiAddress } from '../kit/api-address.ts'

/** An answer that is an error, as a sentence. */
export class UploadError extends Error {}

type Options = { onSent: (bytes: number) => void; signal: AbortSignal }
type Content = { method: 'POST' | 'PATCH'; headers?: Record<string, string>; body: FormData | Blob }

/** A request that was ended by its signal. */
export class Stopped extends Error {}

/**
 * Sends a body and tells how much of it is sent: XMLHttpRequest knows, fetch does not.
 * @throws ApiError when it is refused or the connection breaks, Stopped
 */
export function sendBody<T>(path: string, { method, headers, body }: Content, { onSent, signal }: Options): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const request = new XMLHttpRequest()
  request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded))
  request.addEventListener('load', () => {
    if (request.status < 300) return resolve(JSON.parse(request.responseText) as T)
    reject(refusal(request.status, request.responseText, request.getResponseHeader('x-request-id')))
  })
  request.addEventListener('error', () => reject(new ApiError('The connection broke.', 0)))
  request.addEventListener('abort', () => reject(new Stopped()))
  signal.addEventListener('abort', () => request.abort(), { once: true })
  request.open(method, apiAddress(path))
  for (const [name, value] of Object.entries({ Accept: 'application/json', ...bearer(), ...headers }))
    request.setRequestHeader(name, value)
  request.send(body)
  return promise
}

/** Sends one file. @throws UploadError */
export async function send(workspaceId: string, file: File, { onSent, signal }: Options): Promise<FileEntity> {
  const body = new FormData()
  body.set('file', file)
  const content: Content = { method: 'POST', body }
  const sent = (bytes: number) => onSent(Math.min(bytes, file.size))
  try {
    return await sendBody(href(urls.apiFileUpload, { id: workspaceId }), content, { onSent: sent, signal })
  } catch (error) {
    if (!(error instanceof ApiError)) throw new UploadError('Cancelled.')
    const broken = error.status === 0 ? 'The connection broke. Check your network and try again.' : undefined
    throw new UploadError(broken ?? WORDS[error.status] ?? sentenceOf(error))
  }
}

/** Rows read so far of the newest file of this name that is being read; null when there is none (any more). */
export async function rowsSoFar(workspaceId: string, name: string): Promise<number | null> {
  const files = await api<FileEntity[]>(href(urls.apiFiles, { id: workspaceId }, { limit: '10' }))
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
    try {
      seen = await api<FileEntity>(href(urls.apiFile, { id: workspaceId, fileId: file.id }))
    } catch (error) {
      // Anything else may pass: the file is being read all the same.
      if (error instanceof ApiError && error.status === 404) throw new UploadError('The file is gone.')
      if (error instanceof ApiError && error.status === 401) throw new UploadError(WORDS[401]!)
    }
  }
  if (seen.status === 'failed') throw new UploadError(seen.error ?? 'The file could not be read.')
  return seen
}

/** What a person does about it says more than the server's sentence. */
const WORDS: Record<number, string> = {
  401: 'You are signed out. Sign in and try again.',
  413: 'The file is too large.',
}
