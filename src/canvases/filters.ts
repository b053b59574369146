import { tablesCalled } from '#analyst/by-chips.ts'
import { changed, statementOn } from '#analyst/rules/chips/change.ts'
import type { Table } from '#analyst/rules/chips/query.ts'
import { columnNode } from '#analyst/rules/joins/tree.ts'
import { treeOf } from '#analyst/statements.ts'
import { AppError, invalid } from '#base/errors.ts'
import { Recent } from '#base/recent.ts'
import * as definitions from '#definitions/definitions.ts'
import { spoken } from '#query/rules/chart.ts'
import type { Node } from '#query/rules/need.ts'
import { WORKSPACE_SOURCE } from '#query/rules/request.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { blocks, type CanvasCtx } from './canvases.ts'
import { exactText } from './exact-text.ts'
import { boundStatement, type Values } from './parameters.ts'
import type { Block } from './rules/block.ts'
import { conditionsOf, type Filter, type FilterKind, type FilterValue, kindsFor, type Place } from './rules/filter.ts'
import { filtersText, readFilters, temporaryPlaces } from './rules/filter-address.ts'
import { withRows } from './rules/filtered.ts'
import { labelOf, valueIn } from './rules/parameter-value.ts'
import { proposedPlaces } from './rules/propose.ts'
import { statementsOf } from './rules/statements.ts'

/** A filter or parameter that is set. `name`: what people call it. */
type SetFilter = Pick<Filter, 'id' | 'name' | 'places' | 'except'> & { value: FilterValue }
/**
 * The filters and parameters that are set, the visible tables that they are about, and what every parameter stands for. `wrong`: parts of an
 * address that say nothing known here; `problems`: what is wrong with values of parameters.
 */
export type Filtering = {
  set: SetFilter[]
  tables: Table[]
  today: string
  values: Values['values']
  wrong: string[]
  problems: string[]
}
/** What a filter does to a block: it leaves its rows of these tables, or nothing, and `why`. */
export type Effect = { filter: string; why: string | null; tables: string[] }
/** Of a board without parameters, of which no filter is set. */
const UNFILTERED: Filtering = { set: [], tables: [], today: '', values: {}, wrong: [], problems: [] }
type Shown = Pick<Block, 'id' | 'kind' | 'content'>
/** A block as it is run. `problem`: why it cannot be. */
export type ToRun<B extends Shown> = B & { problem?: string }

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/**
 * The filters that an address sets on a board.
 * @param text as `filtersText` writes it
 * @param exact values are whole ones, whatever kind a filter is of: who is kept apart by them sees none that only has such words in it
 */
export async function filtering(ctx: CanvasCtx, text: string, { exact = false } = {}): Promise<Filtering> {
  const { parameters } = ctx.canvas
  const known = exact ? ctx.canvas.filters.map((one) => ({ ...one, kind: 'values' as const })) : ctx.canvas.filters
  if (text === '' && parameters.length === 0) return UNFILTERED
  const temporary = temporaryPlaces(text)
  // What no filter of the board is on reaches whatever its blocks read.
  const read = temporary.length > 0 ? [...(await tablesRead(ctx)).keys()] : []
  const places = [...known.flatMap((one) => one.places), ...temporary]
  const tables = await tablesCalled(ctx, [...read, ...places.flatMap(tablesAt)])
  // What it would be on but for being hidden stays a place of it: a table is read whole by nobody whom it keeps apart.
  const names = tables.map(({ name }) => name)
  const whole = temporary.length > 0 ? await tablesCalled(ctx, names, { hidden: true }) : []
  const day = await today(ctx)
  const kindAt = (place: Place) =>
    kindsFor(columnAt(tables, place)?.type ?? '').find((kind) => !exact || kind === 'values') ?? null
  const { set, wrong, problems } = readFilters(text, { filters: known, parameters }, kindAt)
  const all = set.map(({ id, value, place }): SetFilter => {
    const filter = known.find((one) => one.id === id)
    if (filter) return { ...filter, value }
    const parameter = parameters.find((one) => one.name === id)
    if (parameter) return { id, name: labelOf(parameter), places: [], except: [], value }
    const kind = value.kind as FilterKind
    return { id, name: spoken(place!.column), places: proposedPlaces(place!, kind, whole), except: [], value }
  })
  const values = parameters.map((one) => {
    const own = set.find(({ id }) => id === one.name)?.value
    return [one.name, valueIn(one, own?.kind === 'parameter' ? own.text : one.default, day)] as const
  })
  return { set: all, tables, today: day, values: Object.fromEntries(values), wrong, problems }
}

/** What is set, as addresses have it: under it blocks are remembered. */
export const textOfSet = ({ set }: Filtering): string =>
  filtersText(Object.fromEntries(set.map(({ id, value }) => [id, value])))

/** The tables that decide at a place. */
export const tablesAt = ({ table, through }: Place): string[] => (through ? [table, through.table] : [table])

