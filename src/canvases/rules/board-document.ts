import type { RootContent } from 'mdast'
import { minuteText } from '#base/format.ts'
import { type AnswerDocument, type ExportPart, tableOf, written } from '#chat/rules/export.ts'
import type { ChartSpec } from '#query/rules/chart.ts'
import type { Block } from './block.ts'
import { blockName } from './block-name.ts'
import { comparedFigure } from './figure.ts'
import { valueWords } from './filter-words.ts'
import { compacted } from './layout.ts'
import { type Board, type ShownBlock, sinceWords } from './shown-board.ts'
import { typed } from './typed.ts'

/** Rows of a table in a file. */
const MOST_ROWS = 50
const PICTURES = 'Pictures stand here by their descriptions: the HTML file shows them.'
type About = { by: string; workspace: string; now: Date; locale: string; linkHosts: string[] }

/** A board as a text with its charts and tables, read from its top. Pictures are told by their words. */
export function boardDocument(board: Board, about: About): AnswerDocument {
  const { by, workspace, now, locale } = about
  const tabs = board.tabs
    .map(({ id, name }) => ({ name, blocks: compacted(board.blocks.filter(({ tab }) => tab === id)) }))
    .filter(({ blocks }) => blocks.length > 0)
  const parts = tabs.flatMap(({ name, blocks }) => [
    ...(tabs.length > 1 ? [words([heading(name, 2)])] : []),
    ...blocks.flatMap((block) => partsOf(block, about)),
  ])
  const filters = (board.set ?? []).map(({ name, value }) => `${name}: ${valueWords(value, locale)}`).join('; ')
  return {
    title: board.name,
    about: `A canvas of ${workspace}. Exported by ${by} on ${minuteText(now, locale)} UTC.`,
    plan: [],
    parts: [
      ...(filters ? [words([paragraph(filters)])] : []),
      ...(board.description ? [words([paragraph(board.description)])] : []),
      ...parts,
    ],
    notes: [
      ...(board.blocks.some(({ kind }) => kind === 'image') ? [PICTURES] : []),
      ...board.blocks.flatMap((block) => noteOf(block, locale)),
    ],
  }
}

const words = (nodes: RootContent[]): ExportPart => ({ kind: 'prose', nodes })
const text = (value: string) => ({ type: 'text' as const, value })
const paragraph = (value: string): RootContent => ({ type: 'paragraph', children: [text(value)] })
const heading = (value: string, depth: 2 | 3): RootContent => ({ type: 'heading', depth, children: [text(value)] })

function partsOf(block: ShownBlock, { locale, linkHosts }: About): ExportPart[] {
  const one = typed(block as Block & ShownBlock)
  const result = block.data?.results[0]
  switch (one.kind) {
    case 'heading':
      return [words([heading(one.content.text, 2)])]
    case 'divider':
      return [words([{ type: 'thematicBreak' }])]
    case 'image':
      return [words([paragraph(`Picture: ${one.content.alt || 'one without a description'}`)])]
    case 'text':
      return [words(written(one.content.text, { start: 0, end: one.content.text.length }, [], linkHosts))]
    case 'prose': {
      const { prose } = block.data ?? {}
      if (!prose) return []
      const unbound = prose.numbers.filter(({ state, gap }) => state === 'unbound' && gap === undefined)
      return [words(written(prose.text, { start: 0, end: prose.text.length }, unbound, linkHosts))]
    }
    case 'kpi': {
      const figure = result && comparedFigure(one.content, result, locale)
      if (!figure) return []
      const label = [one.content.title, figure.where].filter(Boolean).join(', ') || 'Number'
      const value = {
        text: [figure.whole, figure.change].filter(Boolean).join(', '),
        state: 'bound' as const,
        cells: [],
      }
      return [{ kind: 'tiles', tiles: [{ label, value }] }]
    }
    case 'grid':
      return result
        ? [
            {
              kind: 'grid',
              table: tableOf(result, { columns: undefined, rows: MOST_ROWS, title: blockName(block) }, locale),
            },
          ]
        : []
    case 'chart': {
      if (!result) return []
      const { chart, title } = one.content
      const spec: ChartSpec = { ...chart, title: title || chart.title, result: result.id }
      const columns = [...new Set([spec.x, spec.series, ...spec.y])].filter((name) => name !== null)
      const table = tableOf(result, { columns, rows: MOST_ROWS, title: spec.title }, locale)
      return [{ kind: 'chart', spec, result: { ...result, name: blockName(block) }, table }]
    }
  }
}

/** Of when the figures of a block are, and what does not count in them. */
function noteOf(block: ShownBlock, locale: string): string[] {
  const { data } = block
  if (!data) return []
  const name = blockName(block)
  const left = new Set(data.results.flatMap(({ left_out = [] }) => left_out).map(({ note }) => note))
  const wrong = data.prose?.contradicted.map(({ start, end }) => data.prose!.text.slice(start, end).trim()) ?? []
  return [
    data.refreshedAt
      ? `${name}: as of ${minuteText(data.refreshedAt, locale)} UTC${sinceWords(data)}.`
      : `${name}: nothing to show at the moment.`,
    ...[...left].map((note) => `${name}: ${note}`),
    ...wrong.map((sentence) => `${name}: no longer true, the figures changed: “${sentence}”`),
  ]
}
