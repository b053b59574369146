import { z } from 'zod'
import { count, moment } from '#base/answer.ts'
import { cell } from '#query/rules/answers.ts'

export const rerunRequest = z.object({
  result: z.string().min(1).max(64).describe('A result of the answer by its id.'),
})

const fate = z
  .enum(['added', 'removed', 'corrected', 'entered', 'left'])
  .describe(
    'Of a row of a table: it is new, gone, or has other values; `entered` and `left`: it is as it was, and counts now or no longer.',
  )
export type FateJson = z.infer<typeof fate>
const amount = z.number().nullable().describe('Null where it is not known, or there are no such rows.')
const cellChange = z.object({
  row: z.array(cell).describe('What names the row of the result: the cells of `key`.'),
  ...{ column: z.string(), before: cell, now: cell, removed: amount, corrected: amount, added: amount },
  moved: amount.describe('What another period, or other filters, come to.'),
})
export type CellJson = z.infer<typeof cellChange>
const day = z.string().nullable().describe('By the first column of days that the statement reads.')
const source = z.object({
  unknown: z.string().nullable().describe('Why the rows are not known.'),
  tables: z.array(
    z.object({
      table: z.string(),
      key: z
        .array(z.string())
        .describe('What names its rows; none where nothing does: then a corrected row is one gone and one new.'),
      columns: z.array(z.string()).describe('Its key, and what the statement reads of it.'),
      fates: z.array(z.object({ fate, rows: count, first: day, last: day })),
      rows: z
        .array(z.object({ fate, before: z.array(cell).nullable(), now: z.array(cell).nullable() }))
        .describe('At most 40 of each.'),
    }),
  ),
  others: z.array(z.string()).describe('Tables with other rows that only decide which rows count.'),
  cells: z.array(cellChange).describe('What each kind of rows comes to; together they are the change.'),
})
export type SourceJson = z.infer<typeof source>

const side = z.object({ at: moment, rows: count, digest: z.string().describe('SHA-256 of its columns and rows.') })
export const rerun = z.object({
  title: z.string(),
  result_id: z.string().describe('Of what it gives now.'),
  same: z.boolean(),
  before: side,
  now: side,
  columns: z.array(z.string()),
  types: z.array(z.string()).describe('Of the columns, as the engine calls them.'),
  key: z.array(z.string()).describe('The columns by which rows were found again; none where nothing names them.'),
  added: count,
  removed: count,
  changed: count,
  rows: z.array(
    z.object({
      kind: z.enum(['added', 'removed', 'changed']),
      before: z.array(cell).nullable(),
      now: z.array(cell).nullable(),
    }),
  ),
  partly: z.boolean().describe('Only the first 1,000 rows of each were compared.'),
  moved: z.boolean().describe('The statement asks what day it is, and it is another one: its period moved.'),
  filters_moved: z
    .boolean()
    .describe('Of a block: filters or parameters choose other rows now, as a relative range of days does.'),
  definitions: z
    .array(z.string())
    .describe('Definitions that changed since: a new question would use them, this statement does not.'),
  gone: z.array(z.string()).describe('Columns that only the earlier result has.'),
  because: z.string().describe('What changed and why, in a sentence; empty where that is not known.'),
  source: source
    .nullable()
    .describe(
      'Rows of tables that made figures others; null where nothing changed, or the result shows rows as they are.',
    ),
})
export type RerunJson = z.infer<typeof rerun>
