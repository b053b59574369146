import { nameWords } from '#base/stems.ts'
import type { CatalogRelation } from '#catalog/rules/answers.ts'
import { isNumeric, isTemporal } from '#query/rules/result.ts'
import type { ColumnFacts, TableFacts } from '../rules/tools.ts'
import type { DerivedColumn } from './derived-columns.ts'
import { markMoney, signOfCode } from './money.ts'

export type Column = {
  table: string
  name: string
  type: string
  role: ColumnFacts['role']
  aggregation?: ColumnFacts['aggregation']
  /** A person said what its role is, whatever its name is like. */
  isSaid?: boolean
  distinct: number
  nulls: number
  min: string | null
  max: string | null
  /** Values that the catalog shows: the most frequent and a few samples. */
  values: string[]
  /** Stemmed words of the name, and the same without the words of its table. */
  words: string[]
  short: string[]
  numeric: boolean
  temporal: boolean
  /** Unique and complete: a key of its table. */
  unique: boolean
  /** Sign of the currency of the workspace, where the column is money and says no currency itself. */
  currency?: string
  /** How the column is worked out where no table has it. */
  made?: DerivedColumn
}

export type Table = { name: string; rows: number; words: string[]; columns: Column[]; key: Column | null }

/**
 * A join: many rows of `from` point to one row of `to`, or to several where it `multiplies`. `by`: the SQL of both sides where the keys are
 * written differently. `isLoose`: found by what the columns hold, not by a key.
 */
export type Edge = {
  from: Column
  to: Column
  rate: number
  by?: { from: string; to: string }
  isLoose?: boolean
  multiplies?: boolean
}

export type Schema = { tables: Table[]; edges: Edge[] }

const UNIT = /^(?:inr|usd|eur|gbp|rs|g|kg|mg|lbs?|km|cm|mm|ft|mph|kmh|kwh|mwh|sec|hrs|mins)$/
const DATE_LIKE = /^\d{4}-\d{2}-\d{2}/

function readColumn(table: TableFacts, facts: ColumnFacts, tableWords: string[]): Column {
  const named = nameWords(facts.name)
  // The unit of total_inr is no part of what people call it.
  const all = named.length > 1 && isNumeric(facts.type) && UNIT.test(named.at(-1)!) ? named.slice(0, -1) : named
  const short = all.filter((word) => !tableWords.includes(word))
  const values = [...new Set([...facts.top.map((top) => top.value), ...facts.sample])]
  return {
    table: table.name,
    name: facts.name,
    type: facts.type,
    role: facts.role,
    ...(facts.aggregation ? { aggregation: facts.aggregation } : {}),
    ...(facts.edited?.some((field) => field === 'role' || field === 'aggregation') ? { isSaid: true } : {}),
    distinct: facts.distinct,
    nulls: facts.nulls,
    min: facts.min,
    max: facts.max,
    values,
    words: all,
    short: short.length ? short : all,
    numeric: isNumeric(facts.type),
    temporal: isTemporal(facts.type) || (facts.role === 'time' && DATE_LIKE.test(facts.min ?? '')),
    unique: table.rows > 0 && facts.nulls === 0 && facts.distinct >= table.rows,
  }
}

const PREFIX = /^(raw|stg|src|dim|fact|fct|tbl|public|main|data|export)$/

/** Figures that happen to be different in each row name none of them. */
function keyOf(table: Table): Column | null {
  const isKey = ({ unique, words }: Column) => unique || (table.rows === 0 && words.includes('id'))
  const unique = table.columns.filter((column) => isKey(column) && column.role !== 'measure')
  const named = (column: Column) =>
    column.role === 'id' || column.words.at(-1) === 'id' || column.words.at(-1) === 'code' ? 0 : 1
  return unique.toSorted((a, b) => named(a) - named(b))[0] ?? null
}

const joinedBy = ({ match_rate, cleaned, found_by, multiplies }: CatalogRelation) => ({
  rate: Math.max(match_rate, cleaned?.match_rate ?? 0),
  ...(cleaned ? { by: { from: cleaned.column, to: cleaned.to_column } } : {}),
  ...(found_by && found_by !== 'key' ? { isLoose: true } : {}),
  ...(multiplies && multiplies > 1 ? { multiplies: true } : {}),
})

