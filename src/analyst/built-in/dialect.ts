import type { Grain } from './form.ts'

export type Dialect = typeof duckdb

const RESERVED = new Set(
  `all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create default deferrable desc
  describe distinct do else end except false fetch for foreign from grant group having in initially intersect into lambda lateral
  leading limit not null offset on only or order pivot placing primary qualify references returning select show some summarize
  symmetric table then to trailing true union unique unpivot using variadic when where window with date time timestamp interval
  left right inner outer full cross natural join is like between exists values row position
  anti asof at authorization binary by collation columns concurrently freeze generated glob ilike isnull map notnull overlaps
  positional semi similar struct tablesample try_cast unpack verbose pivot_longer pivot_wider`
    .trim()
    .split(/\s+/),
)

const whole = (sql: string) => `CAST(${sql} AS BIGINT)`

/** What is a part of times, and not when it began. */
const PARTS: { [grain in Grain]?: (sql: string) => string } = {
  weekday: (sql) => `dayname(${sql})`,
  hour: (sql) => `hour(${sql})`,
  year: (sql) => `year(${sql})`,
  'month of the year': (sql) => `monthname(${sql})`,
  'quarter of the year': (sql) => `'Q' || quarter(${sql})`,
}

export const duckdb = {
  identifier: (name: string): string =>
    /^[a-z_][a-z0-9_]*$/i.test(name) && !RESERVED.has(name.toLowerCase()) ? name : `"${name.replaceAll('"', '""')}"`,
  text: (value: string) => `'${value.replaceAll("'", "''")}'`,
  truncate: (grain: Grain, sql: string) => PARTS[grain]?.(sql) ?? `CAST(date_trunc('${grain}', ${sql}) AS DATE)`,
  /** 1 for Monday to 7 for Sunday. */
  weekdayNumber: (sql: string) => `isodow(${sql})`,
  monthNumber: (sql: string) => `month(${sql})`,
  asTime: (sql: string) => `TRY_CAST(${sql} AS TIMESTAMP)`,
  asText: (sql: string) => `CAST(${sql} AS VARCHAR)`,
  asNumber: (sql: string) => `TRY_CAST(${sql} AS DOUBLE)`,
  contains: (sql: string, pattern: string) => `${sql} ILIKE ${pattern}`,
  /** Whether the list in a text has one of these items. */
  hasItem: (sql: string, separator: string, items: string[]) =>
    items.length === 1
      ? `list_contains(string_split(${sql}, ${separator}), ${items[0]})`
      : `list_has_any(string_split(${sql}, ${separator}), [${items.join(', ')}])`,
  /** Days from one time to a later one: whole ones where one of them has no time of day, else also parts of them. */
  days: (from: string, to: string, byDay: boolean) =>
    byDay ? `date_diff('day', ${from}, ${to})` : `date_diff('second', ${from}, ${to}) / 86400.0`,
  /** Beginnings of weeks, months, quarters or years from one time to a later one. */
  lengths: (length: Grain, from: string, to: string) => `date_diff('${length}', ${from}, ${to})`,
  /** The beginnings of all lengths at whose end something was there that lasted from one time to another, or lasts still. */
  standing: (length: Grain, since: string, until: string, last: string) => {
    const first = (sql: string) => `date_trunc('${length}', ${sql})`
    const step = `INTERVAL 1 ${length}`
    return `unnest(generate_series(${first(since)}, coalesce(${first(until)} - ${step}, ${first(`DATE '${last}'`)}), ${step}))`
  },
  dayAfter: (sql: string) => `${sql} + INTERVAL 1 DAY`,
  /** The text with a number for each #: "1,000 to 2,000". `coarse` numbers are whole. */
  ranged: (text: string, numbers: string[], coarse: boolean) =>
    coarse
      ? `format('${text.replaceAll('#', '{:,}')}', ${numbers.map(whole).join(', ')})`
      : `printf('${text.replaceAll('#', '%.2f')}', ${numbers.join(', ')})`,
  /** One row with range_width, range_low and range_high for the numbers that `rows` gives as value; null chooses a width of at least `least`. */
  steps: (rows: string, width: number | null, most: number, least: number) => {
    const ends = 'quantile_cont(value, 0.01) AS first, quantile_cont(value, 0.98) AS last'
    const rough = `greatest((last - first) / ${most}, ${least})`
    // The next of 1, 2, 5, 10, 20, 50 …
    const nice = `CASE WHEN rough <= power THEN power WHEN rough <= 2 * power THEN 2 * power WHEN rough <= 5 * power THEN 5 * power ELSE 10 * power END`
    return `SELECT ${width ?? nice} AS range_width, floor(first / range_width) * range_width AS range_low, floor(last / range_width) * range_width + range_width AS range_high FROM (SELECT first, last, ${rough} AS rough, power(10, floor(log10(rough))) AS power FROM (SELECT ${ends} FROM (${rows})))`
  },
}

/** For a second try: every name quoted, so that no word of the engine can be meant. */
export const careful: Dialect = { ...duckdb, identifier: (name) => `"${name.replaceAll('"', '""')}"` }
