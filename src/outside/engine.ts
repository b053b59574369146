import type { Partly, Ranked } from '#catalog/rules/value-match.ts'
import type { Cell, ResultColumn } from '#query/rules/answers.ts'
import type { Filter, Node } from '#query/rules/need.ts'

/**
 * A table of a workspace as the engine opens it: the named columns of a file of `rows` rows that never changes once it is written.
 * The file is Parquet, or a DuckDB database with one table `NATIVE_TABLE` when its name says so. `partial`: the file has other
 * columns too, which must not be seen. `absent`: columns that the statement names but does not need, with their types: the file
 * lacks them, they are null. `passing`: the file is for one statement and forgotten after it.
 */
export type EngineTable = {
  name: string
  path: string
  columns: string[]
  rows: number
  partial?: boolean
  absent?: Record<string, string>
  passing?: boolean
}

export type StubTable = { name: string; columns: { name: string; type: string }[] }
/** What a statement needs of one table. `limit`: rows that are enough, in any order; 0 when it is not read at all, null for all. `scans`: times that it is read. */
export type TableNeed = { table: string; columns: string[]; anyOf: Filter[][]; limit: number | null; scans: number }
/** `columns`: what the statement gives; `tree`: the statement as the engine's parser sees it. */
export type Planned = { needs: TableNeed[]; columns: ResultColumn[]; tree: Node }

/** Name of the one table in a file of the engine's own format. */
export const NATIVE_TABLE = 'data'
export const NATIVE_END = '.duckdb'
export const isNative = (path: string): boolean => path.endsWith(NATIVE_END)

export type EngineQuery = {
  /** Decides the process: one DuckDB instance never serves two workspaces. */
  workspaceId: string
  /** Everything that the statement may name; the process is replaced when this set changes. */
  tables: EngineTable[]
  /** Stored results that the statement may name as well (r1, r2 …), loaded beside the tables. */
  results?: EngineTable[]
  /** The statement is known to name these results alone: it runs as well where other tables are open. */
  overResults?: boolean
  sql: string
  maxRows: number
  /** Where the Parquet file of the result is written (a scratch path); without it nothing is kept. */
  output?: string
  signal?: AbortSignal
}

/** `rows`: the first rows of the result, at most 200. `rowsRead`: rows of all tables in `reads`, the tables that the statement names. */
export type EngineResult = {
  columns: ResultColumn[]
  rows: Cell[][]
  totalRows: number
  truncated: boolean
  rowsRead: number
  reads: string[]
  elapsedMs: number
}

export type ResultRead = {
  /** Parquet file of a stored result. */
  path: string
  offset: number
  limit: number
  /** Fewer rows come when so many would be too large for one page, instead of an error. */
  cut?: boolean
  sort?: { column: string; descending: boolean }
  /** Case-insensitive text that some column must contain. */
  filter?: string
  signal?: AbortSignal
}

/** `path`: an index of values as `catalog/value-file.ts` says; only these columns of it are looked through. */
export type ValueSearch = { text: string; tables: { path: string; columns: string[] }[] }
/**
 * `values`: best first, with the number of their table. `states`: for each table, how its columns were looked through: whole, or why not
 * all of their values were; missing: the index has not the column; late: there was no time, or no memory.
 */
export type ValuesFound = {
  values: (Omit<Ranked, 'table'> & { table: number })[]
  states: Record<string, 'whole' | 'missing' | 'late' | Partly>[]
}

export type ExportFormat = 'csv' | 'xlsx' | 'parquet'

/**
 * DuckDB in child processes (query/engine is the real plug). Every method rejects with AppError: `unprocessable` code `sql_error`
 * for what the engine says of a statement and `sql_refused` for what may not be run, `timeout` code `query_timeout`, `conflict` code `query_cancelled`, `unavailable` code
 * `engine_failed` when the process died.
 */
export interface Engine {
  /** Parses and plans without running: throws as `run` would. */
  explain(query: Omit<EngineQuery, 'output' | 'maxRows'>): Promise<void>
  /** What a statement needs of each of `stubs` that it reads; the gate decides on it first. `stubs` are all that it may name. */
  plan(
    query: Pick<EngineQuery, 'workspaceId' | 'tables' | 'sql' | 'maxRows' | 'signal'> & { stubs: StubTable[] },
  ): Promise<Planned>
  run(query: EngineQuery): Promise<EngineResult>
  /** The tree that the parser makes of a statement, as the JSON of `json_serialize_sql`: it is neither checked nor run. */
  parse(sql: string): Promise<string>
  unparse(tree: string): Promise<string>
  read(read: ResultRead): Promise<{ columns: ResultColumn[]; rows: Cell[][]; totalRows: number }>
  searchValues(search: ValueSearch & { signal?: AbortSignal }): Promise<ValuesFound>
  /** Writes a stored result to `output` in `format`. `notes`: what is to be known of it, on a sheet of its own where there are sheets. */
  export(read: {
    path: string
    format: ExportFormat
    output: string
    notes: string[]
    signal?: AbortSignal
  }): Promise<void>
  /** Gets a workspace ready ahead of its first question: large tables are copied into the engine's own format, its process opens them. */
  prepare(workspace: Pick<EngineQuery, 'workspaceId' | 'tables'>): Promise<void>
  close(): Promise<void>
}
