/** What both sides say first of encryption. */
export const ENCRYPT = { off: 0, on: 1, missing: 2, required: 3 } as const

export function prelogin(encryption: number): Buffer {
  const options: [token: number, data: Buffer][] = [
    [0x00, Buffer.from([0x11, 0x00, 0x00, 0x00, 0x00, 0x00])],
    [0x01, Buffer.from([encryption])],
    [0x02, Buffer.from([0x00])],
    [0x03, Buffer.alloc(4)],
    [0x04, Buffer.from([0x00])],
  ]
  const head = Buffer.alloc(options.length * 5 + 1, 0xff)
  let offset = head.length
  for (const [index, [token, data]] of options.entries()) {
    head[index * 5] = token
    head.writeUInt16BE(offset, index * 5 + 1)
    head.writeUInt16BE(data.length, index * 5 + 3)
    offset += data.length
  }
  return Buffer.concat([head, ...options.map(([, data]) => data)])
}

/** What the server says of encryption. Null when it is not the protocol. */
export function encryptionOf(answer: Buffer): number | null {
  for (let at = 0; at + 5 <= answer.length && answer[at] !== 0xff; at += 5) {
    const offset = answer.readUInt16BE(at + 1)
    if (answer[at] === 0x01 && offset < answer.length) return answer[offset]!
  }
  return null
}

export type Login = { host: string; user: string; password: string; database: string; packetSize: number }

const FIXED = 94
/** Version 7.4 of the protocol. */
const VERSION = 0x74000004

/** Signs in by name and password, and tells that only reading is meant: replicas for reading take such sessions. */
export function login({ host, user, password, database, packetSize }: Login): Buffer {
  const fixed = Buffer.alloc(FIXED)
  const data: Buffer[] = []
  let offset = FIXED
  const place = (at: number, text: string, encode = (bytes: Buffer) => bytes) => {
    fixed.writeUInt16LE(offset, at)
    fixed.writeUInt16LE(text.length, at + 2)
    const bytes = encode(Buffer.from(text, 'utf16le'))
    data.push(bytes)
    offset += bytes.length
  }
  fixed.writeUInt32LE(VERSION, 4)
  fixed.writeUInt32LE(packetSize, 8)
  // The database must exist; settings of the session as ODBC has them; reading only.
  fixed[24] = 0xe0
  fixed[25] = 0x03
  fixed[26] = 0x20
  fixed[27] = 0x08
  fixed.writeUInt32LE(0x0409, 32)
  place(36, 'tabletalk')
  place(40, user.slice(0, 128))
  place(44, password.slice(0, 128), scrambled)
  place(48, 'tabletalk')
  place(52, host.slice(0, 128))
  place(56, '')
  place(60, 'tabletalk')
  place(64, 'us_english')
  place(68, database.slice(0, 128))
  for (const at of [78, 82, 86]) fixed.writeUInt16LE(offset, at)
  fixed.writeUInt32LE(offset, 0)
  return Buffer.concat([fixed, ...data])
}

/** Passwords are not sent as they are; what protects them is TLS. */
const scrambled = (bytes: Buffer) => Buffer.from(bytes.map((byte) => (((byte & 0x0f) << 4) | (byte >> 4)) ^ 0xa5))
