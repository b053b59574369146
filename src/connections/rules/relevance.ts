import { numberText } from '#base/format.ts'
import type { RemoteTable } from '#outside/remote.ts'

/** Tables of a database that are taken into the catalog, and columns of one. */
export const MOST_TABLES = 1000
export const MOST_TABLE_COLUMNS = 500
export const MOST_SAMPLED = 200

export const remoteKey = ({ schema, name }: { schema: string; name: string }) => JSON.stringify([schema, name])

/** Tables in the order in which they are worth looking at: those that others refer to or that refer to others, then the large ones. */
export function byRelevance(tables: RemoteTable[]): RemoteTable[] {
  const links = new Map<string, number>()
  const link = (key: string) => links.set(key, (links.get(key) ?? 0) + 1)
  for (const table of tables)
    for (const { toSchema, toTable } of table.foreignKeys) {
      link(remoteKey(table))
      link(remoteKey({ schema: toSchema, name: toTable }))
    }
  const score = (table: RemoteTable) =>
    (table.rows === 0 ? -1000 : 0) +
    (table.kind === 'table' ? 50 : 0) +
    Math.min(links.get(remoteKey(table)) ?? 0, 10) * 10 +
    Math.log10(Math.max(table.rows ?? 1, 1)) * 4
  return tables
    .map((table, index) => ({ table, index, score: score(table) }))
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map(({ table }) => table)
}

export function leftOut(tables: RemoteTable[]): string[] {
  const wide = tables.filter(({ columns }) => columns.length > MOST_TABLE_COLUMNS).map(({ name }) => name)
  const sentences: string[] = []
  if (tables.length > MOST_TABLES)
    sentences.push(
      `There are ${numberText(tables.length)} tables; the ${numberText(MOST_TABLES)} that look most relevant are here. Name the schemas that you need to choose yourself.`,
    )
  if (wide.length > 0)
    sentences.push(
      `Only the first ${MOST_TABLE_COLUMNS} columns are here of ${wide.slice(0, 3).join(', ')}${wide.length > 3 ? ` and ${wide.length - 3} more` : ''}.`,
    )
  return sentences
}
