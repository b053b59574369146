import { type Condition, columnsOf, type Form, isMeasure } from '../built-in/form.ts'
import { type Column, nameColumns, type Schema, tableOf } from '../built-in/schema.ts'
import { isNamed } from './named.ts'
import { isFigure, isTime } from './rows.ts'

/** What says that something did not happen, and what is left where it did. */
const DENIED: [said: RegExp, left: string][] = [
  [/\bwithout (?:any |an? )?/i, 'with '],
  [/\b(with|had|have|has|made|got) (?:no|zero) /i, '$1 '],
  [/ nothing\b/i, ''],
  [/\b(\p{L}+(?:ed|old|ent|ade|ook|[ao]ught)) no (?=\p{L})/iu, '$1 '],
  [/\b(did|do|does|has|have|had|was|were|is|are)(?:n['’]t| not| never)\b/i, '$1'],
  [/(?<!\b(?:did|do|does|has|have|had|was|were|is|are)) never\b/i, ''],
]
const AT_ALL = /\b(?:anything|any|ever|yet|at all)\b/gi

/** A question for what did not happen, as one for what did; null where it denies nothing, or more than one thing. */
export function deniedIn(question: string): string | null {
  const [found, other] = DENIED.filter(([said]) => said.test(question))
  if (!found || other) return null
  return question
    .replace(...found)
    .replace(AT_ALL, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[?.!,]|$)/g, '')
}

/** What a query tells apart that stands in several rows: products of a list of sales. */
function groupTold({ outputs, base }: Form, schema: Schema): Column | null {
  const [shown, other] = outputs
  if (!shown || other) return null
  const column = !isMeasure(shown)
    ? shown.key.column
    : shown.measure.fn === 'count' && shown.measure.distinct
      ? shown.measure.of?.columns[0]
      : undefined
  const isGroup =
    column && column.table === base && !column.unique && !column.made && !isFigure(column) && !isTime(column)
  return isGroup && !nameColumns(tableOf(schema, base)).includes(column) ? column : null
}

/**
 * Those for which nothing happened, in place of those for which it did, where rows tell only what happened: which have no row of the kind.
 * @param form the query of those for which it did; null comes of one that does not tell groups by a condition
 */
export function withoutThese(form: Form, question: string, schema: Schema): Form | null {
  const column = groupTold(form, schema)
  const isPlain =
    form.having.length === 0 &&
    form.limit === null &&
    form.limitPerGroup === null &&
    form.group.every((key) => key.column === column)
  const isOther = (one: Condition) =>
    ('not' in one && one.not) ||
    one.kind === 'null' ||
    columnsOf(one).some((other) => other === column || other.table !== form.base)
  if (!column || !isNamed(column, question) || !isPlain || form.where.length === 0 || form.where.some(isOther))
    return null
  return {
    ...form,
    where: [{ kind: 'among', column, where: form.where, not: true }],
    group: [],
    order: [],
    distinct: !form.outputs.some(isMeasure),
  }
}
