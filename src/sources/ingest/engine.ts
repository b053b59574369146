import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { AppError } from '#base/errors.ts'

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
  private constructor(
    private readonly instance: DuckDBInstance,
    readonly connection: DuckDBConnection,
    readonly dir: string,
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
    const list = (paths: string[]) => `[${paths.map((path) => `'${path.replaceAll("'", "''")}'`).join(', ')}]`
    await connection.run(`set allowed_directories = ${list([options.dir])}`)
    await connection.run(`set allowed_paths = ${list(options.readable ?? [])}`)
    await connection.run(`set TimeZone = 'UTC'`)
    await connection.run('set enable_progress_bar = true')
    await connection.run('set enable_progress_bar_print = false')
    await connection.run('set enable_external_access = false')
    await connection.run('set lock_configuration = true')
    return new IngestEngine(instance, connection, options.dir, signal)
  }

  /**
   * Runs one statement of ours and gives its rows. Ends with `cancelled` soon after the signal fires.
   * @param onShare is told now and then which share (0 to 1) of the statement is done
   */
  async rows(sql: string, onShare?: (share: number) => void): Promise<JsonRow[]> {
    if (this.signal?.aborted) throw cancelled()
    // A cancel that meets a queued statement can get lost, so it is repeated until the statement settles.
    const interrupting = setInterval(() => this.signal?.aborted && this.connection.interrupt(), 20)
    const telling = onShare && setInterval(() => onShare(Math.max(0, this.connection.progress.percentage) / 100), 300)
    try {
      const reader = await this.connection.runAndReadAll(sql)
      return reader.getRowsJson() as JsonRow[]
    } catch (error) {
      if (error instanceof Error && /^Out of Memory Error|bad_?alloc/i.test(error.message)) throw tooHungry()
      throw this.signal?.aborted ? cancelled() : error
    } finally {
      clearInterval(interrupting)
      clearInterval(telling)
    }
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
