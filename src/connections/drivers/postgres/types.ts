/** A type as PostgreSQL's catalogue describes it; domains are already resolved to what they are made of. */
export type NativeType = { name: string; modifier: number; isArray: boolean }

const PLAIN: Record<string, string> = {
  bool: 'BOOLEAN',
  int2: 'SMALLINT',
  int4: 'INTEGER',
  int8: 'BIGINT',
  oid: 'UINTEGER',
  float4: 'FLOAT',
  float8: 'DOUBLE',
  date: 'DATE',
  time: 'TIME',
  timestamp: 'TIMESTAMP',
  timestamptz: 'TIMESTAMP WITH TIME ZONE',
  interval: 'INTERVAL',
  uuid: 'UUID',
  bytea: 'BLOB',
  // 64-bit cents: 17 digits before the point.
  money: 'DECIMAL(19,2)',
}
/** Digits after the point that a number of no declared scale keeps: 26 digits stay before it. */
const FREE_SCALE = 12

/**
 * The DuckDB type that holds every value exactly. A number of no declared precision becomes DECIMAL(38,12): text could not be added
 * up, and a double would lose digits of every sum; what has more digits after the point is rounded there.
 */
export function duckType({ name, modifier, isArray }: NativeType): string {
  if (isArray) return 'VARCHAR'
  if (name === 'numeric') return decimal(modifier)
  return PLAIN[name] ?? 'VARCHAR'
}

function decimal(modifier: number): string {
  if (modifier < 4) return `DECIMAL(38,${FREE_SCALE})`
  const precision = ((modifier - 4) >> 16) & 0xffff
  // Eleven bits with sign: PostgreSQL 15 knows scales below zero and above the precision.
  const scale = (((modifier - 4) & 0x7ff) ^ 1024) - 1024
  const digits = scale < 0 ? precision - scale : Math.max(precision, scale)
  return digits > 38 ? 'VARCHAR' : `DECIMAL(${digits},${Math.max(scale, 0)})`
}

/** How a column is written so that DuckDB reads exactly its value: SQL that gives text, or the column itself where its own text will do. */
export function textOf(column: string, type: NativeType): string {
  if (type.isArray) return `array_to_json(${column})::text`
  switch (type.name) {
    case 'numeric':
      // No decimal of DuckDB has these; as text they stay.
      return duckType(type) === 'VARCHAR'
        ? `${column}::text`
        : `nullif(nullif(nullif(${column}::text, 'NaN'), 'Infinity'), '-Infinity')`
    case 'bytea':
      return `encode(${column}, 'hex')`
    case 'money':
      return `${column}::numeric::text`
    case 'bpchar':
      return `${column}::text`
    case 'date':
    case 'timestamp':
    case 'timestamptz':
      return `case when ${column} < '0001-01-01' then regexp_replace(${column}::text, '^(\\S+)(.*) BC$', '\\1 (BC)\\2') else ${column}::text end`
    case 'interval':
      return (
        `case when ${column} is not null then (date_part('year', ${column}) * 12 + date_part('month', ${column}))::bigint || ' months ' ` +
        `|| date_part('day', ${column})::bigint || ' days ' || (date_part('hour', ${column}) * 3600000000 ` +
        `+ date_part('minute', ${column}) * 60000000 + date_part('microseconds', ${column}))::bigint || ' microseconds' end`
      )
    default:
      return column
  }
}
