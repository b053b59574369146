import type { RemoteNeed } from '#outside/remote.ts'
import { relaxFilters } from '../relax-filters.ts'
import { type SelectDialect, selectFor } from '../select.ts'
import { quotedName, quotedText } from '../text.ts'

const isNumber = (text: string) => /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)

/** Values and comparisons that mean what they mean in DuckDB. */
const DIALECT: SelectDialect = {
  name: quotedName,
  value(text, { type, native }) {
    const written = quotedText(type === 'TIMESTAMP WITH TIME ZONE' ? text.replace(/\+00(:00)?$/, ' UTC') : text)
    if (type === 'BLOB') return `from_hex(${written})`
    if (type === 'VARCHAR') return written
    if (/INT/.test(type) && isNumber(text)) return text
    return `cast(${written} as ${native})`
  },
  compared({ name, type }) {
    const column = quotedName(name)
    // DuckDB puts what is not a number above all numbers.
    if (type === 'FLOAT' || type === 'DOUBLE') return `if(is_nan(${column}), infinity(), ${column})`
    return type === 'UUID' ? `cast(${column} as varchar)` : column
  },
  isNull: ({ name }) => `${quotedName(name)} is null`,
}

const UUID_AS_TEXT: SelectDialect = {
  ...DIALECT,
  value: (text, column) => (column.type === 'UUID' ? quotedText(text.toLowerCase()) : DIALECT.value(text, column)),
}

export function selectOf(need: RemoteNeed, rows: number): string {
  // Values of fixed length are padded, and others are no text at all.
  const same = relaxFilters(need, rows, ({ type, native }) => type !== 'VARCHAR' || /^varchar/.test(native))
  return selectFor(same.need, same.rows, UUID_AS_TEXT)
}
