import type { CatalogTable } from '#sources/rules/catalog.ts'
import type { TableFacts } from '../rules/tools.ts'
import { type Column, nameColumns, readSchema, type Table, timeColumn } from './schema.ts'
import { sayMeasure } from './wording/measure.ts'
import { isPercentage, plural, sayColumn, sayTable } from './wording/nouns.ts'

const MOST_VALUES = 40

const isDimension = (column: Column) =>
  (column.role === 'dimension' || column.role === 'flag') &&
  column.distinct >= 2 &&
  column.distinct <= MOST_VALUES &&
  column.type !== 'BOOLEAN'

/** Money first, then other figures that add up. */
const measureOf = (table: Table) => {
  const measures = table.columns.filter(
    (column) => column.numeric && column.role === 'measure' && !isPercentage(column.name),
  )
  return measures.find((column) => /amount|total|revenue|sales|refund|value/i.test(column.name)) ?? measures[0] ?? null
}

/** "total refund", "total order value". */
const totalOf = (column: Column) => sayMeasure({ fn: 'sum', table: column.table, of: { columns: [column] } })

/**
 * Three to six questions that the built-in analyst answers from these tables as they are: a count over time, a total by category, a
 * ranking over a join, a share.
 */
export function questionsFor(facts: TableFacts[], most = 6): string[] {
  const { tables, edges } = readSchema(facts)
  // Tables whose rows are events come first: they have a date and belong to other rows.
  const weight = (table: Table) =>
    (timeColumn(table) ? 2 : 0) +
    (measureOf(table) ? 2 : 0) +
    edges.filter((e) => e.from.table === table.name).length +
    Math.log10(table.rows + 1) / 4
  const rounds = tables
    .filter((table) => table.rows > 0)
    .toSorted((a, b) => weight(b) - weight(a))
    .slice(0, 4)
    .map((table) => {
      const rows = plural(sayTable(table.name))
      const measure = measureOf(table)
      const dimensions = table.columns.filter(isDimension)
      const [first] = dimensions
      const second = dimensions[1] ?? first
      const parent = edges.find(
        (edge) =>
          edge.from.table === table.name && nameColumns(tables.find((t) => t.name === edge.to.table)!).length > 0,
      )
      const event = timeColumn(table) && edges.some((edge) => edge.from.table === table.name)
      const several = [
        event ? `How many ${rows} were there by month?` : `How many ${rows} are there?`,
        measure && first ? `What is the ${totalOf(measure)} by ${sayColumn(first)}?` : null,
        first ? `What share of ${rows} does each ${sayColumn(first)} have?` : null,
        parent ? `Which 5 ${plural(sayTable(parent.to.table))} have the most ${rows}?` : null,
        second ? `Which ${sayColumn(second)} has the most ${rows}?` : null,
      ]
      return several.filter((question) => question !== null)
    })
  // Each table begins with another kind of question, so that the first few differ.
  const mixed = Array.from({ length: 5 }, (_, at) =>
    rounds.flatMap((questions, table) => questions[(at + table) % Math.max(1, questions.length)] ?? []),
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
