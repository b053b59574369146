import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createServer as createTlsServer } from 'node:tls'
import { Handshake, packets, Unpacker } from './tds-packets.ts'

/** The parts of answers, written after Microsoft's published description of the protocol (MS-TDS). */
const u16 = (value: number) => Buffer.from([value & 255, value >> 8])
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}
const u64 = (value: bigint) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}
const wide = (text: string) => Buffer.from(text, 'utf16le')
const short = (text: string) => Buffer.concat([Buffer.from([text.length]), wide(text)])
const long = (text: string) => Buffer.concat([u16(text.length), wide(text)])
const sized = (code: number, data: Buffer) => Buffer.concat([Buffer.from([code]), u16(data.length), data])

/** Latin, sensitive to nothing; and the same with UTF-8. */
export const LATIN = Buffer.from([0x09, 0x04, 0xd0, 0x00, 0x34])
export const UTF8 = Buffer.from([0x09, 0x04, 0xd0, 0x04, 0x00])

export type SentColumn = { name: string; type: Buffer }
export const columns = (all: SentColumn[]) =>
  Buffer.concat([
    Buffer.from([0x81]),
    u16(all.length),
    ...all.flatMap(({ name, type }) => [u32(0), u16(1), type, short(name)]),
  ])
export const row = (values: Buffer[]) => Buffer.concat([Buffer.from([0xd1]), ...values])
/** A row whose nulls are told first. */
export const sparseRow = (values: (Buffer | null)[]) => {
  const bits = Buffer.alloc(Math.ceil(values.length / 8))
  for (const [at, value] of values.entries()) if (value === null) bits[at >> 3]! |= 1 << (at & 7)
  return Buffer.concat([Buffer.from([0xd2]), bits, ...values.filter((value) => value !== null)])
}
export const done = (status = 0) => Buffer.concat([Buffer.from([0xfd]), u16(status), u16(0xc1), u64(0n)])
export const failure = (number: number, message: string, severity = 16) =>
  sized(0xaa, Buffer.concat([u32(number), Buffer.from([1, severity]), long(message), short('test'), short(''), u32(1)]))
export const signedIn = () =>
  Buffer.concat([
    sized(0xe3, Buffer.concat([Buffer.from([4]), short('4096'), short('4096')])),
    sized(
      0xad,
      Buffer.concat([Buffer.from([1, 0x74, 0, 0, 4]), short('Microsoft SQL Server'), Buffer.from([16, 0, 0x0f, 0xa0])]),
    ),
    done(),
  ])
export const routed = (port: number, host: string) => {
  const value = Buffer.concat([Buffer.from([0]), u16(port), long(host)])
  return Buffer.concat([sized(0xe3, Buffer.concat([Buffer.from([20]), u16(value.length), value, u16(0)])), done()])
}
export const begun = () =>
  Buffer.concat([sized(0xe3, Buffer.concat([Buffer.from([8, 8]), u64(0x0102030405060708n), Buffer.from([0])])), done()])
export const ended = () =>
  Buffer.concat([sized(0xe3, Buffer.concat([Buffer.from([10, 0, 8]), u64(0x0102030405060708n)])), done()])
export const word = (data: Buffer) => Buffer.concat([u16(data.length), data])
/** A value without a limit, in parts of so many bytes. */
export const parts = (data: Buffer, size: number) => {
  const pieces: Buffer[] = [u64(BigInt(data.length))]
  for (let at = 0; at < data.length; at += size)
    pieces.push(u32(Math.min(size, data.length - at)), data.subarray(at, at + size))
  return Buffer.concat([...pieces, u32(0)])
}
export const nvarchar = (letters: number) => Buffer.concat([Buffer.from([0xe7]), u16(letters * 2), LATIN])
export const text = (value: string) => word(wide(value))
/** A result of texts. */
export const table = (names: string[], rows: (string | null)[][]) =>
  Buffer.concat([
    columns(names.map((name) => ({ name, type: nvarchar(4000) }))),
    ...rows.map((values) => row(values.map((value) => (value === null ? u16(0xffff) : text(value))))),
    done(rows.length ? 0x10 : 0),
  ])

export type SignIn = { user: string; password: string; database: string; flags: number }
export type TdsServer = { port: number; batches: string[]; attentions(): number; signIns(): number; stop(): void }

