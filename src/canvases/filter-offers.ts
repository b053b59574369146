import { tablesCalled } from '#analyst/by-chips.ts'
import { notFound, unprocessable } from '#base/errors.ts'
import { identifier, literal } from '#base/sql.ts'
import * as query from '#query/run.ts'
import type { CanvasCtx } from './canvases.ts'
import { columnAt, type Filtering, filteredStatement, tablesAt, tablesRead } from './filters.ts'
import type { ListedValues, ReadTable } from './rules/answers.ts'
import { type FilterKind, kindsFor, type Place } from './rules/filter.ts'
import { proposedPlaces } from './rules/propose.ts'

/** The tables that blocks of a board read, with the columns that filters can be on. */
export async function readTables(ctx: CanvasCtx): Promise<ReadTable[]> {
  const read = await tablesRead(ctx)
  const tables = await tablesCalled(ctx, [...read.keys()])
  return tables.map(({ name, columns }) => ({
    table: name,
    blocks: read.get(name.toLowerCase()) ?? [],
    columns: columns
      .map((column) => ({ name: column.name, type: column.type, kinds: kindsFor(column.type) }))
      .filter(({ kinds }) => kinds.length > 0),
  }))
}

/** The columns that a filter on one column would be on, on this board. */
export async function proposedFor(
  ctx: CanvasCtx,
  seed: Pick<Place, 'table' | 'column'>,
  kind: FilterKind,
): Promise<Place[]> {
  const read = await tablesRead(ctx)
  return proposedPlaces(seed, kind, await tablesCalled(ctx, [...read.keys(), seed.table]))
}

/** Tables that the values of one filter are gathered from. */
const MOST_TABLES = 5
type Wanted = { filterId: string; q: string; offset: number; limit: number; set: Filtering }

/**
 * The values that a filter or parameter can be set to, with how many rows have each, as far as the other filters leave them.
 * @throws AppError not_found for a filter that is not there; as `query.probe`
 */
export async function valuesFor(
  ctx: CanvasCtx,
  { filterId, q, offset, limit, set }: Wanted,
  signal: AbortSignal,
): Promise<ListedValues> {
  const parameter = ctx.canvas.parameters.find(({ name }) => name === filterId)
  const offered = parameter?.column ? { places: [parameter.column] } : null
  const filter = offered ?? [...ctx.canvas.filters, ...set.set].find(({ id }) => id === filterId)
  if (!filter) throw notFound('Filter')
  const own = await tablesCalled(ctx, filter.places.flatMap(tablesAt))
  const tables = [...set.tables, ...own]
  const places = placesOfValues(filter.places)
    .flatMap((place) => {
      const column = columnAt(tables, place)
      return column ? [{ table: place.table, column: column.name }] : []
    })
    .slice(0, MOST_TABLES)
  if (places.length === 0) throw unprocessable('The columns of this filter are not there any more. Change the filter.')
  const each = places.map(
    ({ table, column }) =>
      `SELECT CAST(${identifier(column)} AS VARCHAR) AS value, count(*) AS n FROM ${identifier(table)} GROUP BY 1`,
  )
  const search = q === '' ? '' : ` WHERE contains(lower(value), lower(${literal(q)}))`
  const sql = `SELECT value, CAST(sum(n) AS BIGINT) AS n FROM (${each.join(' UNION ALL ')}) AS found${search} GROUP BY 1 ORDER BY n DESC, value LIMIT ${limit + 1} OFFSET ${offset}`
  const others = set.set.filter(({ id }) => id !== filterId)
  const statement = await filteredStatement(ctx, sql, { ...set, tables, set: others })
  if (statement === null) throw unprocessable('The values of this filter cannot be listed. Type them.')
  const { rows } = await query.probe(ctx, { sql: statement, limit: limit + 1, signal })
  const values = rows.map(([value, n]) => ({ value: value as string | null, rows: Number(n) }))
  return { values: values.slice(0, limit), more: values.length > limit }
}

/** Columns that hold the values themselves. */
function placesOfValues(places: Place[]): Pick<Place, 'table' | 'column'>[] {
  const own = places.filter(({ through }) => !through)
  return own.length > 0 ? own : places.flatMap(({ through }) => through ?? [])
}
