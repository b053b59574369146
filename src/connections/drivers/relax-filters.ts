import type { RemoteNeed } from '#outside/remote.ts'
import type { Filter } from '#query/rules/need.ts'

type Column = RemoteNeed['columns'][number]

/**
 * A need without the filters that a source would understand differently from DuckDB: of those only is left that the value is there.
 * More rows come then, and the engine filters them; so a number of rows that are enough does not hold any more.
 * @param isSame whether the source compares a column as DuckDB does
 */
export function relaxFilters(
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
