import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { startPostgres } from '../tests/support/postgres.ts'
import { type Product, startProduct } from '../tests/support/product.ts'
import { processorTime } from './tree.ts'

/**
 * A join of a PostgreSQL table with a file through our HTTP call, and rows of the table as CSV and Parquet, beside the same by hand:
 * the raw driver's COPY into a file, and raw DuckDB over that file and the other one. Both sides take turns; the median of the runs
 * stands, with the processor time of each side but without the server's, which both keep busy alike. `bun bench/joins.ts [rows in PostgreSQL] [rows of the file]`: 100,000 and 1,000,000 by default; 1000000 10000000 for the figure that counts.
 */
const inDatabase = Number(process.argv[2] ?? 100_000)
const inFile = Number(process.argv[3] ?? 1_000_000)
const RUNS = 3

const JOINS = {
  'join, all rows': `SELECT o.status, count(*) AS n, sum(v.seconds * o.total) AS s FROM visits v JOIN orders o ON o.id = v.order_id GROUP BY o.status ORDER BY o.status`,
  'join, a filter on the table': `SELECT o.status, count(*) AS n FROM visits v JOIN orders o ON o.id = v.order_id WHERE o.customer_id < 500 GROUP BY o.status ORDER BY o.status`,
  'join, a filter on the file': `SELECT o.status, count(*) AS n FROM visits v JOIN orders o ON o.id = v.order_id WHERE v.page = 'page 7' AND v.seconds > 295 GROUP BY o.status ORDER BY o.status`,
}
const ALL = 'SELECT * FROM orders'

const dir = mkdtempSync(join(tmpdir(), 'tabletalk-joins-'))
const server = await startPostgres()
const url = new URL(server.url)
const client = new Client({ connectionString: server.url })
let product: Product | undefined
/** Milliseconds on the clock and of processors. */
type Figure = { time: number; processor: number }
const figures: Record<string, { ours: Figure[]; raw: Figure[] }> = {}
try {
  await client.connect()
  await fill()
  const visits = join(dir, 'visits.csv')
  const raw = await (await DuckDBInstance.create(join(dir, 'raw.duckdb'))).connect()
  await raw.run(
    `CREATE TABLE visits AS SELECT i AS id, 1 + (hash(i) % ${inDatabase})::BIGINT AS order_id, 'page ' || (hash(i + 1) % 1000) AS page, (hash(i + 2) % 300)::INTEGER AS seconds FROM range(${inFile}) t(i)`,
  )
  await raw.run(`COPY visits TO '${visits}' (HEADER)`)
  product = await startProduct({
    ...{ DATA_DIR: join(dir, 'data'), UPLOAD_MAX_MB: '100000', LOG_LEVEL: 'warn' },
    ...{ ALLOWED_PRIVATE_HOSTS: '127.0.0.0/8', ENGINE_MAX_ROWS: '10000000' },
  })
  const call = await prepared(product.address, visits)
  for (let run = 0; run < RUNS; run++) {
    for (const [name, sql] of Object.entries(JOINS)) {
      const ours = await timed(
        name,
        'ours',
        async () => ((await (await call(sql)).json()) as { rows: unknown[][] }).rows,
      )
      const theirs = await timed(name, 'raw', () => rawJoin(raw, sql))
      if (JSON.stringify(ours) !== JSON.stringify(theirs))
        throw new Error(`${name}: ${JSON.stringify(ours)} is not ${JSON.stringify(theirs)}`)
    }
    await timed('rows as CSV', 'ours', async () => drain(await call(ALL, 'text/csv')))
    await timed('rows as CSV', 'raw', () => copyOut(join(dir, 'raw.csv')))
    await timed('rows as Parquet', 'ours', async () => drain(await call(ALL, 'application/vnd.apache.parquet')))
    await timed('rows as Parquet', 'raw', async () => {
      const from = await copied()
      await raw.run(`COPY (SELECT * FROM ${from}) TO '${join(dir, 'raw.parquet')}' (FORMAT parquet)`)
    })
  }
  print()
} finally {
  product?.process.kill('SIGTERM')
  await product?.process.exited
  await client.end()
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
}

async function fill() {
  await client.query(
    `create table orders (id bigint primary key, customer_id int, total numeric(12,2), placed timestamp, status varchar(20), note text)`,
  )
  await client.query(`insert into orders select i, 1 + i % 3000, (i % 1000) / 4.0, timestamp '2024-01-01' + (i % 700) * interval '1 day',
    (array['paid','open','sent'])[1 + i % 3], md5(i::text) from generate_series(1, ${inDatabase}) i`)
  await client.query('create index on orders (customer_id)')
  await client.query('analyze orders')
}

