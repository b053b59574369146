import { bare, field, textField, type Writer } from '../text.ts'

export type Field = {
  name: string
  columnType: number
  columnLength: number
  decimals: number
  flags: number
  characterSet: number
}

const UNSIGNED = 32
const BINARY = 63
const CODES: Record<number, string> = {
  0: 'decimal',
  1: 'tinyint',
  2: 'smallint',
  3: 'int',
  4: 'float',
  5: 'double',
  7: 'timestamp',
  8: 'bigint',
  9: 'mediumint',
  10: 'date',
  11: 'time',
  12: 'datetime',
  13: 'year',
  16: 'bit',
  245: 'json',
  246: 'decimal',
  255: 'geometry',
}

const INTEGERS: Record<string, [signed: string, unsigned: string]> = {
  // tinyint(1) too: it holds more than true and false.
  tinyint: ['TINYINT', 'UTINYINT'],
  smallint: ['SMALLINT', 'USMALLINT'],
  mediumint: ['INTEGER', 'UINTEGER'],
  int: ['INTEGER', 'UINTEGER'],
  bigint: ['BIGINT', 'UBIGINT'],
}

const PLAIN: Record<string, string> = {
  float: 'FLOAT',
  double: 'DOUBLE',
  date: 'DATE',
  datetime: 'TIMESTAMP',
  timestamp: 'TIMESTAMP WITH TIME ZONE',
  year: 'SMALLINT',
  uuid: 'UUID',
}

/** The DuckDB type that holds every value exactly. @param native as information_schema writes COLUMN_TYPE */
export function duckType(native: string): string {
  const [, base = '', inside = ''] = /^(\w+)(?:\(([^)]*)\))?/.exec(native.toLowerCase()) ?? []
  const integer = INTEGERS[base]
  if (integer) return integer[/unsigned|zerofill/i.test(native.replace(/\(.*\)/, '')) ? 1 : 0]
  if (base === 'decimal') {
    const [digits = 10, scale = 0] = inside.split(',').map(Number)
    return digits > 38 ? 'VARCHAR' : `DECIMAL(${digits},${scale})`
  }
  if (base === 'bit') return inside === '1' ? 'BOOLEAN' : 'UBIGINT'
  if (/^((var)?binary|(tiny|medium|long)?blob)$/.test(base)) return 'BLOB'
  // time reaches from -838 to 838 hours, which no TIME holds.
  return PLAIN[base] ?? 'VARCHAR'
}

/** A column of a result in the words of information_schema. */
export function nativeOf({ columnType, columnLength, decimals, flags, characterSet }: Field): string {
  const name = CODES[columnType]
  const unsigned = flags & UNSIGNED ? ' unsigned' : ''
  if (name === 'decimal') {
    const digits = columnLength - (decimals > 0 ? 1 : 0) - (flags & UNSIGNED ? 0 : 1)
    return `decimal(${Math.max(digits, decimals, 1)},${decimals})${unsigned}`
  }
  if (name === 'bit') return `bit(${columnLength})`
  if (name) return name + unsigned
  return characterSet === BINARY ? 'blob' : 'text'
}

/** How the values of a column become fields of the CSV. Zero dates are null: no calendar has them. */
export function writerOf(native: string): Writer {
  switch (/^\w+/.exec(native)![0]) {
    case 'date':
    case 'datetime':
      return (value) => (isZeroDate(value) ? '' : String(value))
    case 'timestamp':
      return (value) => (isZeroDate(value) ? '' : `${value}+00`)
    case 'bit':
      return (value) => bits(value as Buffer, native === 'bit(1)')
    case 'blob':
      return (value) => field(asBuffer(value).toString('hex'))
    case 'geometry':
    case 'json':
      return (value) => field(typeof value === 'string' ? value : JSON.stringify(value))
    case 'text':
    case 'time':
      return textField
    default:
      return bare
  }
}

const isZeroDate = (value: unknown) => /^0000-|-00/.test(String(value).slice(0, 10))
const asBuffer = (value: unknown) => (Buffer.isBuffer(value) ? value : Buffer.from(String(value), 'latin1'))

function bits(value: Buffer, single: boolean): string {
  const number = BigInt(`0x${value.toString('hex') || '0'}`)
  return single ? String(number !== 0n) : String(number)
}