/** @throws AppError invalid where a part of it says nothing that is known here */
export async function demandFiltering(ctx: CanvasCtx, text: string): Promise<Filtering> {
  const found = await filtering(ctx, text)
  if (found.problems.length > 0) throw invalid(found.problems[0]!, 'parameter_invalid')
  if (found.wrong.length > 0)
    throw invalid(`This canvas has no filter that “${found.wrong[0]}” sets. Read the canvas anew.`)
  return found
}

/** The day that it is for the people of the workspace. */
async function today(ctx: WorkspaceCtx): Promise<string> {
  const [told] = await definitions.approved(ctx, { kind: 'instructions' })
  const timeZone = told?.kind === 'instructions' && told.content.time_zone
  return ctx.now().toLocaleDateString('sv-SE', { timeZone: timeZone || 'UTC' })
}

export const columnAt = (tables: Table[], place: Pick<Place, 'table' | 'column'>) =>
  tables
    .find(({ name }) => same(name, place.table))
    ?.columns.find(({ name, hidden }) => !hidden && same(name, place.column))

/** Blocks as they read the rows that filters leave, and what each filter does to each. */
export async function filteredBlocks<B extends Shown>(
  ctx: WorkspaceCtx,
  blocks: B[],
  filtering: Filtering,
): Promise<Map<string, { shown: ToRun<B>; effects: Effect[] }>> {
  const set = filtering.set.filter(({ value }) => value.kind !== 'parameter')
  const rows = rowsOf({ ...filtering, set })
  const all = blocks.map(async (block) => {
    const shown = await boundBlock(ctx, block, filtering.values)
    return [block.id, set.length === 0 ? { shown, effects: [] } : await filteredBlock(ctx, shown, set, rows)] as const
  })
  return new Map(await Promise.all(all))
}

/** A block with the values of parameters in its statement. */
async function boundBlock<B extends Shown>(ctx: WorkspaceCtx, block: B, values: Values['values']): Promise<ToRun<B>> {
  const [statement] = block.kind === 'prose' ? [] : statementsOf(block)
  if (!statement) return block
  try {
    const bound = await boundStatement(ctx, statement, values)
    return bound === statement ? block : { ...block, content: { ...block.content, ...bound } }
  } catch (error) {
    if (error instanceof AppError && error.kind === 'unprocessable') return { ...block, problem: error.message }
    throw error
  }
}

const LEFT_OUT = 'it is left out of it on this canvas'
const OF_WORDS = 'the words of an answer keep the figures that they are about'

async function filteredBlock<B extends Shown>(ctx: WorkspaceCtx, block: ToRun<B>, set: SetFilter[], rows: Rows[]) {
  const [statement] = statementsOf(block)
  if (!statement) return { shown: block, effects: [] }
  const noEffect = ({ id }: SetFilter, why: string): Effect => ({ filter: id, why, tables: [] })
  const none = (why: string) => ({ shown: block, effects: set.map((filter) => noEffect(filter, why)) })
  if (block.kind === 'prose') return none(OF_WORDS)
  if (block.problem) return none('it cannot be run')
  if (statement.source !== WORKSPACE_SOURCE)
    return none(`it asks ${statement.source} in the language of that database, where a parameter can stand`)
  const asked = rows.filter(({ filter }) => !filter.except.includes(block.id))
  const found = await filteredSql(ctx, statement.sql, asked)
  if (typeof found === 'string') return none(found)
  const effects = set.map((filter): Effect => {
    if (filter.except.includes(block.id)) return noEffect(filter, LEFT_OUT)
    const { why = notRead(filter), tables = [] } = found.done.get(filter.id) ?? {}
    return { filter: filter.id, why, tables }
  })
  return { shown: { ...block, content: { ...block.content, sql: found.sql } }, effects }
}

const notRead = ({ places }: SetFilter): string =>
  `it does not read ${[...new Set(places.map(({ table }) => table))].join(' or ')}`

/** Which rows of a table one filter leaves. `where`: given the common tables in whose reach it stands. */
type Rows = {
  filter: SetFilter
  table: string
  where: ((ctes: ReadonlySet<string>) => Node) | null
  problem: string | null
}

/** What each filter asks of each table: one of its columns there has to fit. */
function rowsOf({ set, tables, today }: Filtering): Rows[] {
  return set.flatMap((filter) => {
    const places = Map.groupBy(filter.places, ({ table }) => table.toLowerCase())
    return [...places].map(([table, own]): Rows => {
      try {
        const any = own.flatMap((place) => conditionAt(place, filter.value, tables, today) ?? [])
        const where = any.length > 0 ? (ctes: ReadonlySet<string>) => anyOf(any.map((one) => one(ctes))) : null
        return { filter, table, where, problem: where ? null : 'its columns are not there, or have other values' }
      } catch (error) {
        if (error instanceof AppError) return { filter, table, where: null, problem: error.message }
        throw error
      }
    })
  })
}

const anyOf = (children: Node[]): Node =>
  children.length === 1
    ? children[0]!
    : { class: 'CONJUNCTION', type: 'CONJUNCTION_OR', alias: '', query_location: 0, children }

