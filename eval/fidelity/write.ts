import { DuckDBInstance } from '@duckdb/node-api'
import { strToU8, zipSync } from 'fflate'
import { literal } from '#base/sql.ts'
import type { Column, Value } from './truth.ts'

/** How delimited text is written. Lines of `above`, `below` and `within` stand as they are. */
export type TextLayout = {
  delimiter?: string
  newline?: string
  /** Which values get quotes: those that need them, all, or none. */
  quotes?: 'needed' | 'all' | 'none'
  quote?: string
  escape?: string
  above?: string[]
  below?: string[]
  /** Lines of names; `names` of the columns without it, none where it is empty. */
  header?: string[][]
  /** Lines in front of the row of this number, counted from 0. */
  within?: Record<number, string[]>
  /** Changes the fields of a line just before they are joined. */
  line?: (fields: string[], row: number) => string[]
}

/** The text of a table. */
export function text(columns: Column[], layout: TextLayout = {}): string {
  const { delimiter = ',', newline = '\n', quotes = 'needed', quote = '"', escape: mark = quote } = layout
  const needs = (value: string) => value.includes(delimiter) || value.includes(quote) || /[\r\n]/.test(value)
  const field = (value: string) =>
    quotes === 'all' || (quotes === 'needed' && needs(value))
      ? `${quote}${value.replaceAll(quote, `${mark}${quote}`)}${quote}`
      : value
  const join = (fields: string[]) => fields.map(field).join(delimiter)
  const header = layout.header ?? [columns.map(({ names }) => names[0]!)]
  const count = columns[0]!.written.length
  const body = Array.from({ length: count }, (_, row) => {
    const fields = columns.map(({ written }) => written[row]!)
    return [...(layout.within?.[row] ?? []), join(layout.line?.(fields, row) ?? fields)]
  }).flat()
  return [...(layout.above ?? []), ...header.map(join), ...body, ...(layout.below ?? []), ''].join(newline)
}

export const utf8 = (content: string, mark = false): Uint8Array => Buffer.from((mark ? '\ufeff' : '') + content)
export const utf16 = (content: string, { little = true, mark = true } = {}): Uint8Array => {
  const bytes = Buffer.from((mark ? '\ufeff' : '') + content, 'utf16le')
  return little ? bytes : bytes.swap16()
}
export const latin1 = (content: string): Uint8Array => Buffer.from(content, 'latin1')
export const windows1252 = (content: string): Uint8Array => latin1(content.replaceAll('€', '\x80'))

/** A cell of a sheet: text, a number, true or false, nothing; a number of a style; or raw XML. */
export type Cell =
  | Value
  | { number: number; style: keyof typeof STYLES }
  | { error: string }
  | { formula: string; text: string | number }
/** `hiddenColumns` and `hiddenRows` are counted from 0; `comments` stand at the addresses of their cells. */
export type Sheet = {
  name: string
  rows: Cell[][]
  merged?: string[]
  hidden?: boolean
  hiddenColumns?: number[]
  hiddenRows?: number[]
  comments?: Record<string, string>
}

/** Number formats of the workbook in the order of their styles. */
const FORMATS = [
  'General',
  'yyyy\\-mm\\-dd',
  'dd/mm/yyyy hh:mm',
  '0.0%',
  '[$₹-4009] #,##0.00',
  'mmm\\ yyyy',
  'hh:mm:ss',
  '"E-"00000',
  '00000',
  '_-* #,##0.00 "€"_-;-* #,##0.00 "€"_-;_-* "-"??_-',
  '0.00" kg"',
  '[h]:mm:ss',
  '"Yes";;"No"',
  '[$-409]d\\-mmm\\-yy;@',
  '0.0%;[Red]\\-0.0%',
  '#,##0.00_);[Red]\\(#,##0.00\\)',
  '000\\-00\\-0000',
  '#,##0.0,"k"',
  '0.00E+00',
  'yyyy"年"m"月"d"日"',
  '[$¥-411]#,##0',
]
const STYLES = {
  general: 0,
  date: 1,
  moment: 2,
  percent: 3,
  money: 4,
  month: 5,
  time: 6,
  code: 7,
  zeros: 8,
  euros: 9,
  weight: 10,
  hours: 11,
  yes: 12,
  day: 13,
  share: 14,
  ledger: 15,
  social: 16,
  thousands: 17,
  science: 18,
  japanese: 19,
  yen: 20,
} as const

const xml = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const address = (column: number, row: number) => {
  let letters = ''
  for (let at = column + 1; at > 0; at = Math.floor((at - 1) / 26))
    letters = String.fromCharCode(65 + ((at - 1) % 26)) + letters
  return `${letters}${row + 1}`
}

function cellXml(cell: Cell, at: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${Number(cell)}</v></c>`
  if (typeof cell === 'string')
    return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${xml(cell)}</t></is></c>`
  if ('error' in cell) return `<c r="${at}" t="e"><v>${cell.error}</v></c>`
  if ('formula' in cell)
    return `<c r="${at}"${typeof cell.text === 'string' ? ' t="str"' : ''}><f>${xml(cell.formula)}</f><v>${xml(String(cell.text))}</v></c>`
  return `<c r="${at}" s="${STYLES[cell.style]}"><v>${cell.number}</v></c>`
}

