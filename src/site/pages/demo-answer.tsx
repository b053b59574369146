import type { Nodes } from 'mdast'
import type { BoundNumber } from '#analyst/rules/answer.ts'
import { claimsOf } from '#analyst/rules/claims.ts'
import { columnFormat, regrouped } from '#base/cell-format.ts'
import { proseTree, type Run, runOf, segments } from '#base/prose-tree.ts'
import { blankAnswer } from '#chat/rules/blank.ts'
import { number, region } from '#ui/format.tsx'
import { Icon } from '#ui/icon.tsx'
import { checksOf as chipsOf, stepsLine } from '../../../islands/chat/answer-of.ts'
import { laidOut } from '../../../islands/chat/sql-tokens.ts'
import { DEMO_ROWS, type DemoAnswer } from '../rules/demo.ts'
import { DemoChart } from './demo-chart.tsx'

const cellId = (row: number, column: number) => `demo-${row}-${column}`

/** One answer of the demo, whole: its numbers lead to their cells without a script too. */
export const DemoAnswerView = ({ answer }: { answer: DemoAnswer }) => (
  <div class="demo-answer">
    <div class="demo-thread">
      <p class="demo-question">{answer.question}</p>
      {answer.steps.length > 0 && <Steps answer={answer} />}
      {answer.text && (
        <div class="demo-prose">
          <Prose nodes={proseTree(answer.text)} answer={answer} />
        </div>
      )}
      {answer.note && answer.note !== answer.text && (
        <p class="demo-note">
          <Icon name="info" />
          {answer.note}
        </p>
      )}
      {answer.chart && answer.result && <DemoChart chart={answer.chart} table={answer.result} locale={region()} />}
      <Chips answer={answer} />
    </div>
    {answer.result && <Side answer={answer} result={answer.result} />}
  </div>
)

const Steps = ({ answer: { steps, elapsed_ms } }: { answer: DemoAnswer }) => (
  <details class="demo-steps">
    <summary>
      <Icon name="check" />
      {stepsLine(steps, elapsed_ms)}
    </summary>
    <ol>
      {steps.map((step) => (
        <li>
          {step.title}
          {step.note && <span class="faint"> · {step.note}</span>}
        </li>
      ))}
    </ol>
  </details>
)

const Chips = ({ answer }: { answer: DemoAnswer }) => {
  const { status, numbers, checks } = answer
  const chips = chipsOf({ ...blankAnswer(status, null), numbers, checks })
  if (status !== 'answered' || chips.length === 0) return null
  return (
    <ul class="demo-chips" aria-label="Checks">
      {chips.map(({ name, state, note }) => (
        <li class={`badge badge-${state === 'pass' ? 'green' : state === 'warn' ? 'amber' : 'neutral'}`} title={note}>
          <Icon name={state === 'warn' ? 'warning' : state === 'note' ? 'info' : 'check'} />
          {name}
        </li>
      ))}
    </ul>
  )
}

const Side = ({ answer, result }: { answer: DemoAnswer; result: NonNullable<DemoAnswer['result']> }) => {
  const { columns, rows } = result
  const formats = columns.map((column, at) =>
    columnFormat(
      column,
      rows.map((row) => row[at] ?? null),
      region(),
    ),
  )
  const bound = new Set(
    claimsOf(answer)
      .flatMap(({ cells }) => cells)
      .filter((cell) => cell.result === result.name)
      .map(({ row, column }) =>
        cellId(
          row,
          columns.findIndex(({ name }) => name === column),
        ),
      ),
  )
  const first = rows.slice(0, DEMO_ROWS)
  return (
    <div class="demo-side">
      <section class="demo-grid" tabindex={0} aria-label="Result">
        <table class="table table-plain">
          <thead>
            <tr>
              {columns.map(({ name }, at) => (
                <th scope="col" class={formats[at]!.align === 'end' ? 'num' : undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {first.map((row, at) => (
              <tr>
                {columns.map((_, column) => {
                  const cell = row[column] ?? null
                  const id = cellId(at, column)
                  const kind = [formats[column]!.align === 'end' ? 'num' : '', bound.has(id) ? 'picked' : '']
                  return (
                    <td id={id} class={kind.join(' ').trim() || undefined}>
                      {cell === null ? <span class="faint">null</span> : formats[column]!.text(cell)}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p class="demo-rows faint small">
        {result.total_rows > first.length
          ? `The first ${first.length} of ${number(result.total_rows)} rows`
          : `${result.total_rows} row${result.total_rows === 1 ? '' : 's'}`}
        {`, from ${number(result.rows_read)} rows read`}
      </p>
      <details class="demo-sql" open>
        <summary>The SQL that ran</summary>
        <pre tabindex={0}>
          <code>{laidOut(result.sql)}</code>
        </pre>
      </details>
    </div>
  )
}

const Prose = ({ nodes, answer }: { nodes: Nodes[]; answer: DemoAnswer }) => (
  <>
    {nodes.map((node) => (
      <NodeView node={node} answer={answer} />
    ))}
  </>
)

const NodeView = ({ node, answer }: { node: Nodes; answer: DemoAnswer }) => {
  const inside = 'children' in node ? <Prose nodes={node.children} answer={answer} /> : null
  switch (node.type) {
    case 'text':
    case 'image':
    case 'inlineCode':
      return <Numbers run={runOf(node, answer.text)} answer={answer} />
    case 'code':
      return (
        <pre tabindex={0}>
          <code>{node.value}</code>
        </pre>
      )
    case 'list':
      return <ul>{inside}</ul>
    case 'listItem':
      return (
        <li>
          <Prose
            nodes={node.children.flatMap((child): Nodes[] => (child.type === 'paragraph' ? child.children : [child]))}
            answer={answer}
          />
        </li>
      )
    case 'paragraph':
    case 'heading':
    case 'tableRow':
      return <p>{inside}</p>
    case 'strong':
      return <strong>{inside}</strong>
    default:
      // Links of an answer lead away from what a visitor came for.
      return inside
  }
}

const Numbers = ({ run, answer }: { run: Run; answer: DemoAnswer }) => (
  <>
    {segments(run, claimsOf({ status: answer.status, numbers: answer.numbers })).map(({ text, number }) =>
      number === null ? text : <NumberView number={number} answer={answer} />,
    )}
  </>
)

const NumberView = ({ number, answer: { result } }: { number: BoundNumber; answer: DemoAnswer }) => {
  const cell = number.cells.find((one) => one.result === result?.name && one.row < DEMO_ROWS)
  const column = result?.columns.findIndex(({ name }) => name === cell?.column) ?? -1
  const text = regrouped(number.text, region())
  const kind = number.state === 'unbound' ? 'bound bound-nowhere' : 'bound'
  if (!cell || column < 0)
    return (
      <span class={kind} title={number.state === 'unbound' ? 'Not found in the results' : number.derivation}>
        {text}
      </span>
    )
  return (
    <a class={kind} href={`#${cellId(cell.row, column)}`} title={`${cell.column}, row ${cell.row + 1} of the result`}>
      {text}
    </a>
  )
}
