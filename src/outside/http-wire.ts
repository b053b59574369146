import type { Duplex } from 'node:stream'

/** What an HTTP/1.1 server answered: names of headers in lower case, those that came several times joined by commas. */
export type WireAnswer = { status: number; headers: Map<string, string>; body: AsyncGenerator<Buffer> }

/** Bytes of the head of an answer, and lines of it. */
const LONGEST_HEAD = 64 * 1024
const MOST_HEADERS = 200
const LONGEST_LINE = 16 * 1024

/** The other side speaks no HTTP, or ends before it has said all. */
export class WireError extends Error {}

/** A request as bytes. @throws WireError for headers that would end their line */
export function requestText(method: string, url: URL, headers: Record<string, string>, body?: string): string {
  const lines = [`${method} ${url.pathname}${url.search} HTTP/1.1`, `Host: ${url.host}`, 'Connection: close']
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw new WireError(`The header "${name.slice(0, 60)}" cannot be sent as it is.`)
    lines.push(`${name}: ${value}`)
  }
  if (body !== undefined) lines.push(`Content-Length: ${Buffer.byteLength(body)}`)
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}

/**
 * Reads the answer to one request. The stream is used up: it belongs to one request.
 * @param next called for each piece of the stream: the place for time limits
 */
export async function readAnswer(
  stream: Duplex,
  next: (piece: Promise<IteratorResult<Buffer>>) => Promise<IteratorResult<Buffer>>,
): Promise<WireAnswer> {
  const source = new Source(stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>, next)
  for (;;) {
    const { status, headers } = await readHead(source)
    // Informational answers come before the real one.
    if (status >= 100 && status < 200 && status !== 101) continue
    return { status, headers, body: bodyOf(source, status, headers) }
  }
}

async function readHead(source: Source) {
  const first = await source.line()
  const status = Number(/^HTTP\/1\.[01] ([1-5]\d\d)(?: |$)/.exec(first)?.[1] ?? 0)
  if (!status) throw new WireError('It does not answer in HTTP.')
  const headers = new Map<string, string>()
  let bytes = first.length
  for (let count = 0; ; count++) {
    const line = await source.line()
    if (line === '') return { status, headers }
    bytes += line.length
    const at = line.indexOf(':')
    if (at < 1 || count >= MOST_HEADERS || bytes > LONGEST_HEAD)
      throw new WireError('The head of its answer is too long or cannot be read.')
    const name = line.slice(0, at).trim().toLowerCase()
    const value = line.slice(at + 1).trim()
    const before = headers.get(name)
    headers.set(name, before === undefined ? value : `${before}, ${value}`)
  }
}

async function* bodyOf(source: Source, status: number, headers: Map<string, string>): AsyncGenerator<Buffer> {
  if (status === 204 || status === 304) return
  const coding = headers.get('transfer-encoding')?.toLowerCase()
  if (coding === 'chunked') return yield* chunks(source)
  if (coding && coding !== 'identity') throw new WireError('It sends in a way that cannot be read.')
  const length = headers.get('content-length')
  if (length === undefined) return yield* source.rest()
  if (!/^\d{1,15}$/.test(length)) throw new WireError('It does not say how long its answer is.')
  yield* source.take(Number(length))
}

async function* chunks(source: Source): AsyncGenerator<Buffer> {
  for (;;) {
    const size = /^([0-9a-f]{1,12})(?:\s*;.*)?$/i.exec(await source.line())?.[1]
    if (size === undefined) throw new WireError('What it sends cannot be read.')
    const bytes = Number.parseInt(size, 16)
    if (bytes === 0) break
    yield* source.take(bytes)
    if ((await source.line()) !== '') throw new WireError('What it sends cannot be read.')
  }
  for (let count = 0; (await source.line()) !== ''; count++)
    if (count >= MOST_HEADERS) throw new WireError('What it sends cannot be read.')
}

/** Lines and bytes of a stream, as much as is asked for. */
class Source {
  private rested: Buffer = Buffer.alloc(0)

  constructor(
    private readonly pieces: AsyncIterator<Buffer>,
    private readonly next: (piece: Promise<IteratorResult<Buffer>>) => Promise<IteratorResult<Buffer>>,
  ) {}

  private async more(): Promise<boolean> {
    const { done, value } = await this.next(this.pieces.next())
    if (done) return false
    this.rested = this.rested.length === 0 ? value : Buffer.concat([this.rested, value])
    return true
  }

  /** Up to the next line feed, which is taken too. */
  async line(): Promise<string> {
    for (let from = 0; ; ) {
      const at = this.rested.indexOf(10, from)
      if (at >= 0) {
        const line = this.rested.subarray(0, at).toString('latin1')
        this.rested = this.rested.subarray(at + 1)
        return line.replace(/\r$/, '')
      }
      from = this.rested.length
      if (from > LONGEST_LINE) throw new WireError('A line of its answer is too long.')
      if (!(await this.more())) throw new WireError('It ended the connection before its answer was complete.')
    }
  }

  async *take(bytes: number): AsyncGenerator<Buffer> {
    let left = bytes
    while (left > 0) {
      if (this.rested.length === 0 && !(await this.more()))
        throw new WireError('It ended the connection before its answer was complete.')
      const piece = this.rested.subarray(0, left)
      this.rested = this.rested.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }

  async *rest(): AsyncGenerator<Buffer> {
    do {
      const piece = this.rested
      this.rested = Buffer.alloc(0)
      if (piece.length > 0) yield piece
    } while (await this.more())
  }
}
