import { getCookie, setCookie } from 'hono/cookie'
import type { HttpContext } from '#web/http-context.ts'

/** Keeps what a person chose on /profile for the login page of this browser, which does not know them yet. */
const NAME = 'keep_signed_in'
const YEAR_S = 31_536_000
/** What forms begin with in which somebody chooses a password. */
export const REMEMBERED = { remember: 'on' }

/** What the box "Keep me signed in" says at first: a form's `on` or nothing. Ticked until the person chooses otherwise. */
export const rememberedChoice = (c: HttpContext): string => getCookie(c, NAME) ?? REMEMBERED.remember

export function rememberChoice(c: HttpContext, keep: boolean): void {
  const secure = new URL(c.req.url).protocol === 'https:'
  setCookie(c, NAME, keep ? 'on' : '', { path: '/login', maxAge: YEAR_S, sameSite: 'Lax', httpOnly: true, secure })
}
