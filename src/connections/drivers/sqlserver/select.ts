import { selectBy } from '../select.ts'
import { isNumber, isTrue } from '../text.ts'
import { quotedName, quotedText } from './grammar.ts'

/** Types whose text is not what the server itself would make of them. */
const isOwnText = (native: string) => /^(n?(var)?char|n?text|xml)\b/.test(native)

export const selectOf = selectBy({
  name: quotedName,
  top: true,
  // The library reads money as a double; decimals come as text.
  selected: (sql, { type, native }) => (/^(small)?money$/.test(native) ? `cast(${sql} as ${type}) ${sql}` : sql),
  value(text, { type, native }) {
    if (type === 'BOOLEAN') return isTrue(text) ? '1' : '0'
    if (type === 'BLOB') return `0x${text.replace(/[^0-9a-f]/gi, '')}`
    if (type === 'UUID') return quotedText(text.toUpperCase())
    if (type === 'VARCHAR') return `cast(${quotedText(text)} as varbinary(max))`
    if (type.startsWith('TIMESTAMP') || type === 'DATE' || type === 'TIME')
      return `cast(${quotedText(text)} as ${type === 'TIMESTAMP' ? 'datetime2' : native})`
    return isNumber(text) ? text : quotedText(text)
  },
  compared(sql, { type, native }) {
    // As text: its own order of them is another.
    if (type === 'UUID') return `cast(${sql} as char(36))`
    if (type === 'TIMESTAMP' && !native.startsWith('datetime2')) return `cast(${sql} as datetime2)`
    // Byte by byte: a collation would take A for a, and spaces at the end for nothing.
    return type === 'VARCHAR' ? `cast(cast(${sql} as nvarchar(max)) as varbinary(max))` : sql
  },
  also: (sql, { type, native }, values) =>
    type === 'VARCHAR' && /^n?(var)?char/.test(native) ? `${sql} in (${values.map(quotedText).join(', ')})` : null,
  isSame({ type, native }, op) {
    // Of seven digits of a moment six are known here, and of thirds of them what they are rounded to.
    if (/\(7\)$|^(datetime|real)$/.test(native)) return false
    // Equality is compared by bytes. Order is not: the bytes of this encoding sort differently.
    const isEquality = ['=', '<>', 'in'].includes(op)
    return type === 'VARCHAR' ? isOwnText(native) && isEquality : type !== 'UUID' || isEquality
  },
})
