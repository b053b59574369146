import type { Child } from 'hono/jsx'
import type { BoundNumber } from '#analyst/rules/answer.ts'
import { type ExportTable, tableOf, written } from '#chat/rules/export.ts'
import type { QueryResult } from '#query/rules/answers.ts'
import { Minute } from '#ui/format.tsx'
import { Prose } from '#ui/prose.tsx'
import type { Block } from '../rules/block.ts'
import { blockName } from '../rules/block-name.ts'
import { comparedFigure } from '../rules/figure.ts'
import { valueWords } from '../rules/filter-words.ts'
import { compacted } from '../rules/layout.ts'
import { type Board, type ShownBlock, sinceWords } from '../rules/shown-board.ts'
import { typed } from '../rules/typed.ts'

/** How cells are written (BCP 47), where links may lead, and the picture of a chart. */
type Manner = { locale: string; linkHosts: string[]; picture: (block: ShownBlock) => Child }

/** Rows of a table that are shown. */
const MOST_ROWS = 50
/** What scrolls for itself must be reached by keyboard. */
const SCROLLS = { tabindex: 0 }

type ViewProps = {
  board: Board
  manner: Manner
  /** Its blocks stand below each other, each as high as it is, with the names of its tabs above them. */
  flows?: boolean
}

/** A board to read: without script, without statements, without anybody's name. Its tabs stand below each other. */
export const BoardView = ({ board, manner, flows = false }: ViewProps) => {
  const tabs = board.tabs
    .map((tab) => ({ ...tab, blocks: compacted(board.blocks.filter((block) => block.tab === tab.id)) }))
    .filter(({ blocks }) => blocks.length > 0)
  const named = flows || tabs.length > 1
  return (
    <div class="shared-board">
      <header>
        <h1>{board.name}</h1>
        {board.description && <p>{board.description}</p>}
        {board.set && board.set.length > 0 && (
          <p>Of {board.set.map(({ name, value }) => `${name}: ${valueWords(value, manner.locale)}`).join('; ')}</p>
        )}
      </header>
      {tabs.length === 0 && <p class="canvas-note">Nothing stands on this board yet.</p>}
      {tabs.map(({ name, blocks }) => (
        <section aria-label={name}>
          {named && <h2 class="shared-tab">{name}</h2>}
          <div class={flows ? 'shared-flow' : 'canvas-grid'}>
            {blocks.map((block) => (
              <article
                class="canvas-block"
                data-kind={block.kind}
                data-x={block.x}
                data-w={block.w}
                data-h={block.h}
                aria-label={blockName(block)}
              >
                <Shown block={block} manner={manner} title={named ? 'h3' : 'h2'} />
              </article>
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

/** @param title headings of blocks: below the name of a tab, or of the board alone */
const Shown = (props: { block: ShownBlock; manner: Manner; title: 'h2' | 'h3' }) => {
  const { block, manner, title: Title } = props
  const one = typed(block as Block & ShownBlock)
  switch (one.kind) {
    case 'heading':
      return <h2 class="canvas-heading">{one.content.text}</h2>
    case 'divider':
      return <hr />
    case 'image':
      return <img src={one.content.data} alt={one.content.alt} />
    case 'text':
      return <Words text={one.content.text} manner={manner} />
  }
  const result = block.data?.results[0]
  const title = 'title' in one.content ? one.content.title || (one.kind === 'chart' ? one.content.chart.title : '') : ''
  const prose = one.kind === 'prose' ? block.data?.prose : null
  return (
    <>
      {title && <Title class="canvas-title">{title}</Title>}
      {prose && <Words text={prose.text} numbers={prose.numbers} manner={manner} />}
      {prose?.contradicted.map(({ start, end }) => (
        <p class="canvas-contradicted" role="note">
          <span>
            No longer true: the figures changed, and these words do not fit them.{' '}
            <q>{prose.text.slice(start, end).trim()}</q>
          </span>
        </p>
      ))}
      {result && one.kind === 'kpi' && <Figure content={one.content} result={result} locale={manner.locale} />}
      {result && one.kind === 'grid' && (
        <Rows table={tableOf(result, { columns: undefined, rows: MOST_ROWS, title }, manner.locale)} />
      )}
      {result && one.kind === 'chart' && (
        <>
          <div class="canvas-body shared-chart">{manner.picture(block)}</div>
          <Figures content={one.content} result={result} locale={manner.locale} />
        </>
      )}
      {!result && one.kind !== 'prose' && <p class="canvas-note">There is nothing to show here at the moment.</p>}
      <Foot block={block} />
    </>
  )
}

const Words = (props: { text: string; numbers?: BoundNumber[]; manner: Manner }) => {
  const { text, numbers = [], manner } = props
  const unbound = numbers.filter(({ state, gap }) => state === 'unbound' && gap === undefined)
  return (
    <div class="canvas-body" {...SCROLLS}>
      <Prose nodes={written(text, { start: 0, end: text.length }, unbound, manner.linkHosts)} />
    </div>
  )
}

const Figure = (props: { content: Parameters<typeof comparedFigure>[0]; result: QueryResult; locale: string }) => {
  const figure = comparedFigure(props.content, props.result, props.locale)
  if (!figure) return <p class="canvas-note">This figure is not in the data any more.</p>
  return (
    <p class="canvas-figure">
      <strong title={figure.whole}>{figure.text}</strong>
      {figure.where && <span>{figure.where}</span>}
      {figure.change && <span>{figure.change}</span>}
      {figure.course && (
        <svg
          class="canvas-course"
          viewBox="0 0 100 24"
          preserveAspectRatio="none"
          role="img"
          aria-label={figure.course.words}
        >
          <polyline points={figure.course.points} />
        </svg>
      )}
    </p>
  )
}

type ChartContent = { chart: { x: string | null; series: string | null; y: string[] } }

/** What a chart draws as a table, for whoever cannot see it, or wants to know exactly. */
const Figures = ({ content, result, locale }: { content: ChartContent; result: QueryResult; locale: string }) => {
  const { x, series, y } = content.chart
  const columns = [...new Set([x, series, ...y])].filter((name) => name !== null)
  return (
    <details class="shared-figures">
      <summary>Figures</summary>
      <Rows table={tableOf(result, { columns, rows: MOST_ROWS, title: 'Figures' }, locale)} />
    </details>
  )
}

const Rows = ({ table }: { table: ExportTable }) => (
  <>
    <div class="canvas-body shared-rows" {...SCROLLS}>
      <table class="table" aria-label={table.title || 'Rows'}>
        <thead>
          <tr>
            {table.columns.map(({ name, end }) => (
              <th scope="col" class={end ? 'num' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr>
              {row.map((text, at) => (
                <td class={table.columns[at]!.end ? 'num' : undefined}>{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    {table.note && <p class="canvas-foot">{table.note}</p>}
  </>
)

/** Of when its figures are, and what does not count in them. Why they could not be brought up to date would name what lies behind. */
const Foot = ({ block: { data } }: { block: ShownBlock }) => {
  if (!data) return null
  const notes = new Set(data.results.flatMap(({ left_out = [] }) => left_out).map(({ note }) => note))
  return (
    <>
      {notes.size > 0 && (
        <ul class="left-out">
          {[...notes].map((note) => (
            <li>{note}</li>
          ))}
        </ul>
      )}
      {data.refreshedAt && (
        <p class="canvas-foot">
          <span>
            As of <Minute at={data.refreshedAt} />
            {sinceWords(data)}
          </span>
        </p>
      )}
    </>
  )
}
