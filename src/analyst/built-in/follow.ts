import { periodBefore } from './dates.ts'
import { type Condition, columnsOf, type Fn, type Form, isMeasure, type Key, type Output, sameKey } from './form.ts'
import type { Token } from './lex.ts'
import type { Mention } from './link.ts'
import type { Pieces } from './reading/reading.ts'
import { type Schema, tableOf, timeColumn } from './schema.ts'

const EDITING =
  /^(?:ok(?:ay)?,? )?(?:and|but|only|just|now|what about|how about|what if|same|also|instead|without|exclud\w*|except|not|by|per|as|break|split|group|compare|then|make|limit|include|keep|remove|drop|add|show (?:it|that|them|this|only|as)|do (?:it|that|the same)|sort|order|over time|with|or) /i
const LOOSE =
  /^(?:top|bottom|first|last|for|in|on|since|until|before|after|during|from|between|this|monthly|weekly|daily|yearly|quarterly|sorted|descending|ascending|the|\d|q[1-4]|over time|average|total|percent|share|which)\b/i
const ASKING = /\b(?:how many|how much|number of|which|what is|what are|what was|who|list|show me|find)\b/i

const namesTable = (mention: Mention) => mention.kind === 'table' && mention.tables[0]!.score >= 0.9

const FIGURE = /^(?:average|avg|mean|median|total|sum|number|count|many|much|share|percentage|highest|lowest)$/
const GROUPS = /^(?:per|by|each|every)$/
const LENGTH = /^(?:hour|day|weekday|week|month|quarter|year)s?$/
/** What speaks of the query before. */
const REFERS = /\b(?:only|just|instead|same|also|too|as well|again|now|those|these|them|it)\b/i

/** "Average finish time per age group" says its figure and its groups itself, and so asks anew, of all rows. */
function standsAlone(question: string, tokens: Token[], mentions: Mention[]): boolean {
  const at = tokens.findIndex(({ lower }, place) => place > 0 && GROUPS.test(lower))
  const isNamed = (from: number, to: number) =>
    mentions.some(({ kind, start, end }) => kind !== 'value' && start >= from && end <= to)
  const isOfLength = tokens.slice(at + 1).some(({ lower }) => LENGTH.test(lower))
  return (
    at > 0 &&
    tokens.slice(0, at).some(({ lower }) => FIGURE.test(lower)) &&
    isNamed(0, at) &&
    (isOfLength || isNamed(at + 1, tokens.length)) &&
    !REFERS.test(question)
  )
}

/** Whether a question edits the query before it rather than asking anew. */
export function isFollowUp(question: string, tokens: Token[], mentions: Mention[]): boolean {
  const names = mentions.some(namesTable)
  const text = question.trim()
  const bare = text.replace(/^(?:what about|how about|and|but|ok(?:ay)?,?|now)\s+/i, '')
  if (ASKING.test(bare) && names && !/^by\b/i.test(bare)) return false
  if (/^(?:what|how) about\b/i.test(text)) return true
  if (EDITING.test(`${text} `)) return true
  return !names && !standsAlone(question, tokens, mentions) && (LOOSE.test(text) || text.split(/\s+/).length <= 3)
}

const sameColumn = (a: Condition, b: Condition) =>
  columnsOf(a).length > 0 && columnsOf(a)[0] === columnsOf(b)[0] && a.kind !== 'null'

function narrowed(previous: Condition[], added: Condition[], also: boolean): Condition[] {
  let where = [...previous]
  for (const condition of added) {
    const replaced = where.filter((c) => !sameColumn(c, condition))
    const old = where.find((c) => sameColumn(c, condition))
    if (
      also &&
      old?.kind === 'compare' &&
      condition.kind === 'compare' &&
      typeof old.value !== 'boolean' &&
      typeof condition.value !== 'boolean'
    )
      where = [...replaced, { kind: 'in', column: old.column, values: [old.value, condition.value], not: false }]
    else where = [...replaced, condition]
  }
  return where
}

const COMPARING = /^(?:(?:and|now|please|ok(?:ay)?),? )?(?:compare|compared|comparison|versus|vs|against)\b/i

