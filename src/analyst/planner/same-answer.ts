import { type Condition, type Form, isMeasure, type Key, type Output } from '../built-in/form.ts'
import { type Column, isId } from '../built-in/schema.ts'

/**
 * What a query tells, as a text: the same for queries whose answers a reader takes for the same. These differ only in whether the figure that rows
 * are ranked by is shown, whether a thing is shown by its name or its key, whether a column stands beside whose values the question itself
 * lists, whether repeated rows are left out, and in the order of columns, and of groups where all are shown.
 */
export function answerOf({ outputs, group, where, having, order, limit, distinct: _, ...rest }: Form): string {
  const measures = outputs.filter(isMeasure)
  const [first] = order
  const by = first && (limit !== null || group.length === 0) ? outputText(first.by) : null
  const listed = measures.length + group.length > 0 ? [] : where.flatMap(named)
  const keys = outputs.flatMap((output) => ('key' in output ? [output.key] : []))
  const told = [...keys, ...group].filter((key) => !listed.includes(key.column) && outputText({ key }) !== by)
  return text({
    ...rest,
    keys: told.length > 0 ? distinct(told.map(keyText)) : keys.map(keyText),
    figures: distinct(measures.map(outputText).filter((figure) => figure !== by)),
    where: distinct(where.map(text)),
    having,
    ranked: by === null ? null : [by, first!.descending, limit],
  })
}

const distinct = (texts: string[]): string[] => [...new Set(texts)].toSorted()

const columnText = ({ table, name }: Column): string => `${table}.${name}`

const text = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (one && typeof one === 'object' && 'words' in one ? columnText(one) : one))

/** Keys and names of the rows of a table stand for the same thing. */
const keyText = ({ column, grain }: Key): string =>
  isId(column) || column.unique ? `row of ${column.table}` : `${columnText(column)} ${grain ?? ''}`

/** Counting a key that each row has is counting rows. */
function outputText(output: Output): string {
  if ('key' in output) return `${columnText(output.key.column)} ${output.key.grain ?? ''}`
  const { measure } = output
  const counted = measure.fn === 'count' ? measure.of?.columns[0] : undefined
  const isRows = counted !== undefined && (counted.unique || (isId(counted) && !counted.nulls && !measure.distinct))
  return text(isRows ? { ...measure, of: null, distinct: undefined } : measure) + output.shown
}

/** Columns whose values a condition lists. */
const named = (condition: Condition): Column[] =>
  (condition.kind === 'in' && !condition.not) || (condition.kind === 'compare' && condition.operator === '=')
    ? [condition.column]
    : condition.kind === 'any'
      ? condition.parts.flatMap(named)
      : []
