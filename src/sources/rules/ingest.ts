import type { CatalogColumn, RejectedRow } from './catalog.ts'

export const FORMATS = ['csv', 'json', 'ndjson', 'parquet', 'xlsx', 'sample'] as const
export type FileFormat = (typeof FORMATS)[number]

/** A column as the ingest measured it. */
export type MeasuredColumn = Omit<CatalogColumn, 'description' | 'hidden'>

/** One table of a file, written to `path` as Parquet or in the engine's own format; `part` is the sheet's or key's name when the file may have several. */
export type IngestedTable = {
  part: string | null
  path: string
  rows: number
  columns: MeasuredColumn[]
  description?: string
}

/** `rows` counts every row that was left out; `sample` shows the first of them. */
export type Rejected = { rows: number; sample: RejectedRow[] }

/** What reading a file gave. `dialect`: how it was read, `notes` in it are sentences for people. */
export type Ingested = { format: FileFormat; dialect: FileDialect; tables: IngestedTable[]; rejected: Rejected }

export type FileDialect = {
  encoding?: string
  compression?: string
  delimiter?: string
  quote?: string | null
  header?: boolean
  /** Lines above the table that were passed over. */
  skipped_lines?: number
  /** Which reading rules were loosened: padded, lenient, unquoted. */
  loosened?: string
  notes?: string[]
}

/** Rejected rows that are kept to be shown. */
export const REJECTED_SHOWN = 100
/** An attempt that leaves out more than this share of the rows is refused. */
export const MOST_REJECTED = 0.05

export type IngestLimits = {
  /** Bytes that a packed file may unfold to. */
  inflatedBytes: number
  /** Times that a packed file may grow. */
  ratio: number
  entries: number
  cells: number
}

/** Columns that a table may have at most. */
export const MOST_COLUMNS = 2000
