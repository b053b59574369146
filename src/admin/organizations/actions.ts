import { and, eq } from 'drizzle-orm'
import { conflict, notFound } from '#base/errors.ts'
import { SITE } from '#base/site.ts'
import { organizationMembers, organizations, users } from '#db/schema/index.ts'
import { changingAccess } from '#organizations/access.ts'
import { isActiveOwner } from '#organizations/membership.ts'
import * as audit from '#records/audit.ts'
import * as mails from '#records/mails.ts'
import { mailOf } from '#ui/mail.tsx'
import type { AdminCtx } from '../../ctx.ts'
import { absolute, href, urls } from '../../urls.ts'

/**
 * Closes an organization to its members, owners among them: running answers are stopped and streams end. Nothing in it changes.
 * @throws AppError not_found, conflict when it is not active
 */
export const suspend = (ctx: AdminCtx, id: string, reason: string): Promise<void> =>
  changingAccess(ctx, async (ctx) => {
    const { name } = await change(ctx, id, 'active', 'suspended', reason)
    await tellOwners(ctx, id, {
      title: `${name} is suspended`,
      paragraphs: [
        `The organization ${name} on ${SITE.name} has been suspended: nobody in it can open it for now. Nothing in it is lost.`,
        `Write to ${SITE.email} to have it opened again.`,
      ],
    })
  })

/** Opens a suspended organization again, as it was. @throws AppError not_found, conflict when it is not suspended */
export const restore = (ctx: AdminCtx, id: string, reason: string): Promise<void> =>
  changingAccess(ctx, async (ctx) => {
    const { name } = await change(ctx, id, 'suspended', 'active', reason)
    await tellOwners(ctx, id, {
      title: `${name} is open again`,
      paragraphs: [`The organization ${name} on ${SITE.name} is no longer suspended. Everything is as it was.`],
      action: { label: 'Open the organization', address: absolute(ctx.config, href(urls.organization, { id })) },
    })
  })

type Status = 'active' | 'suspended'
const VERBS = { suspended: 'organization.suspend', active: 'organization.restore' } as const

async function change(ctx: AdminCtx, id: string, from: Status, to: Status, reason: string) {
  const [row] = await ctx.db.select().from(organizations).where(eq(organizations.id, id)).for('update')
  if (!row) throw notFound('Organization')
  if (row.status !== from) throw conflict(`This organization is ${row.status}.`)
  await ctx.db.update(organizations).set({ status: to, updatedAt: ctx.now() }).where(eq(organizations.id, id))
  const details = { reason, name: row.name, status: { before: from, after: to } }
  await audit.record({ ...ctx, organization: { id } }, VERBS[to], id, details)
  return row
}

async function tellOwners(ctx: AdminCtx, id: string, text: Parameters<typeof mailOf>[0]): Promise<void> {
  const owners = await ctx.db
    .select({ to: users.email })
    .from(organizationMembers)
    .innerJoin(users, eq(users.id, organizationMembers.userId))
    .where(and(eq(organizationMembers.organizationId, id), isActiveOwner, eq(users.emailVerified, true)))
  for (const { to } of owners) await mails.post(ctx, 'organization_status', { to, ...mailOf(text) })
}
