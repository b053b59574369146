import { createHash } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import { definitions } from '#db/schema/index.ts'
import * as results from '#query/results.ts'
import type { QueryResult } from '#query/rules/answers.ts'
import { MOST_PAGE_ROWS } from '#query/rules/request.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import type { RerunJson } from './rules/answers.ts'
import { dependsOnDay, difference } from './rules/difference.ts'

/** Definitions that are named. */
const MOST_NAMED = 20

const digestOf = ({ columns, rows, total_rows }: QueryResult): string =>
  createHash('sha256')
    .update(JSON.stringify([columns, rows, total_rows]))
    .digest('hex')

/** As many of its rows as are compared; those that were kept beside it where its file is gone. */
const wholeOf = (ctx: WorkspaceCtx, result: QueryResult): Promise<QueryResult> =>
  result.rows.length >= result.total_rows
    ? Promise.resolve(result)
    : results.page(ctx, result.id, { limit: MOST_PAGE_ROWS, cut: true }).catch((error) => {
        if (error instanceof AppError) return result
        throw error
      })

type Side = { result: QueryResult; at: Date }

/** What changed from one result of a statement to another one. `now.result` has the statement that was run. */
export async function compared(ctx: WorkspaceCtx, then: Side, later: Side): Promise<Omit<RerunJson, 'title'>> {
  const [before, now] = await Promise.all([wholeOf(ctx, then.result), wholeOf(ctx, later.result)])
  const changes = difference(before, now)
  const day = (moment: Date) => moment.toISOString().slice(0, 10)
  return {
    ...changes,
    result_id: later.result.id,
    same: changes.added + changes.removed + changes.changed === 0 && before.total_rows === now.total_rows,
    before: { at: then.at.toISOString(), rows: before.total_rows, digest: digestOf(before) },
    now: { at: later.at.toISOString(), rows: now.total_rows, digest: digestOf(now) },
    moved: dependsOnDay(later.result.sql) && day(then.at) !== day(later.at),
    filters_moved: false,
    definitions: await changedSince(ctx, then.at),
    gone: before.columns.flatMap(({ name }) => (now.columns.some((column) => column.name === name) ? [] : [name])),
  }
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
