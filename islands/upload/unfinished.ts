import type { UploadEntity } from '#files/rules/answers.ts'
import { href, urls } from '../../src/urls.ts'
import { ApiError, api } from '../kit/api.ts'
import { readStored, store } from '../kit/stored.ts'

/** An upload in parts that this browser began: `mark` tells its file from others. */
export type Unfinished = { id: string; mark: string; name: string; size: number; offset: number }
type StoredUpload = Omit<Unfinished, 'offset'>

const keyOf = (workspaceId: string) => `uploads:${workspaceId}`
const FIRST_BYTES = 1 << 20

/** Tells a file from others: name, size, when it was changed, and what its first megabyte holds. */
export async function markOf(file: File): Promise<string> {
  const first = new Uint8Array(await file.slice(0, FIRST_BYTES).arrayBuffer())
  let hash = ''
  if (globalThis.crypto?.subtle) {
    const digest = await crypto.subtle.digest('SHA-256', first)
    hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  } else {
    // Pages that are not served safely have no digests; FNV is enough to tell files of one person apart.
    let sum = 2166136261
    for (const byte of first) sum = Math.imul(sum ^ byte, 16777619)
    hash = (sum >>> 0).toString(16)
  }
  return [file.name, file.size, file.lastModified, hash].join('|')
}

export function storedUploads(workspaceId: string): StoredUpload[] {
  const uploads = readStored<StoredUpload[]>('localStorage', keyOf(workspaceId))
  return Array.isArray(uploads) ? uploads : []
}

const storeUploads = (workspaceId: string, uploads: StoredUpload[]): void =>
  store('localStorage', keyOf(workspaceId), uploads.length > 0 ? uploads.slice(-20) : null)

export const storeUpload = (workspaceId: string, one: StoredUpload): void =>
  storeUploads(workspaceId, [...storedUploads(workspaceId).filter(({ mark }) => mark !== one.mark), one])

export const forgetUpload = (workspaceId: string, id: string): void =>
  storeUploads(
    workspaceId,
    storedUploads(workspaceId).filter((one) => one.id !== id),
  )

export const uploadAddress = (workspaceId: string, id: string): string =>
  href(urls.apiUploadParts, { id: workspaceId, uploadId: id })

/** Uploads of this browser that the server still waits for. */
export async function unfinishedOf(workspaceId: string): Promise<Unfinished[]> {
  const unfinished: Unfinished[] = []
  for (const one of storedUploads(workspaceId)) {
    try {
      const { offset, size, file_id } = await api<UploadEntity>(uploadAddress(workspaceId, one.id))
      if (file_id || offset >= size) forgetUpload(workspaceId, one.id)
      else unfinished.push({ ...one, offset })
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) forgetUpload(workspaceId, one.id)
    }
  }
  return unfinished
}

export async function discard(workspaceId: string, id: string): Promise<void> {
  forgetUpload(workspaceId, id)
  await api(uploadAddress(workspaceId, id), { method: 'DELETE' }).catch(() => {
    // The server forgets it by itself after a day.
  })
}
