import { selectBy } from '../select.ts'
import { isNumber, isTrue, quotedName, quotedText, withoutUtc } from '../text.ts'

const isText = (type: string) => ['VARCHAR', 'BLOB', ''].includes(type)
const isCharacters = (native: string) => /^(char|varchar|tinytext|text|mediumtext|longtext|enum|set)\b/.test(native)

export const selectOf = selectBy({
  name: quotedName,
  value(text, { type }) {
    if (isText(type)) return `cast(${quotedText(text)} as binary)`
    if (type === 'BOOLEAN') return isTrue(text) ? "b'1'" : "b'0'"
    if (type.startsWith('TIMESTAMP')) return quotedText(withoutUtc(text))
    return isNumber(text) ? text : quotedText(text)
  },
  compared(sql, { type, native }) {
    if (!isText(type)) return sql
    if (type === 'BLOB') return `cast(lower(hex(${sql})) as binary)`
    // Byte by byte: a collation would take A for a, and the order would not be DuckDB's.
    return isCharacters(native) ? `cast(convert(${sql} using utf8mb4) as binary)` : `cast(${sql} as binary)`
  },
  // Lets an index help: what is the same byte by byte is the same in every collation.
  also: (sql, { native }, values) => (isCharacters(native) ? `${sql} in (${values.map(quotedText).join(', ')})` : null),
  isNull: (sql, { type }) =>
    type === 'DATE' || type.startsWith('TIMESTAMP')
      ? `(${sql} is null or month(${sql}) = 0 or day(${sql}) = 0)`
      : `${sql} is null`,
})
