import { counted } from '#base/format.ts'
import { capital } from '#base/text.ts'
import type { Cell, ResultColumn } from './answers.ts'
import { CHART_KINDS, CHART_LIMITS, type ChartKind, KINDS } from './chart-kinds.ts'
import type { ChartSpec } from './chart-spec.ts'
import { isNumeric, isTemporal } from './result.ts'

export type { ChartKind } from './chart-kinds.ts'
export { CHART_LIMITS } from './chart-kinds.ts'
export type { ChartSpec } from './chart-spec.ts'

/** Numbers that name things (ids, codes, years) are axes and keys, not measures. */
const KEY_NAME = /(^|_)(id|year|code|zip|pin|no)$/i
const measures = (columns: ResultColumn[]) => columns.filter((c) => isNumeric(c.type) && !KEY_NAME.test(c.name))
const times = (columns: ResultColumn[]) =>
  columns.filter((c) => isTemporal(c.type) || /(^|_)(year|month|week|quarter)$/i.test(c.name))

/** Columns of a result, and the statement that made it where it is known. */
export type Shape = { columns: ResultColumn[]; sql?: string }

/** Why a spec cannot be drawn over these columns, as a sentence for whoever wrote it; null when it can. */
export function chartError(spec: Omit<ChartSpec, 'result' | 'title'>, { columns, sql }: Shape): string | null {
  const need = KINDS[spec.kind]
  const a = `A ${need.name.toLowerCase()} chart`
  const find = (name: string) => columns.find((column) => column.name === name)
  const names = columns.map((column) => column.name).join(', ')
  const used = [spec.x, spec.series, ...spec.y].filter((name) => name !== null)
  const missing = used.find((name) => !find(name))
  if (missing !== undefined) return `The result has no column "${missing}". It has: ${names}.`
  const [least, most] = need.y
  if (spec.y.length < least) return `${a} needs ${counted(least, 'measure')} in y${MEASURES[spec.kind] ?? ''}.`
  if (spec.y.length > most)
    return `${a} shows at most ${counted(most, 'measure')} in y${MEASURES[spec.kind] ?? ''}. Leave out the others.`
  const words = spec.y.find((name) => !isNumeric(find(name)?.type ?? ''))
  if (words !== undefined && !(spec.kind === 'number' && spec.y.length === 1))
    return `"${words}" holds no numbers, so it cannot be a measure.`
  if (need.x === 'none' && spec.x !== null) return `${a} has no x: it counts the values of y.`
  if (spec.x === null && need.x !== 'none' && need.x !== 'maybe') return `${a} needs a column for x.`
  const x = spec.x === null ? undefined : find(spec.x)
  if (x && need.x === 'number' && !isNumeric(x.type)) return `${a} needs numbers on x; "${x.name}" holds none.`
  if (x && (need.x === 'time' || need.x === 'maybe') && times([x]).length === 0)
    return `${a} needs times on x; "${x.name}" holds none.`
  if (spec.series !== null && need.series === 'none') return `${a} takes no series.`
  if (spec.series === null && need.series === 'needed')
    return `${a} needs a second column of names in series: x are its columns, series its rows.`
  if (spec.series !== null && spec.y.length > 1)
    return 'A series column splits one measure; leave out series or all measures but one.'
  if (new Set(used).size < used.length) return 'A column can stand in a chart only once.'
  const rate = addsUp(spec) ? spec.y.find((name) => !isAdditive(name, sql)) : undefined
  if (rate !== undefined) return `"${rate}" is an average or a rate: such do not add up. Take bar or line.`
  return linesError(spec)
}

/** Whether a chart adds its values up; a single area does not. */
export const addsUp = ({
  kind,
  series,
  y,
}: Pick<ChartSpec, 'kind' | 'y'> & { series?: string | null | undefined }): boolean =>
  KINDS[kind].adds === true && (kind !== 'area' || Boolean(series) || y.length > 1)

const MEASURES: Partial<Record<ChartKind, string>> = {
  combo: ' (the last is the line, on an axis of its own)',
  band: ' (the value, perhaps a second one, then the low and the high end)',
}

function linesError({ kind, lines, series, y }: Omit<ChartSpec, 'result' | 'title'>): string | null {
  if (!lines?.length) return null
  if (!KINDS[kind].lines) return `A ${KINDS[kind].name.toLowerCase()} chart has no axis for a reference line.`
  if (!lines.some(({ at }) => at === 'trend')) return null
  if (!['scatter', 'line'].includes(kind)) return 'A trend is drawn over a line or scatter chart.'
  return series !== null || y.length > 1 ? 'A trend needs one measure without a series.' : null
}

