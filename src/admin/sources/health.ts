import { and, desc, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { answerOf } from '#base/answer.ts'
import { AppError } from '#base/errors.ts'
import { isId } from '#base/ids.ts'
import { redactText } from '#base/redact.ts'
import { connectionSources } from '#connections/data-sources.ts'
import { PREVIEW_ENGINES } from '#connections/rules/connection.ts'
import { isOffered } from '#connections/rules/data-source.ts'
import { FREQUENT, SAMPLE } from '#db/frequent-words.ts'
import { connections, organizations, workspaces } from '#db/schema/index.ts'
import { wordsLike, wordsOf } from '#db/schema/words.ts'
import { byMoment, byText, sortedPage } from '#db/sorted.ts'
import type { AdminCtx } from '../../ctx.ts'
import { connectionsByKind } from '../gauges.ts'
import type { Read } from '../list-response.ts'
import type { Sorts } from '../rules/list.ts'
import { type ConnectionState, healthList, type KindHealth } from '../rules/source-health.ts'
import * as settings from '../settings/settings.ts'

const SORTS = {
  name: byText(connections.name),
  organization: byText(sql`${organizations.name} || ' / ' || ${workspaces.name}`),
  kind: byText(connections.engine),
  state: byText(connections.status),
  looked: byMoment(connections.lastSyncedAt),
} satisfies Sorts<typeof healthList>

export const list: Read<typeof healthList> = async (ctx, { q, engine, status, sort }, request) => {
  const wanted = and(
    status ? eq(connections.status, status) : ne(connections.status, 'deleted'),
    engine ? eq(connections.engine, engine as (typeof connections.$inferSelect)['engine']) : undefined,
    q ? await named(ctx, q) : undefined,
  )
  const page = await sortedPage(SORTS, connections.id, { ...request, sort }, wanted, (at) =>
    ctx.db
      .select({
        at,
        connection: connections,
        organization: { id: organizations.id, name: organizations.name },
        workspace: { id: workspaces.id, name: workspaces.name },
      })
      .from(connections)
      .innerJoin(workspaces, eq(workspaces.id, connections.workspaceId))
      .innerJoin(organizations, eq(organizations.id, workspaces.organizationId)),
  )
  const items = page.items.map(({ connection, organization, workspace }) =>
    answerOf(healthList.item, {
      ...connection,
      status: connection.status as ConnectionState,
      // Kept without secrets already; looked at once more, since it came from outside.
      error: connection.error === null ? null : redactText(connection.error),
      organization,
      workspace,
    }),
  )
  return { ...page, items }
}

/**
 * Connections by the beginnings of the words of their own name, their workspace's or their organization's, or by the id of one of the
 * three. Words that the newest ones often have are met while these are walked; rare ones are asked of the indexes first.
 */
async function named({ db }: AdminCtx, q: string): Promise<SQL> {
  const [own, room, place] = [connections, workspaces, organizations]
  if (isId(q))
    return sql`${own.id} = any(array(select ${own.id} from ${own} where ${own.id} = ${q} union all select ${own.id} from ${own}
      where ${own.workspaceId} = any(array(select ${room.id} from ${room} where ${room.id} = ${q} or ${room.organizationId} = ${q}))))`
  const like = wordsLike(q)
  if (!like) return sql`false`
  const has = ({ name }: { name: PgColumn }) => sql`${wordsOf(sql`${name}`)} @@ ${like}`
  const anywhere = or(has(connections), has(workspaces), has(organizations))!
  const newest = db
    .select({ hit: sql<boolean>`${anywhere}`.as('hit') })
    .from(connections)
    .innerJoin(workspaces, eq(workspaces.id, connections.workspaceId))
    .innerJoin(organizations, eq(organizations.id, workspaces.organizationId))
    .orderBy(desc(connections.id))
    .limit(SAMPLE)
    .as('newest')
  const [row] = await db.select({ hits: sql`count(*) filter (where hit)`.mapWith(Number) }).from(newest)
  // Asked of each row by itself, so that the database goes on walking instead of joining everything first.
  if ((row?.hits ?? 0) > FREQUENT)
    return sql`(select ${anywhere} from ${workspaces} join ${organizations} on ${organizations.id} = ${workspaces.organizationId}
      where ${workspaces.id} = ${connections.workspaceId})`
  // As lists of ids, so that the database cannot take the words for frequent ones and walk all rows after all.
  const places = sql`select ${place.id} from ${place} where ${has(place)}`
  const rooms = sql`select ${room.id} from ${room} where ${has(room)}
    union all select ${room.id} from ${room} where ${room.organizationId} = any(array(${places}))`
  return sql`${own.id} = any(array(select ${own.id} from ${own} where ${has(own)}
    union all select ${own.id} from ${own} where ${own.workspaceId} = any(array(${rooms}))))`
}

export async function kinds(ctx: AdminCtx): Promise<KindHealth[]> {
  const rows = await connectionsByKind(ctx)
  const { sources } = ctx.settings()
  const all = { ...ctx, settings: () => ({ ...ctx.settings(), sources: { off: [], preview: [...PREVIEW_ENGINES] } }) }
  return connectionSources(all).map(({ kind, engine, label, preview, available }) => {
    const number = (state: ConnectionState) =>
      rows.find((row) => row.engine === engine && row.status === state)?.count ?? 0
    return {
      kind,
      engine,
      label,
      preview,
      offered: isOffered(engine, sources),
      possible: available,
      connections: { ready: number('ready'), syncing: number('syncing'), failed: number('failed') },
    }
  })
}

/**
 * Offers exactly these kinds from now on: a new version of the System Settings. Connections that exist go on, those of previews rest.
 * @throws AppError invalid for a kind that there is none of
 */
export async function offer(ctx: AdminCtx, engines: string[], reason: string): Promise<KindHealth[]> {
  const all = await kinds(ctx)
  const unknown = engines.filter((engine) => !all.some((it) => it.engine === engine))
  if (unknown.length > 0)
    throw new AppError('invalid', `There is no kind ${unknown.join(', ')}.`, {
      details: { fields: { engines: `There is no kind ${unknown.join(', ')}.` } },
    })
  const named = (preview: boolean, offered: boolean) =>
    all.filter((it) => it.preview === preview && engines.includes(it.engine) === offered).map(({ engine }) => engine)
  await settings.change(ctx, { sources: { off: named(false, false), preview: named(true, true) } }, reason, null)
  return kinds(ctx)
}
