import { rmSync } from 'node:fs'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { AppError } from '#base/errors.ts'
import { identifier, literal } from '#base/sql.ts'
import { isNative, NATIVE_TABLE } from '#outside/engine.ts'
import { SET_WORDS } from './sql.ts'

export type EngineOptions = {
  /** The private folder of this ingest: the only place that the engine may write. */
  dir: string
  /** Files outside of it that may be read: tables of the workspace that relations are measured against. */
  readable?: string[]
  memoryMb: number
  threads: number
}

/** A row as JSON values: text for everything that a double would round. */
export type JsonRow = unknown[]

/** DuckDB for reading one file: no network, no other folder, no extension that is not built in. */
export class IngestEngine {
  /** Open files of the engine's own format: path -> name of the database. */
  private readonly attached = new Map<string, string>()
  private attachments = 0

  private constructor(
    private readonly instance: DuckDBInstance,
    readonly connection: DuckDBConnection,
    private readonly options: EngineOptions,
    private readonly signal: AbortSignal | undefined,
  ) {}

  static async open(options: EngineOptions, signal?: AbortSignal): Promise<IngestEngine> {
    const instance = await DuckDBInstance.create(':memory:', {
      threads: String(options.threads),
      memory_limit: `${options.memoryMb}MB`,
      temp_directory: `${options.dir}/spill`,
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    })
    const connection = await instance.connect()
    const list = (paths: string[]) => `[${paths.map(literal).join(', ')}]`
    await connection.run(`set allowed_directories = ${list([options.dir])}`)
    // The engine also opens the write-ahead log beside a database.
    const readable = (options.readable ?? []).flatMap((path) => (isNative(path) ? [path, `${path}.wal`] : [path]))
    await connection.run(`set allowed_paths = ${list(readable)}`)
    await connection.run(`set TimeZone = 'UTC'`)
    for (const words of SET_WORDS) await connection.run(words)
    await connection.run('set enable_external_access = false')
    await connection.run('set lock_configuration = true')
    return new IngestEngine(instance, connection, options, signal)
  }

  get dir(): string {
    return this.options.dir
  }

  /** Megabytes that it may use. */
  get memoryMb(): number {
    return this.options.memoryMb
  }

  /** Another engine for the same file with at most so much memory. The caller closes it. */
  beside(memoryMb: number): Promise<IngestEngine> {
    return IngestEngine.open({ ...this.options, memoryMb: Math.min(memoryMb, this.memoryMb) }, this.signal)
  }

  /** Runs one statement of ours and gives its rows. Ends with `cancelled` soon after the signal fires. */
  async rows(sql: string): Promise<JsonRow[]> {
    if (this.signal?.aborted) throw cancelled()
    // A cancel that meets a queued statement can get lost, so it is repeated until the statement settles.
    const interrupting = setInterval(() => this.signal?.aborted && this.connection.interrupt(), 20)
    try {
      const reader = await this.connection.runAndReadAll(sql)
      return reader.getRowsJson() as JsonRow[]
    } catch (error) {
      if (error instanceof Error && /^Out of Memory Error|bad_?alloc/i.test(error.message)) throw tooHungry()
      throw this.signal?.aborted ? cancelled() : error
    } finally {
      clearInterval(interrupting)
    }
  }

  /** The only row of a statement of ours. */
  async row<T extends JsonRow>(sql: string): Promise<T> {
    return (await this.rows(sql))[0] as T
  }

  /** The columns of a SQL relation. */
  async describe(relation: string): Promise<[name: string, type: string][]> {
    return (await this.rows(`select column_name, column_type from (describe ${relation})`)) as [string, string][]
  }

  /** The rows of a table's file as a SQL relation. */
  async relation(path: string): Promise<string> {
    if (!isNative(path)) return `read_parquet(${literal(path)})`
    if (!this.attached.has(path)) await this.attach(path, ' (read_only)')
    return `${this.attached.get(path)}.main.${identifier(NATIVE_TABLE)}`
  }

  /** An empty database at `path`, in place of what an attempt before may have left: the relation of the table that is to be created in it. */
  async fresh(path: string): Promise<string> {
    await this.discard(path)
    await this.attach(path)
    return this.relation(path)
  }

  async discard(path: string): Promise<void> {
    await this.detach(path)
    for (const left of [path, `${path}.wal`]) rmSync(left, { force: true })
  }

  /** Ends the writing of all files: each is whole and closed when this resolves. */
  async finish(): Promise<void> {
    for (const path of this.attached.keys()) await this.detach(path)
  }

  private async attach(path: string, how = '') {
    const name = `file_${++this.attachments}`
    await this.rows(`attach ${literal(path)} as ${name}${how}`)
    this.attached.set(path, name)
  }

  private async detach(path: string) {
    const name = this.attached.get(path)
    if (name === undefined) return
    // Removed first: it is detached even when finishing its file fails.
    this.attached.delete(path)
    await this.rows(`detach ${name}`)
  }

  close() {
    this.connection.closeSync()
    this.instance.closeSync()
  }
}

const cancelled = () => new AppError('conflict', 'Cancelled.', { code: 'cancelled' })

const tooHungry = () =>
  unreadable('Reading this file needs more memory than one file may take. Split it, or upload it as Parquet or CSV.')

/** A file that cannot be read: 422 with a sentence that says what to do. */
export const unreadable = (message: string) => new AppError('unprocessable', message, { code: 'unreadable_file' })

/** For `catch`: an error that is meant for people stays, whatever else a library threw becomes `unreadable`. */
export const orUnreadable =
  (message: string | ((error: unknown) => string)) =>
  (error: unknown): never => {
    if (error instanceof AppError) throw error
    throw unreadable(typeof message === 'string' ? message : message(error))
  }
