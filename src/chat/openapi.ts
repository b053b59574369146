import { z } from 'zod'
import { CHECK_STATES } from '#analyst/rules/answer.ts'
import { resultPage } from '#query/openapi.ts'
import { CHART_KINDS } from '#query/rules/chart.ts'
import { type Described, describe, moment } from '#web/openapi.ts'
import { urls } from '../urls.ts'
import { conversationChange, editedSqlBody, feedbackBody, queryDataBody, streamQuery } from './rules/request.ts'

const tag = 'Asking'
const EVENTS = ['text/event-stream']
const line = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  status: z.enum(['sent', 'running', 'answered', 'clarify', 'refused', 'failed', 'stopped', 'interrupted']),
  created_at: moment,
})
const conversation = z.object({
  id: z.string(),
  title: z.string(),
  shared: z.boolean().describe('Whoever may see the workspace may read it.'),
  created_at: moment,
  updated_at: moment,
  messages: z.array(line).describe('The last 20, oldest first; of longer texts the first 1,000 characters.'),
})
const message = line.extend({
  conversation_id: z.string(),
  rating: z.enum(['up', 'down']).nullable(),
  answer: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('Steps, results with their first rows, charts, bound numbers, checks and receipt; null on questions.'),
})
const reply = z.object({
  conversation_id: z.string(),
  message_id: z.string(),
  status: z.enum(['answered', 'clarify', 'refused', 'failed', 'stopped', 'interrupted']),
  answer: z.string(),
  error: z.string().nullable(),
  clarification: z.object({ question: z.string(), options: z.array(z.string()) }).nullable(),
  numbers: z.array(
    z.object({
      text: z.string(),
      result: z.string().nullable(),
      row: z.number().int().nullable(),
      column: z.string().nullable(),
      state: z.enum(['bound', 'derived', 'quoted', 'unbound']),
    }),
  ),
  queries: z.array(
    z.object({
      id: z.string(),
      source: z.string(),
      sql: z.string(),
      rows: z.number().int(),
      elapsed_ms: z.number(),
    }),
  ),
  result: resultPage.omit({ elapsed_ms: true }).nullable(),
  chart: z
    .object({
      result: z.string(),
      kind: z.enum(CHART_KINDS),
      x: z.string().nullable(),
      y: z.array(z.string()),
      series: z.string().nullable(),
      title: z.string(),
      subtitle: z.string().optional().describe('Unit and period of the figures.'),
    })
    .nullable(),
  checks: z.array(
    z.object({
      name: z.string(),
      state: z.enum(CHECK_STATES),
      note: z.string(),
      probe: z.string().optional(),
    }),
  ),
  suggestions: z.array(z.string()),
  receipt: z
    .object({
      credits: z.number().int(),
      balance: z.number().int(),
      elapsed_ms: z.number(),
      rows_read: z.number().int(),
      input_tokens: z.number().int(),
      output_tokens: z.number().int(),
      model: z.string(),
      built_in: z.boolean(),
    })
    .nullable(),
})

export const chatApi: Described[] = [
  describe('post', urls.apiQueryData, {
    tag,
    summary: 'Ask a question',
    description:
      'Waits and answers JSON; with `Accept: text/event-stream` streams the answer as it is made, in the UI message stream of the AI SDK. A client that goes away does not stop the answer. Sources that the message names with @ (`@orders.csv`) are the only ones in play. Where many ask at once a question waits for its turn, workspaces and the people in them one after the other: a `data-step` of the tool `wait` says how many come before it. 503 has the code `too_busy` when too many wait. 402 has the code `insufficient_credits` when the credits do not suffice, `budget_exceeded` when a monthly budget of the workspace or of the person does not.',
    body: queryDataBody,
    answer: reply,
    forms: EVENTS,
    errors: ['insufficient_credits', 'conflict', 'unavailable'],
  }),
  describe('get', urls.apiAgentHistory, {
    tag,
    summary: 'Your conversations in a workspace, newest first',
    answer: z.array(conversation),
    paged: true,
  }),
  describe('get', urls.apiConversationMessages, {
    tag,
    summary: 'What was said in a conversation, newest first',
    answer: z.array(line),
    paged: true,
  }),
  describe('get', urls.apiMessage, { tag, summary: 'A question or an answer, whole', answer: message }),
  describe('get', urls.apiConversationStream, {
    tag,
    summary: 'Continue the stream of an answer',
    description:
      'After the event that `Last-Event-ID` or `after` names, or from the start of a running answer; 204 when none runs.',
    query: streamQuery,
    answer: z.string(),
    forms: EVENTS,
  }),
  describe('post', urls.apiConversationStop, {
    tag,
    summary: 'Stop the running answer',
    answer: z.object({ stopped: z.boolean() }),
  }),
  describe('patch', urls.apiConversation, {
    tag,
    summary: 'Rename a conversation, or share it with its workspace',
    description: 'Whoever may see the workspace can read a conversation that is shared.',
    body: conversationChange,
    answer: conversation,
  }),
  describe('delete', urls.apiConversation, { tag, summary: 'Delete a conversation' }),
  describe('post', urls.apiMessageSql, {
    tag,
    summary: 'Change the SQL of a result and run it',
    description:
      'Runs where the result ran; earlier results of the conversation may be named (r1, r2 …). The answer keeps what comes out beside the result itself, instead of an earlier change of it.',
    body: editedSqlBody,
    answer: resultPage.extend({
      name: z.string(),
      of: z.string().describe('The result whose statement was changed.'),
      title: z.string(),
      source: z.string(),
      sql: z.string(),
      rows_read: z.number().int(),
      fresh_at: moment,
    }),
    errors: ['unprocessable'],
  }),
  describe('post', urls.apiMessageFeedback, {
    tag,
    summary: 'Rate an answer',
    body: feedbackBody,
    answer: z.object({ id: z.string(), rating: z.enum(['up', 'down']), reason: z.string().nullable() }),
  }),
]
