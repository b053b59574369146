import { z } from 'zod'
import { moment } from '#base/answer.ts'
import { instructionsContent, KINDS, metricContent, queryContent, termContent } from './definition.ts'

const person = z.object({ id: z.string(), name: z.string() })

const checked = z.object({
  at: z.string(),
  elapsed_ms: z.number(),
  value: z
    .union([z.string(), z.number(), z.boolean()])
    .nullish()
    .describe('Of a metric, over all rows that its filters leave.'),
  tables: z.array(z.string()),
  columns: z.array(z.string()),
})

const version = {
  id: z.string().describe('The same for all versions.'),
  version: z.number(),
  version_id: z.string(),
  name: z.string().describe('Of a query its question.'),
  state: z.enum(['proposed', 'approved', 'rejected', 'replaced', 'removed']),
  note: z.string().describe('Why it was proposed.'),
  proposed_by: person,
  decided_by: person.nullable(),
  decided_at: moment.nullable(),
  reason: z.string().describe('Why it was rejected.'),
  checked: checked.nullable(),
  stale: z.string().nullable().describe('What it needs that is not there any more.'),
  created_at: moment,
}

export const definition = z.discriminatedUnion('kind', [
  z.object({ ...version, kind: z.literal('metric'), content: metricContent }),
  z.object({ ...version, kind: z.literal('term'), content: termContent }),
  z.object({ ...version, kind: z.literal('query'), content: queryContent }),
  z.object({ ...version, kind: z.literal('instructions'), content: instructionsContent }),
])
export type Definition = z.infer<typeof definition>

/** What a file of definitions has, and what was or would be done with it. */
export const importAnswer = z.object({
  format: z.enum(['dbt', 'yaml']),
  applied: z.boolean(),
  entries: z.array(
    z.object({
      kind: z.enum([...KINDS, 'description', 'relation']),
      name: z.string(),
      action: z
        .enum(['add', 'propose', 'same', 'keep', 'unusable'])
        .describe(
          '`propose`: an owner decides; `keep`: what is there differs and stays; `unusable`: `why` says the reason.',
        ),
      why: z.string().nullable(),
    }),
  ),
})
export type Import = z.infer<typeof importAnswer>
