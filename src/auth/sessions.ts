import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { and, eq, lt } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import { MINUTE } from '#base/time.ts'
import { inTransaction } from '#db/connect.ts'
import { accounts, sessions, signingKeys, users, verifications } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import * as security from '#records/security.ts'
import * as rateLimit from '#web/rate-limit.ts'
import type { Ctx, World } from '../ctx.ts'
import { personColumns, type SessionCtx } from './identify.ts'
import { identityOf, withDeed } from './identity.ts'
import { isAdmin } from './rules/admin-role.ts'
import type { SignIn } from './rules/credentials.ts'
import * as tokens from './tokens.ts'

/** A session that has just begun: `cookies` are the Set-Cookie lines that carry it to the browser. */
export type Beginning = { ctx: SessionCtx; cookies: string[] }

/** Failed sign-ins allowed for one account and from one address; sign-ins that succeed do not count. */
const FAILURES = {
  account: { most: 10, window: 15 * MINUTE },
  address: { most: 100, window: 15 * MINUTE },
}
/**
 * Signs a person in. An unknown email and a wrong password take the same time and give the same answer.
 * @param needs `admin` lets only platform admins in
 * @throws AppError unauthenticated `invalid_credentials`, forbidden `not_admin`, rate_limited
 */
export async function login(
  ctx: Ctx,
  input: SignIn,
  userAgent: string,
  needs: 'anybody' | 'admin' = 'anybody',
): Promise<Beginning> {
  const { email, password, remember } = input
  const limits = [
    [`sign-in:account:${email}`, FAILURES.account],
    ...(ctx.actor.ip ? ([[`sign-in:address:${ctx.actor.ip}`, FAILURES.address]] as const) : []),
  ] as const
  for (const [key, limit] of limits) await rateLimit.take(ctx, key, limit).catch(noteLimited(ctx, email))
  const found = await findCredential(ctx, email)
  const right = await verifyPassword({ hash: found?.hash ?? (await decoyHash()), password })
  if (!found || !right) {
    await security.record(ctx, 'sign_in_failed', { email })
    throw new AppError('unauthenticated', 'The email or the password is not right.', { code: 'invalid_credentials' })
  }
  for (const [key] of limits) await rateLimit.giveBack(ctx, key)
  if (needs === 'admin' && !isAdmin(found.adminRoles)) {
    await security.record(ctx, 'admin_refused', { email })
    throw new AppError('forbidden', 'This account is not an administrator.', { code: 'not_admin' })
  }
  const identity = await identityOf(ctx)
  const begun = await inTransaction(ctx, async (ctx) => {
    const { headers, response } = await withDeed({ db: ctx.db, password, verified: found.hash }, () =>
      identity.api.signInEmail({
        body: { email, password, rememberMe: remember ?? true },
        headers: requestHeaders(ctx, userAgent),
        returnHeaders: true,
      }),
    )
    const begun = await begin(ctx, response.token, headers)
    await audit.record(begun.ctx, 'session.begin', begun.ctx.sessionId)
    return begun
  })
  return outside(ctx, begun)
}

const noteLimited = (ctx: Ctx, email: string) => async (error: unknown) => {
  await security.record(ctx, 'sign_in_limited', { email })
  throw error
}

async function findCredential(ctx: Ctx, email: string) {
  const [row] = await ctx.db
    .select({ adminRoles: users.adminRoles, hash: accounts.password })
    .from(users)
    .innerJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, 'credential')))
    .where(eq(users.email, email))
    .limit(1)
  return row?.hash ? { adminRoles: row.adminRoles, hash: row.hash } : null
}

/** What the password of an unknown email is compared with, so that the comparison costs the same. */
let decoy: Promise<string> | undefined
const decoyHash = (): Promise<string> => {
  decoy ??= hashPassword(crypto.randomUUID())
  return decoy
}

/** better-auth notes browser and address of a session from these; nothing else of the request reaches it. */
export function requestHeaders(ctx: Ctx, userAgent: string): Headers {
  const headers = new Headers({ 'user-agent': userAgent.slice(0, 500) })
  if (ctx.actor.ip) headers.set('x-client-address', ctx.actor.ip)
  return headers
}

/** The ctx of the session with this secret, which this transaction has just made. */
export async function begin(ctx: Ctx, token: string | null, headers: Headers): Promise<Beginning> {
  const [row] = await ctx.db
    .select({ sessionId: sessions.id, ...personColumns })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.token, token ?? ''))
  const { sessionId, ...user } = row!
  const actor = { ...ctx.actor, userId: user.id, via: 'session' as const }
  return { ctx: { ...ctx, actor, user, sessionId }, cookies: headers.getSetCookie() }
}

/** The beginning as it is used after its transaction: on the database of `ctx` again. */
export const outside = (ctx: Ctx, begun: Beginning): Beginning => ({ ...begun, ctx: { ...begun.ctx, db: ctx.db } })

/** Ends a session: its cookie and every access token of it are worth nothing from now on. */
export const logout = (ctx: SessionCtx): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    await ctx.db.delete(sessions).where(eq(sessions.id, ctx.sessionId))
    await audit.record(ctx, 'session.end', ctx.sessionId)
  })

/** A fresh access token for the session of this request. */
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
