import { createHash } from 'node:crypto'
import { and, eq, gt, like, ne } from 'drizzle-orm'
import { AppError, invalidFields } from '#base/errors.ts'
import { newToken } from '#base/ids.ts'
import { DAY, HOUR } from '#base/time.ts'
import { inTransaction } from '#db/connect.ts'
import { users, verifications } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import * as mails from '#records/mails.ts'
import * as rateLimit from '#web/rate-limit.ts'
import type { Ctx, UserCtx } from '../ctx.ts'
import { addressTakenMail, confirmEmailMail, emailChangeMail } from './account-mails.ts'
import { personColumns, type SessionCtx } from './identify.ts'
import { demandPassword } from './reauthentication.ts'
import type { EmailChange } from './rules/account.ts'

const LINK_LIFE = DAY
/** Mails to addresses that a person only names. */
const REQUESTS = { most: 5, window: HOUR }

const identifierOf = (token: string) => `change-email:${createHash('sha256').update(token).digest('base64url')}`

/**
 * Asks for another address: a link goes there and a notice to the old one. The answer does not tell whether that address has an account.
 * @throws AppError invalid for the same address, rate_limited; whatever `demandPassword` throws
 */
export async function request(ctx: SessionCtx, { email, password }: EmailChange): Promise<void> {
  if (email === ctx.user.email) throw invalidFields({ email: 'This is your address already.' })
  await demandPassword(ctx, password)
  await rateLimit.take(ctx, `change-email:${ctx.user.id}`, REQUESTS)
  await inTransaction(ctx, async (ctx) => {
    await forget(ctx, ctx.user.id)
    const token = newToken()
    const taken = await isTaken(ctx, email, ctx.user.id)
    if (!taken)
      await ctx.db.insert(verifications).values({
        identifier: identifierOf(token),
        value: `${ctx.user.id} ${email}`,
        expiresAt: new Date(Number(ctx.now()) + LINK_LIFE),
        createdAt: ctx.now(),
      })
    await mails.post(ctx, 'change_email', taken ? addressTakenMail(ctx, email) : confirmEmailMail(ctx, email, token))
    await mails.post(ctx, 'email_changed', emailChangeMail(ctx, ctx.user.email, email, false))
    await audit.record(ctx, 'user.request_email_change', ctx.user.id)
  })
}

/** The address that a link would set. @throws AppError not_found when the link is not good (any more) */
export async function addressOf(ctx: Ctx, token: string): Promise<string> {
  const [row] = await ctx.db.select({ value: verifications.value }).from(verifications).where(living(ctx, token))
  if (!row) throw gone()
  return row.value.split(' ')[1]!
}

/**
 * Sets the address of a link, which works once; it is proven by the link.
 * @returns the address
 * @throws AppError not_found, conflict when another account has proven the address meanwhile
 */
export const confirm = (ctx: Ctx, token: string): Promise<string> =>
  inTransaction(ctx, async (ctx) => {
    const [link] = await ctx.db
      .delete(verifications)
      .where(living(ctx, token))
      .returning({ value: verifications.value })
    const [userId = '', email = ''] = link?.value.split(' ') ?? []
    const [user] = await ctx.db.select(personColumns).from(users).where(eq(users.id, userId)).for('update')
    if (!user) throw gone()
    if (await isTaken(ctx, email, userId))
      throw new AppError('conflict', 'This address cannot be used. Ask for the change again with another one.')
    await ctx.db.update(users).set({ email, emailVerified: true, updatedAt: ctx.now() }).where(eq(users.id, userId))
    const theirs: UserCtx = { ...ctx, user, actor: { ...ctx.actor, userId } }
    await mails.post(theirs, 'email_changed', emailChangeMail(theirs, user.email, email, true))
    await audit.record(theirs, 'user.change_email', userId)
    return email
  })

/** Links that this person asked for are worth nothing any more. */
async function forget(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db
    .delete(verifications)
    .where(and(like(verifications.identifier, 'change-email:%'), like(verifications.value, `${userId} %`)))
}

async function isTaken(ctx: Ctx, email: string, userId: string): Promise<boolean> {
  const [other] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.emailVerified, true), ne(users.id, userId)))
  return other !== undefined
}

const living = (ctx: Ctx, token: string) =>
  and(eq(verifications.identifier, identifierOf(token)), gt(verifications.expiresAt, ctx.now()))
const gone = () =>
  new AppError(
    'not_found',
    'This link has been used or is no longer good. Ask for the change again in your security settings.',
  )
