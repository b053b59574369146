import { z } from 'zod'
import { count, moment } from '#base/answer.ts'

/** What the calls of the catalog answer, and what the analyst and the pages read of it. */

/** What a column is good for: decides aggregates, axes and starter questions. */
export const columnRole = z.enum(['measure', 'dimension', 'time', 'id', 'code', 'text', 'flag'])
export type ColumnRole = z.infer<typeof columnRole>
/**
 * How the values of a measure go together. `sum`: they add up; `average`: they never do (rates, ranks, prices); `last`: they add up over
 * things of one moment, never over time (balances, stocks), where the last one counts.
 */
export const aggregation = z.enum(['sum', 'average', 'last'])
export type Aggregation = z.infer<typeof aggregation>
/** What people said of a column, in the place of what is guessed. */
export type ColumnEdits = { role?: ColumnRole; aggregation?: Aggregation; unit?: string; label?: string }
export const EDITABLE = ['role', 'aggregation', 'unit', 'label'] as const satisfies (keyof ColumnEdits)[]
const topValue = z.object({ value: z.string(), count })
export type TopValue = z.infer<typeof topValue>

const column = z.object({
  name: z.string(),
  type: z.string().describe('BIGINT, DECIMAL(12,2), VARCHAR, DATE, TIMESTAMP …'),
  role: columnRole,
  nulls: count,
  distinct: count,
  min: z.string().nullable().describe('As the engine prints it; null for an empty column.'),
  max: z.string().nullable(),
  top: z.array(topValue).describe('At most 20, most frequent first.'),
  sample: z.array(z.string()).describe('A few values in order of appearance, at most 5.'),
  description: z.string(),
  hidden: z.boolean(),
  aggregation: aggregation.optional().describe('How the values of a measure go together; absent for other roles.'),
  unit: z.string().optional().describe('What its numbers count: EUR, km, %.'),
  kind: z.string().optional().describe('What its values are in the world: email, country, postcode, latitude.'),
  label: z.string().optional().describe('What people call it, where its name does not say that.'),
  reason: z.string().optional().describe('Why role and aggregation were guessed so.'),
  edited: z
    .array(z.enum(EDITABLE))
    .optional()
    .describe('What a person said in the place of a guess; absent for nothing.'),
  text_of: z
    .string()
    .optional()
    .describe('The column whose values that do not fit its type are kept in this one, as they were written.'),
  unread: count
    .optional()
    .describe('Beside `text_of`: rows without a value in that column, because of what stands here.'),
})
export type CatalogColumn = z.infer<typeof column>

const cleanedKeys = z
  .object({
    how: z.string(),
    column: z.string(),
    to_column: z.string(),
    match_rate: z.number(),
    match_back: z.number().optional(),
    of_values: z.literal(true).optional().describe('The SQL names values of the data.'),
  })
  .describe('Where few values are found: the SQL of both sides that finds more.')
export type CleanedKeys = z.infer<typeof cleanedKeys>
const kind = z.enum(['inferred', 'declared'])
const matchRate = z.number().describe('Share of the values of the one column that is found in the other.')
/** What speaks for a relation that was found: a key by its name, columns called alike, their values, abbreviations of places, days of a calendar. */
const foundBy = z.enum(['key', 'name', 'values', 'abbreviations', 'days'])
export type FoundBy = z.infer<typeof foundBy>
const evidence = {
  match_back: z
    .number()
    .optional()
    .describe(
      'Share of the values of the other column that is found in this one; without it the rest is told by the first rows of a large table.',
    ),
  multiplies: z
    .number()
    .optional()
    .describe('Rows of the other table that a row meets on average; 1: none comes twice.'),
  found_by: foundBy.optional().describe('What speaks for a relation that was found.'),
}

/** `match_rate` counts the non-null values of `column` found in `to_column`. */
const tableRelation = z.object({
  column: z.string(),
  to_table: z.string(),
  to_column: z.string(),
  match_rate: matchRate,
  cleaned: cleanedKeys.optional(),
  ...evidence,
  kind,
})
export type CatalogRelation = z.infer<typeof tableRelation>
/** A relation of the workspace by itself, as it can be looked up and removed. */
export const relation = z.object({
  id: z.string(),
  from_table: z.string(),
  from_column: z.string(),
  to_table: z.string(),
  to_column: z.string(),
  match_rate: matchRate,
  cleaned: cleanedKeys.nullable(),
  ...evidence,
  kind,
})
export type Relation = z.infer<typeof relation>

const source = z.object({ kind: z.enum(['file', 'database', 'external']), id: z.string(), name: z.string() })
/** One table of a workspace that can be asked, as the API, the analyst and the data tree see it. */
export const table = z.object({
  id: z.string(),
  name: z.string().describe('Name in SQL, unique in the workspace.'),
  source,
  rows: count,
  rows_estimated: z
    .literal(true)
    .optional()
    .describe("The database's own estimate: its columns were measured on the first rows only."),
  database: z
    .object({ engine: z.string(), schema: z.string(), table: z.string() })
    .optional()
    .describe('Where a table stays in its database, and how statements in its own language call it.'),
  rows_rejected: count
    .optional()
    .describe('Lines of its file that could not be read as rows of it; absent where there are none.'),
  rows_apart: count
    .optional()
    .describe('Totals, notes, empty lines and names that come again in its file; absent where there are none.'),
  rows_totals: count.optional().describe('How many of `rows_apart` are totals; absent where nobody counted them.'),
  rows_dropped: count.optional().describe('Rows that its recipe leaves out; absent where there are none.'),
  lines: count.optional().describe('Lines of its file that its rows are of, where each became several rows.'),
  mended: count.optional().describe('Steps of the recipe that mends it; absent where it has none.'),
  description: z.string(),
  grain: z
    .object({
      text: z.string().describe('As it follows on "One row is one": order, day of a shop.'),
      reason: z.string().optional().describe('Why it was guessed so; absent where a person said it.'),
    })
    .optional()
    .describe('What one row is; absent where nothing says it.'),
  hidden: z.boolean(),
  refreshed_at: moment,
  columns: z.array(column),
  relations: z.array(tableRelation),
})
export type CatalogTable = z.infer<typeof table>

export const tableName = z.object({
  id: z.string(),
  name: z.string(),
  source,
  rows: count,
  database: z.object({ schema: z.string(), table: z.string() }).optional().describe('How its database calls it.'),
  columns: count.describe('How many it has.'),
  hits: z.array(z.string()).optional().describe('Columns that it was found by.'),
})
export type TableName = z.infer<typeof tableName>
