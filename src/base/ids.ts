/** Opaque, time-ordered id (UUID v7): keyset paging by id follows creation order and index inserts stay local. */
export const newId = (): string => Bun.randomUUIDv7()

/** Before every id that is made from this moment on, after every one made before it. */
export function firstIdAt(moment: Date): string {
  const time = Math.max(0, moment.getTime()).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-0000-0000-000000000000`
}

export const madeAt = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))

/** Unguessable token of `bytes` random bytes as base64url text. */
export const newToken = (bytes = 32): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('base64url')

export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

export const IDS = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g
