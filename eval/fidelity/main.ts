import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Case, formatOf } from './case.ts'
import { CASES, isHeld, SPLIT } from './cases.ts'
import { type Judged, judge, noScore, POINTS, type Score } from './judge.ts'
import { duckdb, ours, pandas, polars, type Reader, type ReadFile } from './readers.ts'
import { untold } from './told.ts'

/**
 * How faithfully ugly files are read: `bun run fidelity`, with `--peers` beside DuckDB, pandas and polars, with `--failures` what went
 * wrong in the half that is not held out, with words those kinds or sets alone (`bun run fidelity totals dates --failures`), and of them only
 * what is open: sums over few files would tell of one.
 */
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const has = (flag: string) => process.argv.includes(flag)
const asked = CASES.filter(
  (one) =>
    words.length === 0 || (!isHeld(one) && words.some((word) => one.id.includes(word) || SPLIT[word]?.includes(one))),
)
const dir = await mkdtemp(join(tmpdir(), 'fidelity-'))

/** `gone`: words of the file that nothing which was made of it tells. */
type Result = { one: Case; judged: Judged | null; gone: string[] }

try {
  await write()
  const own = await readAll(ours, true)
  // Of the held half the sums alone are told: a kind with one file in it would tell which failed.
  const kinds = [
    ...Map.groupBy(
      own.filter(({ one }) => !isHeld(one)),
      ({ one }) => one.kind,
    ),
  ]
  line('kind', 'files', 'right', ...POINTS, 'points', 'told')
  for (const [kind, results] of kinds) told(kind, results)
  for (const half of ['tuning', 'held'])
    told(
      half,
      own.filter(({ one }) => isHeld(one) === (half === 'held')),
    )
  for (const [name, set] of Object.entries(SPLIT))
    for (const half of ['open', 'held'])
      told(
        `${name}, ${half}`,
        own.filter(({ one }) => set.includes(one) && isHeld(one) === (half === 'held')),
      )
  told('all', own)
  if (has('--failures')) failures(own)
  if (has('--peers')) await beside(own)
} finally {
  await rm(dir, { recursive: true, force: true })
}

async function write() {
  for (const [at, one] of asked.entries()) {
    await mkdir(join(dir, String(at)))
    await Bun.write(pathOf(one), await one.bytes(join(dir, String(at))))
  }
}

function pathOf(one: Case): string {
  return join(dir, String(asked.indexOf(one)), one.file)
}

/** Null for files of a format that the reader does not know. */
async function readAll(reader: Reader, roles: boolean): Promise<Result[]> {
  const results: Result[] = []
  for (const one of asked) {
    const known = reader.formats.includes(formatOf(one))
    let error = ''
    const read: ReadFile = known
      ? await reader.read(pathOf(one)).catch((thrown): ReadFile => {
          error = String(thrown)
          return []
        })
      : []
    const judged = known ? judge(one.truths, read, roles) : null
    if (error) judged?.wrong.unshift(`refused: ${error.split('\n')[0]}`)
    const gone = read.whole ? await untold(pathOf(one), one.truths, read.whole, read.made!) : []
    results.push({ one, judged, gone })
  }
  return results
}

function summed(results: Result[]): Score {
  const total = noScore()
  for (const { judged } of results)
    for (const point of POINTS) {
      total[point].got += judged?.score[point].got ?? 0
      total[point].of += judged?.score[point].of ?? 0
    }
  return total
}

function share(got: number, of: number): string {
  return of === 0 ? '-' : `${((100 * got) / of).toFixed(1)} %`
}

/** Points of all kinds but roles, which only Tabletalk tells: with these it is compared. */
function pointsOf(score: Score, roles = true): string {
  const counted = POINTS.filter((point) => roles || point !== 'roles')
  const sum = (what: 'got' | 'of') => counted.reduce((total, point) => total + score[point][what], 0)
  return share(sum('got'), sum('of'))
}

function rightOf(results: Result[]): string {
  return String(results.filter(({ judged }) => judged?.wrong.length === 0).length)
}

function told(name: string, results: Result[]) {
  const score = summed(results)
  const shares = POINTS.map((point) => share(score[point].got, score[point].of))
  const telling = results.filter(({ gone }) => gone.length === 0).length
  line(name, String(results.length), rightOf(results), ...shares, pointsOf(score), share(telling, results.length))
}

function failures(results: Result[]) {
  for (const { one, judged, gone } of results)
    if (judged && judged.wrong.length + gone.length > 0 && !isHeld(one))
      process.stdout.write(
        `\n${one.id}\n${[...judged.wrong, ...gone.map((word) => `told: ${word} stands nowhere`)]
          .slice(0, 8)
          .map((text) => `  ${text.slice(0, 180)}`)
          .join('\n')}\n`,
      )
}

/** Each reader on the same files, without roles; a format that it does not know is no part of its share. */
async function beside(own: Result[]) {
  const python = await pandas()
  const readers: [string, Result[]][] = [['Tabletalk', own]]
  readers.push(['DuckDB', await readAll(duckdb, false)])
  if (python) readers.push([`pandas ${python.version}`, await readAll(python, false)])
  else process.stdout.write('pandas is left out: python3-pandas and python3-openpyxl are not installed\n')
  python?.close()
  const frames = await polars(new URL('../out/polars', import.meta.url).pathname)
  if (frames) readers.push(['polars', await readAll(frames, false)])
  else process.stdout.write('polars is left out: its package could not be installed\n')
  process.stdout.write('\n')
  line(
    'beside others',
    'files',
    'read',
    ...POINTS.filter((point) => point !== 'roles'),
    'csv',
    'xlsx',
    'json',
    'parquet',
    'points',
  )
  for (const [name, results] of readers) {
    const judged = results.filter((one) => one.judged)
    const score = summed(judged)
    const shares = POINTS.filter((point) => point !== 'roles').map((point) => share(score[point].got, score[point].of))
    const formats = ['csv', 'xlsx', 'json', 'parquet'].map((format) =>
      pointsOf(summed(judged.filter(({ one }) => formatOf(one) === format)), false),
    )
    const read = judged.filter(({ judged }) => !judged!.wrong[0]?.startsWith('refused')).length
    line(name, String(judged.length), String(read), ...shares, ...formats, pointsOf(score, false))
  }
}

function line(name: string, ...cells: string[]) {
  process.stdout.write(`${name.padEnd(26)}${cells.map((cell) => cell.padStart(9)).join('')}\n`)
}
