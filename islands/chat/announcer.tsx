/** @jsxImportSource react */
import { useRef } from 'react'
import type { Answer } from '#analyst/rules/answer.ts'

/** Tells screen readers what happens: the step under way, then the answer. */
export function Announcer({ answer, running }: { answer: Answer | null; running: boolean }) {
  const began = useRef(false)
  if (running) began.current = true
  const step = answer?.steps.findLast((one) => one.state === 'running')
  const text = running
    ? (step?.title ?? '')
    : began.current && answer
      ? `Answer: ${answer.text || answer.error || answer.status}`
      : ''
  return (
    <div className="quiet" aria-live="polite" role="log">
      {text}
    </div>
  )
}
