import { type NumberFormat, numberFormat } from '../../rules/number-format.ts'
import { attributes, xmlText } from '../../rules/sheet.ts'
import { unreadable } from '../engine.ts'
import { readGrid } from '../grid.ts'
import { inDir, type Job, nothingRejected, type Reading } from '../job.ts'
import { joinParts } from '../parts.ts'
import { RejectedFile } from '../rejected.ts'
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
    const rejected = { ...nothingRejected(), ...(await besideCells(job, archive, sheets)) }
    const whole = await joinParts(job, [...readings, { dialect: {}, tables: [], rejected }], 'sheet')
    return job.choices ? { ...whole, dialect: { ...whole.dialect, chosen: job.choices } } : whole
  } finally {
    archive.close()
  }
}

/** What a sheet is called by a program that nobody told. */
const UNNAMED = /^\p{L}+ ?1$/u

/** What a workbook says beside its cells: comments on them, and what its only sheet is called. @returns the file of it */
async function besideCells(job: Job, archive: Archive, [only, ...others]: { name: string }[]) {
  const left = new RejectedFile(inDir(job, 'beside.csv'))
  if (only && others.length === 0 && !UNNAMED.test(only.name)) left.add(1, 'The sheet is called so.', only.name)
  for (const { name } of archive.list())
    if (/^xl\/(?:threadedC|c)omments\/?\w*\.xml$/.test(name))
      for (const [, tag = '', text = ''] of (await archive.whole(name)).matchAll(COMMENT)) {
        const { ref = '' } = attributes(tag)
        const said = xmlText(text.replace(/<[^>]*>/g, '')).trim()
        if (said !== '') left.add(Number(/\d+$/.exec(ref)?.[0] ?? 1), `It is a comment on ${ref}.`, said)
      }
  return left.finish()
}
const COMMENT = /<(?:\w+:)?(?:threadedC|c)omment\b([^>]*)>([\s\S]*?)<\/(?:\w+:)?(?:threadedC|c)omment>/g

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
