import { capital } from '#base/text.ts'
import { type ChartSpec, chooseChart } from '#query/rules/chart.ts'
import { nearest } from '#query/rules/nearest.ts'
import type { AnswerResult, Placed, Tile } from './answer.ts'
import { evaluate, type Given, resultsIn } from './evaluate.ts'
import { parsePlacement, withoutFormats } from './placement.ts'
import { isOf } from './presented.ts'
import { type Printed, printed } from './print-reference.ts'
import { Unresolved } from './reference.ts'
import { figuresNamed } from './typed.ts'

/** What a grid between paragraphs shows at most; all of it lies open beside the answer. */
export const GRID_LIMITS = { rows: 50, usual: 10, columns: 12 }
/** Characters of the name of a figure. */
const LONGEST_LABEL = 60

/** What may be placed: `charts` of the answer so far, and its `results`. */
export type Placeable = { results: AnswerResult[]; charts: ChartSpec[] }
/** What people and statements said, and what the data call things. */
export type Known = { said: string[]; names: string[] }
/** `drawn`: a chart that nobody drew before, to be kept behind the others. */
export type Place = { placed: Placed; drawn?: ChartSpec }

/** Names of the results whose rows a placement needs to be evaluated. @throws Unresolved for what cannot be read */
export function resultsOfPlacement(source: string): string[] {
  const placement = parsePlacement(source)
  if (placement.kind !== 'kpi') return []
  return [placement.value, ...(placement.before ? [placement.before.value] : [])].flatMap(resultsIn)
}

/**
 * What stands in place of a placement; where it stands is the caller's.
 * @param known what a label may name of numbers, as `figuresNamed` takes it
 * @throws Unresolved with a sentence for people and for the model, where it would show nothing or something else
 */
export function place(
  source: string,
  { results, charts }: Placeable,
  given: Given,
  known: Known = { said: [], names: [] },
): Place {
  const placement = parsePlacement(source)
  if (placement.kind === 'kpi') return { placed: { at: 0, source, kind: 'kpi', tile: tileOf(placement, given, known) } }
  if (placement.kind === 'grid') {
    const result = resultOf(placement.result, results)
    const names = result.columns.map(({ name }) => name)
    const columns = (placement.columns ?? names).slice(0, GRID_LIMITS.columns).map((name) => columnOf(name, names))
    const rows = Math.min(placement.rows ?? GRID_LIMITS.usual, GRID_LIMITS.rows, result.rows.length)
    if (rows === 0) throw new Unresolved(`${result.name} has no rows to show.`)
    return { placed: { at: 0, source, kind: 'grid', result: result.id, columns, rows } }
  }
  const { of } = placement
  if (of.startsWith('c')) {
    const chart = Number(of.slice(1)) - 1
    if (!charts[chart]) throw new Unresolved(`There is no chart ${of}: call show_chart first.`)
    return { placed: { at: 0, source, kind: 'chart', chart } }
  }
  const result = resultOf(of, results)
  const chart = charts.findLastIndex((spec) => isOf(spec, result))
  if (chart >= 0) return { placed: { at: 0, source, kind: 'chart', chart } }
  const drawn = chooseChart(result, result.title)
  if (!drawn) throw new Unresolved(`${result.name} has no shape that a chart would make clearer: show_chart draws one.`)
  return { placed: { at: 0, source, kind: 'chart', chart: charts.length }, drawn }
}

function resultOf(name: string, results: AnswerResult[]): AnswerResult {
  const result = results.find((one) => one.name === name)
  if (!result) throw new Unresolved(`This answer has no result ${name}.`)
  return result
}

function columnOf(name: string, names: string[]): string {
  const found = names.find((own) => own === name) ?? names.find((own) => own.toLowerCase() === name.toLowerCase())
  if (found) return found
  const near = nearest(name, names)
  throw new Unresolved(
    `There is no column ${JSON.stringify(name)}; there is ${(near.length > 0 ? near : names).slice(0, 12).join(', ')}.`,
  )
}

type Kpi = Extract<ReturnType<typeof parsePlacement>, { kind: 'kpi' }>

function tileOf(
  { source, value: expression, before: earlier, label }: Kpi,
  given: Given,
  { said, names }: Known,
): Tile {
  // Nobody looks for the numbers of a label in the results.
  const [own] = label ? figuresNamed(label, [...said, source.replace(/[^\p{L}\p{N}]+/gu, ' ')], names) : []
  if (own) throw new Unresolved(`The label says ${own}: it names the figure, and holds no number of its own.`)
  const quantity = evaluate(expression, given)
  const value = whole(printed(source, '', given))
  const words =
    label ?? (quantity.of ? quantity.of.table.columns[quantity.of.at]!.name.replaceAll('_', ' ') : quantity.words)
  const tile: Tile = { label: capital(words.replace(/\s+/g, ' ').trim().slice(0, LONGEST_LABEL)), value }
  if (!earlier) return tile
  const [now, then] = [source, earlier.source].map(withoutFormats) as [string, string]
  const formats = source.slice(now.length)
  const before = whole(printed(`${then}${formats}`, '', given))
  // Nothing is a share of zero: the two stand beside each other without one.
  if (evaluate(earlier.value, given).value === 0) return { ...tile, before }
  const isShare = quantity.unit === '%' || /\|\s*(?:percent|%)/.test(formats)
  const change = isShare ? `diff(${now}, ${then})${quantity.unit === '%' ? '' : '|percent'}` : `change(${then}, ${now})`
  return { ...tile, before, change: whole(printed(change, '', given)) }
}

/** As a tile shows it: plain text, no Markdown. @throws Unresolved where there is no value */
function whole(figure: Printed): Printed {
  if (figure.gap !== undefined) throw new Unresolved(figure.gap)
  return { ...figure, text: figure.text.replace(/\\([\\`*[\]|~<_])/g, '$1') }
}
