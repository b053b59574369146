import type { Grain } from './form.ts'

/** What differs between engines. */
export type Dialect = {
  identifier(name: string): string
  text(value: string): string
  truncate(grain: Grain, sql: string): string
  /** 1 for Monday to 7 for Sunday. */
  weekdayNumber(sql: string): string
  asTime(sql: string): string
  asNumber(sql: string): string
  asText(sql: string): string
  contains(sql: string, pattern: string): string
  /** Whole days from one date to a later one. */
  days(from: string, to: string): string
}

const RESERVED = new Set(
  `all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create default deferrable desc
  describe distinct do else end except false fetch for foreign from grant group having in initially intersect into lambda lateral
  leading limit not null offset on only or order pivot placing primary qualify references returning select show some summarize
  symmetric table then to trailing true union unique unpivot using variadic when where window with date time timestamp interval
  left right inner outer full cross natural join is like between exists values row position`
    .trim()
    .split(/\s+/),
)

export const duckdb: Dialect = {
  identifier: (name) =>
    /^[a-z_][a-z0-9_]*$/i.test(name) && !RESERVED.has(name.toLowerCase()) ? name : `"${name.replaceAll('"', '""')}"`,
  text: (value) => `'${value.replaceAll("'", "''")}'`,
  truncate: (grain, sql) =>
    grain === 'weekday'
      ? `dayname(${sql})`
      : grain === 'hour'
        ? `hour(${sql})`
        : grain === 'year'
          ? `year(${sql})`
          : `CAST(date_trunc('${grain}', ${sql}) AS DATE)`,
  weekdayNumber: (sql) => `isodow(${sql})`,
  asTime: (sql) => `TRY_CAST(${sql} AS TIMESTAMP)`,
  asText: (sql) => `CAST(${sql} AS VARCHAR)`,
  asNumber: (sql) => `TRY_CAST(${sql} AS DOUBLE)`,
  contains: (sql, pattern) => `${sql} ILIKE ${pattern}`,
  days: (from, to) => `date_diff('day', ${from}, ${to})`,
}

/** For a second try: every name quoted, so that no word of the engine can be meant. */
export const careful: Dialect = { ...duckdb, identifier: (name) => `"${name.replaceAll('"', '""')}"` }
