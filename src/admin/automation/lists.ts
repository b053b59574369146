import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { answerOf } from '#base/answer.ts'
import { isId } from '#base/ids.ts'
import { havingWords } from '#db/frequent-words.ts'
import { canvases, organizations, watches, workspaces } from '#db/schema/index.ts'
import { wordsLike, wordsOf } from '#db/schema/words.ts'
import { byMoment, byNumber, byText, sortedPage } from '#db/sorted.ts'
import { excludeDemo } from '../exclude-demo.ts'
import type { Read } from '../list-response.ts'
import { automationList, ranCanvasList, ranWatchList } from '../rules/automation.ts'
import type { Sorts } from '../rules/list.ts'

/**
 * What stands in other tables, asked of each organization: dear among very many, and only done for a page or for who sorts by it. A query of
 * one table names columns without it, so that the name stands here.
 */
const ofWorkspaces = (what: SQL, table: string, more = sql``) =>
  sql`(select ${what} from ${sql.raw(table)} it join workspaces w on w.id = it.workspace_id
    where w.organization_id = organizations.id and w.status = 'active' ${more})`
const ofRuns = (what: SQL, more = sql``) =>
  sql`(select ${what} from watch_runs r join watches it on it.id = r.watch_id join workspaces w on w.id = it.workspace_id
    where w.organization_id = organizations.id and w.status = 'active' ${more})`
const COUNT = sql`count(*)`
/** Whether a row of watches tells of a number or of an answer; else it mails a canvas. */
const isWatch = (of: string) =>
  sql.raw(`((${of}.condition is not null and ${of}.condition <> 'null'::jsonb) or ${of}.message_id is not null)`)
const KEPT = sql`and it.deleted_at is null`
const sum = (column: string) => ofWorkspaces(sql`coalesce(sum(it.${sql.raw(column)}), 0)`, 'canvases')
const USE = {
  agents: ofWorkspaces(sql`count(distinct it.agent_id)`, 'agents', sql`and it.state in ('draft', 'published')`),
  canvases: ofWorkspaces(COUNT, 'canvases', KEPT),
  watches: ofWorkspaces(COUNT, 'watches', sql`and ${isWatch('it')}`),
  schedules: ofWorkspaces(COUNT, 'watches', sql`and not ${isWatch('it')}`),
  refreshes: sum('refreshes'),
  runs: ofRuns(COUNT),
  failures: sql`(${sum('failures')} + ${ofRuns(COUNT, sql`and r.status = 'failed'`)})`,
}
const LAST = sql`greatest(${ofWorkspaces(sql`max(it.refreshed_at)`, 'canvases')}, ${ofRuns(sql`max(r.started_at)`)})`

const USE_SORTS = {
  name: byText(organizations.name),
  agents: byNumber(USE.agents),
  canvases: byNumber(USE.canvases),
  watches: byNumber(USE.watches),
  schedules: byNumber(USE.schedules),
  refreshes: byNumber(USE.refreshes),
  runs: byNumber(USE.runs),
  failures: byNumber(USE.failures),
  run: byMoment(LAST),
} satisfies Sorts<typeof automationList>

const counted = Object.fromEntries(Object.entries(USE).map(([name, of]) => [name, of.mapWith(Number)])) as {
  [K in keyof typeof USE]: SQL<number>
}

/** What organizations keep that runs, and how much it does. */
export const uses: Read<typeof automationList> = async (ctx, { q, sort }, request) => {
  const wanted = and(
    excludeDemo.organizations,
    eq(organizations.status, 'active'),
    q ? (isId(q) ? eq(organizations.id, q) : await havingWords(ctx.db, 'organizations', q)) : undefined,
  )
  const page = await sortedPage(USE_SORTS, organizations.id, { ...request, sort }, wanted, (at) =>
    ctx.db
      .select({ at, id: organizations.id, name: organizations.name, ...counted, lastRunAt: momentOf(LAST) })
      .from(organizations),
  )
  return { ...page, items: page.items.map((item) => answerOf(automationList.item, item)) }
}

const momentOf = (of: SQL) =>
  sql<Date | null>`${of}`.mapWith((value: string | Date | null) => (value === null ? null : new Date(value)))

