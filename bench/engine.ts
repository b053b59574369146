import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { type Product, startProduct } from '../tests/support/product.ts'
import { type Answer, type Api, newWorkspace, signedUp } from './api.ts'
import { processorTime } from './tree.ts'

/**
 * Upload-to-queryable and group-by through our HTTP call beside raw DuckDB on the same CSV file, in one run.
 * `bun bench/engine.ts [megabytes] [rounds]`: 50 by default, 1000 for the figure that counts. Both sides take turns, so that
 * whatever else the machine does meets both, and both have read a file before: raw DuckDB the same one into memory, ours a small
 * one, so that nothing is compiled any more. Of several rounds and of the runs of a query the median stands. The processor time
 * beside the time says what a side did itself.
 */
const megabytes = Number(process.argv[2] ?? 50)
const rounds = Number(process.argv[3] ?? 1)
const BYTES_PER_ROW = 97
const QUERIES = {
  'few groups': `SELECT region, count(*) AS n, sum(amount) AS total FROM sales GROUP BY region ORDER BY region`,
  'many groups': `SELECT customer, count(*) AS n, sum(amount) AS total, avg(score) AS score FROM sales GROUP BY customer ORDER BY total DESC, customer LIMIT 10`,
  'by month': `SELECT date_trunc('month', day) AS month, region, sum(amount) AS total FROM sales GROUP BY ALL ORDER BY ALL`,
  filter: `SELECT count(*) AS n FROM sales WHERE note LIKE '%abc%' AND amount > 500`,
}
const GROUP_BYS = ['few groups', 'many groups', 'by month']
const RUNS = 11
const WARM_MEGABYTES = 10

/** Milliseconds on the clock and of processors. */
type Figure = { time: number; processor: number }
type Side = Record<string, Figure[]>

const dir = mkdtempSync(join(tmpdir(), 'tabletalk-bench-'))
const csv = join(dir, 'sales.csv')
const small = join(dir, 'small.csv')
const raw: Side = {}
const ours: Side = {}
let product: Product | undefined
try {
  await generate(csv, megabytes)
  await generate(small, WARM_MEGABYTES)
  product = await startProduct({ DATA_DIR: join(dir, 'data'), UPLOAD_MAX_MB: '100000', LOG_LEVEL: 'warn' })
  const api = await signedUp(product)
  await send(api, await newWorkspace(api, 'Warm'), small)
  for (let round = 0; round < rounds; round++) {
    const connection = await loadRaw(round)
    const ask = await upload(api, round)
    for (const [name, sql] of Object.entries(QUERIES))
      for (let run = 0; run < RUNS; run++) {
        await measure(raw, name, ownTime, () => connection.runAndReadAll(sql))
        await measure(ours, name, ourTime, () => ask(sql))
      }
    connection.closeSync()
  }
  print()
} finally {
  product?.process.kill('SIGTERM')
  await product?.process.exited
  rmSync(dir, { recursive: true, force: true })
}

async function generate(path: string, size: number) {
  const connection = await (await DuckDBInstance.create()).connect()
  const rows = Math.round((size * 1e6) / BYTES_PER_ROW)
  await connection.run(`COPY (
      SELECT i AS id, 'customer ' || (hash(i) % 50000) AS customer, DATE '2020-01-01' + (i % 1500)::INTEGER AS day,
             ((hash(i + 1) % 100000) / 100.0)::DECIMAL(12,2) AS amount, ['north', 'south', 'east', 'west'][1 + (hash(i * 7) % 4)::INTEGER] AS region,
             md5(i::VARCHAR) AS note, (hash(i + 2) % 1000000) / 1000.0 AS score
      FROM range(${rows}) t(i)
    ) TO '${path}' (FORMAT csv, HEADER true)`)
  connection.closeSync()
}

/** DuckDB as people use it: a database file, loaded from the CSV, queried in process. */
async function loadRaw(round: number): Promise<DuckDBConnection> {
  const read = `CREATE TABLE sales AS FROM read_csv('${csv}')`
  const inMemory = await (await DuckDBInstance.create()).connect()
  await measure(raw, 'in memory', ownTime, () => inMemory.run(read))
  inMemory.closeSync()
  const connection = await (await DuckDBInstance.create(join(dir, `raw-${round}.duckdb`))).connect()
  await measure(raw, 'queryable', ownTime, async () => {
    await connection.run(read)
    await connection.run('CHECKPOINT')
    await connection.run('SELECT count(*) FROM sales')
  })
  return connection
}

