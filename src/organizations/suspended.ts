import { asc, eq } from 'drizzle-orm'
import { forbidden } from '#base/errors.ts'
import { SITE } from '#base/site.ts'
import { organizationMembers, organizations } from '#db/schema/index.ts'
import type { UserCtx } from '../ctx.ts'
import { isActiveMember } from './membership.ts'

/** What the members of a suspended organization are told, wherever they wanted to go in it. */
export const suspended = (name: string) =>
  forbidden(
    `The organization ${name} is suspended. Nothing in it is lost. Write to ${SITE.email} to have it opened again.`,
    'organization_suspended',
  )

/** Names of the person's organizations that are suspended: they are in no list. */
export async function suspendedNames(ctx: UserCtx): Promise<string[]> {
  const rows = await ctx.db
    .select({ name: organizations.name })
    .from(organizationMembers)
    .innerJoin(organizations, isActiveMember(organizations.id, ctx.user.id))
    .where(eq(organizations.status, 'suspended'))
    .orderBy(asc(organizations.name))
    .limit(20)
  return rows.map(({ name }) => name)
}
