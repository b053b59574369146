import { and, asc, count, desc, eq, inArray, lt, sql, sum } from 'drizzle-orm'
import { notFound } from '#base/errors.ts'
import { cursorAt, cursorValue, type Page, type PageRequest, pageOf } from '#base/paging.ts'
import { evaluationItems, evaluations, users } from '#db/schema/index.ts'
import * as verified from '#query/verified.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { type Change, changesOf, OUTCOMES, type Outcome } from './rules/outcome.ts'

/** Owners run them and read them: answers are told with their rows. */
export const RUNS = 'UPDATE_FILES'

type Row = typeof evaluations.$inferSelect
export type Item = typeof evaluationItems.$inferSelect
export type Evaluation = Row & {
  by: { id: string; name: string }
  done: number
  outcomes: Record<Outcome, number>
  credits: number
  tokens: number
}

/** What a run would ask now, and the most it would cost. */
export async function offer(ctx: WorkspaceCtx): Promise<{ questions: number; credits: number }> {
  const questions = (await verified.listVisible(ctx)).length
  return { questions, credits: questions * ctx.settings().credits.per_answer }
}

export async function list(ctx: WorkspaceCtx, { limit, cursor }: PageRequest): Promise<Page<Evaluation>> {
  const rows = await rowsOf(ctx, cursor ? lt(evaluations.id, cursor) : undefined).limit(limit + 1)
  const { items, next } = pageOf(rows, limit, ({ run }) => run.id)
  return { items: await withOutcomes(ctx, items), next }
}

/** @throws AppError not_found */
export async function get(ctx: WorkspaceCtx, id: string): Promise<Evaluation> {
  const [found] = await withOutcomes(ctx, await rowsOf(ctx, eq(evaluations.id, id)).limit(1))
  if (!found) throw notFound('Evaluation')
  return found
}

const rowsOf = (ctx: WorkspaceCtx, where: ReturnType<typeof eq> | undefined) =>
  ctx.db
    .select({ run: evaluations, by: { id: users.id, name: users.name } })
    .from(evaluations)
    .innerJoin(users, eq(users.id, evaluations.startedBy))
    .where(and(eq(evaluations.workspaceId, ctx.workspace.id), where))
    .orderBy(desc(evaluations.id))

async function withOutcomes(
  ctx: WorkspaceCtx,
  rows: { run: Row; by: { id: string; name: string } }[],
): Promise<Evaluation[]> {
  if (rows.length === 0) return []
  const { evaluationId, outcome, credits, tokens } = evaluationItems
  const counted = await ctx.db
    .select({
      ...{ evaluationId, outcome, count: count() },
      ...{ credits: sum(credits).mapWith(Number), tokens: sum(tokens).mapWith(Number) },
    })
    .from(evaluationItems)
    .where(
      inArray(
        evaluationId,
        rows.map(({ run }) => run.id),
      ),
    )
    .groupBy(evaluationId, outcome)
  return rows.map(({ run, by }) => {
    const ofRun = counted.filter((one) => one.evaluationId === run.id)
    const total = (of: (one: (typeof counted)[number]) => number) => ofRun.reduce((all, one) => all + of(one), 0)
    return {
      ...run,
      by,
      done: total((one) => one.count),
      credits: total((one) => one.credits),
      tokens: total((one) => one.tokens),
      outcomes: Object.fromEntries(
        OUTCOMES.map((name) => [name, ofRun.find((one) => one.outcome === name)?.count ?? 0]),
      ) as Record<Outcome, number>,
    }
  })
}

/** What came of the questions of a run, in their order. @throws AppError not_found */
export async function items(ctx: WorkspaceCtx, id: string, { limit, cursor }: PageRequest): Promise<Page<Item>> {
  await get(ctx, id)
  const after = cursor ? cursorValue(cursor, 'bigint').value : null
  const rows = await ctx.db
    .select()
    .from(evaluationItems)
    .where(
      and(
        eq(evaluationItems.evaluationId, id),
        after === null ? undefined : sql`${evaluationItems.position} > ${after}::bigint`,
      ),
    )
    .orderBy(asc(evaluationItems.position))
    .limit(limit + 1)
  return pageOf(rows, limit, (item) => cursorAt(String(item.position), item.id))
}

/** What came out otherwise in a run than in an earlier one. @throws AppError not_found */
export async function changes(ctx: WorkspaceCtx, id: string, otherId: string): Promise<Change[]> {
  await get(ctx, id)
  await get(ctx, otherId)
  const { queryId, question, outcome, evaluationId, position } = evaluationItems
  const judged = (of: string) =>
    ctx.db
      .select({ queryId, question, outcome })
      .from(evaluationItems)
      .where(eq(evaluationId, of))
      .orderBy(asc(position))
  return changesOf(await judged(otherId), await judged(id))
}
