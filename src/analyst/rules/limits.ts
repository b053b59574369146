import { MINUTE, SECOND } from '#base/time.ts'
import type { XaiConfig } from '#records/rules/xai.ts'
import { MODEL_ROWS } from '#records/rules/xai.ts'

export type AnswerLimits = {
  steps: number
  /** Steps that people see: one call of a model may ask for many tools. */
  visibleSteps: number
  /** Characters of prose. */
  text: number
  /** Characters of JSON of the first rows of a result that the answer keeps; the result itself has all. */
  rowsKept: number
  /** Failed queries in a row that the model may repair; then the query tools refuse. */
  repairs: number
  /** Milliseconds for the whole answer. */
  time: number
  rowsSeen: number
}

export const ANSWER_LIMITS: AnswerLimits = {
  steps: 12,
  visibleSteps: 60,
  text: 20_000,
  rowsKept: 200_000,
  repairs: 3,
  time: 2 * MINUTE,
  rowsSeen: MODEL_ROWS,
}

/** A report looks at several things and is read like a document. */
const REPORT_LIMITS: AnswerLimits = { ...ANSWER_LIMITS, steps: 30, visibleSteps: 150, text: 40_000, time: 10 * MINUTE }

export function limitsOf(limits: XaiConfig['limits'] | undefined, report = false): AnswerLimits {
  const usual = report ? REPORT_LIMITS : ANSWER_LIMITS
  if (!limits) return usual
  const [steps, seconds] = report ? [limits.report_steps, limits.report_seconds] : [limits.steps, limits.seconds]
  return { ...usual, steps, repairs: limits.repairs, time: seconds * SECOND }
}
