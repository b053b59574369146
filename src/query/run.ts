import { rm } from 'node:fs/promises'
import { AppError, notFound } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import * as catalog from '#catalog/catalog.ts'
import * as leftOut from '#catalog/left-out.ts'
import { MOST_OPEN, outline } from '#catalog/outline.ts'
import type { OutlineTable } from '#catalog/rules/catalog.ts'
import type { LeftOut } from '#catalog/rules/left-out.ts'
import * as remote from '#connections/remote.ts'
import type { Value } from '#connections/rules/placeholder.ts'
import * as schema from '#db/schema/index.ts'
import type { EngineQuery, EngineResult, EngineTable, StubTable } from '#outside/engine.ts'
import type { Fetched } from '#outside/remote.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { ask, type FetchedTables, fetchRemote, fetchRows, NOTHING } from './fetch-remote.ts'
import { answerable, asResult, FETCHED_ROWS, type Pushed, rowsOf } from './pushdown.ts'
import * as results from './results.ts'
import type { QueryResult, ResultColumn } from './rules/answers.ts'
import { unknownTable } from './rules/gate.ts'
import { columnNames } from './rules/need.ts'
import { WORKSPACE_SOURCE } from './rules/request.ts'

/** Rows that come back with a result; the others are paged. */
const ROWS_IN_ANSWER = 50
const MOST_PROBED = 200

export type RunRequest = {
  sql: string
  /** A connected database by its name: the statement is in its language and runs there. Without it, over all tables of the workspace. */
  source?: string
  /** What stands as `{{name}}` in a statement in the language of a database. */
  values?: Record<string, Value> | undefined
  title?: string
  /** Rows kept at most; ENGINE_MAX_ROWS is the most and the default. */
  limit?: number
  /** Earlier results that the statement may name as tables: name in SQL (r1, r2 …) -> id. */
  results?: Record<string, string>
  signal?: AbortSignal
}

/** `given`: rows in files that the statement may name as tables; `tables`: stored tables in place of those of the workspace. */
type ProbeRequest = Omit<RunRequest, 'title'> & { given?: Given[]; tables?: catalog.SourceTable[] }
type Given = Omit<Awaited<ReturnType<typeof namedResult>>, 'tables'> & { tables?: Record<string, string> }

/** What a statement gave, the moment of the oldest data in it, and where the rows of the tables are stored that it read in our files. */
type Found = EngineResult & { freshAt: Date; tables?: Record<string, string> }

/**
 * Runs one SELECT over the visible tables of the workspace, or on one connected database, and keeps its rows.
 * @throws AppError `unprocessable` code `sql_error` or `sql_refused` (details: message, candidates), `too_much` or `connection_failed`, `timeout` code `query_timeout`,
 * `conflict` code `query_cancelled`, `unavailable` code `engine_failed` or `source_failed`, `not_found` for an unknown result or source
 */
export async function run(ctx: WorkspaceCtx, request: RunRequest): Promise<QueryResult> {
  const most = Math.max(1, Math.min(request.limit ?? ctx.config.ENGINE_MAX_ROWS, ctx.config.ENGINE_MAX_ROWS))
  const output = await ctx.files.scratch('result.parquet')
  try {
    // As they are before it runs: what is hidden meanwhile may be in it.
    const tables = await outline(ctx)
    const { rows, reads, ...outcome } = await outcomeOf(ctx, request, most, output)
    const { sql, results: named = {} } = request
    const own = await results.readBy(ctx, { sql, source: outcome.source }, tables)
    const origin = { own, earlier: await results.readOf(ctx, Object.values(named)) }
    const id = newId()
    const now = ctx.now()
    const storeKey = `workspaces/${ctx.workspace.id}/results/${id}.parquet`
    await ctx.files.adopt(storeKey, output)
    const [stored] = await ctx.db
      .insert(schema.results)
      .values({
        ...outcome,
        ...{ id, storeKey, workspaceId: ctx.workspace.id, userId: ctx.user.id },
        ...{ title: request.title ?? '', sql, origin, leftOut: await leftOutOf(ctx, request, reads) },
        ...{ createdAt: now, expiresAt: new Date(now.getTime() + results.KEPT) },
      })
      .returning()
    return { ...results.described(stored!), rows: rows.slice(0, ROWS_IN_ANSWER) }
  } finally {
    await rm(output, { force: true })
  }
}

/** What does not count in what a statement gave. @param reads the tables and earlier results that it names */
async function leftOutOf(ctx: WorkspaceCtx, { sql, results: named = {} }: RunRequest, reads: string[]) {
  const earlier = Object.entries(named).flatMap(([name, id]) => (reads.includes(name) ? id : []))
  const [before, own] = await Promise.all([
    Promise.all(earlier.map(async (id) => (await results.get(ctx, id)).leftOut)),
    leftOut.ofTables(ctx, reads, async () => columnNames(JSON.parse(await ctx.engine.parse(sql)))),
  ])
  const all: LeftOut[] = [...before.flat(), ...own]
  return [...new Map(all.map((one) => [one.note, one])).values()]
}

