import type { RemoteNeed } from '#outside/remote.ts'
import { type SelectDialect, selectFor } from '../select.ts'
import { nativeType, textOf } from './types.ts'

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")
export const quotedText = (text: string) => `'${escaped(text)}'`
export const quotedName = (name: string) => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``

const isNumber = (text: string) => /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)

/** Values and comparisons that mean what they mean in DuckDB. */
const DIALECT: SelectDialect = {
  name: quotedName,
  value(text, { type }) {
    if (type === 'BOOLEAN') return text === 'true' || text === '1' ? 'true' : 'false'
    if (type === 'DATE') return `toDate32(${quotedText(text)})`
    if (type === 'TIMESTAMP WITH TIME ZONE')
      return `toDateTime64(${quotedText(text.replace(/\+00(:00)?$/, ''))}, 6, 'UTC')`
    if (type === 'TIMESTAMP_NS') return `toDateTime64(${quotedText(text)}, 9, 'UTC')`
    if (type.startsWith('DECIMAL') && isNumber(text))
      return `toDecimal256(${quotedText(text)}, ${Math.min(76, text.split('.')[1]?.length ?? 0)})`
    if (type === 'FLOAT') return `toFloat32(${quotedText(text)})`
    if (type === 'DOUBLE') return `toFloat64(${quotedText(text)})`
    return type.endsWith('INT') || type.endsWith('INTEGER')
      ? isNumber(text)
        ? text
        : quotedText(text)
      : quotedText(text)
  },
  compared({ name, type, native }) {
    const column = quotedName(name)
    // DuckDB puts what is not a number above all numbers.
    if (type === 'FLOAT' || type === 'DOUBLE') return `if(isNaN(${column}), inf, ${column})`
    // Lists of moments are compared as one type only.
    if (type === 'TIMESTAMP WITH TIME ZONE') return `toDateTime64(${column}, 6, 'UTC')`
    // Its own order of UUIDs and enumerations is not that of their text.
    if (type === 'UUID') return `toString(${column})`
    return type === 'VARCHAR' && nativeType(native).name !== 'String' ? `toString(${textOf(column, native)})` : column
  },
  isNull: ({ name }) => `${quotedName(name)} is null`,
}

export const selectOf = (need: RemoteNeed, rows: number): string => selectFor(need, rows, DIALECT)
