import type { Cell, ResultColumn } from '#query/rules/answers.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import type { TableProfile } from './rules/facts.ts'

/**
 * What the catalog needs to read rows: `query/run.ts`, and to look for oddities: `files/mending.ts`. These modules import the catalog, so
 * `app.ts` hands them to the routes of the catalog instead of an import.
 */
export type Query = {
  /** Keeps the rows as a result. @throws AppError when the statement cannot be run */
  run(ctx: WorkspaceCtx, request: { sql: string; title: string }): Promise<{ id: string }>
  /** Keeps nothing. `results`: name in SQL -> id of a result. @throws AppError when the statement cannot be run */
  probe(
    ctx: WorkspaceCtx,
    request: { sql: string; limit?: number; results?: Record<string, string>; signal?: AbortSignal },
  ): Promise<{ columns: ResultColumn[]; rows: Cell[][] }>
}

/** @throws AppError where a table cannot be looked at, or not in time */
export type Looking = Pick<Query, 'probe'> & {
  toldOddities(ctx: WorkspaceCtx, tableId: string): Promise<NonNullable<TableProfile['oddities']>>
}
