import { closeSync, openSync, readSync, realpathSync, statSync } from 'node:fs'
import { sep } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { RemoteTable, VisibleTable } from '#outside/remote.ts'
import type { Driver, DriverContext, RemoteRows, Session, SessionFacts } from '../driver.ts'
import { cancelled, connectionFailed, notSelect, sqlError, sqlRefused, timedOut } from '../failure.ts'
import { checkText } from '../gate.ts'
import { whole } from '../select.ts'
import { csvRow, quotedText, type Writer } from '../text.ts'
import { borrowsName, checkWords, guard, oneStatement, type Readable, standing } from './gate.ts'
import { selectOf } from './select.ts'
import { introspect } from './tables.ts'
import { census, duckTypes, fieldOf } from './types.ts'

/** Text of one piece of the CSV; between two pieces the process hears whether it shall stop. */
const PIECE = 64 << 10

export const driver: Driver = {
  values: { text: quotedText, date: quotedText, bits: true, standing },
  async open({ settings }, context) {
    return new SqliteSession(allowedPath(settings.path ?? '', context.sqliteFolders), context)
  },
}

/** The real path of a database file in one of the folders. @throws AppError `connection_failed` */
export function allowedPath(path: string, folders: string[]): string {
  const resolved = realPath(path)
  const isInside = folders.map(realPath).some((folder) => folder && resolved?.startsWith(folder + sep))
  // The same message as for a file that does not exist: nobody may find out what else is on this machine.
  if (!resolved || !path.startsWith('/') || !isInside || !statSync(resolved).isFile())
    throw connectionFailed(
      'database',
      `There is no database file ${path} that can be opened here.`,
      'Write its whole path. It must be in a folder that whoever runs this server allowed (SQLITE_FOLDERS).',
    )
  const file = openSync(resolved, 'r')
  try {
    const head = Buffer.alloc(16)
    const read = readSync(file, head, 0, 16, 0)
    if (read > 0 && head.toString('latin1') !== 'SQLite format 3\0')
      throw connectionFailed('database', `${path} is not a SQLite database.`, 'Choose a file that SQLite 3 made.')
  } finally {
    closeSync(file)
  }
  return resolved
}

function realPath(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch {
    return null
  }
}

class SqliteSession implements Session {
  readonly selectOf = selectOf
  readonly #database: DatabaseSync
  #readable: Readable = 'all'
  /** Names of the columns of a statement before it was put into another one, which must tell two of one name apart. */
  #names: string[] | null = null

  constructor(
    path: string,
    private readonly context: DriverContext,
  ) {
    try {
      this.#database = new DatabaseSync(path, { readOnly: true, allowExtension: false })
      this.#database.prepare('select count(*) from sqlite_master').get()
    } catch (error) {
      throw connectionFailed(
        'database',
        (error as Error).message,
        'The file must be a SQLite 3 database that can be read.',
      )
    }
  }

  async facts(): Promise<SessionFacts> {
    const { version } = this.#database.prepare('select sqlite_version() as version').get() as { version: string }
    return { serverVersion: `SQLite ${version}`, warnings: [] }
  }

  async introspect(): Promise<RemoteTable[]> {
    this.#database.setAuthorizer(null)
    try {
      return await introspect(this.#database, () => this.#breathe(performance.now()))
    } finally {
      guard(this.#database, this.#readable)
    }
  }

  async gated(sql: string, visible: VisibleTable[], rows: number): Promise<string> {
    checkText(sql)
    const readable = this.#readableOf(visible)
    if (borrowsName(sql, readable.views)) throw sqlRefused('A name of a view cannot be used for something else.')
    // Holds from now on: what is asked next through this session is this statement.
    this.#readable = readable
    const seen = new Set<string>()
    const bare = this.#prepare(sql, seen)
    this.#names = bare.columns().map(({ name }) => name)
    const read = visible.filter((table) => seen.has(table.name))
    checkWords(sql, new Set(read.flatMap((table) => table.hidden.map((name) => name.toLowerCase()))))
    const limited = `select * from (${oneStatement(sql)}\n) limit ${whole(rows)}`
    this.#prepare(limited)
    return limited
  }

  async stream(sql: string): Promise<RemoteRows> {
    const statement = this.#prepare(oneStatement(sql))
    const names = statement.columns()
    if (names.length === 0) throw notSelect()
    const types = this.#typesOf(sql, names)
    statement.setReadBigInts(true)
    statement.setReturnArrays(true)
    const columns = names.map(({ name }, n) => ({ name: this.#names?.[n] ?? name, type: types[n]! }))
    const writers = columns.map(() => fieldOf)
    return { columns, csv: this.#pieces(statement, writers) }
  }

  async *#pieces(statement: ReturnType<DatabaseSync['prepare']>, writers: Writer[]): AsyncGenerator<string> {
    const start = performance.now()
    let piece = ''
    try {
      for (const row of statement.iterate() as Iterable<unknown>) {
        piece += csvRow(row as unknown[], writers)
        if (piece.length < PIECE) continue
        yield piece
        piece = ''
        await this.#breathe(start)
      }
    } catch (error) {
      throw statementFailed(error)
    }
    if (piece) yield piece
  }

  async close(): Promise<void> {
    this.#database.close()
  }

  /** Lets the process hear a cancel. What a single step of SQLite takes cannot be interrupted: then the process is ended. */
  async #breathe(start: number): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    if (this.context.signal.aborted) throw cancelled()
    if (performance.now() - start > this.context.timeoutMs) throw timedOut(this.context.timeoutMs)
  }

  #prepare(sql: string, seen?: Set<string>) {
    guard(this.#database, this.#readable, seen)
    try {
      const statement = this.#database.prepare(sql)
      // Of nothing but comments SQLite makes a statement that is none, and says so only here.
      statement.columns()
      return statement
    } catch (error) {
      throw statementFailed(error)
    }
  }

  /** Types of what a statement gives: of declared columns and by its values, which are counted first. */
  #typesOf(sql: string, columns: { name: string; type: string | null }[]): string[] {
    const names = columns.map((_, n) => `c${n}`)
    const counts = names.flatMap(census)
    const statement = this.#prepare(
      `with counted(${names.join(', ')}) as (${oneStatement(sql)}\n) select ${counts.join(', ')} from counted`,
    )
    statement.setReturnArrays(true)
    try {
      return duckTypes(columns, statement.get() as unknown as unknown[])
    } catch (error) {
      throw statementFailed(error)
    }
  }

  #readableOf(visible: VisibleTable[]) {
    this.#database.setAuthorizer(null)
    const all = this.#database.prepare('select name, type from sqlite_master').all() as { name: string; type: string }[]
    const isVisible = (name: string) => visible.some((table) => table.name === name)
    return {
      tables: visible,
      views: new Set(all.filter(({ name, type }) => type === 'view' && isVisible(name)).map(({ name }) => name)),
      all: new Set(all.map(({ name }) => name.toLowerCase())),
    }
  }
}

function statementFailed(error: unknown) {
  const message = (error as Error).message
  if (/not authorized|prohibited|authorization denied/i.test(message))
    return sqlRefused('This statement names something that cannot be read here.')
  if (/finalized/.test(message)) return sqlError('There is no statement to run.')
  if (/readonly|read-only/i.test(message)) return notSelect()
  return sqlError(message)
}
