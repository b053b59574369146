import type { CatalogTable } from '#sources/rules/catalog.ts'
import type { TableFacts } from '../rules/tools.ts'
import { nameColumns, readSchema, type Table, timeColumn } from './schema.ts'
import { sayTable } from './wording/nouns.ts'

const spoken = (name: string) => name.replaceAll('_', ' ').toLowerCase()

const isDimension = (column: Table['columns'][number]) =>
  (column.role === 'dimension' || column.role === 'flag') &&
  column.distinct >= 2 &&
  column.distinct <= 40 &&
  column.type !== 'BOOLEAN'

/**
 * Three to six questions that the built-in analyst answers from these tables as they are: a count over time, a total by category, a
 * ranking over a join, a share.
 */
export function questionsFor(facts: TableFacts[], most = 6): string[] {
  const { tables, edges } = readSchema(facts)
  const weight = (table: Table) =>
    (timeColumn(table) ? 4 : 0) +
    edges.filter((e) => e.from.table === table.name).length +
    Math.log10(table.rows + 1) / 4
  const sorted = tables.filter((table) => table.rows > 0).toSorted((a, b) => weight(b) - weight(a))
  const rounds: string[][] = sorted.slice(0, 5).map((table) => {
    const name = sayTable(table.name)
    const measure =
      table.columns.find(
        (c) => c.numeric && c.role === 'measure' && /amount|total|price|value|revenue|quantity|cost/i.test(c.name),
      ) ?? table.columns.find((c) => c.numeric && c.role === 'measure')
    const dimension = table.columns.find(isDimension)
    const parent = edges.find(
      (e) => e.from.table === table.name && nameColumns(tables.find((t) => t.name === e.to.table)!).length,
    )
    return [
      ...(timeColumn(table) ? [`How many ${name} were there by month?`] : [`How many ${name} are there?`]),
      ...(measure && dimension ? [`What is the total ${spoken(measure.name)} by ${spoken(dimension.name)}?`] : []),
      ...(parent ? [`Which 5 ${sayTable(parent.to.table)} have the most ${name}?`] : []),
      ...(dimension ? [`What share of ${name} does each ${spoken(dimension.name)} have?`] : []),
      ...(measure ? [`What is the average ${spoken(measure.name)} of ${name}?`] : []),
    ]
  })
  // Each table begins with another kind of question, so that the first few differ.
  const mixed = Array.from({ length: 5 }, (_, at) =>
    rounds.flatMap((questions, table) => questions[(at + table) % questions.length] ?? []),
  ).flat()
  return [...new Set(mixed)].slice(0, most)
}

/** Four to six questions to begin with, from the catalog of a workspace. */
export function starterQuestions(tables: CatalogTable[]): string[] {
  const visible = tables.filter((table) => !table.hidden)
  return questionsFor(
    visible.map((table) => ({
      ...table,
      source: table.source.name,
      columns: table.columns.filter((column) => !column.hidden),
      referenced_by: [],
    })),
  )
}
