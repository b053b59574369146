import type { ConnectionEngine, DatabaseEngine, ExternalKind, ExternalSettings, SslMode } from './connection.ts'

export type ConnectionStatus = 'syncing' | 'ready' | 'failed'

type About = {
  id: string
  name: string
  status: ConnectionStatus
  /** How many it has in the catalog. */
  tables: number
  /** Why the last look failed; tables of the last one that went well stay. */
  error: string | null
  /** What the last look found to be different, and what is worth knowing, as sentences. */
  changes: string[]
  warnings: string[]
  /** 0: only on demand. */
  refresh_every_minutes: number
  next_refresh_at: string | null
  created_at: string
}

/** A database connection as the API answers it: everything but secrets. */
export type DatabaseEntity = About & {
  engine: DatabaseEngine
  host: string | null
  port: number | null
  database: string | null
  username: string | null
  ssl: { mode: SslMode; ca?: string } | null
  ssh: { host: string; port: number; username: string; hostKey?: string } | null
  schemas: string[]
  path: string | null
  account: string | null
  warehouse: string | null
  role: string | null
  project: string | null
  location: string | null
  catalog: string | null
  server_version: string
  last_synced_at: string | null
}

/** An external connection as the API answers it. `headers` are names only. */
export type ExternalEntity = About &
  Omit<ExternalSettings, 'headers'> & { kind: ExternalKind; headers: string[]; refreshed_at: string | null }

/** A connection as pages draw it. */
export type ConnectionCard = About & {
  kind: 'database' | 'external'
  engine: ConnectionEngine
  /** Where it is, in one line. */
  place: string
  looked_at: string | null
}
