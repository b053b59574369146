export const DATABASE_ENGINES = [
  'postgres',
  'mysql',
  'clickhouse',
  'sqlserver',
  'sqlite',
  'snowflake',
  'bigquery',
  'trino',
] as const
export type DatabaseEngine = (typeof DATABASE_ENGINES)[number]

/** Engines whose drivers were never run against the real product: written after its documentation, switched off until an admin wants them. */
export const PREVIEW_ENGINES = ['sqlserver', 'snowflake', 'bigquery', 'trino'] as const satisfies DatabaseEngine[]

export const EXTERNAL_KINDS = ['url', 'google_sheet', 's3', 'rest'] as const
export type ExternalKind = (typeof EXTERNAL_KINDS)[number]
export type ConnectionEngine = DatabaseEngine | ExternalKind

/**
 * How the way to a database is encrypted: `disable` never, `prefer` when the server can, `require` always but whoever it is,
 * `verify-ca` only with a certificate that the pasted or the system's authorities signed, `verify-full` and for this very host.
 */
export const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
export type SslMode = (typeof SSL_MODES)[number]

/** Where a database is and which user connects. Fields that an engine does not use are absent. */
export type DatabaseSettings = {
  /** A name or address, never a path: sockets of the file system are not reachable. */
  host?: string
  port?: number
  database?: string
  username?: string
  ssl?: { mode: SslMode /** PEM of one or more authorities. */; ca?: string }
  /** A server in between; `hostKey`: its key as `SHA256:…`, learned at the first test and demanded from then on. */
  ssh?: { host: string; port: number; username: string; hostKey?: string }
  /** Schemas to read; all that the user may read when absent. */
  schemas?: string[]
  /** SQLite: a file below a folder that the server's owner allowed. */
  path?: string
  /** Snowflake. */
  account?: string
  warehouse?: string
  role?: string
  /** BigQuery: the project that is billed; its datasets are `schemas`. */
  project?: string
  location?: string
  /** Trino. */
  catalog?: string
  /** Address that replaces the engine's usual one (BigQuery, Snowflake behind a proxy). */
  endpoint?: string
}

/** Kept sealed, never returned, never logged. */
export type DatabaseSecrets = {
  password?: string
  ssh_password?: string
  /** PEM or OpenSSH form, and what opens it. */
  ssh_private_key?: string
  ssh_passphrase?: string
  /** BigQuery: the JSON key of a service account. */
  service_account?: string
  /** Snowflake: PEM of the private key; Trino, ClickHouse: a bearer token. */
  private_key?: string
  token?: string
}

export type ExternalSettings = {
  /** `url`, `rest`: http or https. */
  url?: string
  /** `google_sheet`: the address of the document as the browser shows it. */
  sheet?: string
  /** `s3` */
  bucket?: string
  prefix?: string
  region?: string
  endpoint?: string
  access_key_id?: string
  /** `rest`: names of headers that are sent; their values are secrets. */
  headers?: string[]
  /** `rest`: where the list of records is, as `data.items`; found by itself when absent. */
  record_path?: string
  /** `rest`: how the next page is found. */
  paging?: RestPaging
}

export type RestPaging =
  | { kind: 'none' }
  /** The `Link` header with rel="next". */
  | { kind: 'link' }
  /** A field of the answer holds the next address or the token for `parameter`. */
  | { kind: 'cursor'; path: string; parameter?: string }
  /** `parameter` counts pages, or rows when `size_parameter` is given. */
  | { kind: 'page'; parameter: string; start: number }
  | { kind: 'offset'; parameter: string; size_parameter: string; size: number }

export type ExternalSecrets = {
  secret_access_key?: string
  /** Values by the names in `headers`. */
  headers?: Record<string, string>
  /** `google_sheet`: the JSON key of a service account, for documents that are not published. */
  service_account?: string
  /** `url`, `rest`: Basic authentication as user:password. */
  basic?: string
}

export type ConnectionSettings = DatabaseSettings | ExternalSettings
export type ConnectionSecrets = DatabaseSecrets | ExternalSecrets

/** The stations on the way to a database, in order; a failure names the one it came to. */
export const CONNECTION_STEPS = ['dns', 'tcp', 'tls', 'auth', 'database', 'permission'] as const
export type ConnectionStep = (typeof CONNECTION_STEPS)[number]

export const DEFAULT_PORTS: Partial<Record<DatabaseEngine, number>> = {
  postgres: 5432,
  mysql: 3306,
  clickhouse: 8443,
  sqlserver: 1433,
  trino: 8443,
}
