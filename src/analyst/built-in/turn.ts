import { idiomatic } from '../planner/idioms.ts'
import { leftOver } from '../planner/ledger.ts'
import { TOGETHER } from '../planner/readings.ts'
import type { RoleWeights } from '../planner/role-model.ts'
import { confidenceOf, isAnswered } from '../planner/score.ts'
import { DOUBTFUL, LEFT_OUT } from '../rules/ending.ts'
import type { KnownTerm, RunSqlInput, RunSqlSuccess, TableFacts, ToolName } from '../rules/tools.ts'
import { besides, insteadOfSums, offering, questionBack, toldApart, widened } from './ask-back.ts'
import { chartFor } from './chart.ts'
import { chartWish } from './chart-wish.ts'
import { asksWhy, breakdowns, insteadOf } from './clarify.ts'
import { type Conversation, callsOf, type Request, type Turn } from './conversation.ts'
import type { Form } from './form.ts'
import { glossed } from './glossary.ts'
import { outOfScopeRefusal } from './out-of-scope.ts'
import { overview } from './overview.ts'
import { Planner } from './plan.ts'
import type { Facts, Failure, Plan } from './planned.ts'
import { readSchema } from './read-schema.ts'
import { refusal } from './refusal.ts'
import type { Schema } from './schema.ts'
import { verifiedTurn } from './verified.ts'
import { sayPartial } from './wording/partial.ts'
import { proseOf } from './wording/prose.ts'
import { subtitleOf, titleOf } from './wording/title.ts'

const MOST_SEARCHES = 6
const LONGEST_SEARCH = 200
const TABLES_AT_ONCE = 12
const MOST_TABLES = 36

/** So many earlier questions are looked through for the one that the present one builds on. */
const CHAIN = 20

/** Words and characters of a question that are read: more is no question to count by, and would keep everybody else waiting. */
const MOST_WORDS = 80
const MOST_CHARACTERS = 600
const isReadable = (question: string): boolean =>
  question.length <= MOST_CHARACTERS && question.split(/\s+/).length <= MOST_WORDS

/** Decides the next step from the transcript alone. `able` tells which tools are still there. */
export function nextTurn(given: Conversation, able: (tool: ToolName) => boolean): Turn {
  const { question } = given
  if (!isReadable(question)) return refuse([], [], 'long')
  const readable = { ...given, earlier: given.earlier.filter(isReadable) }
  const outlines = callsOf(given, 'search_catalog').at(-1)?.output
  if (!outlines) return { calls: [{ name: 'search_catalog', input: { query: question.slice(0, 500) } }] }
  const known = verifiedTurn(readable, outlines, able)
  if (known) return known
  const names = outlines.tables.map((table) => table.name).slice(0, MOST_TABLES)
  if (!names.length) return refuse([], [], 'empty')
  const described = callsOf(given, 'describe_tables')
  if (!described.length) {
    const calls: Request[] = []
    for (let at = 0; at < names.length; at += TABLES_AT_ONCE)
      calls.push({ name: 'describe_tables', input: { tables: names.slice(at, at + TABLES_AT_ONCE) } })
    return { calls }
  }
  const tables = unique(described.flatMap((call) => call.output.tables))
  const told = overview(question, tables)
  if (told) return { text: told, ending: 'refused' }
  const now = given.now ?? latest(tables)
  const workspace = workspaceOf(given)
  const { conversation, notes } = withTerms(readable, outlines.terms ?? [], tables)
  const searched = callsOf(conversation, 'search_values')
  const values = searched.flatMap((call) => call.output.matches)
  if (!searched.length && able('search_values')) {
    const texts = textsToSearch(conversation, plannerOn({ tables, values, now, workspace }))
    if (texts.length) return { calls: texts.map((text) => ({ name: 'search_values' as const, input: { text } })) }
  }
  return afterLooking(conversation, { tables, values, now, workspace, notes }, able)
}

