import {
  type Answer,
  type AnswerResult,
  type ChatMessage,
  type Check,
  type EditedResult,
  type Placed,
  type Step,
  TAKES_BACK,
} from '#analyst/rules/answer.ts'
import { moved } from '#analyst/rules/blocks.ts'
import { numberCheck } from '#analyst/rules/claims.ts'
import { resultsOf, shownResults } from '#analyst/rules/presented.ts'
import { columnFormat, unitOf, withUnit } from '#base/cell-format.ts'
import { blankAnswer } from '#chat/rules/blank.ts'
import type { ResultPage } from '#query/rules/answers.ts'
import { capital } from '../../src/base/text.ts'

/** What a message says as plain text: the question of a person, or the prose of an answer so far. */
export const textOf = (message: ChatMessage): string =>
  message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')

/**
 * The answer that a message carries: the final one when it has arrived, otherwise what its stream has brought so far.
 * A part with the same id replaces the earlier one, so a replay changes nothing.
 */
export function answerOf(message: ChatMessage): Answer {
  const answer = blankAnswer('running', null)
  const placed = new Map<string, Placed>()
  const results = new Map<string, AnswerResult>()
  const steps = new Map<string, Step>()
  for (const part of message.parts) {
    if (part.type === 'data-answer') return part.data
    if (part.type === 'text') answer.text += part.text
    // It stands where it came, between the pieces of the text.
    else if (part.type === 'data-block') placed.set(part.id ?? '', { ...part.data, at: answer.text.length })
    else if (part.type === 'data-plan') answer.plan = part.data
    else if (part.type === 'data-step') {
      // What was said up to here was a thought on the way.
      if (TAKES_BACK.has(part.data.tool)) {
        answer.text = ''
        placed.clear()
      }
      steps.set(part.data.id, part.data)
    } else if (part.type === 'data-result') results.set(part.data.id, part.data)
    else if (part.type === 'data-chart') answer.charts.push(part.data)
    else if (part.type === 'data-earlier') answer.earlier = [...(answer.earlier ?? []), part.data]
    else if (part.type === 'data-numbers') answer.numbers = part.data
    else if (part.type === 'data-checks') answer.checks = part.data
    else if (part.type === 'data-suggestions') answer.suggestions = part.data
    else if (part.type === 'data-clarification') answer.clarification = part.data
    else if (part.type === 'data-readings') answer.readings = part.data
    else if (part.type === 'data-receipt') answer.receipt = part.data
  }
  const lead = answer.text.length - answer.text.trimStart().length
  return {
    ...answer,
    text: answer.text.slice(lead),
    results: [...results.values()],
    steps: [...steps.values()],
    ...(placed.size > 0 && { placed: moved([...placed.values()], (at) => Math.max(0, at - lead)) }),
  }
}

/**
 * Gives the results and charts that were seen before as the same objects. Every event of a stream copies the whole message, and
 * without this each would draw grids and charts anew.
 * @param pool kept by the caller as long as the thread stands on the screen
 */
export function steady(answer: Answer, pool: Map<string, unknown>): Answer {
  const same = <T>(key: string, value: T): T => {
    if (!pool.has(key)) pool.set(key, value)
    return pool.get(key) as T
  }
  return {
    ...answer,
    results: answer.results.map((result) =>
      same(`result ${result.id} ${result.name} ${result.columns.length} ${result.rows.length}`, result),
    ),
    ...(answer.earlier && { earlier: answer.earlier.map((result) => same(`result ${result.id}`, result)) }),
    ...(answer.redrawn && {
      redrawn: answer.redrawn.map((one) => same(`redrawn ${JSON.stringify(one)}`, one)),
    }),
    ...(answer.edited && { edited: answer.edited.map((result) => same(`result ${result.id}`, result)) }),
    charts: answer.charts.map((chart) => same(`chart ${JSON.stringify(chart)}`, chart)),
  }
}

/** The results that stand in the answer itself, each with what came of changing its SQL. */
export function shownOf(answer: Answer): (AnswerResult | EditedResult)[] {
  const shownIds = new Set(shownResults(answer).map(({ id }) => id))
  return resultsOf(answer).filter((result) => shownIds.has('of' in result ? result.of : result.id))
}

/** A cell in words, with the unit of its column. */
export function cellText(
  { columns, rows }: Pick<ResultPage, 'columns' | 'rows'>,
  row: number,
  at: number,
  locale: string,
) {
  const column = columns[at]
  const value = rows[row]?.[at] ?? null
  if (!column || value === null) return 'null'
  const values = rows.map((one) => one[at] ?? null)
  return withUnit(columnFormat(column, values, locale).text(value), unitOf(column, values))
}

const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`
/** Names of the tables that a step describes: "Looking at orders, returns". */
const tablesOf = (step: Step) => step.title.replace(/^Looking at /, '').split(', ')

/** 840 ms, 1.2 s, 2 min 5 s; no line breaks between a number and its unit. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}\u00a0ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)}\u00a0s`
  return `${Math.floor(ms / 60_000)}\u00a0min ${Math.round((ms % 60_000) / 1000)}\u00a0s`
}

/** All steps in one line once they are done: "Looked at 3 tables, ran 2 queries · 1.2 s". */
export function stepsLine(steps: Step[], elapsedMs: number | null): string {
  const of = (tool: string) => steps.filter((step) => step.tool === tool && step.state === 'done')
  const described = of('describe_tables')
  const tables = new Set(described.flatMap(tablesOf)).size
  const searched = of('search_catalog').length
  const values = of('search_values').length
  const queries = of('run_sql').length
  const repaired = steps.filter((step) => step.tool === 'run_sql' && step.state === 'failed').length
  const parts = [
    of('think').length > 0 && 'thought',
    tables > 0 ? `looked at ${count(tables, 'table')}` : searched > 0 && 'looked through the catalog',
    values > 0 && `looked up ${count(values, 'value')}`,
    queries > 0 && `ran ${count(queries, 'query', 'queries')}`,
    repaired > 0 &&
      (queries > 0 ? `repaired ${count(repaired, 'error')}` : `${count(repaired, 'query', 'queries')} failed`),
  ].filter(Boolean)
  const text = parts.length > 0 ? parts.join(', ') : `took ${count(steps.length, 'step')}`
  const line = capital(text)
  return elapsedMs === null ? line : `${line} · ${duration(elapsedMs)}`
}

/** The checks as chips, led by how many numbers of the prose are bound to results. */
export function checksOf(answer: Pick<Answer, 'status' | 'numbers' | 'assumptions' | 'checks' | 'placed'>): Check[] {
  const numbers = numberCheck(answer)
  return numbers ? [numbers, ...answer.checks] : answer.checks
}

/** "just now", "2 min ago", "3 h ago", "5 days ago". */
export function ago(iso: string, now: number): string {
  const minutes = Math.round((now - Date.parse(iso)) / 60_000)
  if (!Number.isFinite(minutes)) return ''
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  if (minutes < 48 * 60) return `${Math.round(minutes / 60)} h ago`
  return `${Math.round(minutes / 1440)} days ago`
}

/** A refusal without the questions that it lists: they stand below it, to be clicked. */
export const withoutOffers = <A extends Pick<Answer, 'status' | 'text' | 'suggestions'>>(answer: A): A =>
  answer.status === 'refused'
    ? {
        ...answer,
        text: answer.text
          .split('\n')
          .filter((line) => !answer.suggestions.includes(line.replace(/^- /, '')))
          .join('\n'),
      }
    : answer
