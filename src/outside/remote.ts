import type { DatabaseEngine, DatabaseSecrets, DatabaseSettings } from '#connections/rules/connection.ts'
import type { Value } from '#connections/rules/placeholder.ts'
import type { MeasuredColumn } from '#files/rules/ingest.ts'
import type { Filter } from '#query/rules/need.ts'

/** A database as it is asked: settings and opened secrets go to the process that asks, for one call, and are kept nowhere. */
export type RemoteSource = { engine: DatabaseEngine; settings: DatabaseSettings; secrets: DatabaseSecrets }

/** `type`: the DuckDB type that holds every value of it exactly, VARCHAR when there is none; `native`: how the source calls it. */
export type RemoteColumn = { name: string; type: string; native: string; nullable: boolean; comment: string }
export type RemoteTable = {
  schema: string
  name: string
  kind: 'table' | 'view'
  /** The source's own estimate; null when it has none. */
  rows: number | null
  comment: string
  columns: RemoteColumn[]
  primaryKey: string[]
  foreignKeys: { columns: string[]; toSchema: string; toTable: string; toColumns: string[] }[]
}

/** What a statement needs of a table: rows that pass every filter of at least one group (all rows when there is no group). */
export type RemoteNeed = {
  schema: string
  table: string
  /** In the order of the file that is written; at least one. */
  columns: { name: string; type: string; native: string }[]
  anyOf: Filter[][]
  /** Rows that are enough, in any order. */
  limit?: number
  /** The rows are a result, in which the columns have these names and types. */
  as?: Fetched['columns']
}

export type RemoteLimits = {
  rows: number
  /** Of text; more is an error. */
  bytes: number
}
/** `truncated`: there are more rows. `path`: Parquet, or a database of the engine's own format when there are many rows. */
export type Fetched = {
  path: string
  columns: { name: string; type: string }[]
  rows: number
  truncated: boolean
}

export type Sampled = { rows: number; columns: MeasuredColumn[] }

/** What a look at a source found: things to know, the key of the SSH server in between. */
export type Diagnosis = {
  server_version: string
  latency_ms: number
  tables: number
  warnings: string[]
  ssh_host_key?: string
}
export type CallLimits = { signal?: AbortSignal | undefined; timeoutMs?: number }

/**
 * Databases of people, asked from child processes (connections/drivers is the real plug), at most one workspace in a process. Every
 * method rejects with AppError: `unprocessable` code `connection_failed` (details: step, hint), `sql_error`, `sql_refused` or `too_much` (details:
 * rows or bytes allowed), `timeout` code `query_timeout`, `conflict` code `query_cancelled`, `unavailable` code `source_failed` when the source went away.
 */
export interface Remotes {
  test(workspaceId: string, source: RemoteSource, limits?: CallLimits): Promise<Diagnosis>
  introspect(workspaceId: string, source: RemoteSource, limits?: CallLimits): Promise<RemoteTable[]>
  /** Statistics of the first `rows` rows of tables, in the order of `needs`; null for one that cannot be read. Fewer rows are all that there are. */
  sample(
    workspaceId: string,
    source: RemoteSource,
    needs: RemoteNeed[],
    rows: number,
    limits?: CallLimits,
  ): Promise<(Sampled | null)[]>
  /** The rows that are needed of one table, by a SELECT of our own, written to a file whose path starts with `output`, alone in its folder. */
  fetch(
    workspaceId: string,
    source: RemoteSource,
    need: RemoteNeed,
    output: string,
    limits: RemoteLimits,
    call?: CallLimits,
  ): Promise<Fetched>
  /** Runs one SELECT in the source's own language, after its gate, and writes what it gives as a result is kept (outside/result-file.ts). */
  query(
    workspaceId: string,
    source: RemoteSource,
    asked: RemoteStatement,
    output: string,
    limits: RemoteLimits,
    call?: CallLimits,
  ): Promise<Fetched>
  close(): Promise<void>
}

/**
 * `visible`: all that it may name. `as`: names and types that the columns get, null for those of the source. `values`: what stands in it as
 * `{{name}}`.
 */
export type RemoteStatement = {
  sql: string
  visible: VisibleTable[]
  as: Fetched['columns'] | null
  values?: Record<string, Value> | undefined
}
/** A table that native SQL may read; `hidden` are columns that it may not name, nor get by a star. */
export type VisibleTable = { schema: string; name: string; columns: string[]; hidden: string[] }
