/** @jsxImportSource react */
import { useMemo } from 'react'
import type { Answer, AnswerResult } from '#analyst/rules/answer.ts'
import { minuteText } from '#base/format.ts'
import type { BlockJson } from '#canvases/rules/answers.ts'
import type { Contents } from '#canvases/rules/block.ts'
import { comparedFigure } from '#canvases/rules/figure.ts'
import { typed } from '#canvases/rules/typed.ts'
import { blankAnswer } from '#chat/rules/blank.ts'
import type { CommentJson } from '#comments/rules/comment.ts'
import type { Cell, QueryResult } from '#query/rules/answers.ts'
import type { ChartSpec } from '#query/rules/chart.ts'
import { ago } from '../chat/answer-of.ts'
import { Chart } from '../chat/chart.tsx'
import { Grid } from '../chat/grid.tsx'
import { LeftOut } from '../chat/left-out.tsx'
import { Prose } from '../chat/prose.tsx'
import { commentedIn } from '../comments/cells.ts'
import { Icon } from '../kit/icon.tsx'
import { LinkButton, SCROLLS } from '../kit/parts.tsx'
import { useLocale } from '../kit/use-browser.ts'

type Props = {
  block: BlockJson
  busy: boolean
  /** It shows what it did under other filters, until it has run under these. */
  waiting: boolean
  /** What a filter is called. */
  nameOf: (filter: string) => string
  /** Those of all blocks: cells that one is about which is not resolved are marked. */
  comments: CommentJson[]
  /** Somebody pointed at cells of a row, in a table at that of one column. */
  onMark: (cells: Record<string, Cell>, column?: string) => void
  now: number
  onRefresh: () => void
}

/** What a block shows; of data since when it stands so, and why it is not of now. */
export function BlockView({ block, busy, waiting, now, nameOf, comments, onMark, onRefresh }: Props) {
  const one = typed(block as Parameters<typeof typed>[0])
  switch (one.kind) {
    case 'heading':
      return <h2 className="canvas-heading">{one.content.text}</h2>
    case 'divider':
      return <hr />
    case 'image':
      return <img src={one.content.data} alt={one.content.alt} />
    case 'text':
      return (
        <div className="canvas-body" {...SCROLLS}>
          <Words text={one.content.text} />
        </div>
      )
  }
  const { data } = block
  const [result] = data?.results ?? []
  const leftOut = data?.results.flatMap(({ left_out = [] }) => left_out) ?? []
  return (
    <>
      {'title' in one.content && !(one.kind === 'chart' && result) && one.content.title && (
        <h2 className="canvas-title">{one.content.title}</h2>
      )}
      <div className="canvas-body" data-waiting={waiting || undefined} {...(one.kind === 'prose' ? SCROLLS : {})}>
        {data?.withheld && (
          <p className="canvas-note">
            Something that this block shows was hidden since. {busy ? 'It is refreshed.' : 'Refresh it.'}
          </p>
        )}
        {one.kind === 'prose' && data?.prose && (
          <PinnedProse block={block} results={data.results} queries={one.content.queries} />
        )}
        {result && one.kind === 'chart' && <PinnedChart {...one.content} {...{ result, onMark }} />}
        {result && one.kind === 'grid' && (
          // Other rows of the same columns come into the grid that is there: what has the focus keeps it.
          <Grid
            key={JSON.stringify(result.columns)}
            result={result}
            lit={commentedIn(block.id, result, comments)}
            onChoose={onMark}
          />
        )}
        {result && one.kind === 'kpi' && <Figure content={one.content} result={result} />}
        {!result && !data?.withheld && one.kind !== 'prose' && (
          <p className="canvas-note">{busy ? 'Running …' : data?.error ? '' : 'This block has not run yet.'}</p>
        )}
      </div>
      <LeftOut items={[...new Map(leftOut.map((item) => [item.note, item])).values()]} />
      {data?.error && (
        <p className="canvas-error" role="alert">
          <Icon name="warn" /> <span>{data.error}</span>{' '}
          <LinkButton onClick={onRefresh} disabled={busy} label="Try again" />
        </p>
      )}
      <BlockFoot block={block} busy={busy} now={now} />
      <Effects effects={block.filters} nameOf={nameOf} />
    </>
  )
}

