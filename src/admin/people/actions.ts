import { and, eq, isNotNull } from 'drizzle-orm'
import { securityMail } from '#auth/account-mails.ts'
import { personColumns, type SessionCtx } from '#auth/identify.ts'
import type { AdminRole } from '#auth/rules/admin-role.ts'
import { normalEmail } from '#auth/rules/credentials.ts'
import { trustNone } from '#auth/second-factor.ts'
import * as superadmins from '#auth/superadmins.ts'
import { AppError, conflict, invalidFields, notFound, unprocessable } from '#base/errors.ts'
import { inTransaction } from '#db/connect.ts'
import { sessions, twoFactors, users } from '#db/schema/index.ts'
import { changingAccess } from '#organizations/access.ts'
import * as deletion from '#profile/deletion.ts'
import { exportData } from '#profile/export.ts'
import * as audit from '#records/audit.ts'
import * as mails from '#records/mails.ts'
import type { AdminCtx } from '../../ctx.ts'
import { excludeDemo } from '../exclude-demo.ts'

const LAST = 'Nobody else is a superadmin. Make somebody else one first.'

/** Closes an account: nobody signs in to it, its sessions end and its keys are refused. @throws AppError conflict */
export const disable = (ctx: AdminCtx, id: string, reason: string): Promise<void> =>
  changingAccess(ctx, (ctx) =>
    superadmins.keepingOne(ctx, LAST, async () => {
      if (id === ctx.user.id) throw conflict('You cannot disable your own account.')
      const person = await load(ctx, id)
      if (person.disabledAt) throw conflict('This account is disabled already.')
      await ctx.db.update(users).set({ disabledAt: ctx.now(), updatedAt: ctx.now() }).where(eq(users.id, id))
      const ended = await endAll(ctx, id)
      await audit.record(ctx, 'user.disable', id, { reason, disabled: { before: false, after: true }, sessions: ended })
    }),
  )

/** Opens an account again that was disabled. @throws AppError conflict */
export const enable = (ctx: AdminCtx, id: string, reason: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const person = await load(ctx, id)
    if (isErased(person)) throw conflict('This account was deleted. It cannot be opened again.')
    if (!person.disabledAt) throw conflict('This account is not disabled.')
    await ctx.db.update(users).set({ disabledAt: null, updatedAt: ctx.now() }).where(eq(users.id, id))
    await audit.record(ctx, 'user.enable', id, { reason, disabled: { before: true, after: false } })
  })

/** Signs a person out everywhere. Answers how many sessions there were. */
export const endSessions = (ctx: AdminCtx, id: string, reason: string): Promise<number> =>
  inTransaction(ctx, async (ctx) => {
    await load(ctx, id)
    const ended = await endAll(ctx, id)
    await audit.record(ctx, 'user.end_sessions', id, { reason, sessions: ended })
    return ended
  })

/** Turns a person's second factor off, for who has lost it; they are told by mail. @throws AppError conflict `two_factor_off` */
export const resetTwoFactor = (ctx: AdminCtx, id: string, reason: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const person = await load(ctx, id)
    const gone = await ctx.db.delete(twoFactors).where(eq(twoFactors.userId, id)).returning({ id: twoFactors.id })
    if (gone.length === 0 && !person.twoFactorEnabled)
      throw conflict('Two-factor authentication is not on.', 'two_factor_off')
    await ctx.db.update(users).set({ twoFactorEnabled: false, updatedAt: ctx.now() }).where(eq(users.id, id))
    await trustNone(ctx, id)
    const change = { two_factor: { before: person.twoFactorEnabled, after: false } }
    await audit.record(ctx, 'user.reset_two_factor', id, { reason, ...change })
    await mails.post(ctx, 'two_factor_changed', securityMail(await speakingTo(ctx, id), 'two_factor_off'))
  })

/** Gives and takes roles of the panel. @throws AppError conflict `only_admin`, unprocessable for who cannot be trusted with one */
export const setRoles = (ctx: AdminCtx, id: string, roles: AdminRole[], reason: string): Promise<void> =>
  inTransaction(ctx, (ctx) =>
    superadmins.keepingOne(ctx, LAST, async () => {
      const person = await load(ctx, id)
      const before = person.adminRoles
      const given = roles.filter((role) => !before.includes(role))
      if (given.length === 0 && roles.length === before.length)
        throw conflict('These are the roles that this person has.')
      if (given.length > 0 && (person.disabledAt || !person.emailVerified))
        throw unprocessable('Only an account in use, with a verified address, can be given a role.')
      await ctx.db.update(users).set({ adminRoles: roles, updatedAt: ctx.now() }).where(eq(users.id, id))
      await audit.record(ctx, 'user.set_admin_roles', id, { reason, roles: { before, after: roles } })
    }),
  )

/** Everything that is known of a person, as they get it themselves, for a reason. Secrets are not in it. */
export async function exported(ctx: AdminCtx, id: string, reason: string) {
  const person = await speakingTo(ctx, id)
  return exportData({ ...person, actor: ctx.actor }, { reason })
}

/**
 * Deletes somebody's account as they would themselves.
 * @throws AppError invalid with `confirm`, conflict as `deletion.erasing`, or for one's own account
 */
export async function remove(ctx: AdminCtx, id: string, confirm: string, reason: string): Promise<void> {
  if (id === ctx.user.id) throw conflict('Delete your own account on your profile page, where your password is asked.')
  const person = await speakingTo(ctx, id)
  if (isErased(person.user)) throw conflict('This account is deleted already.')
  if (normalEmail(confirm) !== person.user.email) throw invalidFields({ confirm: 'Type the email address exactly.' })
  await deletion.erasing({ ...person, actor: ctx.actor }, { reason }).catch((error) => {
    throw aboutThem(error)
  })
}

/** What a person is told about their own organizations, told to somebody else. */
const aboutThem = (error: unknown) =>
  error instanceof AppError && error.code === 'only_owner'
    ? new AppError(
        'conflict',
        error.message
          .replace('You are', 'This person is')
          .replace('Hand it over or delete it', 'Somebody must take it over'),
        {
          code: error.code,
          ...(error.details ? { details: error.details } : {}),
        },
      )
    : error

/** The person's row, locked until the transaction ends. @throws AppError not_found */
export async function load(ctx: AdminCtx, id: string) {
  const [person] = await ctx.db
    .select()
    .from(users)
    .where(and(excludeDemo.people, eq(users.id, id)))
    .for('update')
  if (!person) throw notFound('User')
  return person
}

/** Whether this is what is left of an account that was deleted. */
export const isErased = ({ email }: { email: string }) => email.endsWith('@deleted.invalid')

const endAll = async (ctx: AdminCtx, id: string): Promise<number> =>
  (await ctx.db.delete(sessions).where(eq(sessions.userId, id)).returning({ id: sessions.id })).length

/** A ctx of the person whom it is about, for what is done or written in their name; without the admin's address, which is not theirs to know. */
async function speakingTo(ctx: AdminCtx, id: string): Promise<SessionCtx> {
  const [user] = await ctx.db
    .select(personColumns)
    .from(users)
    .where(and(eq(users.id, id), isNotNull(users.email)))
  if (!user) throw notFound('User')
  return { ...ctx, actor: { ...ctx.actor, ip: null }, user, sessionId: '' }
}
