import { Secret, TOTP } from 'otpauth'
import { SECOND } from '#base/time.ts'

/** Time-based one-time passwords (RFC 6238) as every authenticator app makes them: SHA-1, six digits, thirty seconds. */
export const CODE_DIGITS = 6
const STEP = 30 * SECOND
/** Steps before and after now whose codes are accepted: the clocks of telephones differ by some seconds. */
const TOLERANCE = 1
/** 160 bits, what RFC 4226 recommends. */
const SECRET_BYTES = 20
const KIND = { algorithm: 'SHA1', digits: CODE_DIGITS, period: STEP / SECOND }

/** A fresh secret in base32, as people type it into their app. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** The number of the time step at `now`. */
export const stepAt = (now: Date): number => TOTP.counter({ period: KIND.period, timestamp: now.getTime() })

export const codeOf = (secret: string, step: number): string =>
  new TOTP({ ...KIND, secret }).generate({ timestamp: step * STEP })

/**
 * The time step whose code this is, or null.
 * @param after steps up to this one were used already: their codes are not accepted again
 */
export function stepOf(secret: string, code: string, now: Date, after: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = new TOTP({ ...KIND, secret }).validate({ token: code, timestamp: now.getTime(), window: TOLERANCE })
  const step = delta === null ? null : stepAt(now) + delta
  return step !== null && step > after ? step : null
}

export const enrolment = (issuer: string, account: string, secret: string): string =>
  new TOTP({ ...KIND, issuer, label: account, secret }).toString()
