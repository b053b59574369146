import { type Connection, Request } from 'tedious'
import type { RemoteTable, VisibleTable } from '#outside/remote.ts'
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
import { notReadOnly, notSelect, sqlError } from '../failure.ts'
import { demandSelect } from '../gate.ts'
import { gate } from '../statement/statement.ts'
import { answerInTime, withTimeout } from '../timeouts.ts'
import { type Opened, signIn } from './connection.ts'
import { asFailure } from './errors.ts'
import { GRAMMAR, quotedName, quotedText } from './grammar.ts'
import { selectOf } from './select.ts'
import { asTables, introspection, type Row } from './tables.ts'
import { duckType, isDecimal, requestedType, writerOf } from './types.ts'

const ATTENTION_MS = 2000

type Column = { name: string; native: string }

export const driver: Driver = {
  values: {
    text: quotedText,
    date: (day) => `cast(${quotedText(day)} as date)`,
    bits: true,
    standing: byGrammar(GRAMMAR),
  },
  open: async (source, context) => new SqlServerSession(await signIn(source, context), context).begin(),
}

/** Nothing of how statements are read may depend on settings of the user. */
const SETTINGS = `set quoted_identifier on; set ansi_nulls on; set ansi_warnings on; set ansi_padding on; set concat_null_yields_null on;
  set arithabort on; set implicit_transactions off; set xact_abort on; set nocount off; set textsize 2147483647; set lock_timeout 5000;
  set language us_english; set dateformat ymd; set datefirst 7; set deadlock_priority low; set transaction isolation level read committed;
  if exists (select 1 from sys.databases where name = db_name() and snapshot_isolation_state = 1) set transaction isolation level snapshot`

/** Ends the transaction of a statement, whatever ran in it. */
const UNDO = 'if @@trancount > 0 rollback; set rowcount 0'

class SqlServerSession implements Session {
  readonly #connection: Connection
  /** Rows that each statement of this session may give. */
  readonly #limits = new Map<string, number>()
  #home = 'dbo'
  /** What runs at the server, until it said that it is over. */
  #running: Promise<void> = Promise.resolve()
  #isBusy = false
  #stopping: Promise<void> | null = null
  readonly selectOf = selectOf

  constructor(
    private readonly opened: Opened,
    private readonly context: DriverContext,
  ) {
    this.#connection = opened.connection
  }

  async begin(): Promise<this> {
    try {
      await this.#ask(SETTINGS)
      const [[row] = []] = await this.#ask('select schema_name()')
      this.#home = row?.[0] ?? 'dbo'
      return this
    } catch (error) {
      await this.close()
      throw notReadOnly(error)
    }
  }

