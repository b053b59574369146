import { type Case, made } from '../case.ts'
import type { Column, Truth, Value } from '../truth.ts'
import { utf8 } from '../write.ts'

type Content = string | Uint8Array | Case['bytes']
/** A file of a kind. */
export const file = (
  kind: string,
  name: string,
  ending: string,
  tables: (Column[] | Truth)[],
  content: Content,
): Case =>
  made(`${kind}: ${name}`, ending, tables, (dir) =>
    typeof content === 'string' ? utf8(content) : typeof content === 'function' ? content(dir) : content,
  )

/** The lines of a table as the file has them. */
export const rowsOf = (columns: Column[]): string[][] =>
  columns[0]!.written.map((_, row) => columns.map(({ written }) => written[row]!))
export const namesOf = (columns: Column[]): string[] => columns.map(({ names }) => names[0]!)

/** Columns of which some differ from the usual of their kind. */
export const tuned = (columns: Column[], changes: Record<string, Partial<Column>>): Column[] =>
  columns.map((one) => ({ ...one, ...changes[one.names[0]!] }))

/** Columns of which some are written in another way than in the table. */
export const rewritten = (columns: Column[], writes: Record<string, (value: Value, row: number) => string>): Column[] =>
  columns.map((one) => {
    const write = writes[one.names[0]!]
    return write ? { ...one, written: one.values.map(write) } : one
  })

/** Lines of fields so wide; a negative width aligns to the right. */
export const fixed = (lines: string[][], widths: number[], between = ''): string[] =>
  lines.map((fields) =>
    fields
      .map((field, at) => (widths[at]! < 0 ? field.padStart(-widths[at]!) : field.padEnd(widths[at]!)))
      .join(between)
      .trimEnd(),
  )

const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
/** The rows of a table in HTML. */
export const htmlRows = (lines: string[][], tag = 'td'): string =>
  lines.map((line) => `<tr>${line.map((field) => `<${tag}>${escaped(field)}</${tag}>`).join('')}</tr>\n`).join('')
/** A workbook as Excel wrote it in XML in 2003; what looks like a number is one. */
export const sheetXml = (sheets: Record<string, string[][]>): string => {
  const cell = (field: string) =>
    field === ''
      ? '<Cell/>'
      : `<Cell><Data ss:Type="${/^-?(0|[1-9]\d*)(\.\d+)?$/.test(field) ? 'Number' : 'String'}">${escaped(field)}</Data></Cell>`
  const body = Object.entries(sheets).map(
    ([name, lines]) =>
      `<Worksheet ss:Name="${name}"><Table>\n${lines.map((line) => `<Row>${line.map(cell).join('')}</Row>\n`).join('')}</Table></Worksheet>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">${body.join('')}</Workbook>\n`
}
