import type { AppError } from '#base/errors.ts'
import type { RemoteNeed, RemoteTable, VisibleTable } from '#outside/remote.ts'
import type { Driver, DriverContext, RemoteRows, Session, SessionFacts } from '../driver.ts'
import { connectionFailed, sqlError, sqlRefused } from '../failure.ts'
import { gate } from '../statement/statement.ts'
import { openTransport, type Transport } from '../transport.ts'
import { Connection, Elsewhere } from './connection.ts'
import { statementFailed } from './errors.ts'
import { GRAMMAR } from './grammar.ts'
import { selectOf } from './select.ts'
import { asTables, introspection, type Row } from './tables.ts'
import { duckType, writerOf } from './types.ts'
import type { Column } from './values.ts'

const ATTENTION_MS = 2000
/** Servers that may send us on, one after the other. */
const MOST_HOPS = 2

export const driver: Driver = {
  async open(source, context) {
    for (let hop = 0, place = source; ; hop++) {
      const way = await openTransport(place, context)
      try {
        const session = new SqlServerSession(way, await Connection.open(way, place, context), context)
        await session.begin()
        return session
      } catch (error) {
        way.close()
        if (!(error instanceof Elsewhere)) throw error
        if (hop >= MOST_HOPS)
          throw connectionFailed('tcp', 'The server sends us from one to another.', 'Give the name of the last one.')
        place = { ...source, settings: { ...source.settings, host: error.host, port: error.port } }
      }
    }
  },
}

/** Nothing of how statements are read may depend on settings of the user. */
const SETTINGS = `set quoted_identifier on; set ansi_nulls on; set ansi_warnings on; set ansi_padding on; set concat_null_yields_null on;
  set arithabort on; set implicit_transactions off; set xact_abort on; set nocount off; set textsize 2147483647; set lock_timeout 5000;
  set language us_english; set dateformat ymd; set datefirst 7; set deadlock_priority low; set transaction isolation level read committed;
  if exists (select 1 from sys.databases where name = db_name() and snapshot_isolation_state = 1) set transaction isolation level snapshot`

class SqlServerSession implements Session {
  readonly #way: Transport
  readonly #connection: Connection
  readonly #context: DriverContext
  /** Rows that each statement of this session may give. */
  readonly #limits = new Map<string, number>()
  #home = 'dbo'
  #isBusy = false

  constructor(way: Transport, connection: Connection, context: DriverContext) {
    this.#way = way
    this.#connection = connection
    this.#context = context
  }

  async begin(): Promise<void> {
    try {
      await this.#answers(SETTINGS)
      const [[row] = []] = await this.#answers('select schema_name()')
      this.#home = row?.[0] ?? 'dbo'
    } catch (error) {
      this.#connection.destroy()
      throw connectionFailed('permission', (error as Error).message, 'The session could not be made safe to read with.')
    }
  }

  async facts(): Promise<SessionFacts> {
    const [[row] = []] = await this.#answers(
      `select is_srvrolemember('sysadmin'), is_rolemember('db_owner'), is_rolemember('db_datawriter')`,
    )
    const [admin, owner, writer] = row ?? []
    const warnings: string[] = []
    if (admin === '1' || owner === '1')
      warnings.push('This user may do everything. Make one that may only read: alter role db_datareader add member …')
    else if (writer === '1')
      warnings.push('This user may change data. Nothing here does, but a user that may only read is safer.')
    const sshHostKey = this.#way.sshHostKey
    return { serverVersion: this.#connection.version, warnings, ...(sshHostKey ? { sshHostKey } : {}) }
  }

  async introspect(schemas: string[] | undefined): Promise<RemoteTable[]> {
    return asTables(await this.#answers(introspection(schemas)))
  }

  selectOf(need: RemoteNeed, rows: number): string {
    return selectOf(need, rows)
  }

  async gated(sql: string, visible: VisibleTable[], rows: number): Promise<string> {
    const text = gate(sql, GRAMMAR, { visible, home: this.#home }, rows)
    this.#limits.set(text, rows)
    return text
  }

  /** Inside a transaction that is always rolled back, whatever ran in it. */
  async stream(sql: string): Promise<RemoteRows> {
    if (!/^[\s(]*(select|with)\b/i.test(sql)) throw sqlRefused('Only a SELECT can be run here.')
    await this.#answers(`set rowcount ${this.#limits.get(sql) ?? 0}; begin transaction`)
    const tokens = this.#connection.run(sql, this.#context.timeoutMs)
    this.#isBusy = true
    let columns: Column[] | undefined
    try {
      while (!columns) {
        const { value: token, done } = await tokens.next()
        if (done) throw sqlRefused('Only a SELECT can be run here.')
        if (token.kind === 'error') throw await this.#failed(statementFailed(token.error), tokens)
        if (token.kind === 'columns' && token.columns.length > 0) columns = token.columns
      }
    } catch (error) {
      await this.#stop()
      throw error
    }
    const named = columns
    return {
      columns: named.map(({ name, native }) => ({ name, type: duckType(native) })),
      csv: this.#csv(
        tokens,
        named.map(({ native }) => writerOf(native)),
      ),
    }
  }

  async *#csv(
    tokens: ReturnType<Connection['run']>,
    writers: ((text: string | null) => string)[],
  ): AsyncGenerator<string> {
    let text = ''
    try {
      for await (const token of tokens) {
        if (token.kind === 'error') throw await this.#failed(statementFailed(token.error), tokens)
        if (token.kind === 'columns') throw sqlError('A statement gives one result only.')
        if (token.kind !== 'row') continue
        for (let n = 0; n < writers.length; n++) text += (n ? ',' : '') + writers[n]!(token.values[n]!)
        text += '\n'
        if (text.length > 1 << 16) {
          yield text
          text = ''
        }
      }
      this.#isBusy = false
      if (text) yield text
      await this.#answers('if @@trancount > 0 rollback; set rowcount 0')
    } finally {
      await this.#stop()
    }
  }

  /** An error ends a statement: what is left of the answer is read, so that the session can go on. */
  async #failed(error: AppError, tokens: ReturnType<Connection['run']>): Promise<AppError> {
    if (error.code === 'source_failed') return error
    for await (const _ of tokens);
    this.#isBusy = false
    await this.#answers('if @@trancount > 0 rollback; set rowcount 0')
    return error
  }

  /** Ends what still runs at the source; the session is only closed then. */
  async #stop(): Promise<void> {
    if (!this.#isBusy) return
    this.#isBusy = false
    await this.#connection.attention(ATTENTION_MS)
    this.#connection.destroy()
  }

  async close(): Promise<void> {
    await this.#stop()
    this.#connection.destroy()
    this.#way.close()
  }

  /** The rows of each answer to a batch of our own. */
  async #answers(sql: string): Promise<Row[][]> {
    const answers: Row[][] = []
    let failed: AppError | undefined
    for await (const token of this.#connection.run(sql, this.#context.timeoutMs)) {
      if (token.kind === 'error') failed ??= statementFailed(token.error)
      else if (token.kind === 'columns') answers.push([])
      else if (token.kind === 'row') answers.at(-1)!.push(token.values)
    }
    if (failed) throw failed
    return answers
  }
}
