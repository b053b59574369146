import { and, eq, inArray, like, ne, or, sql } from 'drizzle-orm'
import { accountDeletedMail } from '#auth/account-mails.ts'
import type { SessionCtx } from '#auth/identify.ts'
import { isOf } from '#auth/links.ts'
import { demandPassword } from '#auth/reauthentication.ts'
import { normalEmail } from '#auth/rules/credentials.ts'
import { trustNone } from '#auth/second-factor.ts'
import * as superadmins from '#auth/superadmins.ts'
import { AppError, invalidFields } from '#base/errors.ts'
import * as sent from '#chat/sent.ts'
import {
  accounts,
  apiKeys,
  billingDetails,
  contactMessages,
  conversations,
  creditBudgets,
  idempotentAnswers,
  mails as keptMails,
  notificationSettings,
  notifications,
  organizationMembers,
  organizations as organizationRows,
  securityEvents,
  sessions,
  shares,
  statements,
  twoFactors,
  users,
  verifications,
  workspaceMembers,
} from '#db/schema/index.ts'
import { changingAccess } from '#organizations/access.ts'
import * as organizations from '#organizations/organizations.ts'
import * as audit from '#records/audit.ts'
import * as mails from '#records/mails.ts'
import * as tracking from '#records/tracking.ts'
import type { UserCtx } from '../ctx.ts'
import * as picture from './picture.ts'
import type { AccountDeletion } from './rules/profile.ts'

export type Owned = {
  /** Organizations without another owner that have other members, or are suspended: somebody must take them over first. */
  blocking: { id: string; name: string }[]
  /** Organizations in which nobody else is: they go with the account. */
  alone: { id: string; name: string }[]
}

/** What stands in the way of leaving, and what would go along. */
export async function owned(ctx: UserCtx): Promise<Owned> {
  const { organizationId, userId, status, role } = organizationMembers
  const owned = ctx.db
    .select({ id: organizationId })
    .from(organizationMembers)
    .where(and(eq(userId, ctx.user.id), eq(status, 'active'), eq(role, 'owner')))
  const others = sql`count(*) filter (where ${userId} <> ${ctx.user.id})`
  const owners = sql`count(*) filter (where ${userId} <> ${ctx.user.id} and ${role} = 'owner')`
  const rows = await ctx.db
    .select({
      id: organizationRows.id,
      name: organizationRows.name,
      others: others.mapWith(Number),
      owners: owners.mapWith(Number),
      status: organizationRows.status,
    })
    .from(organizationRows)
    .innerJoin(organizationMembers, and(eq(organizationId, organizationRows.id), eq(status, 'active')))
    .where(and(inArray(organizationRows.id, owned), ne(organizationRows.status, 'deleted')))
    .groupBy(organizationRows.id)
    .orderBy(organizationRows.name)
  const named = (list: typeof rows) => list.map(({ id, name }) => ({ id, name }))
  return {
    // One that is suspended cannot be deleted along: it may have been suspended for what its owner did.
    blocking: named(rows.filter((row) => row.owners === 0 && (row.others > 0 || row.status === 'suspended'))),
    alone: named(rows.filter((row) => row.others === 0 && row.status === 'active')),
  }
}

/**
 * Deletes the account of the ctx, for its person.
 * @throws AppError invalid with `confirm`; whatever `demandPassword` and `erasing` throw
 */
export async function remove(ctx: SessionCtx, { confirm, password }: AccountDeletion): Promise<void> {
  if (normalEmail(confirm) !== ctx.user.email) throw invalidFields({ confirm: 'Type your email address exactly.' })
  await demandPassword(ctx, password)
  await erasing(ctx)
}

/**
 * Erases what tells who the person of the ctx was; their row stays without a name, because ledger, payments and the files of others'
 * organizations point to it. The actor is whoever does it.
 * @param why stands in the audit log
 * @throws AppError conflict `only_owner` with details.organizations, conflict `only_admin`
 */
export async function erasing(ctx: UserCtx, why: { reason?: string } = {}): Promise<void> {
  await changingAccess(ctx, (ctx) =>
    superadmins.keepingOne(ctx, ONLY_ADMIN, async () => {
      await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, ctx.user.id)).for('update')
      await leaveAll(ctx)
      const { reason } = why
      // Where somebody else does it, the mail does not say from where.
      const recipient = reason ? { ...ctx, actor: { ...ctx.actor, ip: null } } : ctx
      await mails.post(ctx, 'account_deleted', accountDeletedMail(recipient))
      await audit.record(ctx, 'user.delete', ctx.user.id, { ...why })
      await erase(ctx)
    }),
  )
  await picture.forget(ctx, ctx.user.image)
}

/** The platform keeps somebody who can make others admins. */
const ONLY_ADMIN = 'You are the only superadmin. Make somebody else one first, in the admin panel.'

async function leaveAll(ctx: UserCtx): Promise<void> {
  const { blocking, alone } = await owned(ctx)
  if (blocking.length > 0)
    throw new AppError(
      'conflict',
      `You are the only owner of ${blocking.map((it) => it.name).join(', ')}. Hand it over or delete it first.`,
      { code: 'only_owner', details: { organizations: blocking } },
    )
  for (const { id } of alone) await organizations.remove(await organizations.enter(ctx, id))
  await ctx.db.delete(workspaceMembers).where(eq(workspaceMembers.userId, ctx.user.id))
  const left = await ctx.db
    .delete(organizationMembers)
    .where(eq(organizationMembers.userId, ctx.user.id))
    .returning({ id: organizationMembers.organizationId, status: organizationMembers.status })
  for (const { id, status } of left)
    if (status === 'active') await audit.record({ ...ctx, organization: { id } }, 'member.leave', ctx.user.id)
}

/** Tables of which no row outlives its person. */
const ERASED = [
  ...[sessions, accounts, twoFactors, apiKeys],
  ...[
    billingDetails,
    creditBudgets,
    contactMessages,
    conversations,
    statements,
    notifications,
    notificationSettings,
    shares,
  ],
]

async function erase(ctx: UserCtx): Promise<void> {
  const { id, email } = ctx.user
  await trustNone(ctx, id)
  await ctx.db.delete(verifications).where(isOf(id))
  for (const table of ERASED) await ctx.db.delete(table).where(eq(table.userId, id))
  await sent.forgetPerson(ctx, id)
  await tracking.erase(ctx, id)
  await ctx.db.delete(idempotentAnswers).where(like(idempotentAnswers.key, `${id}:%`))
  // An address that was never proven may be somebody else's: what was written to it and about it is not this account's to erase.
  const { emailVerified } = ctx.user
  if (emailVerified)
    // The mail that says goodbye still has to leave.
    await ctx.db.delete(keptMails).where(and(eq(keptMails.to, email), ne(keptMails.kind, 'account_deleted')))
  await ctx.db
    .update(securityEvents)
    .set({ ip: null, details: sql`${securityEvents.details} - 'email'` })
    .where(
      or(
        eq(securityEvents.actorId, id),
        emailVerified ? sql`${securityEvents.details} ->> 'email' = ${email}` : undefined,
      ),
    )
  await ctx.db
    .update(users)
    .set({
      name: 'Deleted account',
      email: `deleted-${id}@deleted.invalid`,
      emailVerified: false,
      image: null,
      adminRoles: [],
      twoFactorEnabled: false,
      theme: '',
      locale: '',
      instructions: '',
      disabledAt: ctx.now(),
      updatedAt: ctx.now(),
    })
    .where(eq(users.id, id))
}
