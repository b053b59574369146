import type { ChartSpec } from '#query/rules/chart.ts'
import { chartTitle } from '#query/rules/chart-title.ts'
import { isNumeric } from '#query/rules/result.ts'
import type { AnswerResult } from './answer.ts'
import type { ShowChartInput, ShowChartOutput } from './tools.ts'

/** Checks a chart that a model asks for against the result it names; what it says goes back to the model. */
export function chartOf(request: ShowChartInput, results: AnswerResult[]): ShowChartOutput {
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
  if (request.kind !== 'number' && !request.x) return wrong(`A ${request.kind} chart needs x.`, columns)
  if (result.total_rows === 0) return { ok: false, error: `${result.name} has no rows to draw.` }
  const spec: ChartSpec = {
    result: result.id,
    kind: request.kind,
    x: request.kind === 'number' ? null : real(request.x!)!,
    y: request.kind === 'number' ? y.slice(0, 1) : y,
    series: request.series ? real(request.series)! : null,
    title: request.title,
    ...(request.subtitle ? { subtitle: request.subtitle } : {}),
  }
  if (spec.series && spec.y.length > 1) return { ok: false, error: 'Give either series or several y, not both.' }
  return { ok: true, chart: { ...spec, title: chartTitle(spec) } }
}

const wrong = (sentence: string, choices: string[]): ShowChartOutput => ({
  ok: false,
  error: `${sentence} There is: ${choices.join(', ') || 'nothing'}.`,
})
