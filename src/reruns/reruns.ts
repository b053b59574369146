import { lte } from 'drizzle-orm'
import type { AnswerResult } from '#analyst/rules/answer.ts'
import { chartsSeen } from '#analyst/rules/chart-request.ts'
import { isOf, resultsOf } from '#analyst/rules/presented.ts'
import { notFound } from '#base/errors.ts'
import { composed } from '#canvases/rules/compose.ts'
import type { Remembered } from '#canvases/rules/memory.ts'
import * as conversations from '#chat/conversations.ts'
import { resultsOfAnswers } from '#chat/edits.ts'
import * as messages from '#chat/messages.ts'
import { questionBeside } from '#chat/propose.ts'
import { messages as messagesTable } from '#db/schema/index.ts'
import * as results from '#query/results.ts'
import { WORKSPACE_SOURCE } from '#query/rules/request.ts'
import * as query from '#query/run.ts'
import type { UserCtx, WorkspaceCtx } from '../ctx.ts'
import { compared } from './compared.ts'
import type { RerunJson } from './rules/answers.ts'

/**
 * Runs the statement of a result of an answer again, and says what changed since: rows that came, went and changed by their key, a period that
 * moved, definitions that changed. It needs no model and no credits; the answer stays as it is.
 * @throws AppError not_found for what is not of an answer that the person may read; those of running it
 */
export async function rerun(
  ctx: UserCtx,
  messageId: string,
  resultId: string,
): Promise<RerunJson & { workspace: WorkspaceCtx['workspace'] }> {
  const told = await toldIn(ctx, messageId, resultId)
  return { ...(await since(told, told.before)).changes, workspace: told.ctx.workspace }
}

/** A result of an answer as it was told, and how it is run again. @throws AppError not_found */
export async function toldIn(ctx: UserCtx, messageId: string, resultId: string) {
  const inside = await conversations.ofMessage(ctx, messageId, 'assistant', 'read')
  const { createdAt } = await messages.get(inside, messageId)
  const answer = await messages.answerOf(inside, messageId)
  const result = resultsOf(answer).find((one) => isOf({ result: resultId }, one))
  if (!result) throw notFound('Result')
  const statement = await statementOf(inside, messageId, result)
  const question = (await questionBeside(inside, messageId, 'before')) ?? ''
  return {
    ctx: inside,
    statement,
    title: result.title,
    chart: chartsSeen(answer).find((one) => isOf(one, result)) ?? null,
    question,
    before: { result, at: createdAt, sql: statement.sql },
  }
}

/** Runs it, and says what changed since. @throws AppError those of running it */
export async function since(
  { ctx, statement, title, question }: Awaited<ReturnType<typeof toldIn>>,
  then: Parameters<typeof compared>[1],
): Promise<{ changes: RerunJson; now: Remembered }> {
  const page = await query.run(ctx, { ...statement, title })
  const changes = await compared(ctx, then, { result: page, at: ctx.now() }, question)
  const tables = await results.readOf(ctx, [page.id])
  return { changes: { ...changes, title }, now: { page, at: ctx.now().toISOString(), tables } }
}

async function statementOf(
  ctx: Parameters<typeof resultsOfAnswers>[0],
  messageId: string,
  { sql, source }: AnswerResult,
) {
  if (source !== WORKSPACE_SOURCE) return { sql, source }
  const earlier = await resultsOfAnswers(ctx, lte(messagesTable.id, messageId))
  const ofWorkspace = earlier.filter((one) => one.source === WORKSPACE_SOURCE)
  return { sql: composed(sql, ofWorkspace), source }
}
