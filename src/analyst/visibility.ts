import { outline } from '#catalog/outline.ts'
import type { WorkspaceCtx } from '../ctx.ts'

/** Whether a model may be told of all these columns of a table: none was hidden since, and none is gone. */
export type Visibility = (table: string, columns: string[]) => boolean

export async function visibility(ctx: WorkspaceCtx): Promise<Visibility> {
  const tables = new Map((await outline(ctx)).map(({ name, columns }) => [name, new Set(columns)]))
  return (table, columns) => columns.every((column) => tables.get(table)?.has(column))
}
