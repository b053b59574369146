import { and, desc, eq, inArray, isNotNull, isNull, max, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { answerOf } from '#base/answer.ts'
import { isId } from '#base/ids.ts'
import type { Page, PageRequest } from '#base/paging.ts'
import { DAY } from '#base/time.ts'
import { inTransaction } from '#db/connect.ts'
import { securityEvents, users } from '#db/schema/index.ts'
import { byText, sortedPage } from '#db/sorted.ts'
import * as audit from '#records/audit.ts'
import type { AdminCtx } from '../../ctx.ts'
import { ADDRESS, peopleFound, peopleNamed, within } from '../audit/list.ts'
import { type FilterOf, type Sorts, spanOf } from '../rules/list.ts'
import {
  type Acknowledgement,
  type EventGroup,
  type EventGroupsQuery,
  eventList,
  type SecurityEvent,
} from '../rules/security-event.ts'
import { personOf } from '../sql.ts'

const judges = alias(users, 'judges')
const email = sql<string | null>`${securityEvents.details} ->> 'email'`
/** So many events are acknowledged at once. */
const MOST_AT_ONCE = 10_000
const GROUPS = 50

const SORTS = {
  what: byText(securityEvents.kind),
  person: byText(sql`coalesce(${users.email}, ${email})`),
  ip: byText(securityEvents.ip),
} satisfies Sorts<typeof eventList>

/** Refused attempts of every kind. */
export async function list(
  ctx: AdminCtx,
  filter: Partial<FilterOf<typeof eventList>>,
  request: PageRequest,
): Promise<Page<SecurityEvent>> {
  const wanted = await matching(ctx, filter)
  const sort = filter.sort
  const page = await sortedPage(SORTS, securityEvents.id, { ...request, sort }, wanted, (at) =>
    ctx.db
      .select({ at, event: securityEvents, actor: personOf(users), by: judges.email })
      .from(securityEvents)
      .leftJoin(users, eq(users.id, securityEvents.actorId))
      .leftJoin(judges, eq(judges.id, securityEvents.acknowledgedBy)),
  )
  const items = page.items.map(({ event, actor, by }) => {
    const { acknowledgedAt: at, acknowledgedNote } = event
    const acknowledged = at ? { by, at, note: acknowledgedNote ?? '' } : null
    return answerOf(eventList.item, { ...event, actor, acknowledged })
  })
  return { ...page, items }
}

async function matching(ctx: AdminCtx, filter: Partial<FilterOf<typeof eventList>>): Promise<SQL | undefined> {
  const { kind, q, person, ip, state } = filter
  return and(
    kind ? eq(securityEvents.kind, kind) : undefined,
    q ? await searched(ctx, q) : undefined,
    person ? await about(ctx, person) : undefined,
    ip ? eq(securityEvents.ip, ip) : undefined,
    state === 'open' ? isNull(securityEvents.acknowledgedAt) : undefined,
    state === 'acknowledged' ? isNotNull(securityEvents.acknowledgedAt) : undefined,
    within(securityEvents, spanOf(filter)),
  )
}

/** What a search means: a whole network address, a whole id of a request or a person, or words of a person's name or address. */
async function searched(ctx: AdminCtx, q: string): Promise<SQL> {
  if (isId(q)) return or(eq(securityEvents.requestId, q), eq(securityEvents.actorId, q))!
  if (ADDRESS.test(q)) return eq(securityEvents.ip, q)
  if (q.includes('@') && /\.\w+$/.test(q)) return about(ctx, q)
  const ids = await peopleFound(ctx, q)
  return ids.length > 0 ? inArray(securityEvents.actorId, ids) : sql`false`
}

/** A person by id or by whole email address; of guests, the address that they tried. */
async function about(ctx: AdminCtx, person: string): Promise<SQL> {
  if (!person.includes('@')) return eq(securityEvents.actorId, person)
  const ids = await peopleNamed(ctx, person)
  const tried = eq(email, person.toLowerCase())
  return ids.length > 0 ? or(inArray(securityEvents.actorId, ids), tried)! : tried
}

/** Network addresses or people with the most events of a span, the last 24 hours unless it is said. */
export async function groups(ctx: AdminCtx, query: EventGroupsQuery): Promise<EventGroup[]> {
  const { from, to } = spanOf(query)
  const span = { from: from ?? (to ? null : new Date(Number(ctx.now()) - DAY)), to }
  const key = query.by === 'ip' ? securityEvents.ip : sql<string>`coalesce(${securityEvents.actorId}, ${email})`
  const rows = await ctx.db
    .select({
      key: sql<string>`${key}`.as('group_key'),
      count: sql`count(*)`.mapWith(Number).as('group_count'),
      open: sql`count(*) filter (where ${isNull(securityEvents.acknowledgedAt)})`.mapWith(Number),
      kinds: sql<string>`string_agg(distinct ${securityEvents.kind}, ' ')`,
      latest: max(securityEvents.createdAt),
    })
    .from(securityEvents)
    .where(and(within(securityEvents, span), sql`${key} is not null`))
    .groupBy(sql`group_key`)
    .orderBy(sql`group_count desc, group_key`)
    .limit(GROUPS)
  const ids = rows.map((row) => row.key)
  const people =
    query.by === 'person' && ids.length > 0
      ? await ctx.db.select({ id: users.id, email: users.email }).from(users).where(inArray(users.id, ids))
      : []
  return rows.map((row) => ({
    ...row,
    name: people.find(({ id }) => id === row.key)?.email ?? null,
    kinds: row.kinds.split(' '),
    latest: row.latest!.toISOString(),
  }))
}

/**
 * Notes that somebody has looked at events and what they found: those of `ids`, or all that match. What was acknowledged before stays
 * as it is. Answers how many it were, at most 10,000 at once.
 */
export const acknowledge = (ctx: AdminCtx, { ids, note, ...filter }: Acknowledgement): Promise<number> =>
  inTransaction(ctx, async (ctx) => {
    const which = ids?.length ? inArray(securityEvents.id, ids) : await matching(ctx, filter)
    const open = ctx.db
      .select({ id: securityEvents.id })
      .from(securityEvents)
      .where(and(which, isNull(securityEvents.acknowledgedAt)))
      .orderBy(desc(securityEvents.id))
      .limit(MOST_AT_ONCE)
      .for('update')
    const found = (await open).map(({ id }) => id)
    for (let at = 0; at < found.length; at += 1000)
      await ctx.db
        .update(securityEvents)
        .set({ acknowledgedBy: ctx.user.id, acknowledgedAt: ctx.now(), acknowledgedNote: note })
        .where(inArray(securityEvents.id, found.slice(at, at + 1000)))
    if (found.length > 0)
      await audit.record(ctx, 'security.acknowledge', found.length === 1 ? found[0]! : 'security_events', {
        reason: note,
        events: found.length,
        ...(ids?.length ? { ids: found.slice(0, 100) } : { filter }),
      })
    return found.length
  })
