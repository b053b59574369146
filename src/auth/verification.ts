import { asc, eq } from 'drizzle-orm'
import { AppError, conflict } from '#base/errors.ts'
import { HOUR } from '#base/time.ts'
import { inTransaction } from '#db/connect.ts'
import { sessions, users } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import * as mails from '#records/mails.ts'
import * as rateLimit from '#web/rate-limit.ts'
import type { Ctx, UserCtx } from '../ctx.ts'
import { alreadyRegisteredMail, verifyMail } from './account-mails.ts'
import * as addresses from './addresses.ts'
import * as links from './links.ts'
import { forgetClaims } from './purge.ts'
import { deviceOf } from './rules/device.ts'

/** Mails that anybody can cause to one address; further ones are dropped silently. */
const MAILS = { most: 5, window: HOUR }
/** Links that a person may ask for again. */
const RESENT = { most: 5, window: HOUR }

/** Whether one more mail may go to an address that somebody only typed. */
export async function mayWrite(ctx: Ctx, email: string): Promise<boolean> {
  return rateLimit
    .take(ctx, `mails:${email}`, MAILS)
    .then(() => true)
    .catch((error) => {
      // The limit is for the one who floods; to tell them of it would tell who has an account.
      if (error instanceof AppError && error.kind === 'rate_limited') return false
      throw error
    })
}

/** Writes to the address of a registration: its link, or to whom it belongs already that they have an account. */
export async function write(ctx: UserCtx, owner: { name: string } | null): Promise<void> {
  if (!(await mayWrite(ctx, ctx.user.email))) return
  if (!owner) return postLink(ctx)
  await mails.post(ctx, 'already_registered', alreadyRegisteredMail(ctx, { name: owner.name, email: ctx.user.email }))
}

async function postLink(ctx: UserCtx): Promise<void> {
  const { id, email } = ctx.user
  const token = await links.issue(ctx, 'verify-email', { userId: id, email })
  const since = await addresses.claimedSince(ctx, email, id)
  await mails.post(ctx, 'verify_email', verifyMail(ctx, ctx.user, token, since))
}

/**
 * Sends the link again. To an address that another account has proven meanwhile goes what its owner should know, no link.
 * @throws AppError conflict `already_verified`, rate_limited
 */
export async function resend(ctx: UserCtx): Promise<void> {
  if (ctx.user.emailVerified) throw conflict('Your email address is verified already.', 'already_verified')
  await rateLimit.take(ctx, `verify-email:${ctx.user.id}`, RESENT)
  await inTransaction(ctx, async (ctx) => {
    const owner = await addresses.ownerOf(ctx, ctx.user.email)
    if (owner) await write(ctx, owner)
    else await postLink(ctx)
    await audit.record(ctx, 'user.resend_verification', ctx.user.id)
  })
}

const gone = () =>
  new AppError('not_found', 'This link has expired or was already used. Sign in to have a new one sent.', {
    code: 'link_gone',
  })

/** The account that a link is for, and where it was made: the device is that of its oldest session. */
export type Claim = { userId: string; email: string; name: string; createdAt: Date; device: string }

/** Whose link it is. @throws AppError not_found `link_gone` */
export async function resolveLink(ctx: Ctx, token: string): Promise<Claim> {
  const bearer = await links.find(ctx, 'verify-email', token)
  if (!bearer?.userId) throw gone()
  const { userId, email } = bearer
  const [person] = await ctx.db
    .select({ email: users.email, name: users.name, createdAt: users.createdAt, userAgent: sessions.userAgent })
    .from(users)
    .leftJoin(sessions, eq(sessions.userId, users.id))
    .where(eq(users.id, userId))
    .orderBy(asc(sessions.id))
    .limit(1)
  if (person?.email !== email) throw gone()
  const { name, createdAt, userAgent } = person
  return { userId, email, name, createdAt, device: deviceOf(userAgent) }
}

/**
 * Proves the address of a link for its account, which the person is signed in to, or said is theirs. It signs nobody in.
 * @throws AppError not_found `link_gone`; conflict `email_taken` when another account has proven the address
 */
export const confirm = (ctx: Ctx, token: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { userId, email } = await resolveLink(ctx, token)
    await addresses.hold(ctx, email)
    if (!(await links.useAll(ctx, 'verify-email', token))) throw gone()
    await addresses.prove(ctx, userId)
    await audit.record({ ...ctx, actor: { ...ctx.actor, userId } }, 'user.verify_email', userId)
  })

/** The same for a program, which says nothing about an account other than its own. @throws as `confirm` */
export async function confirmOwn(ctx: UserCtx, token: string): Promise<void> {
  if ((await resolveLink(ctx, token)).userId !== ctx.user.id) throw gone()
  await confirm(ctx, token)
}

/**
 * Whoever reads the mail did not make the account: its sessions end, no link for the address works any more, and where it holds
 * nothing it is forgotten.
 * @throws AppError not_found `link_gone`
 */
export const disown = (ctx: Ctx, token: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { userId } = await resolveLink(ctx, token)
    if (!(await links.useAll(ctx, 'verify-email', token))) throw gone()
    await ctx.db.delete(sessions).where(eq(sessions.userId, userId))
    await audit.record(ctx, 'user.disown', userId)
    await forgetClaims(ctx, { id: userId })
  })
