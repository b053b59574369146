import { bare, field } from '../text.ts'

/** What the server tells of a column of a result. */
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

/** The DuckDB type that holds every value exactly. @param native as information_schema writes COLUMN_TYPE */
export function duckType(native: string): string {
  const [, base = '', inside = ''] = /^(\w+)(?:\(([^)]*)\))?/.exec(native.toLowerCase()) ?? []
  const unsigned = /unsigned|zerofill/i.test(native.replace(/\(.*\)/, ''))
  const integer = INTEGERS[base]
  if (integer) return integer[unsigned ? 1 : 0]
  switch (base) {
    case 'decimal': {
      const [digits = 10, scale = 0] = inside.split(',').map(Number)
      return digits > 38 ? 'VARCHAR' : `DECIMAL(${digits},${scale})`
    }
    case 'float':
      return 'FLOAT'
    case 'double':
      return 'DOUBLE'
    case 'date':
      return 'DATE'
    case 'datetime':
      return 'TIMESTAMP'
    case 'timestamp':
      return 'TIMESTAMP WITH TIME ZONE'
    case 'year':
      return 'SMALLINT'
    case 'bit':
      return inside === '1' ? 'BOOLEAN' : 'UBIGINT'
    case 'uuid':
      return 'UUID'
    case 'binary':
    case 'varbinary':
    case 'tinyblob':
    case 'blob':
    case 'mediumblob':
    case 'longblob':
      return 'BLOB'
    default:
      // time reaches from -838 to 838 hours, which no TIME holds.
      return 'VARCHAR'
  }
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
export function writerOf(native: string): (value: unknown) => string {
  const base = /^\w+/.exec(native)![0]
  switch (base) {
    case 'date':
    case 'datetime':
      return (value) => (isZeroDate(value) ? '' : bare(value as string | null))
    case 'timestamp':
      return (value) => (value === null || isZeroDate(value) ? '' : `${value}+00`)
    case 'bit':
      return (value) => (value === null ? '' : bits(value as Buffer, native === 'bit(1)'))
    case 'blob':
      return (value) => (value === null ? '' : `"${asBuffer(value).toString('hex')}"`)
    case 'geometry':
    case 'json':
      return (value) => field(value === null || typeof value === 'string' ? value : JSON.stringify(value))
    case 'text':
    case 'time':
      return (value) => field(value === null ? null : String(value))
    default:
      return (value) => (value === null || value === undefined ? '' : String(value))
  }
}

const isZeroDate = (value: unknown) => /^0000-|-00/.test(String(value).slice(0, 10))
const asBuffer = (value: unknown) => (Buffer.isBuffer(value) ? value : Buffer.from(String(value), 'latin1'))

function bits(value: Buffer, single: boolean): string {
  const number = BigInt(`0x${value.toString('hex') || '0'}`)
  return single ? String(number !== 0n) : String(number)
}
