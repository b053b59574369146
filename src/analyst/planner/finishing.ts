import { type Condition, columnsOf, type Form, isMeasure, type Key, type Measure, sameKey } from '../built-in/form.ts'
import { path } from '../built-in/join.ts'
import { type Column, isId, monthNumber, nameColumns, type Schema, tableOf } from '../built-in/schema.ts'
import type { Draft } from './draft.ts'
import { SIDES, unfit } from './links.ts'
import { isFigure, isGrid, isTime } from './rows.ts'
import { tablesIn } from './skeleton.ts'
import { timeParts } from './spans.ts'

/** "How many crews have more than five jobs": of how many values there are so many rows. */
function tallied({ form }: Draft) {
  const [only, other] = form.outputs
  const [having, more] = form.having
  const column = only && !other && isMeasure(only) && only.measure.fn === 'count' ? only.measure.of?.columns[0] : null
  if (!column || column.unique || !having || more || having.measure.table !== column.table) return unfit()
  form.outputs = [{ measure: { ...(only as { measure: Measure }).measure, distinct: true }, shown: 'value' }]
  form.where = [{ kind: 'among', column, where: form.where, not: false, having }]
  form.having = []
}

/** What stands beside figures is grouped by. */
export function grouping(draft: Draft) {
  const { form } = draft
  const keys = form.outputs.flatMap((output) => ('key' in output ? [output.key] : []))
  if (draft.measured() && keys.length && !form.group.length) form.group = keys
  if (!draft.measured() && !form.group.length && form.order.some(({ by }) => isMeasure(by))) {
    if (keys.length === 0) draft.names(tableOf(draft.given.schema, draft.base))
    form.group = form.outputs.flatMap((output) => ('key' in output ? [output.key] : []))
  }
  if (form.having.length && !form.group.length) {
    if (keys.length) form.group = keys
    else tallied(draft)
  }
  if (form.group.length && !draft.measured() && !form.having.length && !form.order.some(({ by }) => isMeasure(by)))
    draft.value(draft.rows())
  if (draft.measured() && !form.group.length && (form.order.length || form.limit)) unfit()
  const [key, more] = form.group
  const month = key && !more && form.order.length === 0 ? monthNumber(draft.given.schema, key.column) : null
  if (month) form.order.push({ by: { key: { column: month } }, descending: false })
}

export function filling(draft: Draft) {
  const { form } = draft
  form.distinct = draft.with('DISTINCT', 'distinct').length > 0 && !draft.measured() && !form.group.length
  if (draft.with('DISTINCT', 'distinct').length && !form.distinct) {
    const counted = form.outputs.find((output) => isMeasure(output) && output.measure.of && output.measure.fn !== 'min')
    if (counted && isMeasure(counted)) counted.measure = { ...counted.measure, distinct: true }
    else unfit()
  }
  const rate = draft.with('PERCENT', 'rate', 'share', 'ratio')[0]
  const isOfWhole = asksOfWhole(draft)
  if (rate) percent(draft, isOfWhole ? 'ratio' : draft.role(rate))
  else if (isOfWhole) unfit()
  if (!form.outputs.length && !form.everything) {
    if (form.group.length) draft.names(tableOf(draft.given.schema, form.group[0]!.column.table))
    else if (draft.given.line.words[0] === 'when' && draft.either('when', [true, false], 1)) moment(draft)
    else draft.names(tableOf(draft.given.schema, draft.base))
  }
}

/** When something was, or was for the first or last time. */
function moment(draft: Draft) {
  const { words } = draft.given.line
  const end = words.includes('first') ? 'min' : words.includes('last') ? 'max' : null
  const { columns } = tableOf(draft.given.schema, draft.base)
  const parts = timeParts(columns)
  if (end && parts.length === 0) draft.value(draft.figure(end, draft.time()))
  else if (parts.length === 0) draft.show(draft.time())
  else for (const part of parts) draft.show(part)
}

/** Whether several keys connect two tables of a query, which does not say by which of them. */
export const lacksRole = ({ by, base }: Form, sql: string, { edges }: Schema): boolean => {
  const used = tablesIn(sql).add(base)
  const among = edges.filter(({ from, to }) => used.has(from.table) && used.has(to.table) && from.table !== to.table)
  return (
    !by &&
    among.some((one) =>
      among.some((other) => other !== one && other.from.table === one.from.table && other.to.table === one.to.table),
    )
  )
}

