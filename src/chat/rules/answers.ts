import { z } from 'zod'
import { agentSaid } from '#agents/rules/agent.ts'
import { CHECK_STATES } from '#analyst/rules/answer.ts'
import { SENT_KINDS } from '#analyst/rules/sent.ts'
import { count, moment } from '#base/answer.ts'
import { linesShown } from '#catalog/rules/left-out.ts'
import { cell, queryResult, resultPage } from '#query/rules/answers.ts'
import { chartSpec } from '#query/rules/chart-spec.ts'
import { ROWS_SEEN } from '#records/rules/xai.ts'

const bytes = z
  .partialRecord(z.enum(SENT_KINDS), count)
  .describe(
    'Bytes by what they are of; they add up to all. `other`: what is none of these, and how the provider wants it written.',
  )
const sent = z.object({
  hosts: z.array(z.string()).describe('Hosts of the providers.'),
  requests: count,
  bytes: count,
  kinds: bytes,
  sees: z.enum(ROWS_SEEN).describe('Which values the model might see.'),
  rows: count.describe('Rows of a result that it might see at most.'),
  kept_until: moment.nullable().describe('Until when the requests can be downloaded; null where they are not kept.'),
})
export const sentRequests = sent.omit({ kept_until: true }).extend({
  message_id: z.string(),
  model: z.string(),
  sent: z.array(
    z.object({
      at: moment,
      host: z.string(),
      path: z.string(),
      bytes: count,
      kinds: bytes,
      body: z.unknown().describe('As it was sent; null beyond 8 MB of one answer.'),
    }),
  ),
})

export const line = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  status: z.enum(['sent', 'running', 'answered', 'clarify', 'refused', 'failed', 'stopped', 'interrupted']),
  agent: agentSaid.nullable().describe('Which agent was asked, or answered; null: the one that every workspace has.'),
  by: z.object({ id: z.string(), name: z.string() }).describe('Who asked, or was answered.'),
  created_at: moment,
})
export const conversation = z.object({
  id: z.string(),
  title: z.string(),
  shared: z.boolean().describe('Whoever may see the workspace may read it.'),
  created_at: moment,
  updated_at: moment,
  messages: z.array(line).describe('The last 20, oldest first; of longer texts the first 1,000 characters.'),
  by: z
    .object({ id: z.string(), name: z.string() })
    .optional()
    .describe('Whose it is, in the list of what others share.'),
})
export const historyQuery = z.object({
  shared: z
    .enum(['true', 'false'])
    .optional()
    .describe('`true`: those of others that are shared with the workspace, or with you by name.'),
})
export const message = line.extend({
  conversation_id: z.string(),
  rating: z.enum(['up', 'down']).nullable(),
  answer: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('Steps, results with their first rows, charts, bound numbers, checks and receipt; null on questions.'),
})
const number = z.object({
  text: z.string(),
  result: z.string().nullable(),
  row: count.nullable(),
  column: z.string().nullable(),
  state: z.enum(['bound', 'derived', 'quoted', 'unbound']),
  derivation: z.string().optional().describe('What was computed from what, in words.'),
  reference: z.string().optional().describe('What a model wrote in place of it: the server computed and printed it.'),
  catalog: z
    .object({
      table: z.string(),
      column: z.string().nullable(),
      fact: z.string(),
      value: z.string(),
      measured_at: moment,
    })
    .optional()
    .describe('What was counted when the data were read: `rows`, `first`, `last` or `distinct`, never an estimate.'),
  gap: z.string().optional().describe('Why there is a mark in place of a value.'),
})
const numbers = z.array(number)

