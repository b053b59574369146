import { createHash } from 'node:crypto'
import { and, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Table } from '#analyst/rules/evaluate.ts'
import { AppError, conflict, unprocessable } from '#base/errors.ts'
import { PLAIN } from '#base/format.ts'
import { listed } from '#base/text.ts'
import { ago, DAY, MINUTE, SECOND } from '#base/time.ts'
import { sourcesNow, stateOf } from '#catalog/outline.ts'
import { forget } from '#db/forget.ts'
import { canvases, canvasResults } from '#db/schema/index.ts'
import * as results from '#query/results.ts'
import type { QueryResult } from '#query/rules/answers.ts'
import {
  goneSince,
  readsOf,
  type Sources,
  tablesNamed,
  together,
  isHiddenSince as wasHidden,
} from '#query/rules/reads.ts'
import { MOST_PAGE_ROWS, WORKSPACE_SOURCE } from '#query/rules/request.ts'
import * as query from '#query/run.ts'
import type { WorkspaceCtx, World } from '../ctx.ts'
import type { CanvasCtx } from './canvases.ts'
import type { Block, Statement } from './rules/block.ts'
import { isNewestFirst } from './rules/figure.ts'
import { figuresOf, type Remembered } from './rules/memory.ts'
import { type Refreshed, refreshed as refreshedProse } from './rules/prose.ts'
import { statementsOf } from './rules/statements.ts'

type Row = typeof canvasResults.$inferSelect

/** What a block shows. `stale`: it would be another thing if it was run now, as far as that can be told without running it. */
export type BlockData = {
  results: QueryResult[]
  refreshedAt: Date | null
  stale: boolean
  error: string | null
  errorAt: Date | null
  /** It cannot be brought up to date since its tables or columns are not there any more. */
  gone: boolean
  /** What it read was hidden since: its last result is shown to nobody. */
  withheld: boolean
  prose: Refreshed | null
}

const NOTHING: BlockData = {
  ...{ results: [], refreshedAt: null, stale: false, error: null, errorAt: null },
  ...{ gone: false, withheld: false, prose: null },
}

/** Rows of databases tell no version: what was read of them counts as new for so long. */
const REMOTE_FRESH = 15 * MINUTE
/** A claim lasts so long unless it is renewed: a process that died holds nobody up longer. */
const CLAIM = 20 * SECOND
const RENEW = 5 * SECOND
const LOOK = 300
const AT_ONCE = 4
/** Stored rows are kept for a month; those that boards show are kept on. */
const NEARLY_GONE = 15 * DAY
const UNUSED = 30 * DAY

export const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')
const keyOf = ({ sql, source, values }: Statement): string => digest(values ? [source, sql, values] : [source, sql])

type Seen = Pick<Row, 'sources' | 'tables'> & { remote: boolean }

function seen(statement: Statement, { visible }: Sources): Seen {
  const tables = tablesNamed(statement, visible)
  return {
    sources: stateOf(tables),
    tables: readsOf(statement, visible),
    remote: statement.source !== WORKSPACE_SOURCE || tables.some(({ storeKey }) => storeKey === null),
  }
}

/** Whether a result holds what was hidden since: a table, or a column that could be seen then. */
const isWithheld = ({ tables }: Pick<Row, 'tables'>, sources: Sources): boolean => wasHidden(tables, sources)

function isStale(ctx: WorkspaceCtx, row: Row | undefined, now: Seen, withheld: boolean): boolean {
  const age = (at: Date | null) => (at ? ctx.now().getTime() - at.getTime() : Number.POSITIVE_INFINITY)
  // What failed over the same tables fails again.
  if (row?.error && row.errorSources === now.sources && (!now.remote || age(row.errorAt) < REMOTE_FRESH)) return false
  if (!row?.page || withheld || row.error) return true
  return row.sources !== now.sources || age(row.refreshedAt) > (now.remote ? REMOTE_FRESH : UNUSED)
}

const rowsOf = async (ctx: WorkspaceCtx, keys: string[]): Promise<Map<string, Row>> => {
  if (keys.length === 0) return new Map()
  const rows = await ctx.db
    .select()
    .from(canvasResults)
    .where(and(eq(canvasResults.workspaceId, ctx.workspace.id), inArray(canvasResults.key, keys)))
  return new Map(rows.map((row) => [row.key, row]))
}