const MOST_PLANNERS = 8
const planners = new Map<string, Planner>()
/** The planner over facts, the same one at all steps of a question: what it makes of a text hangs on nothing else. */
export function plannerOn(facts: Facts): Planner {
  const key = JSON.stringify(facts)
  const planner = planners.get(key) ?? new Planner(facts)
  planners.delete(key)
  planners.set(key, planner)
  if (planners.size > MOST_PLANNERS) planners.delete(planners.keys().next().value!)
  return planner
}

const workspaceOf = (conversation: Conversation) => callsOf(conversation, 'search_catalog').at(-1)?.output.workspace

const refuse = (...why: Parameters<typeof refusal>): Turn => ({ text: refusal(...why), ending: 'refused' })

/** The questions with the words that the workspace defined read as what they mean, and what is to be said of that. */
function withTerms(conversation: Conversation, terms: KnownTerm[], tables: TableFacts[]) {
  if (terms.length === 0) return { conversation, notes: [] }
  const schema = readSchema(tables)
  const { question, notes } = glossed(conversation.question, terms, schema)
  const earlier = conversation.earlier.map((one) => glossed(one, terms, schema).question)
  return { conversation: { ...conversation, question, earlier }, notes }
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
  return [...new Set(texts)].filter((text) => text.length <= LONGEST_SEARCH).slice(0, MOST_SEARCHES)
}

/** The plan of the question: follow-ups are read on top of what the questions before them asked. */
export const planned = (conversation: Conversation, planner: Planner): Plan | Failure =>
  planner.plan(conversation.question, before(conversation, planner))

/** Whether a question asks for reasons that no column gives: these can be told. */
const wantsReason = (question: string, { schema }: Planner): boolean =>
  asksWhy(question) && asksWhy(idiomatic(question, schema))

/** The query that the earlier questions led to: the last that stands by itself, with all that was changed since; null without one. */
function before(conversation: Conversation, planner: Planner): Form | null {
  const asked = conversation.earlier.slice(-CHAIN).filter((question) => !wantsReason(question, planner))
  let first = asked.length
  let previous: Form | null = null
  while (!previous && first > 0) {
    first--
    const plan: Plan | Failure | null = planner.edits(asked[first]!) && first > 0 ? null : planner.plan(asked[first]!)
    if (plan && 'form' in plan && isBuiltOn(plan)) previous = plan.form
  }
  for (const question of asked.slice(first + 1)) {
    const plan = planner.plan(question, previous)
    if ('form' in plan && isAnswered(plan)) previous = plan.form
  }
  return previous
}

/** A query that the next question may change: one that was answered, or that was asked about without a word left over. */
const isBuiltOn = (plan: Plan): boolean => isAnswered(plan) || (plan.score >= TOGETHER && leftOver(plan).length === 0)

export function plannerOf(conversation: Conversation, roles?: RoleWeights | null): Planner {
  const tables = unique(callsOf(conversation, 'describe_tables').flatMap((call) => call.output.tables))
  const values = callsOf(conversation, 'search_values').flatMap((call) => call.output.matches)
  const workspace = workspaceOf(conversation)
  return new Planner({ tables, values, now: conversation.now ?? latest(tables), workspace }, true, roles)
}

