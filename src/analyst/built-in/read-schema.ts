import { nameWords } from '#base/stems.ts'
import type { CatalogRelation } from '#catalog/rules/answers.ts'
import { isNumeric, isTemporal } from '#query/rules/result.ts'
import { englishName } from '../rules/languages.ts'
import type { ColumnFacts, TableFacts } from '../rules/tools.ts'
import { markMoney, signOfCode, turnOutflows } from './money.ts'
import type { Column, Edge, Schema, Table } from './schema.ts'

const SEPARATORS = [', ', '; ', '|', ';', ',']
/** So many of the values have several items, at least, where a column has lists. */
const LISTED = 0.3
/**
 * What separates items where the values of a column are lists. Some items stand in several places: those of "Austin, TX" and "Lovelace, Ada" have
 * one each.
 */
function separatorOf(values: string[]): string | null {
  const several = (separator: string) => values.filter((value) => value.includes(separator)).length
  const separator = SEPARATORS.find((one) => several(one) > Math.max(2, LISTED * values.length))
  if (!separator) return null
  const places = new Map<string, Set<number>>()
  for (const value of values)
    for (const [at, item] of value.split(separator).entries()) places.getOrInsertComputed(item, () => new Set()).add(at)
  const isWordy = places.keys().some((item) => item.split(' ').length > 5 || !/\p{L}/u.test(item))
  return !isWordy &&
    places
      .values()
      .filter((found) => found.size > 1)
      .toArray().length > 1
    ? separator
    : null
}

const UNIT = /^(?:inr|usd|eur|gbp|rs|g|kg|mg|lbs?|km|cm|mm|ft|mph|kmh|kwh|mwh|sec|hrs|mins)$/
const DATE_LIKE = /^\d{4}-\d{2}-\d{2}/

function readColumn(table: TableFacts, facts: ColumnFacts, tableWords: string[]): Column {
  // Seats for sale are not sold yet.
  const named = nameWords(facts.name.replace(/\bfor[ _-]?sale\b/i, 'available'))
  // The unit of total_inr is no part of what people call it.
  const all = named.length > 1 && isNumeric(facts.type) && UNIT.test(named.at(-1)!) ? named.slice(0, -1) : named
  const short = all.filter((word) => !tableWords.includes(word))
  const values = [...new Set([...facts.top.map((top) => top.value), ...facts.sample])]
  const separator = isNumeric(facts.type) || isTemporal(facts.type) ? null : separatorOf(values)
  return {
    table: table.name,
    name: facts.name,
    type: facts.type,
    ...(separator ? { separator } : {}),
    role: facts.role,
    ...(facts.kind ? { kind: facts.kind } : {}),
    ...(facts.unit ? { unit: facts.unit } : {}),
    ...(facts.aggregation ? { aggregation: facts.aggregation } : {}),
    ...(facts.edited?.some((field) => field === 'role' || field === 'aggregation') ? { isSaid: true } : {}),
    distinct: facts.distinct,
    nulls: facts.nulls,
    min: facts.min,
    max: facts.max,
    values,
    words: all,
    short: short.length ? short : all,
    english: englishName(facts.name),
    numeric: isNumeric(facts.type),
    temporal:
      (isTemporal(facts.type) && facts.type !== 'TIME') || (facts.role === 'time' && DATE_LIKE.test(facts.min ?? '')),
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

/** The described tables with stemmed names, keys and joins in both directions known. @param currency ISO code of that of the workspace */
export function readSchema(described: TableFacts[], currency = ''): Schema {
  const sign = signOfCode(currency)
  const tables = described.map((facts) => {
    const all = nameWords(facts.name)
    const words = all.filter((word) => !PREFIX.test(word))
    const tableWords = words.length ? words : all
    const table: Table = {
      name: facts.name,
      rows: facts.rows,
      words: tableWords,
      english: englishName(facts.name),
      columns: [],
      key: null,
    }
    table.columns = facts.columns.map((column) => readColumn(facts, column, tableWords))
    if (sign) markMoney(table, sign)
    turnOutflows(table)
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
