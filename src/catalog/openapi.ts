import { z } from 'zod'
import { type Described, describe, moment } from '#web/openapi.ts'
import { urls } from '../urls.ts'
import { catalogQuery, namesQuery, relationInput, tableChange } from './rules/input.ts'

const tag = 'Data'
const column = z.object({ name: z.string(), type: z.string() })
const cleanedKeys = z
  .object({ how: z.string(), column: z.string(), to_column: z.string(), match_rate: z.number() })
  .describe('Where few values are found: the SQL of both sides that finds more.')
const tableName = z.object({
  id: z.string(),
  name: z.string(),
  source: z.object({ kind: z.enum(['file', 'database', 'external']), id: z.string(), name: z.string() }),
  rows: z.number().int(),
  database: z.object({ schema: z.string(), table: z.string() }).optional().describe('How its database calls it.'),
  columns: z.number().int(),
  hits: z.array(z.string()).optional(),
})
const table = z.object({
  id: z.string(),
  name: z.string(),
  source: z.object({ kind: z.enum(['file', 'database', 'external']), id: z.string(), name: z.string() }),
  rows: z.number().int(),
  description: z.string(),
  hidden: z.boolean(),
  refreshed_at: moment,
  columns: z.array(
    column.extend({
      role: z.enum(['measure', 'dimension', 'time', 'id', 'text', 'flag']),
      nulls: z.number().int(),
      distinct: z.number().int(),
      min: z.string().nullable(),
      max: z.string().nullable(),
      top: z.array(z.object({ value: z.string(), count: z.number().int() })),
      sample: z.array(z.string()),
      description: z.string(),
      hidden: z.boolean(),
    }),
  ),
  relations: z.array(
    z.object({
      column: z.string(),
      to_table: z.string(),
      to_column: z.string(),
      match_rate: z.number(),
      cleaned: cleanedKeys.optional(),
      kind: z.enum(['inferred', 'declared']),
    }),
  ),
})
const relation = z.object({
  id: z.string(),
  from_table: z.string(),
  from_column: z.string(),
  to_table: z.string(),
  to_column: z.string(),
  match_rate: z.number().describe('Share of the values of the one column that is found in the other.'),
  cleaned: cleanedKeys.nullable(),
  kind: z.enum(['inferred', 'declared']),
})

export const catalogApi: Described[] = [
  describe('get', urls.apiCatalog, {
    tag,
    summary: 'Every table that can be asked',
    description:
      'Without `limit` and `cursor` up to 200 tables come at once. Further ones are in the page that the `Link` header names.',
    query: catalogQuery,
    answer: z.array(table),
  }),
  describe('get', urls.apiCatalogNames, {
    tag,
    summary: 'Names of tables',
    description:
      'Tables by a part of their name or of that of a column: what is called so letter for letter comes first. `columns` is their number; `hits` are columns that the table was found by.',
    query: namesQuery,
    answer: z.array(tableName),
  }),
  describe('get', urls.apiCatalogTable, { tag, summary: 'A table with its columns', answer: table }),
  describe('patch', urls.apiCatalogTable, {
    tag,
    summary: 'Describe, hide or show a table and its columns',
    description: 'What is hidden cannot be read by anybody, in questions, statements or exports.',
    body: tableChange,
    answer: table,
  }),
  describe('get', urls.apiCatalogRelations, {
    tag,
    summary: 'The relations between tables',
    description: 'By table and column; 200 a page unless `limit` says fewer.',
    answer: z.array(relation),
    paged: true,
  }),
  describe('post', urls.apiCatalogRelations, {
    tag,
    summary: 'Declare a relation',
    description: 'It is measured at once; where few values meet, `cleaned` says what finds more.',
    body: relationInput,
    answer: relation,
    status: 201,
    errors: ['unprocessable', 'conflict', 'timeout', 'unavailable', 'unsupported'],
  }),
  describe('delete', urls.apiCatalogRelation, { tag, summary: 'Remove a relation' }),
]
