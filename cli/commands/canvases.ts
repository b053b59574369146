import type { z } from 'zod'
import { AppError } from '../../src/base/errors.ts'
import type { BlockJson, CanvasJson, listedCanvas, madeCanvas } from '../../src/canvases/rules/answers.ts'
import { href, urls } from '../../src/urls.ts'
import { commandOf, groupOf } from '../command.ts'
import { allOf } from '../list.ts'
import { note, say, sayJson } from '../print.ts'
import { number, sayDone, sayItems, sayList, when } from '../record.ts'
import { save as saveFile } from '../save.ts'
import { sharingOf } from '../sharing.ts'

type Listed = z.infer<typeof listedCanvas>
type Options = { workspace?: string; template?: boolean; table?: string; force?: boolean }

/** Canvases that a workspace has at most. */
const MOST = 200

const list = commandOf('list', 'list the canvases of a workspace', ['tabletalk canvases -w Sales']).doesIn(
  async ({ client, json, id }) => {
    const all = await allOf<Listed>(client, href(urls.apiCanvases, { id }), MOST)
    sayList(json, all, 'No canvas yet: tabletalk canvases create <name>.', {
      '*ID': (it) => it.id,
      NAME: (it) => it.name,
      '#BLOCKS': (it) => it.blocks,
      CHANGED: (it) => when(it.updated_at),
      BY: (it) => it.by.name,
    })
  },
)

const titleOf = ({ content, data }: BlockJson): string =>
  String(data?.prose?.text ?? content.title ?? content.text ?? content.alt ?? '').replace(/\s+/g, ' ')

const stateOf = ({ data }: BlockJson): string => {
  if (!data) return ''
  const at = data.refreshed_at ? `as of ${when(data.refreshed_at)}` : 'never ran'
  return data.error ? `${at}; failed: ${data.error}` : data.stale ? `${at}, stale` : at
}

const sayBlocks = (blocks: BlockJson[]): void =>
  sayItems(
    blocks.toSorted((a, b) => a.y - b.y || a.x - b.x),
    { KIND: (it) => it.kind, WHAT: titleOf, '#ROWS': (it) => it.data?.results[0]?.total_rows, STATE: stateOf },
  )

const show = commandOf('show', 'show the blocks of a canvas, and what they rest on', ['tabletalk canvases show 0199…'])
  .argument('<canvas>', 'its id')
  .does(async ({ client, json }, id: string) => {
    const canvas = await client.json<CanvasJson>(href(urls.apiCanvas, { id }))
    if (json) return sayJson(canvas)
    say(canvas.name)
    sayBlocks(canvas.blocks)
  })

const create = commandOf('create', 'create a canvas', [
  'tabletalk canvases create "Sales overview" -w Sales --template',
  'tabletalk canvases create Orders -w Sales --table orders',
])
  .argument('<name>', 'what it is called')
  .option('--template', 'with the blocks of a sales overview, made of the data of the workspace')
  .option('--table <name>', 'with the blocks of an overview of this table')
  .doesIn(async ({ client, json, id }, name: string, options: Options) => {
    const { template, table } = options
    const body = { name, ...(table ? { template: 'table', table } : template && { template: 'sales' }) }
    const made = await client.json<z.infer<typeof madeCanvas>>(href(urls.apiCanvases, { id }), { method: 'POST', body })
    sayDone(json, made, `Created ${made.name} with ${number(made.blocks)} blocks: ${made.id}`)
    for (const { block, error } of made.failed) note(`“${block}” could not be run: ${error}`)
  })

const refresh = commandOf('refresh', 'refresh the blocks of a canvas whose data changed; needs no credits', [
  'tabletalk canvases refresh 0199… --force',
])
  .argument('<canvas>', 'its id')
  .option('--force', 'also those whose data did not change')
  .does(async ({ client, json }, id: string, options: Options) => {
    const body = { force: options.force ?? false }
    const blocks = await client.json<BlockJson[]>(href(urls.apiCanvasRefresh, { id }), { method: 'POST', body })
    if (json) sayJson(blocks)
    else sayBlocks(blocks)
    const failed = blocks.filter(({ data }) => data?.error).length
    if (failed > 0)
      throw new AppError(
        'unprocessable',
        `${number(failed)} of ${number(blocks.length)} blocks could not be refreshed.`,
      )
  })

const remove = commandOf('delete', 'delete a canvas (owners)', ['tabletalk canvases delete 0199…'])
  .argument('<canvas>', 'its id')
  .does(async ({ client }, id: string) => {
    await client.call(href(urls.apiCanvas, { id }), { method: 'DELETE' })
    note('The canvas is deleted.')
  })

const save = commandOf('save', 'save a canvas as a file, as it stands', ['tabletalk canvases save 0199… board.pdf'])
  .argument('<canvas>', 'its id')
  .argument('<file>', 'its ending says what it is: .html, .pdf or .md; - writes HTML to standard output')
  .does(async ({ client }, id: string, file: string) => {
    const format = /\.(pdf|md)$/i.exec(file)?.[1]?.toLowerCase() ?? 'html'
    await saveFile(await client.call(href(urls.apiCanvasExport, { id }, { format })), file)
  })

const commands = [list, show, create, refresh, save, ...sharingOf('canvas'), remove]
export const canvases = groupOf('canvases', 'boards of a workspace', commands)