  async facts(): Promise<SessionFacts> {
    const [[row] = []] = await this.#ask(
      `select cast(serverproperty('ProductVersion') as nvarchar(128)), is_srvrolemember('sysadmin'), is_rolemember('db_owner'),
        is_rolemember('db_datawriter')`,
    )
    const [version, admin, owner, writer] = row ?? []
    const warnings: string[] = []
    if (admin === '1' || owner === '1')
      warnings.push('This user may do everything. Make one that may only read: alter role db_datareader add member …')
    else if (writer === '1') warnings.push(MAY_WRITE)
    const { sshHostKey } = this.opened.transport
    return { serverVersion: `Microsoft SQL Server ${version}`, warnings, sshHostKey }
  }

  async introspect(schemas: string[] | undefined): Promise<RemoteTable[]> {
    return asTables(await this.#ask(introspection(schemas)))
  }

  async gated(sql: string, visible: VisibleTable[], rows: number): Promise<string> {
    const text = gate(sql, GRAMMAR, { visible, home: this.#home }, rows)
    this.#limits.set(text, rows)
    return text
  }

  /** Inside a transaction that is always rolled back, whatever ran in it. */
  async stream(sql: string): Promise<RemoteRows> {
    demandSelect(sql)
    const columns = await this.#describe(sql)
    await this.#ask(`set rowcount ${this.#limits.get(sql) ?? 0}; begin transaction`)
    return {
      columns: columns.map(({ name, native }) => ({ name, type: duckType(native) })),
      csv: this.#csv(exactSql(sql, columns), columns),
    }
  }

  async #describe(sql: string): Promise<Column[]> {
    const [rows = []] = await this.#ask(
      `select name, coalesce(system_type_name, user_type_name), error_message
        from sys.dm_exec_describe_first_result_set(${quotedText(sql)}, null, 0) where is_hidden = 0 order by column_ordinal`,
    )
    const problem = rows.find((row) => row[2])
    if (problem) throw sqlError(problem[2]!)
    if (rows.length === 0) throw notSelect()
    return rows.map(([name, native]) => ({ name: name ?? '', native: native ?? 'sql_variant' }))
  }

  async *#csv(sql: string, columns: Column[]): AsyncGenerator<Uint8Array> {
    let results = 0
    const request = this.#start(sql, {
      columns: () => {
        results++
        if (results <= 1) return
        queue.fail(sqlError('A statement gives one result only.'))
        // The server continues to send until it is cancelled.
        void this.#stop()
      },
      row: (values) => queue.row(values),
      end: (error) => (error ? queue.fail(asFailure(error)) : queue.end()),
    })
    const queue = new RowQueue(request, () => void this.#stop(), this.context)
    queue.writers = columns.map(({ native }) => writerOf(native))
    try {
      yield* queue
    } finally {
      // The consumer may have stopped: then the connection is closed, which rolls back too.
      await this.#stopping
      if (!this.#stopping) {
        await this.#running
        await this.#ask(UNDO)
      }
    }
  }

  /** Ends what still runs at the source; the session is only closed then. */
  #stop(): Promise<void> {
    this.#stopping ??= (async () => {
      if (this.#isBusy) {
        this.#connection.cancel()
        await withTimeout(this.#running, { timeoutMs: ATTENTION_MS }).catch(() => {})
      }
      this.#connection.close()
    })()
    return this.#stopping
  }

  async close(): Promise<void> {
    await this.#stop()
    this.opened.transport.close()
  }

  /** The rows of each answer to a batch of our own, as texts. */
  async #ask(sql: string): Promise<Row[][]> {
    const answers: Row[][] = []
    const done = Promise.withResolvers<Row[][]>()
    this.#start(sql, {
      columns: () => void answers.push([]),
      row: (values) => answers.at(-1)!.push(values.map((value) => (value === null ? null : String(value)))),
      end: (error) => (error ? done.reject(error) : done.resolve(answers)),
    })
    return answerInTime(done.promise, this.context, () => void this.#stop(), asFailure)
  }

  #start(
    sql: string,
    on: { columns(): void; row(values: unknown[]): void; end(error: Error | null | undefined): void },
  ): Request {
    const over = Promise.withResolvers<void>()
    const request = new Request(sql, (error) => {
      this.opened.onMessage()
      this.#isBusy = false
      over.resolve()
      on.end(error)
    })
    // An answer without columns is that of a statement which gives no rows.
    request.on('columnMetadata', (columns: object) => {
      if (Object.keys(columns).length > 0) on.columns()
    })
    request.on('row', (columns: { value: unknown }[]) => {
      this.opened.onMessage()
      on.row(columns.map(({ value }) => value))
    })
    this.#isBusy = true
    this.#running = over.promise
    this.#connection.execSqlBatch(request)
    return request
  }
}

/** The statement itself or, when it gives decimals, so that the server sends those as text: in digits, exactly. */
function exactSql(sql: string, columns: Column[]): string {
  if (!columns.some(({ native }) => isDecimal(native))) return sql
  const types = columns.map(({ native }, n) => `${quotedName(`c${n}`)} ${requestedType(native)} null`)
  return `exec (${quotedText(sql)}) with result sets ((${types.join(', ')}))`
}
