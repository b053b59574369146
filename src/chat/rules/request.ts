import { z } from 'zod'
import { edit } from '#analyst/rules/chips/part.ts'
import { numberText } from '#base/format.ts'
import { chartSpec } from '#query/rules/chart-spec.ts'

/** Longest question in characters that settings may ever allow. */
const LONGEST_MESSAGE = 20_000

const id = z.string().min(1).max(64)

export const queryDataBody = z.object({
  message: z
    .string('Ask a question.')
    .trim()
    .min(1, 'Ask a question.')
    .max(LONGEST_MESSAGE, `A question may have at most ${numberText(LONGEST_MESSAGE)} characters.`),
  context: z
    .object({
      conversation_id: id.nullish(),
      agent_id: id.nullish().describe('`analyst` for the agent that every workspace has.'),
      sources: z.array(id).max(200).nullish(),
      max_credits: z.number().int().min(0).nullish(),
      mode: z
        .enum(['answer', 'report'], 'mode is answer or report.')
        .nullish()
        .describe('A report has a plan, more steps and a price of its own; the built-in analyst writes none.'),
    })
    .nullish(),
})
export const conversationChange = z
  .object({
    title: z
      .string()
      .trim()
      .min(1, 'Give the conversation a title.')
      .max(120, 'A title may have at most 120 characters.')
      .optional(),
    /** Whether whoever may see the workspace may read it. */
    shared: z.boolean('shared is true or false.').optional(),
  })
  .refine(({ title, shared }) => title !== undefined || shared !== undefined, 'Give a title, or whether it is shared.')
export const editedSqlBody = z.object({
  /** Id of the result of this answer whose statement was changed. */
  result: id,
  sql: z
    .string()
    .trim()
    .min(1, 'Write a statement.')
    .max(LONGEST_MESSAGE * 5, 'This statement is too long.'),
})
export const changedChartBody = z.object({
  of: z
    .union([z.int().min(0).max(100), id])
    .describe('The place of the chart among those of the answer, or the id of a result that none of them shows.'),
  chart: chartSpec.nullable().describe('Null shows the chart as it was made.'),
})
const MOST_EDITS = 20
const edits = z.array(edit).min(1, 'Change something.').max(MOST_EDITS)
export const chipsBody = z.object({
  result: id.describe('Id of the main result of this answer, whose statement is changed.'),
  edits: edits.nullable().describe('One after the other; null shows the answer as it was made.'),
})
export const readingBody = z.object({
  reading: id.nullable().describe('Id of one of the readings of this answer; null shows it as it was made.'),
})
const tableName = z.string().min(1).max(500)
export const offersQuery = z.object({ table: tableName })
export const valuesQuery = z.object({ table: tableName, column: tableName, q: z.string().trim().min(1).max(200) })
export const builtBody = z.object({ edits: edits.describe('The first adds a table.') })
export const feedbackBody = z.object({
  rating: z.enum(['up', 'down'], 'rating is up, down or null.').nullable().describe('Null takes it back.'),
  reason: z.string().trim().max(1000, 'A reason may have at most 1,000 characters.').nullish(),
})
/** What of an answer becomes a proposal: a corrected statement of a result, what was chosen when the analyst asked back, or what was wrong. */
export const proposalBody = z.discriminatedUnion('from', [
  z.object({ from: z.literal('sql'), result: z.string() }),
  z.object({ from: z.literal('clarification') }),
  z.object({ from: z.literal('reading') }),
  z.object({
    from: z.literal('chips'),
    word: z.string().trim().min(1, 'Write the word.').max(100),
    chip: z.string().max(20),
  }),
  z.object({ from: z.literal('feedback'), reason: z.string().trim().min(1, 'Write what was wrong.').max(1000) }),
])
export type ProposalBody = z.infer<typeof proposalBody>
const ANSWER_FORMATS = ['md', 'pdf'] as const
export type AnswerFormat = (typeof ANSWER_FORMATS)[number]
export const exportQuery = z.object({ format: z.enum(ANSWER_FORMATS, 'format is md or pdf.').default('md') })
export const streamQuery = z.object({ after: z.string().max(100).optional() })
export const screenQuery = z.object({
  workspace: id.optional().catch(undefined),
  conversation: id.optional().catch(undefined),
  agent: id.optional().catch(undefined),
  question: z.string().max(LONGEST_MESSAGE).optional().catch(undefined),
  before: id.optional().catch(undefined),
  after: id.optional().catch(undefined),
  message: id.optional().catch(undefined),
})
