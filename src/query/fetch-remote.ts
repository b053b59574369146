import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isInteger } from '#base/engine-type.ts'
import { AppError } from '#base/errors.ts'
import { numberText } from '#base/format.ts'
import { identifier, literal } from '#base/sql.ts'
import type { DatabaseTable, SourceTable } from '#catalog/catalog.ts'
import * as remote from '#connections/remote.ts'
import { namesOne } from '#definitions/rules/definition.ts'
import { type EngineTable, isNative, type Planned, type TableNeed } from '#outside/engine.ts'
import type { Fetched, RemoteLimits, RemoteStatement } from '#outside/remote.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import type { Rows } from './pushdown.ts'
import { alsoMeeting, type JoinKey, joinKeys } from './rules/join-key.ts'
import type { Filter } from './rules/need.ts'

/** Tables with more rows are not fetched before it is known which keys the other side of a join has. */
const LARGE = 20_000
const MOST_KEYS = 10_000
/** Rows that are looked at first: where they have more keys than that, the others need not be. */
const LOOKED_AT = 10 * MOST_KEYS

type Wanted = { need: TableNeed; table: DatabaseTable }

/** Those of the wanted tables that should wait for another one, with the keys that tell which of their rows matter. */
function waiting(planned: Planned, wanted: Wanted[], local: SourceTable[]): Map<Wanted, JoinKey> {
  const typed = [
    ...wanted.map(({ table }) => ({ name: table.name, columns: table.columns })),
    ...local.map(({ name, columns, types }) => {
      return { name, columns: columns.map((column, index) => ({ name: column, type: types[index]! })) }
    }),
  ]
  const typeOf = (table: string, column: string) =>
    typed.find(({ name }) => name === table)?.columns.find(({ name }) => name === column)?.type ?? ''
  const isLarge = ({ need, table }: Wanted) =>
    need.limit === null && need.scans === 1 && (table.rows > LARGE || table.rows === 0)
  const keys = joinKeys(planned.tree, typed).filter(({ table, column, other, otherColumn }) => {
    const [a, b] = [typeOf(table, column), typeOf(other, otherColumn)]
    return (isInteger(a) && isInteger(b)) || (a === 'VARCHAR' && b === 'VARCHAR')
  })
  const large = wanted.filter(isLarge)
  const found = new Map<Wanted, JoinKey>()
  for (const one of large) {
    // Never for each other: what is waited for must be there first.
    const key = keys.find(
      ({ table, other }) => table === one.table.name && !large.some(({ table }) => table.name === other),
    )
    if (key) found.set(one, key)
  }
  return found
}

/** A need that asks only for rows with a partner, if few enough keys decide that. */
async function narrowed(
  ctx: WorkspaceCtx,
  { need, table }: Wanted,
  key: JoinKey,
  other: TableNeed | undefined,
  opened: { tables: EngineTable[]; results: EngineTable[] },
  signal: AbortSignal | undefined,
): Promise<TableNeed> {
  // A number that the column cannot hold has no partner, and its database would not take it.
  const type = table.columns.find(({ name }) => name === key.column)!.type
  const column = `TRY_CAST(${identifier(key.otherColumn)} AS ${type})`
  const where = [`${column} IS NOT NULL`, ...(other?.anyOf.length ? [conditionOf(other.anyOf)] : [])].join(' AND ')
  const ask = async (sql: string) => {
    const query = { workspaceId: ctx.workspace.id, ...opened, sql, maxRows: 1, ...(signal ? { signal } : {}) }
    return (await ctx.engine.run(query)).rows[0]!
  }
  const keys = `SELECT ${column} AS k FROM ${identifier(key.other)} WHERE ${where}`
  const [some] = await ask(`SELECT count(DISTINCT k) FROM (${keys} LIMIT ${LOOKED_AT})`)
  if (Number(some) > MOST_KEYS) return need
  const [count, list] = await ask(
    `SELECT count(*), CAST(to_json(list(CAST(k AS VARCHAR))) AS VARCHAR) FROM (SELECT DISTINCT k FROM (${keys}) LIMIT ${MOST_KEYS + 1})`,
  )
  if (Number(count) > MOST_KEYS) return need
  if (count === 0) return { ...need, limit: 0 }
  const values = JSON.parse(String(list)) as string[]
  return { ...need, anyOf: alsoMeeting(need.anyOf, { column: key.column, op: 'in', values }) }
}

