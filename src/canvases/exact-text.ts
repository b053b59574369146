import { textOf } from '#analyst/by-chips.ts'
import { treeOf } from '#analyst/statements.ts'
import { unprocessable } from '#base/errors.ts'
import type { Node } from '#query/rules/need.ts'
import type { WorkspaceCtx } from '../ctx.ts'

/**
 * A tree of a statement as text. What is written must say what is meant, whatever the writer of the engine makes of a rare clause.
 * @throws AppError unprocessable where it does not
 */
export async function exactText(ctx: WorkspaceCtx, statement: Node): Promise<string> {
  const text = await textOf(ctx, statement)
  if (Bun.deepEquals(treeOf(await ctx.engine.parse(text)), statement)) return text
  throw unprocessable('This statement cannot be taken apart.')
}
