import type { RemoteNeed } from '#outside/remote.ts'
import { relaxFilters } from '../relax-filters.ts'
import { type SelectDialect, selectFor } from '../select.ts'
import { quotedName } from '../text.ts'

const escaped = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
const isText = (native: string) => /^(TEXT|VARCHAR|CHAR|STRING)/.test(native)

const DIALECT: SelectDialect = {
  name: quotedName,
  value(text, { type }) {
    if (type === 'BOOLEAN') return text === 'true' || text === '1' ? 'true' : 'false'
    if (type === 'BLOB') return `to_binary(${escaped(text)}, 'HEX')`
    if (type === 'TIMESTAMP WITH TIME ZONE') return `to_timestamp_tz(${escaped(text.replace(/\+00(:00)?$/, ' +0000'))})`
    if (type.startsWith('TIMESTAMP')) return `to_timestamp_ntz(${escaped(text)})`
    if (type === 'DATE') return `to_date(${escaped(text)})`
    if (type === 'TIME') return `to_time(${escaped(text)})`
    if (type !== 'VARCHAR' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return text
    return type === 'DOUBLE' ? `to_double(${escaped(text)})` : escaped(text)
  },
  compared({ name, type }) {
    const column = quotedName(name)
    if (type !== 'VARCHAR') return column
    // Byte by byte, whatever collation a column has.
    return `collate(${column}, '')`
  },
  isNull: ({ name }) => `${quotedName(name)} is null`,
}

/** @param database in which the need's schema is */
export function selectOf(need: RemoteNeed, rows: number, database: string): string {
  const dialect = {
    ...DIALECT,
    name: (name: string) => (name === SCHEMA ? `${quotedName(database)}.${quotedName(need.schema)}` : quotedName(name)),
  }
  // Six of nine digits of a moment are known here.
  const same = relaxFilters(need, rows, ({ type, native }) =>
    type === 'VARCHAR'
      ? isText(native)
      : !(type.startsWith('TIMESTAMP') && Number(/\((\d+)\)/.exec(native)?.[1] ?? 9) > 6),
  )
  return selectFor({ ...same.need, schema: SCHEMA }, same.rows, dialect)
}
/** Stands for a schema with its database: no name of a column can be it. */
const SCHEMA = '\0schema'
