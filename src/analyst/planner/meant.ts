import { root, stem } from '#base/stems.ts'
import { wordsOf } from '#base/text.ts'
import { MONTH, QUARTER_ALONE } from '../built-in/dates.ts'
import { makeColumn } from '../built-in/derived-columns.ts'
import {
  type Condition,
  columnsOf,
  type Form,
  isMeasure,
  type Key,
  type Measure,
  type Output,
  type Overall,
  withKeys,
  withMeasures,
  withOutputs,
} from '../built-in/form.ts'
import { path } from '../built-in/join.ts'
import { GOODS } from '../built-in/money.ts'
import { Resolver } from '../built-in/resolve.ts'
import {
  type Column,
  isId,
  isLate,
  isOfThings,
  isSince,
  nameColumns,
  type Schema,
  tableOf,
  timeColumn,
} from '../built-in/schema.ts'
import { comesInParts } from '../built-in/totals.ts'
import { ofDocuments } from './documents.ts'
import { flagOf } from './draft.ts'
import { ofDone } from './lateness.ts'
import { isNamed } from './named.ts'
import { ofEvents, ofParticipants } from './participants.ts'
import { isFigure, isOfEachRow } from './rows.ts'
import { KIN_OF } from './words.ts'

/** A query as it is meant by what its tables are, whoever read it. */
export const meant = (form: Form, question: string, schema: Schema): Form =>
  [
    ofAbsent,
    ofNone,
    ofNearestTime,
    ofDeedsThen,
    ofParticipants,
    ofClock,
    ofEveryYear,
    ofSoldGoods,
    inTotals,
    ofDocuments,
    perPeriod,
    perRow,
    ofAll,
    ofTimes,
    inAll,
    ofDone,
    counted,
    ofFlags,
    once,
    ofWay,
    inGroups,
    withAmount,
    withName,
    inRates,
    inRevenue,
  ].reduce((all, put) => put(all, question, schema), form)

const HOW_MANY = /^\W*(?:(?:and|so|but|please) )*how many (\p{L}+)/iu
/** "How many pupils borrowed more than 5 books" asks for a number of them. */
function counted(form: Form, question: string, schema: Schema): Form {
  const said = stem(HOW_MANY.exec(question)?.[1]?.toLowerCase() ?? '')
  const isAsked = tableOf(schema, form.base).words.includes(said)
  const isList = form.group.length + form.having.length === 0 && form.limit === null && !form.outputs.some(isMeasure)
  if (!isAsked || !isList || /\b(?:which|list|show|who|names?)\b/i.test(question)) return form
  const measure: Measure = { fn: 'count', table: form.base, of: null }
  return { ...form, everything: false, order: [], outputs: [{ measure, shown: 'value' }] }
}

/** "How many helpers are there" of rows that say whether they are: those that do. */
function ofFlags(form: Form): Form {
  const [one, other] = form.outputs
  const column = one && isMeasure(one) && one.measure.fn === 'count' ? one.measure.of?.columns[0] : undefined
  const yes = column && !other ? flagOf(column)?.yes[0] : undefined
  if (!column || yes === undefined || !isMeasure(one!) || form.where.some((part) => columnsOf(part).includes(column)))
    return form
  const measure: Measure = { fn: 'count', table: column.table, of: null }
  const isSo: Condition = { kind: 'compare', column, operator: '=', value: yes }
  return { ...form, outputs: [{ ...one!, measure }], where: [...form.where, isSo] }
}

/** Groups that are picked by what none of their rows is are told once each. */
function once(form: Form): Form {
  const [shown, other] = form.outputs
  if (!shown || other || isMeasure(shown) || shown.key.column.unique || form.group.length > 0) return form
  const isPicked = form.where.some((one) => one.kind === 'among' && one.column === shown.key.column)
  return isPicked ? { ...form, distinct: true } : form
}