const conditionOf = (anyOf: Filter[][]): string =>
  `(${anyOf.map((group) => `(${group.map(filterSql).join(' AND ')})`).join(' OR ')})`

function filterSql(filter: Filter): string {
  const column = identifier(filter.column)
  if (filter.op === 'in') return `${column} IN (${filter.values.map(literal).join(', ')})`
  return 'value' in filter ? `${column} ${filter.op} ${literal(filter.value)}` : `${column} ${filter.op}`
}

/** Rows of connected databases that one statement needs, in files; `done` removes them. */
export type FetchedTables = {
  /** Many rows: the engine opens them beside the tables of the workspace. */
  opened: EngineTable[]
  /** Few rows: they are loaded for this statement. */
  passing: EngineTable[]
  done(): Promise<void>
}

/** Tables of databases that are fetched at the same time for one statement. */
const AT_ONCE = 4

export const NOTHING: FetchedTables = { opened: [], passing: [], done: async () => {} }

/**
 * Brings what one statement needs of connected databases: the columns and rows that the plan of it names, and of a large table only
 * rows whose keys the other side of a join has.
 * @param most rows of a table without a limit of its own; null: as many as are allowed
 * @throws AppError as `ctx.remotes` does; unprocessable `too_much` when a table would give more rows than are allowed
 */
export async function fetchRemote(
  ctx: WorkspaceCtx,
  planned: Planned,
  { databases, tables }: { databases: DatabaseTable[]; tables: SourceTable[] },
  signal: AbortSignal | undefined,
  most: number | null = null,
): Promise<FetchedTables> {
  const wanted = planned.needs.flatMap((need): Wanted[] => {
    const table = databases.find(({ name }) => name === need.table)
    return table ? [{ need, table }] : []
  })
  if (wanted.length === 0) return NOTHING
  const folder = await ctx.files.scratch('remote')
  await mkdir(folder, { mode: 0o700 })
  const done = () => rm(folder, { recursive: true, force: true })
  try {
    const later = waiting(planned, wanted, tables)
    const fetch = ({ need, table }: Wanted) => fetchTable(ctx, need, table, join(folder, table.id), most, signal)
    const first = await inBatches(
      wanted.filter((one) => !later.has(one)),
      fetch,
    )
    const fetched = split(first)
    const second = await inBatches([...later], async ([one, key]) => {
      const other = planned.needs.find(({ table }) => table === key.other)
      const opened = { tables: [...tables, ...fetched.opened], results: fetched.passing }
      return fetch({ ...one, need: await narrowed(ctx, one, key, other, opened, signal) })
    })
    return { ...split([...first, ...second]), done }
  } catch (error) {
    await done()
    throw error
  }
}

/** A few at a time: each holds a connection of the source. */
async function inBatches<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let at = 0; at < items.length; at += AT_ONCE)
    done.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))))
  return done
}

function split(found: EngineTable[]): Pick<FetchedTables, 'opened' | 'passing'> {
  const opened = found.filter(({ path }) => isNative(path))
  return {
    opened,
    passing: found.filter((table) => !opened.includes(table)).map((table) => ({ ...table, passing: true })),
  }
}

