import type { Duplex } from 'node:stream'
import { AppError } from '#base/errors.ts'
import type { RemoteSource } from '#outside/remote.ts'
import type { DriverContext } from '../driver.ts'
import { connectionFailed, sourceFailed, timedOut } from '../failure.ts'
import { withTimeout } from '../timeouts.ts'
import { secured, tlsMissing } from '../tls.ts'
import type { Transport } from '../transport.ts'
import { Bytes, MORE } from './bytes.ts'
import { type ServerError, signInFailed } from './errors.ts'
import { ENCRYPT, encryptionOf, login, prelogin } from './login.ts'
import { ATTENTION, BATCH, Handshake, LOGIN, PRELOGIN, packets, Unpacker } from './packets.ts'
import { readToken, type Token } from './tokens.ts'
import type { Column } from './values.ts'

/** Bytes that one part of an answer may have. */
const LONGEST = 64 << 20
const PACKET = 4096

/** A server in whose place another one is to be asked. */
export class Elsewhere extends Error {
  constructor(
    readonly host: string,
    readonly port: number,
  ) {
    super(`asks for ${host}:${port}`)
  }
}

/** One connection that is signed in; it can be asked one thing at a time. */
export class Connection {
  #stream: Duplex
  #pieces: AsyncIterator<Buffer>
  readonly #unpacker = new Unpacker()
  readonly #context: DriverContext
  #packetSize = PACKET
  /** The transaction that the session is in, as the server calls it. */
  #transaction: Buffer = Buffer.alloc(8)
  /** A piece that is waited for: who gave up waiting left it to the next. */
  #pending: Promise<IteratorResult<Buffer>> | null = null
  version = ''

  private constructor(stream: Duplex, context: DriverContext) {
    this.#stream = stream
    this.#pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    this.#context = context
    stream.on('error', () => {})
  }

  /** @throws AppError connection_failed; Elsewhere */
  static async open(way: Transport, { settings, secrets }: RemoteSource, context: DriverContext): Promise<Connection> {
    const mode = settings.ssl?.mode ?? 'require'
    const plain = await way.stream()
    plain.on('error', () => {})
    try {
      const answer = await greet(plain, mode === 'disable' ? ENCRYPT.missing : ENCRYPT.on, context)
      const isEncrypted = answer === ENCRYPT.on || answer === ENCRYPT.required
      if (!isEncrypted && mode !== 'disable' && mode !== 'prefer') throw tlsMissing(way.host)
      if (isEncrypted && mode === 'disable')
        throw connectionFailed('tls', `${way.host} demands an encrypted connection.`, 'Choose "require" or more.')
      const connection = new Connection(
        isEncrypted ? await wrapped(plain, settings.ssl ?? { mode }, way.host, context) : plain,
        context,
      )
      await connection.#signIn({
        host: way.host,
        user: settings.username ?? '',
        password: secrets.password ?? '',
        database: settings.database ?? '',
        packetSize: PACKET,
      })
      return connection
    } catch (error) {
      plain.destroy()
      if (error instanceof AppError && error.code !== 'source_failed' && error.code !== 'query_timeout') throw error
      if (error instanceof Elsewhere) throw error
      throw connectionFailed(
        'auth',
        `The server did not let us sign in: ${(error as Error).message}`,
        'Check that this port belongs to SQL Server.',
      )
    }
  }

  async #signIn(data: Parameters<typeof login>[0]): Promise<void> {
    this.#stream.write(packets(LOGIN, login(data), PACKET))
    let isIn = false
    let elsewhere: Elsewhere | undefined
    let failed: ServerError | undefined
    for await (const token of this.#tokens(this.#context.timeoutMs)) {
      if (token.kind === 'signed in') {
        isIn = true
        this.version = token.version
      } else if (token.kind === 'error') failed ??= token.error
      else if (token.kind === 'packet size') this.#packetSize = token.size
      else if (token.kind === 'elsewhere') elsewhere = new Elsewhere(token.host, token.port)
    }
    if (elsewhere) throw elsewhere
    if (failed && !isIn) throw signInFailed(failed)
    if (!isIn) throw sourceFailed('it did not answer')
  }

  /** Sends a batch; its answer is read to the end before the next, or `attention` ends it. */
  async *run(sql: string, timeoutMs: number): AsyncGenerator<Token> {
    // Headers of a batch: which transaction it is in, none of which were begun by the protocol itself.
    const headers = Buffer.alloc(22)
    headers.writeUInt32LE(22, 0)
    headers.writeUInt32LE(18, 4)
    headers.writeUInt16LE(2, 8)
    headers.writeUInt32LE(1, 18)
    headers.set(this.#transaction, 10)
    this.#stream.write(packets(BATCH, Buffer.concat([headers, Buffer.from(sql, 'utf16le')]), this.#packetSize))
    for await (const token of this.#tokens(timeoutMs)) {
      if (token.kind === 'transaction') this.#transaction = token.descriptor
      yield token
    }
  }
  /** Asks the server to stop what it does, and waits until it says so. */
  async attention(ms: number): Promise<void> {
    this.#stream.write(packets(ATTENTION, Buffer.alloc(0), this.#packetSize))
    const signal = AbortSignal.timeout(ms)
    try {
      for (;;) {
        const packet = this.#unpacker.next()
        if (!packet) await this.#more(ms, signal, ms)
        else if (packet.isLast && isHeard(packet.payload)) return
      }
    } catch {
      // A server that does not answer even this loses its connection.
    }
  }

  destroy(): void {
    this.#stream.destroy()
  }

  /** The parts of one message. Time counts while the server is waited for. */
  async *#tokens(timeoutMs: number, signal = this.#context.signal): AsyncGenerator<Token> {
    let bytes = new Bytes(Buffer.alloc(0))
    let columns: Column[] = []
    let isLast = false
    let left = timeoutMs
    /** What could not be read is tried again when there is twice as much: long values are not read a thousand times. */
    let enough = 0
    for (;;) {
      const packet = this.#unpacker.next()
      if (!packet) {
        const begun = performance.now()
        await this.#more(Math.max(1, left), signal, timeoutMs)
        left -= performance.now() - begun
        continue
      }
      isLast = packet.isLast
      bytes = new Bytes(Buffer.concat([bytes.bytes.subarray(bytes.at), packet.payload]))
      if (bytes.bytes.length > LONGEST) throw sourceFailed('The server sent a row without end.')
      if (bytes.bytes.length < enough && !isLast) continue
      for (;;) {
        const from = bytes.at
        if (from === bytes.bytes.length) break
        try {
          const token = readToken(bytes, columns)
          if (token.kind === 'columns') columns = token.columns
          enough = 0
          yield token
        } catch (error) {
          if (error !== MORE) throw error
          bytes.at = from
          enough = (bytes.bytes.length - from) * 2
          break
        }
      }
      if (isLast) {
        if (bytes.at < bytes.bytes.length) throw sourceFailed('The answer of the server ends too early.')
        return
      }
    }
  }

  async #more(ms: number, signal: AbortSignal, timeoutMs: number): Promise<void> {
    this.#pending ??= this.#pieces.next().catch((error: Error) => {
      throw sourceFailed(`The database went away: ${error.message}`)
    })
    const piece = await withTimeout(this.#pending, { ms, signal, late: () => timedOut(timeoutMs) })
    this.#pending = null
    if (piece.done) throw sourceFailed('The database went away: the connection was closed.')
    this.#unpacker.push(piece.value)
  }
}

