import { Duplex } from 'node:stream'

/** Packets of the Tabular Data Stream as the test server reads and writes them: the driver has none of this, its library has its own. */
const PRELOGIN = 0x12
const HEADER = 8
const LAST = 0x01

/** A message as packets of at most `size` bytes each. */
export function packets(kind: number, message: Buffer, size: number): Buffer {
  const most = size - HEADER
  const parts: Buffer[] = []
  for (let at = 0, n = 1; at === 0 || at < message.length; at += most, n++) {
    const part = message.subarray(at, at + most)
    const header = Buffer.alloc(HEADER)
    header[0] = kind
    header[1] = at + most >= message.length ? LAST : 0
    header.writeUInt16BE(part.length + HEADER, 2)
    header[6] = n & 0xff
    parts.push(header, part)
  }
  return Buffer.concat(parts)
}

/** Takes packets out of bytes as they come. `isLast`: its message ends with it. */
export class Unpacker {
  #rest: Buffer = Buffer.alloc(0)

  push(bytes: Buffer): void {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
  }
  next(): { kind: number; payload: Buffer; isLast: boolean } | null {
    if (this.#rest.length < HEADER) return null
    const length = this.#rest.readUInt16BE(2)
    if (length < HEADER) throw new Error('What the client sends is not the protocol of SQL Server.')
    if (this.#rest.length < length) return null
    const packet = this.#rest.subarray(0, length)
    this.#rest = this.#rest.subarray(length)
    return { kind: packet[0]!, payload: packet.subarray(HEADER), isLast: (packet[1]! & LAST) === LAST }
  }
}

/** What TLS is made over: until both sides agree, its messages travel inside of packets, and bare from then on. */
export class Handshake extends Duplex {
  #isOver = false
  readonly #unpacker = new Unpacker()
  readonly #inner: Duplex

  constructor(inner: Duplex) {
    super()
    this.#inner = inner
    inner.on('data', (bytes: Buffer) => this.#receive(bytes))
    inner.on('end', () => this.push(null))
    inner.on('error', (error) => this.destroy(error))
    inner.on('close', () => this.destroy())
  }
  over(): void {
    this.#isOver = true
  }
  #receive(bytes: Buffer): void {
    if (this.#isOver) {
      if (!this.push(bytes)) this.#inner.pause()
      return
    }
    try {
      this.#unpacker.push(bytes)
      for (let packet = this.#unpacker.next(); packet; packet = this.#unpacker.next()) this.push(packet.payload)
    } catch (error) {
      this.destroy(error as Error)
    }
  }
  override _read(): void {
    this.#inner.resume()
  }
  override _write(bytes: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#inner.write(this.#isOver ? bytes : packets(PRELOGIN, bytes, 4096), done)
  }
  override _final(done: (error?: Error | null) => void): void {
    this.#inner.end(done)
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#inner.destroy()
    done(error)
  }
}
