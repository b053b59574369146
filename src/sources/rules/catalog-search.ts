import type { CatalogTable } from './catalog.ts'

/** Why a table was found: the column that speaks of it (null for the table itself), and what of it did. */
export type Hit = { column: string | null; where: 'name' | 'description' | 'value'; text: string }
export type FoundTable = { table: CatalogTable; hits: Hit[] }

/** Hits of one table that are told. */
const MOST_HITS = 6

/**
 * Tables that speak of what is searched: by their name, source and description, those of their columns, and sample values. Every
 * word must be found somewhere in the table. Tables named so come first.
 */
export function findTables(tables: CatalogTable[], q: string): FoundTable[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return tables.map((table) => ({ table, hits: [] }))
  return tables
    .flatMap((table) => {
      const hits = [...placesOf(table)].filter(({ text }) => words.some((word) => text.toLowerCase().includes(word)))
      const whole = [table.source.name, ...hits.map(({ text }) => text)].join('\n').toLowerCase()
      if (!words.every((word) => whole.includes(word))) return []
      return [{ table, hits: hits.slice(0, MOST_HITS) }]
    })
    .sort((a, b) => rank(a) - rank(b))
}

const rank = ({ hits }: FoundTable) =>
  hits.some(({ column, where }) => column === null && where === 'name')
    ? 0
    : hits.some(({ where }) => where === 'name')
      ? 1
      : 2

function* placesOf({ name, description, columns }: CatalogTable): Generator<Hit> {
  yield { column: null, where: 'name', text: name }
  if (description) yield { column: null, where: 'description', text: description }
  for (const column of columns) yield { column: column.name, where: 'name', text: column.name }
  for (const column of columns)
    if (column.description) yield { column: column.name, where: 'description', text: column.description }
  for (const column of columns)
    for (const text of new Set([...column.top.map(({ value }) => value), ...column.sample]))
      yield { column: column.name, where: 'value', text }
}
