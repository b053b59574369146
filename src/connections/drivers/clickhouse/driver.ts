import { newId } from '#base/ids.ts'
import type { RemoteNeed, RemoteSource, RemoteTable, VisibleTable } from '#outside/remote.ts'
import type { Driver, DriverContext, RemoteRows, Session, SessionFacts } from '../driver.ts'
import { connectionFailed, sqlError } from '../failure.ts'
import { demandSelect } from '../gate.ts'
import { HttpPlace, notOurs, parsed } from '../http.ts'
import { gate } from '../statement/statement.ts'
import { overTransport, type Transport } from '../transport.ts'
import { untilError, withoutMarks } from './ending.ts'
import { type ServerError, serverError, signInFailed, statementFailed } from './errors.ts'
import { GRAMMAR } from './grammar.ts'
import { quotedName, quotedText, selectOf } from './select.ts'
import { asTables, COLUMNS, type Row, TABLES } from './tables.ts'
import { duckType, isShown, textOf } from './types.ts'

const CANCEL_MS = 3000

export const driver: Driver = {
  open: (source, context) =>
    overTransport(source, context, async (transport) => {
      const session = new ClickHouseSession(transport, source, context)
      await session.begin()
      return session
    }).catch((error) => {
      throw notOurs(error, 'the HTTP interface of ClickHouse (8443 with encryption, 8123 without)')
    }),
}

/** How the answer is written, whatever the user's own profile says. */
const FORMAT = {
  format_csv_null_representation: '',
  format_csv_delimiter: ',',
  bool_true_representation: 'true',
  bool_false_representation: 'false',
  session_timezone: 'UTC',
  // Lists of keys that rows are looked up by can be long.
  max_query_size: String(16 << 20),
  cancel_http_readonly_queries_on_client_close: '1',
}

class ClickHouseSession implements Session {
  readonly #transport: Transport
  readonly #source: RemoteSource
  readonly #context: DriverContext
  readonly #http: HttpPlace
  /** What the server is told beside the statement; nothing when its own settings forbid it, which then are as strict. */
  #settings: Record<string, string>
  #mayWrite = false
  /** The user may read only, but may change settings while doing so. */
  #isLoose = false
  #version = ''

