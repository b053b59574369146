import { afterAll, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '#base/errors.ts'
import { IngestEngine } from '#files/ingest/engine.ts'
import { sourceFailed } from './failure.ts'
import { load, loadResult } from './load.ts'

/** Rows on their way into a file: few of them, and so many that they are read while they arrive. */
const root = mkdtempSync(join(tmpdir(), 'tabletalk-load-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let dir = ''
beforeEach(() => {
  dir = join(root, crypto.randomUUID())
  mkdirSync(dir)
})

const COLUMNS = [
  { name: 'id', type: 'BIGINT' },
  { name: 'text', type: 'VARCHAR' },
]
/** So many rows that several threads and row groups share them. */
const MANY = 250_000
/** So many bytes in few rows: they are read while they arrive as well, in a tenth of the time. */
const LONG = 18_000
const LIMITS = { rows: 1_000_000, bytes: 200_000_000 }
const PADDING = 'x'.repeat(90)

/** `rows` rows in pieces of a thousand; `last` comes behind them, or is thrown. */
async function* csv(rows: number, last: string | Error = '') {
  const padding = PADDING.repeat(rows === LONG ? 11 : 1)
  for (let from = 0; from < rows; from += 1000) {
    const count = Math.min(1000, rows - from)
    yield Array.from({ length: count }, (_, n) => `${from + n},"${padding}"\n`).join('')
  }
  if (last instanceof Error) throw last
  if (last) yield last
}

async function inEngine<T>(work: (engine: IngestEngine) => Promise<T>): Promise<T> {
  const engine = await IngestEngine.open({ dir, memoryMb: 512, threads: 2 }, new AbortController().signal)
  try {
    return await work(engine)
  } finally {
    engine.close()
  }
}
const to = () => join(dir, 'rows')
const sums = 'count(*)::int, sum(id)::varchar, count(distinct text)::int, bool_and(id = before + 1)'
const IN_ORDER = `select ${sums} from (select *, lag(id, 1, -1) over () as before from `

test('many rows are read while they arrive, each of them and in order', async () => {
  const found = await inEngine(async (engine) => {
    const { path, rows, truncated } = await load(engine, { columns: COLUMNS, csv: csv(MANY) }, to(), LIMITS)
    const all = await engine.rows(`${IN_ORDER} ${await engine.relation(path)})`)
    return { rows, truncated, all, name: path.slice(dir.length) }
  })
  const sum = String((MANY * (MANY - 1)) / 2)
  expect(found).toEqual({ rows: MANY, truncated: false, all: [[MANY, sum, 1, true]], name: '/rows.duckdb' })
  expect(readdirSync(dir)).toEqual(['rows.duckdb'])
})

test.each([10, MANY])(
  'of %d rows a result keeps the first that it may, in the types that are asked for',
  async (many) => {
    const as = [
      { name: 'n', type: 'DECIMAL(20,2)' },
      { name: 'word', type: 'VARCHAR' },
    ]
    const found = await inEngine((engine) =>
      loadResult(engine, { columns: COLUMNS, csv: csv(many) }, as, to(), { ...LIMITS, rows: many - 3 }),
    )
    expect(found).toEqual({ path: `${to()}.parquet`, columns: as, rows: many - 3, truncated: true })
    const rows = await inEngine((engine) =>
      engine.rows(`select count(*)::int, max(n)::varchar, min(word) from read_parquet('${found.path}')`),
    )
    expect(rows).toEqual([[many - 3, `${many - 4}.00`, PADDING]])
    expect(readdirSync(dir)).toEqual(['rows.parquet'])
  },
)

test('integers of any width are kept as narrow as they are', async () => {
  const as = [{ name: 'n', type: 'HUGEINT' }]
  const columns = [{ name: 'n', type: 'HUGEINT' }]
  const typeOf = (value: string) =>
    inEngine(async (engine) => {
      const rows = {
        columns,
        csv: (async function* () {
          yield `${value}\n`
        })(),
      }
      const { path } = await loadResult(engine, rows, as, to(), LIMITS)
      return (await engine.rows(`select typeof(n), n::varchar from read_parquet('${path}')`))[0]
    })
  const WIDEST = String(2n ** 127n - 1n)
  expect(await typeOf('7')).toEqual(['BIGINT', '7'])
  expect(await typeOf('9223372036854775808')).toEqual(['DECIMAL(38,0)', '9223372036854775808'])
  expect(await typeOf(WIDEST)).toEqual(['VARCHAR', WIDEST])
})

test('a row of thirty megabytes is read', async () => {
  const long = 'y'.repeat(30_000_000)
  const rows = await inEngine(async (engine) => {
    const { path } = await load(engine, { columns: COLUMNS, csv: csv(1000, `5,"${long}"\n6,"z"\n`) }, to(), LIMITS)
    return engine.rows(`select max(length(text))::int, count(*)::int from ${await engine.relation(path)}`)
  })
  expect(rows).toEqual([[30_000_000, 1002]])
})

const GONE = sourceFailed('The connection was closed.')
test.each([
  ['a source that goes away', 10, GONE, {}, 'source_failed', GONE.message],
  ['a source that goes away after many rows', LONG, GONE, {}, 'source_failed', GONE.message],
  ['a connection that ends inside a row', LONG, '17,"abc', {}, 'source_failed', /could not be read/],
  ['a value that is none of its type', LONG, 'seven,"x"\n', {}, 'source_failed', /could not be read/],
  ['more bytes than are allowed', LONG, '', { bytes: 17_000_000 }, 'too_much', /17 MB/],
])('%s is told, and leaves nothing', async (_name, many, last, limits, code, message) => {
  for (const work of [
    load,
    (...[engine, rows, ...more]: Parameters<typeof load>) => loadResult(engine, rows, null, ...more),
  ]) {
    const error = await inEngine((engine) =>
      work(engine, { columns: COLUMNS, csv: csv(many, last) }, to(), { ...LIMITS, ...limits }),
    ).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(AppError)
    expect([error.code, error.message]).toEqual([code, expect.stringMatching(message)])
    expect(readdirSync(dir).filter((name) => name.includes('csv'))).toEqual([])
  }
})

test('a value that does not fit what is asked for is an error of the statement', async () => {
  const as = [
    { name: 'id', type: 'TINYINT' },
    { name: 'text', type: 'VARCHAR' },
  ]
  const asked = inEngine((engine) => loadResult(engine, { columns: COLUMNS, csv: csv(LONG) }, as, to(), LIMITS))
  await expect(asked).rejects.toMatchObject({ code: 'sql_error' })
})
