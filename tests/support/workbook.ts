import { strToU8, zipSync } from 'fflate'

/** A cell: a number, text (kept as a shared string), true or false, nothing, or raw XML of a cell's inside with its attributes. */
export type TestCell = number | string | boolean | null | { attributes: string; inside: string }
/** `merged`: ranges of cells that are one, as `A2:A3`; `comments` by the addresses of their cells. */
export type TestSheet = { name: string; rows: TestCell[][]; merged?: string[]; comments?: Record<string, string> }

/** Style numbers of the workbook: 0 general, 1 date, 2 moment of a format of its own, 3 time. */
const DATE_STYLE = 1
export const dated = (serial: number, style = DATE_STYLE): TestCell => ({
  attributes: ` s="${style}"`,
  inside: `<v>${serial}</v>`,
})

/** Bytes of an XLSX file. */
export function workbook(sheets: TestSheet[], { epoch1904 = false } = {}): Uint8Array<ArrayBuffer> {
  const strings: string[] = []
  const cell = (value: TestCell, at: string): string => {
    if (value === null) return ''
    if (typeof value === 'object') return `<c r="${at}"${value.attributes}>${value.inside}</c>`
    if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`
    if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`
    return `<c r="${at}" t="s"><v>${strings.push(value) - 1}</v></c>`
  }
  const column = (index: number) => String.fromCharCode(65 + index)
  const sheetXml = sheets.map(({ rows, merged = [] }) => {
    const lines = rows.map(
      (row, r) => `<row r="${r + 1}">${row.map((value, c) => cell(value, `${column(c)}${r + 1}`)).join('')}</row>`,
    )
    return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${lines.join('')}</sheetData>${merged.length > 0 ? `<mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>` : ''}</worksheet>`
  })
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const parts: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns:r="x"><workbookPr${epoch1904 ? ' date1904="1"' : ''}/><sheets>${sheets.map(({ name }, n) => `<sheet name="${escaped(name)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets.map((_, n) => `<Relationship Id="rId${n + 1}" Type="http://x/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`).join('')}</Relationships>`,
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="20"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
  }
  for (const [index, xml] of sheetXml.entries()) parts[`xl/worksheets/sheet${index + 1}.xml`] = xml
  for (const [index, { comments = {} }] of sheets.entries()) {
    const list = Object.entries(comments).map(
      ([cell, text]) => `<comment ref="${cell}"><text><r><t>${escaped(text)}</t></r></text></comment>`,
    )
    if (list.length > 0)
      parts[`xl/comments${index + 1}.xml`] = `<comments><commentList>${list.join('')}</commentList></comments>`
  }
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])),
  ) as Uint8Array<ArrayBuffer>
}
