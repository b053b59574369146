/** @jsxImportSource react */
import { type ReactNode, useEffect, useState } from 'react'
import type { Answer, Step } from '#analyst/rules/answer.ts'
import { sentenceOf } from '../kit/api.ts'
import { Icon } from '../kit/icon.tsx'
import { duration, stepsLine } from './answer-of.ts'
import { readThoughts } from './calls.ts'
import { useReading } from './share-menu.tsx'
import { Elapsed } from './sql-editor.tsx'

/** Characters of prose from which the steps fold: fewer may turn out to be a thought, which is a step itself. */
const FOLDED_FROM = 160

type Open = (result: string) => void

/** What the analyst does: live while it works, one line once it is done. What came out of a query opens from its step. */
export function Steps({ id, answer, running, onOpen }: { id: string; answer: Answer; running: boolean; onOpen: Open }) {
  const reading = useReading()
  if (running && answer.text.length < FOLDED_FROM) return <LiveSteps steps={answer.steps} speaks={answer.text !== ''} />
  if (answer.steps.length === 0) return null
  const measured = answer.steps.reduce((sum, step) => sum + (step.elapsed_ms ?? 0), 0)
  const failed = answer.status === 'failed'
  const thoughts = answer.steps.filter((step) => step.thoughts)
  return (
    <details className="steps">
      <summary>
        <span className={failed ? 'steps-mark steps-mark-failed' : 'steps-mark'}>
          <Icon name={failed ? 'cross' : 'check'} />
        </span>
        {stepsLine(answer.steps, running ? null : (answer.receipt?.elapsed_ms ?? (measured > 0 ? measured : null)))}
        <Icon name="next" class="steps-open" />
      </summary>
      <ol>
        {answer.steps.map((step) => (
          <StepLine
            key={step.id}
            step={step}
            onOpen={answer.results.some(({ id }) => id === step.result) ? onOpen : undefined}
          >
            {step.thoughts && !running && !reading && <Thought id={id} at={thoughts.indexOf(step)} />}
          </StepLine>
        ))}
      </ol>
    </details>
  )
}

function LiveSteps({ steps, speaks }: { steps: Step[]; speaks: boolean }) {
  const [since, setSince] = useState<number | null>(null)
  useEffect(() => setSince(Date.now()), [])
  return (
    <ol className="steps-live">
      {steps.map((step) => (
        <StepLine key={step.id} step={step} />
      ))}
      {!speaks && !steps.some((step) => step.state === 'running') && (
        <li className="step step-running">
          <span className="step-mark">
            <span className="spinner" />
          </span>
          {steps.length === 0 ? 'Reading the question' : 'Thinking'}
        </li>
      )}
      {since !== null && (
        <li className="step-time" aria-hidden="true">
          <Elapsed since={since} />
        </li>
      )}
    </ol>
  )
}

const MARKS = { say: 'note', rewrite: 'retry' } as const

type LineProps = { step: Step; onOpen?: Open | undefined; children?: ReactNode }
function StepLine({ step, onOpen, children }: LineProps) {
  const { tool, state, title, result } = step
  return (
    <li className={`step step-${tool === 'say' ? 'said' : state}`}>
      <span className="step-mark">
        {state === 'running' ? (
          <span className="spinner" />
        ) : (
          <Icon name={tool === 'say' || tool === 'rewrite' ? MARKS[tool] : state === 'done' ? 'check' : 'cross'} />
        )}
      </span>
      {onOpen && result ? (
        <button type="button" className="step-title step-result" onClick={() => onOpen(result)}>
          {title}
        </button>
      ) : (
        <span className="step-title">{title}</span>
      )}
      {step.note && <span className="step-note">{step.note}</span>}
      {step.elapsed_ms !== undefined && <span className="step-elapsed">{duration(step.elapsed_ms)}</span>}
      {children}
    </li>
  )
}

/** What the model thought, fetched when somebody opens it. @param at which of its thoughts */
function Thought({ id, at }: { id: string; at: number }) {
  const [text, setText] = useState<string | null>(null)
  const load = () => {
    if (text !== null) return
    readThoughts(id).then(
      (thoughts) => setText(thoughts[at]?.replaceAll('**', '') ?? 'This thought was not kept.'),
      (error: unknown) => setText(sentenceOf(error)),
    )
  }
  return (
    <details className="thought" onToggle={load}>
      <summary>What it thought</summary>
      <p className="thought-note">The model’s own words. Nothing in them was checked.</p>
      <p className="thought-text">{text ?? '…'}</p>
    </details>
  )
}
