import type { ChartSpec } from '#query/rules/chart.ts'
import type { Answer, Figure, Placed, Tile } from './answer.ts'

/** An answer in the order in which it is read. `start` and `end`: offsets into the text. */
export type Block =
  | { kind: 'text'; start: number; end: number }
  | { kind: 'tiles'; tiles: Tile[] }
  | { kind: 'chart'; chart: number; spec: ChartSpec }
  | { kind: 'grid'; result: string; columns: string[]; rows: number }

type Told = Pick<Answer, 'text' | 'charts' | 'placed'>

/** The paragraphs of an answer and what stands between them, in order; figures that follow each other are one row of tiles. */
export function blocksOf({ text, charts, placed = [] }: Told): Block[] {
  const blocks: Block[] = []
  let start = 0
  const say = (end: number) => {
    if (text.slice(start, end).trim() !== '') blocks.push({ kind: 'text', start, end })
    start = Math.max(start, end)
  }
  for (const one of inOrder(placed)) {
    say(Math.min(one.at, text.length))
    const last = blocks.at(-1)
    if (one.kind === 'kpi') {
      if (last?.kind === 'tiles') last.tiles.push(one.tile)
      else blocks.push({ kind: 'tiles', tiles: [one.tile] })
    } else if (one.kind === 'grid') {
      blocks.push({ kind: 'grid', result: one.result, columns: one.columns, rows: one.rows })
    } else {
      const spec = charts[one.chart]
      if (spec) blocks.push({ kind: 'chart', chart: one.chart, spec })
    }
  }
  say(text.length)
  return blocks
}

const inOrder = (placed: Placed[]): Placed[] => placed.toSorted((a, b) => a.at - b.at)

/** The charts that stand after the text, since nobody placed them. */
export function chartsLeft({ charts, placed = [] }: Pick<Answer, 'charts' | 'placed'>): number[] {
  const used = new Set(placed.flatMap((one) => (one.kind === 'chart' ? [one.chart] : [])))
  return charts.flatMap((_, at) => (used.has(at) ? [] : [at]))
}

/** Every figure of the tiles that claims something, as the prose has numbers. */
export const figuresOf = ({ placed = [] }: Pick<Answer, 'placed'>): Figure[] =>
  placed.flatMap((one) =>
    one.kind === 'kpi'
      ? [one.tile.value, one.tile.before, one.tile.change].filter((figure) => figure !== undefined)
      : [],
  )

export const withFigures = (placed: Placed[], change: (figure: Figure) => Promise<Figure>): Promise<Placed[]> =>
  Promise.all(
    placed.map(async (one) => {
      if (one.kind !== 'kpi') return one
      const { value, before, change: moved } = one.tile
      const tile = { ...one.tile, value: await change(value), ...(before && { before: await change(before) }) }
      return { ...one, tile: { ...tile, ...(moved && { change: await change(moved) }) } }
    }),
  )

/** A figure in a line: "Revenue: €1,243 (+12 % from €1,110)". */
export function tileText({ label, value, before, change }: Tile): string {
  const how = [change?.text, before && `from ${before.text}`].filter(Boolean).join(' ')
  // There is no amber in words.
  const doubt = value.state === 'unbound' ? ' (unconfirmed)' : ''
  return `${label}: ${value.text}${doubt}${how ? ` (${how})` : ''}`
}

/** The words of an answer where nothing but text can be: its prose with figures as lines, and the names of what else stands there. */
export function inWords(answer: Pick<Answer, 'text' | 'charts' | 'placed' | 'results'>): string {
  if (!answer.placed?.length) return answer.text
  const titled = (id: string) => answer.results.find((result) => result.id === id)?.title ?? ''
  return blocksOf(answer)
    .map((block) => {
      if (block.kind === 'text') return answer.text.slice(block.start, block.end).trim()
      if (block.kind === 'tiles') return block.tiles.map(tileText).join('\n')
      return block.kind === 'chart' ? `[Chart: ${block.spec.title}]` : `[Table: ${titled(block.result)}]`
    })
    .join('\n\n')
}

/** What is placed where a text is cut or changed: `to` gives the new place of an offset, null for what went away. */
export const moved = (placed: Placed[], to: (at: number) => number | null): Placed[] =>
  placed.flatMap((one) => {
    const at = to(one.at)
    return at === null ? [] : [{ ...one, at }]
  })
