import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const keyOf = (secret: string) => new Uint8Array(hkdfSync('sha256', secret, '', 'tabletalk seal v1', 32))

/**
 * Encrypts a secret for keeping in the database (AES-256-GCM).
 * @param place where it is kept, as `table:id:field`: sealed text moved to another place does not open
 */
export function seal(secret: string, place: string, text: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return ['v1', iv, cipher.getAuthTag(), sealed]
    .map((part) => (typeof part === 'string' ? part : part.toString('base64url')))
    .join('.')
}

/** The text that `seal` closed with the same secret for the same place. @throws Error when either differs or it was changed */
export function unseal(secret: string, place: string, sealed: string): string {
  const [version, iv, tag, body] = sealed.split('.')
  if (version !== 'v1' || !iv || !tag || body === undefined) throw new Error('This is not a sealed secret.')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), Buffer.from(iv, 'base64url'))
    .setAAD(Buffer.from(place))
    .setAuthTag(Buffer.from(tag, 'base64url'))
  return decipher.update(Buffer.from(body, 'base64url'), undefined, 'utf8') + decipher.final('utf8')
}
