import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as catalog from '#catalog/catalog.ts'
import { newPlace, signUp, workspaceCtx } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import * as files from './files.ts'
import { closeSpare, createReader } from './reader.ts'
import { receive } from './receive.ts'

// On the embedded database only: it is about files that are read while they arrive.

const world = await testWorld()
const app = await testApp()
const owner = await signUp(app)

async function place() {
  const { workspace } = await newPlace(app, owner)
  return workspaceCtx(world, owner.user.id, workspace.id)
}
const PIECE = 1 << 18
type Place = Awaited<ReturnType<typeof place>>

const SCRATCH = join(world.config.dataDir, 'files/scratch')
mkdirSync(SCRATCH, { recursive: true })

/** Few long rows are as many bytes as many short ones, and read in a fraction of the time. */
const LONG = 'of the longer kind '.repeat(50)

/** Rows of a large file; `odd` is what stands in one line near the end of it. */
function rows(odd = '') {
  const lines = Array.from(
    { length: 10_000 },
    (_, at) => `${at},${at % 7}.5,name ${at % 9}${LONG},2024-01-0${1 + (at % 9)}\n`,
  )
  if (odd) lines[9_700] = `${odd}\n`
  return `id,price,name,day\n${lines.join('')}`
}

/** An upload of which the second half comes when `rest` is called; `cut` ends it in the middle. */
function halting(text: string) {
  const boundary = 'x'.repeat(20)
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="slow.csv"\r\n\r\n`
  const whole = Buffer.from(`${head}${text}\r\n--${boundary}--\r\n`, 'latin1')
  const half = whole.length >> 1
  const { promise: redirectSignedIn, resolve: rest, reject: cut } = Promise.withResolvers<void>()
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = async (from: number, to: number) => {
        for (let at = from; at < to; at += PIECE) {
          controller.enqueue(whole.slice(at, Math.min(to, at + PIECE)))
          await Bun.sleep(0)
        }
      }
      try {
        await send(0, half)
        await redirectSignedIn
        await send(half, whole.length)
        controller.close()
      } catch (error) {
        controller.error(error)
      }
    },
  })
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': `${whole.length}` }
  return { request: new Request('http://x/', { method: 'POST', headers, body }), rest, cut }
}

const ingests = () => readdirSync(SCRATCH).filter((name) => name.endsWith('-ingest'))

/** Uploads text in two halves and waits until it is read. */
async function uploaded(ctx: Place, text: string) {
  const { request, rest } = halting(text)
  const receiving = receive(ctx, request)
  await begun()
  rest()
  const received = await receiving
  expect(received.reader?.alive).toBe(true)
  return files.add(ctx, received, { waitMs: 60_000 })
}

/** Until some reader has begun to write a table. */
async function begun() {
  const writes = (name: string) => readdirSync(join(SCRATCH, name)).some((file) => file.startsWith('table-0'))
  while (!ingests().some(writes)) await Bun.sleep(10)
}

test('a large file is read while it arrives', async () => {
  const ctx = await place()
  const file = await uploaded(ctx, rows())
  expect([file.status, file.tables[0]!.rows, file.rejected.rows]).toEqual(['ready', 10_000, 0])
  expect(file.tables[0]!.columns.map(({ type }) => type)).toEqual(['BIGINT', 'DECIMAL(18,1)', 'VARCHAR', 'DATE'])
  const [table] = await catalog.tables(ctx)
  expect([table!.columns[0]!.max, table!.columns[0]!.sample.slice(0, 2)]).toEqual(['9999', ['0', '1']])
  await closeSpare()
  expect(ingests()).toEqual([])
})

test('what breaks the rules late in such a file is found in its line', async () => {
  const file = await uploaded(await place(), rows('1,2'))
  expect([file.tables[0]!.rows, file.rejected.rows, file.rejected.sample[0]!.line]).toEqual([9_999, 1, 9_702])
  const value = await uploaded(await place(), rows('1,none of it,name,2024-01-01'))
  expect([value.tables[0]!.rows, value.rejected.rows]).toEqual([10_000, 0])
  expect(value.tables[0]!.columns[1]!.type).toBe('DECIMAL(18,1)')
  expect(value.dialect.notes?.join()).toContain('"none of it" in line 9702')
})

test('a column that changes in such a file gets the type that all of it has', async () => {
  const [head, ...lines] = rows().trimEnd().split('\n')
  const changed = lines.map((line, at) => (at > 2_500 ? line.replace(',', 'x,') : line))
  const file = await uploaded(await place(), `${[head, ...changed].join('\n')}\n`)
  expect([file.tables[0]!.rows, file.tables[0]!.columns[0]!.type]).toEqual([10_000, 'VARCHAR'])
})

test('such a file in another encoding is read by that', async () => {
  const ctx = await place()
  // Plain at first; what comes later is not UTF-8.
  const { request, rest } = halting(rows('1,2.5,n\u00fcme,2024-01-01'))
  const receiving = receive(ctx, request)
  await begun()
  rest()
  const file = await files.add(ctx, await receiving, { waitMs: 60_000 })
  expect([file.dialect.encoding, file.tables[0]!.rows]).toEqual(['windows-1252', 10_000])
})

test('an upload that breaks off leaves nothing, and its place is free', async () => {
  const ctx = await place()
  const { request, cut } = halting(rows())
  const receiving = receive(ctx, request).catch((error) => error.code)
  await begun()
  cut()
  expect(await receiving).toBe('upload_broken')
  await closeSpare()
  expect(ingests()).toEqual([])
  const both = [await createReader(ctx), await createReader(ctx)]
  for (const reader of both) await reader.close()
})

test('files that are still arriving give their places to those that are there', async () => {
  const ctx = await place()
  const slow = [halting(rows()), halting(rows())]
  const receiving = slow.map(({ request }) => receive(ctx, request))
  await begun()
  const both = [await createReader(ctx), await createReader(ctx)]
  for (const reader of both) await reader.close()
  for (const { rest } of slow) rest()
  for (const received of await Promise.all(receiving)) {
    expect(received.reader?.alive).toBe(false)
    const file = await files.add(ctx, received, { waitMs: 60_000 })
    expect([file.status, file.tables[0]!.rows]).toEqual(['ready', 10_000])
  }
})
