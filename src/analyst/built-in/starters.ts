import { plural } from '#base/word-forms.ts'
import type { CatalogTable } from '#catalog/rules/answers.ts'
import type { TableFacts } from '../rules/tools.ts'
import { readSchema } from './read-schema.ts'
import { type Column, type Edge, isId, nameColumns, type Table, timeColumn } from './schema.ts'
import { isCountable, isSpoken } from './wording/countable.ts'
import { sayMeasure } from './wording/measure.ts'
import { isPercentage, sayColumn, sayTable } from './wording/nouns.ts'

const MOST_VALUES = 40

/** Figures that add up to something; of all others people want the average. */
const ADDS_UP =
  /amount|total|revenue|sales|turnover|income|profit|cost|spend|expense|refund|value|paid|fee|tax|discount|quantity|qty|units|count|tickets|volume|budget|donation|debt/i
/** Numbers that mean nothing together. */
const PLACES =
  /^(?:lat|lon|lng|latitude|longitude|x|y|z|year|month|day|hour|rank|position|index|phone|zip|postcode)$|(?:^|_)(?:lat|lon|lng|latitude|longitude|year|rank|phone|zip|postcode)$/i
/** "is active" is no noun. */
const VERBAL = /^(?:is|has|was|had|can|did|does|should|will)\b/

const spoken = (column: Column) => isSpoken(sayColumn(column)) && !VERBAL.test(sayColumn(column))

/** Whether rows are put into groups by a column: a title that each row has for itself makes none. */
const isDimension = (rows: number) => (column: Column) =>
  (column.role === 'dimension' || column.role === 'flag') &&
  column.distinct >= 2 &&
  column.distinct <= Math.min(MOST_VALUES, 0.8 * rows) &&
  column.type !== 'BOOLEAN' &&
  spoken(column)

/** Figures of a table that can be added up or averaged: money first, then others that add up, then any. */
export function figuresOf(table: Table): Column[] {
  const money = /amount|total|revenue|sales|refund|value|paid/i
  const rank = ({ name }: Column) => (money.test(name) ? 0 : ADDS_UP.test(name) ? 1 : 2)
  return table.columns
    .filter(
      (column) =>
        column.numeric &&
        column.role === 'measure' &&
        column.distinct > 1 &&
        !isId(column) &&
        !isPercentage(column.name) &&
        !PLACES.test(column.name) &&
        spoken(column),
    )
    .toSorted((a, b) => rank(a) - rank(b))
}

export function togetherBy({ name, isSaid, aggregation }: Column): 'sum' | 'avg' {
  const adds = isSaid ? aggregation === 'sum' : ADDS_UP.test(name)
  return adds && aggregation !== 'average' ? 'sum' : 'avg'
}

/** What a table is called in a question: its name without underlines, hyphens and capitals. */
const called = (name: string) => sayTable(name).replaceAll('-', ' ').replace(/\s+/g, ' ').trim()

/** "total refund", "average product price"; the column alone where the table's name is no noun that could stand before it. */
function figureOf(column: Column, alone: boolean): string {
  const fn = togetherBy(column)
  if (!alone) return sayMeasure({ fn, table: column.table, of: { columns: [column] } })
  const name = sayColumn(column)
  const word = fn === 'sum' ? 'total' : 'average'
  return name.startsWith(word) ? name : `${word} ${name}`
}

/** Questions about things that are counted: "How many orders are there?" */
function ofThings(table: Table, tables: Table[], edges: Edge[]): string[] {
  const rows = plural(called(table.name))
  const [measure] = figuresOf(table)
  const dimensions = table.columns.filter(isDimension(table.rows))
  const [first] = dimensions
  const second = dimensions[1] ?? first
  const parent = edges
    .filter((edge) => edge.from.table === table.name)
    .map((edge) => tables.find(({ name }) => name === edge.to.table)!)
    .find((other) => nameColumns(other).length > 0 && isCountable(called(other.name)))
  const event = timeColumn(table) && edges.some((edge) => edge.from.table === table.name)
  return [
    event ? `How many ${rows} were there by month?` : `How many ${rows} are there?`,
    measure && first ? `What is the ${figureOf(measure, false)} by ${sayColumn(first)}?` : null,
    first ? `What share of ${rows} does each ${sayColumn(first)} have?` : null,
    parent ? `Which 5 ${plural(called(parent.name))} have the most ${rows}?` : null,
    second ? `Which ${sayColumn(second)} has the most ${rows}?` : null,
  ].filter((question) => question !== null)
}

/** Questions about a table whose name counts nothing, such as "weather" or "ibm". @param only no other table is there */
function ofRows(table: Table, only: boolean): string[] {
  const name = called(table.name)
  if (!only && !isSpoken(name)) return []
  const place = only ? '' : ` in the ${name.replace(/ table$/, '')} table`
  const [measure] = figuresOf(table)
  const figure = measure && figureOf(measure, true)
  const [first, second] = table.columns.filter(isDimension(table.rows)).map((column) => sayColumn(column))
  return [
    figure && first ? `What is the ${figure} by ${first}${place}?` : null,
    figure && timeColumn(table) ? `What is the ${figure} by month${place}?` : null,
    figure && first ? `Which ${second ?? first} has the highest ${figure}${place}?` : null,
    first ? `How many rows are there by ${second ?? first}${place}?` : null,
    only ? 'How many rows are there?' : `How many rows are${place}?`,
  ].filter((question) => question !== null)
}

/**
 * Three to six questions that the built-in analyst answers from these tables as they are: a count over time, a total by category, a
 * ranking over a join, a share. Only sentences that are right for whatever the tables are called.
 */
export function questionsFor(facts: TableFacts[], most = 6): string[] {
  const { tables, edges } = readSchema(facts)
  const names = tables.map(({ name }) => called(name))
  // Tables whose rows are events come first: they have a date and belong to other rows.
  const weight = (table: Table) =>
    (timeColumn(table) ? 2 : 0) +
    (figuresOf(table).length > 0 ? 2 : 0) +
    (isCountable(called(table.name)) ? 1 : 0) +
    edges.filter((e) => e.from.table === table.name).length +
    Math.log10(table.rows + 1) / 4
  const rounds = tables
    .filter((table) => table.rows > 0)
    // Two tables that are called alike cannot be told apart in a question.
    .filter(({ name }) => names.filter((other) => other === called(name)).length === 1)
    .toSorted((a, b) => weight(b) - weight(a))
    .map((table) =>
      isCountable(called(table.name)) ? ofThings(table, tables, edges) : ofRows(table, tables.length === 1),
    )
    .filter((questions) => questions.length > 0)
    .slice(0, 4)
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
