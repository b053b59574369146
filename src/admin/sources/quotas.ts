import { and, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import { files, organizations, workspaces } from '#db/schema/index.ts'
import { NEARLY_FULL } from '#sources/rules/storage.ts'
import { storageOf } from '#sources/storage.ts'
import type { AdminCtx } from '../../ctx.ts'
import { real } from '../real.ts'
import type { Quotas } from '../rules/source-health.ts'

/** So many organizations with the most bytes are looked at. */
const MOST = 50

/** What organizations may keep, and those that have filled nine tenths of it, the fullest first. */
export async function quotas(ctx: AdminCtx): Promise<Quotas> {
  const { free_mb, flexible_mb, premium_mb } = ctx.settings().storage
  const bytes = (mb: number) => mb * 1_048_576
  const kept = sql`sum(${files.sizeBytes})`
  const large = await ctx.db
    .select({ id: organizations.id, name: organizations.name })
    .from(files)
    .innerJoin(workspaces, eq(workspaces.id, files.workspaceId))
    .innerJoin(organizations, eq(organizations.id, workspaces.organizationId))
    .where(and(real.files, inArray(files.status, ['ready', 'processing'])))
    .groupBy(organizations.id)
    .having(gte(kept, NEARLY_FULL * bytes(Math.min(free_mb, flexible_mb, premium_mb))))
    .orderBy(desc(kept))
    .limit(MOST)
  const filled = await Promise.all(
    large.map(async (organization) => ({ organization, ...(await storageOf({ ...ctx, organization })) })),
  )
  const share = ({ used, limit }: { used: number; limit: number }) => used / limit
  return {
    limits: { free: bytes(free_mb), flexible: bytes(flexible_mb), premium: bytes(premium_mb) },
    nearly_full: filled.filter((it) => share(it) >= NEARLY_FULL).toSorted((a, b) => share(b) - share(a)),
  }
}