/**
 * A server of recorded exchanges: no SQL Server can be installed here.
 * @param answer the parts of an answer to a batch; null when none comes until attention is asked for
 * @param packetSize bytes of its packets: small ones cut values anywhere
 */
export async function startTds(
  signIn: (login: SignIn) => Buffer,
  answer: (sql: string) => Buffer | null,
  { packetSize = 4096, tls }: { packetSize?: number; tls?: { key: string; cert: string } } = {},
): Promise<TdsServer> {
  const batches: string[] = []
  let attentions = 0
  let signIns = 0
  const sockets = new Set<Socket>()
  const serve = (stream: Duplex, greeted: (() => void) | null) => {
    stream.on('error', () => {})
    const unpacker = new Unpacker()
    let message: Buffer[] = []
    /** Whether a batch has no answer yet. */
    let isWaiting = false
    const say = (data: Buffer) => stream.write(packets(0x04, data, packetSize))
    const onData = (bytes: Buffer) => {
      unpacker.push(bytes)
      for (let packet = unpacker.next(); packet; packet = unpacker.next()) {
        message.push(packet.payload)
        if (!packet.isLast) continue
        const whole = Buffer.concat(message)
        message = []
        if (packet.kind === 0x12) {
          // What comes next is the handshake of TLS, inside of packets.
          if (greeted) stream.removeListener('data', onData)
          say(Buffer.from([1, 0, 6, 0, 1, 0xff, greeted ? 1 : 2]))
          greeted?.()
        } else if (packet.kind === 0x10) {
          signIns++
          say(signIn(loginOf(whole)))
        } else if (packet.kind === 0x06) {
          attentions++
          // Each message has an answer of its own: first that of the statement, which ends here, then that of the attention.
          if (isWaiting) say(done(2))
          isWaiting = false
          say(done(0x20))
        } else if (packet.kind === 0x01) {
          const sql = whole.subarray(whole.readUInt32LE(0)).toString('utf16le')
          batches.push(sql)
          const data = answer(sql)
          isWaiting = data === null
          if (data) say(data)
        }
      }
    }
    stream.on('data', onData)
  }
  const secure = tls ? createTlsServer({ ...tls, maxVersion: 'TLSv1.2' }, (stream) => serve(stream, null)) : null
  secure?.on('tlsClientError', () => {})
  const server = createServer((socket) => {
    sockets.add(socket)
    const encrypt = () => {
      const handshake = new Handshake(socket)
      handshake.on('error', () => {})
      const inner = connect((secure!.address() as AddressInfo).port, '127.0.0.1')
      sockets.add(inner)
      inner.on('error', () => {})
      handshake.on('data', (bytes: Buffer) => inner.write(bytes))
      handshake.on('close', () => inner.destroy())
      inner.on('close', () => handshake.destroy())
      inner.on('data', (bytes) => handshake.write(bytes, () => changesCipher(bytes as Buffer) && handshake.over()))
    }
    serve(socket, tls ? encrypt : null)
  })
  for (const each of [server, secure]) {
    const ready = Promise.withResolvers<void>()
    each?.listen(0, '127.0.0.1', ready.resolve)
    if (each) await ready.promise
  }
  return {
    port: (server.address() as AddressInfo).port,
    batches,
    attentions: () => attentions,
    signIns: () => signIns,
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      secure?.close()
    },
  }
}

/** Whether a piece of TLS holds the last words of the server's handshake. */
function changesCipher(bytes: Buffer): boolean {
  for (let at = 0; at + 5 <= bytes.length; at += 5 + bytes.readUInt16BE(at + 3)) if (bytes[at] === 0x14) return true
  return false
}

function loginOf(bytes: Buffer): SignIn {
  const at = (offset: number) =>
    bytes.subarray(bytes.readUInt16LE(offset), bytes.readUInt16LE(offset) + bytes.readUInt16LE(offset + 2) * 2)
  const password = Buffer.from(
    at(44).map((byte) => {
      const turned = byte ^ 0xa5
      return ((turned & 15) << 4) | (turned >> 4)
    }),
  )
  return {
    user: at(40).toString('utf16le'),
    password: password.toString('utf16le'),
    database: at(68).toString('utf16le'),
    flags: bytes[26]!,
  }
}