/** Bytes of an XLSX file. @param from1904 days are counted from the first of 1904, as old Macs did */
export function workbook(sheets: Sheet[], { from1904 = false } = {}): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const kinds = 'http://schemas.openxmlformats.org/package/2006'
  const sheet = ({ rows, merged = [], hiddenColumns = [], hiddenRows = [] }: Sheet) => {
    const lines = rows.map(
      (row, r) =>
        `<row r="${r + 1}"${hiddenRows.includes(r) ? ' hidden="1"' : ''}>${row.map((cell, c) => cellXml(cell, address(c, r))).join('')}</row>`,
    )
    const areas = merged.map((area) => `<mergeCell ref="${area}"/>`).join('')
    const merges = areas && `<mergeCells count="${merged.length}">${areas}</mergeCells>`
    const columns = hiddenColumns.map((at) => `<col min="${at + 1}" max="${at + 1}" width="9" hidden="1"/>`).join('')
    return `<worksheet xmlns="${main}">${columns && `<cols>${columns}</cols>`}<sheetData>${lines.join('')}</sheetData>${merges}</worksheet>`
  }
  const type = (part: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${part}+xml`
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${kinds}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type('sheet.main')}"/><Override PartName="/xl/styles.xml" ContentType="${type('styles')}"/>${sheets.map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${type('worksheet')}"/>`).join('')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${kinds}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}">${from1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${sheets.map(({ name, hidden }, at) => `<sheet name="${xml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"${hidden ? ' state="hidden"' : ''}/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${kinds}/relationships">${sheets.map((_, at) => `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}<Relationship Id="rId${sheets.length + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="${FORMATS.length}">${FORMATS.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${xml(code)}"/>`).join('')}</numFmts><fonts count="1"><font/></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${FORMATS.length}">${FORMATS.map((_, at) => `<xf numFmtId="${at === 0 ? 0 : 164 + at}" applyNumberFormat="1" xfId="0"/>`).join('')}</cellXfs></styleSheet>`,
  }
  for (const [at, one] of sheets.entries()) {
    parts[`xl/worksheets/sheet${at + 1}.xml`] = sheet(one)
    if (!one.comments) continue
    const comments = Object.entries(one.comments).map(
      ([cell, note]) => `<comment ref="${cell}" authorId="0"><text><r><t>${xml(note)}</t></r></text></comment>`,
    )
    parts[`xl/comments${at + 1}.xml`] =
      `<comments xmlns="${main}"><authors><author>clerk</author></authors><commentList>${comments.join('')}</commentList></comments>`
    parts[`xl/worksheets/_rels/sheet${at + 1}.xml.rels`] =
      `<Relationships xmlns="${kinds}/relationships"><Relationship Id="rId1" Type="${office}/comments" Target="../comments${at + 1}.xml"/></Relationships>`
  }
  const stored = Object.entries(parts).map(([name, part]) => [name, strToU8(part)] as const)
  return zipSync(Object.fromEntries(stored), { mtime: '2024-01-01' })
}

const DAY_MS = 86_400_000
/** Days since the beginning of 1900, as spreadsheets count them. */
export const serial = (iso: string): number =>
  Date.parse(`${iso.replace(' ', 'T')}${iso.length > 10 ? 'Z' : ''}`) / DAY_MS + 25_569

/** The rows of a table as cells of a sheet: dates as dates, the rest as it is. Names first, unless `names` is false. */
export function cells(
  columns: Column[],
  { names = true, as = {} }: { names?: boolean; as?: Record<string, (value: Value) => Cell> } = {},
): Cell[][] {
  const usual = ({ kind }: Column, value: Value): Cell => {
    if (typeof value !== 'string') return value
    if (kind === 'date') return { number: serial(value), style: 'date' }
    return kind === 'timestamp' ? { number: serial(value), style: 'moment' } : value
  }
  const body = columns[0]!.values.map((_, row) =>
    columns.map((one): Cell => (as[one.names[0]!] ?? ((value) => usual(one, value)))(one.values[row]!)),
  )
  return names ? [columns.map(({ names }) => names[0]!), ...body] : body
}

/** The rows of a table as objects. */
export const objects = (columns: Column[]): Record<string, unknown>[] =>
  columns[0]!.values.map((_, row) => Object.fromEntries(columns.map(({ names, values }) => [names[0], values[row]])))

/** Bytes of a Parquet file with the rows of a statement, in which `$rows` stands for these objects as a relation. */
export async function parquet(content: Record<string, unknown>[], select: string, dir: string): Promise<Uint8Array> {
  const [source, target] = [`${dir}/rows.json`, `${dir}/rows.parquet`]
  await Bun.write(source, JSON.stringify(content))
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`set TimeZone = 'UTC'`)
  const from = `read_json(${literal(source)}, format = 'array', sample_size = -1)`
  await connection.run(`copy (${select.replace('$rows', from)}) to ${literal(target)} (format parquet)`)
  connection.closeSync()
  instance.closeSync()
  return Bun.file(target).bytes()
}