/**
 * Runs one SELECT as `run` does and keeps nothing: samples, counts and measures of ours. Whatever is asked about tables is asked here
 * or by `run`: only these know which of them are in a database.
 * @throws AppError as `run` does
 */
export async function probe(ctx: WorkspaceCtx, request: ProbeRequest): Promise<EngineResult> {
  const output = await ctx.files.scratch('probe.parquet')
  try {
    return await outcomeOf(ctx, request, Math.min(request.limit ?? MOST_PROBED, MOST_PROBED), output)
  } finally {
    await rm(output, { force: true })
  }
}

/**
 * Runs one SELECT and lets `work` ask its rows as the table `name`; keeps nothing: what is asked several things is read once.
 * @throws AppError as `run` does
 */
export async function probeRows<T>(
  ctx: WorkspaceCtx,
  { name, ...request }: Omit<RunRequest, 'title'> & { name: string; limit: number },
  work: (probe: (inner: Omit<RunRequest, 'title'>) => Promise<EngineResult>, rows: number) => Promise<T>,
): Promise<T> {
  const path = await ctx.files.scratch('rows.parquet')
  try {
    const { columns, totalRows: rows, freshAt } = await outcomeOf(ctx, request, request.limit, path)
    const table = { name, path, rows, columns: columns.map((column) => column.name) }
    const given = [{ table, stub: { name, columns }, freshAt }]
    return await work((inner) => probe(ctx, { ...inner, given }), rows)
  } finally {
    await rm(path, { force: true })
  }
}

/** A statement, and the file that its rows are written to, at most `maxRows` of them. */
type Asked = ProbeRequest & { maxRows: number; output: string }

/** What a statement gives, and the name of the source that it ran on. */
async function outcomeOf(ctx: WorkspaceCtx, request: ProbeRequest, maxRows: number, output: string) {
  const name = request.source || WORKSPACE_SOURCE
  const asked = { ...request, maxRows, output }
  if (name === WORKSPACE_SOURCE) return { ...(await onWorkspace(ctx, asked)), source: name }
  const source = await remote.sourceNamed(ctx, name)
  return { ...(await onDatabase(ctx, asked, source)), source: source.name }
}

/** Names of all tables that a statement may read, where the workspace has too many to open; null where it has not. */
async function namedTables(ctx: WorkspaceCtx, sql: string): Promise<{ named: string[]; all: OutlineTable[] } | null> {
  const all = await outline(ctx)
  if (all.length <= MOST_OPEN) return null
  const found = (await ctx.engine.parse(sql)).matchAll(/"table_name":("(?:[^"\\]|\\.)*")/g)
  return { all, named: [...new Set([...found].map(([, name]) => JSON.parse(name!) as string))] }
}

/** An error that tells the nearest names of all tables, not only of those that were opened. */
function withCandidates(error: unknown, all: OutlineTable[]): unknown {
  const name = error instanceof AppError && /^There is no table "(.+?)"\./.exec(error.message)?.[1]
  return name ? unknownTable(name, all) : error
}

async function onWorkspace(ctx: WorkspaceCtx, asked: Asked): Promise<Found> {
  if (asked.tables) return overTables(ctx, asked, null)
  const names = await namedTables(ctx, asked.sql)
  if (!names) return overTables(ctx, asked, null)
  return overTables(ctx, asked, names.named).catch((error) => {
    throw withCandidates(error, names.all)
  })
}

