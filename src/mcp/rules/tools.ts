import { z } from 'zod'
import { agent } from '#agents/rules/answers.ts'
import { count } from '#base/answer.ts'
import { MAX_LIMIT } from '#base/paging.ts'
import * as canvases from '#canvases/rules/answers.ts'
import * as catalog from '#catalog/rules/answers.ts'
import * as chat from '#chat/rules/answers.ts'
import { queryDataBody } from '#chat/rules/request.ts'
import * as organizations from '#organizations/rules/answers.ts'
import { resultPage } from '#query/rules/answers.ts'
import { sqlBody } from '#query/rules/request.ts'

/** What a model is told of the server as a whole. */
export const INSTRUCTIONS =
  'Data of people in workspaces, to be asked in plain language or by SQL. Begin with list_workspaces; search_catalog and describe_tables say what tables there are. `ask` answers a question with every number traced to its cell and costs credits; `run_sql` runs one read-only statement.'

/** Tables that are described at once, and columns of each. */
const MOST_TABLES = 10
export const MOST_COLUMNS = 200
/** Rows of each result of a canvas, and frequent values of a column. */
export const ROWS_OF_BLOCK = 20
export const TOP_VALUES = 5
/** Rows of a result that are read at once. */
const MOST_ROWS = 200

const id = z.string().trim().min(1).max(64)
const inWorkspace = { workspace_id: id.describe('From list_workspaces.') }
const page = {
  limit: z.int().min(1).max(MAX_LIMIT).optional().describe('Items of a page; 50 unless given.'),
  cursor: z.string().max(3_000).optional().describe('`next_cursor` of the page before.'),
}
const next_cursor = z.string().nullable().describe('Given as `cursor` it leads to the next page; null: there is none.')

const { conversation_id, agent_id, sources, max_credits } = queryDataBody.shape.context.unwrap().unwrap().shape
const receipt = chat.reply.shape.receipt.unwrap()
/** An answer without what only a page draws. */
const answer = chat.reply
  .pick({ agent: true, answer: true, error: true, clarification: true, readings: true, numbers: true })
  .extend(chat.reply.pick({ assumptions: true, queries: true, reading: true, results: true, suggestions: true }).shape)
  .extend({
    checks: z.array(chat.reply.shape.checks.element.pick({ name: true, state: true, note: true })),
    receipt: receipt
      .pick({ credits: true, balance: true, elapsed_ms: true, rows_read: true, model: true, built_in: true })
      .nullable()
      .describe('What it cost, and what is left.'),
  })
  .partial()
  .extend({
    ...chat.reply.pick({ conversation_id: true, message_id: true }).shape,
    status: z
      .enum([...chat.reply.shape.status.options, 'running'])
      .describe('`running`: not done yet, get_answer gives it later.'),
  })

const READS = { readOnlyHint: true, openWorldHint: false }

