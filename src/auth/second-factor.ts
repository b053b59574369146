import { AppError } from '#base/errors.ts'
import type { Ctx } from '../ctx.ts'

/** A sign-in that waits for its second step: `cookies` are the Set-Cookie lines by which that step knows who has begun. */
export type SecondStep = { cookies: string[] }

/**
 * Asked when a password was right and before a session begins: the step that this person still has to take, or null when there is none.
 * The API then answers 200 `{two_factor_required: true}`, the form goes on to /login/second-step. Once the step is taken, the session
 * is begun by `sessions.start`.
 * @param how `remember` is for the session that follows; `requestCookies` is the Cookie header, for devices that are trusted
 */
export async function secondStep(
  _ctx: Ctx,
  person: { id: string; twoFactorEnabled: boolean },
  _how: { remember: boolean; requestCookies: string | null },
): Promise<SecondStep | null> {
  if (!person.twoFactorEnabled) return null
  throw new AppError('forbidden', 'This account needs a second step, which this server cannot ask for.')
}
