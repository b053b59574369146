import type { CatalogColumn, CatalogTable, TableName } from './answers.ts'

/** A row of a file that could not be read; `line` counts from 1 in the original file. */
export type RejectedRow = { line: number; reason: string; text?: string }

type NamedSource = CatalogTable['source']
/** A visible table with the names of its visible columns, in order. */
export type OutlineTable = {
  id: string
  name: string
  source: NamedSource
  rows: number
  database?: { schema: string; table: string }
  description: string
  columns: string[]
}
/** The same with the columns whose values are texts, and where its rows are kept in the file store; null for one that stays in a database. */
export type StoredTable = OutlineTable & { texts: string[]; storeKey: string | null }
export type TreeColumn = Pick<
  CatalogColumn,
  'name' | 'type' | 'role' | 'nulls' | 'distinct' | 'min' | 'max' | 'description'
>
/** A table of the data tree: its columns are fetched when it is opened, unless the workspace is so small that they came along. */
export type TreeTable = TableName & { shown: TreeColumn[] | null }
/** The data tree as a page begins with it: the first tables by name, how many there are in all, and their sources. */
export type DataTree = { tables: TreeTable[]; total: number; sources: { id: string; name: string; tables: number }[] }
