import type { CatalogColumn, CatalogTable } from '#catalog/rules/answers.ts'
import type { OutlineTable } from '#catalog/rules/catalog.ts'
import type { VerifiedQuery } from '#query/rules/answers.ts'
import { fitting } from '#query/rules/verified.ts'
import type { KnownQuery, SearchCatalogOutput, TableFacts, TableOutline } from './tools.ts'

/** Columns up to which the whole schema is given: about 4,000 tokens. */
const SMALL_CATALOG_COLUMNS = 150
const SHORTLIST = 12

/** Words of a text in lower case without plural endings, so that "Orders" finds `order_id`. */
const wordsOf = (text: string): string[] =>
  (
    text
      .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).map(stem)
const stem = (word: string) => (word.length > 3 ? word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '') : word)

/**
 * The whole schema when it is small, else the tables that speak of the query, most fitting first, plus what they join to.
 * @param words the query and the question of the person: what they name letter for letter comes first
 */
export function searchCatalog(tables: CatalogTable[], query: string, words = query): SearchCatalogOutput {
  const columns = tables.reduce((sum, table) => sum + table.columns.length, 0)
  if (columns <= SMALL_CATALOG_COLUMNS)
    return { complete: true, total_tables: tables.length, tables: tables.map((table) => outline(table, words)) }
  const outlines = tables.map((table) => ({ ...table, columns: table.columns.map(({ name }) => name), table }))
  const best = mostFitting(outlines, query, words, ({ table }, hits) =>
    table.columns.reduce(
      (sum, { description, top }) =>
        sum + hits(wordsOf(description)) + Math.min(2, top.filter(({ value }) => hits(wordsOf(value)) > 0).length),
      0,
    ),
  ).map(({ table }) => table)
  const joined = best.slice(0, 4).flatMap((table) => table.relations.map((relation) => relation.to_table))
  const found = new Set([...best, ...tables.filter((table) => joined.includes(table.name))])
  const given = found.size > 0 ? [...found] : largest(tables)
  return { complete: false, total_tables: tables.length, tables: given.map((table) => outline(table, words)) }
}

/** Names of the tables of a wide workspace that speak of the query, most fitting first; those with the most rows where none does. */
export function shortlist(tables: OutlineTable[], query: string, words: string): string[] {
  const best = mostFitting(tables, query, words)
  return (best.length > 0 ? best : largest(tables)).map(({ name }) => name)
}

const largest = <T extends { rows: number }>(tables: T[]) =>
  tables.toSorted((a, b) => b.rows - a.rows).slice(0, SHORTLIST)

/** How many of some words are those that are looked for. */
type Hits = (words: string[]) => number

/**
 * Tables whose names and descriptions speak of a query, most fitting first.
 * @param more what else speaks for a table
 */
function mostFitting<T extends OutlineTable>(
  tables: T[],
  query: string,
  words: string,
  more: (table: T, hits: Hits) => number = () => 0,
): T[] {
  const wanted = new Set(wordsOf(query))
  const named = namedIn(words)
  const hits: Hits = (words) => words.filter((word) => wanted.has(word)).length
  return tables
    .map((table) => {
      const { own, about, columns } = wordsOfTable(table)
      const literally =
        (named.has(table.name.toLowerCase()) ? NAMED * NAMED : 0) +
        table.columns.filter((column) => named.has(column.toLowerCase())).length * NAMED
      return { table, score: hits(own) * 5 + hits(about) * 2 + hits(columns) * 3 + literally + more(table, hits) }
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, SHORTLIST)
    .map(({ table }) => table)
}

/** Names that a text may say letter for letter, in lower case. */
const namedIn = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu))

/** What a table gains by a column that is named letter for letter: more than any number of words in common. */
const NAMED = 1000

/** Words of the names of a table, counted once for all questions. */
const counted = new WeakMap<OutlineTable, { own: string[]; about: string[]; columns: string[] }>()
function wordsOfTable(table: OutlineTable) {
  const words = counted.get(table) ?? {
    own: wordsOf(table.name),
    about: wordsOf(table.description),
    columns: table.columns.flatMap(wordsOf),
  }
  counted.set(table, words)
  return words
}

/** Columns of one table that are told at once: more would be most of what a model reads. */
const MOST_COLUMNS = 200

