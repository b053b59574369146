import type { RemoteNeed, RemoteSource, RemoteTable, VisibleTable } from '#outside/remote.ts'
import { ByteQueue } from '../backpressure.ts'
import type { Driver, DriverContext, RemoteRows, Session, SessionFacts } from '../driver.ts'
import { connectionFailed, sqlRefused, timedOut } from '../failure.ts'
import { type SelectDialect, selectFor } from '../select.ts'
import { gate } from '../statement/statement.ts'
import { tokenize } from '../statement/tokens.ts'
import { quotedName, quotedText } from '../text.ts'
import { answerInTime, GRACE_MS, withTimeout } from '../timeouts.ts'
import { overTransport, type Transport } from '../transport.ts'
import { type ServerError, statementFailed } from './errors.ts'
import { GRAMMAR } from './grammar.ts'
import { type Opened, signIn } from './open.ts'
import { asTables, COLUMNS, KEYS, type Row, TABLES } from './tables.ts'
import { duckType, type Field, nativeOf, writerOf } from './types.ts'

const CANCEL_MS = 3000
/** Characters that are passed on at once. */
const PIECE = 32 << 10

export const driver: Driver = {
  open: (source, context) =>
    overTransport(source, context, async (transport) => {
      const session = new MysqlSession(transport, await signIn(transport, source, context), source, context)
      await session.begin()
      return session
    }),
}

class MysqlSession implements Session {
  readonly #transport: Transport
  readonly #opened: Opened
  readonly #source: RemoteSource
  readonly #context: DriverContext
  #version = ''
  #dropped = false
  #cancelling: Promise<void> | null = null
  /** Tells what runs that the connection is gone. */
  #lost = () => {}

  constructor(transport: Transport, opened: Opened, source: RemoteSource, context: DriverContext) {
    this.#transport = transport
    this.#opened = opened
    this.#source = source
    this.#context = context
    opened.stream.once('close', () => this.#lost())
  }

  /** Settings of the session. START TRANSACTION READ ONLY alone would let CREATE TABLE through. */
  async begin(): Promise<void> {
    const { timeoutMs } = this.#context
    const seconds = Math.ceil(timeoutMs / 1000)
    try {
      const [row] = await this.#ask('select version() v')
      this.#version = String(row?.v ?? '')
      await this.#ask('set session transaction read only')
      await this.#ask(
        `set session sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,PIPES_AS_CONCAT,ERROR_FOR_DIVISION_BY_ZERO', time_zone = '+00:00',
          lock_wait_timeout = ${Math.min(seconds, 5)}, group_concat_max_len = 1048576`,
      )
      const limit = this.#isMaria ? `max_statement_time = ${timeoutMs / 1000}` : `max_execution_time = ${timeoutMs}`
      await this.#ask(`set session ${limit}`)
      await this.#ask('start transaction read only')
    } catch (error) {
      this.#drop()
      throw connectionFailed('permission', (error as Error).message, 'The session could not be made safe to read with.')
    }
  }

  get #isMaria() {
    return /mariadb/i.test(this.#version)
  }

  async facts(): Promise<SessionFacts> {
    const rows = await this.#ask('show grants')
    const grants = rows.map((row) => String(Object.values(row)[0])).join('\n')
    const warnings: string[] = []
    if (/GRANT ALL PRIVILEGES ON \*\.\*|\bSUPER\b|\bFILE\b/.test(grants))
      warnings.push(
        'This user may do everything on the server. Make one that may only read: GRANT SELECT ON database.* TO …',
      )
    else if (/\b(ALL PRIVILEGES|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER)\b/.test(grants))
      warnings.push('This user may change data. Nothing here does, but a user that may only read is safer.')
    return {
      serverVersion: this.#version,
      warnings,
      sshHostKey: this.#transport.sshHostKey,
    }
  }

  async introspect(schemas: string[] | undefined): Promise<RemoteTable[]> {
    const { database } = this.#source.settings
    const asked = schemas?.length ? schemas : database ? [database] : []
    const tables = await this.#ask(TABLES(asked.length), asked)
    const columns = await this.#ask(COLUMNS(asked.length), asked)
    const keys = await this.#ask(KEYS(asked.length), asked)
    return asTables(tables, columns, keys)
  }

  selectOf(need: RemoteNeed, rows: number): string {
    return selectFor(need, rows, DIALECT)
  }