/** What the filters that are set do to a block. */
function Effects({ effects, nameOf }: { effects: BlockJson['filters']; nameOf: (filter: string) => string }) {
  const [by, not] = [effects.filter(({ why }) => why === null), effects.filter(({ why }) => why !== null)]
  if (effects.length === 0) return null
  return (
    <p className="canvas-effects">
      {by.length > 0 && (
        <span>
          <Icon name="filter" /> Filtered by {by.map(({ filter }) => nameOf(filter)).join(', ')}
        </span>
      )}
      {not.map(({ filter, why }) => (
        <span key={filter} title={`Not filtered by ${nameOf(filter)}: ${why}`}>
          Not filtered by {nameOf(filter)}: {why}
        </span>
      ))}
    </p>
  )
}

function BlockFoot({ block: { data }, busy, now }: { block: BlockJson; busy: boolean; now: number }) {
  const locale = useLocale()
  if (!data?.refreshed_at) return null
  return (
    <p className="canvas-foot">
      {busy ? <span className="spinner" /> : null}
      <time dateTime={data.refreshed_at} title={`${minuteText(data.refreshed_at, locale)} UTC`}>
        {data.error
          ? `Figures of ${minuteText(data.refreshed_at, locale)} UTC`
          : `Refreshed ${ago(data.refreshed_at, now)}`}
      </time>
      {data.stale && !busy && ' · data changed since'}
    </p>
  )
}

/** Markdown of a person: its numbers claim nothing of results. */
function Words({ text }: { text: string }) {
  const answer = useMemo((): Answer => ({ ...blankAnswer('answered', null), text }), [text])
  return <Prose answer={answer} running={false} from={0} to={text.length} />
}

type ProseProps = { block: BlockJson; results: QueryResult[]; queries: Contents['prose']['queries'] }

function PinnedProse({ block, results, queries }: ProseProps) {
  const prose = block.data!.prose!
  const answer = useMemo(
    (): Answer => ({
      ...blankAnswer('answered', null),
      text: prose.text,
      numbers: prose.numbers as unknown as Answer['numbers'],
      results: results.map((result, at): AnswerResult => {
        const { name = '', title } = queries[at] ?? {}
        return { ...result, name, title: title || 'Result' }
      }),
    }),
    [prose, results, queries],
  )
  return (
    <>
      <Prose answer={answer} running={false} from={0} to={prose.text.length} />
      {prose.contradicted.map(({ start, end }) => (
        <p key={start} className="canvas-contradicted" role="note">
          <Icon name="warn" />
          <span>
            No longer true: the figures changed, and these words do not fit them.{' '}
            <q>{prose.text.slice(start, end).trim()}</q>
          </span>
        </p>
      ))}
    </>
  )
}

type ChartProps = Pick<Contents['chart'], 'chart' | 'title'> & Pick<Props, 'onMark'> & { result: QueryResult }

function PinnedChart({ chart, title, result, onMark }: ChartProps) {
  const spec = useMemo(
    (): ChartSpec => ({ ...chart, title: title || chart.title, result: result.id }),
    [chart, title, result.id],
  )
  return <Chart spec={spec} result={result} onMark={onMark} lean />
}

/** One cell as a large figure, with what it is compared with. */
function Figure({ content, result }: { content: Contents['kpi']; result: QueryResult }) {
  const figure = comparedFigure(content, result, useLocale())
  if (!figure) return <p className="canvas-note">Its row or column is not in the result any more.</p>
  const { text, whole, where, change, course } = figure
  return (
    <p className="canvas-figure">
      <strong title={whole}>{text}</strong>
      {where && <span>{where}</span>}
      {change && <span>{change}</span>}
      {course && (
        <svg
          className="canvas-course"
          viewBox="0 0 100 24"
          preserveAspectRatio="none"
          role="img"
          aria-label={course.words}
        >
          <polyline points={course.points} />
        </svg>
      )}
    </p>
  )
}
