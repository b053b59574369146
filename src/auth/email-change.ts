import { and, eq, ne } from 'drizzle-orm'
import { AppError, conflict, invalidFields } from '#base/errors.ts'
import { HOUR } from '#base/time.ts'
import { inTransaction } from '#db/connect.ts'
import { users } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import * as mails from '#records/mails.ts'
import * as rateLimit from '#web/rate-limit.ts'
import type { Ctx, UserCtx } from '../ctx.ts'
import { addressTakenMail, confirmEmailMail, emailChangeMail } from './account-mails.ts'
import { personColumns, type SessionCtx } from './identify.ts'
import * as links from './links.ts'
import { demandPassword } from './reauthentication.ts'
import type { EmailChange } from './rules/account.ts'

/** Mails to addresses that a person only names. */
const REQUESTS = { most: 5, window: HOUR }

/**
 * Asks for another address: a link goes there and a notice to the old one. The answer does not tell whether that address has an account.
 * @throws AppError invalid for the same address, rate_limited; whatever `demandPassword` throws
 */
export async function request(ctx: SessionCtx, { email, password }: EmailChange): Promise<void> {
  if (email === ctx.user.email) throw invalidFields({ email: 'This is your address already.' })
  await demandPassword(ctx, password)
  await rateLimit.take(ctx, `change-email:${ctx.user.id}`, REQUESTS)
  await inTransaction(ctx, async (ctx) => {
    // Earlier links of this person become invalid.
    await links.revoke(ctx, 'change-email', links.isOf(ctx.user.id))
    const asked = (await isTaken(ctx, email, ctx.user.id))
      ? addressTakenMail(ctx, email)
      : confirmEmailMail(ctx, email, await links.issue(ctx, 'change-email', { userId: ctx.user.id, email }))
    await mails.post(ctx, 'change_email', asked)
    await mails.post(ctx, 'email_changed', emailChangeMail(ctx, ctx.user.email, email, false))
    await audit.record(ctx, 'user.request_email_change', ctx.user.id)
  })
}

/** The address that a link would set. @throws AppError not_found when the link is not good (any more) */
export async function addressOf(ctx: Ctx, token: string): Promise<string> {
  const bearer = await links.find(ctx, 'change-email', token)
  if (!bearer) throw gone()
  return bearer.email
}

/**
 * Sets the address of a link, which works once; it is proven by the link.
 * @returns the address
 * @throws AppError not_found, conflict when another account has proven the address meanwhile
 */
export const confirm = (ctx: Ctx, token: string): Promise<string> =>
  inTransaction(ctx, async (ctx) => {
    const { userId, email } = (await links.use(ctx, 'change-email', token)) ?? {}
    if (!userId || !email) throw gone()
    const [user] = await ctx.db.select(personColumns).from(users).where(eq(users.id, userId)).for('update')
    if (!user) throw gone()
    if (await isTaken(ctx, email, userId))
      throw conflict('This address cannot be used. Ask for the change again with another one.')
    await ctx.db.update(users).set({ email, emailVerified: true, updatedAt: ctx.now() }).where(eq(users.id, userId))
    const theirs: UserCtx = { ...ctx, user, actor: { ...ctx.actor, userId } }
    await mails.post(theirs, 'email_changed', emailChangeMail(theirs, user.email, email, true))
    await audit.record(theirs, 'user.change_email', userId)
    return email
  })

async function isTaken(ctx: Ctx, email: string, userId: string): Promise<boolean> {
  const [other] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.emailVerified, true), ne(users.id, userId)))
  return other !== undefined
}

const gone = () =>
  new AppError(
    'not_found',
    'This link has been used or is no longer good. Ask for the change again in your security settings.',
  )