async function overTables(ctx: WorkspaceCtx, asked: Asked, only: string[] | null): Promise<Found> {
  const [{ tables, databases }, stored] = await Promise.all([
    asked.tables ? { tables: asked.tables, databases: [] } : catalog.readableTables(ctx, only),
    Promise.all(Object.entries(asked.results ?? {}).map(([name, id]) => namedResult(ctx, name, id))),
  ])
  const named: Given[] = [...stored, ...(asked.given ?? [])]
  const startedAt = performance.now()
  const results = named.map(({ table }) => table)
  const planned =
    databases.length > 0
      ? await ctx.engine.plan({
          ...queryOf(ctx, asked),
          tables,
          stubs: [...tables.map(stubOf), ...named.map(({ stub }) => stub), ...databases],
        })
      : null
  const statement = planned && (await statementForDatabase(ctx, answerable(planned, databases)))
  const askDatabase = async () => (statement ? onConnection(ctx, asked, planned.columns, statement) : null)
  if (statement?.isLarge) {
    const found = await askDatabase()
    if (found) return found
  }
  const rows = planned && rowsOf(planned, databases)
  if (rows) {
    const source = await remote.sourceOf(ctx, rows.table.connectionId)
    return storedAnswer(ctx, asked, () => fetchRows(ctx, source, rows, asked))
  }
  const fetchAll = (most: number | null) =>
    planned ? fetchRemote(ctx, planned, { databases, tables }, asked.signal, most) : NOTHING
  const most = statement && !statement.isLarge ? FETCHED_ROWS : null
  let fetched: FetchedTables
  try {
    fetched = await fetchAll(most)
  } catch (error) {
    if (most === null || !(error instanceof AppError && error.code === 'too_much')) throw error
    // A source only estimates how many rows there are, and there may be more since it was looked at.
    const found = await askDatabase()
    if (found) return found
    fetched = await fetchAll(null)
  }
  try {
    const found = await ctx.engine.run({
      ...queryOf(ctx, asked),
      output: asked.output,
      tables: [...tables, ...fetched.opened],
      results: [...results, ...fetched.passing],
      // That there is no table for it is not enough: it may name one that is hidden or gone, and open for others.
      overResults: tables.length === 0 && only?.every((name) => results.some((one) => one.name === name)) === true,
    })
    const read = tables.filter(({ name }) => found.reads.includes(name))
    const earlier = named.filter(({ table }) => found.reads.includes(table.name))
    const moments = [...read.map(({ refreshedAt }) => refreshedAt), ...earlier.map(({ freshAt }) => freshAt)]
    const keys = Object.assign({}, ...earlier.map((one) => one.tables))
    for (const { name, storeKey } of read) keys[name] = storeKey
    // Without databases the engine's own figure is the nearer one.
    const elapsedMs = databases.length > 0 ? Math.round(performance.now() - startedAt) : found.elapsedMs
    return { ...found, elapsedMs, freshAt: new Date(Math.min(Number(ctx.now()), ...moments.map(Number))), tables: keys }
  } finally {
    await fetched.done()
  }
}

async function onDatabase(ctx: WorkspaceCtx, asked: Asked, source: remote.OpenSource): Promise<Found> {
  const visible = (await catalog.databaseTables(ctx)).filter(({ connectionId }) => connectionId === source.id)
  // A database of which an agent may use nothing is not there for it.
  if (ctx.scope && visible.length === 0) throw notFound('Connection')
  return storedAnswer(ctx, asked, () =>
    ask(ctx, source, { sql: asked.sql, values: asked.values, visible, as: null }, asked),
  )
}

/** A statement in the language of the database that holds all its tables. */
type DatabaseStatement = Pick<Pushed, 'tables' | 'isLarge'> & { source: remote.OpenSource; text: string }

async function statementForDatabase(ctx: WorkspaceCtx, pushed: Pushed | null): Promise<DatabaseStatement | null> {
  if (!pushed) return null
  const source = await remote.sourceOf(ctx, pushed.connectionId)
  const text = pushed.sql(source.source.engine)
  return text === null ? null : { ...pushed, source, text }
}

/** The answer of a connected database to a statement of ours; null when it does not take it after all: then rows are fetched. */
async function onConnection(
  ctx: WorkspaceCtx,
  asked: Asked,
  columns: ResultColumn[],
  { source, text, tables }: DatabaseStatement,
): Promise<Found | null> {
  const request = { sql: text, visible: tables, as: asResult(columns) }
  try {
    return await storedAnswer(ctx, asked, () => ask(ctx, source, request, asked))
  } catch (error) {
    if (!(error instanceof AppError && ['sql_error', 'sql_refused'].includes(error.code))) throw error
    ctx.log.warn('a database did not take a statement of ours', { engine: source.source.engine, error })
    return null
  }
}

/** What a database gives as a result: the file at `output` is what is kept, as it was written while it arrived. */
async function storedAnswer(
  ctx: WorkspaceCtx,
  { output, signal }: Asked,
  work: () => Promise<Fetched>,
): Promise<Found> {
  const startedAt = performance.now()
  const { columns, rows: totalRows, truncated } = await work()
  const first = { path: output, offset: 0, limit: MOST_PROBED, cut: true, ...(signal ? { signal } : {}) }
  const { rows } = await ctx.engine.read(first)
  const answer = { columns, rows, totalRows, truncated, rowsRead: totalRows, reads: [] }
  return { ...answer, freshAt: ctx.now(), elapsedMs: Math.round(performance.now() - startedAt) }
}

const queryOf = (ctx: WorkspaceCtx, { sql, signal, maxRows }: Asked): Omit<EngineQuery, 'tables'> => ({
  ...{ workspaceId: ctx.workspace.id, sql, maxRows },
  ...(signal ? { signal } : {}),
})

const stubOf = ({ name, columns, types }: catalog.SourceTable): StubTable => ({
  name,
  columns: columns.map((column, index) => ({ name: column, type: types[index]! })),
})

async function namedResult(ctx: WorkspaceCtx, name: string, id: string) {
  const { columns, storeKey, freshAt, totalRows: rows, tables } = await results.get(ctx, id)
  const path = await ctx.files.localPath(storeKey)
  const table: EngineTable = { name, path, rows, columns: columns.map((column) => column.name) }
  return { table, stub: { name, columns }, freshAt, tables }
}
