import { identifier, literal } from '#base/sql.ts'
import { DAY } from '#base/time.ts'
import type { ResultColumn } from './answers.ts'
import { OTHER, TOTAL } from './chart-kinds.ts'
import type { ChartSpec } from './chart-spec.ts'
import { isNumeric, isTemporal } from './result.ts'

/**
 * What a chart shows of a whole stored result, as statements over a table `result`: sums of DECIMAL and integer columns stay exact, and
 * nothing is computed from a part of the rows. Values go into statements only as numbers; names only quoted.
 */

/** The columns of a chart under names of ours: x, s, y0, y1 …; `place` counts the rows from 1 as they are stored. */
function drawn({ x, series, y }: ChartSpec): string {
  const column = (name: string | null) => (name === null ? 'NULL' : identifier(name))
  const measures = y.map((name, i) => `${column(name)} AS y${i}`)
  return `WITH d AS (SELECT ${column(x)} AS x, ${column(series)} AS s, ${measures.join(', ')}, row_number() OVER () AS place FROM result)`
}

/** One row: rows, and different x, series and pairs of them; null counts as one. */
export const countsSql = (spec: ChartSpec): string =>
  `${drawn(spec)} SELECT (SELECT count(*) FROM d), ${['x', 's', 'x, s']
    .map((list) => `(SELECT count(*) FROM (SELECT DISTINCT ${list} FROM d))`)
    .join(', ')}`

/** x, series and measures as stored, in that order; of more places on the axis than `every` allows each n-th, and the last. */
export function rowsSql(spec: ChartSpec, every: number): string {
  const columns = ['x', 's', ...spec.y.map((_, i) => `y${i}`)].join(', ')
  if (every <= 1) return `${drawn(spec)} SELECT ${columns} FROM d ORDER BY place`
  return `${drawn(spec)}, r AS (SELECT *, dense_rank() OVER (ORDER BY x) AS rank FROM d)
SELECT ${columns} FROM r WHERE (rank - 1) % ${every} = 0 OR rank = (SELECT max(rank) FROM r) ORDER BY place`
}

export const newestSql = (spec: ChartSpec, most: number): string =>
  `${drawn(spec)} SELECT x, s, ${spec.y.map((_, i) => `y${i}`).join(', ')} FROM (SELECT * FROM d ORDER BY x DESC NULLS LAST, place DESC LIMIT ${most}) ORDER BY x, place`

/** How many x and series are kept, largest first; null keeps all. `sum`: the others are added up as one, otherwise left out. */
export type Fold = { x: number | null; series: number | null; sum: boolean }

/** Each x and series with its rank by size, and `f`: the rows with those that are not kept folded into OTHER. */
function folded(spec: ChartSpec, { x, series, sum }: Fold): string {
  const ranked = (name: 'x' | 's') =>
    `${name}_ranks AS (SELECT ${name}, row_number() OVER (ORDER BY sum(abs(CAST(y0 AS DOUBLE))) DESC NULLS LAST, min(place)) AS rank, min(place) AS first FROM d GROUP BY ${name})`
  const topOrOther = (name: 'x' | 's', most: number | null) =>
    most === null
      ? `CAST(d.${name} AS VARCHAR)`
      : `CASE WHEN ${name}_ranks.rank <= ${most} THEN CAST(d.${name} AS VARCHAR) ELSE ${literal(OTHER)} END`
  const within = [x === null ? '' : `x_ranks.rank <= ${x}`, series === null ? '' : `s_ranks.rank <= ${series}`]
  const where = sum ? '' : ` WHERE ${within.filter(Boolean).join(' AND ') || 'true'}`
  const first = x === null ? 'x_ranks.first' : `CASE WHEN x_ranks.rank <= ${x} THEN x_ranks.first ELSE 9e18 END`
  return `${drawn(spec)}, ${ranked('x')}, ${ranked('s')}, f AS (SELECT ${topOrOther('x', x)} AS x, ${topOrOther('s', series)} AS s, ${spec.y
    .map((_, i) => `d.y${i}`)
    .join(', ')}, d.place, ${first} AS first FROM d
JOIN x_ranks ON d.x IS NOT DISTINCT FROM x_ranks.x JOIN s_ranks ON d.s IS NOT DISTINCT FROM s_ranks.s${where})`
}

