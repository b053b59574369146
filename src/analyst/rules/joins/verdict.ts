import { numberText } from '#base/format.ts'
import type { Cell } from '#query/rules/answers.ts'
import type { Node } from '#query/rules/need.ts'
import { type Check, JOIN, PARTS } from '../answer.ts'
import type { Origin, RowSet, Scope } from './lineage.ts'
import { type Measure, measuresOf } from './measures.ts'
import { allOf, callNode, columnNode, countOfRows, expressions, isAggregate, isNotNull, nodes } from './tree.ts'

/** What is asked of one SELECT: the list of a probe over its rows, and how its one row is judged. */
export type Question = { list: Node[]; measures: Measure[]; rows: RowSet[]; isListing: boolean }
/** Sum and smallest value of a stored column over all of its table. */
export type Whole = { sum: number; min: number }
export const wholeKey = ({ table, column }: Origin) => JSON.stringify([table, column])

/** Sums of doubles differ in their last digits with the order in which they are made. */
const ROUNDING = 1e-9

/** The question to a SELECT that joins or adds up what another one joined; null where a join can do no harm. */
export function questionOf(scope: Scope): Question | null {
  const rows = scope.sources.flatMap((source) => source.rows)
  const measures = measuresOf(scope)
  const isJoin = scope.sources.length > 1 || rows.length > 1
  const added = measures.filter(({ origin }) => origin)
  if (!isJoin && added.every(({ origin }) => origin!.table === rows[0]?.table)) return null
  const isListing = measures.length === 0
  if (isListing && !(scope.isOutermost && isJoin && listsRows(scope.select))) return null
  const counts = rows.flatMap(({ ref }) => {
    const column = columnNode(ref)
    return [callNode('count', [column]), callNode('count', [column], { distinct: true })]
  })
  const together = measures.filter(isOfSeveral).flatMap(({ rows }) => {
    const columns = rows.map(({ ref }) => columnNode(ref))
    const filter = allOf(columns.map(isNotNull))
    return [countOfRows(filter), callNode('count', [callNode('row', columns)], { distinct: true, filter })]
  })
  const sums = added.map((measure) => callNode('sum', [measure.added!]))
  return { list: [countOfRows(), ...counts, ...together, ...sums], measures, rows, isListing }
}

/** Whether rows are shown as they come. What a SELECT groups without counting, or shows once, is the same however often it comes. */
const listsRows = (select: Node) =>
  expressions(select.select_list, isAggregate).length === 0 &&
  nodes(select.group_expressions).length === 0 &&
  nodes(select.modifiers).every(({ type }) => type !== 'DISTINCT_MODIFIER')

const isOfSeveral = ({ kind, rows }: Measure) => kind !== 'rows' && rows.length > 1

type Counted = RowSet & { times: number; distinct: number }

/**
 * Judges the joins of one SELECT by the row that its probe gave.
 * @param wholes by `wholeKey`; a column that is absent could not be added up
 */
export function judge(question: Question, row: Cell[], wholes: ReadonlyMap<string, Whole>, probe: string): Check[] {
  const [total = 0, ...numbers] = row.map(Number)
  const counted = question.rows.map(
    (set, at): Counted => ({ ...set, times: numbers[at * 2]!, distinct: numbers[at * 2 + 1]! }),
  )
  let at = counted.length * 2
  const together = new Map(
    question.measures.filter(isOfSeveral).map((measure) => {
      at += 2
      return [measure, numbers[at - 2] === numbers[at - 1]] as const
    }),
  )
  const sums = new Map(question.measures.filter(({ origin }) => origin).map((measure) => [measure, numbers[at++]!]))
  const isOnce = (sets: RowSet[]) =>
    counted.some(({ ref, times, distinct }) => times === distinct && sets.some((set) => set.ref === ref))
  const isJoin = counted.length > 1
  const found: Check[] = []
  if (question.isListing) return [listing(counted, total, isOnce(question.rows), probe)]
  const worst: string[] = []
  const unknown: string[] = []
  for (const measure of question.measures) {
    const counts = measure.kind === 'rows' || (measure.kind === 'count' && measure.isOfGroup)
    const whole = measure.origin && wholes.get(wholeKey(measure.origin))
    const sum = sums.get(measure)
    if (measure.isUnknown) unknown.push(measure.text)
    else if (!isOnce(counts ? question.rows : measure.rows) && !together.get(measure))
      worst.push(repeated(measure, counted, total, sum, whole))
    else if (whole && sum !== undefined) found.push(...partsOf(measure, sum, whole, probe))
  }
  if (worst.length > 0) return [{ name: JOIN, state: 'warn', note: worst.join(' '), probe }]
  if (unknown.length > 0) found.unshift(unchecked(`it is not clear whose rows ${unknown.join(', ')} counts`, probe))
  else if (isJoin)
    found.unshift({
      name: JOIN,
      state: 'pass',
      note: `No row is added up twice: ${numberText(total)} joined rows, ${sizes(counted)}.`,
      probe,
    })
  return found
}

export const unchecked = (why: string, probe?: string): Check => ({
  ...{ name: JOIN, state: 'unchecked', note: `Not looked at: ${why}.` },
  ...(probe ? { probe } : {}),
})

const sizes = (counted: Counted[]) =>
  [...new Set(counted.map(({ table, distinct }) => `${numberText(distinct)} of ${table}`))].join(', ')

function repeated(
  { text, kind, rows, origin }: Measure,
  counted: Counted[],
  total: number,
  sum: number | undefined,
  whole: Whole | null | undefined,
): string {
  const own = counted.filter(({ ref }) => rows.some((set) => set.ref === ref))
  const tables = [...new Set(own.map(({ table }) => table))]
  if (kind === 'rows') return `${text} counts combinations: ${numberText(total)} joined rows, ${sizes(counted)}.`
  const times = Math.max(...own.map(({ times }) => times))
  const much =
    origin && whole && sum !== undefined
      ? ` It comes to ${figure(sum)}, and all of ${origin.table}.${origin.column} is ${figure(whole.sum)}.`
      : ''
  return `${text} counts rows of ${tables.join(' and ')} more than once: the join makes ${numberText(times)} of ${numberText(own[0]!.distinct)}.${much}`
}

const figure = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 2 })

/** The groups of a sum together, beside the column by itself: no part of values that are not negative is more than all of them. */
function partsOf({ origin }: Measure, sum: number, whole: Whole, probe: string): Check[] {
  const off = sum - whole.sum
  const name = `${origin!.table}.${origin!.column}`
  if (Math.abs(off) <= Math.abs(whole.sum) * ROUNDING)
    return [{ name: PARTS, state: 'pass', note: `The groups add up to all of ${name}: ${figure(whole.sum)}.`, probe }]
  if (off < 0 || whole.min < 0) return []
  const note = `The groups come to ${figure(sum)} together, and all of ${name} is ${figure(whole.sum)}: some rows count in several groups, so the groups must not be added up.`
  return [{ name: PARTS, state: 'warn', note, probe }]
}

function listing(counted: Counted[], total: number, isOnce: boolean, probe: string): Check {
  const several = [...new Set(counted.filter(({ times, distinct }) => times > distinct).map(({ table }) => table))]
  const seen = `${numberText(total)} joined rows, ${sizes(counted)}`
  if (several.length === 0) return { name: JOIN, state: 'pass', note: `Every row stands once: ${seen}.`, probe }
  const words = isOnce ? 'stand in the list several times' : 'stand in the list in every combination'
  return { name: JOIN, state: 'note', note: `Rows of ${several.join(' and ')} ${words} (${seen}).`, probe }
}
