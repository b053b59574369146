import { and, type Column, eq, type Placeholder, type SQL } from 'drizzle-orm'
import { organizationMembers } from '#db/schema/index.ts'

type Id = string | Column | Placeholder

/** The condition of active members of an organization: all of them, or the one person. */
export const isActiveMember = (organizationId: Id, userId?: Id): SQL | undefined =>
  and(
    eq(organizationMembers.organizationId, organizationId),
    eq(organizationMembers.status, 'active'),
    userId === undefined ? undefined : eq(organizationMembers.userId, userId),
  )
