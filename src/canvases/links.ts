import { and, count, desc, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { scrypt } from '#auth/identity.ts'
import { digest } from '#auth/links.ts'
import { AppError, invalidFields, notFound } from '#base/errors.ts'
import { newToken } from '#base/ids.ts'
import { type Page, type PageRequest, pageOf } from '#base/paging.ts'
import { seal, unseal } from '#base/seal.ts'
import { DAY, HOUR, MINUTE } from '#base/time.ts'
import { inTransaction } from '#db/connect.ts'
import { canvases, canvasLinks, users } from '#db/schema/index.ts'
import { can } from '#organizations/rules/permission.ts'
import * as audit from '#records/audit.ts'
import * as rateLimit from '#web/rate-limit.ts'
import { asPersonIn } from '#workspaces/as-person.ts'
import type { Ctx, World } from '../ctx.ts'
import { type CanvasCtx, snapshotOf } from './canvases.ts'
import { demandFiltering, filteredBlocks, filtering } from './filters.ts'
import type { Snapshot } from './rules/block.ts'
import { type LinkJson, MOST_LINKS, type NewLink } from './rules/link.ts'
import type { Board } from './rules/shown-board.ts'
import { boardOf } from './shared-board.ts'

type Row = typeof canvasLinks.$inferSelect
/** A link as its makers see it. */
export type Link = Omit<Row, 'tokenHash' | 'passwordHash' | 'snapshot' | 'reached' | 'createdBy'> & {
  hasPassword: boolean
  isCurrent: boolean
  state: LinkJson['state']
  createdBy: { id: string; name: string }
}

/** Wrong passwords of one link from one address: nobody keeps others out by them. Right ones do not count. */
const WRONG_PASSWORDS = { most: 10, window: HOUR }
/** Wrong ones of one link from all addresses together: more are not mistakes of people but guesses of many machines. */
const WRONG_OF_ALL = { most: 300, window: HOUR }
/** Openings from one address, behind which an office may sit. */
const OPENINGS = { most: 600, window: 5 * MINUTE }
/** Whoever gave the password is not asked again for so long. */
const VISIT = DAY
/** People with a link bring its results up to date at most so often. */
const REFRESH_EACH = 15 * MINUTE
/** A link that ended is forgotten after this time. */
const KEPT = 90 * DAY

const works = (ctx: Pick<World, 'now'>) => and(isNull(canvasLinks.revokedAt), gt(canvasLinks.expiresAt, ctx.now()))
const ofCanvas = (ctx: CanvasCtx) => eq(canvasLinks.canvasId, ctx.canvas.id)

/** The links of a board, the newest first. */
export async function list(ctx: CanvasCtx, { limit, cursor }: PageRequest): Promise<Page<Link>> {
  const rows = await ctx.db
    .select({ link: canvasLinks, by: { id: users.id, name: users.name } })
    .from(canvasLinks)
    .innerJoin(users, eq(users.id, canvasLinks.createdBy))
    .where(and(ofCanvas(ctx), cursor ? lt(canvasLinks.id, cursor) : undefined))
    .orderBy(desc(canvasLinks.id))
    .limit(limit + 1)
  const { items, next } = pageOf(rows, limit, ({ link }) => link.id)
  const now = await snapshotOf(ctx, ctx.canvas)
  const makers = new Map<string, boolean>()
  for (const { by } of items)
    if (!makers.has(by.id)) makers.set(by.id, (await asMaker(ctx, ctx.canvas, by.id)) !== null)
  return { items: items.map(({ link, by }) => shown(ctx, link, by, now, makers.get(by.id)!)), next }
}

function shown(
  ctx: CanvasCtx,
  link: Row,
  by: { id: string; name: string },
  now: Row['snapshot'],
  maker: boolean,
): Link {
  const { tokenHash: _, passwordHash, snapshot, reached: __, ...rest } = link
  const state = link.revokedAt ? 'revoked' : link.expiresAt <= ctx.now() ? 'expired' : maker ? 'works' : 'no_access'
  return { ...rest, createdBy: by, hasPassword: passwordHash !== null, isCurrent: Bun.deepEquals(snapshot, now), state }
}

/**
 * Makes a link to the board as it is now. @returns it, with the secret of its address, which is not kept
 * @throws AppError conflict `too_many_links`; invalid for filters that the board has not
 */
export async function create(ctx: CanvasCtx, input: NewLink): Promise<Link & { token: string }> {
  await demandFiltering(ctx, input.filters)
  const passwordHash = input.password === undefined ? null : await scrypt.hash(input.password)
  const snapshot = await snapshotOf(ctx, ctx.canvas)
  const { reached } = await filtered(ctx, snapshot, input.filters)
  return inTransaction(ctx, async (ctx) => {
    // Of two people who make the last one, the second sees what the first has made.
    await ctx.db.select({ id: canvases.id }).from(canvases).where(eq(canvases.id, ctx.canvas.id)).for('update')
    const [row] = await ctx.db
      .select({ all: count() })
      .from(canvasLinks)
      .where(and(ofCanvas(ctx), works(ctx)))
    if (row!.all >= MOST_LINKS)
      throw new AppError('conflict', `A canvas has at most ${MOST_LINKS} links that work. Revoke one first.`, {
        code: 'too_many_links',
      })
    const token = newToken()
    const now = ctx.now()
    const [link] = await ctx.db
      .insert(canvasLinks)
      .values({
        ...{ canvasId: ctx.canvas.id, tokenHash: digest(token), passwordHash, snapshot, publishedAt: now },
        ...{ filters: input.filters, reached },
        ...{ expiresAt: new Date(now.getTime() + input.expires_in_days * DAY), createdBy: ctx.user.id, createdAt: now },
      })
      .returning()
    const about = { link: link!.id, expires_at: link!.expiresAt, protected: passwordHash !== null }
    await audit.record(ctx, 'canvas.create_link', ctx.canvas.id, about)
    return { ...shown(ctx, link!, ctx.user, snapshot, true), token }
  })
}

/** Lets a link show the board as it is now, in the name of whoever made the link. @throws AppError not_found for one that does not work any more; invalid where the board has its filters no more */
export async function publish(ctx: CanvasCtx, id: string): Promise<Link> {
  const [before] = await ctx.db
    .select({ filters: canvasLinks.filters })
    .from(canvasLinks)
    .where(and(eq(canvasLinks.id, id), ofCanvas(ctx)))
  if (!before) throw notFound('Link')
  await demandFiltering(ctx, before.filters)
  const snapshot = await snapshotOf(ctx, ctx.canvas)
  const { reached } = await filtered(ctx, snapshot, before.filters)
  return changed(ctx, id, 'canvas.publish_link', { snapshot, reached, publishedAt: ctx.now(), refreshedAt: null })
}

/** Ends a link at once. @throws AppError not_found */
export const revoke = (ctx: CanvasCtx, id: string): Promise<Link> =>
  changed(ctx, id, 'canvas.revoke_link', { revokedAt: ctx.now() })

const changed = (ctx: CanvasCtx, id: string, action: audit.Action, change: Partial<Row>): Promise<Link> =>
  inTransaction(ctx, async (ctx) => {
    const [link] = await ctx.db
      .update(canvasLinks)
      .set(change)
      .where(and(eq(canvasLinks.id, id), ofCanvas(ctx), works(ctx)))
      .returning()
    if (!link) throw notFound('Link')
    await audit.record(ctx, action, ctx.canvas.id, { link: id })
    const [by] = await ctx.db.select({ id: users.id, name: users.name }).from(users).where(eq(users.id, link.createdBy))
    const now = await snapshotOf(ctx, ctx.canvas)
    return shown(ctx, link, by!, now, (await asMaker(ctx, ctx.canvas, link.createdBy)) !== null)
  })

/** The board in the eyes of whoever made a link; null where they may not share it any more. */
async function asMaker(ctx: Ctx, canvas: CanvasCtx['canvas'], userId: string): Promise<CanvasCtx | null> {
  const inside = await asPersonIn(ctx, canvas.workspaceId, userId)
  return inside && can(inside.workspace.role, 'UPDATE_CANVASES') ? { ...inside, canvas } : null
}

/** A link that somebody opened: the ctx is that of whoever made it. */
export type LinkCtx = CanvasCtx & { link: Row }

/** Says the same whatever the reason: an address that never was tells no more than one that ended. */
const dead = () =>
  new AppError(
    'not_found',
    'This link does not work. It may be mistyped, over or revoked: ask whoever sent it to you for another one.',
  )

/**
 * The board behind the secret of an address.
 * @throws AppError not_found, with one sentence for all reasons; rate_limited
 */
export async function enter(ctx: Ctx, token: string): Promise<LinkCtx> {
  if (ctx.actor.ip) await rateLimit.take(ctx, `canvas-link:${ctx.actor.ip}`, OPENINGS)
  const [row] = await ctx.db
    .select({ link: canvasLinks, canvas: canvases })
    .from(canvasLinks)
    .innerJoin(canvases, and(eq(canvases.id, canvasLinks.canvasId), isNull(canvases.deletedAt)))
    .where(and(eq(canvasLinks.tokenHash, digest(token)), works(ctx)))
  const inside = row && (await asMaker(ctx, row.canvas, row.link.createdBy))
  if (!inside) throw dead()
  return { ...inside, link: row.link }
}

const visitPlace = ({ link }: LinkCtx) => `canvas_links:${link.id}:visit`

/**
 * Whether somebody may see the board: it has no password, or they gave it lately.
 * @param visit what `unlock` gave them
 */
export function isOpen(ctx: LinkCtx, visit: string | undefined): boolean {
  const { passwordHash } = ctx.link
  if (passwordHash === null) return true
  try {
    const { of, until } = JSON.parse(unseal(ctx.config.sealKeys, visitPlace(ctx), visit ?? '')) as Visit
    return of === digest(passwordHash) && until > ctx.now().getTime()
  } catch {
    // It was made for another link, by another server, or by somebody else.
    return false
  }
}

type Visit = { of: string; until: number }

/**
 * Takes the password of a link. @returns what shows for a day that it was given
 * @throws AppError invalid for the field `password`; rate_limited
 */
export async function unlock(ctx: LinkCtx, password: string): Promise<{ visit: string; until: Date }> {
  const { passwordHash, id } = ctx.link
  const ofAll = `canvas-link:password:${id}`
  const ofAddress = `${ofAll}:${ctx.actor.ip ?? ''}`
  await rateLimit.take(ctx, ofAddress, WRONG_PASSWORDS)
  await rateLimit.take(ctx, ofAll, WRONG_OF_ALL)
  if (passwordHash !== null && !(await scrypt.matches(passwordHash, password)))
    throw invalidFields({ password: 'This is not the password of this link.' })
  for (const key of [ofAddress, ofAll]) await rateLimit.giveBack(ctx, key)
  const until = ctx.now().getTime() + VISIT
  const visit: Visit = { of: digest(passwordHash ?? ''), until }
  return { visit: seal(ctx.config.sealKeys, visitPlace(ctx), JSON.stringify(visit)), until: new Date(until) }
}

/** A board over the rows that filters leave, and which of them reach which of its blocks. */
async function filtered(ctx: CanvasCtx, snapshot: Snapshot, filters: string) {
  const set = await filtering(
    { ...ctx, canvas: { ...ctx.canvas, filters: snapshot.filters ?? [], parameters: snapshot.parameters ?? [] } },
    filters,
  )
  const found = await filteredBlocks(ctx, snapshot.blocks, set)
  const reached: Row['reached'] = {}
  for (const [id, { effects }] of found)
    if (effects.length > 0) reached[id] = effects.flatMap(({ filter, why }) => (why === null ? [filter] : []))
  const blocks = snapshot.blocks.map(({ id }) => found.get(id)!.shown)
  return { snapshot: { ...snapshot, blocks }, reached, set: set.set, wrong: [...set.wrong, ...set.problems] }
}

/**
 * What a link shows: the board that was published, over the rows that its filters leave.
 * @throws AppError not_found where one of them filters a block no more that it did: nobody is shown more than was meant for them
 */
export async function published(ctx: LinkCtx): Promise<Snapshot & Pick<Board, 'set'>> {
  const { snapshot, filters, reached: before } = ctx.link
  const { snapshot: shown, reached, set, wrong } = await filtered(ctx, snapshot, filters)
  const isLost = ([id, ids]: [string, string[]]) => ids.some((one) => !reached[id]?.includes(one))
  if (wrong.length > 0 || Object.entries(before).some(isLost)) throw dead()
  return { ...shown, set }
}

/** The board of a link as it is shown, counted as a view. What is stale is brought up to date, at most once in so long and link. */
export async function view(ctx: LinkCtx): Promise<Board> {
  const isThis = eq(canvasLinks.id, ctx.link.id)
  const opened = { views: sql`${canvasLinks.views} + 1`, openedAt: ctx.now() }
  await ctx.db.update(canvasLinks).set(opened).where(isThis)
  const before = new Date(ctx.now().getTime() - REFRESH_EACH)
  const claimed = await ctx.db
    .update(canvasLinks)
    .set({ refreshedAt: ctx.now() })
    .where(and(isThis, or(isNull(canvasLinks.refreshedAt), lte(canvasLinks.refreshedAt, before))))
    .returning({ id: canvasLinks.id })
  return boardOf(ctx, await published(ctx), { refreshes: claimed.length > 0 })
}

/** For the jobs: forgets links that ended long ago. @returns how many */
export async function sweep({ db, now }: Pick<World, 'db' | 'now'>): Promise<number> {
  const before = new Date(now().getTime() - KEPT)
  const gone = await db
    .delete(canvasLinks)
    .where(or(lt(canvasLinks.expiresAt, before), lt(canvasLinks.revokedAt, before)))
    .returning({ id: canvasLinks.id })
  return gone.length
}