  async gated(sql: string, visible: VisibleTable[], rows: number): Promise<string> {
    return gate(sql, GRAMMAR, { visible, home: this.#source.settings.database ?? '' }, rows)
  }

  async stream(sql: string): Promise<RemoteRows> {
    // What is not a question is not asked, whoever let it pass: the prepared protocol then sees to it that it is only one.
    const tokens = tokenize(sql, GRAMMAR)
    const first = tokens.find(({ text }) => text !== '(')
    const writes = tokens.some(({ kind, text }) => kind === 'word' && /^(into|outfile|dumpfile)$/i.test(text))
    if (!/^(select|with)$/i.test(first?.text ?? '') || writes) throw sqlRefused('Only a SELECT can be run here.')
    const { timeoutMs, signal } = this.#context
    const { connection, onMessage } = this.#opened
    const fields = Promise.withResolvers<Field[]>()
    const flow = new ByteQueue({
      pause: () => connection.pause(),
      resume: () => connection.resume(),
      abandon: () => void this.#cancel(),
      timeoutMs: timeoutMs + GRACE_MS,
      signal,
    })
    let writers: ((value: unknown) => string)[] = []
    let text = ''
    const flush = () => {
      flow.push(Buffer.from(text))
      text = ''
    }
    const command = this.#started(() => connection.execute({ sql, rowsAsArray: true }))
    command.on('fields', (found: Field[] | undefined) => {
      if (!found?.length) return fields.reject(sqlRefused('Only a SELECT can be run here.'))
      writers = found.map((each) => writerOf(nativeOf(each)))
      fields.resolve(found)
    })
    command.on('result', (row: unknown) => {
      onMessage()
      if (!Array.isArray(row)) return fields.reject(sqlRefused('Only a SELECT can be run here.'))
      for (let n = 0; n < row.length; n++) text += (n ? ',' : '') + writers[n]!(row[n])
      text += '\n'
      if (text.length > PIECE) flush()
    })
    const failed = (error: ServerError) => {
      const told = statementFailed(error, timeoutMs)
      fields.reject(told)
      flow.fail(told)
    }
    command.on('error', failed)
    command.on('end', () => {
      flush()
      flow.end()
    })
    this.#lost = () => failed(new Error('the connection was closed'))
    const found = await this.#answer(fields.promise)
    return { columns: found.map((each) => ({ name: each.name, type: duckType(nativeOf(each)) })), csv: flow }
  }

  async close(): Promise<void> {
    await this.#cancelling
    if (!this.#dropped) {
      const ended = Promise.withResolvers<void>()
      this.#opened.connection.end(() => ended.resolve())
      await withTimeout(ended.promise, { ms: 1000, late: () => timedOut(1000) }).catch(() => {})
    }
    this.#drop()
    this.#transport.close()
  }

  async #ask(sql: string, values: string[] = []): Promise<Row[]> {
    const answer = Promise.withResolvers<Row[]>()
    this.#started(() =>
      this.#opened.connection.execute(sql, values, (error, rows) => {
        this.#opened.onMessage()
        if (error) answer.reject(error)
        else answer.resolve(Array.isArray(rows) ? (rows as Row[]) : [])
      }),
    )
    return this.#answer(answer.promise)
  }

  /** A connection that is gone already says so at once. */
  #started<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw statementFailed(error as ServerError, this.#context.timeoutMs)
    }
  }

  #answer<T>(work: Promise<T>): Promise<T> {
    const told = (error: unknown) => statementFailed(error as ServerError, this.#context.timeoutMs)
    return answerInTime(work, this.#context, () => void this.#cancel(), told)
  }

  /** Stops what runs at the source, over a connection of its own, and drops this one. */
  #cancel(): Promise<void> {
    this.#cancelling ??= this.#stop()
    return this.#cancelling
  }

  async #stop(): Promise<void> {
    if (this.#dropped) return
    const { threadId } = this.#opened
    try {
      const context = { ...this.#context, timeoutMs: CANCEL_MS, signal: AbortSignal.timeout(CANCEL_MS) }
      const { connection } = await signIn(this.#transport, this.#source, context)
      const done = Promise.withResolvers<void>()
      connection.query(`kill query ${Number(threadId)}`, () => done.resolve())
      await withTimeout(done.promise, { ms: CANCEL_MS, late: () => timedOut(CANCEL_MS) }).finally(() =>
        connection.destroy(),
      )
    } catch {
      // The server's own limit of time ends it then.
    } finally {
      this.#drop()
    }
  }

  #drop(): void {
    this.#dropped = true
    this.#opened.connection.destroy()
    this.#opened.stream.destroy()
  }
}

const isText = (type: string) => ['VARCHAR', 'BLOB', ''].includes(type)
const isCharacters = (native: string) => /^(char|varchar|tinytext|text|mediumtext|longtext|enum|set)\b/.test(native)

const DIALECT: SelectDialect = {
  name: quotedName,
  value: (text, { type }) => (isText(type) ? `cast(${quotedText(text)} as binary)` : plain(text, type)),
  compared: ({ name, type, native }) => {
    const column = quotedName(name)
    if (!isText(type)) return column
    if (type === 'BLOB') return `cast(lower(hex(${column})) as binary)`
    // Byte by byte: a collation would take A for a, and the order would not be DuckDB's.
    return isCharacters(native) ? `cast(convert(${column} using utf8mb4) as binary)` : `cast(${column} as binary)`
  },
  // Lets an index help: what is the same byte by byte is the same in every collation.
  also: ({ name, native }, values) =>
    isCharacters(native) ? `${quotedName(name)} in (${values.map(quotedText).join(', ')})` : null,
  isNull: ({ name, type }) =>
    type === 'DATE' || type.startsWith('TIMESTAMP')
      ? `(${quotedName(name)} is null or month(${quotedName(name)}) = 0 or day(${quotedName(name)}) = 0)`
      : `${quotedName(name)} is null`,
}

/** Numbers, dates and times as the server writes them. */
function plain(text: string, type: string): string {
  if (type === 'BOOLEAN') return text === 'true' || text === '1' ? "b'1'" : "b'0'"
  if (type.startsWith('TIMESTAMP')) return quotedText(text.replace(/\+00(:00)?$/, ''))
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? text : quotedText(text)
}
