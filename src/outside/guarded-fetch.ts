import { createWriteStream } from 'node:fs'
import { isIP, type Socket } from 'node:net'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { connect as connectTls } from 'node:tls'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { AppError, isStorageFull, storageFull } from '#base/errors.ts'
import { MINUTE, SECOND } from '#base/time.ts'
import { readAnswer, requestText, type WireAnswer, WireError } from './http-wire.ts'
import type { Network } from './network.ts'

export type WebRequest = {
  url: string
  /** @default GET; only GET follows redirects. */
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  /** Sent to the host of `url` only, never to one that it redirects to. */
  secretHeaders?: Record<string, string>
  body?: string
}
/** `body` is unpacked, and ends with an error when it is longer than allowed. Whoever does not read it to its end calls `close`. */
export type WebAnswer = {
  status: number
  /** Value of a header; names in lower case. */
  header(name: string): string | null
  body: AsyncIterable<Uint8Array>
  close(): void
}
export type WebLimits = {
  /** Bytes of one body, on the wire and unpacked. */
  bytes: number
  /** Milliseconds until the head of an answer has come, and between two pieces of its body. */
  waitMs: number
  /** Milliseconds for one request from beginning to end. @default 15 minutes */
  wholeMs?: number
  /** PEM of an authority that is believed instead of the system's. */
  ca?: string
}

/** HTTP to addresses that people gave. Every method rejects with AppError `connection_failed` (details: step, hint) or `too_much`. */
export interface Web {
  get(request: WebRequest, signal?: AbortSignal): Promise<WebAnswer>
}

const MOST_REDIRECTS = 3
const CONNECT_MS = 10 * SECOND
const WHOLE_MS = 15 * MINUTE
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** A client of its own over checked sockets: those that come with the runtime look names up themselves and take no socket from outside. */
export function createWeb(network: Network, limits: WebLimits): Web {
  return {
    async get(request, signal) {
      const from = addressOf(request.url)
      let url = from
      for (let hops = 0; ; hops++) {
        const secret = url.origin === from.origin ? request.secretHeaders : {}
        const answer = await ask(network, limits, url, { ...request, secretHeaders: secret ?? {} }, signal)
        const location = REDIRECTS.has(answer.status) ? answer.header('location') : null
        if (location === null) return answer
        answer.close()
        if (request.method === 'POST')
          throw failed('database', `${url.host} redirects a request that must not be.`, 'Check the address.')
        if (hops >= MOST_REDIRECTS)
          throw failed(
            'database',
            `${from.host} redirects more than ${MOST_REDIRECTS} times.`,
            'Give the address that it ends at.',
          )
        url = addressOf(location, url)
      }
    },
  }
}

/** Writes a body to a file; memory stays flat. @returns bytes */
export async function download(answer: WebAnswer, path: string): Promise<number> {
  let bytes = 0
  async function* counted() {
    for await (const piece of answer.body) {
      bytes += piece.byteLength
      yield piece
    }
  }
  try {
    await pipeline(Readable.from(counted()), createWriteStream(path, { mode: 0o600, highWaterMark: 1 << 20 }))
    return bytes
  } catch (error) {
    throw isStorageFull(error) ? storageFull(error) : error
  } finally {
    answer.close()
  }
}

/** A body as text. @param most bytes @throws AppError too_much */
export async function readText(answer: WebAnswer, most: number): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const piece of answer.body) {
      bytes += piece.byteLength
      if (bytes > most) throw tooMuch(most)
      pieces.push(piece)
    }
  } finally {
    answer.close()
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** @throws AppError connection_failed for what is no address of the web */
function addressOf(text: string, base?: URL): URL {
  const url = URL.parse(text, base)
  if (!url) throw failed('dns', 'This is not an address.', 'Write it whole, like https://example.com/orders.csv.')
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw failed(
      'dns',
      `Addresses that begin with ${url.protocol} cannot be read.`,
      'Use one with https:// or http://.',
    )
  if (url.username || url.password)
    throw failed('auth', 'The address holds a user name or password.', 'Put them into their own fields.')
  return url
}

async function ask(
  network: Network,
  limits: WebLimits,
  url: URL,
  request: WebRequest,
  signal: AbortSignal | undefined,
): Promise<WebAnswer> {
  const secure = url.protocol === 'https:'
  const port = Number(url.port) || (secure ? 443 : 80)
  const raw = await network.connect(url.hostname, port, { timeoutMs: CONNECT_MS, signal })
  const clock = new Deadline(raw, url.host, limits, signal)
  try {
    const stream = secure ? await encrypted(raw, url.hostname, limits.ca, clock) : raw
    const method = request.method ?? 'GET'
    const headers = { 'Accept-Encoding': 'gzip, br', 'User-Agent': 'Tabletalk', ...request.headers }
    stream.write(requestText(method, url, { ...headers, ...request.secretHeaders }, request.body), 'latin1')
    const answer = await readAnswer(stream, (piece) => clock.within(piece))
    clock.headRead()
    return {
      status: answer.status,
      header: (name) => answer.headers.get(name) ?? null,
      body: guarded(answer, url.host, limits.bytes, clock),
      close: () => clock.end(),
    }
  } catch (error) {
    clock.end()
    throw sayable(error, url.host)
  }
}

async function* guarded(answer: WireAnswer, host: string, most: number, clock: Deadline): AsyncGenerator<Uint8Array> {
  try {
    let unpacked = 0
    for await (const piece of unpack(counted(answer.body, most), answer.headers.get('content-encoding'))) {
      unpacked += piece.byteLength
      if (unpacked > most) throw tooMuch(most)
      yield piece
    }
  } catch (error) {
    throw sayable(error, host)
  } finally {
    clock.end()
  }
}

async function* counted(body: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    if (bytes > most) throw tooMuch(most)
    yield piece
  }
}

const UNPACKERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

function unpack(body: AsyncIterable<Buffer>, coding: string | undefined): AsyncIterable<Uint8Array> {
  const name = coding?.trim().toLowerCase()
  if (!name || name === 'identity') return body
  const open = UNPACKERS[name]
  if (!open) throw new WireError(`It packs what it sends in a way that is not understood (${name.slice(0, 40)}).`)
  const unpacker = open()
  // Its errors come out of the unpacker, which is read below.
  pipeline(Readable.from(body), unpacker).catch(() => {})
  return unpacker
}

/** One request's time: what is late ends the connection, and whoever waits hears why. */
class Deadline {
  private late: AppError | undefined
  private readonly whole: ReturnType<typeof setTimeout>
  private readonly head: ReturnType<typeof setTimeout>

  constructor(
    private readonly socket: Socket,
    private readonly host: string,
    private readonly limits: WebLimits,
    private readonly signal: AbortSignal | undefined,
  ) {
    // What goes wrong is told to whoever reads; an event that nobody hears would end the process.
    socket.on('error', () => {})
    const { wholeMs = WHOLE_MS, waitMs } = limits
    this.whole = setTimeout(() => this.expire(`did not finish within ${Math.round(wholeMs / SECOND)} s`), wholeMs)
    this.head = setTimeout(() => this.expire(`did not answer within ${Math.round(waitMs / SECOND)} s`), waitMs)
    signal?.addEventListener('abort', this.cancel, { once: true })
    if (signal?.aborted) this.cancel()
  }

  private readonly cancel = () => {
    this.late = new AppError('conflict', 'Cancelled.', { code: 'cancelled' })
    this.socket.destroy()
  }

  private expire(what: string) {
    this.late = failed('tcp', `${this.host} ${what}.`, 'Try again later, or ask whoever runs it.')
    this.socket.destroy()
  }

  headRead() {
    clearTimeout(this.head)
  }

  /** Waits for a piece. A destroyed socket may settle its readers or leave them waiting, so the deadline is looked at beside them. */
  async within<T>(piece: Promise<T>): Promise<T> {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      this.expire('stopped sending')
      late.reject(this.late)
    }, this.limits.waitMs)
    const onClose = () => this.late && late.reject(this.late)
    this.socket.once('close', onClose)
    piece.catch(() => {})
    late.promise.catch(() => {})
    try {
      if (this.late) throw this.late
      const value = await Promise.race([piece, late.promise])
      if (this.late) throw this.late
      return value
    } catch (error) {
      throw this.late ?? error
    } finally {
      clearTimeout(timer)
      this.socket.removeListener('close', onClose)
    }
  }

  end() {
    clearTimeout(this.whole)
    clearTimeout(this.head)
    this.signal?.removeEventListener('abort', this.cancel)
    this.socket.destroy()
  }
}

async function encrypted(socket: Socket, host: string, ca: string | undefined, clock: Deadline): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const name = host.replace(/^\[(.*)\]$/, '$1')
  const stream = connectTls({
    socket,
    host: name,
    ...(isIP(name) ? {} : { servername: name }),
    ALPNProtocols: ['http/1.1'],
    ...(ca ? { ca } : {}),
  })
  stream.on('error', reject)
  stream.once('secureConnect', resolve)
  stream.once('close', () => reject(new Error('the connection was closed')))
  try {
    await clock.within(promise)
    return stream
  } catch (error) {
    if (error instanceof AppError) throw error
    const said = error instanceof Error ? error.message : String(error)
    throw failed('tls', `${name} could not prove who it is: ${said}.`, 'Its certificate must be valid for this name.')
  }
}

function sayable(error: unknown, host: string): unknown {
  if (error instanceof AppError) return error
  if (error instanceof WireError)
    return failed('database', `${host}: ${error.message}`, 'Check the address, and whether it opens in a browser.')
  const code = (error as NodeJS.ErrnoException)?.code ?? ''
  if (/^Z_|^ERR_BUFFER|^ERR_.*BROTLI|^ERR__ERROR/.test(code))
    return failed('database', `${host} sent packed bytes that are damaged.`, 'Try again later.')
  if (/ECONNRESET|EPIPE|ERR_STREAM|ERR_SOCKET|ABORT/.test(code))
    return failed('tcp', `${host} broke the connection off.`, 'Try again later.')
  return error
}

const tooMuch = (bytes: number) =>
  new AppError(
    'unprocessable',
    `There is more than ${Math.round(bytes / 1_048_576)} MB at this address, which is the most that is read.`,
    { code: 'too_much', details: { bytes } },
  )

const failed = (step: 'dns' | 'tcp' | 'tls' | 'auth' | 'database', message: string, hint: string) =>
  new AppError('unprocessable', message, { code: 'connection_failed', details: { step, hint } })
