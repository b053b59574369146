import type { Answer, AnswerStatus } from '#analyst/rules/answer.ts'

/** An answer that says nothing yet, or nothing but why (`error`). */
export const blankAnswer = (status: AnswerStatus, error: string | null): Answer => ({
  status,
  text: '',
  steps: [],
  results: [],
  charts: [],
  numbers: [],
  checks: [],
  suggestions: [],
  clarification: null,
  error,
  receipt: null,
})