  constructor(transport: Transport, source: RemoteSource, context: DriverContext) {
    this.#transport = transport
    this.#source = source
    this.#context = context
    this.#http = new HttpPlace(transport, source.settings.ssl ?? { mode: 'verify-full' }, context)
    this.#settings = {
      ...FORMAT,
      readonly: '1',
      max_execution_time: String(Math.ceil(context.timeoutMs / 1000)),
    }
  }

  /** Signs in, and finds out which settings the server takes. */
  async begin(): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        const [row] = await this.#rows(`select version() v, toString(getSetting('readonly')) r`)
        this.#version = String(row?.v ?? '')
        this.#isLoose = row?.r === '2'
        if (row?.r !== '1' && !this.#isLoose)
          throw connectionFailed('permission', 'The session could not be made read-only.', 'Allow readonly = 1.')
        break
      } catch (error) {
        if (!(error instanceof StatementError) || attempt > 4) throw this.#told(error, true)
        const { code, message } = error.said
        // A server that does not know one of them, or a user who may set none because it is read-only already.
        const unknown = /session_timezone|cancel_http_readonly\w*/.exec(message)?.[0]
        if (code === 115 && unknown) delete this.#settings[unknown]
        else if (code === 164 && /'readonly'/.test(message) && 'readonly' in this.#settings)
          delete this.#settings.readonly
        else if (code === 164) this.#settings = {}
        else throw this.#told(error, true)
      }
    }
    this.#mayWrite = 'readonly' in this.#settings
  }

  async facts(): Promise<SessionFacts> {
    const warnings: string[] = []
    const grants = this.#mayWrite ? await this.#rows('show grants').catch(() => []) : []
    const text = grants.map((row) => String(Object.values(row)[0])).join('\n')
    if (/\b(ALL|INSERT|ALTER|DROP|CREATE|TRUNCATE|SYSTEM)\b[^\n]* ON /.test(text))
      warnings.push('This user may change data. Nothing here does, but a user that may only read is safer.')
    if (this.#isLoose)
      warnings.push(
        'The profile of this user has readonly = 2: with readonly = 1 statements could not change settings either.',
      )
    return {
      serverVersion: `ClickHouse ${this.#version}`,
      warnings,
      sshHostKey: this.#transport.sshHostKey,
    }
  }

  async introspect(schemas: string[] | undefined): Promise<RemoteTable[]> {
    try {
      const tables = await this.#rows(TABLES(schemas))
      return asTables(tables, await this.#rows(COLUMNS(schemas)))
    } catch (error) {
      throw this.#told(error)
    }
  }

  selectOf(need: RemoteNeed, rows: number): string {
    return selectOf(need, rows)
  }

  async gated(sql: string, visible: VisibleTable[], rows: number): Promise<string> {
    return gate(sql, GRAMMAR, { visible, home: this.#source.settings.database ?? 'default' }, rows)
  }

  async stream(sql: string): Promise<RemoteRows> {
    demandSelect(sql)
    const { timeoutMs, signal } = this.#context
    const id = newId()
    try {
      const described = await this.#rows(`describe table (\n${sql}\n)`)
      const columns = described.map((row) => ({ name: String(row.name), native: String(row.type) }))
      const twice = columns.find(({ name }, index) => columns.findIndex((each) => each.name === name) !== index)
      if (twice) throw sqlError(`Two columns are called "${twice.name}": give them different names with AS.`)
      const hidden = columns.find(({ native }) => !isShown(native))
      if (hidden) throw sqlError(`"${hidden.name}" is a half-made aggregate: use finalizeAggregation.`)
      const list = columns.map(({ name, native }) => textOf(quotedName(name), native)).join(', ')
      const answer = await this.#ask(`select ${list} from (\n${sql}\n)`, 'CSV', id)
      const told = untilError(answer.body, (said) => statementFailed(said, timeoutMs))
      const csv = 'format_csv_null_representation' in this.#settings ? told : withoutMarks(told)
      return {
        columns: columns.map(({ name, native }) => ({ name, type: duckType(native) })),
        csv: this.#watched(csv, id),
      }
    } catch (error) {
      if (signal.aborted) await this.#kill(id)
      throw this.#told(error)
    }
  }

  async close(): Promise<void> {
    this.#http.close()
  }

  /** Ends the query at its source whenever its rows are not read to the end. */
  async *#watched(csv: AsyncIterable<Buffer>, id: string): AsyncGenerator<Buffer> {
    let isDone = false
    try {
      yield* csv
      isDone = true
    } catch (error) {
      throw this.#told(error)
    } finally {
      if (!isDone) await this.#kill(id)
    }
  }

  /** A closed connection ends a query that knows of it; this one ends the others too. */
  async #kill(id: string): Promise<void> {
    if (!this.#mayWrite) return
    const path = this.#path({ default_format: 'Null' })
    const body = `kill query where query_id = ${quotedText(id)} async`
    const request = { method: 'POST' as const, path, headers: this.#headers(), body }
    const limits = { signal: AbortSignal.timeout(CANCEL_MS), timeoutMs: CANCEL_MS }
    // Without the right to do so the server's own limit of time ends it.
    await this.#http.text(request, limits).catch(() => {})
  }

  async #rows(sql: string): Promise<Row[]> {
    const { body } = await this.#ask(sql, 'JSON', newId())
    return parsed<{ data: Row[] }>(Buffer.concat(await Array.fromAsync(body)).toString('utf8')).data
  }

  async #ask(sql: string, format: string, id: string) {
    const answer = await this.#http.ask({
      method: 'POST',
      path: this.#path({ default_format: format, query_id: id, ...this.#settings }),
      headers: this.#headers(),
      body: sql,
    })
    if (answer.status === 200) return answer
    let text = ''
    for await (const piece of answer.body) if (text.length < 100_000) text += piece.toString('utf8')
    throw new StatementError(serverError(text, answer.status), answer.status)
  }

  #path(parameters: Record<string, string>): string {
    const { database } = this.#source.settings
    return `/?${new URLSearchParams({ ...(database ? { database } : {}), ...parameters })}`
  }

  #headers(): Record<string, string> {
    const { settings, secrets } = this.#source
    if (secrets.token) return { Authorization: `Bearer ${secrets.token}` }
    const text = `${settings.username || 'default'}:${secrets.password ?? ''}`
    return { Authorization: `Basic ${Buffer.from(text).toString('base64')}` }
  }

  #told(error: unknown, isFirst = false): unknown {
    if (!(error instanceof StatementError)) return error
    return isFirst ? signInFailed(error.said, error.status) : statementFailed(error.said, this.#context.timeoutMs)
  }
}

/** A failure in the server's words, on its way to be told. */
class StatementError extends Error {
  constructor(
    readonly said: ServerError,
    readonly status: number,
  ) {
    super(said.message)
  }
}
