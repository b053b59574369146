import { eq } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import { HOUR } from '#base/time.ts'
import { inTransaction } from '#db/connect.ts'
import { users } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import * as mails from '#records/mails.ts'
import * as rateLimit from '#web/rate-limit.ts'
import type { Ctx, UserCtx } from '../ctx.ts'
import * as addresses from './addresses.ts'
import * as candidates from './candidates.ts'
import * as links from './links.ts'
import * as lockout from './lockout.ts'
import * as sessions from './sessions.ts'
import { alreadyRegisteredLetter, verifyLetter } from './sign-in-letters.ts'

/** Mails that strangers can cause to one address; what is more is not sent, and nobody is told. */
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
  await mails.post(ctx, 'already_registered', alreadyRegisteredLetter(ctx, { name: owner.name, email: ctx.user.email }))
}

async function postLink(ctx: UserCtx): Promise<void> {
  const { id, email } = ctx.user
  const token = await links.issue(ctx, 'verify-email', { userId: id, email })
  await mails.post(ctx, 'verify_email', verifyLetter(ctx, ctx.user, token))
}

/**
 * Sends the link again. To an address that another account has proven meanwhile goes what its owner should know, no link.
 * @throws AppError conflict `already_verified`, rate_limited
 */
export async function resend(ctx: UserCtx): Promise<void> {
  if (ctx.user.emailVerified)
    throw new AppError('conflict', 'Your email address is verified already.', { code: 'already_verified' })
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

/** Whose link it is. @throws AppError not_found `link_gone` */
export async function open(ctx: Ctx, token: string): Promise<{ userId: string; email: string }> {
  const bearer = await links.look(ctx, 'verify-email', token)
  if (!bearer?.userId) throw gone()
  const [person] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, bearer.userId))
  if (person?.email !== bearer.email) throw gone()
  return { userId: bearer.userId, email: bearer.email }
}

/**
 * Proves the address of a link for the person who opened it. That they are signed in to this very account matters: an account that a
 * stranger made in somebody's name must not become theirs because they opened a mail.
 * @throws AppError not_found `link_gone`; conflict `email_taken` when another account has proven the address
 */
export const confirm = (ctx: UserCtx, token: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { userId, email } = await open(ctx, token)
    if (userId !== ctx.user.id) throw gone()
    await addresses.hold(ctx, email)
    if (!(await links.use(ctx, 'verify-email', token))) throw gone()
    await addresses.prove(ctx, userId)
    await audit.record(ctx, 'user.verify_email', userId)
  })

/**
 * The same in a browser that is not signed in to the account: with its password, which also signs in.
 * @throws AppError unauthenticated `invalid_credentials` and what else `login` and `confirm` throw
 */
export async function confirmWithPassword(
  ctx: Ctx,
  token: string,
  password: string,
  from: sessions.Requester,
): ReturnType<typeof sessions.login> {
  const { userId, email } = await open(ctx, token)
  await lockout.attempt(ctx, email)
  const person = await candidates.match(ctx, email, password, { only: userId, most: 1 })
  if (!person)
    throw new AppError('unauthenticated', 'This is not the password of the account.', { code: 'invalid_credentials' })
  await lockout.succeeded(ctx, email)
  const { disabledAt, hash: _, ...user } = person
  if (!disabledAt) await confirm({ ...ctx, user, actor: { ...ctx.actor, userId } }, token)
  return sessions.admit(ctx, person, { remember: user.keepSignedIn, from, by: 'link' })
}
