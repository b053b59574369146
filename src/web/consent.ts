import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { newId } from '#base/ids.ts'
import { DAY, SECOND } from '#base/time.ts'
import {
  CONSENT_COOKIE,
  CONSENT_DAYS,
  choiceOf,
  choiceText,
  MOMENT_COOKIE,
  type Signal,
  signalOf,
  VISITOR_COOKIE,
} from '#records/rules/consent.ts'
import type { HttpContext } from './http-context.ts'

/** What this browser agreed to. `analytics` is what counts: a signal of the browser is a no, whatever was chosen before. */
export type Consent = {
  analytics: boolean
  /** Day of the choice; null where none was made. */
  on: string | null
  signal: Signal | null
  /** The random name of the browser; null without consent. */
  visitorId: string | null
  /** Settings say that nothing is tracked: nobody is asked then. */
  off?: boolean
}

const AGE = (CONSENT_DAYS * DAY) / SECOND
const VISITOR = /^[0-9a-f-]{36}$/

export const isHttps = (c: HttpContext): boolean => c.var.world.config.BASE_URL?.startsWith('https:') ?? false

export function consentOf(c: HttpContext): Consent {
  const signal = signalOf({ gpc: c.req.header('sec-gpc'), dnt: c.req.header('dnt') })
  const choice = choiceOf(getCookie(c, CONSENT_COOKIE), c.var.world.now())
  const off = !c.var.world.settings().analytics.enabled
  const analytics = choice?.analytics === true && signal === null && !off
  const visitor = getCookie(c, VISITOR_COOKIE)
  return {
    analytics,
    on: choice?.on ?? null,
    signal,
    visitorId: analytics && visitor && VISITOR.test(visitor) ? visitor : null,
    off,
  }
}

/** Whether the bar asks: nothing was chosen, and the browser has not said no by itself. */
export const mustAsk = ({ on, signal, off }: Consent): boolean => !off && on === null && signal === null

/**
 * Keeps a choice. A yes gives the browser a random name, a no takes it away, with whatever waits to be told.
 * @returns the name that was taken away
 */
export function keepConsent(c: HttpContext, analytics: boolean): { forgotten: string | null } {
  const before = getCookie(c, VISITOR_COOKIE)
  const on = c.var.world.now().toISOString().slice(0, 10)
  const secure = isHttps(c)
  const options = { path: '/', maxAge: AGE, sameSite: 'Lax', secure } as const
  // Page scripts read this one: they ask nothing and tell nothing without it.
  setCookie(c, CONSENT_COOKIE, choiceText({ analytics, on }), options)
  if (analytics) {
    setCookie(c, VISITOR_COOKIE, before && VISITOR.test(before) ? before : newId(), { ...options, httpOnly: true })
    return { forgotten: null }
  }
  for (const name of Object.keys(getCookie(c)))
    if (name === VISITOR_COOKIE || name.startsWith(MOMENT_COOKIE)) deleteCookie(c, name, { path: '/', secure })
  return { forgotten: before && VISITOR.test(before) ? before : null }
}
