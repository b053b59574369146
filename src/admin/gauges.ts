import { and, eq, gte, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { DAY, HOUR } from '#base/time.ts'
import { connections, creditAccounts, dailyFigures, files, organizations, users, workspaces } from '#db/schema/index.ts'
import type { World } from '../ctx.ts'
import { excludeDemo } from './exclude-demo.ts'
import { fullest } from './sources/fullest.ts'

type FiguresCtx = Pick<World, 'db' | 'now'>

/** From so many rows on a figure of all of them is that of the last hour: counting them takes as long as there are more. */
const MANY = 100_000
/** The job that keeps figures runs each hour; when it stands still, everything is counted again. */
const RECENT = 2 * HOUR

const active = sql`${workspaces.status} = 'active' and exists (
  select 1 from ${organizations} where ${organizations.id} = ${workspaces.organizationId} and ${organizations.status} = 'active')`
const stored = and(excludeDemo.files, ne(files.status, 'deleted'))
const rows = sql`count(*)`
/** What stands at this moment, whenever it came; `of` names the figure that tells how many rows it is made from. */
const STANDING = {
  people: { of: 'people', what: rows, from: users, where: excludeDemo.people },
  organizations: { of: 'organizations', what: rows, from: organizations, where: eq(organizations.status, 'active') },
  workspaces: { of: 'workspaces', what: rows, from: workspaces, where: active },
  credits_open: {
    of: 'people',
    what: sql`coalesce(sum(${creditAccounts.balance} + ${creditAccounts.held}), 0)`,
    from: creditAccounts,
    where: undefined,
  },
  storage_bytes: { of: 'storage_files', what: sql`coalesce(sum(${files.sizeBytes}), 0)`, from: files, where: stored },
  storage_files: { of: 'storage_files', what: rows, from: files, where: stored },
} satisfies Record<string, { of: string; what: SQL; from: PgTable; where: SQL | undefined }>
type StandingName = keyof typeof STANDING
const NAMES = Object.keys(STANDING) as StandingName[]

async function counted({ db }: FiguresCtx, name: StandingName): Promise<number> {
  const { what, from, where } = STANDING[name]
  const [row] = await db
    .select({ value: what.mapWith(Number) })
    .from(from as PgTable)
    .where(where)
  return row!.value
}

/** Each of the figures: counted where that is quick, else as it was kept within the last hours. */
export async function gauges(ctx: FiguresCtx): Promise<Record<StandingName, number>> {
  const figures = await recentFigures(ctx, NAMES)
  const values = NAMES.map(async (name) => {
    const large = (figures.get(STANDING[name].of) ?? 0) >= MANY
    return [name, (large ? figures.get(name) : undefined) ?? (await counted(ctx, name))]
  })
  return Object.fromEntries(await Promise.all(values))
}

export async function connectionsByKind(ctx: FiguresCtx): Promise<{ engine: string; status: string; count: number }[]> {
  const total = await recentFigures(ctx, ['connections'])
  if ((total.get('connections') ?? 0) < MANY) return countedKinds(ctx)
  const figures = await recentFigures(ctx)
  return [...figures].flatMap(([name, count]) => {
    const [what, engine, status] = name.split(' ')
    return what === 'connections' && engine && status ? [{ engine, status, count }] : []
  })
}

const countedKinds = ({ db }: FiguresCtx) =>
  db
    .select({
      engine: sql<string>`${connections.engine}`,
      status: sql<string>`${connections.status}`,
      count: rows.mapWith(Number),
    })
    .from(connections)
    .where(ne(connections.status, 'deleted'))
    .groupBy(connections.engine, connections.status)

const FULL = 'nearly full '

/** Ids of the organizations that have little room left for files. */
export async function nearlyFull(ctx: FiguresCtx & Pick<World, 'settings'>): Promise<string[]> {
  const total = await recentFigures(ctx, ['storage_files'])
  if ((total.get('storage_files') ?? 0) < MANY) return (await fullest(ctx)).map(([id]) => id)
  const figures = await recentFigures(ctx)
  return [...figures.keys()].flatMap((name) => (name.startsWith(FULL) ? [name.slice(FULL.length)] : []))
}

/** A day in UTC: `2026-11-21`. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

/** What was kept when it was kept last, unless that is long ago. */
async function recentFigures({ db, now }: FiguresCtx, names?: string[]): Promise<Map<string, number>> {
  const found = await db
    .select({ name: dailyFigures.name, value: dailyFigures.value, at: dailyFigures.createdAt })
    .from(dailyFigures)
    .where(
      and(
        names ? inArray(dailyFigures.name, names) : undefined,
        inArray(dailyFigures.day, [dayOf(now()), dayOf(new Date(Number(now()) - DAY))]),
        gte(dailyFigures.createdAt, new Date(Number(now()) - RECENT)),
      ),
    )
  const last = Math.max(...found.map(({ at }) => Number(at)))
  return new Map(found.filter(({ at }) => Number(at) === last).map(({ name, value }) => [name, value]))
}

/** Keeps what stands today, the last of the day counts; a job calls it. @returns figures kept */
export async function recordToday(world: FiguresCtx & Pick<World, 'settings'>): Promise<number> {
  const figures: [string, number][] = []
  for (const name of NAMES) figures.push([name, await counted(world, name)])
  const kinds = await countedKinds(world)
  figures.push(['connections', kinds.reduce((sum, { count }) => sum + count, 0)])
  for (const { engine, status, count } of kinds) figures.push([`connections ${engine} ${status}`, count])
  for (const [id, bytes] of await fullest(world)) figures.push([FULL + id, bytes])
  const now = world.now()
  await world.db
    .insert(dailyFigures)
    .values(figures.map(([name, value]) => ({ day: dayOf(now), name, value, createdAt: now })))
    .onConflictDoUpdate({
      target: [dailyFigures.name, dailyFigures.day],
      set: { value: sql`excluded.value`, createdAt: now },
    })
  return figures.length
}