/** "Paid by card" says but the way, and not that it is paid as well. */
function ofWay(form: Form, question: string): Form {
  const isOfVerb = (verb: string) => (word: string) => KIN_OF.get(verb)?.has(word) || root(word) === root(verb)
  const isSaid = (flag: Condition) =>
    flag.kind === 'compare' &&
    flagOf(flag.column) !== null &&
    form.where.some((one) => {
      const verb = flag.column.words.at(-1)!
      return (
        one !== flag &&
        one.kind === 'compare' &&
        one.column.table === flag.column.table &&
        one.column.words.some(isOfVerb(verb)) &&
        new RegExp(
          `\\b${RegExp.escape(verb)}\\w* (?:by|in|with|via|using|through) (?:an? |the )?${RegExp.escape(String(one.value))}`,
          'i',
        ).test(question)
      )
    })
  return form.where.length > 1 ? { ...form, where: form.where.filter((one) => !isSaid(one)) } : form
}

/** Groups do not fall apart by a key that is not shown: the most borrowed authors are no rows of books. */
function inGroups(form: Form, _: string, schema: Schema): Form {
  const shown = form.outputs.flatMap((one) => ('key' in one ? [one.key.column] : []))
  const isOf = (key: Column) => (one: Column) =>
    one.table === key.table &&
    !isOfEachRow(one, schema) &&
    !isFigure(one) &&
    !nameColumns(tableOf(schema, one.table)).includes(one)
  const isKeyOf = ({ column }: Key) => column.unique && isId(column) && shown.length > 0 && shown.every(isOf(column))
  if (!form.group.some(isKeyOf)) return form
  const rest = form.group.filter((one) => !isKeyOf(one))
  const more = shown.filter((column) => !rest.some((one) => one.column === column))
  return { ...form, group: [...rest, ...more.map((column) => ({ column }))] }
}

const AND_HOW_MUCH =
  /\bhow many\b.*\band (?:for )?how much(?: money)?(?: (?:was|were|is|are) (?:it|that|they)| (?:did|do|does) (?:it|that|they) (?:cost|come to|make|bring in|amount to))?(?: in total| altogether)?[?.!]*$/i
/** "How many were paid by card, and for how much": what the rows that are counted come to is told beside their number. */
function withAmount(form: Form, question: string, schema: Schema): Form {
  const [one, other] = form.outputs.filter(isMeasure)
  const isCount = one && !other && one.shown === 'value' && one.measure.fn === 'count' && !one.measure.of
  const money = isCount && AND_HOW_MUCH.test(question) ? new Resolver(schema, []).money(one.measure.table) : null
  if (!one || !money?.columns.every(({ table }) => table === one.measure.table)) return form
  const amount: Output = { measure: { fn: 'sum', table: one.measure.table, of: money }, shown: 'value' }
  return { ...form, outputs: [...form.outputs, amount] }
}

/** Things are told by what they are called, and not by a key or the figure alone by which they are the first. */
function withName(form: Form, question: string, schema: Schema): Form {
  const { order, limit, group, everything, outputs } = form
  if (group.length > 0 || everything || outputs.length === 0) return form
  const { columns, key, words } = tableOf(schema, form.base)
  const isOwn = (fits: (column: Column) => boolean) =>
    outputs.every((one) => 'key' in one && columns.includes(one.key.column) && fits(one.key.column))
  const isOfTable = key?.words.every((word) => /^(?:id|key|no|number)$/.test(word) || words.includes(word))
  const isOfKey =
    isOfTable && isOwn((column) => column === key) && !/\b(?:ids?|keys?|numbers?|no|codes?)\b/i.test(question)
  const isOfFigure = limit !== null && order.length > 0 && isOwn(isFigure)
  if (!isOfKey && !isOfFigure) return form
  const names = nameColumns(tableOf(schema, form.base)).map((column): Output => ({ key: { column } }))
  return names.length > 0 ? { ...form, outputs: isOfKey ? names : [...names, ...outputs] } : form
}

const REVENUE_BEYOND =
  /\b(?:revenues?|turnover|takings)\b.*\b(?:more|over|above|exceed\w*|at least|less|under|below)\b|\b(?:more|over|above|at least|less|under|below)\b.*\b(?:revenues?|turnover|takings)\b/i
