import { daysFrom } from '#base/time.ts'
import type { Node } from '#query/rules/need.ts'
import { monthsAdded } from './day-shift.ts'
import {
  aggregateOf,
  columnsOf,
  type KnownTable,
  lookUp,
  type Origin,
  originOf,
  type Scope,
  type Source,
  scopesOf,
  unique,
} from './joins/lineage.ts'

import { groupsOf, valueColumns } from './joins/measures.ts'
import { pairsOf } from './joins/pairs.ts'
import {
  columnNode,
  conjuncts,
  expressions,
  isAggregate,
  isColumn,
  isSubquery,
  joinNodes,
  nameOf,
  nodes,
} from './joins/tree.ts'
import { isPeriodGrain, type PeriodGrain, periodAround } from './period.ts'

/**
 * The days to which a statement limits a stored column, both included; null where it is open. `isKnown`: false when a condition on it
 * could not be worked out, or counts from today.
 */
export type Window = Origin & { from: string | null; to: string | null; isKnown: boolean }

/** What a statement does with the columns of stored tables, as far as checks ask. */
export type StatementFacts = {
  /** Whether all of its parts were followed to stored columns: else nothing can be said of all of it. */
  isWhole: boolean
  /** Whether it gives all columns of a table (`*`). */
  showsAll: boolean
  used: Origin[]
  windows: Window[]
  /** Whether a condition counts from the moment it runs. */
  isRelative: boolean
  /** The columns of days by which it picks rows for one figure or for the rows of an outer join only. */
  picks: Origin[]
  /**
   * The columns by whose periods it groups. `shift`: months by which their days were moved first, as for fiscal years; null where
   * something else was done with them.
   */
  periods: (Origin & { grain: PeriodGrain; shift: number | null })[]
  compares: boolean
  aggregates: Aggregate[]
  /** Equal columns of two stored tables by which it leaves out rows without a partner. */
  joins: { left: Origin; right: Origin }[]
}
/**
 * An aggregate with the names of the columns whose values it takes, here and where they are stored (`origins`: in which tables), and by
 * which aggregate they were made.
 * `isScaled`: they are multiplied or divided first.
 */
export type Aggregate = { name: string; columns: string[]; origins: Origin[]; isScaled: boolean; of: string | null }

/** The type of a stored column of days or moments; null for any other column. */
type DayType = (column: Origin) => string | null

/** @param rows how many rows came out: a limit that is not reached cuts nothing off */
export function factsOf(statement: Node, tables: KnownTable[], dayType: DayType, rows: number): StatementFacts {
  const scopes = scopesOf(statement, tables)
  const parts = scopes.map((scope) => [scope.select, scope.sources] as const)
  // A sub-query may look at columns of the query around it.
  const all = scopes.flatMap(({ sources }) => sources)
  const whole = isWhole(statement, scopes, all)
  const { windows, isRelative } = windowsOf(scopes, dayType, rows)
  return {
    isWhole: whole,
    showsAll: scopes.some(({ select, isOutermost }) => isOutermost && nodes(select.select_list).some(isStar)),
    used: unique(parts.flatMap(([select, sources]) => columnsOf(looksAt(select), [...sources, ...all]))),
    windows: windows.map((window) => ({ ...window, isKnown: window.isKnown && whole })),
    isRelative,
    picks: unique(scopes.flatMap((scope) => picksOf(scope, dayType))),
    periods: parts.flatMap(([select, sources]) => periodsOf(groupsOf(select), sources, dayType)),
    compares: expressions(statement, ({ type }) => type === 'WINDOW_LAG' || type === 'WINDOW_LEAD').length > 0,
    aggregates: parts.flatMap(([select, sources]) => aggregatesOf(select, sources)),
    joins: pairsOf(scopes).flatMap(({ left: { origin: left }, right: { origin: right }, isInner }) =>
      isInner && left && right ? [{ left, right }] : [],
    ),
  }
}

const isStar = (node: Node): boolean => node.class === 'STAR'

