/** @jsxImportSource react */
import { useEffect, useState } from 'react'
import type { Answer, Step } from '#analyst/rules/answer.ts'
import { duration, stepsLine } from './answer-of.ts'
import { Icon } from './icon.tsx'
import { Elapsed } from './sql-editor.tsx'

/** What the analyst does: live while it works, one line once it is done. */
export function Steps({ answer, running }: { answer: Answer; running: boolean }) {
  if (running && answer.text === '') return <LiveSteps steps={answer.steps} />
  if (answer.steps.length === 0) return null
  const measured = answer.steps.reduce((sum, step) => sum + (step.elapsed_ms ?? 0), 0)
  const failed = answer.status === 'failed'
  return (
    <details className="steps">
      <summary>
        <span className={failed ? 'steps-mark steps-mark-failed' : 'steps-mark'}>
          <Icon name={failed ? 'cross' : 'check'} />
        </span>
        {stepsLine(answer.steps, running ? null : (answer.receipt?.elapsed_ms ?? (measured > 0 ? measured : null)))}
        <Icon name="right" class="steps-open" />
      </summary>
      <ol>
        {answer.steps.map((step) => (
          <StepLine key={step.id} step={step} />
        ))}
      </ol>
    </details>
  )
}

function LiveSteps({ steps }: { steps: Step[] }) {
  const [since, setSince] = useState<number | null>(null)
  useEffect(() => setSince(Date.now()), [])
  return (
    <ol className="steps-live">
      {steps.map((step) => (
        <StepLine key={step.id} step={step} />
      ))}
      {!steps.some((step) => step.state === 'running') && (
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

function StepLine({ step }: { step: Step }) {
  return (
    <li className={`step step-${step.state}`}>
      <span className="step-mark">
        {step.state === 'running' ? (
          <span className="spinner" />
        ) : (
          <Icon name={step.state === 'done' ? 'check' : 'cross'} />
        )}
      </span>
      <span className="step-title">{step.title}</span>
      {step.note && <span className="step-note">{step.note}</span>}
      {step.elapsed_ms !== undefined && <span className="step-elapsed">{duration(step.elapsed_ms)}</span>}
    </li>
  )
}
