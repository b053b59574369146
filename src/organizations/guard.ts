import { and, eq, ne, sql } from 'drizzle-orm'
import { personLookup, type SessionCtx, signInFirst, whoColumns } from '#auth/identify.ts'
import { forbidden, notFound } from '#base/errors.ts'
import { organizationMembers, organizations } from '#db/schema/index.ts'
import * as security from '#records/security.ts'
import { guard } from '#web/handler.ts'
import type { HttpContext } from '#web/http-context.ts'
import type { Ctx, Organization } from '../ctx.ts'
import { isActiveMember } from './membership.ts'
import { can, denyText, type OrganizationPermission, type Permission } from './rules/permission.ts'
import { suspended } from './suspended.ts'

/** Session, person, organization and membership in one look-up; the organization is null when the person is not in it. */
const lookup = personLookup('organization', (db, person) =>
  db
    .select({
      ...whoColumns(person),
      organizationId: organizations.id,
      organizationName: organizations.name,
      organizationStatus: organizations.status,
      role: organizationMembers.role,
    })
    .from(person)
    .leftJoin(
      organizationMembers,
      and(eq(organizationMembers.userId, person.id), isActiveMember(sql.placeholder('id'))),
    )
    .leftJoin(
      organizations,
      and(eq(organizations.id, organizationMembers.organizationId), ne(organizations.status, 'deleted')),
    )
    .limit(1),
)

export type OrganizationSessionCtx = SessionCtx & { organization: Organization }

async function organizationCtx(ctx: Ctx, c: HttpContext): Promise<OrganizationSessionCtx> {
  const found = await lookup(ctx, c, { id: c.req.param('id') ?? '' })
  if (!found) throw signInFirst()
  const { row, identity } = found
  if (row.organizationId === null || row.organizationName === null || row.role === null) throw notFound('Organization')
  if (row.organizationStatus === 'suspended') throw suspended(row.organizationName)
  return { ...identity, organization: { id: row.organizationId, name: row.organizationName, role: row.role } }
}

/** Refuses with the deny text, and notes the attempt, when `role` does not hold `permission`. @throws AppError forbidden */
export async function demand(ctx: Ctx, role: Organization['role'], permission: Permission): Promise<void> {
  if (can(role, permission)) return
  await security.record(ctx, 'permission_denied', { permission, role })
  throw forbidden(denyText(permission))
}

/** Members of the organization `:id`; for everybody else it does not exist. */
export const inOrganization = guard<OrganizationSessionCtx>('inOrganization', organizationCtx)

/** Members of the organization `:id` whose role holds `permission`. */
export const may = (permission: OrganizationPermission | 'CREATE_WORKSPACE') =>
  guard<OrganizationSessionCtx>(`may ${permission}`, async (ctx, c) => {
    const found = await organizationCtx(ctx, c)
    await demand(found, found.organization.role, permission)
    return found
  })
