import { makeColumn } from '../built-in/derived-columns.ts'
import { type Condition, isMeasure, type Output } from '../built-in/form.ts'
import { path } from '../built-in/join.ts'
import type { Column } from '../built-in/schema.ts'
import { isId, tableOf } from '../built-in/schema.ts'
import { asksGrowth } from './differences.ts'
import { type Draft, flagOf } from './draft.ts'
import type { Item } from './items.ts'
import { unfit } from './links.ts'
import { isFigure, isGrid } from './rows.ts'
import { spanOf, timeParts } from './spans.ts'
import { OPERATION_OF } from './words.ts'

const NONE = /^(?:none|no|nothing|unknown|missing|n\/?a|not .*|-)$/i

/** How a column without blanks says that there is none: nought, or a value that says so. @param not there is some */
function ofNone(column: Column, not: boolean): Condition | null {
  if (isFigure(column) && column.min !== null && Number(column.min) === 0)
    return { kind: 'compare', column, operator: not ? '>' : '=', value: 0 }
  const value = column.numeric ? undefined : column.values.find((one) => NONE.test(one))
  return value === undefined ? null : { kind: 'compare', column, operator: not ? '<>' : '=', value }
}

/** Whether a question asks for what is not there. */
const asksMissing = (question: string) =>
  question
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => word === 't' || word === 'never' || OPERATION_OF.get(word)?.includes('null'))

/** "How much" of what no word says: "how much rain" asks for rain alone. */
const asksAmount = (words: string[]) =>
  /^(?:did|do|does|was|were|is|are|has|have|had|money|[TCVP])$/.test(words[words.indexOf('SUM') + 1] ?? '') &&
  words.includes('SUM')

/** "How did it develop": where no figure is named, that of the table. */
const asksCourse = (question: string) =>
  /\bhow (?:did|do|does|has|have) .*\b(?:develop|evolve|change|go|grow)(?:ed|d|ne|n)?\b/i.test(question)

const OF_TIMES = /\b(?:when|dates?|days?|times?)\b/i

/** What is shown, and what it is grouped by. */
export function outputs(draft: Draft) {
  const { form } = draft
  for (const item of draft.items) {
    const role = draft.role(item)
    if (item.kind === 'T' && role !== 'skip') {
      const table = draft.table(item)
      if (role === 'show') draft.names(table)
      else if (role === 'all') {
        if (form.everything || table.name !== draft.base) unfit()
        form.everything = true
      } else if (role === 'key') draft.show(draft.keyOf(table))
      else if (role === 'count') draft.value(table.name === draft.base ? draft.rows() : draft.counted(table.name))
      else if (role === 'join') {
        if (table.name === draft.base) unfit()
        form.joined = [...(form.joined ?? []), table.name]
      } else if (role === 'group' || role === 'groupkey') {
        if (item.mention!.guessed) unfit()
        const key = draft.keyOf(table)
        draft.group(key)
        if (role === 'groupkey') draft.show(key)
        else draft.names(table)
      }
    }
    if (item.kind === 'C') outputOf(draft, item, roleBeside(draft, item, role))
    if (item.kind === 'THAN' && role === 'less') {
      const first = draft.figureBefore(item)
      if (!/^(?:top|low)$/.test(draft.role(first))) {
        const difference = draft.difference(first, item)
        form.outputs = form.outputs.filter((one) => isMeasure(one) || one.key.column !== difference.of!.columns[0])
        if (!asksGrowth(draft.given.question)) draft.value(difference)
        else draft.value({ ...difference, of: { ...difference.of!, over: difference.of!.less! } }, 'rate')
      }
    }
    if (role === 'sizeagg') draft.value(draft.figure(item.kind === 'MOST' ? 'max' : 'min', draft.size()))
    // "How many days" asks for a time that rows take.
    const isOfSpan = draft.with('G', 'span').some(({ at }) => at === item.at + 1)
    if (item.kind === 'COUNT' && role === 'rows' && !isOfSpan) draft.value(draft.rows())
    if (item.kind === 'G' && role === 'span') {
      const span = spanOf(draft.given.schema, draft.base) ?? unfit()
      if (draft.given.line.words.includes('AVG')) draft.value(draft.figure('avg', span))
      else draft.show(span)
    }
    if (item.kind === 'G' && role === 'group' && item.tag.startsWith('decade')) {
      const decade = makeColumn(draft.given.schema, { kind: 'decade', of: draft.course() })
      draft.group(decade)
      draft.show(decade)
    } else if (item.kind === 'G' && role === 'group') {
      const grain = draft.given.line.tagged.grains.get(item.tag)
      const parts = timeParts(tableOf(draft.given.schema, draft.base).columns)
      if (grain === 'day' && parts.length > 1) {
        for (const part of parts) draft.show(part)
        continue
      }
      const time = grain ? draft.time() : draft.course()
      // Where each row stands for a time, its figures are shown as they are.
      const isRow =
        grain === 'day' &&
        time.type === 'DATE' &&
        draft.either(`${item.tag}day`, item.at === 0 ? [true, false] : [false, true], 0.7)
      if (!isRow && (grain || !time.unique)) draft.group(time, grain)
      draft.show(time, isRow ? undefined : grain)
    }
    if (item.kind === 'S' && (role === 'agg' || role === 'group')) {
      const column = draft.byAdjective(item)
      draft.value(draft.figure(draft.adjective(item.at).descending ? 'max' : 'min', column))
    }
  }
  // "How much did they give": where no figure is named, it is that of the table.
  const isFigured = form.outputs.some((output) => isMeasure(output) || isFigure(output.key.column))
  if ((asksAmount(draft.given.line.words) || asksCourse(draft.given.question)) && !isFigured) {
    const amount = draft.amount(draft.base)
    if (amount && draft.either('amount', [true, false], 1)) draft.value(amount)
  }
  // Two values that are compared make the groups.
  for (const item of draft.with('V', 'vs')) {
    const column = draft.hit(item).column
    if (form.group.some((key) => key.column === column)) continue
    draft.group(column)
    draft.show(column)
  }
  if (form.everything && form.outputs.length) unfit()
}

