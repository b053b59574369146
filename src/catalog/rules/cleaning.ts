import { isNumeric } from '#base/engine-type.ts'
import { identifier, literal } from '#base/sql.ts'
import type { CleanedKeys } from './answers.ts'
import type { PlaceKind } from './places.ts'

/** One side of a join: a table and its key as SQL may name them. */
export type KeySide = { table: string; column: string; type: string }

/**
 * A way to write keys alike. `sql` takes the SQL of a text and gives that of the cleaned text; `other`: the same for the side that is led to,
 * where that is written in another way; `ofValues`: the SQL names values of the data.
 */
export type Cleaning = { how: string; sql(text: string): string; other?(text: string): string; ofValues?: true }

const trimmed = (text: string) => `trim(${text})`
const folded = (text: string) => `lower(trim(${text}))`
/** Small letters without accents and with single spaces. */
export const foldedSql = (text: string) => `regexp_replace(strip_accents(${folded(text)}), '\\s+', ' ', 'g')`

/** From the gentlest to the boldest: of two that find the same, the gentler one is proposed. */
export const CLEANINGS: Cleaning[] = [
  { how: 'without spaces around', sql: trimmed },
  { how: 'in lower case, without spaces around', sql: folded },
  { how: 'in lower case, without accents and double spaces', sql: foldedSql },
  { how: 'without zeros behind the decimal point', sql: (text) => `regexp_replace(${trimmed(text)}, '\\.0+$', '')` },
  { how: 'in lower case, without leading zeros', sql: (text) => `ltrim(${folded(text)}, '0')` },
  {
    how: 'letters and digits only, in lower case',
    sql: (text) => `regexp_replace(lower(${text}), '[^\\p{L}\\p{N}]+', '', 'g')`,
  },
  {
    how: 'without the prefix and leading zeros',
    sql: (text) => `ltrim(regexp_replace(${trimmed(text)}, '^\\D+', ''), '0')`,
  },
]

/** Moments meet the days of a calendar. */
export const BY_DAY: Cleaning = { how: 'by day', sql: (text) => `left(${text}, 10)` }

/** Abbreviations of places are written as the other side writes them. @param instead pairs of folded texts */
export const byPlaces = (kind: PlaceKind, instead: [from: string, to: string][]): Cleaning => ({
  how: `as ${kind}, by ISO 3166`,
  sql: (text) =>
    `CASE ${foldedSql(text)} ${instead.map(([from, to]) => `WHEN ${literal(from)} THEN ${literal(to)}`).join(' ')} ELSE ${foldedSql(text)} END`,
  other: foldedSql,
  ofValues: true,
})

/** Match rate below which a cleaning is looked for, and what it must gain to be proposed. */
const LOW_MATCH = 0.95
const LEAST_GAIN = 0.02
/** Share of distinct keys of the other side that must stay apart: cleaning may not make two things one. */
const LEAST_APART = 0.995

const asText = ({ type }: KeySide, name: string) => (type === 'VARCHAR' ? name : `CAST(${name} AS VARCHAR)`)
const qualified = ({ table, column }: KeySide) => `${identifier(table)}.${identifier(column)}`

/** Whether two keys can be compared as they are: numbers with numbers, anything else with its own kind. */
const sameKind = (a: string, b: string) => a === b || (isNumeric(a) && isNumeric(b))

/**
 * Counts, in one row: values of `from` that are no null, those found in `to` as they are, distinct keys of `to`, values of `to` that are no
 * null, those of them found in `from`, and the rows that a join gives; then for each of the cleanings the values found, the distinct
 * keys of `to` that are left, and the values of `to` that are found.
 */
