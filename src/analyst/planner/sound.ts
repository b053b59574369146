import { type Condition, columnsOf, type Form, isMeasure, type Output } from '../built-in/form.ts'
import { type Column, hasSize } from '../built-in/schema.ts'
import { flagOf } from './draft.ts'
import { conditionsOf, measuresOf } from './skeleton.ts'

/**
 * Whether a query asks for something by the types of its columns and its bounds: no text is added up, compared by size or the largest,
 * no yes and no are counted as different values, no column is at once above one figure and below a smaller one, and what is shown is not
 * just what the question said.
 */
export function isSound(form: Form): boolean {
  const [first] = form.order
  return (
    measuresOf(form).every(({ fn, of, distinct }) => {
      if (!of || of.days) return true
      return fn === 'count' ? !distinct || !of.columns.some(flagOf) : of.columns.every(hasSize)
    }) &&
    (form.limit === null || !first || keysIn(first.by).every(hasSize)) &&
    conditionsOf(form).every(comparesSizes) &&
    !isEmpty(form.where) &&
    !isTold(form)
  )
}

const keysIn = (output: Output): Column[] => ('key' in output && !output.key.grain ? [output.key.column] : [])

const comparesSizes = (one: Condition): boolean => {
  const isSize = 'operator' in one ? one.operator !== '=' && one.operator !== '<>' : one.kind === 'between'
  const isEnd = one.kind === 'extreme' && (one.fn === 'max' || one.fn === 'min')
  return !(isSize || isEnd) || columnsOf(one).every(hasSize)
}

/** Whether conditions that must all hold leave no figure of a column. */
function isEmpty(where: Condition[]): boolean {
  const bounds = new Map<Column, [low: number, high: number]>()
  for (const one of where) {
    if (one.kind !== 'compare' || typeof one.value !== 'number') continue
    const [low, high] = bounds.get(one.column) ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    const isLow = /^(?:>=?|=)$/.test(one.operator)
    const isHigh = /^(?:<=?|=)$/.test(one.operator)
    bounds.set(one.column, [isLow ? Math.max(low, one.value) : low, isHigh ? Math.min(high, one.value) : high])
  }
  return bounds.values().some(([low, high]) => low > high)
}

/** Whether all that is shown is a value that the question named. */
function isTold({ outputs, where, everything }: Form): boolean {
  const [only, other] = outputs
  if (!only || other || everything || isMeasure(only) || only.key.grain) return false
  return where.some((one) => one.kind === 'compare' && one.operator === '=' && one.column === only.key.column)
}
