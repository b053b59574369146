import { mkdtempSync, openAsBlob, readdirSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { PART_BYTES } from '../src/files/rules/upload.ts'
import { startProduct } from '../tests/support/product.ts'
import { type Answer, type Api, newWorkspace, signedUp } from './api.ts'

/**
 * Memory and time of large files: `bun bench/files.ts [megabytes …]`, 200 by default, `200 2000` for the figures that count. Each file is
 * sent as CSV and as Parquet, at once and in parts; beside the time from the first byte until it can be asked stand the highest resident
 * memory of the server and of the largest of its children, read from /proc ten times a second. Linux only.
 */
const sizes = process.argv.slice(2).map(Number)
const WAYS = [
  ['csv', 'at once'],
  ['csv', 'in parts'],
  ['parquet', 'at once'],
  ['parquet', 'in parts'],
] as const
const ROW_BYTES = { csv: 97, parquet: 58 }

type Peak = { server: number; child: number }

const dir = mkdtempSync(join(tmpdir(), 'tabletalk-files-'))
try {
  line('file', 'way', 'size MB', 'rows', 'seconds', 'idle MB', 'server MB', 'child MB')
  for (const megabytes of sizes.length > 0 ? sizes : [200])
    for (const [format, way] of WAYS) await measure(megabytes, format, way)
  process.stdout.write(`load ${loadavg()[0]!.toFixed(1)}\n`)
} finally {
  rmSync(dir, { recursive: true, force: true })
}

async function measure(megabytes: number, format: 'csv' | 'parquet', way: string) {
  const path = join(dir, `sales-${megabytes}.${format}`)
  await generate(path, Math.round((megabytes * 1e6) / ROW_BYTES[format]), format)
  // A product of its own, so that no figure holds what another file left.
  const data = join(dir, `data-${megabytes}-${format}-${way.replace(' ', '-')}`)
  const product = await startProduct({ DATA_DIR: data, UPLOAD_MAX_MB: '100000' })
  try {
    const api = await signedUp(product)
    const { call, token } = api
    const base = `${api.address}${await newWorkspace(api, 'Bench')}/files`
    const idle = resident(product.process.pid)
    const watching = watch(product.process.pid)
    const begun = performance.now()
    let file = way === 'at once' ? await send(`${base}/upload`, token, path) : await sendParts(base, call, token, path)
    while (file.status === 'processing') {
      await Bun.sleep(50)
      file = await call('GET', `${base}/${file.id}`)
    }
    const seconds = (performance.now() - begun) / 1000
    if (file.status !== 'ready') throw new Error(`${format} ${way}: ${file.error}`)
    const peak = watching()
    const size = Bun.file(path).size / 1e6
    line(
      format,
      way,
      size.toFixed(0),
      String(file.tables[0]!.rows),
      seconds.toFixed(1),
      mb(idle),
      mb(peak.server),
      mb(peak.child),
    )
  } finally {
    product.process.kill('SIGTERM')
    await product.process.exited
    rmSync(data, { recursive: true, force: true })
    if (way === 'in parts') rmSync(path, { force: true })
  }
}

async function generate(path: string, rows: number, format: 'csv' | 'parquet') {
  if (await Bun.file(path).exists()) return
  const instance = await DuckDBInstance.create()
  const connection = await instance.connect()
  const how = format === 'csv' ? 'FORMAT csv, HEADER true' : 'FORMAT parquet, COMPRESSION snappy'
  await connection.run(`COPY (
      SELECT i AS id, 'customer ' || (hash(i) % 50000) AS customer, DATE '2020-01-01' + (i % 1500)::INTEGER AS day,
             ((hash(i + 1) % 100000) / 100.0)::DECIMAL(12,2) AS amount, ['north', 'south', 'east', 'west'][1 + (hash(i * 7) % 4)::INTEGER] AS region,
             md5(i::VARCHAR) AS note, (hash(i + 2) % 1000000) / 1000.0 AS score
      FROM range(${rows}) t(i)
    ) TO '${path}' (${how})`)
  connection.closeSync()
  instance.closeSync()
}

async function send(address: string, token: string, path: string): Promise<Answer> {
  const body = new FormData()
  body.set('file', await openAsBlob(path), path.split('/').pop())
  const answer = await fetch(address, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body })
  if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

async function sendParts(base: string, call: Api['call'], token: string, path: string): Promise<Answer> {
  const size = Bun.file(path).size
  const { id } = await call('POST', `${base}/uploads`, { name: path.split('/').pop(), size })
  for (let offset = 0; ; offset += PART_BYTES) {
    const answer = await fetch(`${base}/uploads/${id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'upload-offset': String(offset) },
      body: await Bun.file(path)
        .slice(offset, offset + PART_BYTES)
        .bytes(),
    })
    if (!answer.ok) throw new Error(`part: ${answer.status} ${await answer.text()}`)
    if (offset + PART_BYTES >= size) return (await answer.json()) as Answer
  }
}

/** Looks at the memory of a process and of what it started until it is asked for the highest. */
function watch(pid: number): () => Peak {
  const peak: Peak = { server: 0, child: 0 }
  const look = () => {
    peak.server = Math.max(peak.server, resident(pid))
    for (const child of below(pid)) peak.child = Math.max(peak.child, resident(child))
  }
  const timer = setInterval(look, 100)
  return () => {
    clearInterval(timer)
    look()
    return peak
  }
}

function below(pid: number): number[] {
  const parents = readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? textOf(`/proc/${name}/stat`) : ''
    return stat ? [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const] : []
  })
  const children = (of: number): number[] =>
    parents.filter(([, parent]) => parent === of).flatMap(([id]) => [id, ...children(id)])
  return children(pid)
}

/** Bytes that a process has in memory. Pages of files which it maps are not counted: the system takes them back when it needs room. */
function resident(pid: number): number {
  const status = textOf(`/proc/${pid}/status`)
  return 1024 * Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0)
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    // The process has ended.
    return ''
  }
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(0)
}

function line(...cells: string[]) {
  process.stdout.write(`${cells.map((cell) => cell.padStart(11)).join('')}\n`)
}
