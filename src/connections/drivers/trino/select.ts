import { selectBy } from '../select.ts'
import { isNumber, quotedName, quotedText } from '../text.ts'

/** Values and comparisons that mean what they mean in DuckDB. */
export const selectOf = selectBy({
  name: quotedName,
  value(text, { type, native }) {
    if (type === 'UUID') return quotedText(text.toLowerCase())
    const literal = quotedText(type === 'TIMESTAMP WITH TIME ZONE' ? text.replace(/\+00(:00)?$/, ' UTC') : text)
    if (type === 'BLOB') return `from_hex(${literal})`
    if (type === 'VARCHAR') return literal
    return /INT/.test(type) && isNumber(text) ? text : `cast(${literal} as ${native})`
  },
  compared(sql, { type }) {
    // DuckDB puts what is not a number above all numbers.
    if (type === 'FLOAT' || type === 'DOUBLE') return `if(is_nan(${sql}), infinity(), ${sql})`
    return type === 'UUID' ? `cast(${sql} as varchar)` : sql
  },
  // Values of fixed length are padded, and others are no text at all.
  isSame: ({ type, native }) => type !== 'VARCHAR' || /^varchar/.test(native),
})
