import { isNumeric, isTemporal } from '#base/engine-type.ts'
import { identifier } from '#base/sql.ts'
import type { CatalogColumn, CatalogTable } from './answers.ts'

/** Values of a column in equal steps from its smallest to its largest: how many rows fall into each. */
export type Histogram = { column: string; counts: number[] }
/** Steps of a histogram, and columns of a table that get one at most: their rows are what the engine gives at once. */
export const STEPS = 16
const MOST_HISTOGRAMS = 12

/** What shows a column best: bars of its frequent values, how it is spread, its range, or some of its values. */
export type ProfileKind = 'bars' | 'histogram' | 'range' | 'values' | 'empty'

/** Distinct values up to which numbers are shown as bars: ratings, years, flags. */
export const FEW = 8

export function profileKind(column: CatalogColumn, histogram: Histogram | undefined): ProfileKind {
  if (column.min === null && column.top.length === 0 && column.sample.length === 0) return 'empty'
  const spread = isNumeric(column.type) || isTemporal(column.type)
  if (spread && column.distinct > FEW && column.role !== 'id') return histogram ? 'histogram' : 'range'
  if (column.role === 'id') return 'range'
  if (column.top.length > 0 && column.top[0]!.count > 1) return 'bars'
  return 'values'
}

export const countable = (table: CatalogTable): CatalogColumn[] =>
  table.columns
    .filter(
      (column) =>
        !column.hidden &&
        column.role !== 'id' &&
        column.distinct > FEW &&
        column.min !== null &&
        (isNumeric(column.type) || /^(DATE|TIMESTAMP)/.test(column.type)),
    )
    .slice(0, MOST_HISTOGRAMS)

/** One statement that counts all of them: number of the column, step, rows. @param from SQL of the rows */
export function histogramSql(from: string, columns: CatalogColumn[]): string {
  return columns
    .map(({ name, type }, at) => {
      const value = isNumeric(type) ? `${identifier(name)}::DOUBLE` : `epoch(${identifier(name)})`
      return `(WITH v AS (SELECT ${value} AS x FROM ${from} WHERE ${identifier(name)} IS NOT NULL), ends AS (SELECT min(x) AS low, max(x) AS high FROM v WHERE isfinite(x))
SELECT ${at} AS c, least(${STEPS - 1}, floor((x - low) / nullif(high - low, 0) * ${STEPS}))::INTEGER AS step, count(*) AS n FROM v, ends WHERE isfinite(x) GROUP BY ALL)`
    })
    .join('\nUNION ALL ')
}

/** The histograms that the rows of `histogramSql` make. */
export function readHistograms(columns: CatalogColumn[], rows: readonly unknown[][]): Histogram[] {
  return columns.flatMap(({ name }, at) => {
    const counts = Array.from({ length: STEPS }, () => 0)
    for (const [column, step, n] of rows) if (column === at && typeof step === 'number') counts[step] = Number(n)
    return counts.some((n) => n > 0) ? [{ column: name, counts }] : []
  })
}

/** Whether a column names each row: never empty, never twice. */
export const isKey = ({ nulls, distinct }: CatalogColumn, { rows, rows_estimated }: CatalogTable): boolean =>
  !rows_estimated && rows > 1 && nulls === 0 && distinct === rows
