import type { Cell, ResultColumn } from '#query/rules/answers.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import type { TableProfile } from './rules/facts.ts'

/**
 * What the catalog needs to read rows: `query/run.ts`, and to look for oddities: `files/mending.ts`. These modules import the catalog, so
 * `app.ts` hands them to the routes of the catalog instead of an import.
 */
export type Query = {
  /** Keeps nothing. @throws AppError when the statement cannot be run */
  probe: Probe
  /** Runs a SELECT and lets `work` ask its rows as the table `name`; keeps nothing. @throws AppError when it cannot be run */
  probeRows<T>(
    ctx: WorkspaceCtx,
    request: { sql: string; name: string; limit: number; signal?: AbortSignal },
    work: (probe: (request: Asked) => Answer, rows: number) => Promise<T>,
  ): Promise<T>
}
type Asked = { sql: string; limit?: number; signal?: AbortSignal }
type Answer = Promise<{ columns: ResultColumn[]; rows: Cell[][] }>
type Probe = (ctx: WorkspaceCtx, request: Asked) => Answer

/** @throws AppError where a table cannot be looked at, or not in time */
export type Looking = Query & {
  toldOddities(ctx: WorkspaceCtx, tableId: string): Promise<NonNullable<TableProfile['oddities']>>
}
