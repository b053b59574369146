import { createHash } from 'node:crypto'
import { PLAIN } from '#base/format.ts'
import { writtenColumn } from '#canvases/rules/figure.ts'
import * as results from '#query/results.ts'
import type { Cell, QueryResult } from '#query/rules/answers.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { definitionsMoved, periodMoved, readable } from './moved.ts'
import type { RerunJson } from './rules/answers.ts'
import { becauseText } from './rules/because.ts'
import { difference } from './rules/difference.ts'
import { sourceRows } from './source-rows.ts'

const digestOf = ({ columns, rows, total_rows }: QueryResult): string =>
  createHash('sha256')
    .update(JSON.stringify([columns, rows, total_rows]))
    .digest('hex')

/** `sql`: its statement, where it names earlier results, as it stands alone. */
type Side = { result: QueryResult; at: Date; sql?: string }

/**
 * What changed from one result of a statement to another one. `now.result` has the statement that was run.
 * @param text what was asked, where that is known
 */
export async function compared(
  ctx: WorkspaceCtx,
  then: Side,
  later: Side,
  text = '',
): Promise<Omit<RerunJson, 'title'>> {
  const [before, now] = await Promise.all([results.withRows(ctx, then.result), results.withRows(ctx, later.result)])
  const changes = difference(before, now)
  const sql = { old: then.sql ?? then.result.sql, now: later.result.sql }
  const [treeThen, tree] = await Promise.all([readable(ctx, sql.old), readable(ctx, sql.now)])
  const about = {
    same: changes.added + changes.removed + changes.changed === 0 && before.total_rows === now.total_rows,
    before: { at: then.at.toISOString(), rows: before.total_rows, digest: digestOf(before) },
    moved: tree !== null && (await periodMoved(ctx, tree, then.at, later.at)),
    filters_moved: sql.old !== sql.now,
  }
  const told =
    tree && treeThen
      ? ([
          { result: before, sql: sql.old, tree: treeThen, at: then.at },
          { result: now, sql: sql.now, tree, at: later.at },
        ] as const)
      : null
  const source =
    told && !about.same ? await sourceRows(ctx, ...told, changes, about.moved || about.filters_moved) : null
  const write = (column: string, cell: Cell) => {
    const at = now.columns.findIndex(({ name }) => name === column)
    return cell === null ? 'nothing' : writtenColumn(now, at, PLAIN)(cell)
  }
  return {
    ...{ ...changes, ...about, source, because: becauseText(about, source, write) },
    result_id: later.result.id,
    now: { at: later.at.toISOString(), rows: now.total_rows, digest: digestOf(now) },
    definitions: tree ? await definitionsMoved(ctx, tree, `${later.result.title} ${text}`, then.at) : [],
    gone: before.columns.flatMap(({ name }) => (now.columns.some((column) => column.name === name) ? [] : [name])),
  }
}