/** Whether the question speaks of two times: 2016 and 2017. */
const ofTwoTimes = (draft: Draft): boolean =>
  [...draft.with('P', 'in', 'or'), ...draft.with('N', 'cmp', 'or')].filter(
    ({ kind, tag }) => kind === 'P' || draft.given.line.tagged.numbers.get(tag)?.year,
  ).length > 1

/** The column of a part; "city" of a table that has only codes of cities may mean what they are called by. */
function named(draft: Draft, item: Item): Column {
  const column = draft.column(item)
  if (!isId(column) || item.mention!.columns.some(({ column: other }) => !isId(other))) return column
  const table = tableOf(draft.given.schema, column.table)
  const [name] = draft.given.resolver.names(table)
  const isAsked = column.words.length > 1 && !/\b(?:ids?|codes?|keys?|numbers?)\b/i.test(draft.given.question)
  return isAsked && name && !isId(name) ? draft.either(`${item.tag}name`, [name, column], 0.7) : column
}

/** "The most expensive per square metre" divides by the area, and nothing ranks by what comes after "per". */
function roleBeside(draft: Draft, item: Item, role: string): string {
  const before = draft.given.line.words.slice(0, item.at).join(' ')
  if (!before.endsWith('EACH') || !item.mention!.columns.some(({ column }) => isFigure(column))) return role
  if (/\bS (?:T )?EACH$/.test(before)) return 'per'
  if (/^(?:top|low|desc|asc|size|e?max|e?min|cond)$/.test(role)) unfit()
  return role
}

