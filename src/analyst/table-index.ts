import { Recent } from '#base/recent.ts'
import { scopeKey } from '#catalog/outline.ts'
import type { OutlineTable } from '#catalog/rules/catalog.ts'
import { columnTexts, joinedTables } from '#catalog/speaking.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { type NameList, nameList } from './rules/names.ts'
import { IndexBuilder, type TableIndex } from './rules/ranking.ts'

/** Indexes that are kept, and columns that they may have in all: about 400 bytes each. */
const MOST_KEPT = 50
const MOST_COLUMNS = 500_000
/** Columns that are read and put into an index at once, while others wait. */
const STEP = 3_000
/** Values of one column, and of all columns together. */
const MOST_VALUES = 20
const MOST_VALUES_IN_ALL = 500_000
/** What is longer is prose rather than a value. */
const LONGEST_VALUE = 80

/** What is known of all tables, in the order of `tables`; `names` is the list of their names for a model. */
export type Indexed = { tables: OutlineTable[]; index: TableIndex; names: NameList }
type KeptIndex = { tables: OutlineTable[]; made: Promise<Indexed> }
const indexes = new Recent<KeptIndex>({ count: MOST_KEPT, size: MOST_COLUMNS })

/**
 * The visible tables of the workspace and what is searched of them: made once for each state of the catalog.
 * @param tables their outline, which is the same list as long as the catalog stays the same
 */
export async function tableIndex(ctx: WorkspaceCtx, tables: OutlineTable[]): Promise<Indexed> {
  const key = scopeKey(ctx)
  const before = indexes.get(key)
  if (before?.tables === tables) return before.made
  const columns = tables.reduce((sum, table) => sum + table.columns.length, 0)
  const now = { tables, made: make(ctx, tables, columns) }
  indexes.set(key, now, columns)
  try {
    return await now.made
  } catch (error) {
    // The next question tries again.
    if (indexes.get(key) === now) indexes.delete(key)
    throw error
  }
}

async function make(ctx: WorkspaceCtx, tables: OutlineTable[], columns: number): Promise<Indexed> {
  const builder = new IndexBuilder()
  const most = Math.max(1, Math.min(MOST_VALUES, Math.floor(MOST_VALUES_IN_ALL / Math.max(1, columns))))
  for (const step of steps(tables)) {
    const ids = step.map(({ id }) => id)
    const texts = Map.groupBy(await columnTexts(ctx, ids, most), ({ tableId }) => tableId)
    for (const { id, name, source, description, columns } of step) {
      const textOf = new Map(texts.get(id)?.map((column) => [column.name, column]))
      builder.add({
        ...{ name, description, source: source.name },
        columns: columns.map((column) => {
          const { description = '', values = [] } = textOf.get(column) ?? {}
          return { name: column, description, values: values.filter(({ length }) => length <= LONGEST_VALUE) }
        }),
      })
    }
  }
  const index = builder.done(await joinedTables(ctx, tables))
  const joins = index.joins.map(({ length }) => length)
  return { tables, index, names: nameList(tables, joins) }
}

function* steps(tables: OutlineTable[]): Generator<OutlineTable[]> {
  let [step, columns]: [OutlineTable[], number] = [[], 0]
  for (const table of tables) {
    step.push(table)
    columns += table.columns.length
    if (columns < STEP) continue
    yield step
    ;[step, columns] = [[], 0]
  }
  yield step
}
