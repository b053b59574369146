import { and, desc, eq, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Answer, AnswerResult, EditedResult, RedrawnChart } from '#analyst/rules/answer.ts'
import { resultsOf } from '#analyst/rules/presented.ts'
import { conflict, notFound } from '#base/errors.ts'
import { inTransaction } from '#db/connect.ts'
import { messages } from '#db/schema/index.ts'
import * as charts from '#query/charts.ts'
import type { ChartSpec } from '#query/rules/chart.ts'
import { together } from '#query/rules/reads.ts'
import * as query from '#query/run.ts'
import * as audit from '#records/audit.ts'
import type { ConversationCtx } from './conversations.ts'
import * as kept from './messages.ts'
import { outlineOf } from './rules/outline.ts'
import { withheld } from './withheld.ts'

const NAMED = 40

/**
 * Runs a changed statement where that of a result of the answer ran, and keeps what comes out with the answer, in place of an earlier
 * change of the same result. The result itself stays.
 * @throws AppError not_found for a result that is not of this answer; what `query.run` throws
 */
export async function run(
  ctx: ConversationCtx,
  messageId: string,
  { result, sql }: { result: string; sql: string },
  signal: AbortSignal,
): Promise<EditedResult> {
  const original = (await kept.answerOf(ctx, messageId)).results.find(({ id }) => id === result)
  if (!original) throw notFound('Result')
  const { source, title, name } = original
  const results = await namedIn(ctx, messageId, sql)
  const ran = await query.run(ctx, { sql, source, title, results, signal })
  const edited: EditedResult = { ...ran, name: `${name} edited`, of: result }
  await change(ctx, messageId, 'message.edit_sql', { result }, (answer) => ({
    ...answer,
    edited: [...(answer.edited ?? []).filter(({ of }) => of !== result), edited],
  }))
  return edited
}

const MOST_REDRAWN = 20

/**
 * Keeps a changed chart with the answer, in place of an earlier change of the same chart. The chart itself stays, and without `chart` it is
 * shown again as it was made.
 * @param of the place of the chart among those of the answer, or the id of a result that none of them shows
 * @throws AppError not_found for a chart or result that is not of this answer; what `charts.check` throws
 */
export async function draw(
  ctx: ConversationCtx,
  messageId: string,
  { of, chart }: { of: number | string; chart: ChartSpec | null },
): Promise<RedrawnChart[]> {
  const answer = await kept.answerOf(ctx, messageId)
  const resultIds = resultsOf(answer).map(({ id }) => id)
  if (typeof of === 'number' ? !answer.charts[of] : !resultIds.includes(of)) throw notFound('Chart')
  if (chart && !resultIds.includes(chart.result)) throw notFound('Result')
  if (chart) await charts.check(ctx, chart)
  const changed = await change(ctx, messageId, 'message.edit_chart', { of, undone: chart === null }, (answer) => ({
    ...answer,
    redrawn: [
      ...(answer.redrawn ?? []).filter((one) => one.of !== of).slice(1 - MOST_REDRAWN),
      ...(chart ? [{ of, chart }] : []),
    ],
  }))
  return changed.redrawn ?? []
}

/**
 * Changes a stored answer, and what a page shows of it.
 * @param also what of its row changes with it @throws AppError conflict where it is gone
 */
export const change = (
  ctx: ConversationCtx,
  messageId: string,
  action: audit.Action,
  details: Record<string, unknown>,
  changed: (answer: Answer) => Answer,
  also: (answer: Answer) => Partial<typeof messages.$inferInsert> = () => ({}),
): Promise<Answer> =>
  inTransaction(ctx, async (ctx) => {
    const [row] = await ctx.db
      .select({ answer: messages.answer, reads: messages.reads })
      .from(messages)
      .where(eq(messages.id, messageId))
      .for('update')
    if (!row?.answer) throw conflict('This answer is gone. Ask again.')
    const answer = changed(row.answer)
    const reads = row.reads && together([row.reads, await kept.readOf(ctx, answer)])
    await ctx.db
      .update(messages)
      .set({ answer, reads, outline: outlineOf(answer), ...also(answer) })
      .where(eq(messages.id, messageId))
    await audit.record(ctx, action, messageId, details)
    return answer
  })

/** Earlier results of the conversation, and those of this answer, that a statement names: r1, r2 … */
async function namedIn(ctx: ConversationCtx, messageId: string, sql: string): Promise<Record<string, string>> {
  const names = new Set(sql.toLowerCase().match(/\br[1-9]\d*\b/g))
  if (names.size === 0) return {}
  const found = await resultsOfAnswers(ctx, lte(messages.id, messageId))
  return Object.fromEntries(found.filter(({ name }) => names.has(name)).map(({ name, id }) => [name, id]))
}

/** The results of answers of the conversation that a statement may name, oldest first. */
export async function resultsOfAnswers(ctx: ConversationCtx, which: SQL): Promise<AnswerResult[]> {
  const rows = await ctx.db
    .select({ id: messages.id, answer: messages.answer })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, ctx.conversation.id),
        which,
        isNotNull(messages.answer),
        // Within a scope, what was found in the same one.
        ctx.scope && sql`${messages.scope} = ${JSON.stringify(ctx.scope)}::jsonb`,
      ),
    )
    .orderBy(desc(messages.id))
    .limit(NAMED)
  const gone = await withheld(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.toReversed().flatMap(({ id, answer }) => (gone.has(id) ? [] : (answer?.results ?? [])))
}