function outputOf(draft: Draft, item: Item, role: string) {
  const numeric = (column: Column) => (column.numeric && !isId(column) ? 0.2 : 0)
  // "Who signed most often" asks for no time.
  if (item.mention!.deed && /^(?:out|groupq?|common|rare)$/.test(role) && !OF_TIMES.test(draft.given.question)) unfit()
  switch (role) {
    case 'out': {
      const column = named(draft, item)
      // Of figures that stand once for each time or group, and of those of two times, the question may mean what they come to.
      const isMany =
        isGrid(tableOf(draft.given.schema, column.table)) || ofTwoTimes(draft) || draft.with('G', 'group').length > 0
      if (isFigure(column) && isMany && draft.either(`${item.tag}sum`, [false, true], 0.7))
        return draft.value(draft.figure('sum', column))
      // A quarter or a day is told with its year where each row stands for one.
      const parts = timeParts(tableOf(draft.given.schema, column.table).columns)
      if (parts.at(-1) === column && parts.length > 1 && draft.either(`${item.tag}parts`, [true, false], 0.7))
        for (const part of parts) draft.show(part)
      else draft.show(column)
      return
    }
    case 'count':
    case 'countd': {
      // "How many joined": those who did.
      if (item.mention!.deed) return draft.value(draft.counted(draft.column(item).table))
      return draft.value(draft.figure('count', draft.column(item), role === 'countd'))
    }
    case 'sum':
    case 'avg':
    case 'min':
    case 'max':
      return draft.value(draft.figure(role, draft.column(item, numeric)))
    case 'size': {
      const column = named(draft, item)
      return column.numeric || column.temporal ? unfit() : draft.show(column)
    }
    case 'med':
      return draft.value(draft.figure('median', draft.column(item, numeric)))
    case 'aggs': {
      const { words } = draft.given.line
      const column = draft.column(item, numeric)
      const fns = { AVG: 'avg', SUM: 'sum', MOST: 'max', LEAST: 'min' } as const
      let found = 0
      for (let at = Math.max(0, item.at - 9); at < item.at; at++) {
        const fn = fns[words[at] as keyof typeof fns]
        if (!fn) continue
        draft.value(draft.figure(fn, column))
        found++
      }
      return found > 1 ? undefined : unfit()
    }
    case 'group':
    case 'common':
    case 'rare': {
      const column = named(draft, item)
      draft.group(column)
      draft.show(column)
      return
    }
    case 'groupq':
      return draft.group(named(draft, item))
    case 'yes':
    case 'no': {
      const column = draft.column(item, (one) => (flagOf(one) ? 0.3 : -0.3))
      const values = flagOf(column)?.[role]
      const flagged: Condition = !values
        ? (ofNone(column, role === 'yes') ?? unfit())
        : values.length === 1
          ? { kind: 'compare', column, operator: '=', value: values[0]! }
          : { kind: 'in', column, values: values.map(String), not: false }
      draft.said.set(flagged, item.at)
      draft.form.where.push(flagged)
      return
    }
    case 'per': {
      const first = draft.items.find((one) => one.kind === 'C' && one.at < item.at)
      // "The most expensive per square metre".
      const ranked = draft.items.find((one) => one.kind === 'S' && one.at < item.at)
      const column = first
        ? draft.figureOf(draft.figureBefore(item))
        : ranked
          ? draft.byAdjective(ranked)
          : draft.amount(draft.base)?.of?.columns[0]
      if (column && !isFigure(column)) return unfit()
      const over = draft.figureOf(item)
      if (!column || column === over) return unfit()
      // "Per 100,000 people".
      const scale = draft.items.find((one) => one.kind === 'N' && one.at === item.at - 1 && draft.role(one) === 'skip')
      const isOf = (output: Output) =>
        'key' in output ? output.key.column === column : output.measure.of?.columns[0] === column
      draft.form.outputs = draft.form.outputs.filter((output) => !isOf(output))
      const of = { columns: [column], over: [over], ...(scale ? { times: draft.number(scale) } : {}) }
      return draft.value({ fn: 'avg', table: column.table, of })
    }
    case 'null':
    case 'notnull': {
      const column = draft.column(item)
      const not = role === 'notnull'
      // "Which branch" and "by branch" ask for those that there are.
      const before = draft.given.line.words[item.at - 1] ?? ''
      if (!not && /^(?:which|what|EACH|by)$/.test(before) && !asksMissing(draft.given.question)) unfit()
      const blank: Condition = { kind: 'null', column, not }
      // "Shows without a sponsor" have no row in which one stands.
      const isOfRows = path(draft.given.schema, [draft.base], column.table)?.some(({ many }) => many)
      const none: Condition | null = isOfRows
        ? { kind: 'related', table: column.table, not: !not, where: [] }
        : ofNone(column, not)
      draft.form.where.push(
        draft.either(
          `${item.tag}none`,
          !none ? [blank] : column.nulls > 0 ? [blank, none] : isOfRows ? [none] : [none, blank],
          1,
        ),
      )
    }
  }
}
