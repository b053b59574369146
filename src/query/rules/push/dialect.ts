/** What of an expression decides how another database must be asked for the same value. */
export type Kind = 'integer' | 'decimal' | 'double' | 'text' | 'date' | 'timestamp' | 'boolean' | 'null'

/** How a database writes what DuckDB's SQL says, so that both give the same values. */
export type Dialect = {
  identifier(name: string): string
  text(value: string): string
  /** A text column so that it equals only what DuckDB holds for equal, and back to a text in the answer. */
  exactly: { in(sql: string): string; out(sql: string): string }
  /** A text whose order, smallest and largest are decided byte by byte, as in DuckDB. */
  bytewise(sql: string): string
  /** Native types whose equality is that of their bytes: others, such as texts without case, are not compared there. */
  isExactText(native: string): boolean
  /** A number with which sums, products and quotients neither overflow nor lose digits that DuckDB keeps. */
  wide(sql: string, kind: Kind): string
  double(sql: string): string
  /** What is averaged, so that the mean has all the digits of a DOUBLE. */
  averaged(sql: string, kind: Kind): string
  /** `part`: year, quarter, month, week, day, hour, minute. */
  truncate(part: string, sql: string): string
  /** `part`: the same and `dow` (Sunday is 0), `isodow` (Monday is 1), `doy`, as a whole number. */
  part(part: string, sql: string): string
  round(sql: string, digits: string): string
  /** LIKE that minds case; null where this pattern would mean something else. */
  like(value: string, pattern: string): string | null
  orderTerm(sql: string, descending: boolean, nullsFirst: boolean): string
  /** Whether an aggregate may have FILTER (WHERE …); otherwise it is written with CASE. */
  filter: boolean
}

const quotedText = (value: string) => `'${value.replaceAll("'", "''")}'`
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

const postgres: Dialect = {
  identifier: quoted,
  text: quotedText,
  exactly: { in: (sql) => sql, out: (sql) => sql },
  bytewise: (sql) => `(${sql}) COLLATE "C"`,
  isExactText: (native) => /^(text|varchar|character varying)\b/i.test(native),
  wide: (sql, kind) => (kind === 'double' ? `(${sql})::double precision` : `(${sql})::numeric`),
  double: (sql) => `(${sql})::double precision`,
  averaged: (sql) => `(${sql})::numeric`,
  truncate: (part, sql) => `date_trunc('${part}', (${sql})::timestamp)`,
  part: (part, sql) => `extract(${part} from (${sql})::timestamp)::bigint`,
  round: (sql, digits) => `round((${sql})::numeric, ${digits})`,
  like: (value, pattern) => `(${value}) LIKE ${pattern} ESCAPE ''`,
  orderTerm: (sql, descending, nullsFirst) =>
    `${sql} ${descending ? 'DESC' : 'ASC'} NULLS ${nullsFirst ? 'FIRST' : 'LAST'}`,
  filter: true,
}

/** The beginning of the period that a moment lies in. */
const MYSQL_PERIODS: Record<string, (sql: string) => string> = {
  year: (sql) => `DATE_FORMAT(${sql}, '%Y-01-01 00:00:00')`,
  quarter: (sql) =>
    `DATE_FORMAT(MAKEDATE(YEAR(${sql}), 1) + INTERVAL (QUARTER(${sql}) - 1) QUARTER, '%Y-%m-%d 00:00:00')`,
  month: (sql) => `DATE_FORMAT(${sql}, '%Y-%m-01 00:00:00')`,
  week: (sql) => `DATE_FORMAT(DATE_SUB(DATE(${sql}), INTERVAL WEEKDAY(${sql}) DAY), '%Y-%m-%d 00:00:00')`,
  day: (sql) => `DATE_FORMAT(${sql}, '%Y-%m-%d 00:00:00')`,
  hour: (sql) => `DATE_FORMAT(${sql}, '%Y-%m-%d %H:00:00')`,
  minute: (sql) => `DATE_FORMAT(${sql}, '%Y-%m-%d %H:%i:00')`,
}
const MYSQL_PARTS: Record<string, (sql: string) => string> = {
  ...Object.fromEntries(
    ['year', 'quarter', 'month', 'day', 'hour', 'minute'].map((part) => [
      part,
      (sql: string) => `${part.toUpperCase()}(${sql})`,
    ]),
  ),
  week: (sql) => `WEEK(${sql}, 3)`,
  dow: (sql) => `(DAYOFWEEK(${sql}) - 1)`,
  isodow: (sql) => `(WEEKDAY(${sql}) + 1)`,
  doy: (sql) => `DAYOFYEAR(${sql})`,
}

/** MySQL and MariaDB, with names in double quotes (sql_mode ANSI_QUOTES). Texts are compared as bytes: there, `a` equals `A` and `a `. */
const mysql: Dialect = {
  identifier: quoted,
  text: quotedText,
  exactly: {
    in: (sql) => `CAST(CONVERT(${sql} USING utf8mb4) AS BINARY)`,
    out: (sql) => `CONVERT(${sql} USING utf8mb4)`,
  },
  bytewise: (sql) => sql,
  isExactText: (native) => /^(var)?char|text/i.test(native),
  wide: (sql, kind) => (kind === 'double' ? `(${sql} + 0e0)` : sql),
  double: (sql) => `(${sql} + 0e0)`,
  averaged: (sql) => `(${sql} + 0e0)`,
  truncate: (part, sql) => MYSQL_PERIODS[part]!(sql),
  part: (part, sql) => MYSQL_PARTS[part]!(sql),
  // Halves of a DOUBLE are rounded to the even neighbour there, those of a DECIMAL away from zero.
  round: (sql, digits) => `ROUND(CAST(${sql} AS DECIMAL(65, 20)), ${digits})`,
  // Bytes have no characters for _ to stand for; a backslash, which would escape there, is in no text of ours.
  like: (value, pattern) => (pattern.includes('_') ? null : `${value} LIKE ${pattern}`),
  orderTerm: (sql, descending, nullsFirst) =>
    `(${sql} IS NULL) ${nullsFirst ? 'DESC' : 'ASC'}, ${sql} ${descending ? 'DESC' : 'ASC'}`,
  filter: false,
}

/** By the names of connection engines; a database that is not here is asked for rows instead of answers. */
export const DIALECTS: Partial<Record<string, Dialect>> = { postgres, mysql }
