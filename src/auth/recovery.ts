import { and, desc, eq } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import { HOUR } from '#base/time.ts'
import { inTransaction } from '#db/connect.ts'
import { accounts, apiKeys, sessions, twoFactors, users } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import * as mails from '#records/mails.ts'
import * as rateLimit from '#web/rate-limit.ts'
import type { Ctx, UserCtx } from '../ctx.ts'
import { noAccountMail, resetMail, securityMail } from './account-mails.ts'
import * as addresses from './addresses.ts'
import { personColumns } from './identify.ts'
import { addSignInMethod, scrypt } from './identity.ts'
import * as links from './links.ts'
import * as lockout from './lockout.ts'
import { forgetClaims } from './purge.ts'
import { trustNone } from './second-factor.ts'
import { demandStrength } from './strength.ts'
import * as verification from './verification.ts'

/** Mails that one address on the network may cause. */
const REQUESTS = { most: 20, window: HOUR }

/**
 * Sends a link with which a new password can be chosen. Known or not, every address is answered alike and costs the same: one look, one
 * link, one mail. The link of an address without account is for nobody, and its mail says so.
 * @throws AppError rate_limited
 */
export async function request(ctx: Ctx, email: string): Promise<void> {
  if (ctx.actor.ip) await rateLimit.take(ctx, `reset-password:${ctx.actor.ip}`, REQUESTS)
  await inTransaction(ctx, async (ctx) => {
    if (!(await verification.mayWrite(ctx, email))) return
    const [person] = await ctx.db
      .select({ id: users.id, name: users.name })
      .from(users)
      .where(eq(users.email, email))
      .orderBy(desc(users.emailVerified), desc(users.id))
      .limit(1)
    const token = await links.issue(ctx, 'reset-password', { userId: person?.id ?? null, email })
    const mail = person ? resetMail(ctx, { name: person.name, email }, token) : noAccountMail(ctx, email)
    await mails.post(ctx, 'reset_password', mail)
  })
}

/** Sends the link to somebody who asked our support for it. `ctx.db` is a transaction. @throws AppError rate_limited */
export async function send(ctx: Ctx, { id, name, email }: { id: string; name: string; email: string }): Promise<void> {
  if (!(await verification.mayWrite(ctx, email)))
    throw new AppError('rate_limited', 'This address has had several mails within the hour. Try again later.')
  const token = await links.issue(ctx, 'reset-password', { userId: id, email })
  await mails.post(ctx, 'reset_password', resetMail(ctx, { name, email }, token, 'support'))
}

const gone = () =>
  new AppError('not_found', 'This link has expired or was already used. Ask for a new one.', { code: 'link_gone' })

/** The address that a link is for. @throws AppError not_found `link_gone` */
export async function resolveLink(ctx: Ctx, token: string): Promise<{ userId: string; email: string }> {
  const bearer = await links.find(ctx, 'reset-password', token)
  if (!bearer?.userId) throw gone()
  return { userId: bearer.userId, email: bearer.email }
}

/**
 * Sets the password by a link, which proves the address too. Every session ends; of an account that was never proven also all that a
 * somebody else may have left in it: keys, second factors, trusted browsers.
 * @throws AppError not_found `link_gone`, invalid for a weak password
 */
export async function complete(ctx: Ctx, token: string, password: string): Promise<{ email: string }> {
  const { userId, email } = await resolveLink(ctx, token)
  const [named] = await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, userId))
  await demandStrength(ctx, password, { name: named?.name, email })
  const hash = await scrypt.hash(password)
  await inTransaction(ctx, async (ctx) => {
    await addresses.hold(ctx, email)
    if (!(await links.useAll(ctx, 'reset-password', token))) throw gone()
    const [user] = await ctx.db.select(personColumns).from(users).where(eq(users.id, userId)).for('update')
    if (user?.email !== email) throw gone()
    const theirs: UserCtx = { ...ctx, user, actor: { ...ctx.actor, userId } }
    await setPassword(theirs, hash)
    await ctx.db.delete(sessions).where(eq(sessions.userId, userId))
    await trustNone(ctx, userId)
    if (user.emailVerified) await forgetClaims(ctx, { email })
    else await takeOver(theirs)
    await lockout.clear(ctx, [email])
    await audit.record(theirs, 'user.reset_password', userId)
    await mails.post(ctx, 'password_changed', securityMail(theirs, 'password'))
  })
  return { email }
}

/** Who only ever came with Google has a password from now on. */
async function setPassword(ctx: UserCtx, hash: string): Promise<void> {
  const changed = await ctx.db
    .update(accounts)
    .set({ password: hash, updatedAt: ctx.now() })
    .where(and(eq(accounts.userId, ctx.user.id), eq(accounts.providerId, 'credential')))
    .returning({ id: accounts.id })
  if (changed.length === 0) await addSignInMethod(ctx, ctx.user.id, { hash })
}

async function takeOver(ctx: UserCtx): Promise<void> {
  const { id, email } = ctx.user
  await ctx.db.update(apiKeys).set({ revokedAt: ctx.now() }).where(eq(apiKeys.userId, id))
  await links.revoke(ctx, 'oauth-code', links.isOf(id))
  await ctx.db.delete(twoFactors).where(eq(twoFactors.userId, id))
  await ctx.db.update(users).set({ twoFactorEnabled: false }).where(eq(users.id, id))
  if (await addresses.ownerOf(ctx, email)) return
  await addresses.prove(ctx, id)
  await audit.record(ctx, 'user.verify_email', id, { by: 'reset' })
}
