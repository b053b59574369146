import type { Column, Truth } from './truth.ts'
import { type Sheet, type TextLayout, text, utf8, workbook } from './write.ts'

/** One ugly file: `id` names its kind of ugliness and the file; `dir`: a folder for what making it needs. */
export type Case = {
  id: string
  kind: string
  file: string
  truths: Truth[]
  bytes(dir: string): Uint8Array | Promise<Uint8Array>
}
export type Format = 'csv' | 'xlsx' | 'json' | 'parquet'

export const formatOf = ({ file }: Case): Format =>
  /\.(nd)?json$/.test(file) ? 'json' : file.endsWith('.xlsx') ? 'xlsx' : file.endsWith('.parquet') ? 'parquet' : 'csv'

const about = (id: string, ending: string) => ({
  id,
  kind: id.split(': ')[0]!,
  file: `${id.replace(/[^a-z0-9]+/gi, '-')}.${ending}`,
})

type TextCase = {
  encode?: (content: string) => Uint8Array
  spare?: RegExp
  ending?: string
  change?: (content: string) => string
}

/** A delimited file of one table. */
export function csv(
  id: string,
  columns: Column[],
  layout: TextLayout = {},
  { encode = (content) => utf8(content), spare, ending = 'csv', change = (content) => content }: TextCase = {},
): Case {
  return {
    ...about(id, ending),
    truths: [{ columns, ...(spare ? { spare } : {}) }],
    bytes: () => encode(change(text(columns, layout))),
  }
}

/** A file of any content. */
export const made = (id: string, ending: string, tables: (Column[] | Truth)[], bytes: Case['bytes']): Case => ({
  ...about(id, ending),
  truths: tables.map((table) => (Array.isArray(table) ? { columns: table } : table)),
  bytes,
})

/** A workbook. */
export const xlsx = (id: string, tables: (Column[] | Truth)[], sheets: Sheet[]): Case =>
  made(id, 'xlsx', tables, () => workbook(sheets))

export const json = (id: string, tables: (Column[] | Truth)[], content: unknown): Case =>
  made(id, 'json', tables, () => utf8(JSON.stringify(content, null, 1)))

export const ndjson = (id: string, tables: (Column[] | Truth)[], lines: unknown[]): Case =>
  made(id, 'ndjson', tables, () => utf8(lines.map((line) => `${JSON.stringify(line)}\n`).join('')))
