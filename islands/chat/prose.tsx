/** @jsxImportSource react */
import type { Nodes as MarkdownNode, TableCell } from 'mdast'
import { type FocusEvent, Fragment, type MouseEvent, memo, type PointerEvent, type ReactNode } from 'react'
import type { Answer, Figure } from '#analyst/rules/answer.ts'
import { claimsOf } from '#analyst/rules/claims.ts'
import { regrouped } from '#base/cell-format.ts'
import { linkTarget, proseTree, type Run, runOf, segments } from '#base/prose-tree.ts'
import { useLocale } from '../kit/use-browser.ts'
import { useEvidence } from './evidence.ts'
import { useLinkHosts } from './workspace.ts'

/** The prose of an answer, or the part of it between two offsets: safe Markdown in which every number shows where it comes from. */
export const Prose = memo(function Prose(props: { answer: Answer; running: boolean; from: number; to: number }) {
  const { answer, from, to } = props
  return (
    <div className={props.running ? 'prose prose-running' : 'prose'}>
      <Nodes nodes={proseTree(answer.text, from, to)} answer={answer} />
    </div>
  )
})

/** The place in the source tells siblings apart and stays the same while more text streams in. */
const Nodes = ({ nodes, answer }: { nodes: MarkdownNode[]; answer: Answer }): ReactNode =>
  nodes.map((node) => <NodeView key={`${node.position?.start.offset}-${node.type}`} node={node} answer={answer} />)

const TAGS = { paragraph: 'p', blockquote: 'blockquote', strong: 'strong', emphasis: 'em' } as const

/** A link to an allowed host; of any other the words, and where it would have led. */
function Link({ url, children }: { url: string; children: ReactNode }) {
  const target = linkTarget(url, useLinkHosts())
  if (!target) return children
  return (
    <>
      {target.isAllowed ? (
        <a href={target.href} target="_blank" rel="noopener noreferrer nofollow ugc">
          {children}
        </a>
      ) : (
        children
      )}
      <span className="link-host"> ({target.host})</span>
    </>
  )
}

function NodeView({ node, answer }: { node: MarkdownNode; answer: Answer }): ReactNode {
  const inside = 'children' in node ? <Nodes nodes={node.children} answer={answer} /> : null
  switch (node.type) {
    case 'text':
    case 'image':
      return <Numbers run={runOf(node, answer.text)} answer={answer} />
    case 'inlineCode':
      return (
        <code>
          <Numbers run={runOf(node, answer.text)} answer={answer} />
        </code>
      )
    case 'break':
      return <br />
    case 'link':
      return <Link url={node.url}>{inside}</Link>
    case 'heading': {
      const Tag = node.depth < 3 ? 'h2' : 'h3'
      return <Tag>{inside}</Tag>
    }
    case 'paragraph':
    case 'blockquote':
    case 'strong':
    case 'emphasis': {
      const Tag = TAGS[node.type]
      return <Tag>{inside}</Tag>
    }
    case 'thematicBreak':
      return <hr />
    case 'code':
      return (
        <pre>
          <code>{node.value}</code>
        </pre>
      )
    case 'list':
      return node.ordered ? <ol start={node.start ?? 1}>{inside}</ol> : <ul>{inside}</ul>
    case 'listItem': {
      // The words of an item stand without a paragraph, so that it does not move when the next item streams in.
      const [first, ...others] = node.children
      const words = first?.type === 'paragraph' ? first.children : first ? [first] : []
      return (
        <li>
          <Nodes nodes={[...words, ...others]} answer={answer} />
        </li>
      )
    }
    case 'table': {
      const [head, ...rows] = node.children
      return (
        <div className="prose-table">
          <table>
            <thead>{head && <Row cells={head.children} as="th" answer={answer} />}</thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.position?.start.offset} cells={row.children} as="td" answer={answer} />
              ))}
            </tbody>
          </table>
        </div>
      )
    }
    default:
      return inside
  }
}

const Row = (props: { cells: TableCell[]; as: 'th' | 'td'; answer: Answer }) => (
  <tr>
    {props.cells.map((cell) => (
      <props.as key={cell.position?.start.offset}>
        <Nodes nodes={cell.children} answer={props.answer} />
      </props.as>
    ))}
  </tr>
)

function Numbers({ run, answer }: { run: Run; answer: Answer }): ReactNode {
  return segments(run, claimsOf(answer)).map((segment) =>
    segment.number === null ? (
      <Fragment key={segment.start}>{segment.text}</Fragment>
    ) : (
      <NumberLink key={segment.start} number={segment.number} answer={answer} />
    ),
  )
}

/** A number that claims something: a link to its cell, so that it can be reached, read, selected and followed like text. */
export function NumberLink({ number, answer }: { number: Figure; answer: Answer }) {
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
      evidence.open(number)
    },
  }
  return (
    <a href="#results" className={`number number-${number.state}`} aria-describedby="number-card" {...events}>
      {/* What was printed in place of a reference is written as its reader writes it. */}
      {number.reference === undefined ? regrouped(number.text, locale) : number.text}
    </a>
  )
}
