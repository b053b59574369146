/** What of an expression decides how another database must be asked for the same value. */
export type Kind = 'integer' | 'decimal' | 'double' | 'text' | 'date' | 'timestamp' | 'boolean' | 'null'

/** How a database writes what DuckDB's SQL says, so that both give the same values. */
export type Dialect = {
  identifier(name: string): string
  text(value: string): string
  /** A text whose order, smallest and largest are decided byte by byte, as in DuckDB. */
  bytewise(sql: string): string
  /** Native types whose equality is that of their bytes: others, such as texts without case, are not compared there. */
  isExactText(native: string): boolean
  /** A number with which sums, products and quotients neither overflow nor lose digits that DuckDB keeps. */
  wide(sql: string, kind: Kind): string
  double(sql: string): string
  /** `part`: year, quarter, month, week, day, hour, minute. */
  truncate(part: string, sql: string): string
  /** `part`: the same and `dow` (Sunday is 0), `isodow` (Monday is 1), `doy`, as a whole number. */
  part(part: string, sql: string): string
  round(sql: string, digits: string): string
  /** LIKE that minds case; null where there is none. */
  like: ((value: string, pattern: string) => string) | null
  orderTerm(sql: string, descending: boolean, nullsFirst: boolean): string
  /** Whether an aggregate may have FILTER (WHERE …). */
  filter: boolean
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

const postgres: Dialect = {
  identifier: quoted,
  text: (value) => `'${value.replaceAll("'", "''")}'`,
  bytewise: (sql) => `(${sql}) COLLATE "C"`,
  isExactText: (native) => /^(text|varchar|character varying)\b/i.test(native),
  wide: (sql, kind) => (kind === 'double' ? `(${sql})::double precision` : `(${sql})::numeric`),
  double: (sql) => `(${sql})::double precision`,
  truncate: (part, sql) => `date_trunc('${part}', (${sql})::timestamp)`,
  part: (part, sql) => `extract(${part} from (${sql})::timestamp)::bigint`,
  round: (sql, digits) => `round((${sql})::numeric, ${digits})`,
  like: (value, pattern) => `(${value}) LIKE ${pattern} ESCAPE ''`,
  orderTerm: (sql, descending, nullsFirst) =>
    `${sql} ${descending ? 'DESC' : 'ASC'} NULLS ${nullsFirst ? 'FIRST' : 'LAST'}`,
  filter: true,
}

/** By the names of connection engines; a database that is not here is asked for rows instead of answers. */
export const DIALECTS: Partial<Record<string, Dialect>> = { postgres }
