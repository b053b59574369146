import { plural, singular } from '#base/word-forms.ts'
import { type Fn, type Form, isMeasure, type Measure, type Output } from '../form.ts'
import { isId } from '../schema.ts'
import { OPERATORS, sayScope } from './condition.ts'
import { isPercentage, listed, sayAmount, sayColumn, sayTable, signOf, withArticle } from './nouns.ts'
import { printNumber, type Unit } from './print.ts'

const FN: Record<Fn, string> = {
  count: 'number of',
  sum: 'total',
  avg: 'average',
  min: 'lowest',
  max: 'highest',
  median: 'median',
  stddev_samp: 'standard deviation of',
  corr: 'correlation of',
}

const sayOrdinal = (n: number): string =>
  `${n}${({ one: 'st', two: 'nd', few: 'rd' } as Record<string, string>)[ORDINAL.select(n)] ?? 'th'}`
const ORDINAL = new Intl.PluralRules('en', { type: 'ordinal' })

/** A measure in words: "number of orders", "revenue", "average order value". */
export function sayMeasure(measure: Measure): string {
  const { of, fn } = measure
  if (measure.said) return `number of ${measure.said}`
  if (measure.per && of) {
    const [column, other] = of.columns
    const what = of.spoken ?? (other ? 'revenue' : sayColumn(column!))
    return `average ${what} per ${singular(sayTable(measure.each ?? measure.per.name)).replace(/ id$/, '')}`
  }
  if (measure.per && measure.each) return `average number of ${plural(sayTable(measure.table))} per ${measure.each}`
  if (measure.per)
    return `average number of ${plural(sayTable(measure.table))} per ${sayColumn(measure.per).replace(/ id$/, '')}`
  if (!of) return `number of ${plural(sayTable(measure.table))}`
  const column = of.columns[0]!
  if (of.over)
    return `${sayAmount(column)} per ${of.times ? `${of.times.toLocaleString('en')} ${sayColumn(of.over[0]!)}` : singular(sayColumn(of.over[0]!))}`
  if (fn === 'corr') return `correlation between ${listed(of.columns.map((one) => sayColumn(one)))}`
  if (of.spoken && measure.distinct) return `number of ${of.spoken}`
  if (of.spoken) return fn === 'sum' ? of.spoken : `${FN[fn]} ${of.spoken}`
  if (of.columns.length > 1) return fn === 'sum' ? 'revenue' : `${FN[fn]} revenue`
  if (fn === 'count') {
    const noun = sayColumn(column).replace(/ id$/, '')
    return measure.distinct ? `number of different ${plural(noun)}` : `number of ${plural(noun)}`
  }
  if (column.temporal && (fn === 'min' || fn === 'max'))
    return `${fn === 'min' ? 'first' : 'last'} ${sayColumn(column)}`
  const what = sayAmount(column)
  if (measure.part !== undefined) return `${sayOrdinal(Math.round(100 * measure.part))} percentile of ${what}`
  return what.startsWith(FN[fn]) ? what : `${FN[fn]} ${what}`
}

/** An output in words: "month", "share of revenue", "return rate". */
export function sayOutput(output: Output): string {
  if ('key' in output) return output.key.grain ?? sayColumn(output.key.column)
  const { measure, shown } = output
  const what = sayMeasure(measure)
  const bare = measure.of ? what : plural(sayTable(measure.table))
  if (shown === 'share') return `share of ${bare}`
  if (shown === 'running') return `running total of ${bare}`
  if (shown === 'change') return `change in ${what}`
  if (shown === 'margin') return 'profit margin'
  const sides = () =>
    [measure.where ?? [], measure.minus ?? []].map((side) => `those ${sayScope(side, measure.table).all}`).join(' and ')
  if (shown === 'rate' && measure.minus) return `difference in percent of ${what} between ${sides()}`
  if (shown === 'rate' && measure.of?.less && measure.of.over)
    return `change from ${sayColumn(measure.of.over[0]!)} to ${sayColumn(measure.of.columns[0]!)} in percent`
  if (shown === 'rate' && measure.of?.over)
    return `${sayAmount(measure.of.columns[0]!)} as a share of ${sayColumn(measure.of.over[0]!)}`
  if (shown === 'rate' && measure.whole) return `share ${measure.each}`
  if (shown === 'rate') return `share of ${bare} ${sayScope(measure.where ?? [], measure.table).all}`
  if (measure.minus) return `difference in ${what} between ${sides()}`
  const scope = measure.where?.length ? ` ${sayScope(measure.where, measure.table).all}` : ''
  return what + scope
}

export function unitOf(output: Output | undefined): Unit {
  const none = { currency: null, percent: false }
  if (!output) return none
  if (!isMeasure(output)) {
    const { column, grain } = output.key
    if (grain || !column.numeric || isId(column)) return none
    return { currency: signOf(column), percent: isPercentage(column.name), seconds: column.unit === 's' }
  }
  if (output.shown === 'share' || output.shown === 'rate' || output.shown === 'margin' || output.shown === 'change')
    return { currency: null, percent: true }
  const { of, fn } = output.measure
  if (!of || fn === 'count' || fn === 'corr') return none
  if (of.days) return { ...none, days: true }
  const currency = of.columns.map(signOf).find((sign) => sign !== null) ?? null
  const [only, other] = of.over ? [] : of.columns
  return {
    currency,
    percent: only !== undefined && !other && isPercentage(only.name) && fn !== 'sum',
    seconds: !other && only?.unit === 's',
  }
}

/** What groups must meet, in words: "with a revenue above ₹200,000". */
export function sayHaving(form: Form): string {
  return form.having
    .map(({ measure, operator, value }) => {
      const sign = unitOf({ measure, shown: 'value' }).currency ?? ''
      const what = sayMeasure(measure)
      const limit =
        typeof value === 'number'
          ? `${sign}${printNumber(String(value))}`
          : value === 'all'
            ? 'that of all together'
            : `the average of all ${plural(sayColumn(form.group[0]!.column).replace(/ id$/, ''))}${measure.table === form.group[0]!.column.table ? '' : ' that have any'}`
      return `with ${/^(?:number|total|average|median|lowest|highest)/.test(what) ? withArticle(what) : what} ${OPERATORS[operator]} ${limit}`
    })
    .join(' and ')
}
