import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { ResultColumn } from '../rules/answers.ts'
import { toCell } from '../rules/cell.ts'
import { cellXml, columnLetters, headerXml, STYLES, sheetEnd, sheetStart, workbookParts } from '../rules/sheet.ts'

/** Rows of one sheet, its header included: Excel's own limit. */
const SHEET_ROWS = 1_048_576
const NOTES: ResultColumn[] = [{ name: 'Lines and values that do not count', type: 'VARCHAR' }]

/**
 * Writes a typed workbook row by row, so that memory stays flat; rows beyond what a sheet can hold go on to the next sheet.
 * @param notes what is to be known of the rows, on a last sheet of its own
 * @param next gives the next rows (values of `cellExpression`), null at the end
 */
export async function writeXlsx(
  output: string,
  columns: ResultColumn[],
  notes: string[],
  next: () => Promise<unknown[][] | null>,
): Promise<void> {
  const file = createWriteStream(output)
  const failed = new Promise<never>((_, reject) => file.on('error', reject))
  const zip = new Zip((error, bytes, final) => {
    if (error) return file.destroy(error)
    file.write(bytes)
    if (final) file.end()
  })
  const letters = columns.map((_, i) => columnLetters(i))
  let sheets = 0
  let row = SHEET_ROWS
  let sheet: ZipDeflate | undefined
  const write = (text: string) => sheet?.push(strToU8(text))
  const close = () => sheet?.push(strToU8(sheetEnd), true)
  const open = (columns: ResultColumn[]) => {
    close()
    sheet = new ZipDeflate(`xl/worksheets/sheet${++sheets}.xml`, { level: 3 })
    zip.add(sheet)
    write(sheetStart + headerXml(columns))
    row = 1
  }
  const rowOf = (values: unknown[], columns: ResultColumn[]) => {
    row++
    const cells = values.map((value, i) => cellXml(toCell(value), columns[i]!.type, `${letters[i]}${row}`))
    return `<row r="${row}">${cells.join('')}</row>`
  }
  open(columns)
  for (let rows = await next(); rows; rows = await next()) {
    let text = ''
    for (const values of rows) {
      if (row === SHEET_ROWS) {
        write(text)
        text = ''
        open(columns)
      }
      text += rowOf(values, columns)
    }
    write(text)
    if (file.writableNeedDrain) await Promise.race([once(file, 'drain'), failed])
  }
  if (notes.length > 0) {
    open(NOTES)
    write(notes.map((note) => rowOf([note], NOTES)).join(''))
  }
  close()
  for (const [name, text] of [...workbookParts(sheets, notes.length > 0), ['xl/styles.xml', STYLES] as const]) {
    const part = new ZipDeflate(name, { level: 6 })
    zip.add(part)
    part.push(strToU8(text), true)
  }
  const finished = once(file, 'finish')
  zip.end()
  await Promise.race([finished, failed])
}
