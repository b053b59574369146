import type { WorkspaceCtx } from '../ctx.ts'
import * as catalog from './catalog.ts'
import { outline } from './outline.ts'
import type { CatalogColumn, CatalogTable } from './rules/answers.ts'
import type { DataTree, OutlineTable, TreeColumn } from './rules/catalog.ts'
import { tableName } from './rules/names.ts'

/** Tables that a page begins with, and columns up to which they come along with it. */
const MOST_TABLES = 100
const MOST_COLUMNS = 300

export async function dataTree(ctx: WorkspaceCtx): Promise<DataTree> {
  const all = await outline(ctx)
  const first = all.slice(0, MOST_TABLES)
  const columns = first.reduce((sum, table) => sum + table.columns.length, 0)
  const withColumns = columns <= MOST_COLUMNS ? await catalog.tables(ctx, { ids: first.map(({ id }) => id) }) : []
  const columnsOf = new Map(withColumns.map((table) => [table.id, table.columns.map(treeColumn)]))
  return {
    tables: first.map((table) => ({ ...tableName(table), shown: columnsOf.get(table.id) ?? null })),
    total: all.length,
    sources: sourcesOf(all),
  }
}

export const sourcesOf = (tables: OutlineTable[]): DataTree['sources'] =>
  [...Map.groupBy(tables, ({ source }) => source.id).values()].map((of) => {
    const { id, name } = of[0]!.source
    return { id, name, tables: of.length }
  })

const treeColumn = ({ top: _top, sample: _sample, hidden: _hidden, ...column }: CatalogColumn): TreeColumn => column

/** Tables that starters and short looks choose from: all of a small workspace, else those with the most rows. */
export async function largest(ctx: WorkspaceCtx, most: number): Promise<CatalogTable[]> {
  const all = await outline(ctx)
  const chosen = all.length <= most ? all : all.toSorted((a, b) => b.rows - a.rows).slice(0, most)
  return catalog.tables(ctx, { ids: chosen.map(({ id }) => id) })
}
