import { tool } from 'ai'
import { counted } from '#base/format.ts'
import { standings } from '#catalog/ratings.ts'
import type { CatalogTable } from '#catalog/rules/answers.ts'
import { grained } from '#catalog/rules/facts.ts'
import { tableText } from '#catalog/rules/table-text.ts'
import { measured } from '#catalog/table-profile.ts'
import type { VerifiedQuery } from '#query/rules/answers.ts'
import { nearest } from '#query/rules/nearest.ts'
import { asStep, type Inquiry, showsSql } from '../inquiry.ts'
import { metricsOver } from '../rules/definitions.ts'
import { factsWithoutValues } from '../rules/privacy.ts'
import { shortlist } from '../rules/ranking.ts'
import { namesOfAll } from '../rules/same-question.ts'
import { COLUMNS_IN_SHORT, factsOf, factsOnPage, isSmall, largest, matchingQueries, outline } from '../rules/search.ts'
import {
  type DescribeTablesOutput,
  describeTablesInput,
  type KnownMetric,
  type KnownQuery,
  type SearchCatalogOutput,
  type SearchValuesOutput,
  searchCatalogInput,
  searchValuesInput,
  type TableFacts,
  type WorkspaceFacts,
} from '../rules/tools.ts'
import { namesIn, noteNamed } from '../shown.ts'
import { searchValues } from '../values.ts'
import { toolSchema } from './tool-schema.ts'

export const searchCatalogTool = (inquiry: Inquiry) =>
  tool({
    description: 'Find tables and columns, and metrics, terms and verified queries that fit.',
    inputSchema: toolSchema(searchCatalogInput),
    execute: ({ query }): Promise<SearchCatalogOutput> =>
      asStep(
        inquiry,
        'search_catalog',
        'Looking through the data',
        async () => {
          const queries = await inquiry.verified()
          const { definitions, fitting, instructions } = await inquiry.knowledge()
          const verifiedQueries = matchingQueries(queries, [inquiry.question, query], namesOfAll(definitions))
          const { metrics, terms } = fitting({ query, question: inquiry.question })
          noteNamed(inquiry, await inquiry.outline(), JSON.stringify([verifiedQueries, metrics, terms]))
          return {
            ...(await search(inquiry, query, { known: verifiedQueries, metrics, verified: queries })),
            ...(verifiedQueries.length > 0 ? { verified_queries: verifiedQueries } : {}),
            ...(metrics.length > 0 ? { metrics } : {}),
            ...(terms.length > 0 ? { terms } : {}),
            ...(instructions && inquiry.ctx.models.builtIn ? { workspace: yearsAndMoney(instructions) } : {}),
          }
        },
        (found) => ({
          note: [
            found.complete
              ? counted(found.total_tables, 'table')
              : `${counted(found.tables.length, 'table')} of ${found.total_tables}`,
            ...(found.verified_queries?.some(({ same }) => same) ? ['a verified query'] : []),
            ...(found.metrics ?? []).map(({ name }) => `metric ${name}`).slice(0, 1),
          ].join(', '),
        }),
      ),
  })

const yearsAndMoney = ({ fiscal_year_start, currency }: WorkspaceFacts): WorkspaceFacts => ({
  fiscal_year_start,
  currency,
})

/** Tables that are named after those of a shortlist. */
const MOST_NAMED = 20
/** How much a verified query speaks for its tables, of what the table has that fits best: where it asks the same, and where it is close. */
const VERIFIED = { same: 1, close: 0.5 }

