import type { Duplex } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { AppError } from '#base/errors.ts'
import { readAnswer, requestText, WireError } from '#outside/http-wire.ts'
import type { DriverContext } from './driver.ts'
import { connectionFailed, sourceFailed, timedOut, tooMuch } from './failure.ts'
import { GRACE_MS, withTimeout } from './timeouts.ts'
import { secured, type Tls } from './tls.ts'
import type { Transport } from './transport.ts'

export type HttpRequest = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  headers?: Record<string, string>
  body?: string
}
/** Whoever does not read the body to its end calls `close`: the server then hears that nobody listens. */
export type HttpAnswer = {
  status: number
  header(name: string): string | null
  body: AsyncIterable<Buffer>
  close(): void
}
/** Longest answer that is taken as a whole, in bytes. */
const LONGEST_WHOLE = 192 << 20

/** An HTTP server at the end of a way. Every request has a connection of its own, so that ending one ends nothing else. */
export class HttpPlace {
  readonly #way: Transport
  readonly #tls: Tls
  readonly #context: DriverContext
  #plain: boolean

  constructor(way: Transport, tls: Tls, context: DriverContext) {
    this.#way = way
    this.#tls = tls
    this.#context = context
    this.#plain = tls.mode === 'disable'
  }

  /** @throws AppError connection_failed, query_timeout, query_cancelled, source_failed */
  async ask(request: HttpRequest, limits: { signal?: AbortSignal; timeoutMs?: number } = {}): Promise<HttpAnswer> {
    const { signal = this.#context.signal, timeoutMs = this.#context.timeoutMs } = limits
    const stream = await this.#stream(signal)
    // What goes wrong is told to whoever reads; an event that nobody hears would end the process.
    stream.on('error', () => {})
    let left = timeoutMs + GRACE_MS
    /** Time counts while somebody waits for the source: a slow disk is not a slow source. */
    const next = async <T>(piece: Promise<T>): Promise<T> => {
      const begun = performance.now()
      try {
        return await withTimeout(piece, {
          ms: Math.max(1, left),
          signal,
          late: () => timedOut(timeoutMs),
          giveUp: () => stream.destroy(),
        })
      } catch (error) {
        throw broken(error)
      } finally {
        left -= performance.now() - begun
      }
    }
    try {
      this.#write(stream, request)
      const answer = await readAnswer(stream, next)
      const packed = answer.headers.get('content-encoding') === 'gzip'
      return {
        status: answer.status,
        header: (name) => answer.headers.get(name) ?? null,
        body: whole(packed ? unpacked(answer.body) : answer.body, stream),
        close: () => void stream.destroy(),
      }
    } catch (error) {
      stream.destroy()
      throw broken(error)
    }
  }

  /** The answer as text. @throws AppError too_much */
  async text(request: HttpRequest, limits?: { signal?: AbortSignal; timeoutMs?: number }) {
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
    this.#way.close()
  }

  #write(stream: Duplex, { method, path, headers, body }: HttpRequest): void {
    const { host, port } = this.#way
    const url = new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}${path}`)
    const bytes = Buffer.from(body ?? '', 'utf8')
    const all: Record<string, string> = { 'User-Agent': 'Tabletalk', Accept: '*/*', ...headers }
    if (method === 'POST') all['Content-Length'] = String(bytes.length)
    stream.write(requestText(method, url, all), 'latin1')
    if (bytes.length > 0) stream.write(bytes)
  }

  async #stream(signal: AbortSignal): Promise<Duplex> {
    const plain = await this.#way.stream(signal)
    if (this.#plain) return plain
    try {
      return await secured(plain, this.#tls, this.#way.host, { ms: this.#context.timeoutMs, signal })
    } catch (error) {
      plain.destroy()
      if (this.#tls.mode !== 'prefer' || !(error instanceof AppError) || error.code !== 'connection_failed') throw error
      this.#plain = true
      return this.#way.stream(signal)
    }
  }
}

/** Ends the connection whenever reading ends, however it does. */
async function* whole(body: AsyncIterable<Buffer>, stream: Duplex): AsyncGenerator<Buffer> {
  try {
    yield* body
  } catch (error) {
    throw broken(error)
  } finally {
    stream.destroy()
  }
}

async function* unpacked(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const unpacker = createGunzip()
  const feeding = (async () => {
    for await (const piece of body)
      if (!unpacker.write(piece)) await new Promise((resolve) => unpacker.once('drain', resolve))
    unpacker.end()
  })().catch((error) => void unpacker.destroy(error))
  yield* unpacker as AsyncIterable<Buffer>
  await feeding
}

function broken(error: unknown): unknown {
  if (error instanceof AppError) return error
  if (error instanceof WireError) return sourceFailed(`What the database sends is not understood: ${error.message}`)
  return sourceFailed(`The database broke the connection off: ${(error as Error).message}`)
}

/** An error of the first request: whatever ends it says that this is not the server that was meant. */
export function notOurs(error: unknown, name: string): unknown {
  if (!(error instanceof AppError) || (error.code !== 'source_failed' && error.code !== 'query_timeout')) return error
  return connectionFailed(
    'tcp',
    error.message,
    `Check that this host and port belong to ${name}, and whether it speaks HTTPS.`,
  )
}

/** Integers that a double would round stay text; texts are left alone. */
export const exactNumbers = (json: string): string =>
  json.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g, (part) => (part.startsWith('"') ? part : `"${part}"`))

/** Rows of pages as the CSV of driver.ts. */
export async function* csvOf(
  pages: AsyncIterable<unknown[][]>,
  writers: ((value: unknown) => string)[],
): AsyncGenerator<string> {
  for await (const rows of pages) {
    let text = ''
    for (const row of rows) {
      for (let n = 0; n < writers.length; n++) text += (n ? ',' : '') + writers[n]!(row[n])
      text += '\n'
      if (text.length > 1 << 18) {
        yield text
        text = ''
      }
    }
    if (text) yield text
  }
}

/** JSON as an object. @throws AppError source_failed */
export function parsed<T>(text: string): T {
  try {
    const value = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as T
  } catch {
    // Told below: what it was instead is shown.
  }
  throw sourceFailed(`The database answered with what is not JSON: ${text.slice(0, 120)}`)
}
