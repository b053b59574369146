import { AppError } from '#base/errors.ts'
import type { RemoteNeed, RemoteSource, RemoteTable, VisibleTable } from '#outside/remote.ts'
import type { Driver, DriverContext, RemoteRows, Session, SessionFacts } from '../driver.ts'
import { cancelled, connectionFailed, sourceFailed, sqlError, timedOut, tooMuch } from '../failure.ts'
import { demandSelect } from '../gate.ts'
import { csvOf, exactNumbers, HttpPlace, type HttpRequest, notOurs, parsed } from '../http.ts'
import { gate } from '../statement/statement.ts'
import { quotedName } from '../text.ts'
import { GRACE_MS } from '../timeouts.ts'
import { overTransport, type Transport } from '../transport.ts'
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

const CANCEL_MS = 3000
/** Waits before a busy coordinator is asked again, in milliseconds. */
const BUSY_MS = 100
const MOST_BUSY = 50

export const driver: Driver = {
  async open(source, context) {
    if (!source.settings.catalog)
      throw connectionFailed('database', 'No catalog was given.', 'Give the name of the catalog to read.')
    return overTransport(source, context, async (transport) => {
      const session = new TrinoSession(transport, source, context)
      await session.begin()
      return session
    }).catch((error) => {
      throw notOurs(error, 'a Trino coordinator')
    })
  },
}

class TrinoSession implements Session {
  readonly #transport: Transport
  readonly #source: RemoteSource
  readonly #context: DriverContext
  readonly #http: HttpPlace
  readonly #catalog: string
  #version = ''

  constructor(transport: Transport, source: RemoteSource, context: DriverContext) {
    this.#transport = transport
    this.#source = source
    this.#context = context
    this.#catalog = source.settings.catalog!
    this.#http = new HttpPlace(transport, source.settings.ssl ?? { mode: 'verify-full' }, context)
  }

