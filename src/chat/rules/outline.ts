import type { Answer, AnswerResult, ChatMessage, Placed } from '#analyst/rules/answer.ts'
import { mainResult, shownResults } from '#analyst/rules/presented.ts'
import { cut } from '#base/text.ts'
import type { ChartSpec } from '#query/rules/chart.ts'
import { rowsWithin } from '#query/rules/result.ts'

/** How much of one message a page carries. Whatever is longer is fetched when somebody comes near it. */
export const OUTLINE = {
  question: 2_000,
  text: 4_000,
  numbers: 60,
  steps: 12,
  results: 12,
  columns: 20,
  sql: 800,
  /** Characters of JSON of the rows of the last result, and of those of all others together. */
  rows: 3_000,
  charts: 4,
  placed: 12,
  assumptions: 5,
  checks: 12,
  line: 240,
}
/** Messages on one page, and the characters of JSON that they may take together. */
export const MOST_MESSAGES = 20
const MOST_JSON = 40_000

/** An answer as far as a page shows it; `cut`: there is more of it. */
export type Outline = { answer: Answer; cut: boolean }

/** Makes the outline of an answer: a few kilobytes, however long the answer is. */
export function outlineOf(answer: Answer): Outline {
  const text = cut(answer.text, OUTLINE.text)
  const main = mainResult(answer)
  const ofAnswer = shownResults(answer)
  let room = OUTLINE.rows
  const outlined = new Map<AnswerResult, AnswerResult>()
  // Those that led there come last: where there is no room, it is theirs that is missing.
  for (const result of new Set([...(main ? [main] : []), ...ofAnswer.toReversed(), ...answer.results.toReversed()])) {
    if (outlined.size === OUTLINE.results) break
    const short = shortened(result, result === main ? OUTLINE.rows : room)
    if (result !== main) room -= JSON.stringify(short.rows).length
    outlined.set(result, short)
  }
  const results = answer.results.flatMap((result) => outlined.get(result) ?? [])
  const edited = answer.edited
    ?.filter(({ of }) => results.some(({ id }) => id === of))
    .map((result) => {
      const short = { ...shortened(result, room), of: result.of }
      room -= JSON.stringify(short.rows).length
      return short
    })
  const earlier = answer.earlier?.slice(0, OUTLINE.charts).map((result) => {
    const short = shortened(result, room)
    room -= JSON.stringify(short.rows).length
    return short
  })
  const all = [...results, ...(edited ?? []), ...(earlier ?? [])]
  const isShown = (chart: ChartSpec) => all.some((result) => isDrawnFrom(chart, result))
  const charts = answer.charts.slice(0, OUTLINE.charts)
  const shownCharts = charts.findIndex((chart) => !isShown(chart))
  const outline: Answer = {
    ...answer,
    text,
    error: answer.error && cut(answer.error, OUTLINE.text),
    numbers: answer.numbers.filter(({ end }) => end <= text.length).slice(0, OUTLINE.numbers),
    steps: answer.steps.slice(0, OUTLINE.steps).map((step) => ({
      ...step,
      title: line(step.title),
      ...(step.note && { note: line(step.note) }),
    })),
    results,
    ...(edited && { edited }),
    ...(answer.assumptions && { assumptions: answer.assumptions.slice(0, OUTLINE.assumptions) }),
    ...(earlier && { earlier }),
    // A chart is told by its place: none before another is left out.
    charts: charts.slice(0, shownCharts < 0 ? undefined : shownCharts),
    ...(answer.redrawn && { redrawn: answer.redrawn.filter(({ chart }) => isShown(chart)).slice(-OUTLINE.charts) }),
    ...(answer.placed && {
      placed: placedIn(answer.placed, text.length, shownCharts < 0 ? charts.length : shownCharts, results),
    }),
    checks: answer.checks.slice(0, OUTLINE.checks).map((check) => ({
      ...check,
      note: line(check.note),
      ...(check.probe && { probe: cut(check.probe, OUTLINE.sql) }),
    })),
    suggestions: answer.suggestions.slice(0, 4).map(line),
    ...(answer.readings && {
      readings: answer.readings.slice(0, 4).map((one) => ({ ...one, sql: cut(one.sql, OUTLINE.sql) })),
    }),
    clarification: answer.clarification && {
      question: cut(answer.clarification.question, OUTLINE.text),
      options: answer.clarification.options.slice(0, 4).map(line),
    },
  }
  return { answer: outline, cut: JSON.stringify(outline) !== JSON.stringify(answer) }
}

const line = (text: string) => cut(text, OUTLINE.line)

/** The first columns of a result and the first rows that fit. */
function shortened(result: AnswerResult, room: number): AnswerResult {
  const columns = result.columns.slice(0, OUTLINE.columns)
  const rows =
    columns.length < result.columns.length ? result.rows.map((row) => row.slice(0, columns.length)) : result.rows
  return {
    ...result,
    title: line(result.title),
    sql: cut(result.sql, OUTLINE.sql),
    columns,
    rows: rowsWithin(rows, room),
  }
}

/** What stands between the paragraphs that are kept. @param charts how many of the charts are kept */
const placedIn = (placed: Placed[], length: number, charts: number, results: AnswerResult[]): Placed[] =>
  placed
    .filter((one) => {
      if (one.at > length) return false
      if (one.kind === 'kpi') return true
      return one.kind === 'chart' ? one.chart < charts : results.some(({ id }) => id === one.result)
    })
    .slice(0, OUTLINE.placed)

const isDrawnFrom = ({ result, x, y, series }: ChartSpec, { id, name, columns }: AnswerResult): boolean =>
  (id === result || name === result) &&
  [x, series, ...y].every((wanted) => wanted === null || columns.some((column) => column.name === wanted))

/**
 * The messages of a page around one of them, oldest first: as many as there is room for, at least that one and the one before it.
 * @param messages in the order of time @param at the place of the one that must be there
 */
export function fitting(messages: ChatMessage[], at: number): ChatMessage[] {
  let [from, to] = [at, at + 1]
  let room = MOST_JSON - weight(messages[at])
  const take = (message: ChatMessage | undefined, needed: boolean): boolean => {
    if (!message || to - from >= MOST_MESSAGES) return false
    const size = weight(message)
    if (!needed && size > room) return false
    room -= size
    return true
  }
  for (let grows = true; grows; ) {
    const older = take(messages[from - 1], to - from === 1)
    if (older) from--
    const newer = take(messages[to], false)
    if (newer) to++
    grows = older || newer
  }
  return messages.slice(from, to)
}

/** Characters that a message takes in the page, those included that must be written as six. */
const weight = (message: ChatMessage | undefined): number => {
  if (!message) return 0
  const text = JSON.stringify(message)
  return text.length + 5 * (text.match(/[<>&\u2028\u2029]/g)?.length ?? 0)
}
