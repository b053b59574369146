import type { TextStreamPart, ToolSet } from 'ai'
import type { Inquiry } from './inquiry.ts'
import type { Step } from './rules/answer.ts'
import { lastSentence } from './rules/thought.ts'

/** Characters at the end of a thought in which its last sentence is looked for. */
const TAIL = 2_000
/** Milliseconds between two sentences that are told. */
const PAUSE = 300

/**
 * What a model tells of its thinking, as steps: live its last sentence, afterwards how long it took. The text itself never becomes part of the answer.
 * @param isTold whether people see what it thinks
 */
export function createThinking({ steps, emit }: Pick<Inquiry, 'steps' | 'emit'>, isTold: boolean) {
  let step: Step | null = null
  let text = ''
  let began = 0
  let toldAt = Number.NEGATIVE_INFINITY
  const show = (change: Partial<Step>) => {
    if (!step) return
    Object.assign(step, change)
    emit({ type: 'data-step', id: step.id, data: { ...step } })
  }
  const write = (delta: string) => {
    if (!delta) return
    if (!step) {
      step = { id: `s${steps.length + 1}`, tool: 'think', title: 'Thinking', state: 'running' }
      steps.push(step)
      began = performance.now()
      show({})
    }
    if (!isTold) return
    text = (text + delta).slice(-TAIL)
    const note = performance.now() - toldAt < PAUSE ? null : lastSentence(text)
    if (!note || note === step.note) return
    toldAt = performance.now()
    show({ note })
  }
  const end = () => {
    if (step) {
      delete step.note
      const elapsed_ms = Math.round(performance.now() - began)
      show({ title: 'Thought', state: 'done', elapsed_ms, ...(isTold ? { thoughts: true as const } : {}) })
    }
    step = null
    text = ''
  }
  return {
    /** A part of the stream of the model. */
    hear(part: TextStreamPart<ToolSet>) {
      if (part.type === 'reasoning-delta') write(part.text)
      // Several thoughts in a row are one.
      else if (part.type !== 'reasoning-start' && part.type !== 'reasoning-end') end()
    },
    end,
  }
}
