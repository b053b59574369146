import { z } from 'zod'
import { count, moment } from '#base/answer.ts'
import { cell, queryResult } from '#query/rules/answers.ts'
import { blockInput, placement, statement, tab } from './block.ts'
import { LIMITS } from './board.ts'
import { filter, filterKind, filters, filterValue, place } from './filter.ts'
import { parameters, toldParameter } from './parameter.ts'

const name = z.string().trim().min(1, 'A canvas needs a name.').max(120)
const description = z.string().trim().max(1_000)
export const newCanvas = z.object({
  name,
  description: description.optional(),
  template: z
    .enum(['sales', 'table'])
    .optional()
    .describe('Blocks made of what the catalog knows of the data: of sales, or of the table that `table` names.'),
  table: z.string().max(500).optional().describe('The name of the table of a table overview.'),
  copy_of: z.string().max(40).optional().describe('A canvas of the same workspace to begin with.'),
})
export type NewCanvas = z.infer<typeof newCanvas>
export const canvasChange = z.object({
  name: name.optional(),
  description: description.optional(),
  tabs: z
    .array(tab)
    .min(1, 'A canvas has at least one tab.')
    .max(LIMITS.tabs)
    .refine((tabs) => new Set(tabs.map(({ id }) => id)).size === tabs.length, 'Each tab has an id of its own.')
    .optional()
    .describe('Blocks of tabs that are left out go to the first one.'),
  filters: filters.optional().describe('All of them: those that are left out are removed.'),
  parameters: parameters.optional().describe('All of them, as filters are. None has the id of a filter.'),
})
export type CanvasChange = z.infer<typeof canvasChange>

const person = z.object({ id: z.string(), name: z.string() })
const about = {
  id: z.string(),
  name: z.string(),
  description: z.string(),
  version: count.describe('Counts every change of it and of its blocks.'),
  created_at: moment,
  updated_at: moment,
}
export const listedCanvas = z.object({ ...about, by: person.describe('Who changed it last.'), blocks: count })
export const madeCanvas = listedCanvas.extend({
  failed: z
    .array(z.object({ block: z.string(), error: z.string() }))
    .describe('Blocks of a template that could not be run. They stand on the canvas, to be changed or removed.'),
})

const span = z.object({ start: count, end: count })
/** What a block shows now. */
const blockData = z.object({
  results: z.array(queryResult).describe('Of its statements, with the first 50 rows.'),
  refreshed_at: moment.nullable().describe('Since when its oldest result stands so.'),
  stale: z.boolean().describe('Its tables changed since, or it never ran.'),
  error: z.string().nullable().describe('Why it could not be refreshed last; the last good result stays.'),
  error_at: moment.nullable(),
  withheld: z.boolean().describe('What it read was hidden since: refresh it.'),
  prose: z
    .object({
      text: z.string(),
      numbers: z.array(z.record(z.string(), z.unknown())).describe('Bound to cells of the results.'),
      contradicted: z.array(span).describe('Sentences that the figures of now deny.'),
    })
    .nullable(),
})
export const block = z.object({
  id: z.string(),
  kind: z.enum(['chart', 'grid', 'kpi', 'prose', 'text', 'heading', 'divider', 'image']),
  ...placement.shape,
  content: z.record(z.string(), z.unknown()).describe('What was put; statements are empty where they may not be seen.'),
  version: count,
  updated_by: person,
  updated_at: moment,
  filters: z
    .array(
      z.object({
        filter: z.string().describe('The id of a filter that is set.'),
        why: z.string().nullable().describe('Why it does nothing to this block; null where it filters it.'),
      }),
    )
    .describe('What the filters that are set do to it.'),
  data: blockData.nullable().describe('Null for blocks without data.'),
})
export type BlockJson = z.infer<typeof block>
export const canvas = z.object({
  ...about,
  workspace_id: z.string(),
  tabs: z.array(tab),
  filters: z.array(filter).describe('Without columns that are hidden from you.'),
  parameters: z.array(toldParameter).describe('Values that statements of blocks have as `{{name}}`.'),
  block_ids: z.array(z.string()).describe('All that stand on it now.'),
  blocks: z.array(block).describe('All of them, or with `since` those that changed.'),
})
export type CanvasJson = z.infer<typeof canvas>

