import { quotedName } from '../text.ts'

/** What a column's values are, counted over all of them. */
export type Census = {
  values: number
  integers: number
  reals: number
  blobs: number
  flags: number
  dates: number
  moments: number
}

const DAY = `'[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]'`
const MOMENT = `'[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9][ T][0-2][0-9]:[0-5][0-9]:[0-5][0-9]*'`

/**
 * SQL that counts a column's values by kind: SQLite keeps any value in any column, so what is declared says only what is usual.
 * @param column as SQL
 */
export const census = (column: string): string[] => [
  `count(${column})`,
  `sum(typeof(${column}) = 'integer')`,
  `sum(typeof(${column}) = 'real')`,
  `sum(typeof(${column}) = 'blob')`,
  `sum(typeof(${column}) = 'integer' and ${column} in (0, 1))`,
  `sum(typeof(${column}) = 'text' and ${column} glob ${DAY} and date(${column}) = ${column})`,
  `sum(typeof(${column}) = 'text' and ${column} glob ${MOMENT} and length(${column}) <= 26 and substr(${column}, 20) not glob '*[^.0-9]*'
    and strftime('%Y-%m-%d %H:%M:%S', substr(${column}, 1, 19)) = replace(substr(${column}, 1, 19), 'T', ' '))`,
]

/** @param counts what `census` gave */
export function asCensus(counts: unknown[]): Census {
  const [values, integers, reals, blobs, flags, dates, moments] = counts.map((count) => Number(count ?? 0))
  return {
    values: values!,
    integers: integers!,
    reals: reals!,
    blobs: blobs!,
    flags: flags!,
    dates: dates!,
    moments: moments!,
  }
}

/** The DuckDB type that holds every value that is there; VARCHAR when they are of several kinds. @param declared '' for an expression */
export function duckType(declared: string, { values, integers, reals, blobs, flags, dates, moments }: Census): string {
  const type = declared.toUpperCase()
  if (values === 0) return emptyType(type)
  if (blobs === values) return 'BLOB'
  if (/^BOOL/.test(type) && flags === values) return 'BOOLEAN'
  if (type === 'DATE' && dates === values) return 'DATE'
  if (/^(DATETIME|TIMESTAMP)/.test(type) && moments === values) return 'TIMESTAMP'
  if (/CHAR|CLOB|TEXT/.test(type)) return 'VARCHAR'
  if (/REAL|FLOA|DOUB/.test(type) && integers + reals === values) return 'DOUBLE'
  if (integers === values) return 'BIGINT'
  return integers + reals === values ? 'DOUBLE' : 'VARCHAR'
}

function emptyType(type: string): string {
  if (/^BOOL/.test(type)) return 'BOOLEAN'
  if (type === 'DATE') return 'DATE'
  if (/^(DATETIME|TIMESTAMP)/.test(type)) return 'TIMESTAMP'
  if (/INT/.test(type)) return 'BIGINT'
  if (/REAL|FLOA|DOUB|NUMERIC|DECIMAL/.test(type)) return 'DOUBLE'
  return /BLOB/.test(type) ? 'BLOB' : 'VARCHAR'
}

/** One value as a field of the CSV. Integers arrive as bigint, so none loses digits. */
export function written(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'bigint' || typeof value === 'number') return String(value)
  if (value instanceof Uint8Array) return `"${Buffer.from(value).toString('hex')}"`
  return `"${String(value).replaceAll('"', '""')}"`
}

export const castText = (name: string) => `cast(${quotedName(name)} as text)`
