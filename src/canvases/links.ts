import { and, count, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { scrypt } from '#auth/identity.ts'
import { digest } from '#auth/links.ts'
import { AppError, conflict, invalidFields, notFound } from '#base/errors.ts'
import { newToken } from '#base/ids.ts'
import type { Page, PageRequest } from '#base/paging.ts'
import { seal, unseal } from '#base/seal.ts'
import { ago, DAY, HOUR, MINUTE } from '#base/time.ts'
import { inTransaction } from '#db/connect.ts'
import { forget } from '#db/forget.ts'
import { shareLinks, users } from '#db/schema/index.ts'
import { pageById } from '#db/sorted.ts'
import * as audit from '#records/audit.ts'
import * as rateLimit from '#web/rate-limit.ts'
import type { Ctx, WorkspaceCtx, World } from '../ctx.ts'
import { type LinkJson, MOST_LINKS, type NewLink } from './rules/link.ts'

type Row = typeof shareLinks.$inferSelect
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
/** A link that ended is forgotten after this time. */
const KEPT = 90 * DAY

const works = (ctx: Pick<World, 'now'>) => and(isNull(shareLinks.revokedAt), gt(shareLinks.expiresAt, ctx.now()))

/** What links are made of: how one of its kind is found, frozen, and seen by whoever made a link. */
export type LinkKind<C extends WorkspaceCtx> = {
  kind: 'canvas' | 'conversation'
  /** The column that says of which one a link is. */
  of: typeof shareLinks.canvasId | typeof shareLinks.conversationId
  idOf(ctx: C): string
  /** Holds it still until the transaction ends. */
  lock(ctx: C): Promise<unknown>
  /** As it is now. @throws AppError invalid for filters that it has not */
  freeze(ctx: C, filters: string): Promise<Pick<Row, 'snapshot' | 'reached'>>
  /** Whether nothing of it changed since a link was published. */
  current(ctx: C): Promise<(link: Row) => boolean>
  /** It in the eyes of whoever made a link; null where it is gone, or they may not share it any more. */
  asMaker(ctx: Ctx, id: string, userId: string): Promise<C | null>
}

const isOf = <C extends WorkspaceCtx>(of: LinkKind<C>, ctx: C) => eq(of.of, of.idOf(ctx))

/** The links of a board or a conversation, the newest first. */
export async function list<C extends WorkspaceCtx>(of: LinkKind<C>, ctx: C, page: PageRequest): Promise<Page<Link>> {
  const all = ctx.db
    .select({ link: shareLinks, by: { id: users.id, name: users.name } })
    .from(shareLinks)
    .innerJoin(users, eq(users.id, shareLinks.createdBy))
  const { items, next } = await pageById(all, shareLinks.id, isOf(of, ctx), page, ({ link }) => link.id)
  const isCurrent = await of.current(ctx)
  const makers = new Map<string, boolean>()
  for (const { by } of items)
    if (!makers.has(by.id)) makers.set(by.id, (await of.asMaker(ctx, of.idOf(ctx), by.id)) !== null)
  return { items: items.map(({ link, by }) => shown(ctx, link, by, isCurrent(link), makers.get(by.id)!)), next }
}

function shown(ctx: Ctx, link: Row, by: { id: string; name: string }, isCurrent: boolean, maker: boolean): Link {
  const { tokenHash: _, passwordHash, snapshot: __, reached: ___, ...rest } = link
  const state = link.revokedAt ? 'revoked' : link.expiresAt <= ctx.now() ? 'expired' : maker ? 'works' : 'no_access'
  return { ...rest, createdBy: by, hasPassword: passwordHash !== null, isCurrent, state }
}

/**
 * Makes a link to a board or a conversation as it is now. @returns it, with the secret of its address, which is not kept
 * @throws AppError conflict `too_many_links`; invalid for filters that the board has not
 */
export async function create<C extends WorkspaceCtx>(
  of: LinkKind<C>,
  ctx: C,
  input: NewLink,
): Promise<Link & { token: string }> {
  const passwordHash = input.password === undefined ? null : await scrypt.hash(input.password)
  const frozen = await of.freeze(ctx, input.filters)
  return inTransaction(ctx, async (ctx) => {
    // Of two people who make the last one, the second sees what the first has made.
    await of.lock(ctx)
    const [row] = await ctx.db
      .select({ all: count() })
      .from(shareLinks)
      .where(and(isOf(of, ctx), works(ctx)))
    if (row!.all >= MOST_LINKS)
      throw conflict(`A ${of.kind} has at most ${MOST_LINKS} links that work. Revoke one first.`, 'too_many_links')
    const token = newToken()
    const now = ctx.now()
    const id = of.idOf(ctx)
    const [link] = await ctx.db
      .insert(shareLinks)
      .values({
        ...(of.kind === 'canvas' ? { canvasId: id } : { conversationId: id }),
        ...{ tokenHash: digest(token), passwordHash, ...frozen, filters: input.filters, publishedAt: now },
        ...{ expiresAt: new Date(now.getTime() + input.expires_in_days * DAY), createdBy: ctx.user.id, createdAt: now },
      })
      .returning()
    const about = { link: link!.id, expires_at: link!.expiresAt, protected: passwordHash !== null }
    await audit.record(ctx, `${of.kind}.create_link`, id, about)
    return { ...shown(ctx, link!, ctx.user, true, true), token }
  })
}

/** Whether a block is not filtered any more by what filtered it: a link would show more than was meant for whoever has it. */
export const losesOne = (before: Row['reached'], now: Row['reached']): boolean =>
  Object.entries(before).some(([id, ids]) => ids.some((one) => !now[id]?.includes(one)))

/** Lets a link show what it is of as that is now, in the name of whoever made the link. @throws AppError not_found for one that does not work any more; invalid where the board has its filters no more; conflict `filters_lost` where one would filter a block no more that it did */
export async function publish<C extends WorkspaceCtx>(of: LinkKind<C>, ctx: C, id: string): Promise<Link> {
  const [before] = await ctx.db
    .select({ filters: shareLinks.filters, reached: shareLinks.reached })
    .from(shareLinks)
    .where(and(eq(shareLinks.id, id), isOf(of, ctx)))
  if (!before) throw notFound('Link')
  const frozen = await of.freeze(ctx, before.filters)
  const isThere = ([id]: [string, string[]]) => frozen.reached[id] !== undefined
  if (losesOne(Object.fromEntries(Object.entries(before.reached).filter(isThere)), frozen.reached))
    throw conflict('Its filters leave out less than they did. Revoke it, and make another link.', 'filters_lost')
  return changed(of, ctx, id, 'publish_link', { ...frozen, publishedAt: ctx.now(), refreshedAt: null })
}

/** Ends a link at once. @throws AppError not_found */
export const revoke = <C extends WorkspaceCtx>(of: LinkKind<C>, ctx: C, id: string): Promise<Link> =>
  changed(of, ctx, id, 'revoke_link', { revokedAt: ctx.now() })

const changed = <C extends WorkspaceCtx>(
  of: LinkKind<C>,
  ctx: C,
  id: string,
  action: 'publish_link' | 'revoke_link',
  change: Partial<Row>,
): Promise<Link> =>
  inTransaction(ctx, async (ctx) => {
    const [link] = await ctx.db
      .update(shareLinks)
      .set(change)
      .where(and(eq(shareLinks.id, id), isOf(of, ctx), works(ctx)))
      .returning()
    if (!link) throw notFound('Link')
    await audit.record(ctx, `${of.kind}.${action}`, of.idOf(ctx), { link: id })
    const [by] = await ctx.db.select({ id: users.id, name: users.name }).from(users).where(eq(users.id, link.createdBy))
    const isCurrent = (await of.current(ctx))(link)
    return shown(ctx, link, by!, isCurrent, (await of.asMaker(ctx, of.idOf(ctx), link.createdBy)) !== null)
  })

/** A link that somebody opened: the ctx is that of whoever made it. */
export type Opened<C extends WorkspaceCtx> = C & { link: Row }

/** Says the same whatever the reason: an address that never was tells no more than one that ended. */
export const dead = () =>
  new AppError(
    'not_found',
    'This link does not work. It may be mistyped, over or revoked: ask whoever sent it to you for another one.',
  )

/**
 * What lies behind the secret of an address.
 * @throws AppError not_found, with one sentence for all reasons; rate_limited
 */
export async function enter<C extends WorkspaceCtx>(of: LinkKind<C>, ctx: Ctx, token: string): Promise<Opened<C>> {
  if (ctx.actor.ip) await rateLimit.take(ctx, `canvas-link:${ctx.actor.ip}`, OPENINGS)
  const [row] = await ctx.db
    .select({ link: shareLinks, of: of.of })
    .from(shareLinks)
    .where(and(eq(shareLinks.tokenHash, digest(token)), isNotNull(of.of), works(ctx)))
  const inside = row && (await of.asMaker(ctx, row.of!, row.link.createdBy))
  if (!inside) throw dead()
  return { ...inside, link: row.link }
}

type AnyLink = Opened<WorkspaceCtx>

const visitPlace = ({ link }: AnyLink) => `canvas_links:${link.id}:visit`

/**
 * Whether somebody may see what the link shows: it has no password, or they gave it lately.
 * @param visit what `unlock` gave them
 */
export function isOpen(ctx: AnyLink, visit: string | undefined): boolean {
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
export async function unlock(ctx: AnyLink, password: string): Promise<{ visit: string; until: Date }> {
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

/** Counts that somebody opened a link. */
export async function countView(ctx: AnyLink): Promise<void> {
  const opened = { views: sql`${shareLinks.views} + 1`, openedAt: ctx.now() }
  await ctx.db.update(shareLinks).set(opened).where(eq(shareLinks.id, ctx.link.id))
}

/** For the jobs: forgets links that ended long ago. @returns how many */
export function sweep(world: Pick<World, 'db' | 'now'>): Promise<number> {
  const before = ago(world, KEPT)
  return forget(world, shareLinks, or(lt(shareLinks.expiresAt, before), lt(shareLinks.revokedAt, before)))
}