/** Whether every part of a statement was read, and every column in it was found. */
function isWhole(statement: Node, scopes: Scope[], all: Source[]): boolean {
  const isUnread = ({ type, class: kind, ref_type, columns }: Node) =>
    type === 'RECURSIVE_CTE_NODE' || type === 'PIVOT' || ref_type === 'NATURAL' || (kind === 'STAR' && !!columns)
  // ORDER BY ALL is written like COLUMNS(*), and reads nothing new.
  const orders = expressions(statement, ({ type }) => type === 'ORDER_MODIFIER').flatMap(({ orders }) => nodes(orders))
  const sorted = new Set(orders.map(({ expression }) => expression))
  if (expressions(statement, isUnread).some((node) => !sorted.has(node))) return false
  return scopes.every(({ select, sources }) => {
    if (sources.some(({ outputs, rows }) => outputs === null && rows.length > 0)) return false
    // Rows that a function makes up have columns of their own.
    const isMadeUp = all.some(({ outputs }) => outputs === null)
    const columns = expressions(looksAt(select), (node) => isColumn(node) || isSubquery(node)).filter(isColumn)
    return columns.every(
      (node) =>
        isMadeUp || saysNow(node) || itemsCalled([node], select).length > 0 || lookUp(node, [...sources, ...all]),
    )
  })
}

/** The items of a SELECT that `value` names. */
const itemsCalled = (value: unknown, select: Node): Node[] =>
  expressions(value, isColumn).flatMap((node) => {
    const names = node.column_names as string[]
    const isCalled = ({ alias }: Node) => names.length === 1 && String(alias).toLowerCase() === names[0]!.toLowerCase()
    return nodes(select.select_list).filter(isCalled)
  })

/** The expressions of a SELECT, without its common tables and what stands in FROM but conditions. */
const looksAt = (select: Node): unknown[] => [
  ...[select.select_list, select.where_clause, select.group_expressions, select.having, select.qualify],
  ...[select.modifiers, joinNodes(select.from_table as Node).map(({ condition }) => condition)],
  ...joinNodes(select.from_table as Node).flatMap(({ using_columns }) =>
    ((using_columns as string[] | undefined) ?? []).map((name) => columnNode([name])),
  ),
]

/** Conditions that every row meets which comes out. */
const conditionsOf = (select: Node): Node[] => [
  ...conjuncts(select.where_clause),
  ...joinNodes(select.from_table as Node)
    .filter(({ join_type }) => join_type === 'INNER')
    .flatMap(({ condition }) => conjuncts(condition)),
]

type Bounds = { from: string | null; to: string | null }
type Limit = Origin & { bounds: Bounds | null }

/**
 * What limits the days of each column. A SELECT that reads the table decides for its own rows, so that several of them together cover
 * from the first day of one to the last of another; conditions further out narrow what one of them gives.
 */
function windowsOf(scopes: Scope[], dayType: DayType, rows: number): Pick<StatementFacts, 'windows' | 'isRelative'> {
  const limits = scopes.map((scope) => [...limitsOf(scope, dayType), ...cutsOf(scope, dayType, rows)])
  const windows = unique(limits.flat()).map(({ table, column: name }): Window => {
    const column = { table, column: name }
    const isOwn = (one: Origin) => one.table === column.table && one.column === column.column
    const own: Bounds[] = []
    const outer: Bounds[] = []
    let isKnown = true
    for (const [at, scope] of scopes.entries()) {
      const found = limits[at]!.filter(isOwn)
      isKnown &&= found.every(({ bounds }) => bounds)
      const bounds = narrowed(found.flatMap((limit) => limit.bounds ?? []))
      const reads = scope.sources.filter(({ table }) => table === column.table).length
      if (reads > 0) own.push(bounds)
      else if (found.length > 0) outer.push(bounds)
      isKnown &&= reads < 2
    }
    isKnown &&= own.length < 2 || outer.length === 0
    return { ...column, ...narrowed([widened(own), ...outer]), isKnown }
  })
  const isRelative = scopes.some(({ select, sources }) =>
    conditionsOf(select).some((condition) => saysNow(condition) && columnsOf(condition, sources).some(dayType)),
  )
  return { windows, isRelative }
}

const narrowed = (all: Bounds[]): Bounds => ({
  from:
    all
      .flatMap(({ from }) => from ?? [])
      .toSorted()
      .at(-1) ?? null,
  to: all.flatMap(({ to }) => to ?? []).toSorted()[0] ?? null,
})
const widened = (all: Bounds[]): Bounds => ({
  from: all.some(({ from }) => from === null) ? null : (all.map(({ from }) => from!).toSorted()[0] ?? null),
  to: all.some(({ to }) => to === null)
    ? null
    : (all
        .map(({ to }) => to!)
        .toSorted()
        .at(-1) ?? null),
})

