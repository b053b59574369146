import { base64Field, field, textField, type Writer } from '../text.ts'

export type SchemaField = {
  name: string
  type: string
  mode?: string
  precision?: string
  scale?: string
  fields?: SchemaField[]
}

const PLAIN: Record<string, string> = {
  INT64: 'BIGINT',
  INTEGER: 'BIGINT',
  FLOAT64: 'DOUBLE',
  FLOAT: 'DOUBLE',
  BOOL: 'BOOLEAN',
  BOOLEAN: 'BOOLEAN',
  BYTES: 'BLOB',
  DATE: 'DATE',
  TIME: 'TIME',
  DATETIME: 'TIMESTAMP',
  TIMESTAMP: 'TIMESTAMP WITH TIME ZONE',
}

/** The DuckDB type that holds every value exactly. @param native as INFORMATION_SCHEMA.COLUMNS writes data_type */
export function duckType(native: string): string {
  const [, base = '', inside = ''] = /^(\w+)(?:\(([^)]*)\))?$/.exec(native.toUpperCase()) ?? []
  if (base === 'NUMERIC' || base === 'BIGNUMERIC') {
    const [digits, scale = 0] = inside ? inside.split(',').map(Number) : base === 'NUMERIC' ? [38, 9] : [77, 38]
    return digits! > 38 ? 'VARCHAR' : `DECIMAL(${digits},${scale})`
  }
  return PLAIN[base] ?? 'VARCHAR'
}

/** The type of a field of a result in the words of INFORMATION_SCHEMA. */
export function nativeOf({ type, mode, precision, scale }: SchemaField): string {
  if (mode === 'REPEATED') return `ARRAY<${type}>`
  return precision ? `${type}(${precision}${scale ? `,${scale}` : ''})` : type
}

/** What a cell of the service's JSON says, in the shape that people know: lists, and objects by the names of their fields. */
function plain(value: unknown, schema: SchemaField): unknown {
  if (value === null || value === undefined) return null
  if (schema.mode === 'REPEATED')
    return (value as { v: unknown }[]).map(({ v }) => plain(v, { ...schema, mode: 'NULLABLE' }))
  if (schema.fields) {
    const cells = (value as { f: { v: unknown }[] }).f
    return Object.fromEntries(schema.fields.map((each, index) => [each.name, plain(cells[index]?.v, each)]))
  }
  return value
}

/** Microseconds since 1970 in UTC: what a double could not hold to the last digit for far years. */
export function moment(micros: string): string {
  const all = BigInt(micros)
  const inSecond = ((all % 1_000_000n) + 1_000_000n) % 1_000_000n
  const date = new Date(Number((all - inSecond) / 1000n)).toISOString().slice(0, 19).replace('T', ' ')
  return `${date}.${String(inSecond).padStart(6, '0')}+00`
}

/** How cells of the service's JSON become fields of the CSV. */
export function writerOf(schema: SchemaField): Writer {
  const type = duckType(nativeOf(schema))
  if (schema.mode === 'REPEATED' || schema.fields) return (value) => field(JSON.stringify(plain(value, schema)))
  if (type === 'BLOB') return base64Field
  if (type === 'TIMESTAMP WITH TIME ZONE') return (value) => moment(String(value))
  return type === 'VARCHAR' ? textField : (value) => String(value).replace('T', ' ')
}
