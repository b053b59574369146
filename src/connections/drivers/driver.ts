import type { Network } from '#outside/network.ts'
import type { RemoteNeed, RemoteSource, RemoteTable, VisibleTable } from '#outside/remote.ts'
import type { ValueLanguage } from './bound.ts'

/** Column of rows that come from a source: its name, and the DuckDB type as which its text is read. */
type StreamColumn = { name: string; type: string }

/**
 * Rows on their way from a source, as CSV without a header: commas, double quotes doubled inside quotes, an unquoted empty field is
 * null, a quoted one the empty text. Every value is written so that DuckDB reads it exactly as the type of its column: BLOB as
 * hexadecimal digits, times in UTC.
 */
export type RemoteRows = { columns: StreamColumn[]; csv: AsyncIterable<Uint8Array | string> }

export type DriverContext = {
  /** The only way to the network: checks every address first. */
  network: Network
  /** Folders whose SQLite files may be opened. */
  sqliteFolders: string[]
  /** Longest wait for one answer of the source in milliseconds. */
  timeoutMs: number
  /** Fires when the caller cancels: the session then cancels at its source too. */
  signal: AbortSignal
}

/** What a refresh learns of a source besides its tables. */
export type SessionFacts = { serverVersion: string; warnings: string[]; sshHostKey?: string | undefined }

/**
 * One connection to one source, read-only there too: a role that could write must not be able to through it. Every method rejects
 * with AppError as `Remotes` says; a session that failed is only closed.
 */
export interface Session {
  facts(): Promise<SessionFacts>
  /** Tables and views that the user may read, without the system's own. In one round trip where the source can. */
  introspect(schemas: string[] | undefined): Promise<RemoteTable[]>
  /** The SELECT for a need, quoted by this source's rules, at most `rows` rows; columns in the order of the need. */
  selectOf(need: RemoteNeed, rows: number): string
  /**
   * Decides whether somebody's own statement may run (one statement, reads only, names nothing but `visible`), and gives it with a
   * limit on its rows. @throws AppError unprocessable `sql_refused`, `sql_error`
   */
  gated(sql: string, visible: VisibleTable[], rows: number): Promise<string>
  /** Runs a SELECT of `selectOf` or `gated` and streams its rows; ends at the source when the signal fires or the consumer stops. */
  stream(sql: string): Promise<RemoteRows>
  close(): Promise<void>
}

export interface Driver {
  /** How values that people choose stand in its statements. */
  values: ValueLanguage
  /** Connects and signs in. @throws AppError `connection_failed` naming the step, see failure.ts */
  open(source: RemoteSource, context: DriverContext): Promise<Session>
}

/** Warning about a user who could change data if our sessions were not read-only. */
export const MAY_WRITE = 'This user may change data. Nothing here does, but a user that may only read is safer.'
