import { AppError } from '#base/errors.ts'
import type { RemoteTable, VisibleTable } from '#outside/remote.ts'
import { byGrammar } from '../bound.ts'
import type { Driver, RemoteRows, Session, SessionFacts } from '../driver.ts'
import { cancelled, connectionFailed, sourceFailed, sqlError, timedOut, tooMuch, wouldWrite } from '../failure.ts'
import { demandSelect } from '../gate.ts'
import { csvOf, exactNumbers, type HttpRequest, HttpSession, type Limits, overHttp, parsed, serverAt } from '../http.ts'
import { gate } from '../statement/statement.ts'
import { quotedName, quotedText } from '../text.ts'
import { cancelLimits, GRACE_MS } from '../timeouts.ts'
import { GRAMMAR } from './grammar.ts'
import { selectOf } from './select.ts'
import { asTables, TABLES } from './tables.ts'
import { duckType, writerOf } from './types.ts'

type Column = { name: string; type: string }
type Page = {
  id: string
  nextUri?: string
  columns?: Column[]
  data?: unknown[][]
  error?: { message: string; errorName?: string; errorType?: string }
}
type Answer = { page: Page; header(name: string): string | null }

/** Waits before a busy coordinator is asked again, in milliseconds. */
const BUSY_MS = 100
const MOST_BUSY = 50

export const driver: Driver = {
  values: { text: quotedText, standing: byGrammar(GRAMMAR) },
  async open(source, context) {
    if (!source.settings.catalog)
      throw connectionFailed('database', 'No catalog was given.', 'Give the name of the catalog to read.')
    return overHttp(serverAt(source, context), 'a Trino coordinator', (http) =>
      new TrinoSession(http, source, context).begin(),
    )
  },
}

class TrinoSession extends HttpSession implements Session {
  #version = ''
  readonly selectOf = selectOf

