import { inWords } from '#base/text.ts'
import type { CatalogColumn, CatalogTable } from '#catalog/rules/answers.ts'
import type { VerifiedQuery } from '#query/rules/answers.ts'
import { fitting } from './same-question.ts'
import type { KnownQuery, TableFacts, TableOutline } from './tools.ts'

/** Columns up to which the whole schema is given: about 4,000 tokens. */
const SMALL_CATALOG_COLUMNS = 150
const UNASKED = 12

/** Words of a text in lower case without plural endings, so that "Orders" finds `order_id`. */
const wordsOf = (text: string): string[] =>
  (
    inWords(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).map(stem)
const stem = (word: string) => (word.length > 3 ? word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '') : word)

export const isSmall = (tables: { columns: unknown[] }[]): boolean =>
  tables.reduce((sum, { columns }) => sum + columns.length, 0) <= SMALL_CATALOG_COLUMNS

/** The tables that are given where a question speaks of none. */
export const largest = <T extends { rows: number }>(tables: T[]): T[] =>
  tables.toSorted((a, b) => b.rows - a.rows).slice(0, UNASKED)

const namedIn = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu))

/** What a column that is named letter for letter counts: more than any number of words in common. */
const NAMED = 1000

/** Columns of one table that are told at once: more would be most of what a model reads. */
const MOST_COLUMNS = 200
export const COLUMNS_IN_SHORT = 40

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

function narrowed(table: CatalogTable, words: string, most = MOST_COLUMNS): CatalogTable {
  if (table.columns.length <= most) return table
  const chosen = new Set(ranked(table.columns, words).slice(0, most))
  return { ...table, columns: table.columns.filter((column) => chosen.has(column)) }
}

/** Verified queries told at once, and characters of their SQL: a model reads each of them. */
const MOST_KNOWN = 3
const MOST_KNOWN_SQL = 8_000

/**
 * The verified queries that fit a question, best first.
 * @param asked the question in the words of the person first, then what is searched
 * @param names what the workspace calls by several names
 */
export function matchingQueries(
  queries: VerifiedQuery[],
  asked: string[],
  names?: ReadonlyMap<string, string>,
): KnownQuery[] {
  const found = asked.flatMap((words, at) =>
    fitting(queries, words, names, MOST_KNOWN).map((query) => ({ ...query, same: at === 0 && query.likeness === 1 })),
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

/** @param most columns that are told of a wide table */
export function outline(whole: CatalogTable, words: string, most?: number): TableOutline {
  const table = narrowed(whole, words, most)
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
    ...(table.grain ? { grain: table.grain } : {}),
    ...(table.rows_estimated ? { rows_estimated: true as const } : {}),
    ...(table.database ? { database: table.database } : {}),
    refreshed_at: table.refreshed_at,
    columns: table.columns.map(({ hidden: _hidden, description, reason: _reason, ...column }) => ({
      ...column,
      ...described(description),
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
          ...(relation.cleaned ? { cleaned: relation.cleaned } : {}),
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