export function measureSql(from: KeySide, to: KeySide, cleanings: Cleaning[] = CLEANINGS): string {
  const plain = sameKind(from.type, to.type)
  const key = (side: KeySide) => (plain ? identifier(side.column) : asText(side, identifier(side.column)))
  const keys = (side: KeySide) =>
    `SELECT ${key(side)} AS k, CAST(${identifier(side.column)} AS VARCHAR) AS t, count(*) AS n FROM ${identifier(side.table)} WHERE ${identifier(side.column)} IS NOT NULL GROUP BY 1, 2`
  const cleaned = cleanings.flatMap(({ sql, other = sql }) => [
    `sum(n) FILTER (WHERE ${sql('t')} <> '' AND ${sql('t')} IN (SELECT ${other('t')} FROM known))`,
    `(SELECT count(DISTINCT ${other('t')}) FROM known)`,
    `(SELECT sum(n) FROM known WHERE ${other('t')} <> '' AND ${other('t')} IN (SELECT ${sql('t')} FROM used))`,
  ])
  const each = (side: string) => `(SELECT k, sum(n) AS n FROM ${side} GROUP BY 1) AS ${side}_keys`
  const found = [
    'sum(n)',
    'sum(n) FILTER (WHERE k IN (SELECT k FROM known))',
    '(SELECT count(DISTINCT k) FROM known)',
    '(SELECT sum(n) FROM known)',
    '(SELECT sum(n) FROM known WHERE k IN (SELECT k FROM used))',
    `(SELECT sum(used_keys.n * known_keys.n) FROM ${each('used')} JOIN ${each('known')} ON used_keys.k = known_keys.k)`,
  ]
  const named = [...found, ...cleaned].map((part, at) => `coalesce(${part}, 0)::DOUBLE AS c${at}`)
  return `WITH used AS (${keys(from)}), known AS (${keys(to)})\nSELECT ${named.join(', ')} FROM used`
}

/** `multiplies`: rows of `to` that a found row meets on average; null where none meets. */
export type Measured = {
  matchRate: number
  backRate: number
  multiplies: number | null
  values: number
  cleaned: CleanedKeys | null
}

export const bestRate = ({ matchRate, cleaned }: Pick<Measured, 'matchRate' | 'cleaned'>): number =>
  Math.max(matchRate, cleaned?.match_rate ?? 0)

/** What SQL of a cleaning calls the two tables until it is read: their names may change. */
const SIDES = { from: '{from}', to: '{to}' }

/**
 * What the row of `measureSql` says: the shares of values that are found, how many rows a join makes of one, and the gentlest cleaning that finds clearly more.
 * @param leastApart share of the distinct keys of `to` that a cleaning has to keep apart
 */
export function readMeasure(
  row: readonly unknown[],
  from: KeySide,
  to: KeySide,
  cleanings: Cleaning[] = CLEANINGS,
  leastApart = LEAST_APART,
): Measured {
  const [values = 0, plain = 0, distinct = 0, known = 0, back = 0, joined = 0, ...rest] = row.map(Number)
  const matchRate = values === 0 ? 0 : plain / values
  const measured = {
    ...{ matchRate, values, backRate: known === 0 ? 0 : back / known },
    multiplies: plain > 0 ? joined / plain : distinct > 0 && distinct === known ? 1 : null,
  }
  if (values === 0 || matchRate >= LOW_MATCH) return { ...measured, cleaned: null }
  const offers = cleanings
    .map(({ how, sql, other = sql, ofValues }, at) => ({
      ...{ how, ofValues },
      rate: rest[at * 3]! / values,
      apart: rest[at * 3 + 1]! / distinct,
      back: rest[at * 3 + 2]! / known,
      column: sql(asText(from, qualified({ ...from, table: SIDES.from }))),
      to_column: other(asText(to, qualified({ ...to, table: SIDES.to }))),
    }))
    .filter(({ rate, apart }) => apart >= leastApart && rate >= matchRate + LEAST_GAIN)
  const best = Math.max(0, ...offers.map(({ rate }) => rate))
  const gentlest = offers.find(({ rate }) => rate >= best - LEAST_GAIN / 2)
  if (!gentlest) return { ...measured, cleaned: null }
  const { how, column, to_column, rate, back: met, ofValues } = gentlest
  const cleaned = { how, column, to_column, match_rate: rate, match_back: met }
  return { ...measured, cleaned: ofValues ? { ...cleaned, of_values: true } : cleaned }
}

/** A cleaning with the names that the two tables have now. */
export function spelledOut(cleaned: CleanedKeys, from: string, to: string): CleanedKeys {
  const named = (sql: string, side: string, table: string) =>
    sql.replaceAll(`${identifier(side)}.`, `${identifier(table)}.`)
  return {
    ...cleaned,
    column: named(cleaned.column, SIDES.from, from),
    to_column: named(cleaned.to_column, SIDES.to, to),
  }
}
