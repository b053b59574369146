import { neutralised } from '#base/formula.ts'
import type { Cell, ResultColumn } from './answers.ts'
import { isNumeric } from './result.ts'

/** The XML of a workbook's parts (ECMA-376), no more of it than typed cells need. */
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
/** Longest text of one cell. */
const MAX_TEXT = 32_767
/** Places in `cellXfs` below. */
const STYLE = { date: 1, moment: 2, header: 3, quoted: 4 }

export const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" quotePrefix="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/></cellXfs></styleSheet>`

export const sheetStart = `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
export const sheetEnd = '</sheetData></worksheet>'

/** 0 -> A, 25 -> Z, 26 -> AA. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26) - 1
  return (rest >= 0 ? columnLetters(rest) : '') + String.fromCharCode(65 + (index % 26))
}

export const headerXml = (columns: readonly ResultColumn[]): string =>
  `<row r="1">${columns.map(({ name }, i) => textXml(name, `${columnLetters(i)}1`, STYLE.header)).join('')}</row>`

/** A typed cell at `at` (B7); what a spreadsheet's numbers would round stays text. */
export function cellXml(cell: Cell, type: string, at: string): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`
  if (typeof cell === 'number')
    return fits(String(cell)) ? `<c r="${at}"><v>${cell}</v></c>` : textXml(String(cell), at)
  if (isNumeric(type) && fits(cell)) return `<c r="${at}"><v>${cell}</v></c>`
  const day = type === 'DATE' || type.startsWith('TIMESTAMP') ? serial(cell) : null
  if (day !== null) return `<c r="${at}" s="${type === 'DATE' ? STYLE.date : STYLE.moment}"><v>${day}</v></c>`
  return textXml(cell, at, neutralised(cell) === cell ? undefined : STYLE.quoted)
}

/** Whether a spreadsheet shows this number as it is: it keeps 15 significant digits. Fractions of doubles are its own kind anyway. */
function fits(text: string): boolean {
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return false
  if (/[.e]/i.test(text) && String(Number(text)) === text) return true
  return text.replace(/^-?0*|\.|e.*$/gi, '').length <= 15
}

/** Days since 1899-12-30 of `2024-05-01` or `2024-05-01 10:20:30.5`; null where spreadsheets have no such day. */
function serial(text: string): number | null {
  const found = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d(?:\.\d+)?))?$/.exec(text)
  if (!found) return null
  const [year, month, day, hours, minutes, seconds] = found.slice(1).map((part) => Number(part ?? 0))
  const days = (Date.UTC(year!, month! - 1, day) - Date.UTC(1899, 11, 30)) / 86_400_000
  return days < 61 ? null : days + (hours! * 3600 + minutes! * 60 + seconds!) / 86_400
}

function textXml(text: string, at: string, style?: number): string {
  const styled = style === undefined ? '' : ` s="${style}"`
  return `<c r="${at}"${styled} t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, MAX_TEXT))}</t></is></c>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** XML text; characters that XML cannot carry are written as spreadsheets write them (`_x0001_`). */
const escaped = (text: string): string =>
  text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>]/g, (character) => ENTITIES[character]!)
    .replace(
      /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )

/** Everything but the sheets: name and text of each part. @param hasNotes whether the last sheet says what does not count */
export function workbookParts(sheets: number, hasNotes: boolean): [name: string, text: string][] {
  const nameOf = (n: number) => (hasNotes && n === sheets ? 'Left out' : `Result${n > 1 ? ` ${n}` : ''}`)
  const each = (line: (n: number) => string) => Array.from({ length: sheets }, (_, i) => line(i + 1)).join('')
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return [
    [
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${types}.worksheet+xml"/>`)}</Types>`,
    ],
    [
      '_rels/.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${each((n) => `<sheet name="${nameOf(n)}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${each((n) => `<Relationship Id="rId${n}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${sheets + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    ],
  ]
}
