import type { RemoteSource, RemoteTable, VisibleTable } from '#outside/remote.ts'
import { RowQueue } from '../backpressure.ts'
import { byGrammar } from '../bound.ts'
import {
  type Driver,
  type DriverContext,
  MAY_WRITE,
  type RemoteRows,
  type Session,
  type SessionFacts,
} from '../driver.ts'
import { notReadOnly, notSelect } from '../failure.ts'
import { type ColumnRow, type KeyRow, type TableRow, tablesOf } from '../introspection.ts'
import { gate } from '../statement/statement.ts'
import { tokenize } from '../statement/tokens.ts'
import { quotedText } from '../text.ts'
import { answerInTime, cancelLimits, withTimeout } from '../timeouts.ts'
import { overTransport, type Transport } from '../transport.ts'
import { type ServerError, statementFailed } from './errors.ts'
import { GRAMMAR } from './grammar.ts'
import { type Opened, signIn } from './open.ts'
import { selectOf } from './select.ts'
import { COLUMNS, KEYS, TABLES } from './tables.ts'
import { duckType, type Field, nativeOf, writerOf } from './types.ts'

export const driver: Driver = {
  values: { text: quotedText, standing: byGrammar(GRAMMAR) },
  open: (source, context) =>
    overTransport(source, context, async (transport) =>
      new MysqlSession(transport, await signIn(transport, source, context), source, context).begin(),
    ),
}

class MysqlSession implements Session {
  #version = ''
  #dropped = false
  #cancelling: Promise<void> | null = null
  #onLost = () => {}
  readonly selectOf = selectOf

  constructor(
    private readonly transport: Transport,
    private readonly opened: Opened,
    private readonly source: RemoteSource,
    private readonly context: DriverContext,
  ) {
    opened.stream.once('close', () => this.#onLost())
  }

  /** Settings of the session. START TRANSACTION READ ONLY alone would let CREATE TABLE through. */
  async begin(): Promise<this> {
    const { timeoutMs } = this.context
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
      return this
    } catch (error) {
      this.#drop()
      throw notReadOnly(error)
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
    else if (/\b(ALL PRIVILEGES|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER)\b/.test(grants)) warnings.push(MAY_WRITE)
    return { serverVersion: this.#version, warnings, sshHostKey: this.transport.sshHostKey }
  }

  async introspect(schemas: string[] | undefined): Promise<RemoteTable[]> {
    const { database } = this.source.settings
    const asked = schemas?.length ? schemas : database ? [database] : []
    const tables = await this.#ask<TableRow>(TABLES(asked.length), asked)
    const columns = await this.#ask<ColumnRow>(COLUMNS(asked.length), asked)
    return tablesOf({ tables, columns, keys: await this.#ask<KeyRow>(KEYS(asked.length), asked) }, duckType)
  }

  async gated(sql: string, visible: VisibleTable[], rows: number): Promise<string> {
    return gate(sql, GRAMMAR, { visible, home: this.source.settings.database ?? '' }, rows)
  }

  async stream(sql: string): Promise<RemoteRows> {
    // Only a SELECT is sent, even if a check before let something else pass; the prepared protocol takes one statement at a time.
    const tokens = tokenize(sql, GRAMMAR)
    const first = tokens.find(({ text }) => text !== '(')
    const writes = tokens.some(({ kind, text }) => kind === 'word' && /^(into|outfile|dumpfile)$/i.test(text))
    if (!/^(select|with)$/i.test(first?.text ?? '') || writes) throw notSelect()
    const { connection, onMessage } = this.opened
    const fields = Promise.withResolvers<Field[]>()
    const rows = new RowQueue(connection, () => void this.#cancel(), this.context)
    const command = this.#started(() => connection.execute({ sql, rowsAsArray: true }))
    command.on('fields', (found: Field[] | undefined) => {
      if (!found?.length) return fields.reject(notSelect())
      rows.writers = found.map((each) => writerOf(nativeOf(each)))
      fields.resolve(found)
    })
    command.on('result', (row: unknown) => {
      onMessage()
      if (!Array.isArray(row)) return fields.reject(notSelect())
      rows.row(row)
    })
    const fail = (error: ServerError) => {
      const failure = this.#asFailure(error)
      fields.reject(failure)
      rows.fail(failure)
    }
    command.on('error', fail)
    command.on('end', () => rows.end())
    this.#onLost = () => fail(new Error('the connection was closed'))
    const found = await this.#answer(fields.promise)
    return { columns: found.map((each) => ({ name: each.name, type: duckType(nativeOf(each)) })), csv: rows }
  }

  async close(): Promise<void> {
    await this.#cancelling
    if (!this.#dropped) {
      const ended = Promise.withResolvers<void>()
      this.opened.connection.end(() => ended.resolve())
      await withTimeout(ended.promise, { timeoutMs: 1000 }).catch(() => {})
    }
    this.#drop()
    this.transport.close()
  }

  async #ask<Row = Record<string, unknown>>(sql: string, values: string[] = []): Promise<Row[]> {
    const answer = Promise.withResolvers<Row[]>()
    this.#started(() =>
      this.opened.connection.execute(sql, values, (error, rows) => {
        this.opened.onMessage()
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
      throw this.#asFailure(error)
    }
  }

  #asFailure = (error: unknown) => statementFailed(error as ServerError, this.context.timeoutMs)

  #answer = <T>(work: Promise<T>): Promise<T> =>
    answerInTime(work, this.context, () => void this.#cancel(), this.#asFailure)

  /** Stops what runs at the source, over a connection of its own, and drops this one. */
  #cancel(): Promise<void> {
    this.#cancelling ??= this.#stop()
    return this.#cancelling
  }

  async #stop(): Promise<void> {
    if (this.#dropped) return
    const { threadId } = this.opened
    try {
      const context = { ...this.context, ...cancelLimits() }
      const { connection } = await signIn(this.transport, this.source, context)
      const done = Promise.withResolvers<void>()
      connection.query(`kill query ${Number(threadId)}`, () => done.resolve())
      await withTimeout(done.promise, context).finally(() => connection.destroy())
    } catch {
      // The server's own limit of time ends it then.
    } finally {
      this.#drop()
    }
  }

  #drop(): void {
    this.#dropped = true
    this.opened.connection.destroy()
    this.opened.stream.destroy()
  }
}