/** "compare with 2024" after a question of 2025: both periods side by side; null when there are no two periods. */
function besidePeriod(form: Form, added: Condition[]): Form | null {
  const [period, second] = added
  const before = second ?? form.where.find((c) => period && sameColumn(c, period))
  if (!period || added.length > 2 || !before || !isPeriod(period) || !isPeriod(before)) return null
  const column = columnsOf(period)[0]!
  const same = period.kind === 'period' && before.kind === 'period' && period.from === before.from
  const other = same ? { ...period, ...periodBefore(period, 'year') } : period
  const where: Condition[] = [
    ...form.where.filter((c) => !sameColumn(c, period)),
    { kind: 'any', parts: inTime([before, other]) },
  ]
  if (form.group.some((key) => key.grain)) return { ...form, where }
  const years = [before, period].every((one) => one.kind === 'period' && startsYear(one))
  const key: Key = { column, grain: years ? 'year' : 'month' }
  return {
    ...form,
    where,
    group: [key, ...form.group],
    everything: false,
    outputs: [
      { key },
      ...(form.outputs.some(isMeasure)
        ? form.outputs
        : [{ measure: { fn: 'count' as const, table: form.base, of: null }, shown: 'value' as const }]),
    ],
    order: [{ by: { key }, descending: false }, ...form.order],
    limit: null,
  }
}

const isPeriod = (condition: Condition) =>
  condition.kind === 'period' ? !condition.not : condition.kind === 'compare' && condition.column.temporal
/** The earlier of two periods first. */
const inTime = (periods: Condition[]) => {
  const from = (one: Condition) => (one.kind === 'period' ? (one.from ?? '') : '')
  return periods.toSorted((a, b) => from(a).localeCompare(from(b)))
}
/** Whether a period is a year or its days so far. */
const startsYear = ({ from, to }: Condition & { kind: 'period' }) =>
  from?.slice(4) === '-01-01' && to !== null && Date.parse(to) - Date.parse(from) > 28 * 86_400_000

/** The query before with what a follow-up changes; null when the follow-up changes nothing. */
export function followed(previous: Form, pieces: Pieces, question: string, schema: Schema): Form | null {
  if (!pieces.used) return null
  const also = /\b(?:also|too|as well|in addition|additionally|further)\b/i.test(question)
  const form: Form = {
    ...previous,
    outputs: [...previous.outputs],
    group: [...previous.group],
    order: [...previous.order],
  }
  const beside =
    COMPARING.test(question) || pieces.where.filter(isPeriod).length === 2 ? besidePeriod(form, pieces.where) : null
  if (beside) return beside
  form.where = narrowed(previous.where, pieces.where, also)
  const measures = pieces.outputs.filter(isMeasure)
  const columns = pieces.outputs.filter((output) => !isMeasure(output))
  const other = pieces.tables.find(
    (table) => table !== previous.base && !previous.where.some((c) => c.kind === 'related' && c.table === table),
  )
  const counted = previous.outputs.some((o) => isMeasure(o) && !o.measure.of)
  if (measures.length) replaceMeasures(form, measures, also)
  else if (other && counted && !pieces.where.length) {
    replaceMeasures(form, [{ measure: { fn: 'count', table: other, of: null }, shown: 'value' }], also)
    form.base = other
    form.group = form.group.map((key) => retimed(key, other, schema))
    form.outputs = form.outputs.map((output) =>
      'key' in output ? { key: retimed(output.key, other, schema) } : output,
    )
    form.order = form.order.map((order) =>
      'key' in order.by ? { ...order, by: { key: retimed(order.by.key, other, schema) } } : order,
    )
  }
  const figure =
    pieces.group.length === 1 &&
    !pieces.group[0]!.grain &&
    form.order[0] &&
    isMeasure(form.order[0].by) &&
    form.limit !== null
      ? pieces.group[0]!.column
      : null
  // "by quantity instead" after "top 5 products by revenue" ranks by another figure.
  if (figure?.numeric && figure.role === 'measure') {
    const measure: Output = { measure: { fn: 'sum', table: figure.table, of: { columns: [figure] } }, shown: 'value' }
    const { limit, limitPerGroup } = form
    replaceMeasures(form, [measure], false)
    form.order = [{ by: measure, descending: true }]
    form.limit = limit
    form.limitPerGroup = limitPerGroup
  } else if (pieces.group.length) regroup(form, pieces, also || /\b(?:and|break|split|down)\b/i.test(question))
  else if (columns.length && !form.everything) {
    const hasMeasures = form.outputs.some(isMeasure)
    const extra = columns.filter((o) => !form.outputs.some((x) => 'key' in x && 'key' in o && sameKey(x.key, o.key)))
    if (hasMeasures && !pieces.ranked)
      regroup(form, { ...pieces, group: extra.flatMap((o) => ('key' in o ? [o.key] : [])) }, also)
    else if (!hasMeasures) form.outputs.push(...extra)
  }
  if (pieces.fn && !measures.length && pieces.fn !== 'count') refit(form, pieces.fn)
  if (pieces.shown !== 'value') show(form, pieces.shown)
  const first = form.outputs.find(isMeasure)
  if (pieces.ranked) {
    form.order = [{ by: pieces.ranked.by, descending: pieces.ranked.descending }]
    form.limit = pieces.ranked.limit
  } else if (pieces.limit) {
    const by: Output | undefined = first ?? previous.order[0]?.by
    if (by) form.order = [{ by, descending: pieces.descending ?? true }]
    form.limit = pieces.limit
  } else if (pieces.order.length) form.order = pieces.order
  else if (pieces.descending !== null && (first ?? form.outputs[0]))
    form.order = [{ by: (first ?? form.outputs[0])!, descending: pieces.descending }]
  return form
}

