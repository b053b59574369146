import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { identifier, literal } from '#base/sql.ts'
import { type EngineTable, NATIVE_TABLE } from '#outside/engine.ts'
import { engineFailed } from './failure.ts'
import { storedSelect } from './stored.ts'

/** A table to open: `native` is its file or a copy of it in the engine's own format, null when it is small enough to be loaded. */
export type OpenTable = EngineTable & { native: string | null }

/** What holds once a tenant's SQL may run. In this order: the last one forbids all further settings. */
const LOCKED = {
  enable_external_access: 'false',
  disabled_filesystems: 'LocalFileSystem',
  lock_configuration: 'true',
} as const

/**
 * An instance that holds the given tables, reads and writes nothing else, and cannot be set otherwise. It has no temporary folder:
 * what does not fit into its memory fails.
 */
export async function createLockedInstance(options: {
  tables: OpenTable[]
  memoryMb: number
  threads: number
  /** Further settings, made before they are locked. */
  settings?: Record<string, string>
}): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(options.threads),
    memory_limit: `${options.memoryMb}MiB`,
    temp_directory: '',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_persistent_secrets: 'false',
  })
  const connection = await instance.connect()
  await connection.run(`SET GLOBAL TimeZone='UTC'`)
  for (const [index, table] of options.tables.entries()) await openTable(connection, table, index)
  for (const [name, value] of Object.entries({ ...options.settings, ...LOCKED }))
    await connection.run(`SET GLOBAL ${name}=${literal(value)}`)
  await assertLocked(connection)
  connection.closeSync()
  return instance
}

async function openTable(connection: DuckDBConnection, table: OpenTable, index: number): Promise<void> {
  const name = identifier(table.name)
  if (table.native === null) {
    await connection.run(`CREATE TABLE ${name} AS ${await storedSelect(connection, table.path, table.columns)}`)
    return
  }
  // The file is opened here, for reading only; the lock forbids opening another, not reading what is open.
  await connection.run(`ATTACH ${literal(table.native)} AS native_${index} (READ_ONLY)`)
  const rows = `native_${index}.main.${NATIVE_TABLE}`
  // What is not in it cannot be seen, whatever gets past the gate.
  const described = await connection.runAndReadAll(`SELECT column_name FROM (DESCRIBE ${rows})`)
  const found = described.getRowsJS().map(([column]) => String(column))
  if (found.some((column) => !table.columns.includes(column)))
    throw engineFailed(new Error(`${table.native} has columns that are hidden`))
  await connection.run(`CREATE VIEW ${name} AS SELECT ${listOf(table)} FROM ${rows}`)
}

/** The columns of a table as a select list: those that its file lacks are null. */
export const listOf = ({ columns, absent = {} }: EngineTable): string =>
  columns
    .map((name) => (name in absent ? `CAST(NULL AS ${absent[name]}) AS ${identifier(name)}` : identifier(name)))
    .join(', ')

/** Tries what must be impossible from now on: a setting that is renamed or misspelt must not pass silently. */
async function assertLocked(connection: DuckDBConnection): Promise<void> {
  const attempts = {
    [`SELECT count(*) FROM read_text(${literal(process.execPath)})`]: 'LocalFileSystem has been disabled',
    'SET GLOBAL threads=1': 'configuration has been locked',
  }
  for (const [sql, expected] of Object.entries(attempts)) {
    const refusal = await connection.run(sql).then(
      () => 'it was allowed',
      (error: Error) => error.message,
    )
    if (!refusal.includes(expected)) throw engineFailed(new Error(`the engine is not locked: ${sql}: ${refusal}`))
  }
}
