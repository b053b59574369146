import { createHash } from 'node:crypto'
import { PLAIN } from '#base/format.ts'
import { writtenColumn } from '#canvases/rules/figure.ts'
import type { Remembered } from '#canvases/rules/memory.ts'
import * as results from '#query/results.ts'
import type { Cell, QueryResult } from '#query/rules/answers.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { definitionsMoved, periodMoved, readable } from './moved.ts'
import type { RerunJson, SourceJson } from './rules/answers.ts'
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

/** What changed from what a block showed to what it shows now: of words their figures, with the reasons of all that they rest on. */
export async function sinceShown(
  ctx: WorkspaceCtx,
  then: Remembered,
  now: Remembered,
): Promise<Omit<RerunJson, 'title'>> {
  const times = [new Date(then.at), new Date(now.at)] as const
  const side = (result: QueryResult, at: Date) => ({ result, at })
  if (!now.of || !then.of) return compared(ctx, side(then.page, times[0]), side(now.page, times[1]))
  const pairs = now.of.map((page, at) => [side(then.of![at]!, times[0]), side(page, times[1])] as const)
  const all = await Promise.all(pairs.map(([before, later]) => compared(ctx, before, later)))
  const changes = difference(then.page, now.page)
  const about = {
    same: changes.added + changes.removed + changes.changed === 0,
    before: { ...all[0]!.before, rows: then.page.total_rows, digest: digestOf(then.page) },
    moved: all.some(({ moved }) => moved),
    filters_moved: all.some(({ filters_moved }) => filters_moved),
  }
  const sources = about.same ? [] : all.flatMap(({ source }) => source ?? [])
  const source = sources.length > 0 ? joined(sources) : null
  const [figure, ...more] = changes.rows
  const [was, is] = [figure?.before?.at(-1) ?? null, figure?.now?.at(-1) ?? null]
  const one = source?.cells.length === 1 ? source.cells[0]! : NO_CELL
  const cells = figure && more.length === 0 ? [{ ...one, before: was, now: is }] : []
  return {
    ...{ ...all[0]!, ...changes, ...about, source },
    because: becauseText(about, { ...(source ?? joined([])), cells }, (_, cell) => String(cell)),
    now: { ...all[0]!.now, rows: now.page.total_rows, digest: digestOf(now.page) },
    definitions: [...new Set(all.flatMap(({ definitions }) => definitions))],
    gone: [],
  }
}

const NO_CELL = { row: [], column: '', removed: null, corrected: null, added: null, moved: null }

/** What is known of the rows behind several results; a table that more of them read is told once. */
function joined(all: SourceJson[]): SourceJson {
  const tables = all.flatMap((one) => one.tables)
  return {
    unknown: all.find((one) => one.unknown)?.unknown ?? null,
    tables: tables.filter(({ table }, at) => tables.findIndex((one) => one.table === table) === at),
    others: [...new Set(all.flatMap(({ others }) => others))],
    cells: all.flatMap(({ cells }) => cells),
  }
}
