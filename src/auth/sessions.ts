import { and, eq, lt, sql } from 'drizzle-orm'
import { AppError, forbidden } from '#base/errors.ts'
import { SITE } from '#base/site.ts'
import { inTransaction } from '#db/connect.ts'
import { auditEvents, sessions, signingKeys, users, verifications } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import * as mails from '#records/mails.ts'
import * as security from '#records/security.ts'
import type { Ctx, World } from '../ctx.ts'
import { newSignInMail } from './account-mails.ts'
import * as candidates from './candidates.ts'
import { personColumns, type SessionCtx } from './identify.ts'
import { startSession } from './identity.ts'
import * as lockout from './lockout.ts'
import { forgetClaims } from './purge.ts'
import { isAdmin } from './rules/admin-role.ts'
import type { SignIn } from './rules/credentials.ts'
import { deviceOf } from './rules/device.ts'
import { type SecondStep, secondStep } from './second-factor.ts'
import * as tokens from './tokens.ts'

/** A session that was just created: `cookies` are the Set-Cookie lines that carry it to the browser. */
export type Beginning = { ctx: SessionCtx; cookies: string[] }

/** Who asks, as far as a session keeps it: the User-Agent header, and the Cookie header for browsers that are trusted. */
export type Requester = { userAgent: string; cookies: string | null }

/**
 * Signs a person in, or begins to where a second step is needed. Unknown emails and wrong passwords cost the same and get the same answer.
 * @param needs `admin` lets only platform admins in
 * @throws AppError unauthenticated `invalid_credentials`, forbidden `account_disabled` or `not_admin`, rate_limited
 */
export async function login(
  ctx: Ctx,
  input: SignIn,
  from: Requester,
  needs: 'anybody' | 'admin' = 'anybody',
): Promise<Beginning | SecondStep> {
  const { email, password, remember = true } = input
  await lockout.attempt(ctx, email)
  const person = await candidates.match(ctx, email, password)
  if (!person) {
    await security.record(ctx, 'sign_in_failed', { email })
    throw new AppError('unauthenticated', 'The email or the password is not right.', { code: 'invalid_credentials' })
  }
  await lockout.succeeded(ctx, email)
  if (needs === 'admin' && !isAdmin(person.adminRoles)) {
    await security.record(ctx, 'admin_refused', { email })
    throw forbidden('This account is not an administrator.', 'not_admin')
  }
  return admit(ctx, person, { remember, from, by: 'password' })
}

export type Way = { remember: boolean; from: Requester; by: 'password' | 'google' }

/**
 * Signs in a person who has proven who they are: refuses disabled accounts, and asks for the second factor where there is one.
 * @throws AppError forbidden `account_disabled`
 */
export async function admit(
  ctx: Ctx,
  person: { id: string; email: string; emailVerified: boolean; twoFactorEnabled: boolean; disabledAt: Date | null },
  { remember, from, by }: Way,
): Promise<Beginning | SecondStep> {
  if (person.disabledAt) {
    await security.record(ctx, 'disabled_refused', { email: person.email })
    throw forbidden(`This account is disabled. Write to ${SITE.email}.`, 'account_disabled')
  }
  // Whoever registered again before they remembered this account has only the one from now on.
  if (person.emailVerified) await forgetClaims(ctx, { email: person.email })
  const step = await secondStep(ctx, person, { remember, requestCookies: from.cookies })
  return step ?? start(ctx, person.id, { remember, userAgent: from.userAgent, by })
}

/** Whether a sign-in waits for its second step. */
export const isWaiting = (answer: Beginning | SecondStep): answer is SecondStep => !('ctx' in answer)

/**
 * Begins a session, and tells the person when their account has not seen this browser before. Within a transaction it is part of that.
 * @param how `by`: what the person showed
 */
export async function start(
  ctx: Ctx,
  userId: string,
  how: { remember: boolean; userAgent: string; by: Way['by'] | 'second_factor' | 'registration' },
): Promise<Beginning> {
  const session = await inTransaction(ctx, async (ctx) => {
    const { sessionId, cookies } = await startSession(ctx, userId, how)
    const started = { ctx: await sessionCtx(ctx, sessionId), cookies }
    const device = deviceOf(how.userAgent)
    await noteDevice(started.ctx, device)
    await audit.record(started.ctx, 'session.begin', started.ctx.sessionId, { device, by: how.by })
    return started
  })
  return { ...session, ctx: { ...session.ctx, db: ctx.db } }
}

/** Mails a person whose account was never used from this kind of device; not at its first sign-in, nor where the address is not proven. */
async function noteDevice(ctx: SessionCtx, device: string): Promise<void> {
  if (!ctx.user.emailVerified) return
  const seen = await ctx.db
    .selectDistinct({ device: sql<string | null>`${auditEvents.details} ->> 'device'` })
    .from(auditEvents)
    .where(and(eq(auditEvents.actorId, ctx.user.id), eq(auditEvents.action, 'session.begin')))
  if (seen.length === 0 || seen.some((it) => it.device === device)) return
  await mails.post(ctx, 'new_sign_in', newSignInMail(ctx, ctx.user, device))
}

async function sessionCtx(ctx: Ctx, id: string): Promise<SessionCtx> {
  const [user] = await ctx.db
    .select(personColumns)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, id))
  const actor = { ...ctx.actor, userId: user!.id, via: 'session' as const }
  return { ...ctx, actor, user: user!, sessionId: id }
}

/** Ends a session: its cookie and all its access tokens are invalid from now on. */
export const logout = (ctx: SessionCtx): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    await ctx.db.delete(sessions).where(eq(sessions.id, ctx.sessionId))
    await audit.record(ctx, 'session.end', ctx.sessionId)
  })

export const issueToken = (ctx: SessionCtx) => tokens.issue(ctx, ctx.user.id, ctx.sessionId)

/** Forgets sessions, links and keys that are over; a job calls it. Returns how many there were. */
export async function sweep(world: Pick<World, 'db' | 'now'>): Promise<number> {
  const now = world.now()
  const gone = await Promise.all([
    world.db.delete(sessions).where(lt(sessions.expiresAt, now)).returning({ id: sessions.id }),
    world.db.delete(verifications).where(lt(verifications.expiresAt, now)).returning({ id: verifications.id }),
    world.db.delete(signingKeys).where(lt(signingKeys.expiresAt, now)).returning({ id: signingKeys.id }),
  ])
  return gone.flat().length
}
