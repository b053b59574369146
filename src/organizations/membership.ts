import { and, asc, type Column, eq, isNull, type Placeholder, type SQL } from 'drizzle-orm'
import { organizationMembers, users } from '#db/schema/index.ts'
import type { Ctx } from '../ctx.ts'

type Id = string | Column | Placeholder

/** The condition of active members of an organization: all of them, or the one person. */
export const isActiveMember = (organizationId: Id, userId?: Id): SQL | undefined =>
  and(
    eq(organizationMembers.organizationId, organizationId),
    eq(organizationMembers.status, 'active'),
    userId === undefined ? undefined : eq(organizationMembers.userId, userId),
  )

/** Whom owners' mails go to: the owners of an organization, but those whose account is disabled. */
export const ownersOf = (ctx: Pick<Ctx, 'db'>, organizationId: string): Promise<{ id: string; email: string }[]> =>
  ctx.db
    .select({ id: users.id, email: users.email })
    .from(organizationMembers)
    .innerJoin(users, eq(users.id, organizationMembers.userId))
    .where(and(isActiveMember(organizationId), eq(organizationMembers.role, 'owner'), isNull(users.disabledAt)))
    .orderBy(asc(users.id))
