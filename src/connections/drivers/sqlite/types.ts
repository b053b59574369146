import { field, type Writer } from '../text.ts'

const DAY = `'[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]'`
const MOMENT = `'[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9][ T][0-2][0-9]:[0-5][0-9]:[0-5][0-9]*'`

/** What is counted of a column's values; SQLite keeps any value in any column, so what is declared says only what is usual. */
const COUNTS = {
  values: (column: string) => `count(${column})`,
  integers: (column: string) => `sum(typeof(${column}) = 'integer')`,
  reals: (column: string) => `sum(typeof(${column}) = 'real')`,
  blobs: (column: string) => `sum(typeof(${column}) = 'blob')`,
  flags: (column: string) => `sum(typeof(${column}) = 'integer' and ${column} in (0, 1))`,
  dates: (column: string) =>
    `sum(typeof(${column}) = 'text' and ${column} glob ${DAY} and date(${column}) = ${column})`,
  moments: (column: string) =>
    `sum(typeof(${column}) = 'text' and ${column} glob ${MOMENT} and length(${column}) <= 26 and substr(${column}, 20) not glob '*[^.0-9]*'
    and strftime('%Y-%m-%d %H:%M:%S', substr(${column}, 1, 19)) = replace(substr(${column}, 1, 19), 'T', ' '))`,
}
type Census = Record<keyof typeof COUNTS, number>

/** SQL that counts a column's values by kind. @param column as SQL */
export const census = (column: string): string[] => Object.values(COUNTS).map((count) => count(column))

/** @param counts what `census` gave for each column */
export const duckTypes = (columns: { type: string | null }[], counts: unknown[]): string[] =>
  columns.map(({ type }, index) => {
    const kinds = Object.keys(COUNTS)
    const own = kinds.map((kind, n) => [kind, Number(counts[index * kinds.length + n] ?? 0)])
    return duckType(type ?? '', Object.fromEntries(own) as Census)
  })

/** The DuckDB type that holds every value that is there; VARCHAR when they are of several kinds. @param declared '' for an expression */
function duckType(declared: string, { values, integers, reals, blobs, flags, dates, moments }: Census): string {
  const type = declared.toUpperCase()
  const usual = USUAL.find(([pattern]) => pattern.test(type))?.[1]
  if (values === 0) return usual ?? 'VARCHAR'
  if (blobs === values) return 'BLOB'
  if (usual === 'BOOLEAN' && flags === values) return 'BOOLEAN'
  if (usual === 'DATE' && dates === values) return 'DATE'
  if (usual === 'TIMESTAMP' && moments === values) return 'TIMESTAMP'
  if (/CHAR|CLOB|TEXT/.test(type)) return 'VARCHAR'
  if (/REAL|FLOA|DOUB/.test(type) && integers + reals === values) return 'DOUBLE'
  if (integers === values) return 'BIGINT'
  return integers + reals === values ? 'DOUBLE' : 'VARCHAR'
}

/** What a declared type means where there is no value; the first that fits holds. */
const USUAL: [RegExp, string][] = [
  [/^BOOL/, 'BOOLEAN'],
  [/^DATE$/, 'DATE'],
  [/^(DATETIME|TIMESTAMP)/, 'TIMESTAMP'],
  [/INT/, 'BIGINT'],
  [/REAL|FLOA|DOUB|NUMERIC|DECIMAL/, 'DOUBLE'],
  [/BLOB/, 'BLOB'],
]

/** One value as a field of the CSV. Integers arrive as bigint, so none loses digits. */
export const fieldOf: Writer = (value) => {
  if (typeof value === 'bigint' || typeof value === 'number') return String(value)
  return field(value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value))
}
