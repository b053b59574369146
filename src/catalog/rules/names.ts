import type { TableName } from './answers.ts'
import type { OutlineTable } from './catalog.ts'

const MOST_HITS = 5

export const tableName = ({ id, name, source, rows, database, columns }: OutlineTable): TableName => ({
  ...{ id, name, source, rows },
  ...(database ? { database } : {}),
  columns: columns.length,
})

/**
 * Tables by a part of their name or of that of a column, without regard to capitals: what is called so letter for letter first, then what
 * begins so, then by name. All of them where nothing is searched.
 */
export function namesFitting(tables: OutlineTable[], q: string): TableName[] {
  const wanted = q.trim().toLowerCase()
  if (!wanted) return tables.map(tableName)
  const found: { table: TableName; rank: number }[] = []
  for (const table of tables) {
    const own = fit(table.name.toLowerCase(), wanted)
    const hits: string[] = []
    let best = own
    for (const column of table.columns) {
      const rank = fit(column.toLowerCase(), wanted)
      if (rank === null) continue
      // A column never goes before a table that is named as well.
      if (best === null || rank + 1 < best) best = rank + 1
      if (hits.length < MOST_HITS || rank === 0) hits.push(column)
    }
    if (best === null) continue
    const named = hits.length > 0 ? { hits: hits.slice(-MOST_HITS) } : {}
    found.push({ table: { ...tableName(table), ...named }, rank: best })
  }
  // The order of names is kept among equals.
  return found.sort((a, b) => a.rank - b.rank).map(({ table }) => table)
}

/** 0: the same, 2: it begins so, 4: it has it somewhere; null: not at all. */
const fit = (name: string, wanted: string): number | null =>
  name === wanted ? 0 : name.startsWith(wanted) ? 2 : name.includes(wanted) ? 4 : null
