import { singular } from '#base/word-forms.ts'
import { type Form, factorsOf, isMeasure, type Key, type Measure, type Output, sameKey } from './form.ts'

export function sameOutput(a: Output, b: Output): boolean {
  if ('key' in a) return 'key' in b && sameKey(a.key, b.key)
  if ('key' in b) return false
  const [x, y] = [a.measure, b.measure]
  const columns = (m: Measure) => (m.of ? factorsOf(m.of) : []).map((c) => `${c.table}.${c.name}`).join()
  const where = (m: Measure) => JSON.stringify(m.where ?? [])
  return (
    x.fn === y.fn &&
    x.table === y.table &&
    columns(x) === columns(y) &&
    x.per === y.per &&
    x.grain === y.grain &&
    x.at === y.at &&
    !!x.distinct === !!y.distinct &&
    where(x) === where(y) &&
    !!x.minus === !!y.minus &&
    a.shown === b.shown
  )
}

const FN_NAMES = {
  count: '',
  sum: 'total',
  avg: 'average',
  min: 'lowest',
  max: 'highest',
  median: 'median',
  stddev_samp: 'standard_deviation_of',
  corr: 'correlation',
}

const ENDS = { min: 'first', max: 'last' }

const oneOf = (name: string) => singular(name.replaceAll('_', ' ')).replaceAll(' ', '_')

const flat = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/(?<=.)_+$/, '')

function measureName({ minus, ...measure }: Measure): string {
  if (measure.said) return flat(measure.said)
  if (minus) return `difference_in_${measureName(measure)}`
  if (measure.per && measure.of)
    return `average_${flat(measure.of.spoken ?? (measure.of.columns.length > 1 ? 'amount' : measure.of.columns[0]!.name))}_per_${oneOf(flat(measure.each ?? measure.per.name)).replace(/_?id$/, '')}`
  if (measure.per)
    return `average_${flat(measure.table)}_per_${measure.each ?? flat(measure.per.name).replace(/_?id$/, '')}`
  if (!measure.of) return `${oneOf(flat(measure.table))}_count`
  const [column] = measure.of.columns
  if (measure.of.days) return `${FN_NAMES[measure.fn]}_${flat(measure.of.spoken ?? 'time')}_days`
  if (measure.fn === 'corr') return 'correlation'
  if (measure.of.over) return `${flat(column!.name)}_per_${singular(flat(measure.of.over[0]!.name))}`
  const unit = flat(column!.name).match(/_(?:inr|usd|eur|gbp)$/)?.[0] ?? ''
  const spoken = measure.of.spoken ?? (measure.of.columns.length > 1 ? 'revenue' : null)
  const name = spoken ? flat(spoken) + unit : flat(column!.name)
  if (spoken && (measure.fn === 'sum' || measure.distinct)) return name
  if (measure.fn === 'count') return `${oneOf(name.replace(/_?id$/, '') || name)}_count`
  if (column!.temporal && measure.fn in ENDS) return `${ENDS[measure.fn as 'min' | 'max']}_${name}`
  if (measure.part !== undefined) return `percentile_${Math.round(100 * measure.part)}_of_${name}`
  return name.startsWith(`${FN_NAMES[measure.fn]}_`) ? name : `${FN_NAMES[measure.fn]}_${name}`
}

/** An amount without its minus is no column of the table. */
const keyName = ({ grain, column }: Key): string =>
  grain?.replaceAll(' ', '_') ?? `${column.name}${column.isOutflow ? '_spent' : ''}`

export function outputNames(form: Form): string[] {
  const taken = new Set<string>()
  return form.outputs.map((output) => {
    let name = 'key' in output ? keyName(output.key) : measureName(output.measure)
    if (isMeasure(output) && output.shown === 'share') name = 'share_percent'
    if (isMeasure(output) && output.shown === 'rate')
      name = output.measure.whole ? `${flat(output.measure.each ?? '')}_percent` : 'percent'
    if (isMeasure(output) && output.shown === 'running') name = `running_${name}`
    if (isMeasure(output) && output.shown === 'margin') name = 'margin_percent'
    if (isMeasure(output) && output.shown === 'change') name = 'change_percent'
    if (taken.has(name.toLowerCase()) && 'key' in output) name = `${output.key.column.table}_${name}`
    let unique = name
    for (let n = 2; taken.has(unique.toLowerCase()); n++) unique = `${name}_${n}`
    taken.add(unique.toLowerCase())
    return unique
  })
}
