import { createHash } from 'node:crypto'
import { Recent } from '#base/recent.ts'
import { SECOND } from '#base/time.ts'
import { chartPng, type Png } from '#chat/chart-png.ts'
import { chartTable } from '#chat/export.ts'
import type { QueryResult } from '#query/rules/answers.ts'
import type { ChartSpec } from '#query/rules/chart.ts'
import { chartSvg, PALETTES } from '#query/rules/chart-svg.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import type { CanvasCtx } from './canvases.ts'
import { dataOf, refresh } from './refresh.ts'
import type { Snapshot } from './rules/block.ts'
import type { Board, ShownBlock } from './rules/shown-board.ts'
import { typed } from './rules/typed.ts'
import { type Reader, withholding } from './withheld.ts'

/** So long a page waits for results that are being brought up to date; after it, it shows those that are there. */
const PATIENCE = 4 * SECOND

/**
 * A board with what its blocks show, for people who only read it.
 * @param how reader: whose eyes decide what is withheld; refreshes: what is stale is run in the name of the ctx; goes on behind the page where it takes long
 */
export async function boardOf(
  ctx: CanvasCtx,
  snapshot: Snapshot & Pick<Board, 'set'>,
  { reader, refreshes = false }: { reader: Reader; refreshes?: boolean },
): Promise<Board> {
  const blocks = snapshot.blocks.map((await withholding(ctx, reader)).shown)
  // What an admin stopped is shown as it was last.
  if (refreshes && !ctx.canvas.stoppedAt) {
    const work = refresh(ctx, blocks).catch((error) =>
      ctx.log.error('a shared board could not be brought up to date', { workspaceId: ctx.workspace.id, error }),
    )
    await Promise.race([work, Bun.sleep(PATIENCE)])
  }
  const data = await dataOf(ctx, blocks)
  return { ...snapshot, blocks: blocks.map((block) => ({ ...block, data: data.get(block.id) ?? null })) }
}

/** One block of a board, as `boardOf` shows it; undefined where there is none of this id. Nothing is run. */
export async function blockOf(
  ctx: WorkspaceCtx,
  { blocks }: Snapshot,
  { id, reader }: { id: string; reader: Reader },
): Promise<ShownBlock | undefined> {
  const found = blocks.find((one) => one.id === id)
  const block = found && (await withholding(ctx, reader)).shown(found)
  return block && { ...block, data: (await dataOf(ctx, [block])).get(id) ?? null }
}

/** The ground of a board, `--surface` of its page. */
const GROUND = { light: '#ffffff', dark: '#16181f' }

export type PictureChoices = { width: number; theme: 'light' | 'dark'; locale: string }

/** Pictures of charts: the same ones are asked for by everybody who opens a board. */
const pictures = new Recent<string>({ count: 400, size: 20_000_000 })

/** The chart of a block as SVG; null where it is no chart, or has no result that can be drawn. */
export async function chartPicture(
  ctx: WorkspaceCtx,
  block: ShownBlock,
  choices: PictureChoices,
): Promise<string | null> {
  const chart = drawable(block)
  if (!chart) return null
  const { spec } = chart
  const key = createHash('sha256')
    .update(JSON.stringify([ctx.workspace.id, spec, choices]))
    .digest('base64')
  const drawn = pictures.get(key)
  if (drawn !== undefined) return drawn
  const table = await chartTable(ctx, chart)
  if (!table) return null
  const { theme, ...size } = choices
  const svg = await chartSvg(spec, table, { ...size, palette: { ...PALETTES[theme], surface: GROUND[theme] } })
  pictures.set(key, svg, svg.length)
  return svg
}

/** The same as a PNG, on the ground of a mail. @param width in pixels */
export async function chartPicturePng(ctx: WorkspaceCtx, block: Drawn, width: number): Promise<Png | null> {
  const chart = drawable(block)
  const table = chart && (await chartTable(ctx, chart))
  return table && chartPng(chart.spec, table, width, ctx.user.locale || 'en')
}

type Drawn = Pick<ShownBlock, 'kind' | 'content'> & { data: Pick<NonNullable<ShownBlock['data']>, 'results'> | null }
/** What is drawn of a block; null where it is no chart, or has no result. The title stands above the picture. */
function drawable(block: Drawn): { spec: ChartSpec; result: QueryResult } | null {
  const one = typed(block)
  const result = block.data?.results[0]
  return one.kind === 'chart' && result
    ? { spec: { ...one.content.chart, title: '', result: result.id }, result }
    : null
}
