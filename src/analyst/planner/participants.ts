import { root, stem } from '#base/stems.ts'
import { wordsOf } from '#base/text.ts'
import {
  type Condition,
  columnsOf,
  type Form,
  isMeasure,
  type Key,
  type Measure,
  withKeys,
  withMeasures,
} from '../built-in/form.ts'
import { type Column, eventTable, isSince, type Schema, type Table, timeColumn } from '../built-in/schema.ts'
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

/** Where one of those that are counted takes part in an event: the key of the event that leads to it, and the event's time. */
type Part = { key: Column; time: Column; to: Column }

/** The events that a question says these took part in, or where it only says that they are to be different ones, those that happen most. */
function partIn(actors: Table, question: string, schema: Schema): Part | null {
  const said = wordsOf(question.replace(SORTED, ' ')).filter((word) => stem(word) !== actors.words.at(-1))
  const isSaid = ({ words }: Table) =>
    said.some((word) => root(word) === root(words.at(-1)!) || KIN_OF.get(word)?.has(words.at(-1)!))
  const parts = schema.edges.flatMap(({ from, to }) => {
    const event = schema.tables.find(({ name }) => name === from.table)
    const time = event && to.table === actors.name && event !== actors ? timeColumn(event) : null
    return time ? { event: event!, part: { key: from, time, to } } : []
  })
  const named = parts.filter(({ event }) => isSaid(event))
  const all =
    named.length === 0 && AT_EVENTS.test(question) ? parts.filter(({ event }) => event === eventTable(schema)) : named
  return all.length === 1 ? all[0]!.part : null
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
  if (!part || (table === actors.name ? of && !of.columns[0]!.unique : table !== part.key.table || of)) return form
  const isOwn = (column: Column) => column.table === actors.name && column.temporal && !isNamed(column, question)
  const isOfEvents = (one: Condition) =>
    one.kind === 'related' && one.table === part.key.table && !one.not && !one.count
  const where = form.where.flatMap((one) =>
    one.kind === 'related' && isOfEvents(one)
      ? one.where
      : one.kind === 'period' && isOwn(one.column)
        ? { ...one, column: part.time }
        : one,
  )
  const put = (key: Key): Key => (key.grain && isOwn(key.column) ? { ...key, column: part.time } : key)
  const isTimed = [...form.group.map(put), ...where.map((one) => ('column' in one ? one : null))].some(
    (one) => one?.column === part.time,
  )
  const counted = (measure: Measure): Measure => ({
    ...measure,
    table: part.key.table,
    of: { columns: [part.key] },
    distinct: true,
  })
  return isTimed ? withMeasures(withKeys({ ...form, base: part.key.table, where }, put), counted) : form
}

/**
 * Whether those are counted who began at a time that the question does not name, though it may mean those who took part in what happened
 * then: "customers by month" of sign-ups.
 */
export function countsBeginners(form: Form, question: string, { edges, tables }: Schema): boolean {
  const times = [
    ...form.group.flatMap(({ column, grain }) => (grain ? column : [])),
    ...form.where.flatMap((one) => (one.kind === 'period' ? one.column : [])),
  ].filter((column) => isSince(column) && !isNamed(column, question))
  const isCounted = (name: string) =>
    form.outputs.some((one) => isMeasure(one) && one.measure.fn === 'count' && one.measure.table === name)
  const happens = (name: string) =>
    edges.some(({ from, to }) => {
      const event = to.table === name && from.table !== name && tables.find((one) => one.name === from.table)
      return event && timeColumn(event) !== null
    })
  return !/\bnew\b/i.test(question) && times.some(({ table }) => isCounted(table) && happens(table))
}
