import { AppError } from '#base/errors.ts'
import { identifier, literal } from '#base/sql.ts'
import { SECOND } from '#base/time.ts'
import type { CatalogColumn, CatalogTable } from '#catalog/rules/answers.ts'
import { FETCHED_ROWS } from '#query/pushdown.ts'
import * as query from '#query/run.ts'
import type { Inquiry } from './inquiry.ts'
import { isSearchable, matchOf } from './rules/search.ts'
import type { SearchValuesInput, SearchValuesOutput, ValueMatch } from './rules/tools.ts'

const MOST_MATCHES = 20
/** Columns whose values are searched in the data because not all of them stand in the catalog. */
const MOST_SEARCHED_COLUMNS = 8
/** Values of one column that are looked at. */
const MOST_VALUES = 10
/** A source that takes longer is left out, and that is told. */
const LONGEST = 10 * SECOND

type Place = { table: CatalogTable; column: CatalogColumn }

/** How a text is written in the data: among the values that the catalog knows, and in the columns of which it does not know all. */
export async function searchValues(
  inquiry: Inquiry,
  input: SearchValuesInput,
  signal?: AbortSignal,
): Promise<SearchValuesOutput> {
  const same = (a: string, b: string | null | undefined) => !b || a.toLowerCase() === b.toLowerCase()
  await inquiry.know([...(input.table ? [input.table] : []), ...(await withColumn(inquiry, input.column))])
  const places = (await inquiry.tables())
    .filter((table) => same(table.name, input.table))
    .flatMap((table) =>
      table.columns.filter((column) => same(column.name, input.column)).map((column) => ({ table, column })),
    )
  const known = places.flatMap((place) =>
    place.column.top.flatMap(({ value, count }) => matchAt(place, input.text, value, count) ?? []),
  )
  // Of a connected table only the first rows were measured, so that none of its columns is known wholly.
  const partly = places.filter(
    ({ table, column }) => isSearchable(column) && (table.rows_estimated || column.distinct > column.top.length),
  )
  const { found, failed } = known.some(({ match }) => match === 'exact')
    ? { found: [], failed: [] }
    : await searchInData(inquiry, input.text, partly.slice(0, MOST_SEARCHED_COLUMNS), signal)
  const order: ValueMatch['match'][] = ['exact', 'case', 'contains', 'similar']
  const seen = new Set<string>()
  const matches = [...known, ...found]
    .sort((a, b) => order.indexOf(a.match) - order.indexOf(b.match) || (b.count ?? 0) - (a.count ?? 0))
    .filter(({ table, column, value }) => {
      const key = JSON.stringify([table, column, value])
      return !seen.has(key) && seen.add(key)
    })
  return { matches: matches.slice(0, MOST_MATCHES), ...(failed.length > 0 ? { not_searched: failed } : {}) }
}

/** Tables read because they have a column of this name. */
const MOST_TABLES = 12

async function withColumn(inquiry: Inquiry, column: string | null | undefined): Promise<string[]> {
  if (!column) return []
  const has = ({ columns }: { columns: string[] }) =>
    columns.some((name) => name.toLowerCase() === column.toLowerCase())
  return (await inquiry.outline())
    .filter(has)
    .slice(0, MOST_TABLES)
    .map(({ name }) => name)
}

function matchAt({ table, column }: Place, text: string, value: string, count: number): ValueMatch | null {
  const match = matchOf(text, value)
  return match && { table: table.name, column: column.name, value, match, count }
}

/** Each source is asked by itself, so that one that fails or is slow takes nothing from what the others have. */
async function searchInData(inquiry: Inquiry, text: string, places: Place[], signal?: AbortSignal) {
  const groups = Map.groupBy(places, ({ table, column }) => {
    if (!table.database) return 'here'
    // A large table is asked for by itself, in a way that its database can answer.
    return isLarge(table) ? `${table.id} ${column.name}` : table.source.id
  })
  const failed: string[] = []
  const found = await Promise.all(
    [...groups.values()].map(async (group) => {
      const [first] = group as [Place]
      const parts = group.map((place, at) => (isLarge(place.table) ? plainly : widely)(text, place, at))
      const stop = AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(LONGEST)])
      try {
        const { rows } = await query.probe(inquiry.ctx, { sql: parts.join(' UNION ALL '), signal: stop })
        return rows.flatMap(([value, count, at]): ValueMatch[] => {
          const { table, column } = at === undefined ? first : group[Number(at)]!
          const match = matchOf(text, String(value)) ?? 'similar'
          return [{ table: table.name, column: column.name, value: String(value), match, count: Number(count) }]
        })
      } catch (error) {
        if (signal?.aborted || !(error instanceof AppError) || error.kind === 'internal') throw error
        failed.push(...group.map(({ table, column }) => `${table.name}.${column.name}`))
        return []
      }
    }),
  )
  return { found: found.flat(), failed }
}

/** Rows of a database that are not all fetched to look for a text. A database without an estimate says 0. */
const isLarge = ({ database, rows }: CatalogTable) => database !== undefined && (rows === 0 || rows > FETCHED_ROWS)

/** Texts that have this one in them, without regard to capitals, and texts that are nearly the same. */
function widely(text: string, { table, column }: Place, at: number): string {
  const value = `${identifier(column.name)}::VARCHAR`
  const wanted = literal(text)
  // Texts of which one is more than twice as long as the other are never that similar: most are not even compared.
  const length = [...text].length
  const isNear = `length(${value}) BETWEEN ${Math.floor(length / 2)} AND ${length * 2} AND jaro_winkler_similarity(lower(${value}), lower(${wanted})) > 0.9`
  return `(SELECT ${value} AS v, count(*) AS n, ${at} AS place FROM ${identifier(table.name)}
    WHERE contains(lower(${value}), lower(${wanted})) OR (${isNear}) GROUP BY 1 ORDER BY 2 DESC LIMIT ${MOST_VALUES})`
}

/** Texts that have this one in them as it is written, or in small letters, in capitals, or with capitals at the start of words. */
function plainly(text: string, { table, column }: Place): string {
  const name = identifier(column.name)
  const words = text.toLowerCase().replace(/(?<![\p{L}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase())
  const forms = [...new Set([text, text.toLowerCase(), text.toUpperCase(), words])]
  const isLike = forms.map((form) => `${name} LIKE ${literal(`%${form}%`)}`)
  return `SELECT ${name} AS v, count(*) AS n FROM ${identifier(table.name)} WHERE ${isLike.join(' OR ')} GROUP BY 1 ORDER BY 2 DESC LIMIT ${MOST_VALUES}`
}