/** Longest text of filters in an address. */
const LONGEST_FILTERS = 4_000
const filtersText = z
  .string()
  .max(LONGEST_FILTERS, 'These are more filters than an address can hold.')
  .default('')
  .describe(
    'The filters that are set, as addresses of canvases have them: `region:North,South;day:last_30_days;amount:10..20`. A parameter is set by its name: `rate:0.19`. An id is followed by values (`~`: none), a range of days or numbers, `this_month`, `previous_year`, `last_30_days`, or a text. `table.column` in the place of an id filters by a column that no filter has.',
  )
export const filtersQuery = z.object({ filters: filtersText })
export const canvasQuery = filtersQuery.extend({
  since: z.coerce.number().int().min(0).default(0).describe('Only blocks that changed after this version.'),
})
/** A table that blocks read, with the columns that a filter can be on. */
export const readTable = z.object({
  table: z.string(),
  blocks: z.array(z.string()).describe('Ids of the blocks that read it.'),
  columns: z.array(
    z.object({ name: z.string(), type: z.string(), kinds: z.array(filterKind).describe('The usual one first.') }),
  ),
})
export type ReadTable = z.infer<typeof readTable>
export const placesQuery = z.object({ table: z.string().max(500), column: z.string().max(500), kind: filterKind })
export const places = z.array(place)
export const valuesQuery = filtersQuery.extend({
  q: z.string().trim().max(300).default('').describe('Only values with this text, in any capitals.'),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})
export const listedValues = z.object({
  values: z.array(
    z.object({
      value: z.string().nullable().describe('Null: rows without one.'),
      rows: count.describe('Rows of the tables of the filter that have it.'),
    }),
  ),
  more: z.boolean().describe('There are more: ask with `offset`.'),
})
export type ListedValues = z.infer<typeof listedValues>
export const markBody = z.object({
  cells: z
    .record(z.string().max(500), cell)
    .refine((cells) => Object.keys(cells).length <= 100, 'At most 100 cells.')
    .describe('Of one row of what the block shows, by the names of their columns.'),
  filters: filtersText,
})
export const mark = z.object({
  filters: z
    .array(z.object({ id: z.string(), value: filterValue }))
    .describe('What a click on each cell sets: a filter of the canvas, or `table.column`.'),
  why: z.string().nullable().describe('Why no rows can be shown that lie behind it; null where they can.'),
})
export type Mark = z.infer<typeof mark>
export const blockBody = blockInput
export const placesBody = z.object({
  blocks: z
    .array(z.object({ id: z.string().max(40), ...placement.shape }))
    .min(1)
    .max(LIMITS.blocks),
})
export const refreshBody = z.object({
  blocks: z.array(z.string().max(40)).max(LIMITS.blocks).optional().describe('All unless named.'),
  force: z.boolean().default(false).describe('Also those whose tables did not change.'),
  filters: filtersText,
})
/** A statement that a block is to be made of. */
export const runBody = statement.extend({ filters: filtersText })
export const pinBody = z.object({
  message_id: z.string().max(40).describe('An answer that you may read.'),
  tab: z.string().max(40).optional(),
  of: z.union([
    z.object({ chart: z.int().min(0).describe('Its place among the charts of the answer.') }),
    // The longer one first: of several that fit, the first counts.
    z.object({ result: z.string().max(64), row: z.int().min(0), column: z.string().max(500) }),
    z.object({ result: z.string().max(64) }),
    z.object({ text: z.literal(true).describe('The words, with their numbers bound.') }),
  ]),
})
export type Pin = z.infer<typeof pinBody>
export const version = z.object({
  id: z.string(),
  number: count,
  name: z.string(),
  blocks: count,
  by: person,
  created_at: moment,
})
