import { bare, field, textField, type Writer } from '../text.ts'

export type RowType = {
  name: string
  type: string
  scale?: number | null
  precision?: number | null
  nullable?: boolean
}

/** A type in the words of INFORMATION_SCHEMA.COLUMNS, for a column of a result. */
export function nativeOf({ type, scale, precision }: RowType): string {
  const base = type.toUpperCase()
  return base === 'FIXED'
    ? `NUMBER(${precision ?? 38},${scale ?? 0})`
    : /^TIME/.test(base)
      ? `${base}(${scale ?? 9})`
      : base
}

const PLAIN: Record<string, string> = {
  FLOAT: 'DOUBLE',
  REAL: 'DOUBLE',
  DOUBLE: 'DOUBLE',
  BOOLEAN: 'BOOLEAN',
  DATE: 'DATE',
  BINARY: 'BLOB',
  TIME: 'TIME',
  // Nine digits of a second are the service's own default. What holds them in DuckDB ends in 2262: the last three are left away.
  TIMESTAMP_NTZ: 'TIMESTAMP',
  TIMESTAMP_LTZ: 'TIMESTAMP WITH TIME ZONE',
  TIMESTAMP_TZ: 'TIMESTAMP WITH TIME ZONE',
}

/** The DuckDB type that holds every value exactly. @param native as `nativeOf` writes it */
export function duckType(native: string): string {
  const [, base = '', inside = ''] = /^(\w+)(?:\(([^)]*)\))?$/.exec(native.toUpperCase()) ?? []
  if (base === 'NUMBER') {
    const [precision = 38, scale = 0] = inside.split(',').map(Number)
    return scale === 0 && precision <= 18 ? 'BIGINT' : `DECIMAL(${precision},${scale})`
  }
  return base === 'TIME' && Number(inside || 9) > 6 ? 'VARCHAR' : (PLAIN[base] ?? 'VARCHAR')
}

const DAY_SECONDS = 86_400
const split = (text: string): [seconds: number, fraction: string] => {
  const negative = text.startsWith('-')
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  if (!negative || Number(fraction) === 0) return [(negative ? -1 : 1) * Number(whole), fraction]
  // Before 1970 the fraction counts backwards.
  const turned = String(10n ** BigInt(fraction.length) - BigInt(fraction)).padStart(fraction.length, '0')
  return [-Number(whole) - 1, turned]
}
const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
const dotted = (fraction: string, most: number) => (fraction ? `.${fraction.slice(0, most)}` : '')

/** How values in the service's JSON (all are text) become fields of the CSV. */
export function writerOf(column: RowType): Writer {
  const native = nativeOf(column)
  const type = duckType(native)
  const base = /^\w+/.exec(native)![0]
  if (base === 'DATE') return (value) => iso(Number(value) * DAY_SECONDS).slice(0, 10)
  if (base === 'TIME')
    return (value) => {
      const [seconds, fraction] = split(String(value))
      return field(iso(seconds).slice(11, 19) + dotted(fraction, type === 'TIME' ? 6 : 9))
    }
  if (base.startsWith('TIMESTAMP_')) {
    const zone = type === 'TIMESTAMP WITH TIME ZONE' ? '+00' : ''
    return (value) => {
      // The zone comes behind the moment, as minutes that are 1440 too many.
      const [seconds, fraction] = split(String(value).split(' ')[0]!)
      return iso(seconds).slice(0, 19).replace('T', ' ') + dotted(fraction, 6) + zone
    }
  }
  if (base === 'BINARY') return (value) => field(String(value).toLowerCase())
  return type === 'VARCHAR' ? textField : bare
}