/** The conditions of a SELECT on columns of days; `bounds` is null where one says more than from when or until when. */
function limitsOf(scope: Scope, dayType: DayType): Limit[] {
  const { sources } = scope
  return conditionsOf(scope.select).flatMap((condition): Limit[] => {
    if (!comparesDays(condition, scope, dayType)) return []
    const days = columnsOf(condition, sources).filter(dayType)
    const bounds = days.length === 1 && !saysNow(condition) ? boundsOf(condition, sources, dayType) : null
    return days.map((column) => ({ ...column, bounds }))
  })
}

/** Whether a condition compares days with a value. Columns of two tables that are compared with each other leave the days open. */
function comparesDays(condition: Node, { sources }: Scope, dayType: DayType): boolean {
  if (condition.type === 'OPERATOR_IS_NOT_NULL' || !columnsOf(condition, sources).some(dayType)) return false
  const isValue = (node: Node) => {
    if (!isColumn(node)) return node.class === 'CONSTANT' || node.class === 'PARAMETER' || isSubquery(node)
    const found = lookUp(node, sources)
    // A column of constants, or the last day that another query found.
    return !!found && (found.columns.length === 0 || found.aggregate !== null)
  }
  return saysNow(condition) || expressions(condition, isValue).length > 0
}

/** Days by which groups or the first rows are picked: what is left of them is not worked out. */
function cutsOf({ select, sources, isOutermost }: Scope, dayType: DayType, rows: number): Limit[] {
  const modifiers = nodes(select.modifiers)
  const isCut = modifiers.some(({ type, limit }) => {
    const most = Number(((limit as Node | null)?.value as Node | undefined)?.value ?? 0)
    return /^LIMIT/.test(String(type)) && !(isOutermost && type === 'LIMIT_MODIFIER' && most > rows)
  })
  const items = nodes(select.select_list)
  const orders = modifiers.flatMap(({ orders }) => nodes(orders).map(({ expression }) => expression as Node))
  const ordered = orders.map((order) =>
    order.class === 'CONSTANT' ? (items[Number((order.value as Node).value) - 1] ?? order) : order,
  )
  const parts = [select.having, select.qualify, isCut ? ordered : []]
  const days = columnsOf([parts, itemsCalled(parts, select)], sources).filter(dayType)
  return days.map((column) => ({ ...column, bounds: null }))
}

/** Days in the conditions of single figures, and of outer joins. */
function picksOf(scope: Scope, dayType: DayType): Origin[] {
  const { select, sources } = scope
  const isOfMany = (node: Node) => isAggregate(node) || node.class === 'WINDOW'
  const decides = (node: Node): unknown[] => {
    if (isOfMany(node)) return [node.filter, node.filter_expr, /^count_?if$/.test(nameOf(node)) ? node.children : []]
    return nodes(node.case_checks).map(({ when_expr }) => when_expr)
  }
  const figures = expressions([select.select_list, select.having], isOfMany)
  const cases = expressions(
    figures.map(({ children }) => children),
    (node) => node.class === 'CASE',
  )
  const outer = joinNodes(select.from_table as Node).filter(({ join_type }) => join_type !== 'INNER')
  const conditions = [...[...figures, ...cases].flatMap(decides), ...outer.map(({ condition }) => condition)]
  return (conditions.flat() as (Node | null)[])
    .flatMap(conjuncts)
    .flatMap((condition) =>
      comparesDays(condition, scope, dayType) ? columnsOf(condition, sources).filter(dayType) : [],
    )
}

const saysNow = (value: unknown): boolean =>
  expressions(value, (node) =>
    isColumn(node)
      ? /^(current_date|current_timestamp|localtimestamp)$/i.test((node.column_names as string[]).join('.'))
      : /^(now|today|get_current_timestamp|current_date|current_timestamp|current_localtimestamp)$/.test(nameOf(node)),
  ).length > 0

const FLIPPED: Record<string, string> = {
  COMPARE_GREATERTHAN: 'COMPARE_LESSTHAN',
  COMPARE_LESSTHAN: 'COMPARE_GREATERTHAN',
  COMPARE_GREATERTHANOREQUALTO: 'COMPARE_LESSTHANOREQUALTO',
  COMPARE_LESSTHANOREQUALTO: 'COMPARE_GREATERTHANOREQUALTO',
}

