import { z } from 'zod'
import type { Answer, AnswerResult, BoundNumber, CellReference, Check, Step } from '#analyst/rules/answer.ts'
import { mainResult, resultOfChart } from '#analyst/rules/presented.ts'
import type { ChartSpec } from '#query/rules/chart.ts'

/** Longest question of a visitor in characters. */
export const DEMO_QUESTION = 300
export const DEMO_ROWS = 12
export const DEMO_POINTS = 100

/** What a visitor may begin with; the first is answered on the page from the start. */
export const DEMO_QUESTIONS = [
  'Order value by month in 2025',
  'Top 5 products by quantity sold',
  'What share of orders does each channel have?',
  'How many returns were there by reason?',
  'Which city has the most customers?',
] as const

export const demoQuestion = z.object({
  question: z
    .string('Type a question.')
    .trim()
    .min(3, 'Type a question.')
    .max(DEMO_QUESTION, `Use at most ${DEMO_QUESTION} characters here.`),
})

/** One answer of the demo: what an answer of the product is, without what only signed-in people can use. */
export type DemoAnswer = {
  question: string
  status: Answer['status']
  text: string
  numbers: BoundNumber[]
  steps: Step[]
  checks: Check[]
  /** The last result; its rows are those that may be drawn. */
  result: Pick<AnswerResult, 'name' | 'columns' | 'rows' | 'total_rows' | 'sql' | 'rows_read'> | null
  chart: ChartSpec | null
  suggestions: string[]
  note: string | null
  elapsed_ms: number
}

/** Questions that differ in spaces, capitals or the last mark only are one. */
export const sameQuestion = (question: string): string =>
  question
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[\s?.!]+$/, '')
    .trim()

export function demoAnswer(question: string, answer: Answer, elapsedMs: number): DemoAnswer {
  const chart = answer.charts.at(-1) ?? null
  const result = (chart && resultOfChart(answer, chart)) ?? mainResult(answer)
  const names = new Map(answer.results.map(({ id, name }) => [id, name]))
  const named = (cell: CellReference) => ({ ...cell, result: names.get(cell.result) ?? cell.result })
  return {
    question,
    status: answer.status,
    text: answer.text,
    // The id of a stored result says nothing here: it is gone by now.
    numbers: answer.numbers.map((number) => ({ ...number, cells: number.cells.map(named) })),
    // Times differ from run to run, the rest does not.
    steps: answer.steps.map(({ elapsed_ms: _, result: _id, ...step }) => step),
    // The sample is made, not fetched: it has no age.
    // How each was made is told in the product, not here.
    checks: answer.checks.filter(({ name }) => name !== 'Freshness').map(({ probe: _, ...check }) => check),
    result: result && {
      name: result.name,
      columns: result.columns,
      rows: result.rows.slice(0, DEMO_POINTS),
      total_rows: result.total_rows,
      sql: result.sql,
      rows_read: result.rows_read,
    },
    chart: chart && { ...chart, result: result?.name ?? '' },
    suggestions: answer.suggestions.slice(0, 3),
    note: answer.clarification?.question ?? answer.error,
    elapsed_ms: elapsedMs,
  }
}

/** The form of the page: a button with a question of ours counts before what stands in the box. */
export const demoForm = z.object({
  question: z.string().max(20_000).optional(),
  suggestion: z.string().max(DEMO_QUESTION).optional(),
})
