import { createHash } from 'node:crypto'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { AnswerResult } from '#analyst/rules/answer.ts'
import { isOf, resultsOf } from '#analyst/rules/presented.ts'
import { AppError, notFound } from '#base/errors.ts'
import { composed } from '#canvases/rules/compose.ts'
import * as conversations from '#chat/conversations.ts'
import { resultsOfAnswers } from '#chat/edits.ts'
import * as messages from '#chat/messages.ts'
import { definitions, messages as messagesTable } from '#db/schema/index.ts'
import * as results from '#query/results.ts'
import type { QueryResult } from '#query/rules/answers.ts'
import { MOST_PAGE_ROWS, WORKSPACE_SOURCE } from '#query/rules/request.ts'
import * as query from '#query/run.ts'
import type { UserCtx, WorkspaceCtx } from '../ctx.ts'
import type { RerunJson } from './rules/answers.ts'
import { dependsOnDay, difference } from './rules/difference.ts'

/** Definitions that are named. */
const MOST_NAMED = 20

const digestOf = ({ columns, rows, total_rows }: QueryResult): string =>
  createHash('sha256')
    .update(JSON.stringify([columns, rows, total_rows]))
    .digest('hex')

/** As many of its rows as are compared; those that the answer itself kept where its file is gone. */
const wholeOf = (ctx: WorkspaceCtx, result: QueryResult): Promise<QueryResult> =>
  result.rows.length >= result.total_rows
    ? Promise.resolve(result)
    : results.page(ctx, result.id, { limit: MOST_PAGE_ROWS, cut: true }).catch((error) => {
        if (error instanceof AppError) return result
        throw error
      })

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
  const inside = await conversations.ofMessage(ctx, messageId, 'assistant', conversations.read)
  const { createdAt } = await messages.get(inside, messageId)
  const result = resultsOf(await messages.answerOf(inside, messageId)).find((one) => isOf({ result: resultId }, one))
  if (!result) throw notFound('Result')
  const { sql, source } = await statementOf(inside, messageId, result)
  const before = await wholeOf(inside, result)
  const fresh = await query.run(inside, { sql, source, title: result.title })
  const now = await wholeOf(inside, fresh)
  const changes = difference(before, now)
  const at = ctx.now()
  const day = (moment: Date) => moment.toISOString().slice(0, 10)
  return {
    ...changes,
    ...{ title: result.title, result_id: fresh.id, workspace: inside.workspace },
    same: changes.added + changes.removed + changes.changed === 0 && before.total_rows === now.total_rows,
    before: { at: createdAt.toISOString(), rows: before.total_rows, digest: digestOf(before) },
    now: { at: at.toISOString(), rows: now.total_rows, digest: digestOf(now) },
    moved: dependsOnDay(sql) && day(createdAt) !== day(at),
    definitions: await changedSince(inside, createdAt),
    gone: before.columns.flatMap(({ name }) => (now.columns.some((column) => column.name === name) ? [] : [name])),
  }
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

async function changedSince(ctx: WorkspaceCtx, moment: Date): Promise<string[]> {
  const rows = await ctx.db
    .selectDistinct({ name: definitions.name })
    .from(definitions)
    .where(
      and(
        eq(definitions.workspaceId, ctx.workspace.id),
        eq(definitions.state, 'approved'),
        gt(definitions.decidedAt, moment),
      ),
    )
    .orderBy(definitions.name)
    .limit(MOST_NAMED)
  return rows.map(({ name }) => name)
}
