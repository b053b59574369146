/** A type as the server writes it, without what only says how it is kept: `arguments` is what stands in its brackets. */
type Native = { name: string; inside: string; nullable: boolean }

const WRAPPER = /^(Nullable|LowCardinality)\((.*)\)$/s

export function nativeType(text: string): Native {
  let rest = text.trim()
  let nullable = false
  for (;;) {
    const wrapped = WRAPPER.exec(rest)
    const simple = /^SimpleAggregateFunction\(\s*\w+\s*,\s*(.*)\)$/s.exec(rest)
    if (wrapped) {
      nullable ||= wrapped[1] === 'Nullable'
      rest = wrapped[2]!.trim()
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

/** Types of several values, which are given as JSON. */
const COMPOSED = /^(Array|Map|Tuple|Nested|JSON|Object|Variant|Dynamic|Point|Ring|(Multi)?(Polygon|LineString))$/

/** How a column is written so that its CSV is read as exactly its value. */
export function textOf(column: string, native: string): string {
  const { name } = nativeType(native)
  if (name === 'String') return `toValidUTF8(${column})`
  if (name === 'FixedString') return `toValidUTF8(toStringCutToZero(${column}))`
  if (name === 'DateTime' || name === 'DateTime64') {
    const text = `toString(${column}, 'UTC')`
    return duckType(native) === 'TIMESTAMP WITH TIME ZONE' ? `concat(${text}, '+00')` : text
  }
  if (COMPOSED.test(name)) return `toJSONString(${column})`
  return PLAIN[name] || name === 'Decimal' ? column : `toString(${column})`
}
