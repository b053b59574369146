import type { RemoteNeed } from '#outside/remote.ts'
import { type SelectDialect, selectFor } from '../select.ts'
import { backslashedText, backtickedName, isTrue } from '../text.ts'

/** A text ends with its line. */
export const quotedText = (text: string) => backslashedText(text).replaceAll('\n', '\\n').replaceAll('\r', '\\r')

const DIALECT: SelectDialect = {
  name: backtickedName,
  value(text, { type, native }) {
    if (type === 'BOOLEAN') return String(isTrue(text))
    if (type === 'BLOB') return `from_hex(${quotedText(text)})`
    if (type === 'VARCHAR') return quotedText(text)
    if (type === 'BIGINT' && /^-?\d+$/.test(text)) return text
    return `cast(${quotedText(text)} as ${/^\w+/.exec(native)?.[0] ?? 'STRING'})`
  },
  compared(sql, { type }) {
    // DuckDB puts what is not a number above all numbers.
    if (type === 'DOUBLE') return `if(is_nan(${sql}), cast('inf' as float64), ${sql})`
    // Byte by byte, whatever collation a column has.
    return type === 'VARCHAR' ? `collate(${sql}, '')` : sql
  },
  isSame: ({ type, native }) => type !== 'VARCHAR' || /^STRING/.test(native),
}

/** @param project in which the need's schema is a dataset */
export const selectOf = (need: RemoteNeed, rows: number, project: string): string =>
  selectFor(need, rows, DIALECT, [`${project}.${need.schema}`, need.table])
