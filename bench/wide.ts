import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import type { World } from '../src/ctx.ts'
import { createWorld } from '../src/world.ts'
import { type App, call, newPlace, type Person, signUp, workspaceCtx } from '../tests/support/people.ts'
import { SECRETS } from '../tests/support/secrets.ts'
import { copyTable, putTable } from '../tests/support/tables.ts'
import { upload } from '../tests/support/upload.ts'

/**
 * Workspaces with many tables and files with many columns: what a page of the chat and a call of the catalog weigh and take, how long a
 * question about a table takes that is named letter for letter, and how long a file of 2,000 columns takes until it can be asked.
 * `bun bench/wide.ts [tables …]`, 1,000 and 10,000 without.
 */
const SIZES = process.argv.slice(2).map(Number)
const COLUMNS = 12
const WIDE = 2_000
const ROWS = 500

const dir = mkdtempSync(join(tmpdir(), 'tabletalk-bench-'))
const config = readConfig({
  DATA_DIR: dir,
  AUTH_SECRET: SECRETS.AUTH_SECRET,
  LOG_LEVEL: 'error',
  ENGINE_PROCESSES: '1',
})
const world = await createWorld(config)
try {
  const app = createApp(world)
  const owner = await signUp(app)
  for (const tables of SIZES.length > 0 ? SIZES : [1_000, 10_000]) await manyTables(app, owner, tables)
  for (const dirty of [false, true]) await manyColumns(app, owner, dirty)
} finally {
  await world.close()
  rmSync(dir, { recursive: true, force: true })
}

async function manyTables(app: App, owner: Person, tables: number): Promise<void> {
  const workspaceId = (await newPlace(app, owner)).workspace.id
  await fill(world, owner, workspaceId, tables)
  const path = `/api/workspaces/${workspaceId}`
  console.info(`\n${tables.toLocaleString('en')} tables of ${COLUMNS} columns`)
  await page(app, owner, 'chat page', `/chat?workspace=${workspaceId}`)
  await page(app, owner, 'list of tables', `/workspaces/${workspaceId}/tables`)
  await page(app, owner, 'list, searched', `/workspaces/${workspaceId}/tables?q=orders_120`)
  await page(app, owner, 'list, values searched', `/workspaces/${workspaceId}/tables?q=shop+3&in=values`)
  await page(app, owner, 'relations', `${path}/catalog/relations`)
  await page(app, owner, 'SQL editor', `/workspaces/${workspaceId}/sql`)
  await page(app, owner, 'catalog, whole', `${path}/catalog`)
  await page(app, owner, 'catalog, a page', `${path}/catalog?limit=50`)
  await page(app, owner, 'names of tables', `${path}/catalog/names?limit=200`)
  await page(app, owner, 'search for a name', `${path}/catalog/names?q=orders_120`)
  for (const n of [1, 2]) {
    const begun = performance.now()
    const { body } = await call(app, owner, 'POST', `${path}/query-data`, { message: 'How many orders_120 are there?' })
    line(`question ${n} by name`, '', `${body.status}: ${String(body.answer).slice(0, 60)}`, performance.now() - begun)
  }
}

/** Tables that share one file: what is measured is their number. */
async function fill(world: World, owner: Person, workspaceId: string, tables: number): Promise<void> {
  const ctx = await workspaceCtx(world, owner.user.id, workspaceId)
  const list = Array.from({ length: COLUMNS - 2 }, (_, n) => `range * ${n + 1} AS measure_${n}`)
  await putTable(
    ctx,
    'orders_0',
    `SELECT range AS id, 'Shop ' || range % 7 AS shop, ${list.join(', ')} FROM range(100)`,
  )
  const sample = ['Shop 1', 'Shop 2', 'Shop 3', 'Shop 4', 'Shop 5']
  const names = Array.from({ length: tables - 1 }, (_, n) => `orders_${n + 1}`)
  await copyTable(ctx, 'orders_0', names, { sample, top: sample.map((value) => ({ value, count: 14 })) })
}

/** The weight of an answer as a browser gets it, and the median of five. */
async function page(app: App, owner: Person, name: string, address: string): Promise<void> {
  const took: number[] = []
  let [plain, sent, status] = [0, 0, 0]
  for (let n = 0; n < 6; n++) {
    const begun = performance.now()
    const answer = await app.request(address, { headers: { ...owner.headers, 'Accept-Encoding': 'gzip' } })
    const bytes = await answer.bytes()
    if (n > 0) took.push(performance.now() - begun)
    status = answer.status
    sent = bytes.length
    plain = answer.headers.get('Content-Encoding') === 'gzip' ? Bun.gunzipSync(bytes).length : bytes.length
  }
  if (status !== 200) return line(name, '', `status ${status}`, 0)
  line(
    name,
    kb(plain),
    `${kb(sent)} sent${sent === plain ? ', not compressed' : ''}`,
    took.toSorted((a, b) => a - b)[2]!,
  )
}

/** @param dirty one row has texts among the numbers, so that every value has to be looked at */
async function manyColumns(app: App, owner: Person, dirty: boolean): Promise<void> {
  const workspaceId = (await newPlace(app, owner)).workspace.id
  const names = Array.from({ length: WIDE }, (_, n) => `column_${n}`)
  const rows = Array.from({ length: ROWS }, (_, row) =>
    names
      .map((_, n) => (n % 3 === 0 ? `v${(row * n) % 50}` : dirty && row === 450 && n % 7 === 0 ? 'oops' : row * n))
      .join(','),
  )
  const begun = performance.now()
  const { body: file } = await upload(app, owner, workspaceId, 'wide.csv', [names.join(','), ...rows].join('\n'))
  let status = file.status
  while (status === 'processing') {
    await Bun.sleep(50)
    status = (await call(app, owner, 'GET', `/api/workspaces/${workspaceId}/files/${file.id}`)).body.status
  }
  console.info(`\n${ROWS} rows of ${WIDE.toLocaleString('en')} columns${dirty ? ', one of them irregular' : ''}`)
  line('until it can be asked', '', status, performance.now() - begun)
  await page(app, owner, 'chat page', `/chat?workspace=${workspaceId}`)
  await page(app, owner, 'catalog, whole', `/api/workspaces/${workspaceId}/catalog`)
  const asked = performance.now()
  const { body: answer } = await call(app, owner, 'POST', `/api/workspaces/${workspaceId}/query-data`, {
    message: 'What is the total column_1234?',
  })
  line('question by name', '', `${answer.status}: ${String(answer.answer).slice(0, 60)}`, performance.now() - asked)
}

function kb(bytes: number): string {
  return `${(bytes / 1000).toLocaleString('en', { maximumFractionDigits: 1 })} KB`
}
function line(name: string, plain: string, about: string, ms: number): void {
  console.info(
    `${name.padEnd(24)}${plain.padStart(12)}  ${about.padEnd(44)}${`${Math.round(ms).toLocaleString('en')} ms`.padStart(12)}`,
  )
}
