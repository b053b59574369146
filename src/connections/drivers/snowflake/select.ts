import type { RemoteNeed } from '#outside/remote.ts'
import { type SelectDialect, selectFor } from '../select.ts'
import { isNumber, isTrue, quotedName } from '../text.ts'

/** A backslash takes the next sign with it, and a quote is written twice. */
export const quotedText = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

const DIALECT: SelectDialect = {
  name: quotedName,
  value(text, { type }) {
    if (type === 'BOOLEAN') return String(isTrue(text))
    if (type === 'BLOB') return `to_binary(${quotedText(text)}, 'HEX')`
    if (type === 'TIMESTAMP WITH TIME ZONE')
      return `to_timestamp_tz(${quotedText(text.replace(/\+00(:00)?$/, ' +0000'))})`
    if (type.startsWith('TIMESTAMP')) return `to_timestamp_ntz(${quotedText(text)})`
    if (type === 'DATE') return `to_date(${quotedText(text)})`
    if (type === 'TIME') return `to_time(${quotedText(text)})`
    if (type !== 'VARCHAR' && isNumber(text)) return text
    return type === 'DOUBLE' ? `to_double(${quotedText(text)})` : quotedText(text)
  },
  // Byte by byte, whatever collation a column has.
  compared: (sql, { type }) => (type === 'VARCHAR' ? `collate(${sql}, '')` : sql),
  // Six of nine digits of a moment are known here.
  isSame: ({ type, native }) =>
    type === 'VARCHAR'
      ? /^(TEXT|VARCHAR|CHAR|STRING)/.test(native)
      : !(type.startsWith('TIMESTAMP') && Number(/\((\d+)\)/.exec(native)?.[1] ?? 9) > 6),
}

/** @param database in which the need's schema is */
export const selectOf = (need: RemoteNeed, rows: number, database: string): string =>
  selectFor(need, rows, DIALECT, [database, need.schema, need.table])
