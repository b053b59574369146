import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { type DuckDBConnection, DuckDBInstance, StatementType } from '@duckdb/node-api'
import { identifier, literal } from '#base/sql.ts'
import { type ServedCall, serveChild } from '#outside/child.ts'
import {
  type EngineTable,
  type ExportFormat,
  isNative,
  NATIVE_TABLE,
  type Planned,
  type ResultRead,
  type StubTable,
  type ValueSearch,
  type ValuesFound,
} from '#outside/engine.ts'
import { checkStatement, checkText, type GateTable, sqlError } from '../rules/gate.ts'
import { exportStored } from './export.ts'
import { engineError, isMemoryError, queryCancelled } from './failure.ts'
import { createLockedInstance, listOf, type OpenTable } from './locked.ts'
import { createPlanner, plan, serialized } from './planner.ts'
import { readPage, type Stored, store, storedSelect, take } from './stored.ts'
import { searchIndexes } from './values.ts'

/**
 * The engine's process. It holds two instances: a locked one, in which the SQL of one workspace runs, and a trusted one, which
 * only ever runs the SQL of this folder: it parses, keeps results and reads them back. JavaScript carries rows from one to the other.
 */
let locked: DuckDBInstance | undefined
let trusted: DuckDBInstance | undefined
/** Opened when the first statement over a connected database is planned. */
let planner: Promise<DuckDBInstance> | undefined
let tables: EngineTable[] = []
/** Stored results that were loaded beside the tables: path -> name of the table that holds it. */
const loaded = new Map<string, string>()
let lastLoaded = 0

/** Set once memory ran out: what was taken is not all given back, so this process should serve nothing more. */
let worn = false
let wornMb = Number.POSITIVE_INFINITY

type Statement = { sql: string; results: EngineTable[] }
type RunInput = Statement & { maxRows: number; output: string | null; gated: boolean }
export type RunOutput = Stored & { rowsRead: number; reads: string[]; elapsedMs: number }

export const methods = {
  /** Opens the trusted instance: once, before anything else. `scratch` is this process's own folder; `wornMb`: memory from which it should be replaced. */
  async begin(input: { scratch: string; memoryMb: number; threads: number; wornMb: number }): Promise<void> {
    wornMb = input.wornMb
    await mkdir(input.scratch, { recursive: true, mode: 0o700 })
    trusted = await DuckDBInstance.create(':memory:', {
      threads: String(input.threads),
      memory_limit: `${input.memoryMb}MiB`,
      temp_directory: input.scratch,
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    })
    await onTrusted((connection) => connection.run(`SET GLOBAL TimeZone='UTC'`))
  },

  /** Opens the tables of one workspace and locks the instance: once in the life of the process. */
  async open(input: { tables: OpenTable[]; memoryMb: number; threads: number }): Promise<void> {
    if (locked) throw new Error('a process serves one workspace')
    tables = input.tables
    locked = await createLockedInstance(input)
  },

  explain: (input: Statement, call: ServedCall): Promise<void> =>
    onStatement(input, call, true, async (connection) => {
      await prepared(connection, input.sql)
    }),

  async plan(
    { sql, stubs, maxRows }: { sql: string; stubs: StubTable[]; maxRows: number },
    { signal }: ServedCall,
  ): Promise<Planned> {
    const visible = stubs.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }))
    planner ??= createPlanner()
    const connection = await (await planner).connect()
    let reads: string[] = []
    try {
      reads = await gate(sql, visible)
      const read = stubs.filter(({ name }) => reads.includes(name))
      const planned = onTrusted((parser) => plan(connection, parser, sql, read, maxRows))
      return await interruptible(connection, signal, planned)
    } catch (error) {
      throw engineError(error, visible, reads)
    } finally {
      connection.closeSync()
    }
  },

  run: (input: RunInput, call: ServedCall): Promise<RunOutput> =>
    onStatement(input, call, input.gated, async (connection, reads) => {
      const startedAt = performance.now()
      const statement = await prepared(connection, input.sql)
      const result = await statement.stream()
      const stored = await onTrusted((trustedConnection) => store(trustedConnection, result, input))
      return {
        ...stored,
        rowsRead: rowsOf(reads, input.results),
        reads,
        elapsedMs: Math.round(performance.now() - startedAt),
      }
    }),

  isWorn: async (): Promise<boolean> => worn || takenMb() > wornMb,

  parse: ({ sql }: { sql: string }): Promise<string> => onTrusted((connection) => serialized(connection, sql)),

  unparse: ({ tree }: { tree: string }): Promise<string> =>
    onTrusted(async (connection) => {
      const written = await connection.runAndReadAll('SELECT json_deserialize_sql($1::JSON)', [tree])
      return String(written.getRowsJS()[0]![0])
    }),

  read: (input: Omit<ResultRead, 'signal'>, { signal }: ServedCall) =>
    onTrusted((connection) => interruptible(connection, signal, readPage(connection, input))),

  searchValues: async (search: ValueSearch): Promise<ValuesFound> => searchIndexes(search),

  export: (input: { path: string; format: ExportFormat; output: string; notes: string[] }, { signal }: ServedCall) =>
    onTrusted((connection) => interruptible(connection, signal, exportStored(connection, input, signal))),

  /** Copies the named columns of a table into the engine's own format, from which a locked instance reads without opening a file. */
  copyNative: (input: { table: EngineTable; output: string }, { signal }: ServedCall): Promise<void> =>
    onTrusted(async (connection) => {
      const { path, columns } = input.table
      const copy = async () => {
        // Uncompressed: made three times sooner, scanned as fast as memory.
        await connection.run(`SET GLOBAL force_compression='uncompressed'`)
        await connection.run(`ATTACH ${literal(input.output)} AS copy`)
        if (isNative(path)) await connection.run(`ATTACH ${literal(path)} AS whole (READ_ONLY)`)
        const source = isNative(path)
          ? `SELECT ${columns.map(identifier).join(', ')} FROM whole.main.${NATIVE_TABLE}`
          : await storedSelect(connection, path, columns)
        await connection.run(`CREATE TABLE copy.main.${NATIVE_TABLE} AS ${source}`)
        await connection.run('DETACH copy')
      }
      await interruptible(connection, signal, copy())
    }),
}

