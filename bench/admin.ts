import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import { keepWeeks } from '#admin/analytics/activity.ts'
import { recordToday } from '#admin/gauges.ts'
import { connect, type Db } from '#db/connect.ts'
import * as auditChain from '#records/audit-chain.ts'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import type { World } from '../src/ctx.ts'
import { createWorld } from '../src/world.ts'
import { type App, json } from '../tests/support/people.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { SECRETS } from '../tests/support/secrets.ts'
import { type Address, FIGURES, LISTS } from './admin-lists.ts'
import { END, fill } from './admin-rows.ts'

/**
 * The pages of the admin panel at 10,000 and at 1,000,000 rows on a real PostgreSQL, as an admin asks them of the app: milliseconds of a
 * whole page (p50, p95) over first and deep pages, searches, filters and orders, the ratio of the p95, and the most statements that a page
 * asked; then the figures that the panel shows of a stretch of days. `bun bench/admin.ts [rows] [seconds a list] [beginning of the names]`.
 */
const MANY = Number(process.argv[2] ?? 1_000_000)
const FEW = 10_000
const SECONDS = Number(process.argv[3] ?? 2)
const ONLY = process.argv[4] ?? ''

type Lane = { world: World; app: App; cookie: string; rows: number; asked: () => number; close(): Promise<void> }
type Times = { p50: number; p95: number; statements: number }

const lanes: Lane[] = []
try {
  for (const rows of [FEW, MANY]) lanes.push(await opened(rows))
  await table('list', LISTS, { warm: 10, least: 30 })
  await table('figures', FIGURES, { warm: 2, least: 6 })
  for (const { world } of lanes) {
    const start = performance.now()
    const { ok, checked } = await auditChain.verify(world)
    console.info(`verify: ${ok ? 'holds' : 'broken'}, ${checked} in ${Math.round(performance.now() - start)} ms`)
  }
} finally {
  for (const lane of lanes) await lane.close()
}

/** A server with its database, and an admin who is signed in. */
async function opened(rows: number): Promise<Lane> {
  const server = await startPostgres()
  const dir = mkdtempSync(join(tmpdir(), 'tabletalk-bench-'))
  try {
    await filled(server.url, rows)
    const config = readConfig({
      DATABASE_URL: server.url,
      DATA_DIR: dir,
      AUTH_SECRET: SECRETS.AUTH_SECRET,
      LOG_LEVEL: 'error',
      ENGINE_PROCESSES: '1',
    })
    const opened = await createWorld(config)
    const world: World = { ...opened, now: () => new Date(END) }
    // As the job does each hour.
    await recordToday(world)
    await keepWeeks(world)
    const app = createApp(world)
    const cookie = await signedIn(world, app)
    const close = async () => {
      await opened.close()
      await server.stop()
      rmSync(dir, { recursive: true, force: true })
    }
    return { world, app, cookie, rows, asked: counting(world.db), close }
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function filled(databaseUrl: string, rows: number): Promise<void> {
  const began = performance.now()
  const { db, close } = await connect({ databaseUrl, dataDir: '' })
  await fill(db, rows)
  await close()
  const seconds = Math.round((performance.now() - began) / 1000)
  console.info(`${rows.toLocaleString('en')} rows of each, made in ${seconds} s`)
}

/** The cookie of somebody who may do everything. */
async function signedIn({ db }: World, app: App): Promise<string> {
  const email = `bench${crypto.randomUUID()}@example.com`
  const answer = await app.request(
    '/api/auth/register',
    json({ email, name: 'Bench', password: 'correct horse battery' }),
  )
  if (answer.status !== 201) throw new Error(`Registering failed: ${answer.status} ${await answer.text()}`)
  await db.execute(sql`update users set admin_roles = '{superadmin}' where email = ${email}`)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** Counts the statements of a database from now on. */
function counting(db: Db): () => number {
  let statements = 0
  const logger: Logger = { logQuery: () => void statements++ }
  Object.assign((db as unknown as { session: object }).session, { logger })
  return () => statements
}

/** Asks for an address. @returns the one of the next page, where there is one */
async function visit({ app, cookie }: Lane, address: string): Promise<string | null> {
  const answer = await app.request(address, { headers: { cookie } })
  const text = await answer.text()
  if (answer.status !== 200 || text.includes('could not be read'))
    throw new Error(`${address}: ${answer.status} ${text}`)
  return /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? null
}

/** Times each, prints a line of it, and in the end the worst ratio. */
async function table(title: string, all: [string, Address][], how: { warm: number; least: number }): Promise<void> {
  print(title, 'p50 few', 'p95 few', 'p50 many', 'p95 many', 'ratio p50', 'ratio p95', 'statements')
  const ratios: [string, number][] = []
  for (const [name, address] of all.filter(([it]) => it.startsWith(ONLY))) {
    const [few, many] = (await time(address, how)) as [Times, Times]
    const cells = [few.p50, few.p95, many.p50, many.p95].map((ms) => `${ms.toFixed(1)} ms`)
    const statements =
      few.statements === many.statements ? `${many.statements}` : `${few.statements}/${many.statements}`
    ratios.push([name, many.p95 / few.p95])
    print(name, ...cells, (many.p50 / few.p50).toFixed(2), (many.p95 / few.p95).toFixed(2), statements)
  }
  const [name, worst] = ratios.toSorted((a, b) => b[1] - a[1])[0] ?? ['none', 0]
  const over = ratios.filter(([, ratio]) => ratio > 1.5).length
  console.info(
    `worst ratio of the p95 (${title}): ${worst.toFixed(2)}, ${name}; ${over} of ${ratios.length} over 1.5\n`,
  )
}

/**
 * In turns, so that whatever else the machine does meets both; the first ones find out how to ask. Pages one after the other, ten deep,
 * then from the beginning again.
 */
async function time(address: Address, { warm, least }: { warm: number; least: number }): Promise<Times[]> {
  const took = lanes.map(() => [] as number[])
  const statements = lanes.map(() => 0)
  const next = lanes.map((): string | null => null)
  const end = performance.now() + SECONDS * 1000
  for (let n = 0; n < warm + least || performance.now() < end; n++)
    for (const [at, lane] of lanes.entries()) {
      const asked = lane.asked()
      const begun = performance.now()
      const following = await visit(lane, next[at] ?? address((n * 7919) % lane.rows))
      if (n >= warm) took[at]!.push(performance.now() - begun)
      statements[at] = Math.max(statements[at]!, lane.asked() - asked)
      next[at] = n % 10 === 9 ? null : following
    }
  return took.map((all, at) => {
    all.sort((a, b) => a - b)
    const share = (part: number) => all[Math.min(all.length - 1, Math.floor(all.length * part))]!
    return { p50: share(0.5), p95: share(0.95), statements: statements[at]! }
  })
}

function print(name: string, ...cells: string[]): void {
  console.info(name.padEnd(36) + cells.map((cell) => cell.padStart(12)).join(''))
}
