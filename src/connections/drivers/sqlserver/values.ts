import { sourceFailed } from '../failure.ts'
import type { Bytes } from './bytes.ts'

/** A column of a result: `native` as sys.columns would name its type; `read` gives the text of a value, null for none. */
export type Column = { name: string; native: string; read: (bytes: Bytes) => string | null }
type Type = Omit<Column, 'name'>

const NO_LENGTH = 0xffff
const UNKNOWN = 0xfffffffffffffffen
const NOTHING = 0xffffffffffffffffn
/** Longest value, in bytes. */
const LONGEST = 32 << 20

/** Types of one length, which cannot be null. */
const FIXED: Record<number, [native: string, length: number]> = {
  31: ['int', 0],
  48: ['tinyint', 1],
  50: ['bit', 1],
  52: ['smallint', 2],
  56: ['int', 4],
  58: ['smalldatetime', 4],
  59: ['real', 4],
  60: ['money', 8],
  61: ['datetime', 8],
  62: ['float', 8],
  122: ['smallmoney', 4],
  127: ['bigint', 8],
}
/** The same that can be: by kind and length. */
const NULLABLE: Record<number, Record<number, string>> = {
  36: { 16: 'uniqueidentifier' },
  38: { 1: 'tinyint', 2: 'smallint', 4: 'int', 8: 'bigint' },
  104: { 1: 'bit' },
  109: { 4: 'real', 8: 'float' },
  110: { 4: 'smallmoney', 8: 'money' },
  111: { 4: 'smalldatetime', 8: 'datetime' },
}

/** Reads what a column is. */
export function typeOf(bytes: Bytes): Type {
  const code = bytes.u8()
  const fixed = FIXED[code]
  if (fixed)
    return { native: fixed[0], read: (from) => (fixed[1] === 0 ? null : written(fixed[0], from.take(fixed[1]))) }
  const nullable = NULLABLE[code]
  if (nullable) {
    const native = nullable[bytes.u8()] ?? 'int'
    return { native, read: byLength((value) => written(nullable[value.length] ?? native, value)) }
  }
  switch (code) {
    case 106:
    case 108: {
      bytes.u8()
      const precision = bytes.u8()
      const scale = bytes.u8()
      return { native: `decimal(${precision},${scale})`, read: byLength((value) => decimal(value, scale)) }
    }
    case 40:
      return { native: 'date', read: byLength(dateText) }
    case 41:
    case 42:
    case 43: {
      const scale = bytes.u8()
      const base = { 41: 'time', 42: 'datetime2', 43: 'datetimeoffset' }[code]!
      return { native: `${base}(${scale})`, read: byLength((value) => moment(base, value, scale)) }
    }
    case 165:
    case 173:
      return inLengths('varbinary', bytes.u16(), (value) => value.toString('hex'))
    case 167:
    case 175: {
      const length = bytes.u16()
      return inLengths('varchar', length, decoder(bytes.take(5)))
    }
    case 231:
    case 239: {
      const length = bytes.u16()
      bytes.take(5)
      return inLengths('nvarchar', length, (value) => value.toString('utf16le'))
    }
    case 241:
      if (bytes.u8() === 1) {
        bytes.shortText()
        bytes.shortText()
        bytes.longText()
      }
      return { native: 'xml', read: parts((value) => value.toString('utf16le').replace(/^\ufeff/, '')) }
    case 240:
      bytes.u16()
      bytes.shortText()
      bytes.shortText()
      return {
        native: bytes.shortText() && bytes.longText() ? 'udt' : 'udt',
        read: parts((value) => `0x${value.toString('hex')}`),
      }
    case 34:
    case 35:
    case 99: {
      bytes.u32()
      const decode =
        code === 34
          ? (value: Buffer) => value.toString('hex')
          : code === 35
            ? decoder(bytes.take(5))
            : (value: Buffer) => value.toString('utf16le')
      if (code === 99) bytes.take(5)
      for (let left = bytes.u8(); left > 0; left--) bytes.longText()
      return { native: { 34: 'image', 35: 'text', 99: 'ntext' }[code], read: pointed(decode) }
    }
    case 98:
      bytes.u32()
      return { native: 'sql_variant', read: variant }
    default:
      throw sourceFailed(`A column has a type that is not known here (${code}).`)
  }
}

const byLength = (read: (value: Buffer) => string) => (bytes: Bytes) => {
  const length = bytes.u8()
  return length === 0 ? null : read(bytes.take(length))
}

function inLengths(base: string, length: number, read: (value: Buffer) => string): Type {
  if (length === NO_LENGTH) return { native: `${base}(max)`, read: parts(read) }
  return {
    native: `${base}(${base === 'nvarchar' ? length / 2 : length})`,
    read: (bytes) => {
      const own = bytes.u16()
      return own === NO_LENGTH ? null : read(bytes.take(own))
    },
  }
}

/** Values without a limit come in parts. */
const parts = (read: (value: Buffer) => string) => (bytes: Bytes) => {
  const length = bytes.u64()
  if (length === NOTHING) return null
  if (length !== UNKNOWN && length > LONGEST) tooLong()
  const found: Buffer[] = []
  let whole = 0
  for (let part = bytes.u32(); part > 0; part = bytes.u32()) {
    whole += part
    if (whole > LONGEST) tooLong()
    found.push(bytes.take(part))
  }
  return read(Buffer.concat(found))
}
const tooLong = () => {
  throw sourceFailed(`A value is longer than ${LONGEST >> 20} MB.`)
}

