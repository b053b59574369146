import { and, eq, lt } from 'drizzle-orm'
import { answerOf } from '#base/answer.ts'
import { AppError, notFound } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import type { Page, PageRequest } from '#base/paging.ts'
import { ago, DAY } from '#base/time.ts'
import { forget } from '#db/forget.ts'
import { statements } from '#db/schema/index.ts'
import { pageById } from '#db/sorted.ts'
import type { WorkspaceCtx, World } from '../ctx.ts'
import { type QueryResult, type Statement, statement } from './rules/answers.ts'
import { WORKSPACE_SOURCE } from './rules/request.ts'
import * as query from './run.ts'

const KEPT = 90 * DAY

/**
 * Runs a statement as `query.run` does and keeps it in the person's history, however it ends.
 * @throws AppError as `query.run` does, after it was noted
 */
export async function run(ctx: WorkspaceCtx, request: query.RunRequest): Promise<QueryResult> {
  const startedAt = performance.now()
  try {
    const result = await query.run(ctx, request)
    await note(ctx, request, {
      status: 'ok',
      resultId: result.id,
      rows: result.total_rows,
      elapsedMs: result.elapsed_ms,
    })
    return result
  } catch (error) {
    const cancelled = error instanceof AppError && error.code === 'query_cancelled'
    await note(ctx, request, {
      status: cancelled ? 'cancelled' : 'failed',
      error: cancelled ? null : error instanceof AppError ? error.message : 'Something went wrong on our side.',
      elapsedMs: Math.round(performance.now() - startedAt),
    })
    throw error
  }
}

type Ending = Pick<typeof statements.$inferInsert, 'status' | 'error' | 'resultId' | 'rows' | 'elapsedMs'>

const note = (ctx: WorkspaceCtx, { sql, source = WORKSPACE_SOURCE }: query.RunRequest, ending: Ending) =>
  ctx.db.insert(statements).values({
    ...ending,
    id: newId(),
    workspaceId: ctx.workspace.id,
    userId: ctx.user.id,
    source,
    sql,
    createdAt: ctx.now(),
  })

/** What the person ran in this workspace, newest first: nobody else's. */
export async function list(ctx: WorkspaceCtx, request: PageRequest): Promise<Page<Statement>> {
  const page = await pageById(ctx.db.select().from(statements), statements.id, isOwn(ctx), request, ({ id }) => id)
  return { ...page, items: page.items.map(entity) }
}

/** @throws AppError not_found */
export async function get(ctx: WorkspaceCtx, id: string): Promise<Statement> {
  const [row] = await ctx.db
    .select()
    .from(statements)
    .where(and(isOwn(ctx), eq(statements.id, id)))
  if (!row) throw notFound('Statement')
  return entity(row)
}

const isOwn = (ctx: WorkspaceCtx) =>
  and(eq(statements.workspaceId, ctx.workspace.id), eq(statements.userId, ctx.user.id))

const entity = (row: typeof statements.$inferSelect): Statement => answerOf(statement, row)

/** For the jobs: forgets what was run long ago. @returns how many statements */
export const sweep = (world: Pick<World, 'db' | 'now'>): Promise<number> =>
  forget(world, statements, lt(statements.createdAt, ago(world, KEPT)))