/** Columns by what a text says: those it names letter for letter, those that share words with it, then keys, times and the first. */
export function ranked<C extends Pick<CatalogColumn, 'name' | 'role'>>(columns: C[], words: string): C[] {
  const named = namedIn(words)
  const wanted = new Set(wordsOf(words))
  const score = ({ name, role }: C) =>
    (named.has(name.toLowerCase()) ? NAMED : 0) +
    wordsOf(name).filter((word) => wanted.has(word)).length * 3 +
    (role === 'id' || role === 'time' ? 1 : 0)
  const scores = new Map(columns.map((column) => [column, score(column)]))
  return columns.toSorted((a, b) => scores.get(b)! - scores.get(a)!)
}

/** A wide table with the columns that a text speaks of. */
function narrowed(table: CatalogTable, words: string): CatalogTable {
  if (table.columns.length <= MOST_COLUMNS) return table
  const chosen = new Set(ranked(table.columns, words).slice(0, MOST_COLUMNS))
  return { ...table, columns: table.columns.filter((column) => chosen.has(column)) }
}

/** Verified queries told at once, and characters of their SQL: a model reads each of them. */
const MOST_KNOWN = 3
const MOST_KNOWN_SQL = 8_000

/**
 * The verified queries that fit a question, best first.
 * @param asked the question in the words of the person first, then what is searched
 */
export function matchingQueries(queries: VerifiedQuery[], asked: string[]): KnownQuery[] {
  const found = asked.flatMap((words, at) =>
    fitting(queries, words, MOST_KNOWN).map((query) => ({ ...query, same: at === 0 && query.likeness === 1 })),
  )
  const best = new Map(found.toSorted((a, b) => a.likeness - b.likeness).map((query) => [query.question, query]))
  for (const query of found) if (query.same) best.set(query.question, query)
  let room = MOST_KNOWN_SQL
  return [...best.values()]
    .sort((a, b) => Number(b.same) - Number(a.same) || b.likeness - a.likeness)
    .slice(0, MOST_KNOWN)
    .filter(({ sql, same }, at) => {
      room -= sql.length
      return room >= 0 || (same && at === 0)
    })
    .map(({ question, description, source, sql, same }) => ({ question, ...described(description), source, sql, same }))
}

const described = (text: string) => (text ? { description: text } : {})

export function outline(whole: CatalogTable, words: string): TableOutline {
  const table = narrowed(whole, words)
  return {
    name: table.name,
    rows: table.rows,
    description: table.description,
    columns: table.columns.map(({ name, type, role, description }) => ({
      name,
      type,
      role,
      ...described(description),
    })),
    ...moreColumns(whole, table),
    relations: table.relations,
  }
}

const moreColumns = (whole: CatalogTable, shown: CatalogTable) =>
  whole.columns.length > shown.columns.length ? { more_columns: whole.columns.length - shown.columns.length } : {}

/** All that was measured of a table, with the joins that lead into it. */
export function factsOf(whole: CatalogTable, all: CatalogTable[], words = ''): TableFacts {
  const table = narrowed(whole, words)
  return {
    ...moreColumns(whole, table),
    name: table.name,
    rows: table.rows,
    description: table.description,
    source: table.source.name,
    ...(table.rows_estimated ? { rows_estimated: true as const } : {}),
    ...(table.database ? { database: table.database } : {}),
    refreshed_at: table.refreshed_at,
    columns: table.columns.map((column) => ({
      name: column.name,
      type: column.type,
      role: column.role,
      ...described(column.description),
      nulls: column.nulls,
      distinct: column.distinct,
      min: column.min,
      max: column.max,
      top: column.top,
      sample: column.sample,
    })),
    relations: table.relations,
    referenced_by: all.flatMap((other) =>
      other.relations
        .filter((relation) => relation.to_table === table.name)
        .map((relation) => ({
          table: other.name,
          column: relation.column,
          own_column: relation.to_column,
          match_rate: relation.match_rate,
        })),
    ),
  }
}

/** Columns of a wide table that are told at once where they can be paged. */
const COLUMNS_ON_A_PAGE = 40

/** `factsOf` with the columns of one page, those that the words speak of on the first; a page too far is the last. */
export function factsOnPage(table: CatalogTable, all: CatalogTable[], words: string, page: number): TableFacts {
  const of = Math.ceil(table.columns.length / COLUMNS_ON_A_PAGE)
  if (of <= 1) return factsOf(table, all, words)
  const number = Math.min(page, of)
  const columns = ranked(table.columns, words)
  const end = number * COLUMNS_ON_A_PAGE
  const here = new Set(columns.slice(end - COLUMNS_ON_A_PAGE, end))
  return {
    ...factsOf({ ...table, columns: table.columns.filter((column) => here.has(column)) }, all, words),
    more_columns: table.columns.length - here.size,
    page: { number, of, others: columns.slice(end).map(({ name }) => ({ name })) },
  }
}