/** A time grain over the dates of the table that is counted now. */
function retimed(key: Key, table: string, schema: Schema): Key {
  const own = key.grain ? timeColumn(tableOf(schema, table)) : null
  return own ? { ...key, column: own } : key
}

function replaceMeasures(form: Form, measures: Output[], also: boolean) {
  const keys = form.outputs.filter((output) => !isMeasure(output))
  const kept = also ? form.outputs.filter(isMeasure) : []
  form.outputs = [...(form.group.length ? keys : []), ...kept, ...measures]
  form.everything = false
  form.order = form.order.filter((order) => !isMeasure(order.by))
  if (form.limit && form.group.length) form.order = [{ by: measures[0]!, descending: true }]
  else form.limit = null
}

/** The same measures by another aggregate. */
function refit(form: Form, fn: Fn) {
  const change = (output: Output): Output =>
    isMeasure(output) && output.measure.of ? { ...output, measure: { ...output.measure, fn } } : output
  form.outputs = form.outputs.map(change)
  form.order = form.order.map((order) => ({ ...order, by: change(order.by) }))
}

function regroup(form: Form, pieces: Pieces, keep: boolean) {
  // One time takes the place of another, and two periods side by side stay two.
  const instead = (key: Key) => pieces.group.some((g) => sameKey(g, key) || (g.grain && key.grain))
  const sides = form.where.some((c) => c.kind === 'any' && c.parts.every((part) => part.kind === 'period'))
  const kept = form.group.filter((key) => !instead(key) && (keep || (sides && key.grain)))
  const group = [...pieces.group, ...kept]
  let measures: Output[] = form.outputs.filter(isMeasure)
  if (!measures.length) measures = [{ measure: { fn: 'count', table: form.base, of: null }, shown: 'value' }]
  form.outputs = [...group.map((key) => ({ key })), ...measures]
  form.group = group
  form.everything = false
  form.distinct = false
  const time = group.filter((key) => key.grain)
  const ranked = form.order[0] && isMeasure(form.order[0].by) && !time.length
  if (!ranked) {
    const by = measures[0]
    form.order = time.length
      ? time.map((key) => ({ by: { key }, descending: false }))
      : by
        ? [{ by, descending: true }]
        : []
    form.limit = null
  }
}

function show(form: Form, shown: Pieces['shown']) {
  if (shown === 'share' && !form.group.length) {
    const filters = form.where.filter((c) => c.kind !== 'period')
    const measure = form.outputs.find(isMeasure)
    if (!filters.length || !measure) return
    form.outputs = [{ measure: { ...measure.measure, where: filters }, shown: 'rate' }]
    form.where = form.where.filter((c) => c.kind === 'period')
    return
  }
  form.outputs = form.outputs.map((output) => (isMeasure(output) ? { ...output, shown } : output))
  form.order = form.order.map((order) => (isMeasure(order.by) ? { ...order, by: { ...order.by, shown } } : order))
}
