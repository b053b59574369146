import { MINUTE } from '#base/time.ts'

/** How far one answer may go. */
export type AnswerLimits = {
  /** Calls of the model. */
  steps: number
  /** Failed queries that the model may repair; then the query tools are taken away. */
  repairs: number
  /** Milliseconds for the whole answer. */
  time: number
  /** Rows of a result that the model sees. */
  rowsSeen: number
}

export const ANSWER_LIMITS: AnswerLimits = { steps: 12, repairs: 3, time: 2 * MINUTE, rowsSeen: 50 }
