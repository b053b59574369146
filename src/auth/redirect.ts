import type { HttpContext } from '#web/http-context.ts'
import { readForm } from '#web/input.ts'
import { href, urls } from '../urls.ts'
import { carry } from './api.ts'
import { localPath } from './rules/next.ts'
import type { SecondStep } from './second-factor.ts'
import * as sessions from './sessions.ts'
import { flashSignIn, type SignInMethod } from './sign-in-events.ts'

/** Where a form leads on when it is done: `next` of its address or of its fields, where that stays on this site. */
export async function nextOf(c: HttpContext): Promise<string | null> {
  const next = c.req.query('next') ?? (c.req.method === 'POST' ? (await readForm(c)).next : null)
  return localPath(typeof next === 'string' ? next : null)
}

/** Sends the browser on with the cookies of its new session, or to the second step that it still needs. */
export async function redirectSignedIn(
  c: HttpContext,
  answer: sessions.Beginning | SecondStep,
  otherwise: string,
  how: SignInMethod,
): Promise<Response> {
  const next = await nextOf(c)
  carry(c, answer.cookies)
  flashSignIn(c, answer, how)
  if (sessions.isWaiting(answer)) return c.redirect(href(urls.signInSecondStep, {}, { next: next ?? undefined }), 303)
  return c.redirect(next ?? otherwise, 303)
}
