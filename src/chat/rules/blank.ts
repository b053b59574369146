import type { Answer, AnswerStatus } from '#analyst/rules/answer.ts'

/** An answer that says nothing but why. */
export const blankAnswer = (status: AnswerStatus, error: string): Answer => ({
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