/** x, series and measures of the largest, and of all others together. */
export function foldedSql(spec: ChartSpec, fold: Fold): string {
  const measures = spec.y.map((_, i) => (fold.sum ? `sum(y${i})` : `y${i}`)).join(', ')
  if (!fold.sum) return `${folded(spec, fold)} SELECT x, s, ${measures} FROM f ORDER BY place`
  return `${folded(spec, fold)} SELECT x, s, ${measures} FROM f GROUP BY x, s ORDER BY min(first), min(place)`
}

/** x, series and measures of each cell of a pivot table, with totals over each (TOTAL) where `fold.sum` says that sums mean something. */
export function pivotSql(spec: ChartSpec, fold: Fold): string {
  if (!fold.sum) return foldedSql(spec, fold)
  const total = (name: 'x' | 's') => `CASE WHEN grouping(${name}) = 1 THEN ${literal(TOTAL)} ELSE ${name} END`
  const sets = spec.series === null ? '(x, s), (s)' : '(x, s), (x), (s), ()'
  return `${folded(spec, fold)} SELECT ${total('x')}, ${total('s')}, ${spec.y.map((_, i) => `sum(y${i})`).join(', ')} FROM f
GROUP BY GROUPING SETS (${sets}) ORDER BY grouping(x), grouping(s), min(first), min(place)`
}

const FINITE = 'SELECT CAST(y0 AS DOUBLE) AS v, * FROM d WHERE isfinite(CAST(y0 AS DOUBLE))'

/** One row: rows, rows with a number, least, greatest, both quartiles and the number of different values. */
export const spreadSql = (spec: ChartSpec): string =>
  `${drawn(spec)} SELECT (SELECT count(*) FROM d), count(*), min(v), max(v), quantile_cont(v, 0.25), quantile_cont(v, 0.75), count(DISTINCT v) FROM (${FINITE})`

/** One row: how many values lie from each edge up to the next; the last bin has its upper edge too. @param edges numbers as decimal text */
export function binsSql(spec: ChartSpec, edges: string[]): string {
  const last = edges.length - 2
  const counts = edges
    .slice(0, -1)
    .map((edge, i) => `count(*) FILTER (y0 >= ${edge} AND y0 ${i === last ? '<=' : '<'} ${edges[i + 1]})`)
  return `${drawn(spec)} SELECT ${counts.join(', ')} FROM (${FINITE})`
}

/** Values outside the whiskers that are drawn one by one. */
const OUTLIERS = 30

/**
 * A row for each x, as stored: x, values, both ends of the whiskers (the last values within one and a half times the box), quartiles,
 * how many lie outside, and the first of these as a list.
 */
export const boxesSql = (spec: ChartSpec, most: number): string =>
  `${drawn(spec)}, v AS (${FINITE}),
q AS (SELECT x, count(*) AS n, quantile_cont(v, 0.25) AS q1, quantile_cont(v, 0.5) AS q2, quantile_cont(v, 0.75) AS q3, min(place) AS first FROM v GROUP BY x ORDER BY n DESC, first LIMIT ${most})
SELECT q.x, any_value(n), min(v) FILTER (${INSIDE}), any_value(q1), any_value(q2), any_value(q3), max(v) FILTER (${INSIDE}), count(*) FILTER (NOT (${INSIDE})),
CAST(list_slice(list(v ORDER BY v) FILTER (NOT (${INSIDE})), 1, ${OUTLIERS}) AS VARCHAR)
FROM v JOIN q ON v.x IS NOT DISTINCT FROM q.x GROUP BY q.x ORDER BY min(first)`
const INSIDE = 'v BETWEEN q1 - 1.5 * (q3 - q1) AND q3 + 1.5 * (q3 - q1)'

export const averagesSql = (spec: ChartSpec): string => `${drawn(spec)} SELECT avg(v), median(v) FROM (${FINITE})`

/** One row: slope, intercept, R² and the number of points of the straight line of least squares; t as in `trendPlace`. */
export function trendSql(spec: ChartSpec, columns: ResultColumn[]): string {
  const type = columns.find(({ name }) => name === spec.x)?.type ?? ''
  const t = isTemporal(type)
    ? `epoch_ms(CAST(x AS TIMESTAMP)) / ${DAY}.0`
    : isNumeric(type)
      ? 'CAST(x AS DOUBLE)'
      : 'CAST(place AS DOUBLE)'
  return `${drawn(spec)} SELECT regr_slope(v, t), regr_intercept(v, t), regr_r2(v, t), regr_count(v, t) FROM (SELECT v, ${t} AS t FROM (${FINITE})) WHERE isfinite(t)`
}
