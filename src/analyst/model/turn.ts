import type { RunSqlInput, RunSqlSuccess, TableFacts, ToolInputs, ToolName, ValueMatch } from '../rules/tools.ts'
import { chartFor } from './chart.ts'
import { type Conversation, callsOf } from './conversation.ts'
import type { Form } from './form.ts'
import { type Failure, type Plan, Planner } from './plan.ts'
import { refusal } from './refusal.ts'
import type { Schema } from './schema.ts'
import { proseOf } from './wording/prose.ts'
import { titleOf } from './wording/title.ts'

type Request = { [N in ToolName]: { name: N; input: ToolInputs[N] } }[ToolName]
/** What the analyst does next: calls of tools, or the text that ends the turn. */
export type Turn = { calls: Request[] } | { text: string }

const MOST_SEARCHES = 6
const TABLES_AT_ONCE = 12
const MOST_TABLES = 36
/** Readings surer than this are answered; less sure ones are refused. */
export const SURE_ENOUGH = 0.45
/** Below this the reading is told as an assumption. */
const SURE = 0.7

/** The earlier questions that the present one may build on: the last few. */
const CHAIN = 6

/** Decides the next step from the transcript alone. `able` tells which tools are still there. */
export function nextTurn(conversation: Conversation, able: (tool: ToolName) => boolean): Turn {
  const { question } = conversation
  const outlines = callsOf(conversation, 'search_catalog').at(-1)?.output
  if (!outlines) return { calls: [{ name: 'search_catalog', input: { query: question.slice(0, 500) } }] }
  const names = outlines.tables.map((table) => table.name).slice(0, MOST_TABLES)
  if (!names.length) return { text: refusal([], [], 'empty') }
  const described = callsOf(conversation, 'describe_tables')
  if (!described.length) {
    const calls: Request[] = []
    for (let at = 0; at < names.length; at += TABLES_AT_ONCE)
      calls.push({ name: 'describe_tables', input: { tables: names.slice(at, at + TABLES_AT_ONCE) } })
    return { calls }
  }
  const tables = unique(described.flatMap((call) => call.output.tables))
  const now = conversation.now ?? latest(tables)
  const searched = callsOf(conversation, 'search_values')
  const values = searched.flatMap((call) => call.output.matches)
  if (!searched.length && able('search_values')) {
    const texts = textsToSearch(conversation, new Planner({ tables, values: [], now }))
    if (texts.length) return { calls: texts.map((text) => ({ name: 'search_values' as const, input: { text } })) }
  }
  return afterLooking(conversation, tables, values, now, able)
}

function unique(tables: TableFacts[]): TableFacts[] {
  return [...new Map(tables.map((table) => [table.name, table])).values()]
}

/** Without a clock the end of the data is now. */
function latest(tables: TableFacts[]): string {
  const ends = tables.flatMap((t) => t.columns.flatMap((c) => (c.role === 'time' && c.max ? [c.max.slice(0, 10)] : [])))
  return ends.toSorted().at(-1) ?? '2000-01-01'
}

function textsToSearch(conversation: Conversation, planner: Planner): string[] {
  const chain = [...conversation.earlier.slice(-CHAIN), conversation.question]
  const texts = chain.toReversed().flatMap((question) => planner.searches(question))
  return [...new Set(texts)].slice(0, MOST_SEARCHES)
}

/** The plan of the question: follow-ups are read on top of what the questions before them asked. */
export function planned(conversation: Conversation, planner: Planner): Plan | Failure {
  let previous: Form | null = null
  for (const question of conversation.earlier.slice(-CHAIN)) {
    const plan = planner.plan(question, previous)
    if ('form' in plan && plan.score >= SURE_ENOUGH) previous = plan.form
  }
  return planner.plan(conversation.question, previous)
}

function afterLooking(
  conversation: Conversation,
  tables: TableFacts[],
  values: ValueMatch[],
  now: string,
  able: (tool: ToolName) => boolean,
): Turn {
  const planner = new Planner({ tables, values, now })
  const plan = planned(conversation, planner)
  const runs = callsOf(conversation, 'run_sql')
  if (!('form' in plan)) return { text: refusal(tables, plan.unknown, plan.reason) }
  if (plan.score < SURE_ENOUGH) return { text: refusal(tables, plan.unknown, 'unknown') }
  const done = runs.find((run) => run.output.ok)?.output
  if (done?.ok) return afterResult(conversation, plan, done, able, planner.schema)
  const last = runs.at(-1)
  const tried = runs.map((run) => run.input.sql)
  const next = statements(planner, plan).find((sql) => !tried.includes(sql))
  if (next && able('run_sql')) return { calls: [{ name: 'run_sql', input: statement(plan, next, planner.schema) }] }
  const said = last && !last.output.ok ? last.output.error : null
  return {
    text: said
      ? `The query for this failed, and I found no other way to ask it. The database said: ${said}`
      : 'I had no step left to run the query for this.',
  }
}

/** The statement of a plan, and a more careful one for when the database refuses it. */
function statements(planner: Planner, plan: Plan): string[] {
  const careful = planner.write(plan.form, planner.careful)
  return [plan.sql, ...(careful && careful !== plan.sql ? [careful] : [])]
}

const statement = (plan: Plan, sql: string, schema: Schema): RunSqlInput => ({
  source: 'workspace',
  sql,
  title: titleOf(plan.form, schema),
})

function afterResult(
  conversation: Conversation,
  plan: Plan,
  result: RunSqlSuccess,
  able: (tool: ToolName) => boolean,
  schema: Schema,
): Turn {
  const chart = chartFor(plan.form, result)
  if (chart && !callsOf(conversation, 'show_chart').length && able('show_chart'))
    return { calls: [{ name: 'show_chart', input: chart }] }
  const notes = [...plan.assumptions]
  if (plan.unknown.length)
    notes.push(`I did not understand ${plan.unknown.map((word) => `“${word}”`).join(', ')} and left it out.`)
  else if (plan.score < SURE) notes.push(`I read the question as: ${titleOf(plan.form, schema)}.`)
  return { text: [proseOf(plan.form, result), ...notes].join(' ') }
}
