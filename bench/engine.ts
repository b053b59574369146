import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { type Product, startProduct } from '../tests/support/product.ts'

/**
 * Upload-to-queryable and group-by through our HTTP call beside raw DuckDB on the same CSV file, in one run.
 * `bun bench/engine.ts [megabytes]`: 50 by default, 1000 for the figure that counts.
 */
const megabytes = Number(process.argv[2] ?? 50)
const BYTES_PER_ROW = 97
const QUERIES = {
  'few groups': `SELECT region, count(*) AS n, sum(amount) AS total FROM sales GROUP BY region ORDER BY region`,
  'many groups': `SELECT customer, count(*) AS n, sum(amount) AS total, avg(score) AS score FROM sales GROUP BY customer ORDER BY total DESC, customer LIMIT 10`,
  'by month': `SELECT date_trunc('month', day) AS month, region, sum(amount) AS total FROM sales GROUP BY ALL ORDER BY ALL`,
  filter: `SELECT count(*) AS n FROM sales WHERE note LIKE '%abc%' AND amount > 500`,
}
const RUNS = 7

const dir = mkdtempSync(join(tmpdir(), 'tabletalk-bench-'))
const csv = join(dir, 'sales.csv')
let product: Product | undefined
try {
  await generate()
  const raw = await measureRaw()
  product = await startProduct({ DATA_DIR: join(dir, 'data'), UPLOAD_MAX_MB: '100000', LOG_LEVEL: 'warn' })
  const ours = await measureOurs(product.address)
  print(raw, ours)
} finally {
  product?.process.kill('SIGTERM')
  await product?.process.exited
  rmSync(dir, { recursive: true, force: true })
}

async function generate() {
  const connection = await (await DuckDBInstance.create()).connect()
  const rows = Math.round((megabytes * 1e6) / BYTES_PER_ROW)
  await connection.run(`COPY (
      SELECT i AS id, 'customer ' || (hash(i) % 50000) AS customer, DATE '2020-01-01' + (i % 1500)::INTEGER AS day,
             ((hash(i + 1) % 100000) / 100.0)::DECIMAL(12,2) AS amount, ['north', 'south', 'east', 'west'][1 + (hash(i * 7) % 4)::INTEGER] AS region,
             md5(i::VARCHAR) AS note, (hash(i + 2) % 1000000) / 1000.0 AS score
      FROM range(${rows}) t(i)
    ) TO '${csv}' (FORMAT csv, HEADER true)`)
  connection.closeSync()
}

type Figures = { ready: number; queries: Record<string, number> }

/** DuckDB as people use it: a database file, loaded from the CSV, queried in process. */
async function measureRaw(): Promise<Figures & { memory: number }> {
  const inMemory = await (await DuckDBInstance.create()).connect()
  const memory = await time(() => inMemory.run(`CREATE TABLE sales AS FROM read_csv('${csv}')`))
  inMemory.closeSync()
  const instance = await DuckDBInstance.create(join(dir, 'raw.duckdb'))
  const connection = await instance.connect()
  const ready = await time(async () => {
    await connection.run(`CREATE TABLE sales AS FROM read_csv('${csv}')`)
    await connection.run('CHECKPOINT')
    await connection.run('SELECT count(*) FROM sales')
  })
  const queries: Record<string, number> = {}
  for (const [name, sql] of Object.entries(QUERIES)) queries[name] = await median(() => connection.runAndReadAll(sql))
  connection.closeSync()
  instance.closeSync()
  return { ready, memory, queries }
}

/** The product: from the first byte of the upload to the answer of the first query; then the same queries. */
async function measureOurs(address: string): Promise<Figures & { upload: number }> {
  const api = caller(address)
  const email = 'bench@example.com'
  const { token } = await api('POST', '/api/auth/register', { email, name: 'Bench', password: 'correct horse battery' })
  const organization = await api('POST', '/api/organizations', { name: 'Bench' }, token)
  const workspace = await api('POST', '/api/workspaces', { organization_id: organization.id, name: 'Bench' }, token)
  const base = `/api/workspaces/${workspace.id}`
  const ask = (sql: string) => api('POST', `${base}/sql`, { sql }, token)
  let upload = 0
  const ready = await time(async () => {
    upload = await time(async () => {
      const form = new FormData()
      form.append('file', Bun.file(csv), 'sales.csv')
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(`${address}${base}/files/upload`, { method: 'POST', body: form, headers })
      let file = (await answer.json()) as Answer
      if (!answer.ok) throw new Error(`upload: ${JSON.stringify(file)}`)
      while (file.status === 'processing') {
        await Bun.sleep(50)
        file = await api('GET', `${base}/files/${file.id}`, undefined, token)
      }
      if (file.status !== 'ready') throw new Error(`upload: ${JSON.stringify(file)}`)
    })
    await ask('SELECT count(*) FROM sales')
  })
  const queries: Record<string, number> = {}
  for (const [name, sql] of Object.entries(QUERIES)) queries[name] = await median(() => ask(sql))
  return { ready, upload, queries }
}

type Answer = { id: string; token: string; status: string; error?: string }

function caller(address: string) {
  return async (method: string, path: string, body?: object, token?: string): Promise<Answer> => {
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const read = (await answer.json()) as Answer
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(read)}`)
    return read
  }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < RUNS; i++) times.push(await time(work))
  return times.sort((a, b) => a - b)[RUNS >> 1]!
}

function print(raw: Figures & { memory: number }, ours: Figures & { upload: number }) {
  const line = (name: string, of: number, peer: number) =>
    process.stdout.write(
      `${name.padEnd(24)}${of.toFixed(0).padStart(10)}${peer.toFixed(0).padStart(10)}${(of / peer).toFixed(2).padStart(8)}x\n`,
    )
  process.stdout.write(
    `${(Bun.file(csv).size / 1e6).toFixed(0)} MB of CSV${' '.repeat(11)}   ours ms   raw ms   ratio\n`,
  )
  line('upload to queryable', ours.ready, raw.ready)
  line('  of it upload, read', ours.upload, raw.ready)
  line('  beside in memory', ours.ready, raw.memory)
  for (const name of Object.keys(QUERIES)) line(name, ours.queries[name]!, raw.queries[name]!)
}
