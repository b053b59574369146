import { newId } from '#base/ids.ts'
import type { RemoteTable, VisibleTable } from '#outside/remote.ts'
import { byGrammar } from '../bound.ts'
import { type Driver, MAY_WRITE, type RemoteRows, type Session, type SessionFacts } from '../driver.ts'
import { connectionFailed, sqlError } from '../failure.ts'
import { demandSelect } from '../gate.ts'
import { cancelling, HttpSession, overHttp, parsed, serverAt } from '../http.ts'
import { type ColumnRow, type TableRow, tablesOf } from '../introspection.ts'
import { gate } from '../statement/statement.ts'
import { backslashedText, backtickedName } from '../text.ts'
import { cancelLimits } from '../timeouts.ts'
import { StatementError, serverError, signInFailed, statementFailed, untilError, withoutMarks } from './errors.ts'
import { GRAMMAR } from './grammar.ts'
import { selectOf } from './select.ts'
import { COLUMNS, TABLES } from './tables.ts'
import { duckType, isShown, nativeType, textOf } from './types.ts'

const INTERFACE = 'the HTTP interface of ClickHouse (8443 with encryption, 8123 without)'

export const driver: Driver = {
  values: {
    text: backslashedText,
    date: (day) => `toDate32(${backslashedText(day)})`,
    standing: byGrammar(GRAMMAR),
  },
  open: (source, context) =>
    overHttp(serverAt(source, context), INTERFACE, (http) => new ClickHouseSession(http, source, context).begin()),
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

class ClickHouseSession extends HttpSession implements Session {
  /** Settings sent with the statement; none when the server forbids them, because its own settings are then as strict. */
  #settings: Record<string, string> = { ...FORMAT, readonly: '1' }
  #mayWrite = false
  /** The user may read only, but may change settings while doing so. */
  #isLoose = false
  #version = ''
  readonly selectOf = selectOf

  /** Signs in, and finds out which settings the server takes. */
  async begin(): Promise<this> {
    this.#settings.max_execution_time = String(Math.ceil(this.context.timeoutMs / 1000))
    for (let attempt = 0; ; attempt++) {
      try {
        const [row] = await this.#rows(`select version() v, toString(getSetting('readonly')) r`)
        this.#version = String(row?.v ?? '')
        this.#isLoose = row?.r === '2'
        if (row?.r !== '1' && !this.#isLoose)
          throw connectionFailed('permission', 'The session could not be made read-only.', 'Allow readonly = 1.')
        break
      } catch (error) {
        if (!(error instanceof StatementError)) throw error
        const { code, message } = error
        if (attempt > 4) throw signInFailed(error)
        // The server does not know one of the settings, or the user may set none because it is read-only already.
        const unknown = /session_timezone|cancel_http_readonly\w*/.exec(message)?.[0]
        if (code === 115 && unknown) delete this.#settings[unknown]
        else if (code === 164 && /'readonly'/.test(message) && 'readonly' in this.#settings)
          delete this.#settings.readonly
        else if (code === 164) this.#settings = {}
        else throw signInFailed(error)
      }
    }
    this.#mayWrite = 'readonly' in this.#settings
    return this
  }

  async facts(): Promise<SessionFacts> {
    const warnings: string[] = []
    const grants = this.#mayWrite ? await this.#rows('show grants').catch(() => []) : []
    const text = grants.map((row) => String(Object.values(row)[0])).join('\n')
    if (/\b(ALL|INSERT|ALTER|DROP|CREATE|TRUNCATE|SYSTEM)\b[^\n]* ON /.test(text)) warnings.push(MAY_WRITE)
    if (this.#isLoose)
      warnings.push(
        'The profile of this user has readonly = 2: with readonly = 1 statements could not change settings either.',
      )
    return { serverVersion: `ClickHouse ${this.#version}`, warnings, sshHostKey: this.place.transport.sshHostKey }
  }

  async introspect(schemas: string[] | undefined): Promise<RemoteTable[]> {
    try {
      const tables = await this.#rows<TableRow>(TABLES(schemas))
      const columns = await this.#rows<Omit<ColumnRow, 'nullable'>>(COLUMNS(schemas))
      const readable = columns
        .filter(({ native }) => isShown(native))
        .map((column) => ({ ...column, nullable: nativeType(column.native).nullable }))
      return tablesOf({ tables, columns: readable }, duckType)
    } catch (error) {
      throw this.#asFailure(error)
    }
  }

  async gated(sql: string, visible: VisibleTable[], rows: number): Promise<string> {
    return gate(sql, GRAMMAR, { visible, home: this.source.settings.database ?? 'default' }, rows)
  }

  async stream(sql: string): Promise<RemoteRows> {
    demandSelect(sql)
    const { timeoutMs, signal } = this.context
    const id = newId()
    try {
      const described = await this.#rows(`describe table (\n${sql}\n)`)
      const columns = described.map((row) => ({ name: String(row.name), native: String(row.type) }))
      const twice = columns.find(({ name }, index) => columns.findIndex((each) => each.name === name) !== index)
      if (twice) throw sqlError(`Two columns are called "${twice.name}": give them different names with AS.`)
      const hidden = columns.find(({ native }) => !isShown(native))
      if (hidden) throw sqlError(`"${hidden.name}" is a half-made aggregate: use finalizeAggregation.`)
      const list = columns.map(({ name, native }) => textOf(backtickedName(name), native)).join(', ')
      const answer = await this.#ask(`select ${list} from (\n${sql}\n)`, 'CSV', id)
      const body = untilError(answer.body, (error) => statementFailed(error, timeoutMs))
      const csv = 'format_csv_null_representation' in this.#settings ? body : withoutMarks(body)
      return {
        columns: columns.map(({ name, native }) => ({ name, type: duckType(native) })),
        csv: cancelling(csv, () => this.#kill(id)),
      }
    } catch (error) {
      if (signal.aborted) await this.#kill(id)
      throw this.#asFailure(error)
    }
  }

  /** A closed connection ends a query that knows of it; this one ends the others too. */
  async #kill(id: string): Promise<void> {
    if (!this.#mayWrite) return
    const path = this.#path({ default_format: 'Null' })
    const body = `kill query where query_id = ${backslashedText(id)} async`
    // Without the right to do so the server's own limit of time ends it.
    await this.place.text({ method: 'POST', path, headers: this.#headers(), body }, cancelLimits()).catch(() => {})
  }

  async #rows<Row = Record<string, unknown>>(sql: string): Promise<Row[]> {
    const { body } = await this.#ask(sql, 'JSON', newId())
    return parsed<{ data: Row[] }>(Buffer.concat(await Array.fromAsync(body)).toString('utf8')).data
  }

  async #ask(sql: string, format: string, id: string) {
    const answer = await this.place.ask({
      method: 'POST',
      path: this.#path({ default_format: format, query_id: id, ...this.#settings }),
      headers: this.#headers(),
      body: sql,
    })
    if (answer.status === 200) return answer
    let text = ''
    for await (const piece of answer.body) if (text.length < 100_000) text += piece.toString('utf8')
    throw serverError(text, answer.status)
  }

  #path(parameters: Record<string, string>): string {
    const { database } = this.source.settings
    return `/?${new URLSearchParams({ ...(database ? { database } : {}), ...parameters })}`
  }

  #headers(): Record<string, string> {
    const { settings, secrets } = this.source
    if (secrets.token) return { Authorization: `Bearer ${secrets.token}` }
    const text = `${settings.username || 'default'}:${secrets.password ?? ''}`
    return { Authorization: `Basic ${Buffer.from(text).toString('base64')}` }
  }

  #asFailure = (error: unknown): unknown =>
    error instanceof StatementError ? statementFailed(error, this.context.timeoutMs) : error
}
