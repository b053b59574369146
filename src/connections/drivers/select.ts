import type { RemoteNeed } from '#outside/remote.ts'
import type { Filter } from '#query/rules/need.ts'

type Column = RemoteNeed['columns'][number]

/** How one engine writes the parts of a SELECT for a need. */
export type SelectDialect = {
  name(name: string): string
  /** How a column is selected, where not by its name alone. */
  selected?(column: Column): string
  /** A value as text of the column's type, as something that the column is compared with. */
  value(text: string, column: Column): string
  /** What of the column is compared, so that the comparison means what it means in DuckDB. */
  compared(column: Column, op: Filter['op']): string
  /** A condition that holds whenever a column equals one of the values, and which an index may answer. */
  also?(column: Column, values: string[]): string | null
  /** Whether a column is null as DuckDB will see it. */
  isNull(column: Column): string
}

/** The SELECT for a need: its columns in their order, filters as OR of ANDs, at most `rows` rows. */
export function selectFor(need: RemoteNeed, rows: number, dialect: SelectDialect): string {
  const columnOf = (name: string): Column => {
    const column = need.columns.find((each) => each.name === name)
    if (!column) throw new Error(`a filter on ${name}, which is not fetched`)
    return column
  }
  const groups = need.anyOf.map((group) => group.map((filter) => condition(filter, columnOf(filter.column), dialect)))
  const where = groups.some((group) => group.length === 0)
    ? ''
    : groups.map((group) => `(${group.join(' and ')})`).join(' or ')
  const from = [need.schema, need.table].filter(Boolean).map(dialect.name).join('.')
  const columns = need.columns.map((column) => dialect.selected?.(column) ?? dialect.name(column.name)).join(', ')
  return `select ${columns} from ${from}${where ? ` where ${where}` : ''} limit ${whole(rows)}`
}

function condition(filter: Filter, column: Column, dialect: SelectDialect): string {
  if (filter.op === 'is null') return dialect.isNull(column)
  if (filter.op === 'is not null') return `not (${dialect.isNull(column)})`
  const left = dialect.compared(column, filter.op)
  const values = filter.op === 'in' ? filter.values : [(filter as { value: string }).value]
  if (values.length === 0) return '1 = 0'
  const written = values.map((value) => dialect.value(value, column)).join(', ')
  if (filter.op !== 'in' && filter.op !== '=') return `${left} ${filter.op} ${written}`
  const also = dialect.also?.(column, values)
  return `${also ? `${also} and ` : ''}${left} in (${written})`
}

/** A count that can stand in a statement as it is. */
export function whole(rows: number): number {
  const limit = Math.floor(Math.min(rows, Number.MAX_SAFE_INTEGER))
  if (!(limit >= 0)) throw new RangeError(`${rows} is not a number of rows`)
  return limit
}
