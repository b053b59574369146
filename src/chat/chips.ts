import { eq, ne } from 'drizzle-orm'
import { answerByChips, answerTo, tablesCalled } from '#analyst/by-chips.ts'
import type { Answer, AnswerResult, AnswerStatus } from '#analyst/rules/answer.ts'
import { chartsSeen } from '#analyst/rules/chart-request.ts'
import type { Edit } from '#analyst/rules/chips/part.ts'
import { mainResult } from '#analyst/rules/presented.ts'
import { titleOf } from '#analyst/rules/title.ts'
import { NO_TOKENS } from '#analyst/rules/tokens-used.ts'
import { conflict, notFound } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import * as credits from '#billing/credits.ts'
import * as relations from '#catalog/relations.ts'
import { inTransaction } from '#db/connect.ts'
import { conversations, messages } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import type { UserCtx, WorkspaceCtx } from '../ctx.ts'
import type { ConversationCtx } from './conversations.ts'
import * as stored from './edits.ts'
import { outlineOf } from './rules/outline.ts'
import { spoken } from './rules/reply.ts'

type Changes = { result: string; edits: Edit[]; locale: string }

/**
 * Changes the statement of the main result of an answer by chips and runs it. What comes out is kept in place of the answer, which is kept
 * as it was behind it: no model is asked, and it costs nothing.
 * @throws AppError conflict where the answer was changed meanwhile; as `answerByChips`
 */
export async function change(
  ctx: ConversationCtx,
  messageId: string,
  { result, edits, locale }: Changes,
  signal: AbortSignal,
): Promise<Answer> {
  const { answer, original } = await load(ctx, messageId)
  const main = mainOf(answer, result)
  const others = await otherResults(ctx, messageId)
  const originalResults = (original ?? answer).results
  const wanted = new Set(main.sql.toLowerCase().match(/\br[1-9]\d*\b/g))
  const made = await answerByChips(ctx, {
    of: { result: main, charts: chartsSeen(answer) },
    edits,
    named: [...others, ...originalResults].filter(({ name }) => wanted.has(name)),
    last: Math.max(0, ...[...others, ...originalResults].map(({ name }) => Number(name.slice(1)) || 0)),
    locale: ctx.user.locale || locale,
    signal,
  })
  // Those that led there may be named still.
  const next = {
    ...made,
    ...agentOf(answer),
    receipt: await receiptOf(ctx, made),
    results: [...originalResults, ...made.results],
  }
  return keep(ctx, messageId, (now) => (mainOf(now, result) ? next : now), original ?? answer)
}

/**
 * Shows an answer as another of the readings that it offers: its statement runs for the one who chooses, and what comes out is kept in place
 * of the answer or of the question back, as `change` does. It costs nothing.
 * @throws AppError not_found where the answer offers no such reading; conflict where it was changed meanwhile; what `query.run` throws
 */
export async function choose(
  ctx: ConversationCtx,
  messageId: string,
  { reading: id, locale }: { reading: string; locale: string },
  signal: AbortSignal,
): Promise<Answer> {
  const { answer, original } = await load(ctx, messageId)
  const { readings = [] } = answer
  const reading = readings.find((one) => one.id === id)
  if (!reading) throw notFound('Reading')
  const others = await otherResults(ctx, messageId)
  const before = original ?? answer
  const made = await answerTo(ctx, {
    ...{ sql: reading.sql, title: reading.title, made: 'chosen', of: null, named: [] },
    last: Math.max(0, ...[...others, ...answer.results].map(({ name }) => Number(name.slice(1)) || 0)),
    locale: ctx.user.locale || locale,
    signal,
  })
  const offered = readings.map(({ chosen: _, ...one }) => (one.id === id ? { ...one, chosen: true as const } : one))
  const next = { ...made, ...agentOf(answer), readings: offered, results: [...before.results, ...made.results] }
  const isSame = (now: Answer) => now.readings?.some(({ sql }) => sql === reading.sql)
  return keep(ctx, messageId, (now) => (isSame(now) ? next : now), before)
}

/** Shows an answer again as it was before chips changed it, or another reading was chosen. @throws AppError conflict where they did not */
export async function undo(ctx: ConversationCtx, messageId: string): Promise<Answer> {
  const { original } = await load(ctx, messageId)
  if (!original) throw conflict('This answer is as it was made.')
  return keep(ctx, messageId, () => original, null)
}

