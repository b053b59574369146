import { and, asc, type Column, eq, isNull, type Placeholder, type SQL } from 'drizzle-orm'
import { notFound } from '#base/errors.ts'
import { organizationMembers, organizations, users } from '#db/schema/index.ts'
import type { Ctx } from '../ctx.ts'

type Id = string | Column | Placeholder

/** The condition of active members of an organization: all of them, or the one person. */
export const isActiveMember = (organizationId: Id, userId?: Id): SQL | undefined =>
  and(
    eq(organizationMembers.organizationId, organizationId),
    eq(organizationMembers.status, 'active'),
    userId === undefined ? undefined : eq(organizationMembers.userId, userId),
  )

/** The condition of owners, also of those whose account is disabled. */
export const isActiveOwner = and(eq(organizationMembers.status, 'active'), eq(organizationMembers.role, 'owner'))

/** The condition of owners who can act; users must be joined. */
export const isOwner = and(isActiveOwner, isNull(users.disabledAt))

/** Whom owners' mails go to: the owners of an organization, but those whose account is disabled. */
export const ownersOf = (ctx: Pick<Ctx, 'db'>, organizationId: string): Promise<{ id: string; email: string }[]> =>
  ctx.db
    .select({ id: users.id, email: users.email })
    .from(organizationMembers)
    .innerJoin(users, eq(users.id, organizationMembers.userId))
    .where(and(eq(organizationMembers.organizationId, organizationId), isOwner))
    .orderBy(asc(users.id))

/** Holds the organization still until the transaction ends: whatever changes its members comes one after the other. @throws AppError not_found */
export async function lockOrganization(ctx: Pick<Ctx, 'db'>, id: string): Promise<void> {
  const [living] = await ctx.db
    .select({ id: organizations.id })
    .from(organizations)
    .where(and(eq(organizations.id, id), eq(organizations.status, 'active')))
    .for('update')
  if (!living) throw notFound('Organization')
}
