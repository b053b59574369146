import { isNumeric, isTemporal } from '#query/rules/result.ts'
import type { CatalogColumn, CatalogTable } from '#sources/rules/catalog.ts'
import type { AnswerResult } from './answer.ts'

const MOST_SUGGESTIONS = 3
const MOST_STARTERS = 6

const spoken = (name: string) => name.replaceAll('_', ' ').trim()
const ofRole = (table: CatalogTable, ...roles: CatalogColumn['role'][]) =>
  table.columns.filter((column) => roles.includes(column.role))
/** Few enough values to compare, and more than one. */
const comparable = (table: CatalogTable) =>
  ofRole(table, 'dimension', 'flag').filter((column) => column.distinct >= 2 && column.distinct <= 50)

/** Questions to start with, over the largest tables, each of another kind: all of them can be answered from the catalog as it is. */
export function starters(tables: CatalogTable[]): string[] {
  const perTable = tables
    .filter((table) => table.rows > 0)
    .toSorted((a, b) => weight(b) - weight(a))
    .slice(0, 3)
    .map(startersOf)
  const rounds = Math.max(0, ...perTable.map((questions) => questions.length))
  const mixed = Array.from({ length: rounds }, (_, at) => perTable.flatMap((questions) => questions[at] ?? [])).flat()
  return [...new Set(mixed)].slice(0, MOST_STARTERS)
}

/** Tables that can be charted come first, then larger ones. */
const weight = (table: CatalogTable) =>
  ofRole(table, 'time').length * 10 + ofRole(table, 'measure').length * 5 + Math.log10(table.rows + 1)

function startersOf(table: CatalogTable): string[] {
  const name = spoken(table.name)
  const [time] = ofRole(table, 'time')
  const [measure] = ofRole(table, 'measure')
  const [dimension, second] = comparable(table)
  return [
    time ? `How many ${name} were there by month?` : `How many ${name} are there?`,
    measure && dimension ? `Total ${spoken(measure.name)} by ${spoken(dimension.name)}` : null,
    dimension ? `Which ${spoken(dimension.name)} has the most ${name}?` : null,
    measure && time ? `Average ${spoken(measure.name)} by year` : null,
    second ? `How many ${name} are there by ${spoken(second.name)}?` : null,
  ].filter((question) => question !== null)
}

/** Questions that a refusal offers instead, as its list items; else starters. */
export function alternatives(text: string, tables: CatalogTable[]): string[] {
  const offered = [...text.matchAll(/^\s*[-*] (.{5,120})\s*$/gm)].map((match) => match[1]!)
  return (offered.length > 0 ? offered : starters(tables)).slice(0, MOST_SUGGESTIONS)
}

/** Follow-ups to an answer, from the shape of its last result and the tables behind it. */
export function suggestions(question: string, results: AnswerResult[], tables: CatalogTable[]): string[] {
  const last = results.at(-1)
  if (!last) return []
  const used = tables.filter((table) => new RegExp(`\\b${RegExp.escape(table.name)}\\b`, 'i').test(last.sql))
  const shown = new Set(last.columns.map((column) => column.name.toLowerCase()))
  const asked = question.toLowerCase()
  const fresh = (words: string) => !asked.includes(words.toLowerCase())
  const overTime =
    last.columns.some((column) => isTemporal(column.type)) ||
    [...shown].some((name) => /month|year|quarter|week|day|date/.test(name))
  const words = last.columns.findIndex((column) => !isNumeric(column.type) && !isTemporal(column.type))
  const top = words >= 0 && last.total_rows > 1 ? last.rows[0]?.[words] : null
  const other = used
    .flatMap(comparable)
    .find((column) => !shown.has(column.name.toLowerCase()) && fresh(spoken(column.name)))
  const hasTime = used.some((table) => ofRole(table, 'time').length > 0)
  return [
    !overTime && hasTime && fresh('by month') ? 'By month' : null,
    overTime && fresh('by year') ? 'By year' : null,
    other ? `By ${spoken(other.name)}` : null,
    typeof top === 'string' && top.length <= 40 ? `Only for ${top}` : null,
    last.total_rows > 10 && fresh('top') ? 'Only the top 5' : null,
  ]
    .filter((suggestion) => suggestion !== null)
    .slice(0, MOST_SUGGESTIONS)
}
