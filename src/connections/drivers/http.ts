import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { AppError } from '#base/errors.ts'
import { asProtocolError, decompressed, headerOf, ProtocolError, piecesOf, sendRequest } from '#outside/http-request.ts'
import type { RemoteSource } from '#outside/remote.ts'
import type { DriverContext } from './driver.ts'
import { connectionFailed, sourceFailed, timedOut, tooMuch } from './failure.ts'
import { csvRow, type Writer } from './text.ts'
import { GRACE_MS, withTimeout } from './timeouts.ts'
import { secured, type Tls } from './tls.ts'
import { openTransport, type Transport } from './transport.ts'

export type HttpRequest = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  headers?: Record<string, string>
  body?: string
}
type HttpAnswer = { status: number; header(name: string): string | null; body: AsyncIterable<Buffer> }
export type Limits = { signal?: AbortSignal; timeoutMs?: number }
/** Longest answer that is taken as a whole, in bytes. */
const LONGEST_WHOLE = 192 << 20

/** An HTTP server at the end of a transport. Every request has a connection of its own, so that ending one ends nothing else. */
export class HttpPlace {
  #plain: boolean

  constructor(
    readonly transport: Transport,
    private readonly tls: Tls,
    private readonly context: DriverContext,
  ) {
    this.#plain = tls.mode === 'disable'
  }

