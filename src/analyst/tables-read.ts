import { AppError } from '#base/errors.ts'
import { outline } from '#catalog/outline.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import type { Answer } from './rules/answer.ts'
import { expressions, isTable } from './rules/joins/tree.ts'
import { shownResults, withSources } from './rules/presented.ts'
import { WORKSPACE_SOURCE } from './rules/tools.ts'
import { treeOf } from './statements.ts'

/** The visible tables, by name, that the results shown by an answer were read from. */
export async function tablesRead(ctx: WorkspaceCtx, answer: Answer): Promise<string[]> {
  const tables = await outline(ctx)
  const read = new Set<string>()
  for (const { sql, source } of withSources(shownResults(answer), answer.results)) {
    const named = await namesIn(ctx, sql)
    for (const { name, database, source: of } of tables) {
      const called = source === WORKSPACE_SOURCE ? name : of.name === source ? database?.table : undefined
      if (called !== undefined && named.has(called.toLowerCase())) read.add(name)
    }
  }
  return [...read]
}

/** Names of tables in a statement, in small letters; none of one in a dialect that the engine's parser cannot read. */
async function namesIn(ctx: WorkspaceCtx, sql: string): Promise<Set<string>> {
  try {
    const tree = treeOf(await ctx.engine.parse(sql))
    return new Set(expressions(tree, isTable).map(({ table_name }) => String(table_name).toLowerCase()))
  } catch (error) {
    if (error instanceof AppError) return new Set()
    throw error
  }
}
