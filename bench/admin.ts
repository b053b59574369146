import type { Logger } from 'drizzle-orm'
import { keepWeeks } from '#admin/analytics/activity.ts'
import { keepToday } from '#admin/standing.ts'
import { connect, type Db } from '#db/connect.ts'
import * as auditChain from '#records/audit-chain.ts'
import { DEFAULT_SETTINGS } from '#records/rules/setting.ts'
import type { AdminCtx } from '../src/ctx.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { FIGURES, LISTS } from './admin-lists.ts'
import { END, fill } from './admin-rows.ts'

/**
 * The lists of the admin panel at 10,000 and at 1,000,000 rows on a real PostgreSQL: milliseconds of a page (p50, p95) over first and
 * deep pages, searches, filters and orders, the ratio of the p95, and the most statements that a page asked; then the figures that the
 * panel shows of a stretch of days. `bun bench/admin.ts [rows] [seconds a list] [beginning of the names of lists]`.
 */
const MANY = Number(process.argv[2] ?? 1_000_000)
const FEW = 10_000
const SECONDS = Number(process.argv[3] ?? 2)
const ONLY = process.argv[4] ?? ''

type Lane = { ctx: AdminCtx; rows: number; asked: () => number; close(): Promise<void> }
type Times = { p50: number; p95: number; statements: number }

const lanes: Lane[] = []
try {
  for (const rows of [FEW, MANY]) lanes.push(await filled(rows))
  const pages = LISTS.filter(([name]) => name.startsWith(ONLY))
  await table(
    'list',
    pages.map(([name, ask]) => {
      const cursors = new Map<Lane, string | null>()
      return [
        name,
        // Pages one after the other, ten deep, then from the beginning again.
        async (lane, n) => {
          const page = await ask(lane.ctx, { limit: 50, cursor: cursors.get(lane) ?? null }, (n * 7919) % lane.rows)
          cursors.set(lane, n % 10 === 9 ? null : page.next)
        },
      ]
    }),
    { warm: 10, least: 30 },
  )
  const figures = FIGURES.filter(([name]) => name.startsWith(ONLY))
  await table(
    'figures',
    figures.map(([name, read]) => [name, ({ ctx }) => read(ctx)]),
    { warm: 2, least: 6 },
  )
  for (const { ctx } of lanes) {
    const start = performance.now()
    const { ok, checked } = await auditChain.verify({ db: ctx.db })
    console.info(`verify: ${ok ? 'holds' : 'broken'}, ${checked} in ${Math.round(performance.now() - start)} ms`)
  }
} finally {
  for (const lane of lanes) await lane.close()
}

async function filled(rows: number): Promise<Lane> {
  const server = await startPostgres()
  try {
    const began = performance.now()
    const { db, close } = await connect({ databaseUrl: server.url, dataDir: '' })
    await fill(db, rows)
    const seconds = Math.round((performance.now() - began) / 1000)
    console.info(`${rows.toLocaleString('en')} rows of each, made in ${seconds} s`)
    const now = () => new Date(END)
    const ctx = { db, now, config: {}, settings: () => DEFAULT_SETTINGS } as AdminCtx
    // As the job does each hour.
    await keepToday(ctx)
    await keepWeeks(ctx)
    return { ctx, rows, asked: counting(db), close: () => close().then(server.stop) }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Counts the statements of a database from now on. */
function counting(db: Db): () => number {
  let statements = 0
  const logger: Logger = { logQuery: () => void statements++ }
  Object.assign((db as unknown as { session: object }).session, { logger })
  return () => statements
}

type Work = (lane: Lane, n: number) => Promise<unknown>

/** Times each, prints a line of it, and in the end the worst ratio. */
async function table(title: string, rows: [string, Work][], how: { warm: number; least: number }): Promise<void> {
  print(title, 'p50 few', 'p95 few', 'p50 many', 'p95 many', 'ratio p50', 'ratio p95', 'statements')
  const ratios: [string, number][] = []
  for (const [name, work] of rows) {
    const [few, many] = (await time(work, how)) as [Times, Times]
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

/** In turns, so that whatever else the machine does meets both; the first ones find out how to ask. */
async function time(work: Work, { warm, least }: { warm: number; least: number }): Promise<Times[]> {
  const took = lanes.map(() => [] as number[])
  const statements = lanes.map(() => 0)
  const end = performance.now() + SECONDS * 1000
  for (let n = 0; n < warm + least || performance.now() < end; n++)
    for (const [at, lane] of lanes.entries()) {
      const asked = lane.asked()
      const begun = performance.now()
      await work(lane, n)
      if (n >= warm) took[at]!.push(performance.now() - begun)
      statements[at] = Math.max(statements[at]!, lane.asked() - asked)
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
