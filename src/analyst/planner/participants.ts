import { root, stem } from '#base/stems.ts'
import { wordsOf } from '#base/text.ts'
import { type Condition, columnsOf, type Form, isMeasure, withKeys, withMeasures } from '../built-in/form.ts'
import { type Column, eventTable, isSince, type Schema, type Table, timeColumn } from '../built-in/schema.ts'
import { only } from './halves.ts'
import { isNamed } from './named.ts'
import { KIN_OF } from './words.ts'

const DIFFERENT = '(?:different|distinct|unique|active)'
const COUNTED = new RegExp(
  `(?:\\b(?:how many|number of|count of|(?:most|fewest)(?= ${DIFFERENT}))|^(?=${DIFFERENT}))(?: ${DIFFERENT})? ?(\\p{L}+)\\b`,
  'iu',
)
const AT_EVENTS = new RegExp(`\\b${DIFFERENT}\\b`, 'iu')
const SORTED = /\border(?:ed|ing)? by\b/giu
const OTHERWISE = /\b(?:new|first|never|without|no|not|\w+n['’]t)\b/iu

/** An event in which rows take part: its key that leads to them, and its time. */
type Part = { event: Table; key: Column; time: Column }
const partsOf = (owner: string, { edges, tables }: Schema): Part[] =>
  edges.flatMap(({ from, to }) => {
    const event = tables.find(({ name }) => name === from.table && name !== owner)
    const time = event && to.table === owner ? timeColumn(event) : null
    return event && time ? { event, key: from, time } : []
  })

/** The events that a question says these took part in, or where it only says that they are to be different ones, those that happen most. */
function partIn(actors: Table, question: string, schema: Schema): Part | null {
  const said = wordsOf(question.replace(SORTED, ' ')).filter((word) => stem(word) !== actors.words.at(-1))
  const isSaid = ({ event: { words } }: Part) =>
    said.some((word) => root(word) === root(words.at(-1)!) || KIN_OF.get(word)?.has(words.at(-1)!))
  const parts = partsOf(actors.name, schema)
  const named = parts.filter(isSaid)
  const isMost = ({ event }: Part) => AT_EVENTS.test(question) && event === eventTable(schema)
  return only(named.length > 0 ? named : parts.filter(isMost))
}

/**
 * A query of rows by their own time put as one of what happened to them, in rows of `base` at `time`.
 * @param isPart whether rows of a table that they had to have are what happened
 */
export function ofEvents(
  form: Form,
  question: string,
  { owner, base, time, isPart }: { owner: string; base: string; time: Column | null; isPart(table: string): boolean },
): Form {
  const near = (column: Column) =>
    time && column.table === owner && column.temporal && !isNamed(column, question) ? time : column
  const where = form.where.flatMap((one) => {
    if (one.kind === 'related' && !one.not && !one.count && isPart(one.table)) return one.where
    return one.kind === 'period' ? { ...one, column: near(one.column) } : one
  })
  return withKeys({ ...form, base, where }, (key) => (key.grain ? { ...key, column: near(key.column) } : key))
}

/** The table whose rows are called so, or some of them: children, of members with a tariff "child". */
const calledSo = (noun: string, { where }: Form, { tables }: Schema): Table | undefined => {
  const isOf = (one: Condition) => one.kind === 'compare' && stem(String(one.value).toLowerCase()) === noun
  const [column] = where.filter(isOf).flatMap(columnsOf)
  return tables.find(({ name, words }) => words.at(-1) === noun || column?.table === name)
}

/**
 * "How many customers ordered per month": each is counted once in every month in which one ordered, whenever they signed up, and however
 * often.
 */
export function ofParticipants(form: Form, question: string, schema: Schema): Form {
  const noun = OTHERWISE.test(question) ? undefined : COUNTED.exec(question)?.[1]
  const actors = noun && calledSo(stem(noun.toLowerCase()), form, schema)
  const [output, other] = form.outputs.filter(isMeasure)
  if (!actors || !output || other || output.shown !== 'value' || output.measure.fn !== 'count') return form
  const { table, of } = output.measure
  const part = partIn(actors, question, schema)
  if (!part || (table === actors.name ? of && !of.columns[0]!.unique : table !== part.event.name || of)) return form
  const { event, key, time } = part
  const base = event.name
  const moved = ofEvents(form, question, { owner: actors.name, base, time, isPart: (name) => name === base })
  const isTimed = [...moved.group, ...moved.where].some((one) => 'column' in one && one.column === time)
  const once = { table: base, of: { columns: [key] }, distinct: true }
  return isTimed ? withMeasures(moved, (measure) => ({ ...measure, ...once })) : form
}

/**
 * Whether those are counted who began at a time that the question does not name, though it may mean those who took part in what happened
 * then: "customers by month" of sign-ups.
 */
export function countsBeginners(form: Form, question: string, schema: Schema): boolean {
  const times = [
    ...form.group.flatMap(({ column, grain }) => (grain ? column : [])),
    ...form.where.flatMap((one) => (one.kind === 'period' ? one.column : [])),
  ].filter((column) => isSince(column) && !isNamed(column, question))
  const isCounted = (name: string) =>
    form.outputs.some((one) => isMeasure(one) && one.measure.fn === 'count' && one.measure.table === name)
  return !/\bnew\b/i.test(question) && times.some(({ table }) => isCounted(table) && partsOf(table, schema).length > 0)
}