export const reply = z.object({
  conversation_id: z.string(),
  message_id: z.string(),
  agent: agentSaid.describe('Which agent answered, in which version.'),
  status: z.enum(['answered', 'clarify', 'refused', 'failed', 'stopped', 'interrupted']),
  answer: z.string(),
  blocks: z
    .array(
      z.object({
        kind: z.enum(['text', 'chart', 'grid', 'figures']),
        text: z.string().optional().describe('Markdown.'),
        chart: chartSpec.optional(),
        grid: z
          .object({
            result: z.string(),
            title: z.string(),
            columns: z.array(z.string()),
            rows: z.array(z.array(cell)),
            total_rows: count,
          })
          .optional()
          .describe('The first rows of a result.'),
        figures: z
          .array(
            z.object({
              label: z.string(),
              value: number,
              before: number.nullable(),
              change: number.nullable().describe('From `before` to `value`.'),
            }),
          )
          .optional(),
      }),
    )
    .describe('The answer in the order in which it is read: text, and what stands between its paragraphs.'),
  plan: z
    .array(z.object({ text: z.string(), done: z.boolean() }))
    .nullable()
    .describe('What a report set out to do; null where nothing was planned.'),
  error: z.string().nullable(),
  clarification: z
    .object({ question: z.string(), options: z.array(z.string()) })
    .nullable()
    .describe('What the analyst asks back. Of the built-in analyst, `options` are the titles of `readings`.'),
  readings: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        first: z.string().describe('The beginning of what it gives; empty where there was no time to look.'),
        sql: z.string(),
        word: z.string().optional().describe('A word of the question that this reading finds a place for.'),
        means: z.string().optional().describe('Which one; where it is absent the word is left out.'),
        chosen: z.literal(true).optional().describe('The answer shows it.'),
      }),
    )
    .describe('Other ways to read the question, the likeliest first. `POST /api/messages/{id}/reading` shows one.'),
  numbers,
  assumptions: z
    .array(z.object({ text: z.string(), numbers }))
    .describe('Readings that the question left open and the model chose.'),
  queries: z.array(
    z.object({
      id: z.string(),
      source: z.string(),
      sql: z.string(),
      rows: count,
      elapsed_ms: z.number(),
    }),
  ),
  reading: z
    .string()
    .nullable()
    .describe('What the statement of the main result does, in words, as far as it can be read.'),
  result: resultPage
    .omit({ elapsed_ms: true })
    .nullable()
    .describe('The main result: the one that answers the question.'),
  main: z.string().nullable().describe('Id of the main result.'),
  results: z
    .array(
      resultPage.omit({ elapsed_ms: true }).extend({
        name: z.string().describe('r1, r2 …: what later questions of the conversation may call it.'),
        title: z.string(),
        shown: z
          .boolean()
          .describe('The answer speaks of it or draws it. The others only led there: their rows are to be fetched.'),
      }),
    )
    .describe('All results of the answer, in the order of their queries, with their first rows.'),
  chart: chartSpec.nullable().describe('The last chart of the main result, else the last one.'),
  charts: z.array(chartSpec).describe('All charts of the answer, in their order.'),
  checks: z.array(
    z.object({
      name: z.string(),
      state: z.enum(CHECK_STATES),
      note: z.string(),
      probe: z.string().optional(),
      show: linesShown
        .optional()
        .describe('Where lines that did not count can be seen: in a file, or as rows of a table without a value.'),
    }),
  ),
  suggestions: z.array(z.string()),
  receipt: z
    .object({
      credits: count,
      balance: count,
      elapsed_ms: z.number(),
      rows_read: count,
      input_tokens: count,
      output_tokens: count,
      cached_input_tokens: count.optional().describe('Of `input_tokens`: what the provider had in its cache.'),
      reasoning_tokens: count.optional().describe('Of `output_tokens`: what the model thought.'),
      title_tokens: count.optional().describe('Read and written by the model that named the conversation.'),
      model: z.string(),
      instead_of: z.string().optional().describe('The model whose provider failed, so that `model` answered.'),
      built_in: z.boolean(),
      sent: sent.nullable().optional().describe('What left this server for a provider of models; null: nothing.'),
    })
    .nullable(),
})

export const thoughts = z.object({ thoughts: z.array(z.string()) })

export const editedResult = queryResult.extend({
  name: z.string(),
  of: z.string().describe('The result whose statement was changed.'),
})
export const changedAnswer = z.object({
  answer: z.record(z.string(), z.unknown()).describe('As it is kept now; `reading` has its chips.'),
})
export const offers = z.object({
  table: z.string(),
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      values: z.array(z.string()).describe('The most frequent ones.'),
      adds: z.boolean().describe('Whether its values add up; those of ids, rates and levels do not.'),
    }),
  ),
  joins: z
    .array(z.object({ table: z.string(), column: z.string(), own: z.string().describe('The column of this table.') }))
    .describe('Tables that a known relation leads to, or comes from.'),
})
export const values = z.object({ values: z.array(z.string()) })
export const built = z.object({ conversation_id: z.string(), message_id: z.string() })
export const redrawn = z.array(z.object({ of: z.union([count, z.string()]), chart: chartSpec }))
export const feedback = z.object({
  id: z.string(),
  rating: z.enum(['up', 'down']).nullable(),
  reason: z.string().nullable(),
})