function afterLooking(
  conversation: Conversation,
  { notes, ...facts }: Facts & { notes: string[] },
  able: (tool: ToolName) => boolean,
): Turn {
  const planner = plannerOn(facts)
  const { tables, now } = facts
  const beyond = outOfScopeRefusal(conversation.question, tables, now, planner)
  if (beyond) return { text: beyond, ending: 'refused' }
  const previous = before(conversation, planner)
  const plan = planner.plan(conversation.question, previous)
  const runs = callsOf(conversation, 'run_sql')
  const why = wantsReason(conversation.question, planner)
  const parts = why && !runs.length && able('ask_user') ? breakdowns(conversation.question, previous, planner) : null
  if (parts) return { calls: [{ name: 'ask_user', input: parts }] }
  const choice = why ? null : questionBack(conversation.question, plan, previous, planner)
  const compared = callsOf(conversation, 'offer_readings').at(-1)
  // What gives the same however it is read is not asked.
  if (choice && !runs.length && !compared && able('offer_readings')) return offering(choice, planner)
  if (!('form' in plan) || !isAnswered(plan) || (why && !runs.length)) {
    const instead = insteadOf(conversation.question, plan.unknown, planner).map(({ question }) => question)
    return 'reason' in plan
      ? refuse(tables, plan.unknown, plan.reason, instead, plan.why)
      : refuse(tables, leftOver(plan), 'unsure', instead)
  }
  const shown = { ...plan, form: widened(plan.form, planner.schema, conversation.question) }
  const done = runs.find((run) => run.output.ok)?.output
  if (done?.ok) {
    const sums = insteadOfSums(plan, planner)
    const others = choice?.offers ?? besides(conversation.question, plan, previous, planner)
    const offers = toldApart([...sums, ...others], plan, planner)
    const isOffered = compared?.input.question === null
    const isDoubted = compared || sums.length > 0 || confidenceOf(plan) !== 'sure'
    if (!isOffered && offers.length > 0 && isDoubted && able('offer_readings'))
      return offering({ question: null, offers, least: 1 }, planner)
    return afterResult(
      conversation,
      { ...plan, assumptions: [...notes, ...plan.assumptions] },
      done,
      able,
      planner.schema,
    )
  }
  const last = runs.at(-1)
  const tried = runs.map((run) => run.input.sql)
  const next = statements(planner, shown).find((sql) => !tried.includes(sql))
  if (next && able('run_sql')) return { calls: [{ name: 'run_sql', input: statement(shown, next, planner.schema) }] }
  const said = last && !last.output.ok ? last.output.error : null
  return {
    text: said
      ? `The query for this failed, and I found no other way to ask it. The database said: ${said}`
      : 'I had no step left to run the query for this.',
    ending: 'failed',
  }
}

/** The statement of a plan, and a more careful one for when the database refuses it. */
function statements(planner: Planner, plan: Plan): string[] {
  const sql = planner.write(plan.form) ?? plan.sql
  const careful = planner.write(plan.form, planner.careful)
  return [sql, ...(careful && careful !== sql ? [careful] : [])]
}

const statement = (plan: Plan, sql: string, schema: Schema): RunSqlInput => ({
  source: 'workspace',
  sql,
  title: titleOf(plan.form, schema),
})

/** The figures are in the warning itself, which is shown beside the answer. */
const sayRepeated = ({ warnings = [] }: RunSqlSuccess): string[] =>
  warnings.length > 0 ? ['Careful: some rows count more than once here, so these figures must not be added up.'] : []

/** @param plan as the question was read, without what is shown beside what it asks for */
function afterResult(
  conversation: Conversation,
  plan: Plan,
  result: RunSqlSuccess,
  able: (tool: ToolName) => boolean,
  schema: Schema,
): Turn {
  const form = result.row_count === 1 ? plan.form : widened(plan.form, schema, conversation.question)
  const wish = chartWish(conversation.question)?.kind ?? null
  const chart = chartFor(form, result, wish, subtitleOf(form, schema))
  if (chart && !callsOf(conversation, 'show_chart').length && able('show_chart'))
    return { calls: [{ name: 'show_chart', input: chart }] }
  const notes = [...sayPartial(form, result), ...sayRepeated(result), ...plan.assumptions]
  const prose = [proseOf(form, result), ...notes].join(' ')
  if (confidenceOf(plan) === 'sure') return { text: prose }
  const over = leftOver(plan)
  const without = over.length ? `, and found no place for ${over.map((word) => `“${word}”`).join(', ')}` : ''
  return {
    text: `I read the question as: ${titleOf(plan.form, schema)}${without}. ${prose}`,
    ending: over.length > 0 ? LEFT_OUT : DOUBTFUL,
  }
}