  /** @throws AppError connection_failed, query_timeout, query_cancelled, source_failed */
  async ask(request: HttpRequest, limits: Limits = {}): Promise<HttpAnswer> {
    const { signal, timeoutMs } = { ...this.context, ...limits }
    const stream = await this.#stream(signal)
    // The reader gets errors; an error event without a listener would end the process.
    stream.on('error', () => {})
    let remainingMs = timeoutMs + GRACE_MS
    /** Time counts only while we wait for the source: a slow disk of ours is not a slow source. */
    const within = async <T>(step: Promise<T>): Promise<T> => {
      const start = performance.now()
      try {
        return await withTimeout(step, {
          timeoutMs: Math.max(1, remainingMs),
          signal,
          late: () => timedOut(timeoutMs),
          abort: () => stream.destroy(),
        })
      } catch (error) {
        throw asSourceError(error)
      } finally {
        remainingMs -= performance.now() - start
      }
    }
    try {
      const answer = await within(sendRequest(stream, this.#message(request)))
      return {
        status: answer.statusCode!,
        header: (name) => headerOf(answer, name),
        body: bodyOf(answer, within, stream),
      }
    } catch (error) {
      stream.destroy()
      throw error
    }
  }

  /** The answer as text. @throws AppError too_much */
  async text(request: HttpRequest, limits?: Limits) {
    const answer = await this.ask(request, limits)
    const pieces: Buffer[] = []
    let bytes = 0
    for await (const piece of answer.body) {
      bytes += piece.length
      if (bytes > LONGEST_WHOLE) throw tooMuch('a very long answer', { bytes: LONGEST_WHOLE })
      pieces.push(piece)
    }
    return { status: answer.status, header: answer.header, text: Buffer.concat(pieces).toString('utf8') }
  }

  close(): void {
    this.transport.close()
  }

  #message({ method, path, headers, body }: HttpRequest) {
    const { host, port } = this.transport
    const url = new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}${path}`)
    return { method, url, headers: { 'User-Agent': 'Tabletalk', Accept: '*/*', ...headers }, body }
  }

  async #stream(signal: AbortSignal): Promise<Duplex> {
    const plain = await this.transport.stream(signal)
    if (this.#plain) return plain
    try {
      return await secured(plain, this.tls, this.transport.host, { timeoutMs: this.context.timeoutMs, signal })
    } catch (error) {
      plain.destroy()
      if (this.tls.mode !== 'prefer' || !(error instanceof AppError) || error.code !== 'connection_failed') throw error
      this.#plain = true
      return this.transport.stream(signal)
    }
  }
}

/** The pieces of a body, decompressed. The connection ends when reading ends, however it does. */
async function* bodyOf(
  answer: IncomingMessage,
  within: <T>(step: Promise<T>) => Promise<T>,
  stream: Duplex,
): AsyncGenerator<Buffer> {
  try {
    yield* decompressed(piecesOf(answer, within), headerOf(answer, 'content-encoding'))
  } catch (error) {
    throw asSourceError(error)
  } finally {
    stream.destroy()
  }
}

function asSourceError(error: unknown): unknown {
  const cause = asProtocolError(error)
  if (cause instanceof AppError) return cause
  if (cause instanceof ProtocolError) return sourceFailed(`What the database sends is not understood: ${cause.message}`)
  return sourceFailed(`The database broke the connection off: ${(cause as Error).message}`)
}

/** Where a server is that has a host and a port; its certificate is checked unless the settings say otherwise. */
export const serverAt = async (source: RemoteSource, context: DriverContext): Promise<HttpPlace> =>
  new HttpPlace(await openTransport(source, context), source.settings.ssl ?? { mode: 'verify-full' }, context)

/**
 * Where a service of the web is that has one address for everybody, or the endpoint in the settings instead of it. Its certificate is
 * always checked.
 */
export async function cloudAt(source: RemoteSource, context: DriverContext, usual: string): Promise<HttpPlace> {
  const { endpoint, ssl } = source.settings
  const url = URL.parse(endpoint || usual)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw connectionFailed('dns', `"${endpoint}" is not an address.`, 'Write it like https://bigquery.example.com.')
  const secure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const settings = { ...source.settings, host, port: Number(url.port) || (secure ? 443 : 80) }
  const tls: Tls = secure ? { mode: 'verify-full', ...(ssl?.ca ? { ca: ssl.ca } : {}) } : { mode: 'disable' }
  return new HttpPlace(await openTransport({ ...source, settings }, context), tls, context)
}

/**
 * Opens a session at a place, which is closed when that fails. Whatever ends the first request says that this is not the server that
 * was meant.
 * @param name of that server, for people
 */
export async function overHttp<T>(
  at: Promise<HttpPlace>,
  name: string,
  open: (place: HttpPlace) => Promise<T>,
): Promise<T> {
  let place: HttpPlace | undefined
  try {
    place = await at
    return await open(place)
  } catch (error) {
    place?.close()
    if (!(error instanceof AppError) || (error.code !== 'source_failed' && error.code !== 'query_timeout')) throw error
    throw connectionFailed(
      'tcp',
      error.message,
      `Check that this host and port belong to ${name}, and whether it speaks HTTPS.`,
    )
  }
}

/** Integers that a double would round stay text; texts are left alone. */
export const exactNumbers = (json: string): string =>
  json.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g, (part) => (part.startsWith('"') ? part : `"${part}"`))

export async function* csvOf(pages: AsyncIterable<unknown[][]>, writers: Writer[]): AsyncGenerator<string> {
  for await (const rows of pages) {
    let text = ''
    for (const row of rows) {
      text += csvRow(row, writers)
      if (text.length > 1 << 18) {
        yield text
        text = ''
      }
    }
    if (text) yield text
  }
}

export abstract class HttpSession {
  constructor(
    protected readonly place: HttpPlace,
    protected readonly source: RemoteSource,
    protected readonly context: DriverContext,
  ) {}

  async close(): Promise<void> {
    this.place.close()
  }
}

/** Passes on the pieces of an answer. Whoever does not read them to their end, or cannot, cancels the query at its source. */
export async function* cancelling<T>(
  pieces: Iterable<T> | AsyncIterable<T>,
  cancel: () => Promise<unknown>,
): AsyncGenerator<T> {
  let isDone = false
  try {
    yield* pieces
    isDone = true
  } finally {
    if (!isDone) await cancel()
  }
}

/** JSON as an object. @throws AppError source_failed */
export function parsed<T>(text: string): T {
  try {
    const value = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as T
  } catch {
    // The error below shows what it was instead.
  }
  throw sourceFailed(`The database answered with what is not JSON: ${text.slice(0, 120)}`)
}
