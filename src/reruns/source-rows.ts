import { tablesCalled, textOf } from '#analyst/by-chips.ts'
import { expressions, isTable } from '#analyst/rules/joins/tree.ts'
import { keysOf } from '#analyst/statements.ts'
import { isTemporal } from '#base/engine-type.ts'
import { AppError } from '#base/errors.ts'
import { identifier } from '#base/sql.ts'
import * as catalog from '#catalog/catalog.ts'
import type { CatalogTable } from '#catalog/rules/answers.ts'
import * as results from '#query/results.ts'
import type { Cell, QueryResult } from '#query/rules/answers.ts'
import { columnNames, type Node } from '#query/rules/need.ts'
import { WORKSPACE_SOURCE } from '#query/rules/request.ts'
import { isNumeric } from '#query/rules/result.ts'
import * as query from '#query/run.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import type { CellJson, FateJson, SourceJson } from './rules/answers.ts'
import { dayParts, frozen } from './rules/day.ts'
import type { Difference } from './rules/difference.ts'
import { between, countedRows, fatesSql, isGrouped, isQualified, type Versions } from './rules/source-rows.ts'

/** A result, its statement as it stands alone, that as a tree, and when it was told. */
export type Told = { result: QueryResult; sql: string; tree: Node; at: Date }

const unknown = (why: string): SourceJson => ({ unknown: why, tables: [], others: [], cells: [] })

/**
 * Which rows of tables made a result another one: those that came, went and were corrected between the two versions of a table, those that
 * other days or filters choose, and what each kind comes to in each cell. Null where the statement shows rows as they are.
 * @param isMoved the statement asks for another period, or has other filters
 */
export async function sourceRows(
  ctx: WorkspaceCtx,
  then: Told,
  now: Told,
  changes: Difference,
  isMoved: boolean,
): Promise<SourceJson | null> {
  const { source } = now.result
  if (source !== WORKSPACE_SOURCE) return unknown(`${source} is a connected database: its rows of then are not kept.`)
  if (!isGrouped(now.tree)) return null
  const read = expressions(now.tree, isTable)
  if (read.some(isQualified)) return unknown('The statement cannot be taken apart.')
  const known = await tablesCalled(
    ctx,
    read.map(({ table_name }) => String(table_name)),
  )
  const remote = known.find(({ database }) => database)
  if (remote) return unknown(`${remote.name} is in a connected database: its rows of then are not kept.`)
  try {
    return await inTables(ctx, { old: then, now, changes, isMoved, known })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return unknown(`The rows could not be compared: ${error.message}`)
  }
}

type SourceTable = SourceJson['tables'][number]
type Asked = { old: Told; now: Told; changes: Difference; isMoved: boolean; known: CatalogTable[] }

async function inTables(ctx: WorkspaceCtx, { old: then, now, changes, isMoved, known }: Asked): Promise<SourceJson> {
  const { tables: keys } = await results.get(ctx, then.result.id)
  const current = await catalog.engineTables(
    ctx,
    known.map(({ name }) => name),
  )
  const found = await Promise.all(
    current.map(async (table) => ({
      table,
      before: keys[table.name] ? await catalog.storedBefore(ctx, table, keys[table.name]!) : null,
    })),
  )
  const gone = found.find(({ before }) => !before)
  if (gone) return unknown(`The rows that ${gone.table.name} had then are kept no longer.`)
  const pairs = found.flatMap(({ table, before }) => (before ? [{ table, before }] : []))
  // Other rows of one table let those of others count, or no longer.
  const opened = pairs.flatMap(({ table, before }, at) => {
    const { columns, types } = before
    return [
      { ...before, name: `told_then_${at}` },
      { ...table, columns, types, partial: true, name: `told_now_${at}` },
    ]
  })
  const ask = async (sql: string) => query.probe(ctx, { sql, tables: opened })
  const names = new Set([...columnNames(then.tree), ...columnNames(now.tree)])
  const tables = await Promise.all(
    pairs.map(async ({ before: { name, columns, types } }, at): Promise<Versions> => {
      const [older, newer] = [`told_then_${at}`, `told_now_${at}`]
      const key = await keyOf(ask, [older, newer], keyChoices(known.find((one) => one.name === name)!, known, columns))
      const used = columns.filter((column) => names.has(column.toLowerCase()) && !key.includes(column))
      const day = columns.find((column, at) => isTemporal(types[at]!) && names.has(column.toLowerCase())) ?? null
      return { name, columns, key, used, day, old: older, now: newer, mark: `told_mark_${at}` }
    }),
  )
  const [treeThen, treeNow] = [frozen(then.tree, then.at), frozen(now.tree, now.at)]
  const textsOf = (tree: Node) =>
    Promise.all(countedRows(tree, tables).map((all) => Promise.all(all.map((one) => textOf(ctx, one)))))
  const [counted, countedNow] = await Promise.all([textsOf(treeThen), textsOf(treeNow)])
  const fates = await Promise.all(
    tables.map(async (table, at): Promise<SourceTable | null> => {
      if (counted[at]!.length + countedNow[at]!.length === 0) return null
      const texts = { old: counted[at]!, late: counted[at]!, now: countedNow[at]! }
      return fatesOf(table, (await ask(fatesSql(table, tables, texts))).rows)
    }),
  )
  const told = clear(
    fates.flatMap((one) => one ?? []),
    isMoved,
  )
  const sql = dayParts(then.tree).length > 0 ? await textOf(ctx, treeThen) : then.sql
  const cells = await cellsOf(changes, kindsIn(told, isMoved), async (step) => ask(between(tables, step, sql)))
  return {
    ...{ unknown: null, cells, tables: told },
    others: pairs.flatMap(({ table, before }, at) =>
      fates[at] === null && table.storeKey !== before.storeKey ? [table.name] : [],
    ),
  }
}

