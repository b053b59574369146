import { selectBy } from '../select.ts'
import { isNumber, isTrue, quotedName, quotedText } from '../text.ts'

export const selectOf = selectBy({
  name: quotedName,
  value(text, { type }) {
    if (type === 'BOOLEAN') return isTrue(text) ? '1' : '0'
    return (type === 'BIGINT' || type === 'DOUBLE') && isNumber(text) ? text : quotedText(text)
  },
  compared(sql, { type }) {
    if (type === 'BLOB') return `lower(hex(${sql}))`
    if (type === 'TIMESTAMP') return `replace(${sql}, 'T', ' ')`
    return type === 'VARCHAR' ? `cast(${sql} as text) collate binary` : sql
  },
})
