import { exactOf } from '#analyst/rules/cell.ts'
import { isTemporal } from '#base/engine-type.ts'
import { invalidFields, unprocessable } from '#base/errors.ts'
import { PLAIN } from '#base/format.ts'
import * as canvases from '#canvases/canvases.ts'
import { filteredBlocks, filtering } from '#canvases/filters.ts'
import { remember } from '#canvases/memory.ts'
import { type BlockData, dataOf, newestRows, refresh, tableOf } from '#canvases/refresh.ts'
import type { Block } from '#canvases/rules/block.ts'
import { blockName } from '#canvases/rules/block-name.ts'
import { inTime, writtenColumn } from '#canvases/rules/figure.ts'
import { statementsOf } from '#canvases/rules/statements.ts'
import { typed } from '#canvases/rules/typed.ts'
import { chartPicturePng } from '#canvases/shared-board.ts'
import { withholding } from '#canvases/withheld.ts'
import * as results from '#query/results.ts'
import type { QueryResult } from '#query/rules/answers.ts'
import { cellOf } from '#query/rules/cell-place.ts'
import { MOST_PAGE_ROWS } from '#query/rules/request.ts'
import type { MailPicture } from '#ui/mail.tsx'
import type { WorkspaceCtx } from '../ctx.ts'
import type { Condition } from './rules/condition.ts'
import { type Point, type Range, usualRange } from './rules/usual-range.ts'

type CanvasCtx = canvases.CanvasCtx
type RowOfCell = NonNullable<Condition['cell']>['row']
/** `picture`: of its chart, where one was drawn. */
export type BlockSeen = { block: canvases.StoredBlock; data: BlockData; picture?: MailPicture | undefined }
/** What a watch looks at: the number, as it is written, and what it is called. */
export type NumberSeen = {
  value: number | null
  text: string
  of: string
  refreshedAt: Date | null
  /** Between which values it would be usual; null where that is not known, or not asked. */
  usual: Range | null
  block: BlockSeen
}

/** Refreshes blocks of a board with what the person may see now, tells whoever looks at it, and says what they show. */
export async function seenOn(ctx: CanvasCtx, only?: string): Promise<BlockSeen[]> {
  // Mails and webhooks go to people of whom it is not known what they may see.
  const { shown: noticed } = await withholding(ctx, 'anybody')
  const all = (await canvases.blocks(ctx)).map(noticed)
  const stored = only === undefined ? all : all.filter(({ id }) => id === only)
  const shown = await filteredBlocks(ctx, stored, await filtering(ctx, ''))
  const wanted = [...shown.values()].map((one) => one.shown)
  const ran = await refresh(ctx, wanted)
  if (ran.length > 0) await canvases.touch(ctx, ran)
  await remember(ctx, stored, wanted, '')
  const data = await dataOf(ctx, wanted)
  return wanted.flatMap((block) => {
    const found = data.get(block.id)
    return found ? [{ block, data: found }] : []
  })
}

/** What a picture can be drawn of: a block, or what is built like one. */
export type Drawn = { block: Pick<Block, 'id' | 'kind' | 'content'>; data: Pick<BlockData, 'results'> }

/** As wide as the text of a mail, in pixels, and how many charts of one are drawn. */
const PICTURE = { width: 480, most: 6 }

/** The same with pictures of their charts. What cannot be drawn is told by its figures alone. */
export async function withPictures<B extends Drawn>(ctx: WorkspaceCtx, all: B[]) {
  const drawn = new Map<B, MailPicture>()
  // One after the other: drawing takes the process that answers people.
  for (const seen of all) {
    const { block, data } = seen
    if (drawn.size === PICTURE.most) break
    const one = typed(block)
    // A number alone stands among the facts.
    if (one.kind !== 'chart' || one.content.chart.kind === 'number') continue
    const png = await chartPicturePng(ctx, { ...block, data }, PICTURE.width).catch((error) =>
      ctx.log.error('a chart could not be drawn for a mail', { workspaceId: ctx.workspace.id, error }),
    )
    const alt = `${blockName(block)}: the chart, whose figures stand below`
    if (png) drawn.set(seen, { ...png, alt })
  }
  return all.map((seen) => ({ ...seen, picture: drawn.get(seen) }))
}

