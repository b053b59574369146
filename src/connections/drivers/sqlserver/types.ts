import { bare, field } from '../text.ts'

const PLAIN: Record<string, string> = {
  bit: 'BOOLEAN',
  tinyint: 'UTINYINT',
  smallint: 'SMALLINT',
  int: 'INTEGER',
  bigint: 'BIGINT',
  real: 'FLOAT',
  float: 'DOUBLE',
  money: 'DECIMAL(19,4)',
  smallmoney: 'DECIMAL(10,4)',
  date: 'DATE',
  datetime: 'TIMESTAMP',
  smalldatetime: 'TIMESTAMP',
  // Seven digits of a second are the default: what holds the last one in DuckDB ends in 2262, so it is left away.
  datetime2: 'TIMESTAMP',
  datetimeoffset: 'TIMESTAMP WITH TIME ZONE',
  time: 'TIME',
  uniqueidentifier: 'UUID',
  binary: 'BLOB',
  varbinary: 'BLOB',
  image: 'BLOB',
  timestamp: 'BLOB',
  rowversion: 'BLOB',
}

/** The DuckDB type that holds the values. @param native as sys.columns names it, with length or precision in brackets */
export function duckType(native: string): string {
  const [, base = '', inside = ''] = /^(\w+)(?:\(([^)]*)\))?$/.exec(native.toLowerCase()) ?? []
  if (base === 'decimal' || base === 'numeric') return `DECIMAL(${inside || '18,0'})`
  return PLAIN[base] ?? 'VARCHAR'
}

/** How the text of a value becomes a field of the CSV. */
export function writerOf(native: string): (text: string | null) => string {
  const type = duckType(native)
  if (type === 'VARCHAR' || type === 'BLOB') return field
  if (type === 'TIMESTAMP WITH TIME ZONE') return (text) => (text === null ? '' : `${short(text)}+00`)
  return type === 'TIMESTAMP' || type === 'TIME' ? (text) => bare(text === null ? null : short(text)) : bare
}

const short = (text: string) => text.replace(/(\.\d{6})\d+$/, '$1')
