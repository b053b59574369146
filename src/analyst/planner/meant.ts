import { root, stem } from '#base/stems.ts'
import { type Condition, type Form, isMeasure, type Key, type Measure, type Output } from '../built-in/form.ts'
import { path } from '../built-in/join.ts'
import { GOODS } from '../built-in/money.ts'
import { type Column, isId, isLate, type Schema, tableOf, timeColumn } from '../built-in/schema.ts'
import { comesInParts } from '../built-in/totals.ts'
import { ends } from './states.ts'

/** A query as it is meant by what its tables are, whoever read it. */
export const meant = (form: Form, question: string, schema: Schema): Form =>
  inTotals(ofNearestTime(ofAbsent(form, question, schema), question, schema), question, schema)

/** What a time is called beside what happened then. */
const PLAIN = /^(?:date|time|day|week|month|quarter|year|hour|timestamp|datetime|on|at|since|from|until)$/

/** Whether a question says the name of a column, or another word for what happened then. */
export function isNamed({ short }: Column, question: string): boolean {
  const said = new Set(question.match(/\p{L}+/gu)?.map((one) => root(one.toLowerCase())))
  return short.some(
    (word) =>
      !PLAIN.test(word) && (said.has(root(word)) || [...said].some((one) => ends(one, word) || isOfVerb(one, word))),
  )
}
/** "Joined" and joining: of words that say what happened the beginning is enough. */
const isOfVerb = (said: string, word: string): boolean =>
  word.length > 3 && said.length > 3 && said.slice(0, 4) === word.slice(0, 4)

/** A period behind a negation: "without orders since June". */
const NONE_THEN =
  /\b(?:without|no|never|nothing|\w+n['’]t|not)\b.*\b(?:in|since|during|last|this|before|after|on|over|for)\b/i
/** A period is of the rows that there are none of, not of when what has none of them began, unless that is said. */
function ofAbsent(form: Form, question: string, schema: Schema): Form {
  const none = form.where.find((one) => one.kind === 'related' && one.not && one.where.length === 0)
  const time = none?.kind === 'related' ? timeColumn(tableOf(schema, none.table)) : null
  const period = form.where.find(
    (one) => one.kind === 'period' && one.column.table === form.base && !isNamed(one.column, question),
  )
  if (none?.kind !== 'related' || !time || period?.kind !== 'period' || !NONE_THEN.test(question)) return form
  const narrowed: Condition = { ...none, where: [{ ...period, column: time }] }
  return { ...form, where: form.where.flatMap((one) => (one === none ? narrowed : one === period ? [] : one)) }
}

/** The table that figures are of: the first that is worked out, else the one whose rows are shown. */
const measuredIn = ({ outputs, order, having, base }: Form): string =>
  [...outputs, ...order.map(({ by }) => by)].find(isMeasure)?.measure.table ?? having[0]?.measure.table ?? base

type Reached = { time: Column; far: number }
const reached = new WeakMap<Schema, Map<string, Reached[]>>()
/** The times of a table and of what its rows belong to, the nearest first: worked out once a schema, since every reading asks. */
const timesFrom = (schema: Schema, table: string): Reached[] =>
  reached
    .getOrInsertComputed(schema, () => new Map())
    .getOrInsertComputed(table, () =>
      schema.tables
        .flatMap(({ name, columns, words }): Reached[] => {
          const way = path(schema, [table], name)
          const time = way && !way.some(({ many }) => many) ? timeColumn({ columns, words }) : null
          return time && !isLate(time) ? [{ time, far: way!.length }] : []
        })
        .toSorted((a, b) => a.far - b.far),
    )

/**
 * A period, or the months of a course, are of the time that is nearest to what is measured, on the way to what its rows belong to, unless
 * the question names another: the hours of this year are those of the jobs, whenever their mechanics were hired.
 */
function ofNearestTime(form: Form, question: string, schema: Schema): Form {
  const [first, ...others] = timesFrom(schema, measuredIn(form))
  if (!first || others[0]?.far === first.far || /\bnew\b/i.test(question)) return form
  const near = (column: Column): Column => {
    const isFar = column.temporal && !column.made && others.some(({ time }) => time.table === column.table)
    return isFar && !isNamed(column, question) ? first.time : column
  }
  const put = (key: Key): Key => (key.grain ? { ...key, column: near(key.column) } : key)
  const output = (one: Output): Output => ('key' in one ? { key: put(one.key) } : one)
  const where = (one: Condition): Condition =>
    one.kind === 'period'
      ? { ...one, column: near(one.column) }
      : one.kind === 'any'
        ? { ...one, parts: one.parts.map(where) }
        : one
  return {
    ...form,
    where: form.where.map(where),
    group: form.group.map(put),
    outputs: form.outputs.map(output),
    order: form.order.map((one) => ({ ...one, by: output(one.by) })),
  }
}

/** The column that says of how many things each row of a table tells that is called the same: downloads in a table of downloads. */
const tallyOf = ({ columns, words }: Schema['tables'][number]): Column | null =>
  columns.find((one) => one.numeric && !isId(one) && comesInParts(one) && one.words.join() === words.join()) ?? null

const quantityIn = ({ columns }: Schema['tables'][number]): Column | null =>
  columns.find(({ numeric, words }) => numeric && words.length === 1 && GOODS.test(words[0]!)) ?? null

/** Whether what is counted is a value of the rows: "how many batteries" of those with the part battery. */
const countsItems = ({ where }: Form, question: string): boolean => {
  const item = stem(/\bhow many (\p{L}+)/iu.exec(question)?.[1]?.toLowerCase() ?? '')
  return where.some(
    (one) =>
      one.kind === 'compare' &&
      one.operator === '=' &&
      String(one.value)
        .toLowerCase()
        .split(/\P{L}+/u)
        .map(stem)
        .includes(item),
  )
}

const ROWS = /\b(?:rows?|records?|entries|entry|lines?|times|often)\b/i
/** Where each row stands for several of what its table is called, what is counted is all of them. */
function inTotals(form: Form, question: string, schema: Schema): Form {
  if (ROWS.test(question)) return form
  const put = (measure: Measure): Measure => {
    const table = tableOf(schema, measure.table)
    const isCount = measure.fn === 'count' && !measure.of
    const tally = isCount ? (tallyOf(table) ?? (countsItems(form, question) ? quantityIn(table) : null)) : null
    return tally ? { ...measure, fn: 'sum', of: { columns: [tally] } } : measure
  }
  const output = (one: Output): Output => (isMeasure(one) ? { ...one, measure: put(one.measure) } : one)
  return {
    ...form,
    outputs: form.outputs.map(output),
    order: form.order.map((one) => ({ ...one, by: output(one.by) })),
    having: form.having.map((one) => ({ ...one, measure: put(one.measure) })),
  }
}
