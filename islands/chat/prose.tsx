/** @jsxImportSource react */
import {
  createElement,
  type FocusEvent,
  Fragment,
  type MouseEvent,
  memo,
  type PointerEvent,
  type ReactNode,
} from 'react'
import type { Answer, Figure } from '#analyst/rules/answer.ts'
import { claimsOf } from '#analyst/rules/claims.ts'
import { regrouped } from '#base/cell-format.ts'
import { type ProseMaker, proseElements } from '#base/prose-elements.ts'
import { linkTarget, proseTree, type Run, runOf, segments } from '#base/prose-tree.ts'
import { useLocale } from '../kit/use-browser.ts'
import { useEvidence } from './evidence.ts'
import { useLinkHosts } from './workspace.ts'

/** The prose of an answer, or the part of it between two offsets: safe Markdown in which every number shows where it comes from. */
export const Prose = memo(function Prose(props: { answer: Answer; running: boolean; from: number; to: number }) {
  const { answer, from, to } = props
  return (
    <div className={props.running ? 'prose prose-running' : 'prose'}>
      {proseElements(proseTree(answer.text, from, to), makerOf(answer))}
    </div>
  )
})

/** Elements in which every number of the answer shows where it comes from. */
const makerOf = (answer: Answer): ProseMaker<ReactNode> => ({
  element: (tag, props, inside) => createElement(tag, props, ...inside),
  heading: 2,
  own(node, inside, key) {
    switch (node.type) {
      case 'text':
      case 'image':
        return <Numbers key={key} run={runOf(node, answer.text)} answer={answer} />
      case 'inlineCode':
        return (
          <code key={key}>
            <Numbers run={runOf(node, answer.text)} answer={answer} />
          </code>
        )
      case 'link':
        return (
          <Link key={key} url={node.url}>
            {inside()}
          </Link>
        )
      default:
        return undefined
    }
  },
})

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
