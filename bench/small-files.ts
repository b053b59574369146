import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { orders, products, readings, staff } from '../eval/fidelity/truth.ts'
import { cells, objects, text, utf8, workbook } from '../eval/fidelity/write.ts'
import { type Product, startProduct } from '../tests/support/product.ts'
import { type Answer, newWorkspace, signedUp } from './api.ts'
import { processorTime } from './tree.ts'

/**
 * Time of small files (about 2 kB) from the first byte of the upload until they can be asked, beside raw DuckDB reading the same file into
 * a table of a new database: `bun bench/small-files.ts [rounds]`, 15 by default. Medians; both sides take turns.
 */
const rounds = Number(process.argv[2] ?? 15)
const FILES: Record<string, Uint8Array> = {
  'orders.csv': utf8(text(orders(40))),
  'staff.csv': utf8(text(staff(40), { delimiter: ';', above: ['Staff', ''] })),
  'readings.json': utf8(JSON.stringify(objects(readings(20)))),
  'products.xlsx': workbook([{ name: 'Products', rows: cells(products(40)) }]),
}

const dir = mkdtempSync(join(tmpdir(), 'tabletalk-small-'))
let product: Product | undefined
try {
  product = await startProduct({ DATA_DIR: join(dir, 'data') })
  const send = await sender(product)
  line('file', 'bytes', 'ours ms', 'processor ms', 'raw ms', 'ratio')
  for (const [name, bytes] of Object.entries(FILES)) await measure(send, product.process.pid, name, bytes)
  process.stdout.write(`load ${loadavg()[0]!.toFixed(1)}\n`)
} finally {
  product?.process.kill('SIGTERM')
  await product?.process.exited
  rmSync(dir, { recursive: true, force: true })
}

async function measure(send: Send, pid: number, name: string, bytes: Uint8Array) {
  const path = join(dir, name)
  await Bun.write(path, bytes)
  // The first one compiles what the others use.
  await send(`first ${name}`, bytes)
  const ours: number[] = []
  const raw: number[] = []
  let processor = 0
  for (let round = 0; round < rounds; round++) {
    const before = processorTime(pid)
    ours.push(await timed(() => send(`${round} ${name}`, bytes)))
    // What still runs for this file by then is part of it.
    await Bun.sleep(200)
    processor += processorTime(pid) - before
    if (!name.endsWith('.xlsx')) raw.push(await timed(() => readRaw(path)))
  }
  const [own, other] = [median(ours), raw.length > 0 ? median(raw) : null]
  line(
    name,
    String(bytes.length),
    own.toFixed(0),
    (processor / rounds).toFixed(0),
    other?.toFixed(0) ?? '-',
    other ? (own / other).toFixed(1) : '-',
  )
}

async function readRaw(path: string) {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`create table t as from '${path}'`)
  await connection.run('select count(*) from t')
  connection.closeSync()
  instance.closeSync()
}

type Send = (name: string, bytes: Uint8Array) => Promise<void>

async function sender(product: Product): Promise<Send> {
  const api = await signedUp(product)
  const files = `${await newWorkspace(api, 'Bench')}/files`
  return async (name, bytes) => {
    const body = new FormData()
    body.set('file', new File([bytes as Uint8Array<ArrayBuffer>], name))
    const headers = { authorization: `Bearer ${api.token}` }
    const answer = await fetch(`${api.address}${files}/upload`, { method: 'POST', headers, body })
    let file = (await answer.json()) as Answer
    while (file.status === 'processing') {
      await Bun.sleep(5)
      file = await api.call('GET', `${files}/${file.id}`)
    }
    if (file.status !== 'ready') throw new Error(`${name}: ${file.error}`)
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

function line(...cells: string[]) {
  process.stdout.write(`${cells.map((cell, at) => (at === 0 ? cell.padEnd(16) : cell.padStart(14))).join('')}\n`)
}
