import { z } from 'zod'
import { count, moment } from '#base/answer.ts'
import { OUTCOMES } from './outcome.ts'

const outcome = z.enum(OUTCOMES)
const cells = z.array(z.unknown()).nullable()

export const evaluation = z.object({
  id: z.string(),
  status: z.enum(['running', 'done', 'stopped', 'failed', 'interrupted']),
  error: z.string().nullable(),
  model: z.string(),
  definitions: z.string().describe('Another text after each change of the definitions that count.'),
  catalog: z.string().describe('Another text after each change of the tables.'),
  questions: count,
  done: count,
  outcomes: z.record(outcome, count),
  credits: count,
  tokens: count,
  by: z.object({ id: z.string(), name: z.string() }),
  created_at: moment,
  ended_at: moment.nullable(),
})

export const evaluationItem = z.object({
  id: z.string(),
  query_id: z.string(),
  question: z.string(),
  outcome: outcome.describe('`gone`: the verified query does not run any more, so the question was not asked.'),
  sql: z.string().describe('The verified statement.'),
  ran: z.string().describe('The statement of the answer.'),
  said: z.string(),
  error: z.string().nullable(),
  diff: z
    .object({
      columns: z.array(z.string()),
      got_columns: z.array(z.string().nullable()),
      rows: z.array(z.object({ kind: z.enum(['changed', 'missing', 'extra']), expected: cells, got: cells })),
      differing: count,
      expected_rows: count,
      got_rows: count,
      partly: z.literal(true).optional().describe('Only the first 10,000 rows of each were compared.'),
    })
    .nullable()
    .describe('The first rows that differ, side by side.'),
  credits: count,
  tokens: count,
  sent_bytes: count.describe('What left this server for a provider of models.'),
  elapsed_ms: count,
})

export const change = z.object({
  question: z.string(),
  before: outcome.nullable().describe('Null where that run did not ask it.'),
  after: outcome.nullable(),
})

export const evaluationRequest = z.object({
  max_credits: z.coerce.number().int().min(0).nullish().describe('The most that the run may cost.'),
})
export type EvaluationRequest = z.infer<typeof evaluationRequest>
