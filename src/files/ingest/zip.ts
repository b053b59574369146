import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#base/errors.ts'
import type { RejectedRow } from '#catalog/rules/catalog.ts'
import { withoutEnding } from '#catalog/rules/table-name.ts'
import type { Ingested } from '../rules/ingest.ts'
import { contentKind } from './bytes.ts'
import { unreadable } from './engine.ts'
import { inDir, type Job, nothingRejected, type Reading } from './job.ts'
import { joinParts } from './parts.ts'
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
    const several = files.length > 1
    const readings: Ingested[] = []
    const failures: { name: string; error: AppError }[] = []
    for (const [index, { name }] of files.entries()) {
      const inner: Job = { ...job, folder: `zip-${index}`, path: `${job.engine.dir}/zip-${index}/packed` }
      await mkdir(inDir(inner, ''), { recursive: true })
      await pipeline(Readable.from(archive.bytes(name)), createWriteStream(inner.path))
      try {
        if ((await contentKind(inner.path)) === 'zip')
          throw unreadable('It is an archive or a workbook of its own. Upload it by itself.')
        const one = await read(inner)
        readings.push(several ? titled(one, withoutEnding(basename(name.replaceAll('\\', '/')))) : one)
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'unreadable_file') throw error
        failures.push({ name: basename(name), error })
      } finally {
        await rm(inner.path, { force: true })
      }
    }
    const [first] = readings
    if (!first) {
      const [{ name, error }] = failures as [(typeof failures)[number]]
      throw several ? unreadable(`No file of this ZIP archive could be read. ${name}: ${error.message}`) : error
    }
    // One packed file is read as if it had come unpacked.
    const { format: _, ...only } = first
    if (!several) return { ...only, dialect: { ...only.dialect, compression: 'zip' } }
    const leftOut = failures.map(({ name, error }) => `${name} was left out. ${error.message}`)
    const said = { dialect: { notes: leftOut }, tables: [], rejected: nothingRejected() }
    const reading = await joinParts(job, [...readings, said], 'file')
    return { ...reading, dialect: { compression: 'zip', ...reading.dialect } }
  } finally {
    archive.close()
  }
}

/** What one of several files gave, under the name of that file. */
const titled = ({ dialect, tables, rejected, ...rest }: Ingested, title: string): Ingested => ({
  ...rest,
  dialect: {
    ...(dialect.apart ? { apart: { ...dialect.apart, sample: dialect.apart.sample.map(under(title)) } } : {}),
    notes: (dialect.notes ?? []).map((note) => `${title}: ${note}`),
  },
  tables: tables.map((table) => ({ ...table, part: table.part === null ? title : `${title} ${table.part}` })),
  rejected: {
    ...rejected,
    sample: rejected.sample.map(under(title)),
  },
})

const under = (title: string) => (row: RejectedRow) => ({ ...row, reason: `${title}: ${row.reason}` })
