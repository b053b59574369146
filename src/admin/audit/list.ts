import { and, eq, gte, inArray, like, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { answerOf } from '#base/answer.ts'
import { firstIdAt, isId } from '#base/ids.ts'
import { HOUR } from '#base/time.ts'
import { auditChain, auditEvents, users } from '#db/schema/index.ts'
import { byNumber, byPerson, byText, sortedPage } from '#db/sorted.ts'
import type { AdminCtx } from '../../ctx.ts'
import type { Read } from '../list-response.ts'
import { namesIn } from '../names.ts'
import * as people from '../people/list.ts'
import { auditList } from '../rules/audit.ts'
import { type Sorts, spanOf } from '../rules/list.ts'
import { namesOf } from '../rules/names.ts'
import { during } from '../sql.ts'

/** A row's id is made at most so long before or after its moment is noted. */
const SLACK = HOUR

/** Rows of a span of time: by their ids first, which every index ends in, then exactly. */
export function within(
  { id, createdAt }: { id: PgColumn; createdAt: PgColumn },
  { from, to }: ReturnType<typeof spanOf>,
): SQL | undefined {
  return and(
    from ? gte(id, firstIdAt(new Date(Number(from) - SLACK))) : undefined,
    to ? lt(id, firstIdAt(new Date(Number(to) + SLACK))) : undefined,
    during(createdAt, { from, to }),
  )
}

/** Ids of the people that a filter names: by their id, or by their whole email address. */
export async function peopleNamed(ctx: AdminCtx, text: string): Promise<string[]> {
  if (!text.includes('@')) return [text]
  const rows = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, text.toLowerCase())).limit(20)
  return rows.map(({ id }) => id)
}

const SORTS = {
  seal: byNumber(sql`${auditChain.sequence}`),
  person: byPerson(users),
  action: byText(auditEvents.action),
} satisfies Sorts<typeof auditList>

export const list: Read<typeof auditList> = async (ctx, filter, request) => {
  const { q, actor, action, subject, organization, sort } = filter
  const actors = actor ? await peopleNamed(ctx, actor) : null
  const wanted = and(
    q ? await searched(ctx, q) : undefined,
    actors ? (actors.length > 0 ? inArray(auditEvents.actorId, actors) : sql`false`) : undefined,
    action ? named(action) : undefined,
    subject ? eq(auditEvents.subject, subject) : undefined,
    organization ? eq(auditEvents.organizationId, organization) : undefined,
    within(auditEvents, spanOf(filter)),
  )
  const page = await sortedPage(SORTS, auditEvents.id, { ...request, sort }, wanted, (at) =>
    ctx.db
      .select({
        at,
        event: auditEvents,
        seal: { sequence: auditChain.sequence, hash: auditChain.hash },
        person: { name: users.name, email: users.email },
      })
      .from(auditEvents)
      .leftJoin(auditChain, eq(auditChain.eventId, auditEvents.id))
      .leftJoin(users, eq(users.id, auditEvents.actorId)),
  )
  const places = page.items.map(({ event }) => placesOf(event))
  const names = await namesIn(ctx, places)
  const items = page.items.map(({ event, seal, person }) =>
    answerOf(auditList.item, {
      ...event,
      sequence: seal?.sequence ?? null,
      hash: seal?.hash ?? null,
      actor: event.actorId ? { id: event.actorId, name: person?.name ?? null, email: person?.email ?? null } : null,
      names: namesOf(placesOf(event), names),
    }),
  )
  return { ...page, items }
}

/** Whatever of an entry may hold ids. */
const placesOf = ({ subject, organizationId, workspaceId, details }: typeof auditEvents.$inferSelect) => [
  subject,
  organizationId,
  workspaceId,
  details,
]

export const ADDRESS = /^[\d.]+$|^[0-9a-f:.]*:[0-9a-f:.]*$/i
/** So many people may a word name; more of them would say little. */
const MOST_PEOPLE = 100

export async function peopleFound({ db }: AdminCtx, q: string): Promise<string[]> {
  const found = await db.select({ id: users.id }).from(users).where(people.named(q)).limit(MOST_PEOPLE)
  return found.map(({ id }) => id)
}

/** What a search means: a whole id of whatever it is about, a network address, an action, or who did it. */
async function searched(ctx: AdminCtx, q: string): Promise<SQL> {
  const { id, actorId, subject, organizationId, requestId, ip } = auditEvents
  if (isId(q)) return or(...[id, actorId, subject, organizationId, requestId].map((column) => eq(column, q)))!
  if (ADDRESS.test(q)) return eq(ip, q)
  if (/^[a-z_]+\.[a-z_]*\*?$/.test(q)) return named(q)
  const actors = await peopleFound(ctx, q)
  const actions = /^[a-z_]+$/.test(q) ? named(`${q}.`) : undefined
  return or(eq(subject, q), actions, actors.length > 0 ? inArray(actorId, actors) : undefined)!
}

/** `user.disable`, or `user.` for everything that begins so. */
const named = (action: string): SQL =>
  action.endsWith('.') || action.endsWith('*')
    ? like(auditEvents.action, `${action.replace(/\*$/, '').replace(/[\\%_]/g, '\\$&')}%`)
    : eq(auditEvents.action, action)
