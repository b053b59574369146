/** @jsxImportSource react */
import type { ChatMessage } from '#analyst/rules/answer.ts'
import type { ChartSpec } from '#query/rules/chart.ts'
import { AnswerView } from './answer.tsx'
import { textOf } from './answer-of.ts'
import type { Tab } from './drawer.tsx'
import type { Answered } from './use-drawer.ts'

type Props = {
  messages: ChatMessage[]
  answered: Answered[]
  running: boolean
  /** Charts that the person has changed, by result. */
  charts: Record<string, ChartSpec>
  locale: string
  workspaceId: string
  /** What lies open beside the thread. */
  opened: { answerId: string; resultId: string } | null
  onOpen: (answerId: string, result: string, tab: Tab) => void
  onAsk: (question: string) => void
  onRetry: () => void
}

/** Questions and answers, oldest first. */
export function Thread({ messages, answered, running, opened, ...props }: Props) {
  const waiting = running && messages.at(-1)?.role === 'user'
  const last = waiting ? undefined : answered.at(-1)
  const byId = new Map(answered.map((one) => [one.id, one]))
  return (
    <ol className="thread">
      {messages.map((message) => {
        const one = byId.get(message.id)
        if (!one)
          return (
            <li key={message.id} className="turn-question">
              <p className="question">{textOf(message)}</p>
            </li>
          )
        return (
          <li key={message.id} className="turn-answer">
            <AnswerView
              id={one.id}
              answer={one.answer}
              rating={message.metadata?.rating ?? null}
              charts={one.answer.charts.map((chart) => props.charts[chart.result] ?? chart)}
              running={running && one === last}
              last={one === last}
              locale={props.locale}
              workspaceId={props.workspaceId}
              opened={opened?.answerId === one.id ? opened.resultId : null}
              onOpen={props.onOpen}
              onAsk={props.onAsk}
              onRetry={props.onRetry}
            />
          </li>
        )
      })}
      {waiting && (
        <li className="turn-answer">
          <p className="waiting">
            <span className="spinner" /> Reading the question
          </p>
        </li>
      )}
    </ol>
  )
}