/** @throws AppError invalid for a block that is not on the board, or has not one result with this column */
export async function demandWatchable(ctx: CanvasCtx, condition: Condition): Promise<void> {
  const block = (await canvases.blocks(ctx)).find(({ id }) => id === condition.block)
  if (!block || statementsOf(block).length !== 1)
    throw invalidFields({ condition: 'Choose a chart, a table or a number of this canvas.' })
}

const GONE = 'The number that is watched is not in the result any more. Choose another one.'

/**
 * Runs what a watch looks at, and reads its number.
 * @throws AppError unprocessable where the block is gone, could not be refreshed, or has no such number
 */
export async function numberSeen(ctx: CanvasCtx, { block: id, cell, is, than }: Condition): Promise<NumberSeen> {
  const [seen] = await seenOn(ctx, id)
  if (!seen)
    throw unprocessable('The block that is watched is not on the canvas any more, or reads what is hidden now.')
  const { data, block } = seen
  const of = blockName(block)
  // That it cannot be refreshed is what is watched then.
  if (is === 'not_refreshed')
    return { value: null, text: '', of, refreshedAt: data.refreshedAt, usual: null, block: seen }
  if (data.error) throw unprocessable(data.error)
  const [result] = data.results
  if (!result || !cell) throw unprocessable(GONE)
  if (is === 'unusual') {
    const { result: last, points } = await seriesOf(ctx, result, cell.column)
    const at = last.columns.findIndex(({ name }) => name === cell.column)
    const { value } = points.at(-1)!
    const text = writtenColumn(last, at, PLAIN)(value)
    return { value, text, of, refreshedAt: data.refreshedAt, usual: usualRange(points, than), block: seen }
  }
  const along = courseOf(block)
  // A number with a course shows its newest one.
  const row = cell.row === null && block.kind === 'kpi' && along ? 'last' : cell.row
  const whole = await withRow(ctx, result, row, along)
  const place = { column: cell.column, row: row === 'last' ? null : row }
  const found = cellOf(whole, place)
  const value = Number((found && exactOf(found.cell)) ?? Number.NaN)
  if (!found || !Number.isFinite(value)) throw unprocessable(GONE)
  const where = place.row ? `, ${Object.values(place.row).join(', ')}` : ''
  const text = writtenColumn(whole, found.at, PLAIN)(found.cell!)
  return { value, text, of: `${of}${where}`, refreshedAt: data.refreshedAt, usual: null, block: seen }
}

/** The column along which a block shows a course; null where it has none. */
function courseOf(block: canvases.StoredBlock): string | null {
  const one = typed(block)
  return one.kind === 'chart' ? one.content.chart.x : one.kind === 'kpi' ? (one.content.trend ?? null) : null
}

/** A result with the rows in which a row is looked for: the last one alone, in time where the block has a course, or as many as are read at once. */
async function withRow(ctx: CanvasCtx, page: QueryResult, row: RowOfCell, along: string | null) {
  if (row !== 'last') return tableOf(ctx, page, '')
  const { rows } = inTime(await newestRows(ctx, page, along), along)
  return { ...page, rows: rows.slice(-1) }
}

/** A column as a series: by the first column of dates, or as its rows stand. @throws AppError unprocessable where it has no numbers */
async function seriesOf(ctx: CanvasCtx, page: QueryResult, column: string) {
  const offset = Math.max(0, page.total_rows - MOST_PAGE_ROWS)
  const result =
    page.rows.length < page.total_rows ? await results.page(ctx, page.id, { offset, limit: MOST_PAGE_ROWS }) : page
  const at = result.columns.findIndex(({ name }) => name === column)
  const dates = result.columns.findIndex(({ type }) => isTemporal(type))
  const points = result.rows.flatMap((row): Point[] => {
    const value = Number(exactOf(row[at] ?? null) ?? Number.NaN)
    const moment = dates < 0 ? null : Date.parse(String(row[dates]))
    return Number.isFinite(value) && !Number.isNaN(moment) ? [{ at: moment, value }] : []
  })
  if (at < 0 || points.length === 0) throw unprocessable(GONE)
  return { result, points: points.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0)) }
}
