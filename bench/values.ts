import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identifier, literal } from '../src/base/sql.ts'
import { IngestEngine } from '../src/files/ingest/engine.ts'
import { readFile } from '../src/files/ingest/read.ts'
import { indexValues } from '../src/files/ingest/values.ts'
import type { IngestedTable } from '../src/files/rules/ingest.ts'
import { searchIndexes } from '../src/query/engine/values.ts'

/**
 * The index of values over 1,000 columns of texts in 100 files, and over one file of a million rows: what building it takes beside reading the file, its
 * size beside the data, and what a search takes beside DuckDB looking through the same rows. Processor times, in one run.
 * `bun bench/values.ts`
 */
const FILES = 100
const TEXTS = 10
const ROWS = 10_000
const DISTINCT = 1_000
const LARGE = 1_000_000
const LIMITS = { inflatedBytes: 1e10, ratio: 200, entries: 100, cells: 1e9 }

const dir = mkdtempSync(join(tmpdir(), 'tabletalk-bench-'))
type Read = { table: IngestedTable; index: string; bytes: number }
const spent = { reading: 0, indexing: 0 }
try {
  const columns = Array.from({ length: TEXTS }, (_, at) => `text_${at}`)
  const wide: Read[] = []
  for (let n = 0; n < FILES; n++)
    wide.push(
      await read(
        `wide-${n}`,
        csv(columns, ROWS, (row, at) => phrase(n * TEXTS + at, lot(row, at) % DISTINCT)),
      ),
    )
  told(`${FILES} files of ${ROWS} rows with ${TEXTS} texts, ${DISTINCT} different in each`, wide)
  await searches(wide, columns, phrase(500, 77))
  Object.assign(spent, { reading: 0, indexing: 0 })
  // A name that is there once, a town of 5,000, one of eight kinds.
  const large = [
    await read(
      'large',
      csv(['name', 'town', 'kind'], LARGE, (row, at) =>
        at === 0 ? `${phrase(1, row)} ${row}` : phrase(at, lot(row, at) % (at === 1 ? 5_000 : 8)),
      ),
    ),
  ]
  told(`one file of ${LARGE} rows`, large)
  await searches(large, ['name', 'town', 'kind'], phrase(1, 4_321))
} finally {
  rmSync(dir, { recursive: true, force: true })
}

/** A number for a place of a table, always the same. */
function lot(row: number, at: number): number {
  let x = (row * 2_654_435_761 + at * 40_503 + 12_345) >>> 0
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d) >>> 0
  return Math.imul(x ^ (x >>> 12), 0x297a2d39) >>> 0
}

/** Two words: number `value` of the texts of a column. */
function phrase(column: number, value: number): string {
  const word = (of: number) => {
    let rest = lot(of, 7)
    let text = ''
    for (let part = 0; part < 3; part++) {
      text += 'bdfgklmnprstvz'[rest % 14]! + 'aeiou'[(rest >>> 4) % 5]!
      rest = Math.floor(rest / 70)
    }
    return text[0]!.toUpperCase() + text.slice(1)
  }
  return `${word(lot(column, value) % 4_000)} ${word(lot(value, column) % 4_000)}`
}

function csv(names: string[], rows: number, text: (row: number, at: number) => string): string {
  const lines = [[...names, 'id', 'amount', 'price', 'day'].join(',')]
  for (let row = 0; row < rows; row++) {
    const day = `2026-0${1 + (row % 9)}-${10 + (row % 19)}`
    lines.push(
      [...names.map((_, at) => text(row, at)), row, lot(row, 1) % 1000, (lot(row, 2) % 100_000) / 100, day].join(','),
    )
  }
  return lines.join('\n')
}

/** Milliseconds of processor time that some work takes. */
async function cost<T>(work: () => Promise<T> | T): Promise<[T, number]> {
  const before = process.cpuUsage()
  const done = await work()
  const { user, system } = process.cpuUsage(before)
  return [done, (user + system) / 1000]
}

async function read(name: string, text: string): Promise<Read> {
  const folder = join(dir, name)
  const path = join(folder, 'upload.csv')
  await Bun.write(path, text)
  const engine = await IngestEngine.open({ dir: folder, memoryMb: 2048, threads: 2 })
  const [{ tables }, reading] = await cost(async () => {
    const done = await readFile({ engine, path, limits: LIMITS, progress() {} })
    await engine.finish()
    return done
  })
  const table = tables[0]!
  const index = join(folder, 'index')
  const [, indexing] = await cost(() => indexValues(engine, [{ ...table, output: index }]))
  await engine.finish()
  engine.close()
  spent.reading += reading
  spent.indexing += indexing
  return { table, index, bytes: text.length }
}

function told(what: string, files: Read[]): void {
  const sum = (of: (file: Read) => number) => files.reduce((all, file) => all + of(file), 0)
  const index = sum((file) => Bun.file(file.index).size)
  const share = (all: number) => `${((index / all) * 100).toFixed(1)} %`
  console.info(`\n${what}`)
  console.info(
    `  index ${(index / 1e6).toFixed(1)} MB: ${share(sum(({ bytes }) => bytes))} of the files, ${share(sum(({ table }) => Bun.file(table.path).size))} of what is stored of them`,
  )
  console.info(
    `  building it takes ${((spent.indexing / spent.reading) * 100).toFixed(0)} % of what reading the files takes (${spent.indexing.toFixed(0)} of ${spent.reading.toFixed(0)} ms)`,
  )
}

async function searches(files: Read[], columns: string[], value: string): Promise<void> {
  const tables = files.map(({ index }) => ({ path: index, columns }))
  const engine = await IngestEngine.open({
    dir: join(dir, 'scan'),
    readable: files.map(({ table }) => table.path),
    memoryMb: 2048,
    threads: 2,
  })
  const parts: string[] = []
  for (const { table } of files) {
    const from = await engine.relation(table.path)
    for (const column of columns)
      parts.push(
        `select ${literal(column)}, ${identifier(column)} as v, count(*) from ${from} where contains(lower(v), lower($text)) group by all`,
      )
  }
  const scan = (text: string) => engine.rows(parts.join(' union all ').replaceAll('$text', literal(text)))
  const wrong = value.replace(/.(?=.{3}$)/, 'x')
  const [, cold] = await cost(() => searchIndexes({ text: value, tables }))
  console.info(`  the first search, which unpacks the index: ${cold.toFixed(0)} ms`)
  for (const [way, text] of Object.entries({
    'as it is': value,
    'in capitals': value.toUpperCase(),
    'by a word': value.split(' ')[0]!,
    'with a letter wrong': wrong,
    'of nothing': 'Qwertz Yxcvbnm',
  })) {
    const own: number[] = []
    const theirs: number[] = []
    const walls: number[] = []
    let found = 0
    for (let turn = 0; turn < 5; turn++) {
      const begun = performance.now()
      const [{ values }, ms] = await cost(() => searchIndexes({ text, tables }))
      walls.push(performance.now() - begun)
      own.push(ms)
      found = values.length
      theirs.push((await cost(() => scan(text)))[1])
    }
    const middle = (list: number[]) => list.toSorted((a, b) => a - b)[2]!
    console.info(
      `  ${way.padEnd(20)} ${middle(own).toFixed(1).padStart(6)} ms (wall ${middle(walls).toFixed(1)}), ${found} found; DuckDB over the rows ${middle(theirs).toFixed(0)} ms: ${(middle(theirs) / middle(own)).toFixed(1)} times as much`,
    )
  }
  await engine.finish()
  engine.close()
}