/** `problem`: why its statement cannot be run. */
export type ToShow = Pick<Block, 'kind' | 'content' | 'id'> & { problem?: string }
type Shown = ToShow
const runs = (block: Shown): Statement[] => (block.problem ? [] : statementsOf(block))

/** What blocks show, out of what is kept: nothing is run. Null for blocks without data. */
export async function dataOf(ctx: WorkspaceCtx, blocks: Shown[]): Promise<Map<string, BlockData | null>> {
  const statements = blocks.flatMap(runs)
  const without = ({ problem }: Shown): BlockData | null =>
    problem === undefined ? null : { ...NOTHING, error: problem }
  if (statements.length === 0) return new Map(blocks.map((block) => [block.id, without(block)]))
  const keys = [...new Set(statements.map(keyOf))]
  const [rows, sources] = await Promise.all([rowsOf(ctx, keys), sourcesNow(ctx)])
  await keep(ctx, [...rows.values()])
  return new Map(
    await Promise.all(
      blocks.map(async (block) => {
        const asked = runs(block)
        return [block.id, asked.length > 0 ? await shown(ctx, block, asked, rows, sources) : without(block)] as const
      }),
    ),
  )
}

/** Whether tables or columns that were read can be seen no more. */
export const isHiddenSince = async (ctx: WorkspaceCtx, tables: Row['tables']): Promise<boolean> =>
  isWithheld({ tables }, await sourcesNow(ctx))

/**
 * What blocks show now, as it can be compared later; what cannot be seen any more is left out.
 * @throws AppError unprocessable, where that is `demanded`, for a block that could not be refreshed
 */
export async function rememberable(
  ctx: WorkspaceCtx,
  blocks: Shown[],
  { demands = false } = {},
): Promise<Map<string, Remembered>> {
  const statements = blocks.flatMap(runs)
  if (statements.length === 0) return new Map()
  const [rows, sources] = await Promise.all([rowsOf(ctx, statements.map(keyOf)), sourcesNow(ctx)])
  const all = blocks.map(async (block): Promise<[string, Remembered][]> => {
    const asked = runs(block)
    const given = asked.flatMap((one) => rows.get(keyOf(one)) ?? [])
    const failed = given.find(({ error }) => error)
    if (demands && failed) throw unprocessable(failed.error!)
    const of = given.flatMap((row) => (row.page && !isWithheld(row, sources) ? row.page : []))
    if (of.length === 0 || of.length < asked.length) return []
    const at = new Date(Math.min(...given.map(({ refreshedAt }) => Number(refreshedAt)))).toISOString()
    const told = { at, tables: together(given.map(({ tables }) => tables)) }
    if (!('queries' in block.content)) return [[block.id, { ...told, page: of[0]! }]]
    // As nobody's language writes them: whoever looks next is told no change for that.
    const page = { ...of[0]!, ...figuresOf(await proseOf(ctx, block.content, of, PLAIN)) }
    return [[block.id, { ...told, page, of }]]
  })
  return new Map((await Promise.all(all)).flat())
}

async function shown(
  ctx: WorkspaceCtx,
  block: Shown,
  statements: Statement[],
  rows: Map<string, Row>,
  sources: Sources,
): Promise<BlockData> {
  const states = statements.map((statement) => {
    const row = rows.get(keyOf(statement))
    const withheld = row !== undefined && row.page !== null && isWithheld(row, sources)
    const gone = row?.error ? goneSince(statement, row.tables, sources) : []
    return { row, gone, withheld, stale: isStale(ctx, row, seen(statement, sources), withheld) }
  })
  const pages = states.map(({ row, withheld }) => (withheld ? null : (row?.page ?? null)))
  const moments = states.flatMap(({ row }) => row?.refreshedAt ?? [])
  const failed = states.find(({ row }) => row?.error)?.row
  const gone = [...new Set(states.flatMap((one) => one.gone))]
  return {
    results: await Promise.all(
      pages.flatMap((page) =>
        page === null
          ? []
          : 'trend' in block.content && block.content.trend
            ? newestRows(ctx, page, block.content.trend)
            : page,
      ),
    ),
    refreshedAt: moments.length > 0 ? new Date(Math.min(...moments.map(Number))) : null,
    stale: states.some(({ stale }) => stale),
    error: gone.length > 0 ? goneWords(gone) : (failed?.error ?? null),
    errorAt: failed?.errorAt ?? null,
    gone: gone.length > 0,
    withheld: states.some(({ withheld }) => withheld),
    prose: 'queries' in block.content ? await proseOf(ctx, block.content, pages) : null,
  }
}

