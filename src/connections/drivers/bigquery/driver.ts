import type { AppError } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { systemClock } from '#base/time.ts'
import type { RemoteNeed, RemoteTable, VisibleTable } from '#outside/remote.ts'
import { googleToken } from '../../google-account.ts'
import { byGrammar } from '../bound.ts'
import type { Driver, RemoteRows, Session, SessionFacts } from '../driver.ts'
import { cancelled, connectionFailed, sourceFailed, sqlError, timedOut, tooMuch } from '../failure.ts'
import { demandSelect } from '../gate.ts'
import { cancelling, cloudAt, csvOf, HttpSession, overHttp, parsed } from '../http.ts'
import { gate } from '../statement/statement.ts'
import { cancelLimits } from '../timeouts.ts'
import { GRAMMAR } from './grammar.ts'
import { quotedText, selectOf } from './select.ts'
import { asTables, type Row, TABLES } from './tables.ts'
import { duckType, nativeOf, type SchemaField, writerOf } from './types.ts'

/** With the first nothing can be written, but no job can be cancelled either: that is all that the second is asked for. */
const READING = 'https://www.googleapis.com/auth/bigquery.readonly'
const CANCELLING = 'https://www.googleapis.com/auth/bigquery'
/** Rows of one page, and what one statement may cost at most: bytes that it reads. */
const PAGE_ROWS = 20_000
const MOST_BILLED = 200 * 2 ** 30
/** How long the service may hold one request while the query runs, in milliseconds. */
const HOLD_MS = 10_000

type Cells = { f: { v: unknown }[] }[]
type Answer = {
  jobReference?: { jobId: string; location?: string; projectId: string }
  jobComplete?: boolean
  schema?: { fields?: SchemaField[] }
  rows?: Cells
  pageToken?: string
}
type Refusal = { error?: { message?: string; status?: string; errors?: { reason?: string }[] } }

export const driver: Driver = {
  values: { text: quotedText, standing: byGrammar(GRAMMAR) },
  async open(source, context) {
    const { project } = source.settings
    if (!project) throw connectionFailed('database', 'No project was given.', 'Give the id of the project that pays.')
    return overHttp(cloudAt(source, context, 'https://bigquery.googleapis.com'), 'BigQuery', (place) =>
      new BigQuerySession(place, source, context).begin(),
    )
  },
}

class BigQuerySession extends HttpSession implements Session {
  #token = ''