const isOwn = ({ fate }: { fate: FateJson }) => fate !== 'entered' && fate !== 'left'

/**
 * Rows that are as they were count, or no longer, with rows that they are joined to: where such came or went themselves that says it, and
 * of a period that moved the table with most of them does, as orders do of their customers.
 */
function clear(tables: SourceTable[], isMoved: boolean): SourceTable[] {
  const passed = tables.map(({ fates }) => fates.reduce((sum, one) => sum + (isOwn(one) ? 0 : one.rows), 0))
  const isSaid = !isMoved && tables.some(({ fates }) => fates.some(isOwn))
  const most = isSaid ? -1 : passed.indexOf(Math.max(...passed))
  return tables
    .map(({ fates, rows, ...table }, at) =>
      at === most ? { ...table, fates, rows } : { ...table, fates: fates.filter(isOwn), rows: rows.filter(isOwn) },
    )
    .filter(({ fates }) => fates.length > 0)
}

/** Columns that may name the rows of a table, alone or two of them together. That no day comes twice is chance. */
function keyChoices(table: CatalogTable, all: CatalogTable[], columns: string[]): string[][] {
  const isTime = (name: string) => table.columns.some((one) => one.name === name && isTemporal(one.type))
  const named = keysOf(table, all).filter((name) => columns.includes(name) && !isTime(name))
  return [...named.map((name) => [name]), ...named.flatMap((a, at) => named.slice(at + 1).map((b) => [a, b]))]
}

/** The first choice that names every row of both versions; none where nothing does. */
async function keyOf(ask: (sql: string) => Promise<{ rows: Cell[][] }>, versions: string[], choices: string[][]) {
  if (choices.length === 0) return []
  const counts = choices.map((names) => {
    const [first, ...more] = names.map(identifier)
    return `count(DISTINCT ${more.length > 0 ? `(${[first, ...more].join(', ')})` : first})`
  })
  const sql = versions.map((name) => `SELECT count(*), ${counts.join(', ')} FROM ${name}`).join(' UNION ALL ')
  const { rows } = await ask(sql)
  return choices.find((_, at) => rows.every((row) => Number(row[0]) === Number(row[at + 1]))) ?? []
}

function fatesOf({ name, key, used }: Versions, rows: Cell[][]): SourceTable {
  const columns = [...key, ...used]
  const kinds = [...Map.groupBy(rows, ([fate]) => fate as FateJson).values()]
  return {
    ...{ table: name, key, columns },
    fates: kinds.map(([first]) => ({
      fate: first![0] as FateJson,
      rows: Number(first![1]),
      first: first![2] as string | null,
      last: first![3] as string | null,
    })),
    rows: rows.map(([fate, , , , was, isThere, ...cells]) => ({
      fate: fate as FateJson,
      before: was ? columns.map((_, at) => cells[at * 2] ?? null) : null,
      now: isThere ? columns.map((_, at) => cells[at * 2 + 1] ?? null) : null,
    })),
  }
}

const STEPS = ['removed', 'corrected', 'added'] as const
type Step = (typeof STEPS)[number] | 'moved'

function kindsIn(tables: SourceJson['tables'], isMoved: boolean): Step[] {
  const found = new Set(tables.flatMap(({ fates }) => fates.map(({ fate }) => fate)))
  return [...STEPS.filter((step) => found.has(step)), ...(isMoved ? (['moved'] as const) : [])]
}

/**
 * What each kind of rows comes to in each figure that changed: the statement is run with the rows that went taken away, then with those that
 * were corrected, then with those that came. So they add up to the whole change, whatever is computed.
 */
async function cellsOf(
  { columns, types, key, rows }: Difference,
  kinds: Step[],
  run: (step: (typeof STEPS)[number]) => Promise<Pick<QueryResult, 'columns' | 'rows'>>,
): Promise<CellJson[]> {
  const changed = rows.filter(({ kind }) => kind === 'changed')
  // Rows that only their place names are not found again in between.
  if (changed.length === 0 || kinds.length === 0 || (key.length === 0 && rows.length > 1)) return []
  const nameOf = (row: Cell[], all: string[]) => JSON.stringify(key.map((name) => row[all.indexOf(name)] ?? null))
  const between = await Promise.all(
    kinds.slice(0, -1).map(async (step) => {
      const found = await run(step as (typeof STEPS)[number])
      const names = found.columns.map(({ name }) => name)
      const byName = new Map(found.rows.map((row) => [nameOf(row, names), row]))
      return (row: Cell[], column: string) => byName.get(nameOf(row, columns))?.[names.indexOf(column)] ?? null
    }),
  )
  return changed.flatMap(({ before, now }) =>
    columns.flatMap((column, at): CellJson[] => {
      if (!isNumeric(types[at]!) || before![at] === now![at]) return []
      const values = [before![at]!, ...between.map((cell) => cell(now!, column)), now![at]!].map(numberIn)
      const amounts = kinds.map((step, at) => [step, less(values[at + 1]!, values[at]!)] as const)
      const none = { removed: null, corrected: null, added: null, moved: null }
      const row = key.map((name) => now![columns.indexOf(name)] ?? null)
      return [
        { row, column, before: before![at] ?? null, now: now![at] ?? null, ...none, ...Object.fromEntries(amounts) },
      ]
    }),
  )
}

const numberIn = (cell: Cell | undefined): number | null =>
  cell == null || !Number.isFinite(Number(cell)) ? null : Number(cell)
/** Without what binary fractions add. */
const less = (a: number | null, b: number | null) => (a === null || b === null ? null : Number((a - b).toPrecision(12)))