/** The key by which tables are joined that several keys connect. */
export function joining(draft: Draft) {
  const { edges } = draft.given.schema
  const { form } = draft
  const used = new Set([
    draft.base,
    ...form.outputs.flatMap((o) => ('key' in o ? [o.key.column.table] : [o.measure.table])),
    ...form.where.flatMap(columnsOf).map((column) => column.table),
    ...form.group.map(({ column }) => column.table),
    ...(form.joined ?? []),
    ...form.where.flatMap((one) => (one.kind === 'related' ? [one.table] : [])),
  ])
  const parallel = Map.groupBy(
    edges.filter((edge) => used.has(edge.to.table) || used.has(edge.from.table)),
    (edge) => `${edge.from.table} ${edge.to.table}`,
  )
  for (const group of parallel.values()) {
    if (group.length < 2 || !(used.has(group[0]!.to.table) && (used.has(group[0]!.from.table) || used.size > 1)))
      continue
    const { words } = draft.given.line
    const said = (column: Column) =>
      Number(
        SIDES.some(([name, word]) => column.words.some((one) => name.test(one)) && words.some((one) => word.test(one))),
      ) +
      column.words.filter(
        (word) => draft.given.question.toLowerCase().includes(word.slice(0, 5)) || words.includes(word),
      ).length
    form.by = draft.either(
      'by',
      group.map((edge) => edge.from).toSorted((a, b) => said(b) - said(a)),
      0.7,
    )
    return
  }
}

/** Values of a column that tells kinds of rows, as a part of these. */
const FEW = 0.7

/** Rows once for each row of another table that meets a condition, and rows once each. */
export function spreading(draft: Draft) {
  const { form } = draft
  apart(draft)
  if (draft.measured() || form.group.length || form.everything) return
  const far = form.where
    .flatMap(columnsOf)
    .map((column) => column.table)
    .filter(
      (table) =>
        table !== draft.base && (path(draft.given.schema, [draft.base], table) ?? []).some((step) => step.many),
    )
  if (far.length && draft.either('spread', [false, true], 0.7))
    form.joined = [...new Set([...(form.joined ?? []), ...far])]
  if (!form.distinct)
    form.distinct = isOfKinds(draft)
      ? draft.either('distinct', [true, false], 1)
      : draft.either('distinct', [false, true], 2)
}

/** Whether all that is shown is a column with few values for many rows: "which buildings have rooms for 50" names each once. */
function isOfKinds({ form, given }: Draft): boolean {
  const [only, other] = form.outputs
  if (!only || other || isMeasure(only) || only.key.grain || form.order.length > 0) return false
  const { column } = only.key
  const table = tableOf(given.schema, column.table)
  return !column.numeric && !column.made && column.distinct <= FEW * table.rows && !nameColumns(table).includes(column)
}

/** Several that are named stand each in a row of its own: "pure alcohol in Germany and France", "births in 1999 compared to 1994". */
function apart(draft: Draft) {
  const { form } = draft
  const named = form.where
    .flatMap((one) => (one.kind === 'any' ? one.parts : [one]))
    .flatMap((one): Key[] => {
      if (one.kind === 'compare')
        return one.operator === '=' && (!one.column.numeric || one.column.words.includes('year'))
          ? [{ column: one.column }]
          : []
      return one.kind === 'period' && /^\d{4}$/.test(one.label) ? [{ column: one.column, grain: 'year' }] : []
    })
  const several = named.find((key, at) => named.findIndex((other) => sameKey(key, other)) < at)
  if (!several || form.everything || form.outputs.some((output) => 'key' in output && sameKey(output.key, several)))
    return
  // Figures of two times that are added up are compared, so each stands for itself.
  const isCompared = (several.grain !== undefined || several.column.words.includes('year')) && draft.measured()
  // A list of figures without what each is of tells nothing.
  const isBare = !draft.measured() && form.outputs.every((output) => 'key' in output && isFigure(output.key.column))
  if (!draft.either('apart', isCompared || isBare ? [true, false] : [false, true], 0.7)) return
  form.outputs.unshift({ key: several })
  if (draft.measured()) form.group.push(several)
}

const wordBefore = ({ given }: Draft, at: number): string =>
  given.line.words.slice(0, at).findLast((word) => !/^(?:the|all|those|these|T|C)$/.test(word)) ?? ''

