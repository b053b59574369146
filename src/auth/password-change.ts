import { and, eq, ne } from 'drizzle-orm'
import { conflict } from '#base/errors.ts'
import { inTransaction } from '#db/connect.ts'
import { accounts, sessions } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import * as mails from '#records/mails.ts'
import { securityMail } from './account-mails.ts'
import type { SessionCtx } from './identify.ts'
import { scrypt } from './identity.ts'
import { demandPassword, passwordHash } from './reauthentication.ts'
import type { PasswordChange } from './rules/account.ts'
import { trustNone } from './second-factor.ts'
import { demandStrength } from './strength.ts'

/**
 * Changes the password: all other sessions end and no browser is trusted any more.
 * @throws AppError invalid with `new_password` for one that is easily guessed, conflict `no_password` for who signs in with Google only; whatever `demandPassword` throws
 */
export async function change(ctx: SessionCtx, { password, new_password }: PasswordChange): Promise<void> {
  if ((await passwordHash(ctx)) === null)
    throw conflict('You sign in with Google and have no password. Set one with “Forgot password?”.', 'no_password')
  await demandPassword(ctx, password)
  await demandStrength(ctx, new_password, ctx.user, 'new_password')
  const hash = await scrypt.hash(new_password)
  await inTransaction(ctx, async (ctx) => {
    await ctx.db
      .update(accounts)
      .set({ password: hash, updatedAt: ctx.now() })
      .where(and(eq(accounts.userId, ctx.user.id), eq(accounts.providerId, 'credential')))
    await ctx.db.delete(sessions).where(and(eq(sessions.userId, ctx.user.id), ne(sessions.id, ctx.sessionId)))
    await trustNone(ctx, ctx.user.id)
    await audit.record(ctx, 'user.change_password', ctx.user.id)
    await mails.post(ctx, 'password_changed', securityMail(ctx, 'password'))
  })
}
