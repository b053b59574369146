import type { Answer, AnswerResult, CellReference, EditedResult } from '#analyst/rules/answer.ts'
import { mainResult, resultsOf, shownResults } from '#analyst/rules/presented.ts'
import type { ChartSpec } from '#query/rules/chart.ts'
import { shownOf } from './answer-of.ts'

export const TABS = ['Table', 'Chart', 'SQL', 'Checks'] as const
export type Tab = (typeof TABS)[number]

export type Answered = { id: string; answer: Answer }
/** What can lie open beside the thread: a result of an answer, by its id or its name, in one of the tabs. */
/** `chart`: its place among the charts of the answer, where one was asked for. */
export type Choice = { answerId: string; resultId: string; tab: Tab; chart?: number | undefined }
export type Opened = Choice & {
  answer: Answer
  results: (AnswerResult | EditedResult)[]
  result: AnswerResult | EditedResult
}

export type DrawerState = {
  /** What somebody chose, and the newest answer with results at that time. */
  choice: { choice: Choice; newest: string | null } | null
  /** The newest answer with results when the drawer was closed. */
  closedAt: string | null
  /** On narrow screens the drawer is a sheet, which opens only on demand. */
  sheet: boolean
  cell: CellReference | null
  /** Charts that somebody has changed on this page, by `chartKey`; null where they are as they were made. */
  charts: Record<string, ChartSpec | null>
}

/** `newest`: the newest answer with results. */
export type DrawerEvent =
  /** Something else is shown in the drawer, such as another tab. */
  | { type: 'chosen'; choice: Choice; newest: string | null }
  /** Somebody asked in the thread to see a result, or a cell of it. */
  | { type: 'asked'; choice: Choice; cell: CellReference | null; newest: string | null }
  | { type: 'closed'; newest: string | null }
  | { type: 'sheetMoved'; open: boolean }
  | { type: 'chartChanged'; key: string; chart: ChartSpec | null }

export const CLOSED_SHEET: DrawerState = { choice: null, closedAt: null, sheet: false, cell: null, charts: {} }

export function drawerState(state: DrawerState, event: DrawerEvent): DrawerState {
  switch (event.type) {
    case 'chosen':
      return { ...state, choice: event, cell: null }
    case 'asked':
      return { ...state, choice: event, cell: event.cell, closedAt: null, sheet: true }
    case 'closed':
      return { ...state, choice: null, closedAt: event.newest, sheet: false }
    case 'sheetMoved':
      return { ...state, sheet: event.open }
    case 'chartChanged':
      return { ...state, charts: { ...state.charts, [event.key]: event.chart } }
  }
}

/** @param chart the place of a chart among those of its answer; the id of a result for one that no model asked for */
export const chartKey = (answerId: string, chart: number | string): string => `${answerId} ${chart}`

/** A chart of an answer as it is shown: as it was changed on this page or is kept changed, else as it was made. */
export function chartShown(
  { id, answer }: Answered,
  of: number | string,
  charts: DrawerState['charts'],
): { chart: ChartSpec | null; changed: boolean } {
  const made = typeof of === 'number' ? (answer.charts[of] ?? null) : null
  const here = charts[chartKey(id, of)]
  const changed = here === undefined ? answer.redrawn?.find((one) => one.of === of)?.chart : here
  return { chart: changed ?? made, changed: Boolean(changed) }
}

export const newestOf = (answers: Answered[]): Answered | undefined =>
  answers.findLast(({ answer }) => shownResults(answer).length > 0)

/**
 * What lies open. Until somebody chooses, it is the main result of the last answer (while that is written, its last one), so the drawer
 * opens by itself when a result arrives; what was chosen stays open until a newer answer has one.
 */
export function openedOf({ choice: made, closedAt }: DrawerState, answers: Answered[]): Opened | null {
  const newest = newestOf(answers)
  const chosen = made && made.newest === (newest?.id ?? null) ? made.choice : null
  const owner = (chosen && answers.find(({ id }) => id === chosen.answerId)) ?? newest
  if (!owner || (owner.id !== chosen?.answerId && closedAt === owner.id)) return null
  const results = resultsOf(owner.answer)
  // What somebody made of the main result stands for it.
  const main = mainResult(owner.answer)?.id
  const first = results.findLast((one) => one.id === main || ('of' in one && one.of === main))
  const choice =
    owner.id === chosen?.answerId ? chosen : { answerId: owner.id, resultId: first?.id ?? '', tab: 'Table' as const }
  const result = results.find(({ id, name }) => id === choice.resultId || name === choice.resultId)
  // What only led to the answer is there when it is opened.
  const ofAnswer = shownOf(owner.answer)
  const listed = results.filter((one) => one === result || ofAnswer.includes(one))
  return result ? { ...choice, answer: owner.answer, results: listed, result } : null
}