/** Averages, rates and extremes: a sum of them means nothing. @param sql the statement that computed the column, where it is known */
export function isAdditive(column: string, sql = ''): boolean {
  if (/(^|[_ ])(avg|average|mean|median|rate|ratio|min|max)([_ ]|$)/i.test(column)) return false
  return !/^[^(]*(?:\b(?:round|cast|coalesce|try_cast)\s*\(\s*)*\b(?:avg|mean|median|min|max|quantile\w*)\s*\(/i.test(
    expressionOf(column, sql),
  )
}

/** What stands before `AS column` in a list of columns; nothing where it is not found. */
function expressionOf(column: string, sql: string): string {
  const name = new RegExp(`\\bas\\s+"?${RegExp.escape(column)}"?(?![\\w"])`, 'i').exec(sql)
  if (!name) return ''
  let depth = 0
  for (let at = name.index - 1; at >= 0; at--) {
    const sign = sql[at]
    if (sign === ')') depth++
    else if (sign === '(' && --depth < 0) return sql.slice(at + 1, name.index)
    else if (depth === 0 && (sign === ',' || /^select\s/i.test(sql.slice(at, at + 7))))
      return sql.slice(sign === ',' ? at + 1 : at + 6, name.index)
  }
  return ''
}

/** A chart that fits the shape of a result: time makes a line, categories bars, two measures a scatter, one value a big number. */
export function chooseChart(
  result: { id: string; columns: ResultColumn[]; rows: Cell[][]; total_rows: number },
  title: string,
): ChartSpec | null {
  const { columns, rows } = result
  const numbers = measures(columns)
  const first = numbers[0]
  if (!first || rows.length === 0) return null
  const spec = (kind: ChartKind, x: string | null, y: string[], series: string | null = null): ChartSpec => ({
    result: result.id,
    kind,
    x,
    y,
    series,
    title,
  })
  if (result.total_rows === 1) return spec('number', null, numbers.map((column) => column.name).slice(0, 4))
  const time = times(columns)[0]
  const words = columns.filter((c) => c !== time && !isNumeric(c.type) && !isTemporal(c.type))
  const distinct = (column: ResultColumn) => new Set(rows.map((row) => row[columns.indexOf(column)])).size
  if (time) {
    const split = words.find((column) => distinct(column) > 1 && distinct(column) <= CHART_LIMITS.series)
    if (split) return spec('line', time.name, [first.name], split.name)
    if (words.length > 0) return null
    return spec(distinct(time) < 3 ? 'bar' : 'line', time.name, sameUnit(numbers, columns, rows))
  }
  const category = words[0] ?? columns.find((c) => KEY_NAME.test(c.name))
  if (category) {
    const second = words[1]
    if (second && distinct(category) < rows.length) {
      const fits = distinct(second) <= CHART_LIMITS.series && distinct(category) <= CHART_LIMITS.bars
      return fits ? spec('stacked', category.name, [first.name], second.name) : null
    }
    if (distinct(category) < rows.length || result.total_rows > 200) return null
    return spec('bar', category.name, [first.name])
  }
  return numbers[1] ? spec('scatter', first.name, [numbers[1].name]) : null
}

/** Measures that may share one axis: those within two powers of ten of the first. */
function sameUnit(numbers: ResultColumn[], columns: ResultColumn[], rows: Cell[][]): string[] {
  const size = (column: ResultColumn) =>
    Math.max(0, ...rows.map((row) => Math.abs(Number(row[columns.indexOf(column)] ?? 0)) || 0))
  const scale = numbers[0] ? size(numbers[0]) : 0
  return numbers
    .filter((column, at) => at === 0 || (scale > 0 && size(column) / scale > 0.05 && size(column) / scale < 20))
    .slice(0, 4)
    .map((column) => column.name)
}

/** Kinds that a click may change this chart to, given what its result holds. */
export const kindsFor = (spec: ChartSpec, table: Shape & { rows: Cell[][] }): ChartKind[] =>
  CHART_KINDS.filter((kind) => {
    const next = withKind(spec, kind, table)
    return next !== null && (kind === spec.kind || suits(next, table))
  })

/** Whether the rows make such a chart worth choosing: several values for a box, none below zero where sizes are areas. */
function suits({ kind, x, y, series }: ChartSpec, { columns, rows }: Shape & { rows: Cell[][] }): boolean {
  const at = (name: string | null) => columns.findIndex((column) => column.name === name)
  if (KINDS[kind].positive && rows.some((row) => y.some((name) => Number(row[at(name)]) < 0))) return false
  if (kind === 'map') return x !== null && PLACE_NAME.test(x)
  if (kind === 'histogram') return rows.length >= SAMPLE
  const points = new Set(rows.map((row) => JSON.stringify([row[at(x)], row[at(series)]]))).size
  if (kind === 'box') return points * 4 <= rows.length
  return kind === 'scatter' || kind === 'number' || kind === 'pivot' || points === rows.length
}

/** Rows from which how values are spread is worth a picture. */
const SAMPLE = 12
const PLACE_NAME = /(^|[_ ])(country|countries|nation|state|province|iso\w*|place|location|territory|region)([_ ]|$)/i
const LOW = /(^|[_ ])(low|lower|min|p0?5|p10|lo)([_ ]|$)/i
const HIGH = /(^|[_ ])(high|upper|max|p9\d|hi)([_ ]|$)/i

/** The same chart as another kind, its columns kept where they still fit; null when the result cannot be shown that way. */
export function withKind(spec: ChartSpec, kind: ChartKind, { columns, sql }: Shape): ChartSpec | null {
  const need = KINDS[kind]
  const numbers = measures(columns).map(({ name }) => name)
  const time = times(columns.filter(({ name }) => !spec.y.includes(name)))
  const isTime = spec.x !== null && times(columns.filter(({ name }) => name === spec.x)).length > 0
  const names = columns.filter(({ type }) => !isNumeric(type) && !isTemporal(type)).map(({ name }) => name)
  let x = spec.x
  if (need.x === 'none') x = null
  else if (need.x === 'number')
    x = numbers.find((name) => name === spec.x) ?? numbers.find((name) => !spec.y.includes(name)) ?? null
  else if (need.x !== 'any' || kind === 'line' || kind === 'area') x = isTime ? spec.x : (time[0]?.name ?? null)
  else x ??= columns.find(({ name }) => !spec.y.includes(name) && !numbers.includes(name))?.name ?? null
  if (x === null && need.x !== 'none' && need.x !== 'maybe') return null
  let y = spec.y.slice(0, need.y[1])
  if (kind === 'band') y = [y[0]!, ...[LOW, HIGH].flatMap((end) => numbers.find((name) => end.test(name)) ?? [])]
  else if (y.length < need.y[0])
    y = [...y, ...numbers.filter((name) => name !== x && !y.includes(name))].slice(0, need.y[0])
  let series = need.series === 'none' ? null : spec.series
  if (need.series === 'needed') series ??= names.find((name) => name !== x) ?? null
  if (kind === 'scatter' || x === series) series = null
  if (series !== null) y = y.slice(0, 1)
  if (kind === 'stacked' && series === null && y.length < 2) return null
  const lines = need.lines
    ? spec.lines?.filter(({ at }) => at !== 'trend' || kind === 'line' || kind === 'scatter')
    : []
  const { sort, top, lines: _, ...rest } = spec
  const next: ChartSpec = {
    ...rest,
    ...{ kind, x, y, series },
    ...(need.sorts && sort ? { sort } : {}),
    ...(need.sorts && top ? { top } : {}),
    ...(lines?.length ? { lines } : {}),
  }
  return chartError(next, sql === undefined ? { columns } : { columns, sql }) === null ? next : null
}

/** The name of a column as people read it, without the unit, which stands on the axis: `revenue_2025_inr` is "revenue 2025". */
export const spoken = (name: string) =>
  name
    .replace(/(?<=.)_(inr|usd|eur|gbp)$/i, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
const listed = (names: string[]) =>
  names
    .map(spoken)
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1')

/** What a chart is grouped by, in words: "month and courier". Empty for numbers alone. */
export const groupingOf = ({ x, series }: Pick<ChartSpec, 'x' | 'series'>): string =>
  listed([x, series].filter((name) => name !== null))

/** "Returned by month and courier": says what a chart shows when nobody gave it a title. */
export function chartSubtitle(spec: ChartSpec): string {
  const text = spec.x === null ? listed(spec.y) : `${listed(spec.y)} by ${groupingOf(spec)}`
  return capital(text)
}
