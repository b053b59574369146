import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#base/errors.ts'
import { withoutEnding } from '#catalog/rules/table-name.ts'
import { type Ingested, type IngestedTable, REJECTED_SHOWN } from '../rules/ingest.ts'
import { contentKind } from './bytes.ts'
import { unreadable } from './engine.ts'
import { inDir, type Job, nothingRejected, type Reading } from './job.ts'
import { joinRejected } from './rejected.ts'
import { Archive } from './xlsx/archive.ts'

/** Files in one archive that become tables. */
const MOST_FILES = 100

export async function isWorkbook(job: Job): Promise<boolean> {
  const archive = await Archive.open(job.path, job.limits, 'ZIP archive')
  try {
    return archive.has('xl/workbook.xml')
  } finally {
    archive.close()
  }
}

/** What systems put beside the files of people. */
const isOwn = (name: string) =>
  !name.endsWith('/') && !/(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i.test(name.replaceAll('\\', '/'))

/**
 * Reads the files of a ZIP archive one after the other, each by its content. Names in the archive are names of tables and of nothing
 * else: what is unpacked lies under names of ours. A file that cannot be read is left out and said, unless none can.
 * @param read reads one file of any kind
 */
export async function readZip(job: Job, read: (job: Job) => Promise<Ingested>): Promise<Reading> {
  const archive = await Archive.open(job.path, job.limits, 'ZIP archive')
  try {
    const files = archive.list().filter(({ name }) => isOwn(name))
    if (files.length === 0) throw unreadable('This ZIP archive holds no file.')
    if (files.some(({ locked }) => locked))
      throw unreadable('This ZIP archive is protected by a password. Upload the files in it without one.')
    if (files.length > MOST_FILES)
      throw unreadable(`This ZIP archive holds ${files.length} files; at most ${MOST_FILES} can be read.`)
    const reading: Reading = { dialect: { compression: 'zip' }, tables: [], rejected: nothingRejected() }
    const notes: string[] = []
    const leftOut: string[] = []
    const failures: { name: string; error: AppError }[] = []
    let only: Ingested | null = null
    for (const [index, { name }] of files.entries()) {
      const inner: Job = { ...job, folder: `zip-${index}`, path: `${job.engine.dir}/zip-${index}/packed` }
      await mkdir(inDir(inner, ''), { recursive: true })
      await pipeline(Readable.from(archive.bytes(name)), createWriteStream(inner.path))
      try {
        if ((await contentKind(inner.path)) === 'zip')
          throw unreadable('It is an archive or a workbook of its own. Upload it by itself.')
        const one = await read(inner)
        only = one
        const several = files.length > 1
        const title = withoutEnding(basename(name.replaceAll('\\', '/')))
        reading.tables.push(...one.tables.map((table) => (several ? inArchive(table, title) : table)))
        notes.push(...(one.dialect.notes ?? []).map((note) => (several ? `${title}: ${note}` : note)))
        reading.rejected.rows += one.rejected.rows
        reading.rejected.sample.push(
          ...one.rejected.sample.map((row) => (several ? { ...row, reason: `${title}: ${row.reason}` } : row)),
        )
        if (one.rejected.path) leftOut.push(one.rejected.path)
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'unreadable_file') throw error
        failures.push({ name, error })
      } finally {
        await rm(inner.path, { force: true })
      }
    }
    if (reading.tables.length === 0)
      throw files.length === 1
        ? failures[0]!.error
        : unreadable(
            `No file of this ZIP archive could be read. ${basename(failures[0]!.name)}: ${failures[0]!.error.message}`,
          )
    notes.push(...failures.map(({ name, error }) => `${basename(name)} was left out. ${error.message}`))
    reading.rejected.sample.splice(REJECTED_SHOWN)
    const all = await joinRejected(leftOut, inDir(job, 'rejected.csv'))
    if (all) reading.rejected.path = all
    // One packed file is read as if it had come unpacked.
    if (files.length === 1 && only) reading.dialect = { ...only.dialect, compression: 'zip' }
    if (notes.length > 0) reading.dialect.notes = notes
    return reading
  } finally {
    archive.close()
  }
}

const inArchive = (table: IngestedTable, title: string): IngestedTable => ({
  ...table,
  part: table.part === null ? title : `${title} ${table.part}`,
})
