/** Opaque, time-ordered id (UUID v7): keyset paging by id follows creation order and index inserts stay local. */
export const newId = (): string => Bun.randomUUIDv7()

/** Unguessable token of `bytes` random bytes as base64url text. */
export const newToken = (bytes = 32): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('base64url')
