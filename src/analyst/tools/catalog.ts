import { tool } from 'ai'
import { nearest } from '#query/rules/nearest.ts'
import type { CatalogTable } from '#sources/rules/catalog.ts'
import { asStep, type Inquiry } from '../inquiry.ts'
import { probe } from '../probe.ts'
import { factsWithoutValues } from '../rules/privacy.ts'
import { factsOf, isSearchable, knownQueries, matchOf, searchCatalog } from '../rules/search.ts'
import {
  type DescribeTablesOutput,
  describeTablesInput,
  type SearchCatalogOutput,
  type SearchValuesInput,
  type SearchValuesOutput,
  searchCatalogInput,
  searchValuesInput,
  type ValueMatch,
} from '../rules/tools.ts'

const MOST_MATCHES = 20
/** Columns whose values are searched in the data because not all of them stand in the catalog. */
const MOST_SEARCHED_COLUMNS = 8

const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

export const searchCatalogTool = (inquiry: Inquiry) =>
  tool({
    description:
      'Find the tables and columns that matter for a question. Gives the whole schema when it is small, a shortlist when it is large, and queries that somebody verified for such questions.',
    inputSchema: searchCatalogInput,
    execute: ({ query }): Promise<SearchCatalogOutput> =>
      asStep(
        inquiry,
        'search_catalog',
        'Looking through the data',
        async () => {
          const [tables, queries] = await Promise.all([inquiry.tables(), inquiry.verified()])
          const known = knownQueries(queries, [inquiry.question, query])
          return { ...searchCatalog(tables, query), ...(known.length > 0 ? { verified_queries: known } : {}) }
        },
        (found) => ({
          note: [
            found.complete
              ? count(found.total_tables, 'table')
              : `${count(found.tables.length, 'table')} of ${found.total_tables}`,
            ...(found.verified_queries?.some(({ same }) => same) ? ['a verified query'] : []),
          ].join(', '),
        }),
      ),
  })

export const describeTablesTool = (inquiry: Inquiry) =>
  tool({
    description:
      'Columns of tables with types, roles, nulls, distinct counts, smallest and largest values, frequent values, and joins with measured match rates.',
    inputSchema: describeTablesInput,
    execute: ({ tables }): Promise<DescribeTablesOutput> =>
      asStep(
        inquiry,
        'describe_tables',
        `Looking at ${tables.join(', ')}`,
        async () => {
          const found = describe(await inquiry.tables(), tables)
          return inquiry.sees === 'none' ? factsWithoutValues(found) : found
        },
        (found) => ({
          note: count(
            found.tables.reduce((sum, table) => sum + table.columns.length, 0),
            'column',
          ),
        }),
      ),
  })

function describe(all: CatalogTable[], names: string[]): DescribeTablesOutput {
  const find = (name: string) =>
    all.find((table) => table.name === name) ?? all.find((table) => table.name.toLowerCase() === name.toLowerCase())
  const found = new Set(names.flatMap((name) => find(name) ?? []))
  const every = all.map((table) => table.name)
  return {
    tables: [...found].map((table) => factsOf(table, all)),
    unknown: names.filter((name) => !find(name)).map((name) => ({ name, nearest: nearest(name, every) })),
  }
}

export const searchValuesTool = (inquiry: Inquiry) =>
  tool({
    description:
      'Find how a value is written in the data before using it in a filter: exact, case-folded and similar matches with their table and column.',
    inputSchema: searchValuesInput,
    execute: (input, { abortSignal }): Promise<SearchValuesOutput> =>
      asStep(
        inquiry,
        'search_values',
        `Looking up “${input.text}”`,
        () => searchValues(inquiry, input, abortSignal),
        ({ matches }) => ({
          note: matches.length > 0 ? count(matches.length, 'match').replace(/hs$/, 'hes') : 'not found',
        }),
      ),
  })

async function searchValues(
  inquiry: Inquiry,
  input: SearchValuesInput,
  signal?: AbortSignal,
): Promise<SearchValuesOutput> {
  const same = (a: string, b: string | null | undefined) => !b || a.toLowerCase() === b.toLowerCase()
  const columns = (await inquiry.tables())
    .filter((table) => same(table.name, input.table))
    .flatMap((table) =>
      table.columns.filter((column) => same(column.name, input.column)).map((column) => ({ table, column })),
    )
  const known = columns.flatMap(({ table, column }) =>
    column.top.flatMap(({ value, count }): ValueMatch[] => {
      const match = matchOf(input.text, value)
      return match ? [{ table: table.name, column: column.name, value, match, count }] : []
    }),
  )
  const partly = columns.filter(({ column }) => isSearchable(column) && column.distinct > column.top.length)
  const searched = known.some(({ match }) => match === 'exact')
    ? []
    : await searchInData(inquiry, input.text, partly.slice(0, MOST_SEARCHED_COLUMNS), signal)
  const order: ValueMatch['match'][] = ['exact', 'case', 'contains', 'similar']
  const seen = new Set<string>()
  const matches = [...known, ...searched]
    .sort((a, b) => order.indexOf(a.match) - order.indexOf(b.match) || (b.count ?? 0) - (a.count ?? 0))
    .filter(({ table, column, value }) => {
      const key = JSON.stringify([table, column, value])
      return !seen.has(key) && seen.add(key)
    })
  return { matches: matches.slice(0, MOST_MATCHES) }
}

async function searchInData(
  inquiry: Inquiry,
  text: string,
  columns: { table: CatalogTable; column: { name: string } }[],
  signal?: AbortSignal,
): Promise<ValueMatch[]> {
  if (columns.length === 0) return []
  const literal = `'${text.replaceAll("'", "''")}'`
  // Texts of which one is more than twice as long as the other are never that similar: most are not even compared.
  const length = [...text].length
  const parts = columns.map(({ table, column }, at) => {
    const value = `${quoted(column.name)}::varchar`
    return `(select ${at} as c, ${value} as v, count(*) as n from ${quoted(table.name)}
      where contains(lower(${value}), lower(${literal})) or
        (length(${value}) between ${Math.floor(length / 2)} and ${length * 2} and jaro_winkler_similarity(lower(${value}), lower(${literal})) > 0.9)
      group by 2 order by 3 desc limit 10)`
  })
  const rows = await probe(inquiry.ctx, parts.join(' union all '), { signal })
  return rows.flatMap(([at, value, rowCount]): ValueMatch[] => {
    const { table, column } = columns[Number(at)]!
    const match = matchOf(text, String(value)) ?? 'similar'
    return [{ table: table.name, column: column.name, value: String(value), match, count: Number(rowCount) }]
  })
}
