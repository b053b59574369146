import { and, eq, gt, inArray, isNull, lt } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { ago, DAY, MINUTE } from '#base/time.ts'
import { forget } from '#db/forget.ts'
import { trackingEvents } from '#db/schema/index.ts'
import type { Ctx, World } from '../ctx.ts'
import { urls } from '../urls.ts'
import { type TrackedEvent, VISIT } from './rules/tracking.ts'

/** Thirteen months: a year can be compared with the one before. */
const KEPT = 396 * DAY
/** Whoever is silent for so long and comes back pays another visit. */
const SILENCE = 30 * MINUTE

const PATTERNS = Object.values(urls)
  .filter((url) => !url.startsWith('/api/'))
  .map((url) => ({ url, matches: new RegExp(`^${url.replace(/[.*]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`) }))

/** The page of a path by its pattern, so that no id and no secret of an address is kept; empty for none of ours. */
export const pageOf = (path: string): string =>
  (PATTERNS.find(({ url }) => url === path) ?? PATTERNS.find(({ matches }) => matches.test(path)))?.url ?? ''

/**
 * Keeps the events of a browser that agreed to it, each once, and notes its visit when it was silent before.
 * @param visitor id: the random name of the browser; userId: who is signed in there
 * @returns how many were new
 */
export async function keep(
  ctx: Pick<Ctx, 'db' | 'now'>,
  visitor: { id: string; userId: string | null },
  events: TrackedEvent[],
  page: string,
): Promise<number> {
  const now = ctx.now()
  const ofVisitor = eq(trackingEvents.visitorId, visitor.id)
  const [recent] = await ctx.db
    .select({ id: trackingEvents.id })
    .from(trackingEvents)
    .where(and(ofVisitor, gt(trackingEvents.createdAt, new Date(Number(now) - SILENCE))))
    .limit(1)
  const about = { visitorId: visitor.id, userId: visitor.userId, createdAt: now }
  const visit = { ...about, id: newId(), name: VISIT, params: {}, page: pageOf(page) }
  const rows = events.map(({ id, name, params, page }) => ({ ...about, id, name, params, page: pageOf(page) }))
  const values = recent ? rows : [visit, ...rows]
  if (values.length === 0) return 0
  const made = await ctx.db.insert(trackingEvents).values(values).onConflictDoNothing().returning({
    name: trackingEvents.name,
  })
  return made.filter(({ name }) => name !== VISIT).length
}

/** Consent was taken back: what was kept cannot be traced to this browser or to a person any more. */
export async function forgetVisitor(ctx: Pick<Ctx, 'db'>, visitorId: string): Promise<void> {
  await ctx.db
    .update(trackingEvents)
    .set({ visitorId: newId(), userId: null })
    .where(eq(trackingEvents.visitorId, visitorId))
}

/** Erases what a person did, also before they signed in on the same browsers. Part of deleting an account. */
export async function erase(ctx: Pick<Ctx, 'db'>, userId: string): Promise<void> {
  const gone = await ctx.db
    .delete(trackingEvents)
    .where(eq(trackingEvents.userId, userId))
    .returning({ visitorId: trackingEvents.visitorId })
  const browsers = [...new Set(gone.map(({ visitorId }) => visitorId))]
  if (browsers.length === 0) return
  await ctx.db
    .delete(trackingEvents)
    .where(and(inArray(trackingEvents.visitorId, browsers), isNull(trackingEvents.userId)))
}

/** Forgets what is older than 13 months; a job calls it. Returns how many there were. */
export const sweep = (world: Pick<World, 'db' | 'now'>): Promise<number> =>
  forget(world, trackingEvents, lt(trackingEvents.createdAt, ago(world, KEPT)))
