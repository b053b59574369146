import type { FileEntity } from '#files/rules/answers.ts'
import { href, urls } from '../../src/urls.ts'
import { ApiError, api, bearer, refusal, sentenceOf } from '../kit/api.ts'
import { apiAddress } from '../kit/api-address.ts'

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
    if (request.status < 300) return resolve(JSON.parse(request.responseText) as FileEntity)
    const error = refusal(request.status, request.responseText, request.getResponseHeader('x-request-id'))
    reject(new UploadError(WORDS[request.status] ?? sentenceOf(error)))
  })
  request.addEventListener('error', () =>
    reject(new UploadError('The connection broke. Check your network and try again.')),
  )
  request.addEventListener('abort', () => reject(new UploadError('Cancelled.')))
  signal.addEventListener('abort', () => request.abort(), { once: true })
  request.open('POST', apiAddress(href(urls.apiFileUpload, { id: workspaceId })))
  for (const [name, value] of Object.entries({ Accept: 'application/json', ...bearer() }))
    request.setRequestHeader(name, value)
  request.send(body)
  return promise
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
