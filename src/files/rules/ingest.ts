import type { CatalogColumn } from '#catalog/rules/answers.ts'
import type { RejectedRow } from '#catalog/rules/catalog.ts'
import type { ColumnKind } from '#catalog/rules/column-kind.ts'
import type { DateOrder, DialectChoices } from './dialect.ts'

const FORMATS = ['csv', 'json', 'ndjson', 'parquet', 'xlsx', 'sqlite', 'zip', 'sample', 'stack'] as const
export type FileFormat = (typeof FORMATS)[number]

/** A column as the ingest measured it. `unit`: what its figures count, as its cells or its name say; `kind`: what its values are in the world. */
export type MeasuredColumn = Omit<CatalogColumn, 'description' | 'hidden'> & {
  description?: string
  unit?: string
  kind?: ColumnKind
}

/**
 * One table of a file, written to `path` as Parquet or in the engine's own format; `part` is the sheet's or key's name when the file may
 * have several; `rejected` counts the lines that could not be read as rows of it, `apart` totals, notes, empty lines and names that
 * come again, `totals` those of them that are totals, `dropped` rows that recipes of the tables left out which it was made of; `derived`:
 * its rows are those of other tables of the file.
 */
export type IngestedTable = {
  part: string | null
  path: string
  rows: number
  rejected?: number
  apart?: number
  totals?: number
  dropped?: number
  derived?: true
  columns: MeasuredColumn[]
  description?: string
}

/** `rows` counts every row that was left out; `sample` shows the first of them; `path`: a CSV file with all of them, up to REJECTED_KEPT. */
export type Rejected = { rows: number; sample: RejectedRow[]; path?: string }

/** A join that the file itself declares between two of its tables, by the names of their parts. */
export type DeclaredKey = { part: string | null; column: string; toPart: string | null; toColumn: string }

/** What reading a file gave. `dialect`: how it was read, `notes` in it are sentences for people. */
export type Ingested = {
  format: FileFormat
  dialect: FileDialect
  tables: IngestedTable[]
  rejected: Rejected
  keys?: DeclaredKey[]
}

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
  /** What stands before the fraction of numbers, where any has one. */
  decimal?: '.' | ','
  /** The order in which numeric dates were read. */
  dates?: DateOrder
  /** Columns with dates that could be read in another order as well. */
  ambiguous_dates?: string[]
  /** Lines that are no rows and were set apart: how many, how many of them are totals, and the first of them. */
  apart?: { rows: number; totals: number; sample: RejectedRow[] }
  /** Rows of tables that repeat those of others: the sheets one below the other. */
  derived_rows?: number
  /** Of several files put together: their names, and what of them its rows were made of. */
  stack?: { files: string[]; made_of: string[] }
  /** What a person chose. */
  chosen?: DialectChoices
  notes?: string[]
}

/** Rejected rows that are kept to be shown. */
export const REJECTED_SHOWN = 100
/** Rejected rows that are kept to be downloaded, and characters of each. */
export const REJECTED_KEPT = 100_000
export const REJECTED_TEXT = 32_000
/** An attempt that leaves out more than this share of the rows is refused. */
export const MOST_REJECTED = 0.05
/** A few rejected rows are not a wrong reading, however short the file is. */
export const FEW_REJECTED = 10

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

/** The first rows of a file as they would be read. `null`: no value. */
export type Preview = {
  dialect: FileDialect
  columns: { name: string; type: string }[]
  rows: (string | null)[][]
  rejected: { line: number; reason: string }[]
}

/** Bytes of the beginning of a file that a preview reads, and rows that it shows. */
export const PREVIEW_BYTES = 1 << 18
export const PREVIEW_ROWS = 12
