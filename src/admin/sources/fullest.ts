import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { files, organizationMembers, subscriptions, workspaces } from '#db/schema/index.ts'
import { NEARLY_FULL, type Storage } from '#files/rules/storage.ts'
import { isActiveOwner } from '#organizations/membership.ts'
import type { World } from '../../ctx.ts'
import { excludeDemo } from '../exclude-demo.ts'

/** So many are named; when there are more, the quotas are too small for everybody. */
const MOST = 50

/** What organizations may keep by plan, in bytes. */
export function limitsOf(settings: World['settings']): Record<Storage['plan'], number> {
  const { free_mb, flexible_mb, premium_mb } = settings().storage
  return { free: free_mb * 1_048_576, flexible: flexible_mb * 1_048_576, premium: premium_mb * 1_048_576 }
}

/**
 * Ids of the organizations that have filled nine tenths of what the plan of their owner lets them keep, with the bytes of their files; the
 * fullest first, fifty at most. It adds up all files there are.
 */
export async function fullest({
  db,
  now,
  settings,
}: Pick<World, 'db' | 'now' | 'settings'>): Promise<[string, number][]> {
  const { free, flexible, premium } = limitsOf(settings)
  const stored = db.$with('kept').as(
    db
      .select({ id: workspaces.organizationId, bytes: sql<number>`sum(${files.sizeBytes})::float8`.as('bytes') })
      .from(files)
      .innerJoin(workspaces, eq(workspaces.id, files.workspaceId))
      .where(and(excludeDemo.files, inArray(files.status, ['ready', 'processing'])))
      .groupBy(workspaces.organizationId)
      .having(sql`sum(${files.sizeBytes}) >= ${NEARLY_FULL * Math.min(free, flexible, premium)}::float8`),
  )
  // Looked up one by one, since few organizations are left here.
  const isHere = eq(organizationMembers.organizationId, stored.id)
  const held = db
    .select({ plans: sql<string[]>`array_agg(${subscriptions.planType})`.as('plans') })
    .from(organizationMembers)
    .innerJoin(subscriptions, eq(subscriptions.userId, organizationMembers.userId))
    .where(and(isHere, isActiveOwner, gt(subscriptions.currentPeriodEnd, now())))
    .as('held')
  const share = sql`${stored.bytes} / case when 'premium' = any(${held.plans}) then ${premium}::float8
    when 'flexible' = any(${held.plans}) then ${flexible}::float8 else ${free}::float8 end`
  const rows = await db
    .with(stored)
    .select({ id: stored.id, bytes: stored.bytes })
    .from(stored)
    .leftJoinLateral(held, sql`true`)
    .where(sql`${share} >= ${NEARLY_FULL}::float8`)
    .orderBy(desc(share))
    .limit(MOST)
  return rows.map(({ id, bytes }) => [id, Math.round(bytes)])
}