/** From when to when a comparison of one column with days or years lets rows through; null when it does something else. */
function boundsOf(condition: Node, sources: Source[], dayType: DayType): Bounds | null {
  const type = String(condition.type)
  const dayOf = (node: Node) => readDay(node, sources, dayType)
  if (condition.class === 'COMPARISON') {
    const [left, right] = [condition.left as Node, condition.right as Node]
    return (
      compared(type, dayOf(left), constantOf(right)) ?? compared(FLIPPED[type] ?? type, dayOf(right), constantOf(left))
    )
  }
  if (type === 'COMPARE_BETWEEN') {
    const day = dayOf(condition.input as Node)
    const ends = [
      compared('COMPARE_GREATERTHANOREQUALTO', day, constantOf(condition.lower as Node)),
      compared('COMPARE_LESSTHANOREQUALTO', day, constantOf(condition.upper as Node)),
    ]
    const bounds = ends[0] && ends[1] ? narrowed([ends[0], ends[1]]) : null
    // One midnight is no day.
    return bounds && bounds.from! <= bounds.to! ? bounds : null
  }
  if (type === 'COMPARE_IN') {
    const [input, ...values] = nodes(condition.children)
    const day = input ? dayOf(input) : null
    const all = values.map((value) => compared('COMPARE_EQUAL', day, constantOf(value)))
    const days = all.flatMap((bounds) => bounds ?? []).toSorted((a, b) => (a.from! < b.from! ? -1 : 1))
    const isGapless = days.every(({ from }, at) => at === 0 || from! <= daysFrom(days[at - 1]!.to!, 1))
    return days.length === all.length && days.length > 0 && isGapless ? widened(days) : null
  }
  return null
}

/** A column of days as it is, or its week, month, quarter or year. `isNumber`: only the number of the year; `isMoment`: it has a time of day. */
type Day = { grain: PeriodGrain | null; isNumber: boolean; isMoment: boolean }
type Value = { day: string; isMoment: boolean } | { year: number }

function readDay(node: Node, sources: Source[], dayType: DayType): Day | null {
  if (node.class === 'CAST') {
    const day = readDay(node.child as Node, sources, dayType)
    return day && { ...day, isMoment: day.isMoment && (node.cast_type as Node).id !== 'DATE' }
  }
  if (isColumn(node)) {
    const origin = originOf(node, sources)
    return origin && { grain: null, isNumber: false, isMoment: dayType(origin) !== 'DATE' }
  }
  const found = grainOf(node)
  if (!found || !originOf(found.input, sources)) return null
  if (found.isPart) return found.part === 'year' ? { grain: 'year', isNumber: true, isMoment: false } : null
  if (found.part !== 'day' && !isPeriodGrain(found.part)) return null
  return { grain: isPeriodGrain(found.part) ? found.part : null, isNumber: false, isMoment: false }
}

function constantOf(node: Node): Value | null {
  if (node.class === 'CAST') return constantOf(node.child as Node)
  if (node.class !== 'CONSTANT') return null
  const { value } = node.value as { value: unknown }
  if (typeof value === 'number') return { year: value }
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d.*))?$/.exec(String(value)) ?? []
  return day ? { day, isMoment: !!time && !/^00:00(:00(\.0+)?)?$/.test(time) } : null
}

function compared(type: string, day: Day | null, value: Value | null): Bounds | null {
  if (!day || !value || day.isNumber !== 'year' in value) return null
  const start = 'year' in value ? `${value.year}-01-01` : value.day
  if (!/^\d{4}-/.test(start) || Number.isNaN(Date.parse(start))) return null
  // The rest of that day, or the part of it before, may come out.
  const isWithin = !day.grain && (day.isMoment || ('isMoment' in value && value.isMoment))
  const isMoment = 'isMoment' in value && value.isMoment
  const period = day.grain && periodAround(day.grain, start)
  const end = period ? daysFrom(period.to, -1) : start
  // No period begins in the middle of one.
  const isBegin = !period || period.from === start
  switch (type) {
    case 'COMPARE_GREATERTHANOREQUALTO':
      return { from: isBegin ? start : daysFrom(end, 1), to: null }
    case 'COMPARE_GREATERTHAN':
      return { from: isWithin ? start : daysFrom(end, 1), to: null }
    case 'COMPARE_LESSTHANOREQUALTO':
      // Of moments only that at its midnight.
      return { from: null, to: !day.grain && day.isMoment && !isMoment ? daysFrom(start, -1) : end }
    case 'COMPARE_LESSTHAN':
      return { from: null, to: isMoment ? start : isBegin ? daysFrom(start, -1) : end }
    case 'COMPARE_EQUAL':
      return isBegin ? { from: start, to: end } : null
    default:
      return null
  }
}

