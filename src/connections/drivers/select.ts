import type { RemoteNeed } from '#outside/remote.ts'
import type { Filter } from '#query/rules/need.ts'

type Column = RemoteNeed['columns'][number]

/**
 * A need without the filters that a source would understand differently from DuckDB: of those only is left that the value is there.
 * More rows come then, and the engine filters them; so a number of rows that are enough does not hold any more.
 * @param isSame whether the source compares a column as DuckDB does
 */
function relaxFilters(
  need: RemoteNeed,
  rows: number,
  isSame: (column: Column, op: Filter['op']) => boolean,
): { need: RemoteNeed; rows: number } {
  let isWeaker = false
  const anyOf = need.anyOf.map((group) =>
    group.map((filter): Filter => {
      const column = need.columns.find(({ name }) => name === filter.column)
      if (!column || filter.op === 'is null' || filter.op === 'is not null' || isSame(column, filter.op)) return filter
      isWeaker = true
      return { column: filter.column, op: 'is not null' }
    }),
  )
  const more = isWeaker && need.limit !== undefined
  return { need: { ...need, anyOf }, rows: more ? MOST : rows }
}

/** As good as no limit: the number of rows that may come is limited where they are read. */
const MOST = 2_147_483_647

/** How one engine writes the parts of a SELECT for a need. `sql`: the column's name in quotes. */
export type SelectDialect = {
  name(name: string): string
  /** How a column is selected, where not by its name alone. */
  selected?(sql: string, column: Column): string
  /** A value as text of the column's type, as something that the column is compared with. */
  value(text: string, column: Column): string
  /** What of the column is compared, so that the comparison means what it means in DuckDB. */
  compared(sql: string, column: Column, op: Filter['op']): string
  /** A condition that holds whenever a column equals one of the values, and which an index may answer. */
  also?(sql: string, column: Column, values: string[]): string | null
  /** Whether a column is null as DuckDB will see it, where that is not what the source calls null. */
  isNull?(sql: string, column: Column): string
  /** Whether the source compares a column as DuckDB does; left out when it always does. */
  isSame?(column: Column, op: Filter['op']): boolean
  /** The number of rows is limited by TOP, not by LIMIT. */
  top?: true
}

/**
 * The SELECT for a need: its columns in their order, filters as OR of ANDs, at most `rows` rows.
 * @param place the parts of the table's name
 */
export function selectFor(
  asked: RemoteNeed,
  most: number,
  dialect: SelectDialect,
  place = [asked.schema, asked.table],
): string {
  const { need, rows } = dialect.isSame ? relaxFilters(asked, most, dialect.isSame) : { need: asked, rows: most }
  const columnOf = (name: string): Column => {
    const column = need.columns.find((each) => each.name === name)
    if (!column) throw new Error(`a filter on ${name}, which is not fetched`)
    return column
  }
  const groups = need.anyOf.map((group) => group.map((filter) => condition(filter, columnOf(filter.column), dialect)))
  const where = groups.some((group) => group.length === 0)
    ? ''
    : groups.map((group) => `(${group.join(' and ')})`).join(' or ')
  const from = place.filter(Boolean).map(dialect.name).join('.')
  const columns = need.columns.map((column) => {
    const sql = dialect.name(column.name)
    return dialect.selected?.(sql, column) ?? sql
  })
  const [top, limit] = dialect.top ? [`top (${whole(rows)}) `, ''] : ['', ` limit ${whole(rows)}`]
  return `select ${top}${columns.join(', ')} from ${from}${where && ` where ${where}`}${limit}`
}

/** The SELECT of an engine for a need, as `selectFor` writes it. */
export const selectBy =
  (dialect: SelectDialect) =>
  (need: RemoteNeed, rows: number): string =>
    selectFor(need, rows, dialect)

function condition(filter: Filter, column: Column, dialect: SelectDialect): string {
  const sql = dialect.name(column.name)
  const isNull = dialect.isNull?.(sql, column) ?? `${sql} is null`
  if (filter.op === 'is null') return isNull
  if (filter.op === 'is not null') return `not (${isNull})`
  const left = dialect.compared(sql, column, filter.op)
  const values = filter.op === 'in' ? filter.values : [(filter as { value: string }).value]
  if (values.length === 0) return '1 = 0'
  const right = values.map((value) => dialect.value(value, column)).join(', ')
  if (filter.op !== 'in' && filter.op !== '=') return `${left} ${filter.op} ${right}`
  const also = dialect.also?.(sql, column, values)
  return `${also ? `${also} and ` : ''}${left} in (${right})`
}

/** A count that can stand in a statement as it is. */
export function whole(rows: number): number {
  const limit = Math.floor(Math.min(rows, Number.MAX_SAFE_INTEGER))
  if (!(limit >= 0)) throw new RangeError(`${rows} is not a number of rows`)
  return limit
}
