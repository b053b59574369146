import { createHmac, randomBytes } from 'node:crypto'
import { SECOND } from '#base/time.ts'

/** Time-based one-time passwords (RFC 6238) as every authenticator app makes them: SHA-1, six digits, thirty seconds. */
export const CODE_DIGITS = 6
const STEP = 30 * SECOND
/** Steps around now that are taken: clocks of telephones differ by some seconds. */
const TOLERANCE = 1
/** 160 bits, what RFC 4226 recommends. */
const SECRET_BYTES = 20
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A fresh secret in base32, as people type it into their app. */
export function newSecret(): string {
  const bits = [...randomBytes(SECRET_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits
    .match(/.{5}/g)!
    .map((five) => ALPHABET[Number.parseInt(five, 2)])
    .join('')
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}

/** The number of the time step at `now`. */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / STEP)

/** The code of one time step. */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = hash[hash.length - 1]! & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0')
}

/**
 * The time step whose code this is, or null.
 * @param after steps up to this one were used already
 */
export function stepOf(secret: string, code: string, now: Date, after: number): number | null {
  const here = stepAt(now)
  for (let step = here - TOLERANCE; step <= here + TOLERANCE; step += 1)
    if (step > after && codeOf(secret, step) === code) return step
  return null
}

/** What an app reads from the QR code. */
export const enrolment = (issuer: string, account: string, secret: string): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