/** A message ends with the part that says how it ended: by our wish. */
function isHeard(payload: Buffer): boolean {
  const end = payload.subarray(-13)
  return end.length === 13 && end[0] === 0xfd && (end.readUInt16LE(1) & 0x20) !== 0
}

/** Says hello in the clear: how the rest is encrypted. */
async function greet(stream: Duplex, encryption: number, { timeoutMs, signal }: DriverContext): Promise<number> {
  const unpacker = new Unpacker()
  const answer = Promise.withResolvers<number>()
  const notOurs = () =>
    answer.reject(connectionFailed('tcp', 'What answers here is not SQL Server.', 'Check the port: usually 1433.'))
  const onData = (bytes: Buffer) => {
    try {
      unpacker.push(bytes)
      const packet = unpacker.next()
      if (!packet) return
      const said = encryptionOf(packet.payload)
      if (said === null) notOurs()
      else answer.resolve(said)
    } catch {
      notOurs()
    }
  }
  stream.on('data', onData)
  stream.once('close', notOurs)
  stream.write(packets(PRELOGIN, prelogin(encryption), PACKET))
  try {
    return await withTimeout(answer.promise, {
      ms: timeoutMs,
      signal,
      late: () => connectionFailed('tcp', 'The server does not answer.', 'Check that this port belongs to SQL Server.'),
      giveUp: () => stream.destroy(),
    })
  } finally {
    stream.pause()
    stream.removeListener('data', onData)
    stream.removeListener('close', notOurs)
  }
}

async function wrapped(
  plain: Duplex,
  tls: NonNullable<RemoteSource['settings']['ssl']>,
  host: string,
  { timeoutMs, signal }: DriverContext,
): Promise<Duplex> {
  const handshake = new Handshake(plain)
  handshake.on('error', () => {})
  const socket = await secured(handshake, tls, host, { ms: timeoutMs, signal, maxVersion: 'TLSv1.2' })
  handshake.over()
  return socket
}