/** A share: of each group in all, of one figure in another, or of what meets a condition in all, be that rows or what a figure adds up to. */
function percent(draft: Draft, role: string) {
  const { form } = draft
  if (role === 'share') {
    const isGrouped = (key: Key) => form.group.some((one) => sameKey(one, key))
    const figure = form.outputs.find((one) => 'key' in one && isFigure(one.key.column) && !isGrouped(one.key))
    if (figure)
      form.outputs = form.outputs.flatMap((one) =>
        one === figure ? { measure: draft.added(one), shown: 'value' as const } : isMeasure(one) ? [] : one,
      )
    const output =
      form.outputs.find(isMeasure) ??
      (form.group.length ? { measure: draft.counted(draft.base), shown: 'value' as const } : unfit())
    if (!form.outputs.includes(output)) form.outputs.push(output)
    output.shown = 'share'
    return
  }
  const { true: figures = [], false: keys = [] } = Object.groupBy(form.outputs, (output) =>
    String(isMeasure(output) || (isFigure(output.key.column) && !form.group.some((key) => sameKey(key, output.key)))),
  )
  const measures = figures.map(draft.added)
  const measure = role === 'ratio' ? ratioOf(draft, measures) : { ...wholeOf(draft, measures), where: [partOf(draft)] }
  // "What share of the countries" is of all of them: of one row alone all or nothing meets a condition.
  form.outputs = measure.of ? keys : keys.filter((output) => isMeasure(output) || !output.key.column.unique)
  form.outputs.push({ measure, shown: 'rate' })
  if (!form.group.length) form.group = form.outputs.flatMap((output) => ('key' in output ? [output.key] : []))
}

/** What a condition cuts a share out of: the figure that is named, else rows, or what they come to. */
function wholeOf(draft: Draft, [figure, other]: Measure[]): Measure {
  if (other || (figure && figure.fn !== 'sum' && figure.fn !== 'count')) return unfit()
  if (figure) return figure
  const rows = draft.counted(draft.base)
  const amount = draft.amount(draft.base)
  const table = tableOf(draft.given.schema, draft.base)
  // Of things that have a key or a name the rows are meant first.
  const isOfGroups =
    isGrid(table) && nameColumns(table).length === 0 && !table.columns.some((one) => one.unique && isId(one))
  return draft.either('whole', amount ? (isOfGroups ? [amount, rows] : [rows, amount]) : [rows], 1)
}

/** The condition that makes the part. */
function partOf(draft: Draft): Condition {
  const { form } = draft
  const place = (one: Condition) => draft.said.get(one) ?? 0
  const said = form.where.toSorted((a, b) => place(a) - place(b))
  const [first = unfit(), last = first] = [said[0], said.at(-1)]
  // "Of the freelancers turned out bad", but "of sunny days in Seattle".
  const isScope = /^(?:in|at|on|for|from|among|amongst|within|during|by)$/.test(wordBefore(draft, place(last)))
  const parts = first === last ? [first] : isScope ? [first, last] : [last, first]
  // "The share of Asia in 2007" is of all that was then.
  const isOfTime = (one: Condition) => one.kind === 'period' || columnsOf(one).some(isTime)
  parts.sort((a, b) => Number(isOfTime(a)) - Number(isOfTime(b)))
  const part = draft.either('part', parts, 0.7)
  if (part.kind === 'extreme') unfit()
  form.where = form.where.filter((one) => one !== part)
  return part
}

/** What a column is added up of. */
const made = (column: Column): Set<Column> =>
  column.made?.kind === 'both' && column.made.by === '+'
    ? new Set([...made(column.made.of), ...made(column.made.and)])
    : new Set([column])

/** Whether a share is of one figure in what it is a part of: "labour as a share of the total cost". */
function asksOfWhole({ items }: Draft): boolean {
  const figures = items.flatMap(({ mention }) => mention?.columns[0]?.column ?? [])
  const isPart = (one: Column) => figures.some((other) => other !== one && made(other).has(one))
  return items.some(({ kind }) => kind === 'PERCENT') && figures.some(isPart)
}

/** One figure as a part of another: "the tip as a percentage of the bill", "what share of the budget was rent". */
function ratioOf(draft: Draft, [first = unfit(), second = unfit(), other]: Measure[]): Measure {
  const [a, b] = [first, second].map(({ fn, of }) => (fn === 'sum' && of ? of.columns[0]! : unfit())) as [
    Column,
    Column,
  ]
  if (other || a === b || a.table !== b.table) unfit()
  const { words, tags } = draft.given.line
  const at = draft.with('PERCENT', 'rate', 'share', 'ratio')[0]!.at
  const places = words.flatMap((word, place) => (/^(?:C|THAN)$/.test(word) && tags[place] ? [place] : []))
  const between = words.slice((places[0] ?? 0) + 1, places.at(-1))
  // "What percentage of the bill is the tip" begins with the whole.
  const isWholeFirst = (places[0] ?? 0) > at && !between.some((word) => /^(?:in|to|among|of|on)$/.test(word))
  const ways: [Column, Column][] = [
    [a, b],
    [b, a],
  ]
  // Labour is a part of labour plus material.
  const isPart = ([part]: [Column, Column]) => !made(part).has(part === a ? b : a)
  const [part, whole] = draft.either('ratio', (isWholeFirst ? ways.toReversed() : ways).filter(isPart), 0.7)
  return { fn: 'sum', table: part.table, of: { columns: [part], over: [whole] } }
}
