import { addsUp, isAdditive } from '#query/rules/chart.ts'
import { isNumeric, isTemporal } from '#query/rules/result.ts'
import type { RunSqlSuccess, ShowChartInput } from '../rules/tools.ts'
import { type Form, isMeasure, type Output } from './form.ts'
import { unitOf } from './wording/measure.ts'

const TIME_NAMES = /^(?:day|week|month|quarter|year|hour|weekday)$/
const MOST_PARTS = 6

/** The chart that a result asks for by its shape, or null when a grid says it better. */
export function chartFor(
  form: Form,
  result: RunSqlSuccess,
  wish: ShowChartInput['kind'] | null = null,
  subtitle: string | null = null,
): ShowChartInput | null {
  const shape = shapeOf(form, result)
  const chart = shape && subtitle ? { ...shape, subtitle } : shape
  if (!chart || !wish || chart.kind === 'number' || chart.kind === wish) return chart && addable(chart)
  // A chart of two keys has no one ring of parts.
  if (wish === 'share' && chart.series) return addable(chart)
  return addable({ ...chart, kind: wish })
}

/** What does not add up stands beside each other. */
const addable = (chart: ShowChartInput): ShowChartInput =>
  addsUp(chart) && !chart.y.every((name) => isAdditive(name)) ? { ...chart, kind: 'bar' } : chart

/** The measures that share the axis of the first: what is counted in another unit, or a day on average, would dwarf or hide in it. */
function comparable(form: Form, columns: RunSqlSuccess['columns']) {
  const shown = columns.flatMap((column, index) => {
    const output = form.outputs[index]
    return output && isMeasure(output) && isNumeric(column.type) ? [{ column, output }] : []
  })
  const axis = (output: Output) => {
    const { currency, percent, days, seconds } = unitOf(output)
    const counts = isMeasure(output) && (!output.measure.of || output.measure.fn === 'count')
    return JSON.stringify([
      currency,
      percent,
      days ?? false,
      seconds ?? false,
      counts,
      isMeasure(output) && output.measure.per?.name,
    ])
  }
  const lead = shown.find(({ output }) => isMeasure(output) && output.measure.whole) ?? shown[0]!
  return shown.filter(({ output }) => axis(output) === axis(lead.output)).map(({ column }) => column)
}

function shapeOf(form: Form, result: RunSqlSuccess): ShowChartInput | null {
  const { columns, row_count: rows, name, title } = result
  if (rows === 0) return null
  const measures = columns.filter((column, index) => {
    const output = form.everything ? null : form.outputs[index]
    return output ? isMeasure(output) && isNumeric(column.type) : false
  })
  if (!measures.length) return null
  const keys = columns.filter((column) => !measures.includes(column))
  const y = comparable(form, columns).map((column) => column.name)
  const base = { result: name, title }
  if (rows === 1 && !keys.length) return { ...base, kind: 'number', y: y.slice(0, 1), x: null, series: null }
  if (!keys.length || rows < 2) return null
  const time = keys.find((column) => isTemporal(column.type) || TIME_NAMES.test(column.name))
  const other = keys.find((column) => column !== time)
  const share = form.outputs.find(isMeasure)?.shown === 'share'
  const ranked = form.limit !== null && form.order[0] !== undefined && isMeasure(form.order[0].by)
  if (time && !ranked && !/^(?:weekday|hour)$/.test(time.name))
    return other
      ? { ...base, kind: 'line', x: time.name, y: y.slice(0, 1), series: other.name }
      : // Two or three periods are compared; a line between them would tell of a course.
        { ...base, kind: rows < 4 ? 'bar' : 'line', x: time.name, y, series: null }
  const x = keys[0]!
  if (share && rows <= MOST_PARTS && keys.length === 1 && !form.limit)
    return { ...base, kind: 'share', x: x.name, y: y.slice(0, 1), series: null }
  if (rows > 60) return null
  // First and last names are one key in two columns, which no axis shows.
  const person = keys.length > 1 && keys.every((key) => /name$/i.test(key.name))
  if (keys.length > 2 || person) return null
  if (keys.length === 2) return { ...base, kind: 'stacked', x: x.name, y: y.slice(0, 1), series: keys[1]!.name }
  return { ...base, kind: 'bar', x: x.name, y, series: null }
}
