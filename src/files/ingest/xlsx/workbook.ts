import { type NumberFormat, numberFormat } from '../../rules/number-format.ts'
import { attributes } from '../../rules/sheet.ts'
import { unreadable } from '../engine.ts'
import { readGrid } from '../grid.ts'
import type { Job, Reading } from '../job.ts'
import { joinParts } from '../parts.ts'
import { Archive } from './archive.ts'
import { type Book, sharedStrings, sheetRows } from './sheet.ts'

/** Reads every sheet of a workbook that holds rows, each as a table. */
export async function readXlsx(job: Job): Promise<Reading> {
  const archive = await Archive.open(job.path, job.limits)
  try {
    if (!archive.has('xl/workbook.xml'))
      throw unreadable('This is a ZIP archive, not an Excel workbook. Unpack it and upload the files in it one by one.')
    const { sheets, book } = await openBook(archive)
    let cells = 0
    const count = (more: number) => {
      cells += more
      if (cells > job.limits.cells)
        throw unreadable(`This workbook has more than ${job.limits.cells / 1e6} million cells. Save its sheets as CSV.`)
    }
    const readings: Reading[] = []
    for (const [index, sheet] of sheets.entries()) {
      const rows = sheetRows(archive.text(sheet.path), book, count)
      readings.push(...(await readGrid(job, rows, sheets.length > 1 ? sheet.name : null, index)))
    }
    if (readings.every(({ tables }) => tables.length === 0))
      throw unreadable('No sheet of this workbook holds a table.')
    const whole = await joinParts(job, readings, 'sheet')
    return job.choices ? { ...whole, dialect: { ...whole.dialect, chosen: job.choices } } : whole
  } finally {
    archive.close()
  }
}

async function openBook(archive: Archive): Promise<{ sheets: { name: string; path: string }[]; book: Book }> {
  const tags = (xml: string, name: string) =>
    [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}\\b([^>]*)>`, 'g'))].map(([, tag]) => attributes(tag!))
  const workbook = await archive.whole('xl/workbook.xml')
  const targets = new Map(
    tags(await archive.whole('xl/_rels/workbook.xml.rels'), 'Relationship').map((found) => [found.Id, found]),
  )
  const sheets = tags(workbook, 'sheet').flatMap((sheet) => {
    const target = targets.get(sheet['r:id'] ?? Object.entries(sheet).find(([name]) => name.endsWith(':id'))?.[1])
    if (!target?.Target || !target.Type?.endsWith('/worksheet')) return []
    const path = target.Target.startsWith('/') ? target.Target.slice(1) : `xl/${target.Target}`
    return [{ name: sheet.name ?? '', path }]
  })
  const styles = await archive.whole('xl/styles.xml')
  const codes = new Map(tags(styles, 'numFmt').map(({ numFmtId, formatCode }) => [numFmtId, formatCode]))
  const cellFormats = /<(?:\w+:)?cellXfs\b[\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles)?.[0] ?? ''
  const formats: NumberFormat[] = tags(cellFormats, 'xf').map(({ numFmtId }) =>
    numberFormat(Number(numFmtId ?? 0), codes.get(numFmtId)),
  )
  const strings = await sharedStrings(archive.text('xl/sharedStrings.xml'))
  const epoch1904 = tags(workbook, 'workbookPr').some(({ date1904 }) => date1904 === '1' || date1904 === 'true')
  return { sheets, book: { strings, formats, epoch1904 } }
}