/** The product with the file uploaded and the database connected; gives how to run SQL there. */
async function prepared(address: string, visits: string) {
  let token = ''
  const send = async (
    path: string,
    body: FormData | object,
  ): Promise<{ id: string; token: string; status: string }> => {
    const isForm = body instanceof FormData
    const answer = await fetch(address + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...(isForm ? {} : { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }
  token = (
    await send('/api/auth/register', { email: 'bench@example.com', name: 'Bench', password: 'correct horse battery' })
  ).token
  const organization = await send('/api/organizations', { name: 'Bench' })
  const workspace = await send('/api/workspaces', { organization_id: organization.id, name: 'Bench' })
  const base = `/api/workspaces/${workspace.id}`
  const form = new FormData()
  form.set('file', Bun.file(visits), 'visits.csv')
  let file = await send(`${base}/files/upload`, form)
  while (file.status === 'processing') {
    await Bun.sleep(200)
    file = (await (
      await fetch(`${address}${base}/files/${file.id}`, { headers: { authorization: `Bearer ${token}` } })
    ).json()) as typeof file
  }
  await send(`${base}/database-connections`, {
    ...{
      name: 'Shop',
      engine: 'postgres',
      host: '127.0.0.1',
      port: Number(url.port),
      database: 'postgres',
      username: 'postgres',
      password: '',
    },
    ssl: { mode: 'disable' },
  })
  return async (sql: string, accept = 'application/json') => {
    const answer = await fetch(`${address}${base}/sql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept },
      body: JSON.stringify({ sql }),
    })
    if (!answer.ok) throw new Error(`${sql}: ${answer.status} ${await answer.text()}`)
    return answer
  }
}

async function drain(answer: Response) {
  const output = Bun.file(join(dir, 'ours')).writer()
  for await (const piece of answer.body!) output.write(piece)
  await output.end()
}

async function copyOut(path: string) {
  await pipeline(client.query(copyTo('copy orders to stdout (format csv)')), createWriteStream(path))
}

/** What somebody would write by hand: the whole table through COPY, read with its types. */
async function copied(): Promise<string> {
  const path = join(dir, 'orders.csv')
  await copyOut(path)
  return `read_csv('${path}', header = false, columns = {id: 'BIGINT', customer_id: 'INTEGER', total: 'DECIMAL(12,2)', placed: 'TIMESTAMP', status: 'VARCHAR', note: 'VARCHAR'})`
}

async function rawJoin(raw: Awaited<ReturnType<DuckDBInstance['connect']>>, sql: string): Promise<unknown[][]> {
  const from = await copied()
  const reader = await raw.runAndReadAll(sql.replace(/JOIN orders o/, `JOIN ${from} o`))
  return reader
    .getRowsJson()
    .map((row) => row.map((value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value)))
}

async function timed<T>(name: string, side: 'ours' | 'raw', work: () => Promise<T>): Promise<T> {
  const processor = () => {
    const { user, system } = process.cpuUsage()
    return side === 'ours' ? processorTime(product!.process.pid) : (user + system) / 1000
  }
  const [before, begun] = [processor(), performance.now()]
  const value = await work()
  figures[name] ??= { ours: [], raw: [] }
  figures[name][side].push({ time: performance.now() - begun, processor: processor() - before })
  return value
}

function print() {
  const median = (of: number[]) => of.toSorted((a, b) => a - b)[of.length >> 1]!
  process.stdout.write(`${inDatabase} rows in PostgreSQL, ${inFile} in the file, load ${loadavg()[0]!.toFixed(1)}\n`)
  process.stdout.write(`${''.padEnd(30)}  ours ms   raw ms  ratio  ours CPU  raw CPU  ratio\n`)
  for (const [name, { ours, raw }] of Object.entries(figures)) {
    const of = (key: keyof Figure) => {
      const [a, b] = [median(ours.map((each) => each[key])), median(raw.map((each) => each[key]))]
      return `${a.toFixed(0).padStart(9)}${b.toFixed(0).padStart(9)}${(a / b).toFixed(2).padStart(7)}`
    }
    process.stdout.write(`${name.padEnd(30)}${of('time')} ${of('processor')}\n`)
  }
}