async function fetchTable(
  ctx: WorkspaceCtx,
  need: TableNeed,
  table: DatabaseTable,
  folder: string,
  most: number | null,
  signal: AbortSignal | undefined,
): Promise<EngineTable> {
  const { source } = await remote.sourceOf(ctx, table.connectionId)
  await mkdir(folder, { mode: 0o700 })
  // Something has to be asked for so that rows can be counted.
  const names = need.columns.length > 0 ? need.columns : [table.columns[0]!.name]
  const columns = table.columns.filter(({ name }) => names.includes(name))
  const limits = limitsOf(ctx, need.limit ?? most)
  const request = {
    ...{ schema: table.schema, table: table.table, columns, anyOf: need.anyOf },
    ...(need.limit === null ? {} : { limit: need.limit }),
  }
  const rows = await ctx.remotes.fetch(ctx.workspace.id, source, request, join(folder, 'rows'), limits, callOf(signal))
  if (rows.truncated && need.limit === null) throw tooManyRows(table.name, limits.rows)
  const absent = table.columns.filter((column) => !columns.includes(column)).map(({ name, type }) => [name, type])
  return {
    ...{ name: table.name, path: rows.path, rows: rows.rows },
    columns: table.columns.map(({ name }) => name),
    absent: Object.fromEntries(absent) as Record<string, string>,
  }
}

/** Lets a database's process write a result into a folder of its own, and moves it to `output`. */
async function writtenTo(
  ctx: WorkspaceCtx,
  output: string,
  work: (path: string) => Promise<Fetched>,
): Promise<Fetched> {
  const folder = await ctx.files.scratch('remote')
  await mkdir(folder, { mode: 0o700 })
  try {
    const found = await work(join(folder, 'rows'))
    await rename(found.path, output)
    return found
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Where an answer is written, with at most so many rows. */
type Answer = { maxRows: number; signal?: AbortSignal; output: string }

/**
 * Asks a database, and writes what it answers as a result is kept.
 * @param visible tables of that connection which the statement may name
 * @param as names and types that the columns get; null: those of the database
 */
export const ask = (
  ctx: WorkspaceCtx,
  { source }: remote.OpenSource,
  { visible, ...asked }: { visible: DatabaseTable[] } & Omit<RemoteStatement, 'visible'>,
  { maxRows, signal, output }: Answer,
): Promise<Fetched> =>
  writtenTo(ctx, output, (path) => {
    const tables = visible.map(({ schema, table, columns, hidden }) => {
      return { schema, name: table, columns: columns.map(({ name }) => name), hidden }
    })
    const request = { ...asked, visible: tables }
    return ctx.remotes.query(ctx.workspace.id, source, request, path, limitsOf(ctx, maxRows), callOf(signal))
  }).catch((error) => {
    throw withoutHiddenNames(error, visible)
  })

/** Fetches rows of one table, and writes them as a result is kept. */
export const fetchRows = (
  ctx: WorkspaceCtx,
  { source }: remote.OpenSource,
  { table: { schema, table }, columns, as, limit }: Rows,
  { maxRows, signal, output }: Answer,
): Promise<Fetched> =>
  writtenTo(ctx, output, (path) => {
    const request = { schema, table, columns, anyOf: [], limit, as }
    return ctx.remotes.fetch(ctx.workspace.id, source, request, path, limitsOf(ctx, maxRows), callOf(signal))
  })

/** What a database says of a statement, unless it speaks of hidden columns: some suggest the nearest name that they have. */
function withoutHiddenNames(error: unknown, visible: DatabaseTable[]): unknown {
  const hidden = new Set(visible.flatMap(({ hidden }) => hidden.map((name) => name.toLowerCase())))
  if (!(error instanceof AppError) || error.code !== 'sql_error' || !namesOne(error.message, hidden)) return error
  const message = 'The database does not know a name in this statement. Check the names of its columns.'
  return new AppError('unprocessable', message, { code: 'sql_error', details: { message } })
}

const limitsOf = (ctx: WorkspaceCtx, rows: number | null): RemoteLimits => ({
  rows: Math.min(rows ?? ctx.config.REMOTE_MAX_ROWS, ctx.config.REMOTE_MAX_ROWS),
  bytes: ctx.config.REMOTE_MAX_MB * 1_000_000,
})

const callOf = (signal: AbortSignal | undefined) => (signal ? { signal } : {})

const tooManyRows = (table: string, rows: number) =>
  new AppError(
    'unprocessable',
    `This needs more than ${numberText(rows)} rows of ${table}, which stay in their database. Filter by a column of it, or aggregate there: run the statement on that source.`,
    { code: 'too_much', details: { table, rows } },
  )
