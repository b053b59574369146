/** @jsxImportSource react */
import { type FocusEvent, Fragment, type MouseEvent, memo, type PointerEvent, type ReactNode } from 'react'
import type { Answer, BoundNumber } from '#analyst/rules/answer.ts'
import { regrouped } from '#base/cell-format.ts'
import { useLocale } from '../kit/use-browser.ts'
import { claimsOf } from './answer-of.ts'
import { useEvidence } from './evidence.ts'
import { type Block, type Inline, proseTree, segments } from './prose-tree.ts'

/** The prose of an answer: safe Markdown in which every number shows where it comes from. */
export const Prose = memo(function Prose(props: { answer: Answer; running: boolean }) {
  const { answer } = props
  const blocks = proseTree(answer.text)
  return (
    <div className={props.running ? 'prose prose-running' : 'prose'}>
      {blocks.map((block, at) => (
        <BlockView key={`${at}-${block.kind}`} block={block} answer={answer} />
      ))}
    </div>
  )
})

function BlockView({ block, answer }: { block: Block; answer: Answer }): ReactNode {
  const view = (inside: Inline[]) => <Inlines nodes={inside} answer={answer} />
  switch (block.kind) {
    case 'paragraph':
      return <p>{view(block.inside)}</p>
    case 'heading':
      return <h2>{view(block.inside)}</h2>
    case 'quote':
      return <blockquote>{view(block.inside)}</blockquote>
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      )
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul'
      return (
        <List>
          {block.items.map((item, at) => (
            <li key={keyOf(item, at)}>{view(item)}</li>
          ))}
        </List>
      )
    }
    case 'table':
      return (
        <div className="prose-table">
          <table>
            <thead>
              <tr>
                {block.head.map((cell, at) => (
                  <th key={keyOf(cell, at)}>{view(cell)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, at) => (
                <tr key={keyOf(row.flat(), at)}>
                  {row.map((cell, column) => (
                    <td key={keyOf(cell, column)}>{view(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )
  }
}

/** The place in the source tells siblings apart and stays the same while more text streams in. */
const keyOf = (nodes: Inline[], at: number): string => {
  const first = nodes[0]
  return `${first && 'start' in first ? first.start : ''}-${at}`
}

function Inlines({ nodes, answer }: { nodes: Inline[]; answer: Answer }): ReactNode {
  return nodes.map((node, at) => {
    const key = keyOf([node], at)
    if (node.kind === 'code')
      return (
        <code key={key}>
          <Numbers run={node} answer={answer} />
        </code>
      )
    if (node.kind === 'text') return <Numbers key={key} run={node} answer={answer} />
    const inside = <Inlines nodes={node.inside} answer={answer} />
    if (node.kind !== 'link')
      return node.kind === 'strong' ? <strong key={key}>{inside}</strong> : <em key={key}>{inside}</em>
    return (
      <Fragment key={key}>
        <a href={node.href} target="_blank" rel="noopener noreferrer nofollow ugc">
          {inside}
        </a>
        <span className="link-host"> ({node.host})</span>
      </Fragment>
    )
  })
}

function Numbers({ run, answer }: { run: { text: string; start: number }; answer: Answer }): ReactNode {
  return segments(run, claimsOf(answer)).map((segment) =>
    segment.number === null ? (
      <Fragment key={segment.start}>{segment.text}</Fragment>
    ) : (
      <NumberLink key={segment.start} number={segment.number} answer={answer} />
    ),
  )
}

/** A number that claims something: a link to its cell, so that it can be reached, read, selected and followed like text. */
function NumberLink({ number, answer }: { number: BoundNumber; answer: Answer }) {
  const evidence = useEvidence()
  const locale = useLocale()
  const show = (anchor: HTMLElement) => evidence.show({ number, answer, anchor })
  const events = {
    onPointerEnter: (event: PointerEvent<HTMLElement>) => event.pointerType === 'mouse' && show(event.currentTarget),
    onPointerLeave: (event: PointerEvent<HTMLElement>) => event.pointerType === 'mouse' && evidence.hide(),
    onFocus: (event: FocusEvent<HTMLElement>) => show(event.currentTarget),
    onBlur: () => evidence.hide(),
    onClick: (event: MouseEvent<HTMLElement>) => {
      event.preventDefault()
      show(event.currentTarget)
      evidence.open(number, answer)
    },
  }
  return (
    <a href="#results" className={`number number-${number.state}`} aria-describedby="number-card" {...events}>
      {regrouped(number.text, locale)}
    </a>
  )
}
