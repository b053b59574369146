/** @jsxImportSource react */
import { type ReactNode, useMemo } from 'react'
import type { Answer, PlanItem, Tile } from '#analyst/rules/answer.ts'
import { type Block, blocksOf } from '#analyst/rules/blocks.ts'
import { namedColumns } from '#base/cell-format.ts'
import { counted } from '#base/format.ts'
import { Icon } from '../kit/icon.tsx'
import { LinkButton, SCROLLS } from '../kit/parts.tsx'
import { useLocale } from '../kit/use-browser.ts'
import { Pin } from './pin.tsx'
import { NumberLink, Prose } from './prose.tsx'

type Props = {
  id: string
  answer: Answer
  running: boolean
  /** A chart of the answer, by its place among them. */
  chart: (at: number) => ReactNode
  onOpen: (result: string) => void
}

/** The paragraphs of an answer with the charts, grids and figures between them. */
export function Blocks(props: Props): ReactNode {
  const blocks = useMemo(() => blocksOf(props.answer), [props.answer])
  return blocks.map((block, at) => (
    <BlockView key={at} block={block} {...props} running={props.running && at === blocks.length - 1} />
  ))
}

function BlockView({ id, block, answer, running, chart, onOpen }: Props & { block: Block }): ReactNode {
  switch (block.kind) {
    case 'text':
      return <Prose answer={answer} running={running} from={block.start} to={block.end} />
    case 'tiles':
      return <Tiles tiles={block.tiles} answer={answer} />
    case 'chart':
      return chart(block.chart)
    case 'grid':
      return <GridBlock id={id} block={block} answer={answer} onOpen={onOpen} />
  }
}

/** Figures beside each other, each with what it was before. */
const Tiles = ({ tiles, answer }: { tiles: Tile[]; answer: Answer }) => (
  <dl className="tiles">
    {tiles.map(({ label, value, before, change }, at) => (
      <div key={at}>
        <dt>{label}</dt>
        <dd className="tile-value">
          <NumberLink number={value} answer={answer} />
        </dd>
        {before && (
          <dd className="tile-before">
            {change && (
              <>
                <NumberLink number={change} answer={answer} />{' '}
              </>
            )}
            from <NumberLink number={before} answer={answer} />
          </dd>
        )}
      </div>
    ))}
  </dl>
)

type GridProps = Pick<Props, 'id' | 'answer' | 'onOpen'> & { block: Extract<Block, { kind: 'grid' }> }

/** The first rows of a result between two paragraphs. */
function GridBlock({ id, block, answer, onOpen }: GridProps) {
  const locale = useLocale()
  const result = answer.results.find(({ id }) => id === block.result)
  if (!result) return null
  const columns = namedColumns(result, block.columns, locale)
  const rows = result.rows.slice(0, block.rows)
  const isPart = rows.length < result.total_rows || columns.length < result.columns.length
  const caption = `${rows.length} of ${counted(result.total_rows, 'row', 'rows', locale)}`
  return (
    <figure className="answer-grid">
      <figcaption>
        <h2>{result.title}</h2>
        <LinkButton onClick={() => onOpen(result.id)}>{isPart ? `${caption}: open all` : 'Open'}</LinkButton>
        <Pin answerId={id} of={{ result: result.id }} label="Pin table" />
      </figcaption>
      <div className="answer-grid-box" {...SCROLLS}>
        <table>
          <thead>
            <tr>
              {columns.map(({ name, unit, align }) => (
                <th key={name} scope="col" className={classOf(align)}>
                  {name.replaceAll('_', ' ')}
                  {unit && <small> {unit}</small>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {columns.map((column) => {
                  const cell = row[column.at] ?? null
                  return (
                    <td key={column.name} className={cell === null ? 'null' : classOf(column.align)}>
                      {cell === null ? 'null' : column.text(cell)}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

const classOf = (align: 'start' | 'end') => (align === 'end' ? 'end' : undefined)

/** What a report set out to do, ticked off as it goes; folded up once all of it is done. */
export function Plan({ plan, running }: { plan: PlanItem[]; running: boolean }) {
  const done = plan.filter((item) => item.done).length
  const current = running ? plan.findIndex((item) => !item.done) : -1
  return (
    <details className="report-plan" key={String(running)} open={running || done < plan.length}>
      <summary>
        Plan{' '}
        <small>
          {done} of {plan.length} done
        </small>
        <Icon name="next" class="steps-open" />
      </summary>
      <ol>
        {plan.map(({ text, done }, at) => (
          <li key={at} className={done ? 'report-plan-done' : at === current ? 'report-plan-now' : 'report-plan-open'}>
            <span className="step-mark">
              {done ? (
                <Icon name="check" />
              ) : at === current ? (
                <span className="spinner" />
              ) : (
                <span className="report-plan-dot" />
              )}
            </span>
            <span>
              {text}
              <span className="quiet">{done ? ' (done)' : ' (not done)'}</span>
              {!done && !running && <small> not done</small>}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}
