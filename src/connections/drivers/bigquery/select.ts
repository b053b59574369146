import type { RemoteNeed } from '#outside/remote.ts'
import { relaxFilters } from '../relax-filters.ts'
import { type SelectDialect, selectFor } from '../select.ts'
import { quotedName, quotedText } from './grammar.ts'

const DIALECT: SelectDialect = {
  name: quotedName,
  value(text, { type, native }) {
    const base = /^\w+/.exec(native)?.[0] ?? 'STRING'
    if (type === 'BOOLEAN') return text === 'true' || text === '1' ? 'true' : 'false'
    if (type === 'BLOB') return `from_hex(${quotedText(text)})`
    if (type === 'VARCHAR') return quotedText(text)
    if (type === 'BIGINT' && /^-?\d+$/.test(text)) return text
    return `cast(${quotedText(text)} as ${base})`
  },
  compared({ name, type }) {
    const column = quotedName(name)
    // DuckDB puts what is not a number above all numbers.
    if (type === 'DOUBLE') return `if(is_nan(${column}), cast('inf' as float64), ${column})`
    // Byte by byte, whatever collation a column has.
    return type === 'VARCHAR' ? `collate(${column}, '')` : column
  },
  isNull: ({ name }) => `${quotedName(name)} is null`,
}

/** @param project in which the need's schema is a dataset */
export function selectOf(need: RemoteNeed, rows: number, project: string): string {
  const same = relaxFilters(need, rows, ({ type, native }) => type !== 'VARCHAR' || /^STRING/.test(native))
  return selectFor({ ...same.need, schema: `${project}.${need.schema}` }, same.rows, DIALECT)
}
