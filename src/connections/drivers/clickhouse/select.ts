import { selectBy } from '../select.ts'
import { backtickedName, isNumber, isTrue, backslashedText as quotedText, withoutUtc } from '../text.ts'
import { nativeType, textOf } from './types.ts'

/** Values and comparisons that mean what they mean in DuckDB. */
export const selectOf = selectBy({
  name: backtickedName,
  value(text, { type }) {
    if (type === 'BOOLEAN') return String(isTrue(text))
    if (type === 'DATE') return `toDate32(${quotedText(text)})`
    if (type === 'TIMESTAMP WITH TIME ZONE') return `toDateTime64(${quotedText(withoutUtc(text))}, 6, 'UTC')`
    if (type === 'TIMESTAMP_NS') return `toDateTime64(${quotedText(text)}, 9, 'UTC')`
    if (type.startsWith('DECIMAL') && isNumber(text))
      return `toDecimal256(${quotedText(text)}, ${Math.min(76, text.split('.')[1]?.length ?? 0)})`
    if (type === 'FLOAT') return `toFloat32(${quotedText(text)})`
    if (type === 'DOUBLE') return `toFloat64(${quotedText(text)})`
    return /INT(EGER)?$/.test(type) && isNumber(text) ? text : quotedText(text)
  },
  compared(sql, { type, native }) {
    // DuckDB puts what is not a number above all numbers.
    if (type === 'FLOAT' || type === 'DOUBLE') return `if(isNaN(${sql}), inf, ${sql})`
    // Lists of moments are compared as one type only.
    if (type === 'TIMESTAMP WITH TIME ZONE') return `toDateTime64(${sql}, 6, 'UTC')`
    // Its own order of UUIDs and enumerations is not that of their text.
    if (type === 'UUID') return `toString(${sql})`
    return type === 'VARCHAR' && nativeType(native).name !== 'String' ? `toString(${textOf(sql, native)})` : sql
  },
})
