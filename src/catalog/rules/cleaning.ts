import { isNumeric } from '#base/engine-type.ts'
import { identifier } from '#base/sql.ts'
import type { CleanedKeys } from './answers.ts'

/** One side of a join: a table and its key as SQL may name them. */
export type KeySide = { table: string; column: string; type: string }

/** A way to write keys alike. `sql` takes the SQL of a text and gives that of the cleaned text. */
type Cleaning = { how: string; sql(text: string): string }

const trimmed = (text: string) => `trim(${text})`
const folded = (text: string) => `lower(trim(${text}))`

/** From the gentlest to the boldest: of two that find the same, the gentler one is proposed. */
export const CLEANINGS: Cleaning[] = [
  { how: 'without spaces around', sql: trimmed },
  { how: 'in lower case, without spaces around', sql: folded },
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
 * Counts, in one row: values of `from` that are no null, those found in `to` as they are, distinct keys of `to`, and then for each of
 * CLEANINGS the values found and the distinct keys of `to` that are left.
 */
export function measureSql(from: KeySide, to: KeySide): string {
  const plain = sameKind(from.type, to.type)
  const key = (side: KeySide) => (plain ? identifier(side.column) : asText(side, identifier(side.column)))
  const keys = (side: KeySide) =>
    `SELECT ${key(side)} AS k, CAST(${identifier(side.column)} AS VARCHAR) AS t, count(*) AS n FROM ${identifier(side.table)} WHERE ${identifier(side.column)} IS NOT NULL GROUP BY 1, 2`
  const cleaned = CLEANINGS.flatMap(({ sql }) => [
    `sum(n) FILTER (WHERE ${sql('t')} <> '' AND ${sql('t')} IN (SELECT ${sql('t')} FROM known))`,
    `(SELECT count(DISTINCT ${sql('t')}) FROM known)`,
  ])
  const found = ['sum(n)', 'sum(n) FILTER (WHERE k IN (SELECT k FROM known))', '(SELECT count(DISTINCT k) FROM known)']
  const named = [...found, ...cleaned].map((part, at) => `coalesce(${part}, 0)::DOUBLE AS c${at}`)
  return `WITH used AS (${keys(from)}), known AS (${keys(to)})\nSELECT ${named.join(', ')} FROM used`
}

export type Measured = { matchRate: number; values: number; cleaned: CleanedKeys | null }

/** What the row of `measureSql` says: the share of values that is found, and the gentlest cleaning that finds clearly more. */
export function readMeasure(row: readonly unknown[], from: KeySide, to: KeySide): Measured {
  const [values = 0, plain = 0, distinct = 0, ...rest] = row.map(Number)
  const matchRate = values === 0 ? 0 : plain / values
  if (values === 0 || matchRate >= LOW_MATCH) return { matchRate, values, cleaned: null }
  const offers = CLEANINGS.map(({ how, sql }, at) => ({
    how,
    rate: rest[at * 2]! / values,
    apart: rest[at * 2 + 1]! / distinct,
    column: sql(asText(from, qualified(from))),
    to_column: sql(asText(to, qualified(to))),
  })).filter(({ rate, apart }) => apart >= LEAST_APART && rate >= matchRate + LEAST_GAIN)
  const best = Math.max(0, ...offers.map(({ rate }) => rate))
  const gentlest = offers.find(({ rate }) => rate >= best - LEAST_GAIN / 2)
  if (!gentlest) return { matchRate, values, cleaned: null }
  const { how, column, to_column, rate } = gentlest
  return { matchRate, values, cleaned: { how, column, to_column, match_rate: rate } }
}