/**
 * Answers a question that is made of chips alone, in a conversation of its own: its statement, in words, is the question.
 * @throws AppError as `answerByChips`
 */
export async function build(
  ctx: WorkspaceCtx,
  { edits, locale }: Omit<Changes, 'result'>,
  signal: AbortSignal,
): Promise<{ conversationId: string; messageId: string }> {
  const answer = await answerByChips(ctx, {
    ...{ of: null, edits, named: [], last: 0, locale: ctx.user.locale || locale, signal },
  })
  const receipt = await receiptOf(ctx, answer)
  const question = answer.results[0]!.title
  const [conversationId, questionId, messageId] = [newId(), newId(), newId()]
  await inTransaction(ctx, async (ctx) => {
    const at = ctx.now()
    await ctx.db.insert(conversations).values({
      ...{ id: conversationId, workspaceId: ctx.workspace.id, userId: ctx.user.id, title: titleOf(question) },
      ...{ createdAt: at, updatedAt: at },
    })
    const both = { conversationId, createdAt: at }
    await ctx.db.insert(messages).values([
      { ...both, id: questionId, role: 'user', text: question, status: 'sent' },
      { ...both, id: messageId, role: 'assistant', ...keptAs({ ...answer, receipt }) },
    ])
    await audit.record(ctx, 'message.build', messageId)
  })
  return { conversationId, messageId }
}

const agentOf = ({ agent }: Answer) => (agent ? { agent } : {})

/** What chips took: no model, no credit, and nothing left the server. */
async function receiptOf(ctx: UserCtx, { results }: Answer): Promise<Answer['receipt']> {
  const { balance } = await credits.balance(ctx)
  const [{ elapsed_ms, rows_read }] = results as [AnswerResult]
  return { ...NO_TOKENS, credits: 0, balance, elapsed_ms, rows_read, model: 'no model', built_in: true, sent: null }
}

const MOST_JOINS = 50

/** What of a visible table chips may be about. @throws AppError not_found */
export async function offersOf(ctx: WorkspaceCtx, name: string) {
  const [table] = await tablesCalled(ctx, [name])
  if (!table) throw notFound('Table')
  const joins = (await relations.around(ctx, table.id, MOST_JOINS)).map((one) =>
    one.from_table === table.name
      ? { table: one.to_table, column: one.to_column, own: one.from_column }
      : { table: one.from_table, column: one.from_column, own: one.to_column },
  )
  return {
    table: table.name,
    columns: table.columns.map(({ name, type, role, aggregation, top }) => ({
      ...{ name, type, values: top.map(({ value }) => value) },
      adds: !/^(id|code|dimension)$/.test(role) && (aggregation ?? 'sum') === 'sum',
    })),
    joins: joins.filter((one) => one.table !== table.name),
  }
}

const keptAs = (answer: Answer) => ({
  // What is kept has ended.
  ...{ status: answer.status as Exclude<AnswerStatus, 'running'>, text: spoken(answer), answer },
  outline: outlineOf(answer),
})

async function load(ctx: ConversationCtx, messageId: string): Promise<{ answer: Answer; original: Answer | null }> {
  const [row] = await ctx.db
    .select({ answer: messages.answer, original: messages.original })
    .from(messages)
    .where(eq(messages.id, messageId))
  if (!row?.answer) throw gone()
  return { answer: row.answer, original: row.original }
}

const gone = () => conflict('This answer was changed meanwhile. Load the page again.')

function mainOf(answer: Answer, result: string): AnswerResult {
  const main = mainResult(answer)
  if (answer.status !== 'answered' || main?.id !== result) throw gone()
  return main
}

const keep = (
  ctx: ConversationCtx,
  messageId: string,
  next: (now: Answer) => Answer,
  original: Answer | null,
): Promise<Answer> =>
  stored.change(ctx, messageId, 'message.edit_chips', { undone: original === null }, next, (answer) => ({
    ...keptAs(answer),
    original,
  }))

const otherResults = (ctx: ConversationCtx, messageId: string): Promise<AnswerResult[]> =>
  stored.resultsOfAnswers(ctx, ne(messages.id, messageId))
