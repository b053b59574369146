/** What a column is good for: decides aggregates, axes and starter questions. */
export type ColumnRole = 'measure' | 'dimension' | 'time' | 'id' | 'text' | 'flag'

export type TopValue = { value: string; count: number }

/** A row of a file that could not be read; `line` counts from 1 in the original file. */
export type RejectedRow = { line: number; reason: string; text?: string }

export type CatalogColumn = {
  name: string
  /** DuckDB type: BIGINT, DECIMAL(12,2), VARCHAR, DATE, TIMESTAMP … */
  type: string
  role: ColumnRole
  nulls: number
  distinct: number
  /** Smallest and largest value as the engine prints them; null for an empty column. */
  min: string | null
  max: string | null
  /** Most frequent values, at most 20, most frequent first. */
  top: TopValue[]
  /** A few values in order of appearance, at most 5. */
  sample: string[]
  description: string
  hidden: boolean
}

/** Keys of a relation as they meet better: SQL of both sides, and the share of values that are found then. */
export type CleanedKeys = { how: string; column: string; to_column: string; match_rate: number }

/** `match_rate`: share (0 to 1) of the non-null values of `column` found in `to_column`. */
export type CatalogRelation = {
  column: string
  to_table: string
  to_column: string
  match_rate: number
  /** Where few values are found: what finds more. */
  cleaned?: CleanedKeys
  kind: 'inferred' | 'declared'
}

/** One queryable table of a workspace, as the API, the analyst and the data tree see it. */
export type CatalogTable = {
  id: string
  /** Name in SQL, unique in the workspace. */
  name: string
  source: { kind: 'file' | 'database' | 'external'; id: string; name: string }
  rows: number
  /** Nobody counted the rows: the database's own estimate. Its columns were then measured on the first rows only. */
  rows_estimated?: true
  /** Where the rows are, for a table that stays in a database; statements in its own language call it so. */
  database?: { engine: string; schema: string; table: string }
  description: string
  hidden: boolean
  refreshed_at: string
  columns: CatalogColumn[]
  relations: CatalogRelation[]
}

type NamedSource = CatalogTable['source']
/** A visible table with the names of its visible columns, in order. */
export type OutlineTable = {
  id: string
  name: string
  source: NamedSource
  rows: number
  /** Where it stays in a database: how that calls it. */
  database?: { schema: string; table: string }
  description: string
  columns: string[]
}
/** A table as lists show it; `columns` is their number, `hits` those that it was found by. */
export type TableName = {
  id: string
  name: string
  source: NamedSource
  rows: number
  database?: { schema: string; table: string }
  columns: number
  hits?: string[]
}

/** A column as the data tree shows it. */
export type TreeColumn = Pick<
  CatalogColumn,
  'name' | 'type' | 'role' | 'nulls' | 'distinct' | 'min' | 'max' | 'description'
>
/** A table of the data tree: its columns are fetched when it is opened, unless the workspace is so small that they came along. */
export type TreeTable = TableName & { shown: TreeColumn[] | null }
/** The data tree as a page begins with it: the first tables by name, how many there are in all, and their sources. */
export type DataTree = { tables: TreeTable[]; total: number; sources: { id: string; name: string; tables: number }[] }

/** A relation of the workspace by itself, as it can be looked up and removed. */
export type Relation = {
  id: string
  from_table: string
  from_column: string
  to_table: string
  to_column: string
  /** Share (0 to 1) of the non-null values of the one column found in the other. */
  match_rate: number
  cleaned: CleanedKeys | null
  kind: 'inferred' | 'declared'
}
