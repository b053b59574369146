import { raw } from 'hono/html'
import { z } from 'zod'
import { notFound, unprocessable } from '#base/errors.ts'
import { regionOf } from '#base/format.ts'
import { fileStem } from '#base/text.ts'
import { answerPdf } from '#chat/answer-pdf.ts'
import { chartTable } from '#chat/export.ts'
import { markdownFile } from '#chat/rules/export-markdown.ts'
import { chartQuery } from '#query/rules/request.ts'
import { styleText } from '#ui/assets.ts'
import { api, get } from '#web/api.ts'
import { fileAnswer } from '#web/response.ts'
import { urls } from '../../urls.ts'
import { type CanvasCtx, snapshotOf } from '../canvases.ts'
import { demandFiltering, filteredBlocks } from '../filters.ts'
import { mayInCanvas } from '../guard.ts'
import { BoardView } from '../pages/board.tsx'
import { BareDocument } from '../pages/shared.tsx'
import { filtersQuery } from '../rules/answers.ts'
import { blockName } from '../rules/block-name.ts'
import { boardDocument } from '../rules/board-document.ts'
import { pictureWidth } from '../rules/picture-width.ts'
import type { Board, ShownBlock } from '../rules/shown-board.ts'
import { blockOf, boardOf, chartPicture } from '../shared-board.ts'

const TYPES = { html: 'text/html; charset=utf-8', pdf: 'application/pdf', md: 'text/markdown; charset=utf-8' }
const exportQuery = filtersQuery.extend({
  format: z.enum(['html', 'pdf', 'md'], 'format is html, pdf or md.').default('html'),
  theme: chartQuery.shape.theme.describe('Of HTML.'),
})
type How = { locale: string; linkHosts: string[]; theme: 'light' | 'dark' }

/** One HTML file that needs nothing else: its style and its pictures are in it, and nothing runs in it. */
async function htmlFile(ctx: CanvasCtx, board: Board, { locale, linkHosts, theme }: How): Promise<string> {
  const pictures = new Map<string, string>()
  for (const block of board.blocks) {
    const svg = await chartPicture(ctx, block, { width: Number(pictureWidth(block.w)), theme, locale })
    if (svg) pictures.set(block.id, `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`)
  }
  const picture = ({ id }: ShownBlock) =>
    pictures.has(id) ? <img src={pictures.get(id)} alt="" /> : <p class="canvas-note">This chart cannot be drawn.</p>
  const style = (
    <>
      <meta
        http-equiv="Content-Security-Policy"
        content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"
      />
      <style>{raw(['app.css', 'chat.css', 'canvas.css'].map(styleText).join('\n'))}</style>
    </>
  )
  const whole = (
    <BareDocument title={board.name} locale={locale} theme={theme} styles={style}>
      <BoardView board={board} manner={{ locale, linkHosts, picture }} />
    </BareDocument>
  )
  return `<!doctype html>${whole}`
}

const pictureQuery = filtersQuery.extend({ ...chartQuery.shape })

export const exportsApi = api('Canvases', [
  get(urls.apiCanvasPicture, mayInCanvas('VIEW_CANVASES'), {
    summary: 'The chart of a block as a picture',
    description: 'SVG, of what it shows now. Nothing is run.',
    query: pictureQuery,
    answer: z.string(),
    answerType: 'image/svg+xml',
    errors: ['unprocessable'],
    handle: async (ctx, { blockId, query: { filters, theme, width } }, c) => {
      const snapshot = await snapshotOf(ctx, ctx.canvas)
      const found = await filteredBlocks(ctx, snapshot.blocks, await demandFiltering(ctx, filters))
      const blocks = [...found.values()].map(({ shown }) => shown)
      const block = await blockOf(ctx, { ...snapshot, blocks }, { id: blockId, reader: 'person' })
      const locale = ctx.user.locale || regionOf(c.req.header('accept-language'))
      if (!block) throw notFound('Block')
      const body = await chartPicture(ctx, block, { width, theme, locale })
      if (!body) throw unprocessable('This block shows no chart that can be drawn.')
      // Opened by itself it is a document: nothing in it may run or be fetched.
      c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      return fileAnswer(c, { name: `${fileStem(blockName(block)) || 'chart'}.svg`, type: 'image/svg+xml', body })
    },
  }),
  get(urls.apiCanvasExport, mayInCanvas('VIEW_CANVASES'), {
    summary: 'A canvas as a file',
    description:
      'As one HTML file that needs nothing else and runs no script, as PDF, or as Markdown: with what its blocks show now, of tables the first 50 rows. Nothing is run.',
    query: exportQuery,
    answer: z.string(),
    answerType: 'text/html',
    forms: ['application/pdf', 'text/markdown'],
    handle: async (ctx, { query: { format, filters, theme } }, c) => {
      const set = await demandFiltering(ctx, filters)
      const snapshot = await snapshotOf(ctx, ctx.canvas)
      const shown = [...(await filteredBlocks(ctx, snapshot.blocks, set)).values()].map(({ shown }) => shown)
      const board = await boardOf(ctx, { ...snapshot, blocks: shown, set: set.set }, { reader: 'person' })
      const locale = ctx.user.locale || regionOf(c.req.header('accept-language'))
      const linkHosts = ctx.settings().answers.link_hosts
      const about = { by: ctx.user.name, workspace: ctx.workspace.name, now: ctx.now(), locale, linkHosts }
      const drawn = {
        at: ctx.now(),
        locale,
        tableOf: (part: Parameters<typeof chartTable>[1]) => chartTable(ctx, part),
      }
      const body =
        format === 'html'
          ? await htmlFile(ctx, board, { locale, linkHosts, theme })
          : format === 'pdf'
            ? await answerPdf(boardDocument(board, about), drawn)
            : markdownFile(boardDocument(board, about))
      return fileAnswer(c, { name: `${fileStem(board.name) || 'canvas'}.${format}`, type: TYPES[format], body })
    },
  }),
])