  /** Signs in with a right to read only: the service itself then refuses what writes. */
  async begin(): Promise<this> {
    this.#token = await this.#signIn(READING)
    await this.#ask<Answer>('GET', `/datasets?maxResults=1`).catch((error: AppError) => {
      throw error.code === 'sql_error' || error.code === 'source_failed'
        ? connectionFailed(
            /not found|has not enabled/i.test(error.message) ? 'database' : 'permission',
            error.message,
            'Check the project, and give the account the roles BigQuery Data Viewer and BigQuery Job User.',
          )
        : error
    })
    return this
  }

  async #signIn(scope: string, limits = {}): Promise<string> {
    const tokens = await cloudAt(this.source, this.context, 'https://oauth2.googleapis.com')
    try {
      const key = this.source.secrets.service_account ?? ''
      return await googleToken(key, { scope, now: systemClock() }, (headers, body) =>
        tokens.text({ method: 'POST', path: '/token', headers, body }, limits),
      )
    } finally {
      tokens.close()
    }
  }

  async facts(): Promise<SessionFacts> {
    return { serverVersion: 'BigQuery v2', warnings: [] }
  }

  async introspect(schemas: string[] | undefined): Promise<RemoteTable[]> {
    const tables: RemoteTable[] = []
    for (const dataset of schemas?.length ? schemas : await this.#datasets()) {
      const { pages } = await this.#run(TABLES(this.#project, dataset))
      tables.push(...asTables(dataset, (await Array.fromAsync(pages)).flat() as Row[]))
    }
    return tables
  }

  selectOf(need: RemoteNeed, rows: number): string {
    return selectOf(need, rows, this.#project)
  }

  async gated(sql: string, visible: VisibleTable[], rows: number): Promise<string> {
    return gate(sql, GRAMMAR, { visible, catalog: this.#project }, rows)
  }

  async stream(sql: string): Promise<RemoteRows> {
    demandSelect(sql)
    await this.#checkDry(sql)
    const { fields, pages } = await this.#run(sql)
    return {
      columns: fields.map((field) => ({ name: field.name, type: duckType(nativeOf(field)) })),
      csv: csvOf(pages, fields.map(writerOf)),
    }
  }

  /** Asks what a statement would read, without running it. */
  async #checkDry(sql: string): Promise<void> {
    const { location } = this.source.settings
    const { totalBytesProcessed = '0' } = await this.#ask<{ totalBytesProcessed?: string }>('POST', '/queries', {
      query: sql,
      dryRun: true,
      useLegacySql: false,
      ...(location ? { location } : {}),
    })
    if (Number(totalBytesProcessed) > MOST_BILLED)
      throw tooMuch(`to read ${Math.round(Number(totalBytesProcessed) / 1e9)} GB`, { bytes: MOST_BILLED })
  }

  async #datasets(): Promise<string[]> {
    const names: string[] = []
    let token = ''
    do {
      const query = new URLSearchParams({ maxResults: '1000', ...(token ? { pageToken: token } : {}) })
      const answer = await this.#ask<{
        datasets?: { datasetReference: { datasetId: string } }[]
        nextPageToken?: string
      }>('GET', `/datasets?${query}`)
      names.push(...(answer.datasets ?? []).map(({ datasetReference }) => datasetReference.datasetId))
      token = answer.nextPageToken ?? ''
    } while (token)
    return names
  }

  /** Runs a statement; whoever stops reading its pages cancels it. */
  async #run(sql: string): Promise<{ fields: SchemaField[]; pages: AsyncGenerator<unknown[][]> }> {
    const { timeoutMs } = this.context
    const { location } = this.source.settings
    const requestId = newId()
    let answer = await this.#ask<Answer>('POST', '/queries', {
      query: sql,
      useLegacySql: false,
      maxResults: PAGE_ROWS,
      timeoutMs: Math.min(HOLD_MS, timeoutMs),
      jobTimeoutMs: String(timeoutMs),
      maximumBytesBilled: String(MOST_BILLED),
      // Without it the service would create no job that can be cancelled.
      jobCreationMode: 'JOB_CREATION_REQUIRED',
      requestId,
      formatOptions: { useInt64Timestamp: true },
      ...(location ? { location } : {}),
    })
    const job = answer.jobReference
    const cancel = async () => job && this.#cancel(job.jobId, job.location)
    const start = performance.now()
    try {
      while (!answer.jobComplete) {
        if (!job) throw sourceFailed('BigQuery did not say which job it runs.')
        if (performance.now() - start > timeoutMs) throw timedOut(timeoutMs)
        answer = await this.#page(job.jobId, job.location)
      }
    } catch (error) {
      await cancel()
      throw error
    }
    const next = (token: string) => this.#page(job!.jobId, job!.location, token)
    const first = answer
    async function* pages() {
      for (let page = first; ; page = await next(page.pageToken)) {
        yield (page.rows ?? []).map(({ f }) => f.map(({ v }) => v))
        if (!page.pageToken || !job) return
      }
    }
    return { fields: answer.schema?.fields ?? [], pages: cancelling(pages(), cancel) }
  }

  #page(jobId: string, location: string | undefined, pageToken?: string): Promise<Answer> {
    const query = new URLSearchParams({
      maxResults: String(PAGE_ROWS),
      timeoutMs: String(Math.min(HOLD_MS, this.context.timeoutMs)),
      'formatOptions.useInt64Timestamp': 'true',
      ...(location ? { location } : {}),
      ...(pageToken ? { pageToken } : {}),
    })
    return this.#ask<Answer>('GET', `/queries/${encodeURIComponent(jobId)}?${query}`)
  }

  async #cancel(jobId: string, location: string | undefined): Promise<void> {
    const query = location ? `?${new URLSearchParams({ location })}` : ''
    const limits = cancelLimits()
    const path = `${this.#base}/jobs/${encodeURIComponent(jobId)}/cancel${query}`
    try {
      const headers = { ...this.#headers(), Authorization: `Bearer ${await this.#signIn(CANCELLING, limits)}` }
      await this.place.text({ method: 'POST', path, headers }, limits)
    } catch {
      // The service ends a job that is late by itself.
    }
  }

  get #project(): string {
    return this.source.settings.project!
  }
  get #base() {
    return `/bigquery/v2/projects/${encodeURIComponent(this.#project)}`
  }
  #headers() {
    return { Authorization: `Bearer ${this.#token}`, 'Content-Type': 'application/json' }
  }

  async #ask<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
    const { timeoutMs } = this.context
    const { status, text } = await this.place.text(
      { method, path: this.#base + path, headers: this.#headers(), ...(body ? { body: JSON.stringify(body) } : {}) },
      { timeoutMs: Math.max(timeoutMs, HOLD_MS) },
    )
    if (status >= 200 && status < 300) return parsed<T>(text)
    throw failed(status, text, timeoutMs)
  }
}

function failed(status: number, text: string, timeoutMs: number): AppError {
  const { error } = text.startsWith('{') ? parsed<Refusal>(text) : { error: undefined }
  const message = error?.message ?? `BigQuery answered with status ${status}.`
  const reason = error?.errors?.[0]?.reason ?? ''
  if (status === 401) return connectionFailed('auth', message, 'Check the key of the service account.')
  if (reason === 'stopped') return cancelled()
  if (reason === 'timeout' || /job timed out/i.test(message)) return timedOut(timeoutMs)
  if (reason === 'bytesBilledLimitExceeded' || reason === 'responseTooLarge')
    return tooMuch('more data than is allowed', {})
  if (status === 429 || status >= 500) return sourceFailed(message)
  return sqlError(message)
}
