import { bare, field, type Writer } from '../text.ts'

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

/** The library reads these as doubles, which do not hold them exactly: they are asked for as text. */
export const isDecimal = (native: string): boolean => /^(decimal|numeric)\b/.test(native)

/**
 * The type as which a column is asked for in WITH RESULT SETS. Text keeps no code page on the way, so that none loses letters.
 * @param native as `sys.dm_exec_describe_first_result_set` names it
 */
export function requestedType(native: string): string {
  if (isDecimal(native)) return 'varchar(41)'
  if (/^(n?(var)?char|n?text)\b/.test(native)) return 'nvarchar(max)'
  return /^(timestamp|rowversion)$/.test(native) ? 'binary(8)' : native
}

/** How a value that the library read becomes a field of the CSV. */
export function writerOf(native: string): Writer {
  // Doubles hold money exactly up to 900 thousand million; columns of tables are asked for as decimals.
  if (native === 'money' || native === 'smallmoney') return (value) => (value as number).toFixed(4)
  return WRITERS[duckType(native)] ?? bare
}

const WRITERS: Record<string, Writer> = {
  DATE: (value) => iso(value as Moment).slice(0, 10),
  TIME: (value) => iso(value as Moment).slice(11),
  TIMESTAMP: (value) => iso(value as Moment),
  'TIMESTAMP WITH TIME ZONE': (value) => `${iso(value as Moment)}+00`,
  BLOB: (value) => field((value as Buffer).toString('hex')),
  VARCHAR: (value) => field(textOf(value)),
}

/** What a date cannot hold: parts of a millisecond, in seconds. */
type Moment = Date & { nanosecondsDelta?: number }

/** Six digits of a second, in UTC. */
function iso(moment: Moment): string {
  const text = moment.toISOString().replace('T', ' ').slice(0, -1)
  const micros = Math.floor(Math.round((moment.nanosecondsDelta ?? 0) * 1e7) / 10)
  return `${text}${String(micros).padStart(3, '0')}`
}

/** Texts, and what has no type of ours: variants, values of the server's own types. */
function textOf(value: unknown): string {
  if (value instanceof Date) return iso(value)
  return Buffer.isBuffer(value) ? `0x${value.toString('hex')}` : String(value)
}
