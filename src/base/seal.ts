import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Keys that seal: the first of `named` seals, all of them open, and so does the one that derives from `secret`. */
export type SealKeys = {
  /** AUTH_SECRET: seals where no key is named, and opens what it sealed before some were. */
  secret: string
  /** Newest first. */
  named: { id: string; key: string }[]
}

/** Id of the key that derives from AUTH_SECRET. */
const OWN = 'auth'
const KEY_ID = /^[\w-]{1,40}$/
const LEAST_KEY = 32

const derived = (secret: string, use: string) => new Uint8Array(hkdfSync('sha256', secret, '', use, 32))
const keyOf = (secret: string) => derived(secret, 'tabletalk seal v1')

/**
 * Reads SECRET_KEYS: `id:key` pairs, newest first.
 * @throws Error with a sentence that holds no key
 */
export function parseSealKeys(text: string): SealKeys['named'] {
  const named = text
    .split(',')
    .map((pair) => pair.trim())
    .filter(Boolean)
    .map((pair) => {
      const at = pair.indexOf(':')
      return { id: pair.slice(0, Math.max(at, 0)).trim(), key: pair.slice(at + 1).trim() }
    })
  for (const [index, { id, key }] of named.entries()) {
    if (!KEY_ID.test(id) || id === OWN)
      throw new Error(`pair ${index + 1} has no id before its colon, or one that is taken; use letters and digits`)
    if (key.length < LEAST_KEY) throw new Error(`the key "${id}" must have at least ${LEAST_KEY} characters`)
  }
  if (new Set(named.map(({ id }) => id)).size < named.length) throw new Error('two keys have the same id')
  return named
}

export const newestKey = ({ named }: SealKeys): string => named[0]?.id ?? OWN

const keyWith = ({ secret, named }: SealKeys, id: string): Uint8Array | null => {
  if (id === OWN) return derived(secret, 'tabletalk seal v2')
  const found = named.find((one) => one.id === id)
  return found ? derived(found.key, 'tabletalk seal v2') : null
}

/**
 * Encrypts a secret for keeping in the database (AES-256-GCM).
 * @param by AUTH_SECRET, or the keys of which the newest seals and whose id is noted
 * @param place where it is kept, as `table:id:field`: sealed text moved to another place does not open
 */
export function seal(by: string | SealKeys, place: string, text: string): string {
  const head = typeof by === 'string' ? ['v1'] : ['v2', newestKey(by)]
  const key = typeof by === 'string' ? keyOf(by) : keyWith(by, newestKey(by))!
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [...head, ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.')
}

/** The text that `seal` closed with one of the keys for the same place. @throws Error when either differs or it was changed */
export function unseal(by: string | SealKeys, place: string, sealed: string): string {
  const parts = sealed.split('.')
  const version = parts.shift()
  const id = version === 'v2' ? parts.shift() : undefined
  const [iv, tag, body] = parts
  if ((version !== 'v1' && version !== 'v2') || !iv || !tag || body === undefined)
    throw new Error('This is not a sealed secret.')
  const keys = typeof by === 'string' ? { secret: by, named: [] } : by
  const key = version === 'v1' ? keyOf(keys.secret) : keyWith(keys, id!)
  if (!key) throw new Error(`The key "${id}" that sealed this is not among SECRET_KEYS.`)
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
    .setAAD(Buffer.from(place))
    .setAuthTag(Buffer.from(tag, 'base64url'))
  return decipher.update(Buffer.from(body, 'base64url'), undefined, 'utf8') + decipher.final('utf8')
}
