import type { FileDialect } from './ingest.ts'

/** The first rows of a file as they would be read. `null`: no value. */
export type Preview = {
  dialect: FileDialect
  columns: { name: string; type: string }[]
  rows: (string | null)[][]
  rejected: { line: number; reason: string }[]
}

/** Bytes of the beginning of a file that a preview looks at, and rows that it shows. */
export const PREVIEW_BYTES = 1 << 18
export const PREVIEW_ROWS = 12
