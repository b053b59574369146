import type { CatalogColumn, CatalogTable } from '#catalog/rules/answers.ts'
import { isNumeric, isTemporal } from '#query/rules/result.ts'
import type { AnswerResult } from './answer.ts'

export const MOST_SUGGESTIONS = 3

const spoken = (name: string) => name.replaceAll('_', ' ').trim()
const ofRole = (table: CatalogTable, ...roles: CatalogColumn['role'][]) =>
  table.columns.filter((column) => roles.includes(column.role))
/** Few enough values to compare, and more than one. */
const comparable = (table: CatalogTable) =>
  ofRole(table, 'dimension', 'flag').filter((column) => column.distinct >= 2 && column.distinct <= 50)

/** Questions that a refusal offers instead, as its list items; else those to start with. */
export function alternatives(text: string, starters: string[]): string[] {
  const offered = [...text.matchAll(/^\s*[-*] (.{5,120})\s*$/gm)].map((match) => match[1]!)
  return (offered.length > 0 ? offered : starters).slice(0, MOST_SUGGESTIONS)
}

/** Follow-ups to an answer, from the shape of its main result and the tables behind it. */
export function suggestions(question: string, main: AnswerResult, tables: CatalogTable[]): string[] {
  const used = tables.filter((table) => new RegExp(`\\b${RegExp.escape(table.name)}\\b`, 'i').test(main.sql))
  const selected = new Set(main.columns.map((column) => column.name.toLowerCase()))
  const asked = question.toLowerCase()
  const fresh = (words: string) => !asked.includes(words.toLowerCase())
  const overTime =
    main.columns.some((column) => isTemporal(column.type)) ||
    [...selected].some((name) => /month|year|quarter|week|day|date/.test(name))
  const words = main.columns.findIndex((column) => !isNumeric(column.type) && !isTemporal(column.type))
  const named = used.flatMap(comparable).some((column) => column.name === main.columns[words]?.name)
  const top = words >= 0 && named && main.total_rows > 1 ? main.rows[0]?.[words] : null
  const other = used
    .flatMap(comparable)
    .find((column) => !selected.has(column.name.toLowerCase()) && fresh(spoken(column.name)))
  const hasTime = used.some((table) => ofRole(table, 'time').length > 0)
  const [year, ...years] = [...new Set(asked.match(/\b20\d\d\b/g))]
  const before = year && !years.length && fresh('compare') ? Number(year) - 1 : null
  const covered = used.some((table) =>
    ofRole(table, 'time').some((column) => Number(column.min?.slice(0, 4)) <= before!),
  )
  return [
    before && covered ? `Compare with ${before}` : null,
    !overTime && hasTime && fresh('by month') ? 'By month' : null,
    overTime && fresh('by year') ? 'By year' : null,
    other ? `By ${spoken(other.name)}` : null,
    typeof top === 'string' && top.length <= 40 ? `Only for ${top}` : null,
    !overTime && main.total_rows > 10 && fresh('top') ? 'Only the top 5' : null,
  ]
    .filter((suggestion) => suggestion !== null)
    .slice(0, MOST_SUGGESTIONS)
}