/** The described tables with stemmed names, keys and joins in both directions known. */
/** @param currency ISO code of that of the workspace */
export function readSchema(described: TableFacts[], currency = ''): Schema {
  const sign = signOfCode(currency)
  const tables = described.map((facts) => {
    const all = nameWords(facts.name)
    const words = all.filter((word) => !PREFIX.test(word))
    const tableWords = words.length ? words : all
    const table: Table = { name: facts.name, rows: facts.rows, words: tableWords, columns: [], key: null }
    table.columns = facts.columns.map((column) => readColumn(facts, column, tableWords))
    if (sign) markMoney(table, sign)
    return table
  })
  const find = (table: string, column: string) =>
    tables.find((t) => t.name === table)?.columns.find((c) => c.name === column)
  const edges: Edge[] = []
  for (const facts of described) {
    for (const relation of facts.relations) {
      const from = find(facts.name, relation.column)
      const to = find(relation.to_table, relation.to_column)
      if (from && to) edges.push({ from, to, ...joinedBy(relation) })
    }
  }
  for (const table of tables) {
    const targets = edges.filter((edge) => edge.to.table === table.name).map((edge) => edge.to)
    table.key = targets.find((column) => column.unique) ?? keyOf(table)
  }
  return { tables, edges }
}

const WRITTEN_NUMBER = /^[-+]?\W?\d[\d.,\s]*%?$/

/** Whether the values of a column can be compared by size: numbers and times, and texts that are all written as numbers. */
export const hasSize = (column: Column): boolean =>
  column.numeric ||
  column.temporal ||
  (column.values.length > 0 && column.values.every((value) => WRITTEN_NUMBER.test(value)))

export const tableOf = (schema: Schema, name: string) => schema.tables.find((table) => table.name === name)!

/** Whether a column is a reference or a key: counted, never added up. */
export const isId = (column: Column) =>
  column.role === 'id' ||
  column.role === 'code' ||
  (column.isSaid ? column.numeric && column.role !== 'measure' : /^(id|code|key|uuid)$/.test(column.words.at(-1) ?? ''))

/** The column that names a row to people: "name", "title", first and last name together. */
export function nameColumns(table: Table): Column[] {
  const by = (test: (column: Column) => boolean) => table.columns.filter((column) => !column.numeric && test(column))
  const exact = by((column) => /^(name|title|fullname)$/.test(column.short.join('')))
  if (exact[0]) return [exact[0]]
  const parts = by((column) => /^(first|last)name$|^[fl]name$|^(sur|fore)name$/.test(column.short.join('')))
  if (parts.length > 1) return parts.slice(0, 2)
  const loose = by((column) => column.words.includes('name') || column.words.includes('title'))
  if (loose[0]) return [loose[0]]
  return by((column) => column.words.join() === table.words.join()).slice(0, 1)
}

/** The column that dates a row: the one that the question's "when" means. */
export function timeColumn(table: Pick<Table, 'columns' | 'words'>): Column | null {
  const times = table.columns.filter((column) => column.temporal)
  const score = (column: Column) =>
    (column.words.some((word) => table.words.includes(word)) ? -2 : 0) +
    (/date|time|created|at$/.test(column.name.toLowerCase()) ? -1 : 0) +
    (/updated|modified|end|birth|ship|deliver|due/.test(column.name.toLowerCase()) ? 2 : 0)
  return times.toSorted((a, b) => score(a) - score(b))[0] ?? null
}

/** What happens most here: the events that others belong to, which have a date. */
export function eventTable({ tables, edges }: Schema): Table | null {
  const dated = tables.filter((table) => timeColumn(table) && edges.some((edge) => edge.from.table === table.name))
  const weight = (table: Table) => edges.filter((edge) => edge.to.table === table.name).length
  return dated.toSorted((a, b) => weight(b) - weight(a) || b.rows - a.rows)[0] ?? null
}
