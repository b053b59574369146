import { sourceFailed } from '../failure.ts'
import type { Bytes } from './bytes.ts'
import type { ServerError } from './errors.ts'
import { type Column, typeOf } from './values.ts'

/** One part of an answer. */
export type Token =
  | { kind: 'columns'; columns: Column[] }
  | { kind: 'row'; values: (string | null)[] }
  | { kind: 'done'; isAttention: boolean; hasMore: boolean }
  | { kind: 'error'; error: ServerError }
  | { kind: 'signed in'; version: string }
  | { kind: 'packet size'; size: number }
  | { kind: 'transaction'; descriptor: Buffer }
  | { kind: 'elsewhere'; host: string; port: number }
  | { kind: 'other' }

const OTHER: Token = { kind: 'other' }
const NO_COLUMNS = 0xffff

/** @throws MORE when the part is not there as a whole */
export function readToken(bytes: Bytes, columns: Column[]): Token {
  const code = bytes.u8()
  switch (code) {
    case 0x81:
      return { kind: 'columns', columns: columnsOf(bytes) }
    case 0xd1:
      return { kind: 'row', values: columns.map((column) => column.read(bytes)) }
    case 0xd2: {
      const missing = bytes.take(Math.ceil(columns.length / 8))
      return {
        kind: 'row',
        values: columns.map((column, n) => (missing[n >> 3]! & (1 << (n & 7)) ? null : column.read(bytes))),
      }
    }
    case 0xfd:
    case 0xfe:
    case 0xff: {
      const status = bytes.u16()
      bytes.take(10)
      return { kind: 'done', isAttention: (status & 0x20) !== 0, hasMore: (status & 0x01) !== 0 }
    }
    case 0xaa: {
      bytes.u16()
      const number = bytes.i32()
      bytes.u8()
      const severity = bytes.u8()
      const message = bytes.longText()
      bytes.shortText()
      bytes.shortText()
      bytes.u32()
      return { kind: 'error', error: { number, severity, message } }
    }
    case 0xad: {
      bytes.u16()
      bytes.take(5)
      const name = bytes.shortText().replaceAll('\0', '').trim()
      const [major, minor, high, low] = bytes.take(4)
      return { kind: 'signed in', version: `${name} ${major}.${minor}.${high! * 256 + low!}` }
    }
    case 0xe3:
      return change(bytes)
    case 0x79:
      bytes.take(4)
      return OTHER
    case 0xe4:
      bytes.take(bytes.u32())
      return OTHER
    case 0xae:
      while (bytes.u8() !== 0xff) bytes.take(bytes.u32())
      return OTHER
    // Notices, orders, and what a result was made of.
    case 0xab:
    case 0xa9:
    case 0xa5:
    case 0xa4:
    case 0xed:
      bytes.take(bytes.u16())
      return OTHER
    default:
      throw sourceFailed(`The server says what is not understood (0x${code.toString(16)}).`)
  }
}

function columnsOf(bytes: Bytes): Column[] {
  const count = bytes.u16()
  if (count === NO_COLUMNS) return []
  return Array.from({ length: count }, () => {
    bytes.take(6)
    const type = typeOf(bytes)
    return { ...type, name: bytes.shortText() }
  })
}

function change(bytes: Bytes): Token {
  const end = bytes.u16() + bytes.at
  const type = bytes.u8()
  let token = OTHER
  if (type === 4) token = { kind: 'packet size', size: Number(bytes.shortText()) || 4096 }
  else if (type === 8) token = { kind: 'transaction', descriptor: Buffer.from(bytes.take(bytes.u8())) }
  else if (type === 9 || type === 10) token = { kind: 'transaction', descriptor: Buffer.alloc(8) }
  else if (type === 20) {
    bytes.u16()
    bytes.u8()
    const port = bytes.u16()
    token = { kind: 'elsewhere', host: bytes.longText(), port }
  }
  bytes.take(Math.max(0, end - bytes.at))
  return token
}
