import { eq } from 'drizzle-orm'
import { AppError, invalidFields } from '#base/errors.ts'
import { inTransaction } from '#db/connect.ts'
import { users } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import * as mails from '#records/mails.ts'
import * as security from '#records/security.ts'
import type { Ctx } from '../ctx.ts'
import { securityMail } from './account-mails.ts'
import { personColumns } from './identify.ts'
import * as links from './links.ts'
import type { SecondStepCode } from './rules/account.ts'
import { carriedChallenge, forgottenChallenge, trust } from './second-factor.ts'
import * as sessions from './sessions.ts'
import * as twoFactor from './two-factor.ts'

/** Whether this browser has a sign-in that waits for its second step. */
export async function isAwaited(ctx: Ctx, requestCookies: string | null): Promise<boolean> {
  const challenge = carriedChallenge(ctx, requestCookies)
  return challenge !== null && (await links.find(ctx, 'second-step', challenge)) !== null
}

/**
 * Takes the second step of a sign-in with a code of the app or a backup code, and begins the session.
 * @throws AppError unauthenticated `challenge_over`, invalid with the field `code`, rate_limited after too many wrong codes
 */
export async function take(ctx: Ctx, input: SecondStepCode, from: sessions.Requester): Promise<sessions.Beginning> {
  const challenge = input.challenge ?? carriedChallenge(ctx, from.cookies)
  const waiting = challenge ? await links.find(ctx, 'second-step', challenge) : null
  if (!challenge || !waiting) throw over()
  const { userId, remember } = waiting
  // Kept whatever the verdict: a wrong code counts.
  const verdict = await inTransaction(ctx, (ctx) => twoFactor.judge(ctx, userId, input.code))
  if (!verdict.right) throw await refuse(ctx, userId, verdict.lockedFor)
  const started = await inTransaction(ctx, async (ctx) => {
    if (!(await links.use(ctx, 'second-step', challenge))) throw over()
    const [user] = await ctx.db.select(personColumns).from(users).where(eq(users.id, userId))
    const { ctx: theirs, cookies } = await sessions.start(ctx, user!.id, {
      remember,
      userAgent: from.userAgent,
      by: 'second_factor',
    })
    const { right: _, ...details } = verdict
    await audit.record(theirs, 'two_factor.verify', theirs.sessionId, details)
    if (verdict.by === 'backup_code')
      await mails.post(theirs, 'two_factor_changed', securityMail(theirs, 'backup_code_used'))
    const trusted = input.trust_browser ? [await trust(theirs, userId)] : []
    return { ctx: theirs, cookies: [...cookies, forgottenChallenge(ctx), ...trusted] }
  })
  return { ...started, ctx: { ...started.ctx, db: ctx.db } }
}

async function refuse(ctx: Ctx, userId: string, lockedFor: number): Promise<AppError> {
  const kind = lockedFor > 0 ? 'second_step_locked' : 'second_step_failed'
  await security.record({ ...ctx, actor: { ...ctx.actor, userId } }, kind, { user_id: userId, locked_for: lockedFor })
  if (lockedFor === 0)
    return invalidFields({ code: 'This code is not right, or was used before. Wait for the next one.' })
  const minutes = Math.ceil(lockedFor / 60)
  return new AppError(
    'rate_limited',
    `Too many wrong codes. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { details: { retry_after: lockedFor } },
  )
}

const over = () =>
  new AppError('unauthenticated', 'This sign-in took too long. Please begin again with your email and password.', {
    code: 'challenge_over',
  })