/** The whole catalog when it is small, else a shortlist: only what it names is read of a wide workspace. */
async function search(
  inquiry: Inquiry,
  query: string,
  { known, metrics, verified }: { known: KnownQuery[]; metrics: KnownMetric[]; verified: VerifiedQuery[] },
): Promise<SearchCatalogOutput> {
  const words = `${query} ${inquiry.question}`
  const all = await inquiry.outline()
  if (isSmall(all)) {
    const tables = await inquiry.tables()
    return { complete: true, total_tables: tables.length, tables: tables.map((table) => outline(table, words)) }
  }
  const favoured = new Map(metrics.map(({ table }) => [table.toLowerCase(), VERIFIED.close]))
  for (const { sql, same } of known.toReversed())
    for (const name of namesIn(sql)) favoured.set(name, same ? VERIFIED.same : VERIFIED.close)
  const standing = await standings(inquiry.ctx)
  // What people checked needs no ratings.
  for (const name of verified.flatMap(({ sql }) => namesIn(sql))) standing.set(name, 1)
  const ranked = await inquiry.ranked({ query, question: inquiry.question }, favoured, standing)
  const short = new Set(shortlist(ranked.map((one) => one.ranked)))
  const names = (
    short.size > 0 ? ranked.filter((one) => short.has(one.ranked)).map(({ table }) => table) : largest(all)
  ).map(({ name }) => name)
  const also = ranked.filter((one) => !short.has(one.ranked)).slice(0, MOST_NAMED)
  await inquiry.know(names)
  const tables = await inquiry.tables()
  await inquiry.know(
    tables.flatMap(({ relations }) => relations.map(({ to_table }) => to_table)).slice(0, names.length),
  )
  const found = names.flatMap((name) => tables.find((table) => table.name === name) ?? [])
  return {
    complete: false,
    total_tables: all.length,
    tables: found.map((table) => outline(table, words, COLUMNS_IN_SHORT)),
    ...(also.length > 0 ? { also: also.map(({ table }) => table.name) } : {}),
  }
}

export const describeTablesTool = (inquiry: Inquiry) =>
  tool({
    description: 'Columns with types, roles, nulls, ranges and frequent values, and joins with match rates.',
    inputSchema: toolSchema(describeTablesInput),
    execute: ({ tables, columns, page }): Promise<DescribeTablesOutput> =>
      asStep(
        inquiry,
        'describe_tables',
        `Looking at ${tables.join(', ')}`,
        async () => {
          await inquiry.know(tables)
          const every = (await inquiry.outline()).map(({ name }) => name)
          const words = [inquiry.question, ...(columns ?? [])].join(' ')
          const { definitions } = await inquiry.knowledge()
          const profiles = await measured(inquiry.ctx, named(await inquiry.tables(), tables))
          const facts = (table: CatalogTable, all: CatalogTable[]): TableFacts => {
            const metrics = metricsOver(definitions, table.name)
            const profile = profiles.get(table.id)
            const withGrain = grained(table, profile)
            return {
              ...(inquiry.ctx.models.builtIn
                ? { ...factsOf(withGrain, all, words), text: tableText(withGrain, profile) }
                : factsOnPage(withGrain, all, words, page ?? 1)),
              ...(metrics.length > 0 ? { metrics } : {}),
              ...(profile
                ? { profile: (({ facts, together, oddities = [] }) => ({ facts, together, oddities }))(profile) }
                : {}),
            }
          }
          const found = describe(await inquiry.tables(), tables, every, facts)
          return inquiry.sees === 'none' ? factsWithoutValues(found) : found
        },
        (found) => ({
          note: counted(
            found.tables.reduce((sum, table) => sum + table.columns.length, 0),
            'column',
          ),
        }),
      ),
  })

/** Those tables that names mean, as they are written or else without regard to capitals. */
const named = (all: CatalogTable[], names: string[]): CatalogTable[] => {
  const find = (name: string) =>
    all.find((table) => table.name === name) ?? all.find((table) => table.name.toLowerCase() === name.toLowerCase())
  return [...new Set(names.flatMap((name) => find(name) ?? []))]
}

function describe(
  all: CatalogTable[],
  names: string[],
  every: string[],
  facts: (table: CatalogTable, all: CatalogTable[]) => TableFacts,
): DescribeTablesOutput {
  const found = named(all, names)
  return {
    tables: found.map((table) => facts(table, all)),
    unknown: names
      .filter((name) => named(all, [name]).length === 0)
      .map((name) => ({ name, nearest: nearest(name, every) })),
  }
}

export const searchValuesTool = (inquiry: Inquiry) =>
  tool({
    description:
      'Find how a value is written in the data: exact and similar ones, with table and column. One that ends in … was cut.',
    inputSchema: toolSchema(searchValuesInput),
    execute: (input, { abortSignal }): Promise<SearchValuesOutput> =>
      asStep(
        inquiry,
        'search_values',
        showsSql(inquiry) || inquiry.question.toLowerCase().includes(input.text.toLowerCase())
          ? `Looking up “${input.text}”`
          : 'Looking up a value',
        () => searchValues(inquiry, input, abortSignal),
        ({ matches, searched, not_searched = [] }) => ({
          note: [
            `${matches.length > 0 ? counted(matches.length, 'match', 'matches') : 'not found'} in ${counted(searched, 'column')}`,
            ...not_searched.map((line) => `not wholly looked through: ${line}`),
          ].join('; '),
        }),
      ),
  })
