import { setCookie } from 'hono/cookie'
import { newId } from '#base/ids.ts'
import { MINUTE, SECOND } from '#base/time.ts'
import { MOMENT_COOKIE } from '#records/rules/consent.ts'
import type { EventName, EventParams } from '#records/rules/tracking.ts'
import { consentOf, isHttps } from './consent.ts'
import type { HttpContext } from './http-context.ts'

/** Whoever has not come to a page by then has left. */
const LIFE = 5 * MINUTE

/**
 * Hands the page that follows, after any number of redirects, an event that only the server knows of. It travels in a cookie of its own,
 * which the page takes away as it reads it: neither a reload nor going back tells it again. Without consent nothing is handed over.
 * @param once names the moment where it may be answered twice (a purchase that is confirmed again): it counts once
 */
export function flashEvent<N extends EventName>(c: HttpContext, name: N, params: EventParams<N>, once?: string): void {
  if (!consentOf(c).analytics) return
  const id = once ? Bun.randomUUIDv5(`${name}:${once}`, 'url') : newId()
  setCookie(c, MOMENT_COOKIE + id, JSON.stringify({ name, params }), {
    path: '/',
    maxAge: LIFE / SECOND,
    sameSite: 'Lax',
    secure: isHttps(c),
  })
}
