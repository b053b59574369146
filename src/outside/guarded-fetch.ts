import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { connect as connectTls } from 'node:tls'
import { AppError, conflict, isStorageFull, storageFull } from '#base/errors.ts'
import { MINUTE, SECOND } from '#base/time.ts'
import { asProtocolError, decompressed, headerOf, ProtocolError, piecesOf, sendRequest } from './http-request.ts'
import { connectionFailed, type Network } from './network.ts'

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

/** Every request goes over a socket that `network` checked and connected: the HTTP client itself looks no name up. */
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
          throw connectionFailed('database', `${url.host} redirects a request that must not be.`, 'Check the address.')
        if (hops >= MOST_REDIRECTS)
          throw connectionFailed(
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
  try {
    return Buffer.concat(await Array.fromAsync(counted(answer.body, most))).toString('utf8')
  } finally {
    answer.close()
  }
}

/** @throws AppError connection_failed for what is no address of the web */
function addressOf(text: string, base?: URL): URL {
  const url = URL.parse(text, base)
  if (!url)
    throw connectionFailed('dns', 'This is not an address.', 'Write it whole, like https://example.com/orders.csv.')
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw connectionFailed(
      'dns',
      `Addresses that begin with ${url.protocol} cannot be read.`,
      'Use one with https:// or http://.',
    )
  if (url.username || url.password)
    throw connectionFailed('auth', 'The address holds a user name or password.', 'Put them into their own fields.')
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
  const socket = await network.connect(url.hostname, port, { timeoutMs: CONNECT_MS, signal })
  const deadline = new Deadline(socket, url.host, limits, signal)
  try {
    const { method = 'GET', body, secretHeaders } = request
    const headers = { 'Accept-Encoding': 'gzip, br', 'User-Agent': 'Tabletalk', ...request.headers, ...secretHeaders }
    const asked = (async () => {
      const stream = secure ? await encrypted(socket, url.hostname, limits.ca) : socket
      return sendRequest(stream, { method, url, headers, body })
    })()
    const answer = await deadline.within('did not answer within', asked)
    return {
      status: answer.statusCode!,
      header: (name) => headerOf(answer, name),
      body: limitedBody(answer, url.host, limits.bytes, deadline),
      close: () => deadline.end(),
    }
  } catch (error) {
    deadline.end()
    throw connectionError(error, url.host)
  }
}

/** The body, decompressed; both what arrives and what becomes of it have at most `most` bytes. */
async function* limitedBody(
  answer: IncomingMessage,
  host: string,
  most: number,
  deadline: Deadline,
): AsyncGenerator<Uint8Array> {
  try {
    // Only the time between two pieces counts, not what the reader does with each.
    const pieces = piecesOf(answer, (piece) => deadline.within('sent nothing for', piece))
    const received = counted(pieces, most)
    yield* counted(decompressed(received, headerOf(answer, 'content-encoding')), most)
  } catch (error) {
    throw connectionError(error, host)
  } finally {
    deadline.end()
  }
}

async function* counted<T extends Uint8Array>(body: AsyncIterable<T>, most: number): AsyncGenerator<T> {
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.byteLength
    if (bytes > most) throw tooMuch(most)
    yield piece
  }
}

/** The time limits of one request. What takes too long destroys the socket, and whoever waits for it gets the reason as error. */
class Deadline {
  private reason: AppError | undefined
  private readonly stopped = Promise.withResolvers<never>()
  private readonly whole: ReturnType<typeof setTimeout>

  constructor(
    private readonly socket: Socket,
    private readonly host: string,
    private readonly limits: WebLimits,
    private readonly signal: AbortSignal | undefined,
  ) {
    // Errors reach whoever reads; an error event without a listener would end the process.
    socket.on('error', () => {})
    this.stopped.promise.catch(() => {})
    const { wholeMs = WHOLE_MS } = limits
    this.whole = setTimeout(() => this.expire(`did not finish within ${Math.round(wholeMs / SECOND)} s`), wholeMs)
    signal?.addEventListener('abort', this.cancel, { once: true })
    if (signal?.aborted) this.cancel()
  }

  private readonly cancel = () => this.stop(conflict('Cancelled.', 'cancelled'))

  private expire(what: string) {
    this.stop(connectionFailed('tcp', `${this.host} ${what}.`, 'Try again later, or ask whoever runs it.'))
  }

  private stop(reason: AppError) {
    this.reason ??= reason
    this.socket.destroy()
    this.stopped.reject(this.reason)
  }

  /** Waits for one step. @param late what is said of a step that takes longer than `waitMs` */
  async within<T>(late: string, step: Promise<T>): Promise<T> {
    const { waitMs } = this.limits
    const timer = setTimeout(() => this.expire(`${late} ${Math.round(waitMs / SECOND)} s`), waitMs)
    try {
      // A destroyed socket may settle whoever reads from it, or leave them waiting.
      step.catch(() => {})
      const value = await Promise.race([step, this.stopped.promise])
      if (this.reason) throw this.reason
      return value
    } catch (error) {
      throw this.reason ?? error
    } finally {
      clearTimeout(timer)
    }
  }

  end() {
    clearTimeout(this.whole)
    this.signal?.removeEventListener('abort', this.cancel)
    this.socket.destroy()
  }
}

async function encrypted(socket: Socket, host: string, ca: string | undefined): Promise<Socket> {
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
  const onClose = () => reject(new Error('the connection was closed'))
  stream.once('close', onClose)
  socket.once('close', onClose)
  try {
    await promise
    return stream
  } catch (error) {
    const { message } = error as Error
    throw connectionFailed(
      'tls',
      `${name} could not prove who it is: ${message}.`,
      'Its certificate must be valid for this name.',
    )
  }
}

function connectionError(error: unknown, host: string): unknown {
  const cause = asProtocolError(error)
  if (cause instanceof AppError) return cause
  if (cause instanceof ProtocolError)
    return connectionFailed(
      'database',
      `${host}: ${cause.message}`,
      'Check the address, and whether it opens in a browser.',
    )
  const code = (cause as NodeJS.ErrnoException)?.code ?? ''
  if (/^Z_|^ERR_BUFFER|^ERR_.*BROTLI|^ERR__ERROR/.test(code))
    return connectionFailed('database', `${host} sent packed bytes that are damaged.`, 'Try again later.')
  if (/ECONNRESET|EPIPE|ERR_STREAM|ERR_SOCKET|ABORT/.test(code))
    return connectionFailed('tcp', `${host} broke the connection off.`, 'Try again later.')
  return cause
}

const tooMuch = (bytes: number) =>
  new AppError(
    'unprocessable',
    `There is more than ${Math.round(bytes / 1_048_576)} MB at this address, which is the most that is read.`,
    { code: 'too_much', details: { bytes } },
  )
