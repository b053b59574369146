import type { EventParams } from '#records/rules/tracking.ts'
import { flashEvent } from '#web/flash-events.ts'
import type { HttpContext } from '#web/http-context.ts'
import type { SecondStep } from './second-factor.ts'
import * as sessions from './sessions.ts'

export type SignInMethod = { login: EventParams<'login'>['method'] } | { sign_up: EventParams<'sign_up'>['method'] }

/** Lets the next page tell that somebody came in; a sign-in that waits for its second step is none yet. */
export function flashSignIn(c: HttpContext, answer: sessions.Beginning | SecondStep, how: SignInMethod): void {
  if (sessions.isWaiting(answer)) return
  if ('login' in how) flashEvent(c, 'login', { method: how.login })
  else flashEvent(c, 'sign_up', { method: how.sign_up })
}
