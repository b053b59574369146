import { and, asc, eq, gt } from 'drizzle-orm'
import { type Page, type PageRequest, pageOf } from '#base/paging.ts'
import { organizationMembers, users } from '#db/schema/index.ts'
import type { OrganizationCtx, OrganizationRole } from '../ctx.ts'

export type Member = {
  id: string
  organizationId: string
  userId: string
  status: 'active' | 'removed'
  role: OrganizationRole
  user: { id: string; name: string; email: string }
}

/** Members of the organization, in the order in which they came. The cursor is the id of the last membership seen. */
export async function list(ctx: OrganizationCtx, page: PageRequest): Promise<Page<Member>> {
  const { id, organizationId, userId, status, role } = organizationMembers
  const rows = await ctx.db
    .select({ id, organizationId, userId, status, role, user: { id: users.id, name: users.name, email: users.email } })
    .from(organizationMembers)
    .innerJoin(users, eq(users.id, userId))
    .where(
      and(
        eq(organizationId, ctx.organization.id),
        eq(status, 'active'),
        page.cursor === null ? undefined : gt(id, page.cursor),
      ),
    )
    .orderBy(asc(id))
    .limit(page.limit + 1)
  return pageOf(rows, page.limit, (row) => row.id)
}
