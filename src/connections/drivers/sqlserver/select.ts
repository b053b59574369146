import type { RemoteNeed } from '#outside/remote.ts'
import { relaxFilters } from '../relax-filters.ts'
import { type SelectDialect, selectFor, whole } from '../select.ts'
import { quotedName, quotedText } from './grammar.ts'

const isNumber = (text: string) => /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)
/** Types whose text is not what the server itself would make of them. */
const isOwnText = (native: string) => /^(n?(var)?char|n?text|xml)\b/.test(native)

const DIALECT: SelectDialect = {
  name: quotedName,
  // The library reads money as a double; decimals come as text.
  selected: ({ name, type, native }) =>
    /^(small)?money$/.test(native) ? `cast(${quotedName(name)} as ${type}) ${quotedName(name)}` : quotedName(name),
  value(text, { type, native }) {
    if (type === 'BOOLEAN') return text === 'true' || text === '1' ? '1' : '0'
    if (type === 'BLOB') return `0x${text.replace(/[^0-9a-f]/gi, '')}`
    if (type === 'UUID') return quotedText(text.toUpperCase())
    if (type === 'VARCHAR') return `cast(${quotedText(text)} as varbinary(max))`
    if (type.startsWith('TIMESTAMP') || type === 'DATE' || type === 'TIME')
      return `cast(${quotedText(text)} as ${type === 'TIMESTAMP' ? 'datetime2' : native})`
    return isNumber(text) ? text : quotedText(text)
  },
  compared({ name, type, native }) {
    const column = quotedName(name)
    // As text: its own order of them is another.
    if (type === 'UUID') return `cast(${column} as char(36))`
    if (type === 'TIMESTAMP' && !native.startsWith('datetime2')) return `cast(${column} as datetime2)`
    // Byte by byte: a collation would take A for a, and spaces at the end for nothing.
    return type === 'VARCHAR' ? `cast(cast(${column} as nvarchar(max)) as varbinary(max))` : column
  },
  also: ({ name, type, native }, values) =>
    type === 'VARCHAR' && /^n?(var)?char/.test(native)
      ? `${quotedName(name)} in (${values.map(quotedText).join(', ')})`
      : null,
  isNull: ({ name }) => `${quotedName(name)} is null`,
}

export function selectOf(need: RemoteNeed, rows: number): string {
  // What is equal in order is told by bytes; what is smaller is not: they are those of another encoding.
  const same = relaxFilters(need, rows, ({ type, native }, op) =>
    // Of seven digits of a moment six are known here, and of thirds of them what they are rounded to.
    /\(7\)$|^(datetime|real)$/.test(native)
      ? false
      : type === 'VARCHAR'
        ? isOwnText(native) && ['=', '<>', 'in'].includes(op)
        : type !== 'UUID' || ['=', '<>', 'in'].includes(op),
  )
  const sql = selectFor(same.need, same.rows, DIALECT)
  const limit = ` limit ${whole(same.rows)}`
  return `select top (${whole(same.rows)}) ${sql.slice('select '.length, -limit.length)}`
}