  /** Signs in; the first statement is answered only to who may ask. */
  async begin(): Promise<void> {
    await this.#all(`show schemas from ${quotedName(this.#catalog.toLowerCase())}`).catch((error) => {
      if (!(error instanceof AppError) || error.code !== 'sql_error') throw error
      throw /catalog .*(not found|not exist)/i.test(error.message)
        ? connectionFailed('database', error.message, 'Check the name of the catalog.')
        : connectionFailed('permission', error.message, 'Let the user run queries and see the catalog.')
    })
    const { status, text } = await this.#http.text({ method: 'GET', path: '/v1/info' })
    const about = status === 200 ? parsed<{ nodeVersion?: { version?: string } }>(text) : {}
    this.#version = about.nodeVersion?.version ?? ''
  }

  async facts(): Promise<SessionFacts> {
    return {
      serverVersion: `Trino ${this.#version}`.trim(),
      warnings: [],
      sshHostKey: this.#transport.sshHostKey,
    }
  }

  async introspect(schemas: string[] | undefined): Promise<RemoteTable[]> {
    return asTables((await this.#all(TABLES(this.#catalog, schemas))) as (string | null)[][])
  }

  selectOf(need: RemoteNeed, rows: number): string {
    return selectOf(need, rows)
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
    const pages = this.#pages(sql, transaction)
    try {
      while (!columns) {
        const { value: page, done } = await pages.next()
        if (done) throw sourceFailed('The database did not say what the columns are.')
        if (page.columns) columns = page.columns
        if (page.data) before.push(page.data)
      }
    } catch (error) {
      await this.#rollback(transaction)
      throw error
    }
    const rollback = () => this.#rollback(transaction)
    async function* data() {
      try {
        yield* before
        for await (const { data } of pages) if (data) yield data
      } finally {
        await pages.return(undefined)
        await rollback()
      }
    }
    return {
      columns: columns.map(({ name, type }) => ({ name, type: duckType(type.toLowerCase()) })),
      csv: csvOf(
        data(),
        columns.map(({ type }) => writerOf(type.toLowerCase())),
      ),
    }
  }

  async close(): Promise<void> {
    this.#http.close()
  }

  async #transaction(): Promise<string> {
    let answer = await this.#ask({ method: 'POST', path: '/v1/statement', body: 'start transaction read only' }, 'NONE')
    let id = answer.header('x-trino-started-transaction-id')
    while (answer.page.nextUri) {
      answer = await this.#ask({ method: 'GET', path: this.#pathOf(answer.page.nextUri) }, 'NONE')
      id ??= answer.header('x-trino-started-transaction-id')
    }
    if (!id) throw sourceFailed('The database did not begin a read-only transaction.')
    return id
  }
  async #rollback(transaction: string): Promise<void> {
    const signal = AbortSignal.timeout(CANCEL_MS)
    try {
      let { page } = await this.#ask({ method: 'POST', path: '/v1/statement', body: 'rollback' }, transaction, signal)
      while (page.nextUri)
        page = (await this.#ask({ method: 'GET', path: this.#pathOf(page.nextUri) }, transaction, signal)).page
    } catch {
      // The coordinator ends idle transactions by itself.
    }
  }

  async #all(sql: string): Promise<unknown[][]> {
    const rows: unknown[][] = []
    for await (const { data } of this.#pages(sql)) rows.push(...(data ?? []))
    return rows
  }

  /** The pages of an answer, one at a time; who stops reading cancels the query at its source. */
  async *#pages(sql: string, transaction?: string): AsyncGenerator<Page> {
    const { timeoutMs } = this.#context
    let waited = 0
    let next: string | undefined
    const timed = async (request: HttpRequest) => {
      const begun = performance.now()
      const { page } = await this.#ask(request, transaction)
      waited += performance.now() - begun
      next = page.nextUri
      if (next && waited > timeoutMs + GRACE_MS) throw timedOut(timeoutMs)
      return page
    }
    try {
      yield await timed({ method: 'POST', path: '/v1/statement', body: sql })
      while (next) yield await timed({ method: 'GET', path: this.#pathOf(next) })
    } finally {
      if (next) await this.#cancel(next)
    }
  }

  async #cancel(uri: string): Promise<void> {
    const limits = { signal: AbortSignal.timeout(CANCEL_MS), timeoutMs: CANCEL_MS }
    const request = { method: 'DELETE' as const, path: this.#pathOf(uri), headers: this.#headers() }
    // The coordinator abandons a query that nobody asks for any more.
    await this.#http.text(request, limits).catch(() => {})
  }

  async #ask(request: HttpRequest, transaction?: string, signal?: AbortSignal): Promise<Answer> {
    const headers = { ...this.#headers(), ...(transaction ? { 'X-Trino-Transaction-Id': transaction } : {}) }
    for (let attempt = 0; ; attempt++) {
      const { status, text, header } = await this.#http.text({ ...request, headers }, signal ? { signal } : {})
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
      if (page.error) throw failed(page.error, this.#context.timeoutMs)
      return { page, header }
    }
  }

  /** Only the path of an address is used, and only of one at the same host. */
  #pathOf(uri: string): string {
    const url = URL.parse(uri)
    if (url?.hostname.replace(/^\[|\]$/g, '').toLowerCase() !== this.#transport.host.toLowerCase())
      throw sourceFailed(
        `The database leads to another host (${url?.hostname ?? uri}). Its proxy must pass the host on.`,
      )
    return url.pathname + url.search
  }

  #headers(): Record<string, string> {
    const { settings, secrets } = this.#source
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
      'X-Trino-Session': `query_max_run_time=${Math.ceil(this.#context.timeoutMs / 1000)}s`,
      ...(secrets.token ? { Authorization: `Bearer ${secrets.token}` } : basic),
    }
  }
}

function failed({ message, errorName = '', errorType = '' }: NonNullable<Page['error']>, timeoutMs: number): AppError {
  if (errorName === 'EXCEEDED_TIME_LIMIT') return timedOut(timeoutMs)
  if (errorName === 'USER_CANCELED' || errorName === 'ADMINISTRATIVELY_KILLED') return cancelled()
  if (/^EXCEEDED_(SCAN|OUTPUT)/.test(errorName)) return tooMuch('more than the server allows', {})
  if (errorName === 'READ_ONLY_VIOLATION')
    return sqlError('Connected databases are only read: this statement would write.')
  if (errorType === 'INTERNAL_ERROR' || errorType === 'EXTERNAL') return sourceFailed(message)
  return sqlError(message)
}
