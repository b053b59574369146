import { eq } from 'drizzle-orm'
import { addressVerifiedMail } from '#auth/account-mails.ts'
import * as addresses from '#auth/addresses.ts'
import * as recovery from '#auth/recovery.ts'
import { conflict } from '#base/errors.ts'
import { inTransaction } from '#db/connect.ts'
import { users } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import * as mails from '#records/mails.ts'
import type { AdminCtx } from '../../ctx.ts'
import { refuseOwn } from '../own.ts'
import { isErased, load } from './actions.ts'

/**
 * Sends somebody the link with which they choose a new password: to their address, and to nobody else.
 * @throws AppError conflict for an account that nobody signs in to; rate_limited
 */
export const sendPasswordReset = (ctx: AdminCtx, id: string, reason: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const person = await inUse(ctx, id)
    await recovery.send(ctx, person)
    await audit.record(ctx, 'user.send_password_reset', id, { reason })
  })

/**
 * Takes an address as proven, for somebody whom the link does not reach; they are told by mail.
 * @throws AppError forbidden `own_account`; conflict `already_verified`, `email_taken`
 */
export async function verifyEmail(ctx: AdminCtx, id: string, reason: string): Promise<void> {
  await refuseOwn(ctx, id, 'verify your own address')
  await inTransaction(ctx, async (ctx) => {
    // Held before the row is locked, as whoever opens the link of the mail does.
    const [before] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, id))
    if (before) await addresses.hold(ctx, before.email)
    const person = await inUse(ctx, id)
    const { email } = person
    if (person.emailVerified) throw conflict('This address is verified already.', 'already_verified')
    if (email !== before!.email) throw conflict('The person has just changed their address.')
    if (await addresses.ownerOf(ctx, email))
      throw conflict('Another account has verified this address. The person can sign in to that one.', 'email_taken')
    await addresses.prove(ctx, id)
    await audit.record(ctx, 'user.verify_email', id, { reason, verified: { before: false, after: true } })
    await mails.post(ctx, 'email_verified', addressVerifiedMail(ctx, person))
  })
}

async function inUse(ctx: AdminCtx, id: string) {
  const person = await load(ctx, id)
  if (isErased(person)) throw conflict('This account was deleted.')
  if (person.disabledAt) throw conflict('This account is disabled: nobody can sign in to it. Enable it first.')
  return person
}
