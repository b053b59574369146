import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IngestEngine } from '#files/ingest/engine.ts'
import type { Job } from '#files/ingest/job.ts'
import { readFile } from '#files/ingest/read.ts'

const root = mkdtempSync(join(tmpdir(), 'reading-'))
process.on('exit', () => rmSync(root, { recursive: true, force: true }))
let jobs = 0

/** Reads bytes as an upload is read: types and rows of each table as text (`lines`: a row each, cells between bars, ∅ for none), and how it was read. */
export async function reading(
  content: string | Uint8Array,
  { inflatedBytes = 20_000_000, ...more }: Pick<Job, 'silenceMs' | 'choices'> & { inflatedBytes?: number } = {},
) {
  const dir = join(root, String(jobs++))
  mkdirSync(dir)
  await Bun.write(`${dir}/upload`, content)
  const engine = await IngestEngine.open({ dir, memoryMb: 512, threads: 1 })
  try {
    const limits = { inflatedBytes, ratio: 200, entries: 2000, cells: 1_000_000 }
    const read = await readFile({ engine, path: `${dir}/upload`, limits, progress() {}, ...more })
    const tables = []
    for (const { part, path, rows, columns } of read.tables) {
      const found = (await engine.rows(`select columns(*)::varchar from ${await engine.relation(path)} limit 300`)) as (
        | string
        | null
      )[][]
      tables.push({
        part,
        count: rows,
        names: columns.map(({ name }) => name),
        typeList: columns.map(({ type }) => type),
        types: Object.fromEntries(columns.map(({ name, type }) => [name, type])),
        unread: Object.fromEntries(columns.flatMap(({ text_of, unread }) => (text_of ? [[text_of, unread]] : []))),
        roles: Object.fromEntries(columns.map(({ name, role }) => [name, role])),
        rows: found,
        lines: found.map((row) => row.map((cell) => cell ?? '∅').join('|')),
      })
    }
    const left = read.rejected.path ? await Bun.file(read.rejected.path).text() : null
    const described = read.tables.map(({ columns }) => columns.map(({ description = '' }) => description))
    const { types, lines } = tables[0]!
    return { ...read, tables, described, types, lines, rows: tables[0]!.rows, columns: read.tables[0]!.columns, left }
  } finally {
    engine.close()
    rmSync(dir, { recursive: true, force: true })
  }
}
