import { and, asc, eq } from 'drizzle-orm'
import { AppError, notFound } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { hiddenNames, seesHidden } from '#catalog/hidden.ts'
import * as remote from '#connections/remote.ts'
import { inTransaction } from '#db/connect.ts'
import { users, verifiedQueries, workspaces } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import type { VerifiedQuery } from './rules/answers.ts'
import { WORKSPACE_SOURCE } from './rules/request.ts'
import { namesOne, plainQuestion, type VerifiedInput } from './rules/verified.ts'
import * as query from './run.ts'

/** Verified queries that a workspace may have: all of them are compared with each question. */
const MOST = 500

/** The verified queries of the workspace, by their questions. */
async function list(ctx: WorkspaceCtx): Promise<VerifiedQuery[]> {
  const rows = await ctx.db
    .select({ query: verifiedQueries, by: { id: users.id, name: users.name } })
    .from(verifiedQueries)
    .innerJoin(users, eq(users.id, verifiedQueries.verifiedBy))
    .where(eq(verifiedQueries.workspaceId, ctx.workspace.id))
    .orderBy(asc(verifiedQueries.question), asc(verifiedQueries.id))
  return rows.map(({ query, by }) => ({
    id: query.id,
    question: query.question,
    description: query.description,
    source: query.source,
    sql: query.sql,
    verified_by: by,
    created_at: query.createdAt.toISOString(),
    updated_at: query.updatedAt.toISOString(),
  }))
}

/** Those that name nothing hidden: what models are told, and people who could not show it again. */
export async function listVisible(ctx: WorkspaceCtx): Promise<VerifiedQuery[]> {
  const queries = await list(ctx)
  if (queries.length === 0) return []
  const hidden = await hiddenNames(ctx)
  return queries.filter(({ sql }) => !namesOne(sql, hidden))
}

/** The queries that this person may read. */
export const seen = (ctx: WorkspaceCtx): Promise<VerifiedQuery[]> => (seesHidden(ctx) ? list(ctx) : listVisible(ctx))

/** @throws AppError not_found */
export async function get(ctx: WorkspaceCtx, id: string): Promise<VerifiedQuery> {
  const found = (await seen(ctx)).find((one) => one.id === id)
  if (!found) throw notFound('Verified query')
  return found
}

/**
 * Keeps a query with the question that it answers. It is run first: what does not run is not verified.
 * @throws AppError as `query.run` does; conflict `question_taken` when the question has its query already
 */
export async function add(ctx: WorkspaceCtx, input: VerifiedInput): Promise<VerifiedQuery> {
  const source =
    input.source === WORKSPACE_SOURCE ? WORKSPACE_SOURCE : (await remote.sourceNamed(ctx, input.source)).name
  if (source === WORKSPACE_SOURCE) await query.probe(ctx, { sql: input.sql, limit: 1 })
  else await query.run(ctx, { source, sql: input.sql, title: input.question.slice(0, 200), limit: 1 })
  const id = newId()
  await inTransaction(ctx, async (tx) => {
    // Two at a time could both see that the question is free.
    await tx.db.select().from(workspaces).where(eq(workspaces.id, ctx.workspace.id)).for('update')
    const all = await list(tx)
    if (all.some(({ question }) => plainQuestion(question) === plainQuestion(input.question)))
      throw new AppError('conflict', 'This question has a verified query already. Remove that one first.', {
        code: 'question_taken',
      })
    if (all.length >= MOST)
      throw new AppError('conflict', `A workspace may have at most ${MOST} verified queries. Remove some first.`)
    const now = ctx.now()
    await tx.db.insert(verifiedQueries).values({
      ...input,
      source,
      id,
      workspaceId: ctx.workspace.id,
      verifiedBy: ctx.user.id,
      createdAt: now,
      updatedAt: now,
    })
    await audit.record(tx, 'verified_query.add', id, { question: input.question, source, sql: input.sql })
  })
  return get(ctx, id)
}

/** @throws AppError not_found */
export const remove = (ctx: WorkspaceCtx, id: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { question, sql } = await get(tx, id)
    await tx.db
      .delete(verifiedQueries)
      .where(and(eq(verifiedQueries.id, id), eq(verifiedQueries.workspaceId, ctx.workspace.id)))
    await audit.record(tx, 'verified_query.remove', id, { question, sql })
  })