/** What the server offers. The input of a tool is checked as bodies of the API are; the output is what an answer is written by. */
export const TOOLS = {
  list_workspaces: {
    title: 'List workspaces',
    description: 'The workspaces that you may see, with your role in each. Pages go by organization.',
    input: z.object(page),
    output: z.object({
      workspaces: z.array(
        organizations.workspace.pick({ id: true, name: true, description: true, role: true }).extend({
          organization: organizations.organization.pick({ id: true, name: true }),
        }),
      ),
      next_cursor,
    }),
    annotations: READS,
  },
  search_catalog: {
    title: 'Search tables',
    description: 'Tables of a workspace by a part of their name or of that of a column; without `query` all of them.',
    input: z.object({ ...inWorkspace, query: z.string().trim().max(200).optional(), ...page }),
    output: z.object({ tables: z.array(catalog.tableName), next_cursor }),
    annotations: READS,
  },
  describe_tables: {
    title: 'Describe tables',
    description:
      'Columns with types, meanings, ranges and frequent values, and how tables are related: read it before you write SQL.',
    input: z.object({
      ...inWorkspace,
      tables: z.array(z.string().trim().min(1).max(500)).min(1).max(MOST_TABLES).describe('Names in SQL, or ids.'),
    }),
    output: z.object({
      tables: z.array(
        catalog.table.extend({ column_count: count.describe(`Of these, \`columns\` has the first ${MOST_COLUMNS}.`) }),
      ),
    }),
    annotations: READS,
  },
  run_sql: {
    title: 'Run SQL',
    description:
      'Runs one read-only SELECT over the tables of a workspace, in the dialect of DuckDB, or with `source` in a connected database and its dialect. Gives the first 50 rows; get_rows gives the others.',
    input: z.object({
      ...inWorkspace,
      sql: sqlBody.shape.sql,
      source: z.string().max(500).optional().describe('A connected database by its name; left out, all tables.'),
      limit: z.int().min(1).optional().describe('Rows that are kept at most.'),
    }),
    output: resultPage,
    annotations: READS,
  },
  get_rows: {
    title: 'Get rows of a result',
    description:
      'More rows of a result of run_sql, an answer or a canvas, from any place of it, sorted by a column or only those with a text. Nothing is run again.',
    input: z.object({
      ...inWorkspace,
      result_id: id.describe('The `id` of a result.'),
      offset: z.int().min(0).default(0).describe('Rows before the first one that is given.'),
      limit: z.int().min(1).max(MOST_ROWS).default(50),
      sort: z.string().min(1).max(500).optional().describe('A column, with - in front from the largest.'),
      filter: z.string().max(500).optional().describe('Only rows with this text in some column, in any capitals.'),
    }),
    output: resultPage.extend({ next_offset: count.nullable().describe('Where to go on; null: these were the last.') }),
    annotations: READS,
  },
  list_agents: {
    title: 'List agents',
    description:
      'The agents of a workspace: saved analysts with instructions and tables of their own. `ask` takes the id of one whose `may_ask` is true.',
    input: z.object({ ...inWorkspace, ...page }),
    output: z.object({
      agents: z.array(
        agent.pick({ id: true, name: true, description: true, starters: true, default: true, may_ask: true }),
      ),
      next_cursor,
    }),
    annotations: READS,
  },
  ask: {
    title: 'Ask a question',
    description:
      'Asks the analyst of a workspace a question in plain language and waits for the answer. Costs credits, as the receipt says. Where `status` is `clarify`, ask again in the same conversation; where it is `running`, call get_answer.',
    input: z.object({
      ...inWorkspace,
      question: queryDataBody.shape.message,
      conversation_id: conversation_id.describe('Goes on in a conversation; left out, a new one begins.'),
      agent_id: agent_id.describe('From list_agents: the agent that answers; left out, the one that answered last.'),
      sources: sources.describe('Ids of the only sources in play, as search_catalog gives them.'),
      max_credits,
    }),
    output: answer,
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  },
  get_answer: {
    title: 'Get an answer',
    description: 'An answer that was asked for before; of one that is still running it waits for the end a while.',
    input: z.object({ message_id: id }),
    output: answer,
    annotations: READS,
  },
  list_canvases: {
    title: 'List canvases',
    description: 'The canvases (boards of charts, tables, numbers and text) of a workspace, the last changed first.',
    input: z.object({ ...inWorkspace, ...page }),
    output: z.object({ canvases: z.array(canvases.listedCanvas), next_cursor }),
    annotations: READS,
  },
  get_canvas: {
    title: 'Get a canvas',
    description: `A canvas with its blocks and what they show, of each result the first ${ROWS_OF_BLOCK} rows. Nothing is run.`,
    input: z.object({ canvas_id: id.describe('From list_canvases.') }),
    output: canvases.canvas.omit({ block_ids: true }),
    annotations: READS,
  },
}
type Tools = typeof TOOLS
export type ToolName = keyof Tools
export type Input<N extends ToolName> = z.infer<Tools[N]['input']>
