import * as analyst from '#analyst/answer-question.ts'
import { createEgress } from '#analyst/egress.ts'
import type { Answer } from '#analyst/rules/answer.ts'
import { AppError } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { cut } from '#base/text.ts'
import * as credits from '#billing/credits.ts'
import { keepHeld } from '#billing/holding.ts'
import * as paying from '#billing/usage/paying.ts'
import { starts } from '#chat/starts.ts'
import type { evaluationItems } from '#db/schema/index.ts'
import * as results from '#query/results.ts'
import type { QueryResult, VerifiedQuery } from '#query/rules/answers.ts'
import { MOST_PAGE_ROWS, WORKSPACE_SOURCE } from '#query/rules/request.ts'
import * as query from '#query/run.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { COMPARED, diffOf, isSame, type Outcome } from './rules/outcome.ts'

/** Characters of an answer that are kept. */
const LONGEST = 2_000

export type Judged = Omit<typeof evaluationItems.$inferInsert, 'evaluationId' | 'position' | 'createdAt'>

/**
 * Asks a verified question without its own query, which would only be run again, and compares what came out with what the query gives
 * now. It costs what a question costs, when it is answered.
 * @returns null when it was stopped @throws AppError insufficient_credits, also `budget_exceeded`
 */
export async function judge(ctx: WorkspaceCtx, one: VerifiedQuery, signal: AbortSignal): Promise<Judged | null> {
  const id = newId()
  const base = {
    id,
    queryId: one.id,
    question: one.question,
    sql: one.sql,
    credits: 0,
    tokens: 0,
    sentBytes: 0,
    elapsedMs: 0,
  }
  const expected = await verifiedRows(ctx, one, signal)
  if (signal.aborted) return null
  // Nothing to compare with: the question is not asked, and costs nothing.
  if (expected instanceof AppError) return { ...base, outcome: 'gone', error: expected.message }
  const hold = await paying.hold(ctx, ctx.settings().credits.per_answer, id)
  const letGo = keepHeld(ctx, hold.id)
  try {
    const { outcome, egress } = await asked(ctx, one, signal)
    if (signal.aborted) return null
    const { answer, effort, worth } = outcome
    const got = answer.status === 'answered' ? await rowsOf(ctx, answer) : null
    const isOrdered = /\border\s+by\b[^)]*$/i.test(one.sql)
    const judged: Pick<Judged, 'outcome' | 'diff'> = got
      ? compare(expected, got, isOrdered)
      : { outcome: ENDED[answer.status] }
    const taken = { model: ctx.models.name, inputTokens: effort.input_tokens, outputTokens: effort.output_tokens }
    const pays = answer.status === 'answered' && worth
    const { charged } = pays ? await paying.settle(ctx, hold.id, id, taken) : { charged: 0 }
    return {
      ...base,
      ...judged,
      said: cut(answer.text || (answer.clarification?.question ?? ''), LONGEST),
      ran: got?.sql ?? '',
      error: answer.error && cut(answer.error, LONGEST),
      credits: charged,
      tokens: effort.input_tokens + effort.output_tokens,
      sentBytes: egress.total()?.bytes ?? 0,
      elapsedMs: effort.elapsed_ms,
    }
  } finally {
    letGo()
    // Of one that was settled nothing is left to give back.
    await credits.release(ctx, hold.id)
  }
}

/** An answer without rows to compare. */
const ENDED: Record<Answer['status'], Outcome> = {
  running: 'failed',
  answered: 'differs',
  clarify: 'asked',
  refused: 'refused',
  failed: 'failed',
  stopped: 'failed',
  interrupted: 'failed',
}

const compare = (expected: QueryResult, got: QueryResult, isOrdered: boolean): Pick<Judged, 'outcome' | 'diff'> => {
  const isPart = expected.total_rows > COMPARED
  if (!isSame(expected, got, isOrdered)) return { outcome: 'differs', diff: diffOf(expected, got) }
  return { outcome: 'same', diff: isPart ? { ...diffOf(expected, expected), differing: 0, rows: [] } : null }
}

/** What the verified statement gives now, or why it gives nothing. */
async function verifiedRows(
  ctx: WorkspaceCtx,
  one: VerifiedQuery,
  signal: AbortSignal,
): Promise<QueryResult | AppError> {
  try {
    const source = one.source === WORKSPACE_SOURCE ? {} : { source: one.source }
    const { id } = await query.run(ctx, { ...source, sql: one.sql, title: cut(one.question, 200), signal })
    return await allRows(ctx, id)
  } catch (error) {
    if (error instanceof AppError && error.kind !== 'internal') return error
    throw error
  }
}

async function asked(ctx: WorkspaceCtx, one: VerifiedQuery, signal: AbortSignal) {
  const egress = createEgress(ctx.now)
  const start = await starts.turn({ workspaceId: ctx.workspace.id, userId: ctx.user.id }, signal, () => {})
  try {
    const outcome = await analyst.answer(ctx, {
      ...{ question: one.question, at: ctx.now(), history: [], without: one.id },
      ...{ signal, egress, emit: () => start.begun(), asked: start.begun },
    })
    return { outcome, egress }
  } finally {
    start.begun()
  }
}

/** All rows of the main result of an answer, as far as they are compared; null where it has none. */
async function rowsOf(ctx: WorkspaceCtx, answer: Answer): Promise<QueryResult | null> {
  const main = answer.results.find(({ id }) => id === answer.main) ?? answer.results.at(-1)
  return main ? allRows(ctx, main.id) : null
}

async function allRows(ctx: WorkspaceCtx, id: string): Promise<QueryResult> {
  const first = await results.page(ctx, id, { limit: MOST_PAGE_ROWS })
  const rows = [...first.rows]
  while (rows.length < Math.min(first.total_rows, COMPARED)) {
    const page = await results.page(ctx, id, { offset: rows.length, limit: MOST_PAGE_ROWS })
    if (page.rows.length === 0) break
    rows.push(...page.rows)
  }
  return { ...first, rows }
}