/** The product: from the first byte of the upload to the answer of the first query. Gives how to ask further ones. */
async function upload(api: Api, round: number): Promise<(sql: string) => Promise<Answer>> {
  const base = await newWorkspace(api, `Bench ${round}`)
  const ask = (sql: string) => api.call('POST', `${base}/sql`, { sql })
  await measure(ours, 'queryable', ourTime, async () => {
    await measure(ours, 'catalog', ourTime, async () => {
      let file: Answer | undefined
      await measure(ours, 'answered', ourTime, async () => {
        file = await send(api, base, csv)
      })
      while (file!.status === 'processing') {
        await Bun.sleep(50)
        file = await api.call('GET', `${base}/files/${file!.id}`)
      }
      if (file!.status !== 'ready') throw new Error(`upload: ${JSON.stringify(file)}`)
    })
    await ask('SELECT count(*) FROM sales')
  })
  return ask
}

/** Sends the file as a form the way that browsers and curl do: while it is read, not after it was read into memory. */
function send({ address, token }: Api, base: string, path: string): Promise<Answer> {
  const boundary = 'x'.repeat(20)
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="sales.csv"\r\ncontent-type: text/csv\r\n\r\n`
  const tail = `\r\n--${boundary}--\r\n`
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': head.length + Bun.file(path).size + tail.length,
  }
  const sending = request(`${address}${base}/files/upload`, { method: 'POST', headers }, async (answer) => {
    const text = await new Response(Readable.toWeb(answer) as unknown as ReadableStream).text()
    if (answer.statusCode! < 300) resolve(JSON.parse(text) as Answer)
    else reject(new Error(`upload: ${answer.statusCode} ${text}`))
  }).on('error', reject)
  sending.write(head)
  createReadStream(path, { highWaterMark: 1 << 20 })
    .on('end', () => sending.end(tail))
    .pipe(sending, { end: false })
  return promise
}

/** Processor time of this process, which is DuckDB's when nothing else is done meanwhile. */
function ownTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Processor time of the product with all of its processes. */
function ourTime(): number {
  return processorTime(product!.process.pid)
}

async function measure(side: Side, name: string, processor: () => number, work: () => Promise<unknown>) {
  const before = processor()
  const begun = performance.now()
  await work()
  const figure = { time: performance.now() - begun, processor: processor() - before }
  side[name] = [...(side[name] ?? []), figure]
}

function median(side: Side, name: string): Figure {
  const middle = (of: keyof Figure) =>
    side[name]!.map((each) => each[of]).sort((a, b) => a - b)[side[name]!.length >> 1]!
  return { time: middle('time'), processor: middle('processor') }
}

function sum(figures: Figure[]): Figure {
  const all = (of: keyof Figure) => figures.reduce((total, figure) => total + figure[of], 0)
  return { time: all('time'), processor: all('processor') }
}

function print() {
  const cells = (...texts: string[]) => process.stdout.write(`${texts.map((text) => text.padStart(11)).join('')}\n`)
  const line = (name: string, of: Figure, peer: Figure) => {
    process.stdout.write(name.padEnd(24))
    const ratio = (a: number, b: number) => `${(a / b).toFixed(2)}x`
    const figures = [of.time, peer.time, of.processor, peer.processor].map((ms) => ms.toFixed(0))
    cells(
      figures[0]!,
      figures[1]!,
      ratio(of.time, peer.time),
      figures[2]!,
      figures[3]!,
      ratio(of.processor, peer.processor),
    )
  }
  const size = `${(Bun.file(csv).size / 1e6).toFixed(0)} MB of CSV, load ${loadavg()[0]!.toFixed(1)}`
  process.stdout.write(size.padEnd(24))
  cells('ours ms', 'raw ms', 'ratio', 'ours CPU', 'raw CPU', 'ratio')
  const queryable = median(raw, 'queryable')
  line('upload to queryable', median(ours, 'queryable'), queryable)
  line('  of it in the catalog', median(ours, 'catalog'), queryable)
  line('  of it answered', median(ours, 'answered'), queryable)
  line('  beside in memory', median(ours, 'queryable'), median(raw, 'in memory'))
  for (const name of Object.keys(QUERIES)) line(name, median(ours, name), median(raw, name))
  const groupBys = (side: Side) => sum(GROUP_BYS.map((name) => median(side, name)))
  line('the three group-bys', groupBys(ours), groupBys(raw))
}
