import { z } from 'zod'
import { count, moment } from '#base/answer.ts'
import { cell } from '#query/rules/answers.ts'

export const rerunRequest = z.object({
  result: z.string().min(1).max(64).describe('A result of the answer by its id.'),
})

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
})
export type RerunJson = z.infer<typeof rerun>