/** "Categories with revenue above 1,000": what all rows of each come to. */
function inRevenue(form: Form, question: string, schema: Schema): Form {
  const [money, factor] = REVENUE_BEYOND.test(question) ? (new Resolver(schema, []).money(null)?.columns ?? []) : []
  const keys = form.outputs.flatMap((one) => ('key' in one ? [one.key] : []))
  const isOfGroups =
    keys.length > 0 &&
    keys.length === form.outputs.length &&
    !keys.some(({ column, grain }) => grain || column === money || (column.unique && column.table === money?.table))
  if (!money || factor || !isOfGroups || form.limit !== null || form.everything) return form
  type Bound = { operator: '<' | '<=' | '>' | '>='; value: number | Overall }
  const bound = ({ operator, value }: { operator: string; value: unknown }): Bound[] =>
    typeof value === 'number' && /^[<>]=?$/.test(operator) ? [{ operator: operator as Bound['operator'], value }] : []
  const boundOf = (one: Form['having'][number]) => (one.measure.of?.columns[0] === money ? bound(one) : [])
  const said = (one: Condition): Bound[] => [
    ...('where' in one && Array.isArray(one.where) ? one.where.flatMap(said) : []),
    ...(one.kind === 'among' && one.having ? boundOf(one.having) : []),
    ...(one.kind === 'compare' && one.column === money ? bound(one) : []),
    ...(one.kind === 'average' && one.column === money && !one.fn && !one.within
      ? [{ operator: one.operator as Bound['operator'], value: 'groups' as const }]
      : []),
  ]
  const having = form.having.flatMap(boundOf)
  const [beyond, other] = [...form.where.flatMap(said), ...having]
  if (!beyond || other || form.having.length > having.length) return form
  const measure: Measure = { fn: 'sum', table: money.table, of: { columns: [money] } }
  return {
    ...form,
    distinct: false,
    where: form.where.filter((one) => said(one).length === 0),
    group: keys,
    having: [{ measure, ...beyond }],
    outputs: [...form.outputs, { measure, shown: 'value' }],
  }
}

const RANKED_SHARE = /\b(?:highest|lowest|largest|smallest|greatest|best|worst) (?:share|percentage|rate|proportion)\b/i
/** "Which industry has the highest share of trials that are converted": of its own trials, and not of all of them. */
function inRates(form: Form, question: string): Form {
  const [first, more] = form.order
  const [flag, other] = form.where.filter((one) => one.kind === 'compare' && flagOf(one.column) !== null)
  const isRanked = first && !more && form.limit !== null && form.group.length > 0 && RANKED_SHARE.test(question)
  if (!isRanked || !flag || other || !isMeasure(first.by)) return form
  const { measure } = first.by
  if (measure.fn !== 'count' || measure.of || columnsOf(flag)[0]!.table !== measure.table) return form
  const by: Output = { measure: { ...measure, where: [flag] }, shown: 'rate' }
  return {
    ...form,
    where: form.where.filter((one) => one !== flag),
    outputs: [...form.outputs.filter((one) => !isMeasure(one)), by],
    order: [{ ...first, by }],
  }
}

