import { inArray } from 'drizzle-orm'
import { organizations } from '#db/schema/index.ts'
import { NEARLY_FULL } from '#files/rules/storage.ts'
import { storageOf } from '#files/storage.ts'
import type { AdminCtx } from '../../ctx.ts'
import { nearlyFull } from '../gauges.ts'
import type { Quotas } from '../rules/source-health.ts'
import { limitsOf } from './fullest.ts'

/** What organizations may keep, and those that have filled nine tenths of it, the fullest first. */
export async function quotas(ctx: AdminCtx): Promise<Quotas> {
  const large = await ctx.db
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .where(inArray(organizations.id, await nearlyFull(ctx)))
  const filled = await Promise.all(
    large.map(async (organization) => ({ organization, ...(await storageOf({ ...ctx, organization })) })),
  )
  const share = ({ used, limit }: { used: number; limit: number }) => used / limit
  return {
    limits: limitsOf(ctx.settings),
    nearly_full: filled.filter((it) => share(it) >= NEARLY_FULL).toSorted((a, b) => share(b) - share(a)),
  }
}