const named = (q: string, id: PgColumn, name: PgColumn): SQL => {
  if (isId(q)) return sql`(${id} = ${q} or ${workspaces.id} = ${q} or ${organizations.id} = ${q})`
  const like = wordsLike(q)
  if (!like) return sql`false`
  const has = (of: PgColumn) => sql`${wordsOf(sql`${of}`)} @@ ${like}`
  return sql`(${has(name)} or ${has(organizations.name)})`
}
const PLACES = {
  organization: { id: organizations.id, name: organizations.name },
  workspace: { id: workspaces.id, name: workspaces.name },
}
const isStopped = (at: PgColumn, stopped: string | undefined) =>
  stopped === undefined ? undefined : stopped === 'yes' ? isNotNull(at) : isNull(at)

const CANVAS_SORTS = {
  organization: byText(organizations.name),
  name: byText(canvases.name),
  refreshes: byNumber(canvases.refreshes),
  failures: byNumber(canvases.failures),
  run: byMoment(canvases.refreshedAt),
} satisfies Sorts<typeof ranCanvasList>

/** The canvases of all organizations. */
export const ranCanvases: Read<typeof ranCanvasList> = async (ctx, { q, stopped, sort }, request) => {
  const wanted = and(
    excludeDemo.workspaces,
    isNull(canvases.deletedAt),
    isStopped(canvases.stoppedAt, stopped),
    q ? named(q, canvases.id, canvases.name) : undefined,
  )
  const page = await sortedPage(CANVAS_SORTS, canvases.id, { ...request, sort }, wanted, (at) =>
    ctx.db
      .select({ at, canvas: canvases, ...PLACES })
      .from(canvases)
      .innerJoin(workspaces, eq(workspaces.id, canvases.workspaceId))
      .innerJoin(organizations, eq(organizations.id, workspaces.organizationId)),
  )
  const items = page.items.map(({ canvas: { stoppedAt: at, stoppedReason: reason, ...canvas }, ...places }) =>
    answerOf(ranCanvasList.item, { ...canvas, ...places, stopped: at && { at, reason } }),
  )
  return { ...page, items }
}

const runsOf = (what: SQL, more = sql``) =>
  sql`(select ${what} from watch_runs r where r.watch_id = ${watches.id} ${more})`
const RUNS = { runs: runsOf(COUNT), failures: runsOf(COUNT, sql`and r.status = 'failed'`) }
const LAST_RUN = runsOf(sql`max(r.started_at)`)
const WATCH_SORTS = {
  organization: byText(organizations.name),
  name: byText(watches.name),
  runs: byNumber(RUNS.runs),
  failures: byNumber(RUNS.failures),
  run: byMoment(LAST_RUN),
  next: byMoment(watches.nextAt),
} satisfies Sorts<typeof ranWatchList>
const IS_WATCH = isWatch('watches')

/** The watches and schedules of all organizations. */
export const ranWatches: Read<typeof ranWatchList> = async (ctx, { q, kind, stopped, sort }, request) => {
  const wanted = and(
    excludeDemo.workspaces,
    kind && (kind === 'watch' ? IS_WATCH : sql`not ${IS_WATCH}`),
    isStopped(watches.stoppedAt, stopped),
    q ? named(q, watches.id, watches.name) : undefined,
  )
  const page = await sortedPage(WATCH_SORTS, watches.id, { ...request, sort }, wanted, (at) =>
    ctx.db
      .select({
        ...{ at, watch: watches, ...PLACES, lastRunAt: momentOf(LAST_RUN) },
        ...{ runs: RUNS.runs.mapWith(Number), failures: RUNS.failures.mapWith(Number) },
      })
      .from(watches)
      .innerJoin(workspaces, eq(workspaces.id, watches.workspaceId))
      .innerJoin(organizations, eq(organizations.id, workspaces.organizationId)),
  )
  const items = page.items.map(
    ({ watch: { stoppedAt: at, pausedReason: reason, condition, messageId, ...watch }, ...rest }) =>
      answerOf(ranWatchList.item, {
        ...{ ...watch, ...rest, kind: condition || messageId ? ('watch' as const) : ('schedule' as const) },
        stopped: at && { at, reason },
      }),
  )
  return { ...page, items }
}
