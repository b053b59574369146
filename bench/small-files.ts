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
 * Time of small files (about 2 kB) from the first byte of the upload until they can be asked, of a product at rest, beside raw DuckDB
 * reading the same file into a table of a new database: `bun bench/small-files.ts [rounds]`, 15 by default. Medians; all sides take turns.
 * "first" is the first of its kind since the start, "alone" one in a workspace without others, "beside others" one among all copies of
 * these files, which meet in all their keys; processor time is that until the answer, and that until the product rests again.
 */
const rounds = Number(process.argv[2] ?? 15)
/** Milliseconds after its start in which the product gets ready for the first file. */
const SETTLING = 6000
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
  const sending = await sender(product)
  const others = await sending.newFolder()
  await Bun.sleep(SETTLING)
  line('file', 'bytes', 'first ms', 'alone ms', 'processor ms', 'with the rest', 'beside others', 'raw ms', 'ratio')
  for (const [name, bytes] of Object.entries(FILES)) await measure(sending, product.process.pid, name, bytes, others)
  process.stdout.write(`load ${loadavg()[0]!.toFixed(1)}\n`)
} finally {
  product?.process.kill('SIGTERM')
  await product?.process.exited
  rmSync(dir, { recursive: true, force: true })
}

async function measure({ send, newFolder }: Sender, pid: number, name: string, bytes: Uint8Array, others: string) {
  const path = join(dir, name)
  await Bun.write(path, bytes)
  const own = await newFolder()
  await atRest(pid)
  const first = await timed(() => send(own, name, bytes))
  const alone: number[] = []
  const beside: number[] = []
  const raw: number[] = []
  let [until, processor] = [0, 0]
  for (let round = 0; round < rounds; round++) {
    const folder = await newFolder()
    const before = await atRest(pid)
    alone.push(await timed(() => send(folder, name, bytes)))
    until += processorTime(pid) - before
    processor += (await atRest(pid)) - before
    beside.push(await timed(() => send(others, `${round} ${name}`, bytes)))
    if (!name.endsWith('.xlsx')) raw.push(await timed(() => readRaw(path)))
  }
  const other = raw.length > 0 ? median(raw) : null
  line(
    name,
    String(bytes.length),
    first.toFixed(0),
    median(alone).toFixed(0),
    (until / rounds).toFixed(0),
    (processor / rounds).toFixed(0),
    median(beside).toFixed(0),
    other?.toFixed(0) ?? '-',
    other ? (median(alone) / other).toFixed(1) : '-',
  )
}

/** Waits until the product rests: what it did for the last file is over. @returns its processor time */
async function atRest(pid: number): Promise<number> {
  for (let last = processorTime(pid); ; ) {
    await Bun.sleep(300)
    const now = processorTime(pid)
    if (now - last <= 10) return now
    last = now
  }
}

async function readRaw(path: string) {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`create table t as from '${path}'`)
  await connection.run('select count(*) from t')
  connection.closeSync()
  instance.closeSync()
}

/** Sends files to the folder of a workspace, and makes workspaces without files. */
type Sender = { send(folder: string, name: string, bytes: Uint8Array): Promise<void>; newFolder(): Promise<string> }

async function sender(product: Product): Promise<Sender> {
  const api = await signedUp(product)
  let places = 0
  const newFolder = async () => `${await newWorkspace(api, `Bench ${places++}`)}/files`
  const send = async (folder: string, name: string, bytes: Uint8Array) => {
    const body = new FormData()
    body.set('file', new File([bytes as Uint8Array<ArrayBuffer>], name))
    const headers = { authorization: `Bearer ${api.token}` }
    const answer = await fetch(`${api.address}${folder}/upload`, { method: 'POST', headers, body })
    let file = (await answer.json()) as Answer
    while (file.status === 'processing') {
      await Bun.sleep(5)
      file = await api.call('GET', `${folder}/${file.id}`)
    }
    if (file.status !== 'ready') throw new Error(`${name}: ${file.error}`)
  }
  return { send, newFolder }
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
