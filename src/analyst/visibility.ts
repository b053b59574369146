import { outline } from '#catalog/outline.ts'
import type { WorkspaceCtx } from '../ctx.ts'

/** Whether a model may be told of a table and all these columns of it: none was hidden since, and none is gone. */
export type Visibility = (table: string, columns: string[]) => boolean

export async function visibility(ctx: WorkspaceCtx): Promise<Visibility> {
  const tables = new Map((await outline(ctx)).map(({ name, columns }) => [name, new Set(columns)]))
  return (table, columns) => {
    const seen = tables.get(table)
    return seen !== undefined && columns.every((column) => seen.has(column))
  }
}