/** The condition of one column, as chips write it; null for a column that cannot be seen, or has no such values. */
function conditionAt({ table, column, through }: Place, value: FilterValue, tables: Table[], today: string) {
  const of = through ? through.table : table
  const found = columnAt(tables, { table: of, column: through?.column ?? column })
  const any = found && conditionsOf(value, { of, column: found.name, type: found.type }, today)
  if (!any || any.length === 0) return null
  const select = changed(statementOn(of, tables), tables, [{ act: 'add', part: { kind: 'filter', any } }]).node as Node
  if (!through) return () => select.where_clause as Node
  const [own, key] = [columnAt(tables, { table, column }), columnAt(tables, { table: of, column: through.key })]
  if (!own || !key) return null
  return (ctes: ReadonlySet<string>): Node => ({
    ...{ class: 'SUBQUERY', type: 'SUBQUERY', alias: '', query_location: 0, subquery_type: 'ANY' },
    ...{ comparison_type: 'COMPARE_EQUAL', child: columnNode([own.name]) },
    subquery: { node: { ...select, ...keysOf(select, key.name, ctes.has(of.toLowerCase())) }, named_param_map: [] },
  })
}

/** The keys of the rows of a SELECT. @param taken a common table has the name of its table, which then needs its schema */
const keysOf = ({ from_table }: Node, key: string, taken: boolean) => ({
  select_list: [columnNode([key])],
  from_table: taken ? { ...(from_table as Node), schema_name: 'main' } : from_table,
})

/** The tables that statements of a board read, in small letters, with the blocks that read each. */
export async function tablesRead(ctx: CanvasCtx): Promise<Map<string, string[]>> {
  const read = new Map<string, string[]>()
  const { values } = await filtering(ctx, '')
  for (const stored of await blocks(ctx)) {
    const block = await boundBlock(ctx, stored, values)
    const [statement] = statementsOf(block)
    if (!statement || block.kind === 'prose' || statement.source !== WORKSPACE_SOURCE) continue
    const tree = await ctx.engine.parse(statement.sql).then(treeOf).catch(unread)
    for (const name of tree ? tablesIn(tree) : []) read.set(name, [...(read.get(name) ?? []), block.id])
  }
  return read
}

const unread = (error: unknown): null => {
  if (error instanceof AppError && error.kind === 'unprocessable') return null
  throw error
}

/** A statement of ours over the rows that filters leave; null where none of it can be filtered. */
export async function filteredStatement(ctx: WorkspaceCtx, sql: string, filtering: Filtering): Promise<string | null> {
  const found = await filteredSql(ctx, sql, rowsOf(filtering))
  return typeof found === 'string' ? null : found.sql
}

/** `done`: of each filter that is on a table that the statement reads. */
type Filtered = { sql: string; done: ReadonlyMap<string, Omit<Effect, 'filter'>> }

/** Statements that were filtered last: a board is read again whenever somebody changes it. */
const filteredLast = new Recent<Filtered | string>({ count: 1_000, size: 10_000_000 })

/** The statement over the rows that stay, and what each filter does to it; why it cannot be filtered, where it cannot. */
async function filteredSql(ctx: WorkspaceCtx, sql: string, rows: Rows[]): Promise<Filtered | string> {
  const asked = rows.map(({ filter, table, where, problem }) => [filter.id, table, where?.(new Set()), problem])
  const key = JSON.stringify([sql, asked])
  const known = filteredLast.get(key)
  if (known) return known
  const found = await rewritten(ctx, sql, rows)
  filteredLast.set(key, found, key.length)
  return found
}

const NOT_READ = 'its statement cannot be taken apart'

/** A filter that cannot leave its rows of one of the tables leaves all of them whole: half of a figure filtered would be no figure. */
async function rewritten(ctx: WorkspaceCtx, sql: string, rows: Rows[]): Promise<Filtered | string> {
  try {
    const tree = treeOf(await ctx.engine.parse(sql))
    const read = tablesIn(tree)
    const asked = Map.groupBy(
      rows.filter(({ table }) => read.has(table)),
      ({ filter }) => filter.id,
    )
    const done = new Map(
      [...asked].map(([id, own]) => {
        const why = own.find(({ problem }) => problem !== null)?.problem ?? null
        return [id, { why, tables: why === null ? own.map(({ table }) => table) : [] }]
      }),
    )
    const able = rows.filter(({ filter, table }) => done.get(filter.id)?.tables.includes(table))
    const { statement, replaced } = withRows(tree, (table, ctes) =>
      able.flatMap((one) => (one.table === table ? [one.where!(ctes)] : [])),
    )
    return { sql: replaced.size === 0 ? sql : await exactText(ctx, statement), done }
  } catch (error) {
    if (error instanceof AppError && error.kind === 'unprocessable') return NOT_READ
    throw error
  }
}

/** The tables of the workspace that a statement reads, in small letters. */
function tablesIn(tree: Node): Set<string> {
  const names = new Set<string>()
  withRows(tree, (table) => {
    names.add(table)
    return []
  })
  return names
}
