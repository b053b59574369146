/** A type as the server writes it, without what only says how it is kept: `arguments` is what stands in its brackets. */
type Native = { name: string; inside: string; nullable: boolean }

const KEPT = /^(Nullable|LowCardinality)\((.*)\)$/s

export function nativeType(text: string): Native {
  let rest = text.trim()
  let nullable = false
  for (;;) {
    const kept = KEPT.exec(rest)
    const simple = /^SimpleAggregateFunction\(\s*\w+\s*,\s*(.*)\)$/s.exec(rest)
    if (kept) {
      nullable ||= kept[1] === 'Nullable'
      rest = kept[2]!.trim()
    } else if (simple) rest = simple[1]!.trim()
    else break
  }
  const [, name = rest, inside = ''] = /^(\w+)(?:\((.*)\))?$/s.exec(rest) ?? []
  return { name, inside, nullable }
}

/** Wider integers than 64 bits stay text: Parquet would keep them as doubles. */
const PLAIN: Record<string, string> = {
  Int8: 'TINYINT',
  Int16: 'SMALLINT',
  Int32: 'INTEGER',
  Int64: 'BIGINT',
  UInt8: 'UTINYINT',
  UInt16: 'USMALLINT',
  UInt32: 'UINTEGER',
  UInt64: 'UBIGINT',
  Float32: 'FLOAT',
  BFloat16: 'FLOAT',
  Float64: 'DOUBLE',
  Bool: 'BOOLEAN',
  UUID: 'UUID',
  Date: 'DATE',
  Date32: 'DATE',
  DateTime: 'TIMESTAMP WITH TIME ZONE',
}

/** The DuckDB type that holds every value exactly. @param native as system.columns and DESCRIBE write it */
export function duckType(native: string): string {
  const { name, inside } = nativeType(native)
  if (name === 'Decimal') {
    const [digits = 10, scale = 0] = inside.split(',').map(Number)
    return digits > 38 ? 'VARCHAR' : `DECIMAL(${digits},${scale})`
  }
  if (name === 'DateTime64') {
    const digits = Number(inside.split(',')[0])
    return digits <= 6 ? 'TIMESTAMP WITH TIME ZONE' : digits === 9 ? 'TIMESTAMP_NS' : 'VARCHAR'
  }
  return PLAIN[name] ?? 'VARCHAR'
}

/** Whether values of a type can be shown at all: half-made aggregates cannot. */
export const isShown = (native: string) => nativeType(native).name !== 'AggregateFunction'

/** How a column is written so that its CSV is read as exactly its value. */
export function textOf(column: string, native: string): string {
  const { name } = nativeType(native)
  switch (name) {
    case 'String':
      return `toValidUTF8(${column})`
    case 'FixedString':
      return `toValidUTF8(toStringCutToZero(${column}))`
    case 'DateTime':
      return `concat(toString(${column}, 'UTC'), '+00')`
    case 'DateTime64':
      return duckType(native) === 'TIMESTAMP WITH TIME ZONE'
        ? `concat(toString(${column}, 'UTC'), '+00')`
        : `toString(${column}, 'UTC')`
    case 'Array':
    case 'Map':
    case 'Tuple':
    case 'Nested':
    case 'JSON':
    case 'Object':
    case 'Variant':
    case 'Dynamic':
    case 'Point':
    case 'Ring':
    case 'Polygon':
    case 'MultiPolygon':
    case 'LineString':
    case 'MultiLineString':
      return `toJSONString(${column})`
    default:
      return PLAIN[name] || name === 'Decimal' ? column : `toString(${column})`
  }
}
