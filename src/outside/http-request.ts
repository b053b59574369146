import { type IncomingMessage, request as startRequest } from 'node:http'
import { type Duplex, Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** `url` gives the path and the Host header only: which server is asked was settled by whoever connected the stream. */
export type HttpMessage = {
  method: 'GET' | 'POST' | 'DELETE'
  url: URL
  headers: Record<string, string>
  body?: string | undefined
}

/** Bytes of the head of an answer, and lines of it. */
const LONGEST_HEAD = 64 * 1024
const MOST_HEADERS = 200

/** The server does not speak HTTP as it must, or a header cannot be sent. */
export class ProtocolError extends Error {}

/**
 * Sends one request over a stream that is already connected, and waits for the head of the answer. The stream serves this request
 * alone: no connection is reused, no name is looked up, no proxy of the environment is asked. Redirects are not followed, and the
 * body arrives as it was sent (still compressed). Destroying the stream rejects whoever waits for the head or the body.
 * @throws ProtocolError, or the error of the stream
 */
export function sendRequest(stream: Duplex, { method, url, headers, body }: HttpMessage): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  try {
    const request = startRequest({
      createConnection: () => stream,
      // No agent: one would connect by itself. This name exists nowhere, should a runtime ever do so all the same.
      host: 'unused.invalid',
      maxHeaderSize: LONGEST_HEAD,
      method,
      path: url.pathname + url.search,
      headers: { ...headers, Host: url.host, Connection: 'close' },
    })
    request.on('error', (error) => reject(asProtocolError(error)))
    request.once('upgrade', () => reject(new ProtocolError('It wants to speak another protocol than HTTP.')))
    request.once('response', (answer) => {
      const coding = answer.headers['transfer-encoding']?.toLowerCase()
      if (answer.rawHeaders.length > 2 * MOST_HEADERS) reject(new ProtocolError('The head of its answer is too long.'))
      else if (coding && coding !== 'chunked' && coding !== 'identity')
        reject(new ProtocolError('It sends in a way that cannot be read.'))
      else resolve(answer)
    })
    request.end(body)
  } catch (error) {
    reject(asProtocolError(error))
  }
  return promise
}

/** Codes of the parser begin with HPE_, those of refused headers with ERR_INVALID or ERR_UNESCAPED. */
export function asProtocolError(error: unknown): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (code.startsWith('HPE_')) return new ProtocolError(`It does not answer in HTTP (${message}).`)
  if (/^ERR_(INVALID|UNESCAPED)/.test(code)) return new ProtocolError(`The request cannot be sent: ${message}`)
  return error
}

/** A header of an answer; several of one name are joined by commas. */
export function headerOf(answer: IncomingMessage, name: string): string | null {
  const value = answer.headers[name]
  return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value
}

/** The pieces of a body as they arrive. @param within waits for one piece: the place for time limits */
export async function* piecesOf(
  answer: IncomingMessage,
  within: <T>(step: Promise<T>) => Promise<T>,
): AsyncGenerator<Buffer> {
  const pieces = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  for (;;) {
    const { done, value } = await within(pieces.next())
    if (done) return
    yield value
  }
}

const DECOMPRESSORS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** A body as it was before it was compressed. @param coding its Content-Encoding @throws ProtocolError for one that is not known */
export function decompressed(body: AsyncIterable<Buffer>, coding: string | null): AsyncIterable<Buffer> {
  const name = coding?.trim().toLowerCase()
  if (!name || name === 'identity') return body
  const create = DECOMPRESSORS[name]
  if (!create) throw new ProtocolError(`It packs what it sends in a way that is not understood (${name.slice(0, 40)}).`)
  const decompressor = create()
  // Its errors come out of the decompressor, which is read by the caller.
  pipeline(Readable.from(body), decompressor).catch(() => {})
  return decompressor
}
