import type { Column, Truth } from './truth.ts'
import { type Sheet, type TextLayout, text, utf8, workbook } from './write.ts'

/** One ugly file: `id` names its kind of ugliness and the file; `dir`: a folder for what making it needs; `isHeld`: only its score is told. */
export type Case = {
  id: string
  kind: string
  file: string
  truths: Truth[]
  isHeld?: boolean
  bytes(dir: string): Uint8Array | Promise<Uint8Array>
}
export type Format = 'csv' | 'xlsx' | 'json' | 'parquet'

export const formatOf = ({ file }: Case): Format =>
  /\.(nd)?json$/.test(file) ? 'json' : file.endsWith('.xlsx') ? 'xlsx' : file.endsWith('.parquet') ? 'parquet' : 'csv'

const named = (kind: string, name: string) => `${kind}: ${name}`
const fileName = (name: string, ending: string) => `${name.replace(/[^a-z0-9]+/gi, '-')}.${ending}`

type TextCase = {
  encode?: (content: string) => Uint8Array
  spare?: RegExp
  ending?: string
  change?: (content: string) => string
}

/** A delimited file of one table. */
export function csv(
  kind: string,
  name: string,
  columns: Column[],
  layout: TextLayout = {},
  { encode = (content) => utf8(content), spare, ending = 'csv', change = (content) => content }: TextCase = {},
): Case {
  return {
    id: named(kind, name),
    kind,
    file: fileName(`${kind} ${name}`, ending),
    truths: [{ columns, ...(spare ? { spare } : {}) }],
    bytes: () => encode(change(text(columns, layout))),
  }
}

/** A file of any content. */
export const made = (
  kind: string,
  name: string,
  ending: string,
  tables: (Column[] | Truth)[],
  bytes: Case['bytes'],
): Case => ({
  id: named(kind, name),
  kind,
  file: fileName(`${kind} ${name}`, ending),
  truths: tables.map((table) => (Array.isArray(table) ? { columns: table } : table)),
  bytes,
})

/** A workbook. */
export const xlsx = (kind: string, name: string, tables: (Column[] | Truth)[], sheets: Sheet[]): Case =>
  made(kind, name, 'xlsx', tables, () => workbook(sheets))

export const json = (kind: string, name: string, tables: (Column[] | Truth)[], content: unknown): Case =>
  made(kind, name, 'json', tables, () => utf8(JSON.stringify(content, null, 1)))

export const ndjson = (kind: string, name: string, tables: (Column[] | Truth)[], lines: unknown[]): Case =>
  made(kind, name, 'ndjson', tables, () => utf8(lines.map((line) => `${JSON.stringify(line)}\n`).join('')))
