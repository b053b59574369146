import { and, asc, desc, eq, gte, inArray, ne, sql } from 'drizzle-orm'
import { answerOf } from '#base/answer.ts'
import { notFound } from '#base/errors.ts'
import { DAY } from '#base/time.ts'
import {
  auditEvents,
  creditUsage,
  files,
  organizationMembers,
  organizations,
  users,
  workspaces,
} from '#db/schema/index.ts'
import { storageOf } from '#files/storage.ts'
import type { AdminCtx } from '../../ctx.ts'
import { excludeDemo } from '../exclude-demo.ts'
import { type OrganizationView, organizationView } from '../rules/organization.ts'
import { personOf } from '../sql.ts'
import { listed } from './list.ts'

/** So many people and workspaces are shown; there are seldom more. */
const MOST = 200

/** An organization with its people, workspaces and what they use; nothing of their data. @throws AppError not_found */
export async function get(ctx: AdminCtx, id: string): Promise<OrganizationView> {
  const [row] = await ctx.db
    .select()
    .from(organizations)
    .where(and(excludeDemo.organizations, eq(organizations.id, id)))
  if (!row) throw notFound('Organization')
  const [[about], people, rooms, suspended, storage] = await Promise.all([
    listed(ctx, [row]),
    ctx.db
      .select({ ...personOf(users), role: organizationMembers.role, since: organizationMembers.createdAt })
      .from(organizationMembers)
      .innerJoin(users, eq(users.id, organizationMembers.userId))
      .where(and(eq(organizationMembers.organizationId, id), eq(organizationMembers.status, 'active')))
      .orderBy(asc(organizationMembers.id))
      .limit(MOST),
    roomsOf(ctx, id),
    row.status === 'suspended' ? suspensionOf(ctx, id) : null,
    storageOf({ ...ctx, organization: row }),
  ])
  const used = await usedSince(ctx, id, new Date(Number(ctx.now()) - 30 * DAY))
  const credits = new Map(used.map((it) => [it.workspaceId, it.credits]))
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  return answerOf(organizationView, {
    ...row,
    ...about!,
    suspended,
    people,
    rooms: rooms.map((room) => ({ ...room, credits_30d: credits.get(room.id) ?? 0 })),
    usage: {
      bytes: sum(rooms.map((room) => room.bytes)),
      files: sum(rooms.map((room) => room.files)),
      quota_bytes: storage.limit,
      questions_30d: sum(used.map((it) => it.questions)),
      credits_30d: sum(used.map((it) => it.credits)),
    },
  })
}

async function roomsOf(ctx: AdminCtx, id: string) {
  const rooms = await ctx.db
    .select({ id: workspaces.id, name: workspaces.name, restricted: workspaces.restricted })
    .from(workspaces)
    .where(and(eq(workspaces.organizationId, id), eq(workspaces.status, 'active')))
    .orderBy(asc(workspaces.name))
    .limit(MOST)
  if (rooms.length === 0) return []
  const ids = rooms.map((room) => room.id)
  const storage = await ctx.db
    .select({
      id: files.workspaceId,
      files: sql`count(*)`.mapWith(Number),
      bytes: sql`sum(${files.sizeBytes})`.mapWith(Number),
    })
    .from(files)
    .where(and(inArray(files.workspaceId, ids), ne(files.status, 'deleted')))
    .groupBy(files.workspaceId)
  return rooms.map((room) => {
    const here = storage.find((it) => it.id === room.id)
    return { ...room, files: here?.files ?? 0, bytes: here?.bytes ?? 0 }
  })
}

const usedSince = (ctx: AdminCtx, id: string, since: Date) =>
  ctx.db
    .select({
      workspaceId: creditUsage.workspaceId,
      questions: sql`count(*)`.mapWith(Number),
      credits: sql`sum(${creditUsage.credits})`.mapWith(Number),
    })
    .from(creditUsage)
    .where(and(eq(creditUsage.organizationId, id), gte(creditUsage.createdAt, since)))
    .groupBy(creditUsage.workspaceId)

async function suspensionOf(ctx: AdminCtx, id: string) {
  const [event] = await ctx.db
    .select({ details: auditEvents.details, at: auditEvents.createdAt, by: users.email })
    .from(auditEvents)
    .leftJoin(users, eq(users.id, auditEvents.actorId))
    .where(and(eq(auditEvents.subject, id), eq(auditEvents.action, 'organization.suspend')))
    .orderBy(desc(auditEvents.id))
    .limit(1)
  return event ? { reason: String(event.details.reason ?? ''), by: event.by, at: event.at } : null
}