/** Memory as the limit of the operating system counts it, or as near as this machine tells. */
function takenMb(): number {
  try {
    return (Number(readFileSync('/proc/self/statm', 'utf8').split(' ')[5]) * 4096) / 1e6
  } catch {
    return process.memoryUsage().rss / 1e6
  }
}

/** Prepares exactly one statement that only reads: the second look at it, whatever the gate thought. */
async function prepared(connection: DuckDBConnection, sql: string) {
  const extracted = await connection.extractStatements(sql)
  if (extracted.count !== 1) throw sqlError('There must be exactly one statement.')
  const statement = await extracted.prepare(0)
  if (statement.statementType !== StatementType.SELECT) throw sqlError('Only a SELECT can be run here.')
  return statement
}

/** Runs `work` on a connection of the locked instance, in a transaction that cannot write, after the gate let the statement through. */
async function onStatement<T>(
  { sql, results }: Statement,
  { signal }: ServedCall,
  gated: boolean,
  work: (connection: DuckDBConnection, reads: string[]) => Promise<T>,
): Promise<T> {
  const visible: GateTable[] = [...tables, ...results]
  const connection = await locked!.connect()
  let reads: string[] = []
  try {
    if (gated) reads = await gate(sql, visible)
    for (const result of results) if (!gated || reads.includes(result.name)) await showResult(connection, result)
    await connection.run('BEGIN TRANSACTION READ ONLY')
    return await interruptible(connection, signal, work(connection, reads))
  } catch (error) {
    worn ||= error instanceof Error && isMemoryError(error.message)
    throw engineError(error, visible, reads)
  } finally {
    // Everything that was asked of it has settled: closing earlier would crash the process.
    connection.closeSync()
    await forget(results)
  }
}

async function forget(results: EngineTable[]): Promise<void> {
  const left = results.filter(({ passing, path }) => passing && loaded.has(path))
  if (left.length === 0) return
  const connection = await locked!.connect()
  for (const { path } of left) {
    await connection.run(`DROP TABLE memory.main.${loaded.get(path)}`)
    loaded.delete(path)
  }
  connection.closeSync()
}

async function gate(sql: string, visible: GateTable[]): Promise<string[]> {
  checkText(sql)
  return onTrusted(async (connection) => checkStatement(await serialized(connection, sql), visible))
}

/** Makes a stored result visible to one connection under its name, loading it first if it is not there yet. */
async function showResult(connection: DuckDBConnection, result: EngineTable): Promise<void> {
  let table = loaded.get(result.path)
  if (!table) {
    table = `stored_${++lastLoaded}`
    await onTrusted((trustedConnection) => loadResult(trustedConnection, connection, result, table!))
    loaded.set(result.path, table)
  }
  await connection.run(
    `CREATE TEMP VIEW ${identifier(result.name)} AS SELECT ${listOf(result)} FROM memory.main.${table}`,
  )
}

/** The locked instance may open no file, so its rows come from the trusted one. */
async function loadResult(
  trustedConnection: DuckDBConnection,
  connection: DuckDBConnection,
  result: EngineTable,
  table: string,
): Promise<void> {
  const present = result.columns.filter((name) => !(name in (result.absent ?? {})))
  const rows = await trustedConnection.stream(await storedSelect(trustedConnection, result.path, present))
  const names = rows.columnNames()
  const list = rows.columnTypes().map((type, i) => `${identifier(names[i]!)} ${type}`)
  await connection.run(`CREATE TABLE ${table} (${list.join(', ')})`)
  await take(connection, table, rows, Number.POSITIVE_INFINITY)
}

const rowsOf = (reads: string[], results: EngineTable[]): number =>
  [...tables, ...results.filter(({ passing }) => passing)]
    .filter(({ name }) => reads.includes(name))
    .reduce((sum, { rows }) => sum + rows, 0)

async function onTrusted<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
  const connection = await trusted!.connect()
  try {
    return await work(connection)
  } finally {
    connection.closeSync()
  }
}

/** Interrupts `connection` when the caller cancels, again and again: an interrupt that comes before the query starts is lost. */
async function interruptible<T>(connection: DuckDBConnection, signal: AbortSignal, work: Promise<T>): Promise<T> {
  let timer: Timer | undefined
  const interrupt = () => {
    timer ??= setInterval(() => connection.interrupt(), 20)
  }
  signal.addEventListener('abort', interrupt)
  if (signal.aborted) interrupt()
  try {
    const value = await work
    if (signal.aborted) throw queryCancelled()
    return value
  } finally {
    signal.removeEventListener('abort', interrupt)
    clearInterval(timer)
  }
}

if (process.send) serveChild(methods)