const pointed = (read: (value: Buffer) => string) => (bytes: Bytes) => {
  const pointer = bytes.u8()
  if (pointer === 0) return null
  bytes.take(pointer + 8)
  const length = bytes.u32()
  if (length > LONGEST) tooLong()
  return read(bytes.take(length))
}

function variant(bytes: Bytes): string | null {
  const length = bytes.u32()
  if (length === 0) return null
  const value = bytes.take(length)
  const code = value[0]!
  const about = value.subarray(2, 2 + value[1]!)
  const data = value.subarray(2 + value[1]!)
  if (code === 36) return written('uniqueidentifier', data)
  if (FIXED[code]) return written(FIXED[code][0], data)
  if (code === 106 || code === 108) return decimal(data, about[1]!)
  if (code === 40) return dateText(data)
  if (code >= 41 && code <= 43)
    return moment({ 41: 'time', 42: 'datetime2', 43: 'datetimeoffset' }[code]!, data, about[0]!)
  if (code === 231 || code === 239) return data.toString('utf16le')
  if (code === 167 || code === 175) return decoder(about.subarray(0, 5))(data)
  return `0x${data.toString('hex')}`
}

function written(native: string, value: Buffer): string {
  switch (native) {
    case 'bit':
      return value[0] ? 'true' : 'false'
    case 'tinyint':
      return String(value[0])
    case 'smallint':
      return String(value.readInt16LE())
    case 'int':
      return String(value.readInt32LE())
    case 'bigint':
      return String(value.readBigInt64LE())
    case 'real':
      return String(value.readFloatLE())
    case 'float':
      return String(value.readDoubleLE())
    case 'smallmoney':
      return scaled(BigInt(value.readInt32LE()), 4)
    case 'money':
      return scaled((BigInt(value.readInt32LE(0)) << 32n) + BigInt(value.readUInt32LE(4)), 4)
    case 'smalldatetime':
      return `${day(value.readUInt16LE(0) + DAYS_TO_1900)} ${clock(BigInt(value.readUInt16LE(2)) * 60n, 0)}`
    case 'datetime': {
      // Three hundredths of a second, told in thousandths as the server does.
      const thousandths = Math.round((value.readUInt32LE(4) * 10) / 3)
      return `${day(value.readInt32LE(0) + DAYS_TO_1900)} ${clock(BigInt(thousandths), 3)}`
    }
    default:
      return guid(value)
  }
}

const DAYS_TO_1900 = 693_595
const DAYS_TO_1970 = 719_162
const DAY_MS = 86_400_000

/** @param days since the first of January of the year 1 */
const day = (days: number) => {
  const text = new Date((days - DAYS_TO_1970) * DAY_MS).toISOString()
  return text.slice(0, text.indexOf('T'))
}
const dateText = (value: Buffer) => day(value.readUIntLE(0, 3))

/** A time of day, of so many units of ten to the minus `scale` seconds. */
function clock(units: bigint, scale: number): string {
  const each = 10n ** BigInt(scale)
  const seconds = Number(units / each)
  const two = (number: number) => String(number).padStart(2, '0')
  const fraction = scale ? `.${String(units % each).padStart(scale, '0')}` : ''
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${fraction}`
}

function moment(base: string, value: Buffer, scale: number): string {
  const length = scale <= 2 ? 3 : scale <= 4 ? 4 : 5
  const time = clock(BigInt(value.readUIntLE(0, length)), scale)
  return base === 'time' ? time : `${day(value.readUIntLE(length, 3))} ${time}`
}

function decimal(value: Buffer, scale: number): string {
  let whole = 0n
  for (let at = value.length - 1; at >= 1; at--) whole = (whole << 8n) | BigInt(value[at]!)
  return scaled(value[0] === 0 ? -whole : whole, scale)
}

function scaled(whole: bigint, scale: number): string {
  if (scale === 0) return String(whole)
  const digits = String(whole < 0n ? -whole : whole).padStart(scale + 1, '0')
  return `${whole < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

function guid(value: Buffer): string {
  const hex = (bytes: Buffer) => bytes.toString('hex')
  const turned = (from: number, to: number) => hex(Buffer.from(value.subarray(from, to)).reverse())
  return `${turned(0, 4)}-${turned(4, 6)}-${turned(6, 8)}-${hex(value.subarray(8, 10))}-${hex(value.subarray(10))}`
}

/** Code pages by the language of a collation. */
const PAGES: [string, number[]][] = [
  ['windows-1250', [0x405, 0x40e, 0x415, 0x418, 0x41a, 0x41b, 0x424, 0x41c, 0x442]],
  ['windows-1251', [0x419, 0x402, 0x422, 0x423, 0x42f, 0x43f, 0x440, 0x444, 0x450, 0x46d]],
  ['windows-1253', [0x408]],
  ['windows-1254', [0x41f, 0x42c, 0x443]],
  ['windows-1255', [0x40d]],
  ['windows-1256', [0x401, 0x420, 0x429]],
  ['windows-1257', [0x425, 0x426, 0x427]],
  ['windows-1258', [0x42a]],
  ['windows-874', [0x41e]],
  ['shift_jis', [0x411]],
  ['gbk', [0x804, 0x1004]],
  ['euc-kr', [0x412]],
  ['big5', [0x404, 0xc04]],
]

function decoder(collation: Buffer): (value: Buffer) => string {
  const about = collation.readUInt32LE(0)
  const language = about & 0xfffff
  const isUtf8 = (about & (1 << 26)) !== 0
  const page = isUtf8 ? 'utf-8' : (PAGES.find(([, languages]) => languages.includes(language))?.[0] ?? 'windows-1252')
  const text = new TextDecoder(page)
  return (value) => text.decode(value)
}
