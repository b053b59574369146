import { tablesCalled } from '#analyst/by-chips.ts'
import { expressions, isTable } from '#analyst/rules/joins/tree.ts'
import { treeOf } from '#analyst/statements.ts'
import { AppError, notFound, unprocessable } from '#base/errors.ts'
import type { ResultPage } from '#query/rules/answers.ts'
import { WORKSPACE_SOURCE } from '#query/rules/request.ts'
import * as query from '#query/run.ts'
import type { CanvasCtx } from './canvases.ts'
import { exactText } from './exact-text.ts'
import { type Filtering, filteredBlocks } from './filters.ts'
import { dataOf } from './refresh.ts'
import type { Mark } from './rules/answers.ts'
import { type Cells, filterFor, rowsBehind, shownColumns } from './rules/mark.ts'
import { statementsOf } from './rules/statements.ts'
import { seenBlock } from './withheld.ts'

type Asked = { blockId: string; cells: Cells; set: Filtering }

/** The statement of a block, before it is filtered and as it is run. @throws AppError not_found; unprocessable where it cannot be read */
async function statementOf(ctx: CanvasCtx, { blockId, set }: Omit<Asked, 'cells'>) {
  const block = await seenBlock(ctx, blockId)
  const [statement] = block.kind === 'prose' ? [] : statementsOf(block)
  if (!statement) throw notFound('Block')
  if (statement.source !== WORKSPACE_SOURCE)
    throw unprocessable(`This asks ${statement.source} in the language of that database.`)
  const { shown } = (await filteredBlocks(ctx, [block], set)).get(blockId)!
  if (shown.problem) throw unprocessable(shown.problem)
  const whole = (await filteredBlocks(ctx, [block], { ...set, set: [] })).get(blockId)!.shown
  const [original, filtered] = await Promise.all(
    [whole, shown].map(async (one) => treeOf(await ctx.engine.parse(statementsOf(one)[0]!.sql))),
  )
  const named = expressions(original, isTable).map(({ table_name }) => String(table_name))
  return { shown, original: original!, filtered: filtered!, tables: await tablesCalled(ctx, named) }
}

/** What somebody can filter by who points at cells of a block, and whether rows lie behind them. @throws AppError not_found */
export async function markOf(ctx: CanvasCtx, asked: Asked): Promise<Mark> {
  const found = await statementOf(ctx, asked).catch((error) => {
    if (error instanceof AppError && error.kind === 'unprocessable') return error.message
    throw error
  })
  if (typeof found === 'string') return { filters: [], why: found }
  const columns = shownColumns(found.original, found.tables)
  const filters = Object.entries(asked.cells).flatMap(([name, cell]) => {
    const shown = columns.get(name)
    return (shown && filterFor(shown, cell, ctx.canvas.filters)) ?? []
  })
  try {
    rowsBehind(found.filtered, found.original, found.tables, {}, [])
    return { filters, why: null }
  } catch (error) {
    if (error instanceof AppError) return { filters, why: error.message }
    throw error
  }
}

/**
 * The rows that a row of a block was made of, as whoever asks may see them.
 * @throws AppError not_found; unprocessable `no_rows_behind`; as `query.run`
 */
export async function rowsOfMark(ctx: CanvasCtx, asked: Asked, signal: AbortSignal): Promise<ResultPage> {
  const { shown, original, filtered, tables } = await statementOf(ctx, asked)
  const [result] = (await dataOf(ctx, [shown])).get(asked.blockId)?.results ?? []
  if (!result) throw unprocessable('This block has not run yet. Refresh it first.')
  const behind = rowsBehind(filtered, original, tables, asked.cells, result.columns)
  return query.run(ctx, { sql: await exactText(ctx, behind), title: 'Rows', signal })
}