  /** Signs in: the first statement fails when the credentials are wrong. */
  async begin(): Promise<this> {
    await this.#all(`show schemas from ${quotedName(this.#catalog.toLowerCase())}`).catch((error) => {
      if (!(error instanceof AppError) || error.code !== 'sql_error') throw error
      throw /catalog .*(not found|not exist)/i.test(error.message)
        ? connectionFailed('database', error.message, 'Check the name of the catalog.')
        : connectionFailed('permission', error.message, 'Let the user run queries and see the catalog.')
    })
    const { status, text } = await this.place.text({ method: 'GET', path: '/v1/info' })
    const about = status === 200 ? parsed<{ nodeVersion?: { version?: string } }>(text) : {}
    this.#version = about.nodeVersion?.version ?? ''
    return this
  }

  get #catalog(): string {
    return this.source.settings.catalog!
  }

  async facts(): Promise<SessionFacts> {
    const { sshHostKey } = this.place.transport
    return { serverVersion: `Trino ${this.#version}`.trim(), warnings: [], sshHostKey }
  }

  async introspect(schemas: string[] | undefined): Promise<RemoteTable[]> {
    return asTables((await this.#all(TABLES(this.#catalog, schemas))) as (string | null)[][])
  }

  async gated(sql: string, visible: VisibleTable[], rows: number): Promise<string> {
    return gate(sql, GRAMMAR, { visible, catalog: this.#catalog }, rows)
  }

  /** Inside a read-only transaction: the coordinator itself then refuses what writes. */
  async stream(sql: string): Promise<RemoteRows> {
    demandSelect(sql)
    const transaction = await this.#transaction()
    let columns: Column[] | undefined
    const before: unknown[][][] = []
    const answers = this.#answers(sql, transaction)
    try {
      while (!columns) {
        const { value: answer, done } = await answers.next()
        if (done) throw sourceFailed('The database did not say what the columns are.')
        columns = answer.page.columns
        if (answer.page.data) before.push(answer.page.data)
      }
    } catch (error) {
      await this.#rollback(transaction)
      throw error
    }
    const rollback = () => this.#rollback(transaction)
    async function* data() {
      try {
        yield* before
        for await (const { page } of answers) if (page.data) yield page.data
      } finally {
        await answers.return(undefined)
        await rollback()
      }
    }
    const writers = columns.map(({ type }) => writerOf(type.toLowerCase()))
    return {
      columns: columns.map(({ name, type }) => ({ name, type: duckType(type.toLowerCase()) })),
      csv: csvOf(data(), writers),
    }
  }

  async #transaction(): Promise<string> {
    const answers = await Array.fromAsync(this.#answers('start transaction read only', 'NONE'))
    const ids = answers.map(({ header }) => header('x-trino-started-transaction-id'))
    const id = ids.find((each) => each !== null)
    if (!id) throw sourceFailed('The database did not begin a read-only transaction.')
    return id
  }
  async #rollback(transaction: string): Promise<void> {
    // The coordinator ends idle transactions by itself.
    await Array.fromAsync(this.#answers('rollback', transaction, cancelLimits())).catch(() => {})
  }

  async #all(sql: string): Promise<unknown[][]> {
    return (await Array.fromAsync(this.#answers(sql))).flatMap(({ page }) => page.data ?? [])
  }

  /** The answers to a statement, one at a time; when the reader stops, the query is cancelled at its source. */
  async *#answers(sql: string, transaction?: string, limits: Limits = {}): AsyncGenerator<Answer> {
    const { timeoutMs } = this.context
    let waited = 0
    let next: string | undefined
    const timed = async (request: HttpRequest) => {
      const start = performance.now()
      const answer = await this.#ask(request, transaction, limits)
      waited += performance.now() - start
      next = answer.page.nextUri
      if (next && waited > timeoutMs + GRACE_MS) throw timedOut(timeoutMs)
      return answer
    }
    try {
      yield await timed({ method: 'POST', path: '/v1/statement', body: sql })
      while (next) yield await timed({ method: 'GET', path: this.#pathOf(next) })
    } finally {
      if (next) await this.#cancel(next)
    }
  }

  async #cancel(uri: string): Promise<void> {
    // The coordinator abandons a query that nobody asks for any more.
    const request = { method: 'DELETE' as const, path: this.#pathOf(uri), headers: this.#headers() }
    await this.place.text(request, cancelLimits()).catch(() => {})
  }

  async #ask(request: HttpRequest, transaction: string | undefined, limits: Limits): Promise<Answer> {
    const headers = { ...this.#headers(), ...(transaction ? { 'X-Trino-Transaction-Id': transaction } : {}) }
    for (let attempt = 0; ; attempt++) {
      const { status, text, header } = await this.place.text({ ...request, headers }, limits)
      if ([429, 502, 503, 504].includes(status) && attempt < MOST_BUSY) {
        await Bun.sleep(BUSY_MS)
        continue
      }
      if (status === 401)
        throw connectionFailed(
          'auth',
          'The user, password or token is not accepted.',
          'Check them. Passwords need an encrypted connection.',
        )
      if (status === 403)
        throw connectionFailed('permission', text.slice(0, 300) || 'Not allowed.', 'Let the user run queries.')
      if (status !== 200) throw sourceFailed(`The database answered with status ${status}: ${text.slice(0, 300)}`)
      const page = parsed<Page>(exactNumbers(text))
      if (page.error) throw failed(page.error, this.context.timeoutMs)
      return { page, header }
    }
  }

  /** Only the path of an address is used, and only of one at the same host. */
  #pathOf(uri: string): string {
    const url = URL.parse(uri)
    if (url?.hostname.replace(/^\[|\]$/g, '').toLowerCase() !== this.place.transport.host.toLowerCase())
      throw sourceFailed(
        `The database leads to another host (${url?.hostname ?? uri}). Its proxy must pass the host on.`,
      )
    return url.pathname + url.search
  }

  #headers(): Record<string, string> {
    const { settings, secrets } = this.source
    const user = settings.username || 'tabletalk'
    const basic: Record<string, string> = secrets.password
      ? { Authorization: `Basic ${Buffer.from(`${user}:${secrets.password}`).toString('base64')}` }
      : {}
    return {
      'Content-Type': 'text/plain; charset=utf-8',
      'X-Trino-User': user,
      'X-Trino-Source': 'tabletalk',
      'X-Trino-Catalog': this.#catalog,
      'X-Trino-Time-Zone': 'UTC',
      'X-Trino-Client-Capabilities': 'PARAMETRIC_DATETIME',
      'X-Trino-Session': `query_max_run_time=${Math.ceil(this.context.timeoutMs / 1000)}s`,
      ...(secrets.token ? { Authorization: `Bearer ${secrets.token}` } : basic),
    }
  }
}

function failed({ message, errorName = '', errorType = '' }: NonNullable<Page['error']>, timeoutMs: number): AppError {
  if (errorName === 'EXCEEDED_TIME_LIMIT') return timedOut(timeoutMs)
  if (errorName === 'USER_CANCELED' || errorName === 'ADMINISTRATIVELY_KILLED') return cancelled()
  if (/^EXCEEDED_(SCAN|OUTPUT)/.test(errorName)) return tooMuch('more than the server allows', {})
  if (errorName === 'READ_ONLY_VIOLATION') return wouldWrite()
  if (errorType === 'INTERNAL_ERROR' || errorType === 'EXTERNAL') return sourceFailed(message)
  return sqlError(message)
}
