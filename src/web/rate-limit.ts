import { gt, lt, or, sql } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import { CLOCK_SKEW } from '#base/time.ts'
import { forget } from '#db/forget.ts'
import { rateLimits } from '#db/schema/index.ts'
import type { Ctx, World } from '../ctx.ts'

/** At most `most` takes within `window` milliseconds, counted from the first. */
export type Limit = { most: number; window: number }

/**
 * Counts one attempt under `key`, for all server processes together.
 * @throws AppError rate_limited with details.retry_after (seconds) when the window is full
 */
export async function take(ctx: Ctx, key: string, limit: Limit): Promise<void> {
  const now = ctx.now().getTime()
  // One that ends later than it can was written by a clock that has been put right since.
  const expired = or(lt(rateLimits.resetAt, now + 1), gt(rateLimits.resetAt, now + limit.window + CLOCK_SKEW))
  const [row] = await ctx.db
    .insert(rateLimits)
    .values({ key, count: 1, resetAt: now + limit.window })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${expired} then 1 else ${rateLimits.count} + 1 end`,
        resetAt: sql`case when ${expired} then ${now + limit.window}::bigint else ${rateLimits.resetAt} end`,
      },
    })
    .returning()
  if (row!.count <= limit.most) return
  const seconds = Math.max(1, Math.ceil((row!.resetAt - now) / 1000))
  throw new AppError('rate_limited', `Too many attempts. Please try again in ${inWords(seconds)}.`, {
    details: { retry_after: seconds },
  })
}

/** Takes back one attempt that turned out to be harmless. */
export async function giveBack(ctx: Ctx, key: string): Promise<void> {
  await ctx.db
    .update(rateLimits)
    .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
    .where(sql`${rateLimits.key} = ${key}`)
}

/** Forgets windows that are over; a job calls it. Returns how many there were. */
export const sweep = (world: Pick<World, 'db' | 'now'>): Promise<number> =>
  forget(world, rateLimits, lt(rateLimits.resetAt, Number(world.now())))

/** `40 seconds`, `3 minutes` */
export function inWords(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
