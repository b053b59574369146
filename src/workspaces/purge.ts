import { and, asc, eq, inArray, lt, notExists } from 'drizzle-orm'
import { DAY } from '#base/time.ts'
import { asSystem } from '#billing/system.ts'
import { inTransaction } from '#db/connect.ts'
import { conversations, organizations, workspaces } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import type { Ctx, World } from '../ctx.ts'

const KEPT = 30 * DAY
/** What one run erases at most; the next goes on where it ended. */
const WORKSPACES = 10
const CONVERSATIONS = 500
/** Conversations go in steps of so many, so that no transaction is long. */
const STEP = 50
const ORGANIZATIONS = 100

/**
 * For the jobs: erases workspaces and organizations that were deleted 30 days ago, with their files, results, conversations, connections and
 * secrets. Bytes go first and rows after them, so that a run which dies is simply done again.
 * @returns how many conversations, workspaces and organizations went
 */
export async function purgeDeleted(
  world: World,
  most = { workspaces: WORKSPACES, conversations: CONVERSATIONS },
): Promise<number> {
  const before = new Date(Number(world.now()) - KEPT)
  const ctx = asSystem(world)
  const old = await world.db
    .select({ id: workspaces.id, organizationId: workspaces.organizationId })
    .from(workspaces)
    .where(and(eq(workspaces.status, 'deleted'), lt(workspaces.deletedAt, before)))
    .orderBy(asc(workspaces.deletedAt))
    .limit(most.workspaces)
  let talks = 0
  let gone = 0
  for (const { id, organizationId } of old) {
    await world.files.removeUnder(`workspaces/${id}`)
    talks += await eraseConversations(ctx, id, most.conversations - talks)
    if (talks >= most.conversations) break
    await inTransaction(ctx, async (ctx) => {
      const erased = await ctx.db.delete(workspaces).where(eq(workspaces.id, id)).returning({ id: workspaces.id })
      const placed = { ...ctx, organization: { id: organizationId }, workspace: { id } }
      if (erased.length > 0) await audit.record(placed, 'workspace.purge', id)
      gone += erased.length
    })
  }
  return talks + gone + (await purgeOrganizations(ctx, before))
}

/** Conversations are by far the most: with their messages and events, a few at a time. @returns how many, at most `most` */
async function eraseConversations(ctx: Ctx, workspaceId: string, most: number): Promise<number> {
  let erased = 0
  while (erased < most) {
    const some = ctx.db
      .select({ id: conversations.id })
      .from(conversations)
      .where(eq(conversations.workspaceId, workspaceId))
      .limit(Math.min(STEP, most - erased))
    const rows = await ctx.db
      .delete(conversations)
      .where(inArray(conversations.id, some))
      .returning({ id: conversations.id })
    if (rows.length === 0) break
    erased += rows.length
  }
  return erased
}

/** Organizations whose workspaces are erased go themselves, with their members and invitations. */
const purgeOrganizations = (ctx: Ctx, before: Date): Promise<number> =>
  inTransaction(ctx, async (ctx) => {
    const inside = ctx.db
      .select({ id: workspaces.id })
      .from(workspaces)
      .where(eq(workspaces.organizationId, organizations.id))
    const old = ctx.db
      .select({ id: organizations.id })
      .from(organizations)
      .where(and(eq(organizations.status, 'deleted'), lt(organizations.deletedAt, before), notExists(inside)))
      .limit(ORGANIZATIONS)
    const erased = await ctx.db
      .delete(organizations)
      .where(inArray(organizations.id, old))
      .returning({ id: organizations.id })
    for (const { id } of erased) await audit.record({ ...ctx, organization: { id } }, 'organization.purge', id)
    return erased.length
  })