/** A period behind a negation: "without orders since June". */
const NONE_THEN =
  /\b(?:without|no|never|nothing|\w+n['’]t|not)\b.*\b(?:in|since|during|last|this|before|after|on|over|for)\b/i
/** A period is of the rows that there are none of, not of when what has none of them began, unless that is said. */
function ofAbsent(form: Form, question: string, schema: Schema): Form {
  const none = form.where.find((one) => (one.kind === 'related' || one.kind === 'among') && one.not)
  if ((none?.kind !== 'related' && none?.kind !== 'among') || !NONE_THEN.test(question)) return form
  const table = none.kind === 'related' ? none.table : (none.key ?? none.column).table
  const time = timeColumn(tableOf(schema, table))
  const period = form.where.find(
    (one) => one.kind === 'period' && (one.column.table === table || !isNamed(one.column, question)),
  )
  if (!time || period?.kind !== 'period' || none.where.some(({ kind }) => kind === 'period')) return form
  const column = period.column.table === table ? period.column : time
  const narrowed: Condition = { ...none, where: [...none.where, { ...period, column }] }
  return { ...form, where: form.where.flatMap((one) => (one === none ? narrowed : one === period ? [] : one)) }
}

const HAS_NONE = /\b(?:no|without(?: any)?|zero) (\p{L}+)/iu
/** "Campaigns with no conversions": none of their days has any, and not one of them. */
function ofNone(form: Form, question: string, schema: Schema): Form {
  const said = stem(HAS_NONE.exec(question)?.[1]?.toLowerCase() ?? '')
  const isSaid = (one: Column) => one.aggregation === 'sum' && isFigure(one) && one.words.at(-1) === said
  if (!said || /\bdays?\b/i.test(question)) return form
  const isNought = (one: Condition) =>
    one.kind === 'compare' && one.operator === '=' && one.value === 0 && isSaid(one.column)
  const any = (column: Column): Condition => ({ kind: 'compare', column, operator: '>', value: 0 })
  const none = form.where.find((one) => one.kind === 'related' && one.not)
  const column = none?.kind === 'related' ? tableOf(schema, none.table).columns.find(isSaid) : undefined
  if (none?.kind === 'related' && column && !none.where.flatMap(columnsOf).includes(column)) {
    const some: Condition = { ...none, where: [...none.where, any(column)] }
    return { ...form, where: form.where.map((one) => (one === none ? some : one)) }
  }
  const found = ofChildren(form, schema)
  const nought = found?.where.find(isNought)
  if (!found || nought?.kind !== 'compare') return form
  const where = found.where.map((one) => (one === nought ? any(nought.column) : one))
  return { ...form, where: [...found.rest, { kind: 'related', table: found.table, not: true, where }] }
}

/** The table that figures are of: the first that is worked out, else the one whose rows are shown. */
const measuredIn = ({ outputs, order, having, base }: Form): string =>
  [...outputs, ...order.map(({ by }) => by)].find(isMeasure)?.measure.table ?? having[0]?.measure.table ?? base

type Reached = { time: Column; far: number }
const reached = new WeakMap<Schema, Map<string, Reached[]>>()
/** The times of a table and of what its rows belong to, the nearest first: worked out once a schema, since every reading asks. */
export const timesFrom = (schema: Schema, table: string): Reached[] =>
  reached
    .getOrInsertComputed(schema, () => new Map())
    .getOrInsertComputed(table, () =>
      schema.tables
        .flatMap(({ name, columns, words }): Reached[] => {
          const way = path(schema, [table], name)
          const time = way && !way.some(({ many }) => many) ? timeColumn({ columns, words }) : null
          return time && !isLate(time) ? [{ time, far: way!.length }] : []
        })
        // As near as each other, what happened goes before since when things are there.
        .toSorted((a, b) => a.far - b.far || isOfThing(a.time, schema) - isOfThing(b.time, schema)),
    )
const isOfThing = ({ table }: Column, schema: Schema): number => Number(isOfThings(table, schema))

/** What is said right before a period: "checking in on weekends", "joining since May". */
export const THEN =
  /\p{L}+(?= (?:(?:in|out) )?(?:in|on|during|since|before|after|last|this|between|from|until|per|by)\b)/giu
/**
 * A period, or the months of a course, are of a time that the question names ("checking in on weekends"), else of the one that is nearest
 * to what is measured, on the way to what its rows belong to: the hours of this year are those of the jobs, whenever their mechanics were hired.
 */
function ofNearestTime(form: Form, question: string, schema: Schema): Form {
  const measured = measuredIn(form)
  const [first, ...others] = timesFrom(schema, measured)
  const before = question.match(THEN)?.join(' ') ?? ''
  const [second] = others
  const isTie = second && second.far === first?.far && isOfThing(second.time, schema) === isOfThing(first.time, schema)
  const isFree = !first || isTie || /\bnew\b/i.test(question)
  const near = (column: Column): Column => {
    if (column.made?.kind === 'weekend' || column.made?.kind === 'calendar')
      return makeColumn(schema, { ...column.made, time: near(column.made.time) })
    if (!column.temporal || column.made || isNamed(column, question)) return column
    const all = tableOf(schema, column.table).columns.filter(
      (one) => one.temporal && one.type === column.type && isNamed(one, before),
    )
    // "Checking in" is no checking out.
    const [said, other] = all.length > 1 ? all.filter(({ words }) => before.endsWith(words.at(-1)!)) : all
    if (said && !other) return said
    // Members have borrowed books this year by the loans between both, whenever they joined.
    const between = first || !isSince(column) ? [] : (path(schema, [measured], column.table) ?? [])
    const [event] = between
      .flatMap(({ near, far }) => [near.table, far.table].flatMap((name) => timeColumn(tableOf(schema, name)) ?? []))
      .filter((time) => time.table !== column.table && !isSince(time))
    if (event) return event
    return !isFree && others.some(({ time }) => time.table === column.table) ? first.time : column
  }
  const put = (key: Key): Key => (key.grain ? { ...key, column: near(key.column) } : key)
  const where = (one: Condition): Condition =>
    one.kind === 'period' || (one.kind === 'compare' && one.column.made)
      ? { ...one, column: near(one.column) }
      : one.kind === 'any'
        ? { ...one, parts: one.parts.map(where) }
        : one
  return withKeys({ ...form, where: form.where.map(where) }, put)
}

const EVERY_YEAR =
  /\b(?:each|every|per|by|of all|in all|across all|across|over the|all the|which|what) years?\b|\byear (?:by|over|on) year\b|\byearly\b/i
const PART_OF_YEAR = new RegExp(`\\b(?:${MONTH}\\b(?!,? \\d)|${QUARTER_ALONE})`, 'i')
/** "In December by year", "each March": of that month of every year, and not of the last alone. */
function ofEveryYear(form: Form, question: string, schema: Schema): Form {
  if (!EVERY_YEAR.test(question) || !PART_OF_YEAR.test(question)) return form
  const times: Column[] = []
  const where = form.where.map((one): Condition => {
    if (one.kind !== 'period' || one.not || !one.from || !one.to) return one
    const [from, to] = [new Date(one.from), new Date(one.to)]
    const months = (to.getUTCMonth() - from.getUTCMonth() + 12) % 12
    const isQuarter = months === 3 && from.getUTCMonth() % 3 === 0
    if (from.getUTCDate() !== 1 || to.getUTCDate() !== 1 || !(months === 1 || isQuarter)) return one
    times.push(one.column)
    const part = isQuarter ? 'quarter of the year' : 'month of the year'
    const value = isQuarter
      ? `Q${from.getUTCMonth() / 3 + 1}`
      : from.toLocaleString('en', { month: 'long', timeZone: 'UTC' })
    return {
      kind: 'compare',
      column: makeColumn(schema, { kind: 'calendar', time: one.column, part }),
      operator: '=',
      value,
    }
  })
  const put = (key: Key): Key =>
    times.includes(key.column) && /^(?:month|quarter)$/.test(key.grain ?? '') ? { ...key, grain: 'year' } : key
  return times.length > 0 ? withKeys({ ...form, where }, put) : form
}

/** "The share of customers with orders in 2024": of orders of then, whenever those came who made them. */
function ofDeedsThen(form: Form, question: string, schema: Schema): Form {
  const then = form.where.flatMap((one) =>
    one.kind === 'period' && isSince(one.column) && !isNamed(one.column, question) ? one : [],
  )
  const timeOf = (one: Condition) =>
    one.kind === 'related' ? timesFrom(schema, one.table).find(({ time }) => !isSince(time))?.time : undefined
  const put = (one: Condition): Condition => {
    const column = timeOf(one)
    return one.kind === 'related' && column
      ? { ...one, where: [...one.where, ...then.map((period) => ({ ...period, column }))] }
      : one
  }
  const isRate = form.outputs.some((one) => isMeasure(one) && one.shown === 'rate' && one.measure.where?.some(timeOf))
  if (then.length === 0 || !isRate || /\bnew\b/i.test(question)) return form
  const moved = withMeasures(form, (measure) => ({
    ...measure,
    ...(measure.where ? { where: measure.where.map(put) } : {}),
  }))
  return { ...moved, where: form.where.filter((one) => !then.some((period) => period === one)) }
}

/** A date has no hours: these are of the time of day beside it. */
function ofClock(form: Form, _: string, schema: Schema): Form {
  const put = (key: Key): Key => {
    if (key.grain !== 'hour' || key.column.type !== 'DATE') return key
    const times = tableOf(schema, key.column.table).columns.filter(({ type }) => type === 'TIME')
    return times.length === 1 ? { ...key, column: times[0]! } : key
  }
  return withKeys(form, put)
}

/** The column that says of how many things each row of a table tells that is called the same: downloads in a table of downloads. */
const tallyOf = ({ columns, words }: Schema['tables'][number]): Column | null =>
  columns.find((one) => one.numeric && !isId(one) && comesInParts(one) && one.words.join() === words.join()) ?? null

/** What rows of a table come to that is called after them: net sales in a table of sales. */
const ownAmount = ({ columns, words }: Schema['tables'][number]): Column | null => {
  const found = columns.filter(
    (one) => isFigure(one) && comesInParts(one) && one.words.length > 1 && one.words.at(-1) === words.at(-1),
  )
  return found.length === 1 ? found[0]! : null
}
const COUNTED = /\b(?:how many|numbers?|counts?|counted)\b/i

const quantityIn = ({ columns }: Schema['tables'][number]): Column | null =>
  columns.find(({ numeric, words }) => numeric && words.length === 1 && GOODS.test(words[0]!)) ?? null

/** Whether rows are of one kind of what is done with goods: "sales by warehouse" are pieces. */
const isOfGoods = (where: Condition[]): boolean =>
  where.some(
    (one) =>
      one.kind === 'compare' &&
      one.operator === '=' &&
      /^(?:sales?|purchases?|returns?|issues?|receipts?|write-?offs?|withdrawals?|in|out|inbound|outbound|usage|consumption)$/i.test(
        String(one.value),
      ),
  )

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

/** "How many cappuccinos did we sell": pieces, and not the lines that they are written in. */
const SOLD =
  /\bhow many (?!(?:different|distinct|orders?|receipts?|transactions?|invoices?|bills?|tickets?|sales?|purchases?|deals?|customers?|people)\b)\p{L}+(?:[- ]\p{L}+){0,3}? (?:did|do|have|has) (?:we|they|i|\p{L}+) (?:sell|sold|ship|shipped|order|ordered|buy|bought)\b|\bhow many (?!different|distinct|orders?|receipts?|transactions?|invoices?|customers?|people)\p{L}+(?:[- ]\p{L}+){0,3}? (?:(?:were|was|have been|got) (?:sold|shipped|ordered|bought)|went out)\b/iu
/** "How many products were sold in May": pieces in the lines that they are sold in, whenever they were launched. */
function ofSoldGoods(form: Form, question: string, schema: Schema): Form {
  const [output, other] = form.outputs.filter(isMeasure)
  const goods = SOLD.test(question) && !other && output?.measure.fn === 'count' ? output.measure.table : null
  const [pieces, more] = schema.edges.flatMap(({ from, to }) =>
    to.table === goods ? (quantityIn(tableOf(schema, from.table)) ?? []) : [],
  )
  if (!goods || !pieces || more) return form
  const { table } = pieces
  const time = timesFrom(schema, table)[0]?.time ?? null
  const moved = ofEvents(form, question, { owner: goods, base: table, time, isPart: () => true })
  const measure: Measure = { fn: 'sum', table, of: { columns: [pieces] } }
  return withMeasures({ ...moved, joined: [goods] }, () => measure)
}
const ROWS = /\b(?:rows?|records?|entries|entry|lines?|times|often)\b/i
/** Where each row stands for several of what its table is called, what is counted is all of them. */
function inTotals(form: Form, question: string, schema: Schema): Form {
  if (ROWS.test(question)) return form
  return withMeasures(form, (measure) => {
    const table = tableOf(schema, measure.table)
    const isCount = measure.fn === 'count' && !measure.of
    const named = COUNTED.test(question) ? null : ownAmount(table)
    const tally = isCount
      ? (tallyOf(table) ??
        named ??
        (isOfGoods(form.where) || SOLD.test(question) || countsItems(form, question) ? quantityIn(table) : null))
      : null
    return tally ? { ...measure, fn: 'sum', of: { columns: [tally] } } : measure
  })
}

const PERIODIC = /\b(?:average|avg|mean) (dai|week|month|quarter|year)ly\b/i
/** "Average daily takings per weekday", where a day has several rows: of what each day comes to. */
function perPeriod(form: Form, question: string, schema: Schema): Form {
  const [, said] = PERIODIC.exec(question) ?? []
  if (!said || form.group.some(({ grain }) => grain && grain !== 'weekday' && grain !== 'month of the year'))
    return form
  const grain = said.toLowerCase() === 'dai' ? 'day' : (said.toLowerCase() as 'week')
  return withMeasures(form, (measure) => {
    const time = timeColumn(tableOf(schema, measure.table))
    const { of, per, fn } = measure
    if (
      fn !== 'avg' ||
      per ||
      !of ||
      of.over ||
      of.days ||
      !time ||
      time.unique ||
      of.columns.some((one) => one.aggregation !== 'sum')
    )
      return measure
    return { ...measure, fn: 'sum', per: time, grain, each: grain }
  })
}

const PER = /\bper (\p{L}+)/giu
/** "Goals per match by team" of a list of matches: what one row has on average. */
function perRow(form: Form, question: string, schema: Schema): Form {
  const said = Array.from(question.matchAll(PER), ([, noun]) => stem(noun!.toLowerCase()))
  const isOwn = (measure: Measure) => said.includes(tableOf(schema, measure.table).words.at(-1)!)
  const isOfRows = form.group.some(({ column }) => column.unique)
  if (said.length === 0 || isOfRows) return form
  return withOutputs(form, (one) => {
    if (!isMeasure(one) || one.shown !== 'value' || one.measure.fn !== 'sum' || !isOwn(one.measure)) return one
    const { of, per, minus } = one.measure
    return of && !of.over && !per && !minus ? { ...one, measure: { ...one.measure, fn: 'avg' } } : one
  })
}

/** Each row is its own average, "the average number of adults per booking": what is asked for is that of all. */
function ofAll(form: Form): Form {
  const [measured, other] = form.outputs.filter(isMeasure)
  const [key, more] = form.group
  const isOwn = key && !more && !key.grain && key.column.unique && key.column.table === measured?.measure.table
  return isOwn && !other && measured.measure.fn === 'avg' && form.limit === null && form.having.length === 0
    ? { ...form, outputs: [measured], group: [], order: [] }
    : form
}

/** Conditions on rows of one other table that belong to the base, and the rest; `null` where there are none or several such tables. */
function ofChildren(form: Form, { edges }: Schema) {
  const childOf = (one: Condition): string | null => {
    if (one.kind === 'related') return one.not || one.count ? null : one.table
    const [first, ...others] = new Set(columnsOf(one).map(({ table }) => table))
    return first && others.length === 0 && first !== form.base ? first : null
  }
  const [table, other] = new Set(form.where.flatMap((one) => childOf(one) ?? []))
  const edge = edges.find(({ from, to }) => from.table === table && to.table === form.base)
  if (!table || other || !edge) return null
  const own = form.where.filter((one) => childOf(one) === table)
  return {
    table,
    edge,
    where: own.flatMap((one) => (one.kind === 'related' ? one.where : one)),
    rest: form.where.filter((one) => !own.includes(one)),
  }
}

const TIMES = /\b(?:\d+|\p{L}+) times?\b|\b(?:once|twice)\b/iu
/** "Guests who stayed more than 5 times": so many of the rows that say so belong to them. */
function ofTimes(form: Form, question: string, schema: Schema): Form {
  const [having, more] = form.having
  const isOfBase = having?.measure.table === form.base && having.measure.fn === 'count' && !having.measure.of
  if (
    !having ||
    typeof having.value === 'string' ||
    more ||
    !isOfBase ||
    form.outputs.some(isMeasure) ||
    !TIMES.test(question)
  )
    return form
  const { table, where, rest } = ofChildren(form, schema) ?? {}
  if (!table || !where || !rest) return form
  const { operator, value } = having
  return {
    ...form,
    having: [],
    group: [],
    where: [...rest, { kind: 'related', table, not: false, where, count: { operator, value } }],
  }
}

const IN_ALL =
  /\b(?:total|all|altogether|spent|spend|spends|paid|pay|pays|revenue|earned|brought in)\b.*\b(?:more|over|above|less|least|under|below)\b/i
const OF_ONE = /\b(?:for|in|on|at) (?:an?|one|any|a single) \p{L}+/iu
/** "Who took more than 10 sick days": so many of what is counted, by what somebody did. */
const SO_MANY =
  /\b(?:who|that|which) (?:have |has |had )?\p{L}+ (?:more than|over|at least|less than|fewer than|under) \d[\d,.]* (?<what>\p{L}+(?: \p{L}+)?)/iu
const isSoMany = (question: string, { table, words, aggregation }: Column, schema: Schema): boolean => {
  const what = wordsOf(SO_MANY.exec(question)?.groups?.what ?? '').map(stem)
  // Absences of more than ten days are as long each.
  const said = wordsOf(question).map(stem)
  const isOfRows = tableOf(schema, table).words.some((word) => said.includes(word))
  return aggregation === 'sum' && !isOfRows && what.includes(words.at(-1)!)
}

/** "Customers who spent more than 5,000": what all of their rows come to, and no single one. */
function inAll(form: Form, question: string, schema: Schema): Form {
  if (OF_ONE.test(question) || form.outputs.some(isMeasure)) return form
  const figureIn = (where: Condition[]) =>
    where.flatMap((one) =>
      one.kind === 'compare' &&
      typeof one.value === 'number' &&
      /^[<>]/.test(one.operator) &&
      ((IN_ALL.test(question) && comesInParts(one.column)) || isSoMany(question, one.column, schema))
        ? { ...one, value: one.value, of: one }
        : [],
    )[0]
  const own = figureIn(form.where)
  const [key, other] = form.outputs
  // Each has several rows of the same table.
  if (
    own &&
    key &&
    'key' in key &&
    !other &&
    own.column.table === key.key.column.table &&
    !key.key.column.unique &&
    key.key.column !== own.column
  ) {
    const measure: Measure = { fn: 'sum', table: own.column.table, of: { columns: [own.column] } }
    const having = [{ measure, operator: own.operator, value: own.value }]
    return { ...form, distinct: false, where: form.where.filter((one) => one !== own.of), group: [key.key], having }
  }
  const found = ofChildren(form, schema)
  const figure = found && figureIn(found.where)
  if (!found || !figure) return form
  const { table, edge, rest } = found
  const money = new Resolver(schema, []).money(table)
  const of = money?.columns.includes(figure.column) ? money : { columns: [figure.column] }
  const { operator, value } = figure
  const having = { measure: { fn: 'sum' as const, table, of }, operator, value }
  const where = found.where.filter((one) => one !== figure.of)
  return { ...form, where: [...rest, { kind: 'among', column: edge.to, key: edge.from, where, not: false, having }] }
}