/** A function that takes a part of a day (`isPart`) or its period: which, and of what. */
function grainOf(node: Node): { part: string; isPart: boolean; input: Node } | null {
  if (node.class !== 'FUNCTION') return null
  const [first, second] = nodes(node.children)
  const name = nameOf(node)
  const unit = String((first?.value as Node | undefined)?.value ?? '').toLowerCase()
  if (name === 'date_trunc' || name === 'datetrunc') return second ? { part: unit, isPart: false, input: second } : null
  if (/^(date_?part|extract)$/.test(name)) return second ? { part: unit, isPart: true, input: second } : null
  if (/^(year|quarter|month|week)$/.test(name)) return first ? { part: name, isPart: true, input: first } : null
  if (name === 'date') return first ? { part: 'day', isPart: false, input: first } : null
  if (name !== 'strftime' || !first || !second) return null
  // Either of the two may be the text.
  const [input, text] = first.class === 'CONSTANT' ? [second, first] : [first, second]
  const part = { '%Y': 'year', '%Y-%m': 'month', '%b %Y': 'month', '%B %Y': 'month' }[
    String((text.value as Node)?.value)
  ]
  return part ? { part, isPart: false, input } : null
}

/** The periods by which rows are grouped: months that are numbered within years are months. */
function periodsOf(groups: Node[], sources: Source[], dayType: DayType): StatementFacts['periods'] {
  const parts = groups.flatMap((group) => {
    const node = group.class === 'CAST' ? (group.child as Node) : group
    const found = grainOf(node)
    const [column, ...others] = columnsOf(node, sources)
    if (!found || !column || others.length > 0 || !dayType(column)) return []
    const { input, months } = monthsAdded(found.input)
    return [{ ...found, column, shift: originOf(input, sources) ? months : null }]
  })
  return unique(parts.map(({ column }) => column)).flatMap((column) => {
    const own = parts.filter((part) => part.column.table === column.table && part.column.column === column.column)
    const whole = own.filter(({ part, isPart }) => !isPart || part === 'year')
    const grains = whole.length > 0 ? own.map(({ part }) => part) : []
    const grain = (['week', 'month', 'quarter', 'year'] as const).find((one) => grains.includes(one))
    if (!grain || grains.includes('day')) return []
    const shifts = new Set(own.map(({ shift }) => (grain === 'month' && shift !== null ? 0 : shift)))
    const [shift = null, ...others] = shifts
    const isClear = others.length === 0 && (grain !== 'week' || shift === 0)
    return [{ ...column, grain, shift: isClear ? shift : null }]
  })
}

function aggregatesOf(select: Node, sources: Source[]): Aggregate[] {
  const calls = (value: unknown): Node[] =>
    expressions(value, (node) => isSubquery(node) || isAggregate(node) || node.type === 'WINDOW_AGGREGATE').filter(
      (node) => !isSubquery(node),
    )
  return calls([select.select_list, select.having, select.qualify]).flatMap((call): Aggregate[] => {
    const [value] = nodes(call.children)
    // What is divided by is not added up.
    const added = value && nameOf(value) === '/' ? nodes(value.children)[0] : value
    const taken = added ? valueColumns(added) : []
    const origins = taken.flatMap((node) => originOf(node, sources) ?? [])
    const columns = [
      ...taken.map((node) => String((node.column_names as string[]).at(-1))),
      ...origins.map(({ column }) => column),
    ]
    const isScaled = expressions(value, (node) => /^[*/]$/.test(nameOf(node))).length > 0
    const own = { name: nameOf(call), columns, origins, isScaled, of: aggregateOf(value, sources) }
    return call.class === 'WINDOW' && own.of ? [own, ...aggregatesOf({ select_list: call.children }, sources)] : [own]
  })
}
