import { selectBy } from '../select.ts'
import { quotedName, quotedText } from '../text.ts'

const isText = (native: string) => /^(text|character|varchar|bpchar|name)\b/.test(native) && !native.endsWith(']')

export const selectOf = selectBy({
  name: quotedName,
  // Without a type of its own: the server reads it as the column's.
  value: quotedText,
  compared(sql, { type, native }, op) {
    if (!['VARCHAR', 'BLOB', 'INTERVAL', ''].includes(type)) return sql
    // Equality of text is the same everywhere and may use an index; order is that of the bytes only in this collation.
    if (isText(native) && (op === '=' || op === 'in')) return sql
    return type === 'BLOB' ? `encode(${sql}, 'hex')` : `${sql}::text collate "C"`
  },
  isNull: (sql, { type }) => (type.startsWith('DECIMAL') ? `nullif(${sql}::text, 'NaN') is null` : `${sql} is null`),
})