const goneWords = (gone: string[]) =>
  `The ${listed(gone)} ${gone.length === 1 ? 'is' : 'are'} gone, deleted or renamed. Bring ${gone.length === 1 ? 'it' : 'them'} back, or change this block.`

async function proseOf(
  ctx: WorkspaceCtx,
  content: Parameters<typeof refreshedProse>[0],
  pages: (QueryResult | null)[],
  locale = ctx.user.locale || PLAIN,
): Promise<Refreshed> {
  const tables = await Promise.all(pages.map((page, at) => page && tableOf(ctx, page, content.queries[at]!.name)))
  return refreshedProse(content, tables, { locale, currency: '' })
}

/** A result as figures of prose are looked up in it: more of its rows where the first are not all. */
export async function tableOf(ctx: WorkspaceCtx, page: QueryResult, name: string): Promise<Table> {
  const { rows } = await results.withRows(ctx, page)
  return { ...page, name, rows, statistics: [], partial: rows.length < page.total_rows }
}

/** The newest rows, which the course of a number is drawn of; the last ones where it has none. */
export const newestRows = async (ctx: WorkspaceCtx, page: QueryResult, along: string | null): Promise<QueryResult> =>
  isNewestFirst(page, along) ? page : results.withRows(ctx, page, Math.max(0, page.total_rows - MOST_PAGE_ROWS))

/** Results that boards show stay as long as somebody looks at them. */
async function keep(ctx: WorkspaceCtx, rows: Row[]): Promise<void> {
  const now = ctx.now()
  const old = rows.filter(({ usedAt }) => now.getTime() - usedAt.getTime() > DAY)
  if (old.length === 0) return
  const keys = old.map(({ key }) => key)
  await ctx.db
    .update(canvasResults)
    .set({ usedAt: now })
    .where(and(eq(canvasResults.workspaceId, ctx.workspace.id), inArray(canvasResults.key, keys)))
  await results.keepLonger(
    ctx,
    old.flatMap(({ page }) => page?.id ?? []),
    NEARLY_GONE,
  )
}

/**
 * Runs the statements of blocks: those that are stale, or all. However many look, each runs once at a time, in one process of all; whoever
 * comes later gets what it gave. No model and no credit is needed; what the person may see decides.
 * @returns ids of the blocks that show something new
 */
export async function refresh(ctx: CanvasCtx, blocks: Shown[], { force = false } = {}): Promise<string[]> {
  if (ctx.canvas.stoppedAt)
    throw conflict(
      `An administrator stopped the refreshing of this canvas: ${ctx.canvas.stoppedReason}`,
      'canvas_stopped',
    )
  const statements = new Map(blocks.flatMap(runs).map((one) => [keyOf(one), one]))
  const [rows, sources] = await Promise.all([rowsOf(ctx, [...statements.keys()]), sourcesNow(ctx)])
  const due = [...statements].filter(([key, statement]) => {
    const row = rows.get(key)
    return force || isStale(ctx, row, seen(statement, sources), row !== undefined && isWithheld(row, sources))
  })
  const next = due.values()
  let failures = 0
  const work = async () => {
    for (const [key, statement] of next) if (!(await once(ctx, key, statement, moment(rows.get(key))))) failures++
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, due.length) }, work))
  if (due.length > 0) await count(ctx, due.length, failures)
  const ran = new Set(due.map(([key]) => key))
  return blocks.flatMap((block) => (runs(block).some((one) => ran.has(keyOf(one))) ? [block.id] : []))
}

