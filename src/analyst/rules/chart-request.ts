import type { z } from 'zod'
import { unitOf } from '#base/cell-format.ts'
import { type ChartSpec, chartError, withKind } from '#query/rules/chart.ts'
import { chartLook } from '#query/rules/chart-spec.ts'
import { chartTitle } from '#query/rules/chart-title.ts'
import { currencyIn, currencyProblem } from '#query/rules/number-format.ts'
import { isNumeric } from '#query/rules/result.ts'
import type { Answer, AnswerResult } from './answer.ts'
import { type EditChartInput, type ShowChartInput, type ShowChartOutput, showChartInput } from './tools.ts'

/**
 * Checks a chart that a model asks for against the result it names; what it says goes back to the model.
 * @param currency of amounts whose column says none; empty where the workspace has none
 */
export function chartOf(request: ShowChartInput, results: AnswerResult[], currency = ''): ShowChartOutput {
  const result = results.find((entry) => entry.name === request.result || entry.id === request.result)
  if (!result)
    return wrong(
      `There is no result ${request.result}.`,
      results.map((entry) => entry.name),
    )
  const columns = result.columns.map((column) => column.name)
  const real = (name: string) =>
    columns.find((column) => column === name) ?? columns.find((column) => column.toLowerCase() === name.toLowerCase())
  for (const name of [request.x, request.series, ...request.y])
    if (name && !real(name)) return wrong(`${result.name} has no column ${name}.`, columns)
  const y = request.y.map((name) => real(name)!)
  const words = y.find((name) => !isNumeric(result.columns.find((column) => column.name === name)!.type))
  if (words)
    return wrong(
      `Column ${words} holds no numbers.`,
      result.columns.filter((column) => isNumeric(column.type)).map((column) => column.name),
    )
  if (result.total_rows === 0) return { ok: false, error: `${result.name} has no rows to draw.` }
  const { kind, subtitle } = request
  const look = lookOf(request.look ?? {})
  if (typeof look === 'string') return { ok: false, error: look }
  const spec: ChartSpec = {
    result: result.id,
    kind,
    x: request.x && kind !== 'histogram' ? real(request.x)! : null,
    y: kind === 'number' && result.total_rows > 1 ? y.slice(0, 1) : y,
    series: request.series ? real(request.series)! : null,
    title: request.title,
    // Nothing is kept of what was not asked for.
    ...Object.fromEntries(Object.entries({ subtitle, ...look }).filter(([, value]) => (value ?? '') !== '')),
  }
  const error = chartError(spec, result)
  if (error) return wrong(error, columns)
  const code = currencyIn(spec.format)
  for (const name of code ? y : []) {
    const at = columns.indexOf(name)
    const unit = unitOf(
      result.columns[at]!,
      result.rows.map((row) => row[at] ?? null),
    )
    const problem = currencyProblem(code!, unit, currency)
    if (problem) return { ok: false, error: `${name}: ${problem}` }
  }
  return { ok: true, chart: { ...spec, title: chartTitle(spec) } }
}

/**
 * The last chart of a result with some fields changed. A new kind takes over the columns that fit it.
 * @param charts all that may be meant, the newest last
 */
export function editedChart(
  request: EditChartInput,
  charts: ChartSpec[],
  results: AnswerResult[],
  currency = '',
): ShowChartOutput {
  const result = results.find((entry) => entry.name === request.result || entry.id === request.result)
  const spec = charts.findLast((chart) => chart.result === result?.id)
  if (!result || !spec) {
    const drawn = results.filter(({ id }) => charts.some((chart) => chart.result === id)).map(({ name }) => name)
    return wrong(`There is no chart over ${request.result}.`, drawn)
  }
  const { look, ...fields } = request.change
  const given = { ...(fields as object), look: { ...spec, ...fields, ...(look as object | null) } }
  const change = showChartInput.partial().safeParse(given)
  if (!change.success) return { ok: false, error: problemOf(change.error) }
  const { kind } = change.data
  const fitting = kind ? (withKind(spec, kind, result) ?? { ...spec, kind }) : spec
  // What a new kind cannot have is left out, unless it was asked for just now.
  const mergedLook = kind ? { ...fitting, ...fields, ...(look as object | null) } : given.look
  return chartOf({ ...fitting, ...change.data, look: mergedLook, result: result.id }, results, currency)
}

/** The look as it is kept, or why it is none. A reference line may be a word or a number, with its name after it: "500 target". */
function lookOf(given: Record<string, unknown>): z.infer<typeof chartLook> | string {
  const lines = Array.isArray(given.lines) ? given.lines.map(lineOf) : given.lines
  const look = chartLook.safeParse({ ...given, lines })
  return look.success ? look.data : problemOf(look.error)
}

function lineOf(line: unknown): unknown {
  if (typeof line !== 'string' && typeof line !== 'number') return line
  const [at = '', ...words] = String(line).trim().split(/\s+/)
  const value = Number(at.replaceAll(',', ''))
  return {
    at: at !== '' && Number.isFinite(value) ? value : at,
    ...(words.length > 0 ? { label: words.join(' ') } : {}),
  }
}

const problemOf = ({ issues: [issue] }: z.ZodError): string => `${issue?.path.join('.')}: ${issue?.message}`

export const chartsSeen = ({ charts, redrawn = [] }: Answer): ChartSpec[] => [
  ...charts.map((chart, at) => redrawn.find(({ of }) => of === at)?.chart ?? chart),
  ...redrawn.filter(({ of }) => typeof of === 'string').map(({ chart }) => chart),
]

const wrong = (sentence: string, choices: string[]): ShowChartOutput => ({
  ok: false,
  error: `${sentence} There is: ${choices.join(', ') || 'nothing'}.`,
})