/** Admins see what runs, and how much of it fails. */
const count = (ctx: CanvasCtx, runs: number, failures: number) =>
  ctx.db
    .update(canvases)
    .set({
      refreshes: sql`${canvases.refreshes} + ${runs}`,
      failures: sql`${canvases.failures} + ${failures}`,
      refreshedAt: ctx.now(),
    })
    .where(eq(canvases.id, ctx.canvas.id))

/** Statements that this process runs or waits for, and whether they succeed. */
const running = new Map<string, Promise<boolean>>()

/** When a statement was last run, in milliseconds; 0: never. */
const moment = (row: Row | undefined): number => Math.max(Number(row?.refreshedAt ?? 0), Number(row?.errorAt ?? 0))

function once(ctx: WorkspaceCtx, key: string, statement: Statement, lastSeen: number): Promise<boolean> {
  const id = `${ctx.workspace.id} ${key}`
  const work = running.get(id) ?? inTurn(ctx, key, statement, lastSeen).finally(() => running.delete(id))
  running.set(id, work)
  return work
}

async function inTurn(ctx: WorkspaceCtx, key: string, statement: Statement, lastSeen: number): Promise<boolean> {
  const isThis = and(eq(canvasResults.workspaceId, ctx.workspace.id), eq(canvasResults.key, key))
  const until = () => new Date(ctx.now().getTime() + CLAIM)
  const claim = async () => {
    const claimed = { claimedUntil: until(), usedAt: ctx.now() }
    const taken = await ctx.db
      .insert(canvasResults)
      .values({ workspaceId: ctx.workspace.id, key, ...claimed })
      .onConflictDoUpdate({
        target: [canvasResults.workspaceId, canvasResults.key],
        set: claimed,
        setWhere: or(isNull(canvasResults.claimedUntil), lte(canvasResults.claimedUntil, ctx.now())),
      })
      .returning({ key: canvasResults.key })
    return taken.length > 0
  }
  for (const from = performance.now(); !(await claim()); ) {
    if (performance.now() - from > (ctx.config.ENGINE_TIMEOUT_S + 60) * SECOND)
      throw new AppError('timeout', 'Another server refreshes this block, and takes too long. Please try again.')
    await Bun.sleep(LOOK)
  }
  const now = await sourcesNow(ctx)
  const { remote: _, ...here } = seen(statement, now)
  const [row] = await ctx.db.select().from(canvasResults).where(isThis)
  // Somebody else has run it since it was looked at.
  if (moment(row) !== lastSeen) {
    await ctx.db.update(canvasResults).set({ claimedUntil: null }).where(isThis)
    return !row?.error
  }
  const renewing = setInterval(
    () =>
      void ctx.db
        .update(canvasResults)
        .set({ claimedUntil: until() })
        .where(isThis)
        .catch(() => {}),
    RENEW,
  )
  try {
    const page = await query.run(ctx, { sql: statement.sql, source: statement.source, values: statement.values })
    const done = { page, ...here, refreshedAt: ctx.now(), error: null, errorAt: null, errorSources: '' }
    await ctx.db
      .update(canvasResults)
      .set({ ...done, claimedUntil: null })
      .where(isThis)
    return true
  } catch (error) {
    const isOurs = !(error instanceof AppError) || error.kind === 'internal'
    if (isOurs) ctx.log.error('a block could not be refreshed', { key, error })
    await ctx.db
      .update(canvasResults)
      .set({
        error: isOurs ? 'Something went wrong on our side. Please refresh again.' : error.message,
        ...{ errorAt: ctx.now(), errorSources: isOurs ? '' : here.sources, claimedUntil: null },
        // Nobody is shown any more what was hidden, whatever becomes of the table.
        ...(row && isWithheld(row, now) ? { page: null, tables: {} } : {}),
      })
      .where(isThis)
    return false
  } finally {
    clearInterval(renewing)
  }
}

/** For the jobs: forgets results that no board has shown for long. @returns how many */
export const sweep = (world: Pick<World, 'db' | 'now'>): Promise<number> =>
  forget(world, canvasResults, lt(canvasResults.usedAt, ago(world, UNUSED)))
