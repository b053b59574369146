import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Planner } from '../src/analyst/built-in/plan.ts'
import { createInquiry } from '../src/analyst/inquiry.ts'
import { ANSWER_LIMITS } from '../src/analyst/rules/limits.ts'
import type { DescribeTablesOutput, SearchCatalogOutput } from '../src/analyst/rules/tools.ts'
import { tableIndex } from '../src/analyst/table-index.ts'
import { describeTablesTool, searchCatalogTool } from '../src/analyst/tools/catalog.ts'
import { createApp } from '../src/app.ts'
import { newId } from '../src/base/ids.ts'
import { outline } from '../src/catalog/outline.ts'
import { readConfig } from '../src/config.ts'
import type { WorkspaceCtx } from '../src/ctx.ts'
import { catalogColumns, catalogRelations, catalogTables } from '../src/db/schema/index.ts'
import { createWorld } from '../src/world.ts'
import { newPlace, signUp, workspaceCtx } from '../tests/support/people.ts'
import { SECRETS } from '../tests/support/secrets.ts'

/**
 * What a search of the catalog takes at 100 and at 10,000 tables of 12 columns, on an index that is there and on one that must be made:
 * processor time of the process, database included. `bun bench/catalog-search.ts [tables …]`
 */
const SIZES = process.argv.slice(2).map(Number)
const ROUNDS = 5
const WORDS =
  `customer order product invoice payment shipment return supplier warehouse employee department salary region country city
  store visit campaign lead contract ticket session device sensor reading alert budget forecast account ledger journal tax currency
  discount coupon review rating category brand season event booking room flight passenger patient doctor course student exam`
    .trim()
    .split(/\s+/)
const QUESTIONS = [
  'How many orders did each customer place?',
  'average salary by department',
  'Which suppliers delivered late to the warehouse in Pune?',
  'revenue by country and month',
  'students who took more than two courses',
  'What is the status of ticket_2?',
  'passengers without a booking',
  'Wie viele Bestellungen gab es je Kunde?',
]

const dir = mkdtempSync(join(tmpdir(), 'tabletalk-bench-'))
const world = await createWorld(
  readConfig({ DATA_DIR: dir, AUTH_SECRET: SECRETS.AUTH_SECRET, LOG_LEVEL: 'error', ENGINE_PROCESSES: '1' }),
)
try {
  const app = createApp(world)
  const owner = await signUp(app)
  const warm: number[] = []
  for (const tables of SIZES.length > 0 ? SIZES : [100, 10_000]) {
    const ctx = await workspaceCtx(world, owner.user.id, (await newPlace(app, owner)).workspace.id)
    await fill(ctx, tables)
    const cold = await spent(() => search(ctx, QUESTIONS[0]!))
    for (const question of QUESTIONS) await search(ctx, question)
    const took: number[] = []
    for (let round = 0; round < ROUNDS; round++)
      for (const question of QUESTIONS) took.push(await spent(() => search(ctx, question)))
    const alone = await spent(async () => {
      for (const question of QUESTIONS) await inquiryOf(ctx, question).ranked({ query: question, question }, new Map())
    })
    warm.push(took.reduce((sum, one) => sum + one, 0) / took.length)
    const planned: number[] = []
    for (const question of QUESTIONS) {
      const known = await described(ctx, question)
      for (let round = 0; round < ROUNDS; round++)
        planned.push(
          await spent(async () => new Planner({ tables: known, values: [], now: '2026-01-01' }).plan(question)),
        )
    }
    const { index } = await tableIndex(ctx, await outline(ctx))
    console.info(
      `${tables.toLocaleString('en').padStart(7)} tables: ${warm.at(-1)!.toFixed(1)} ms a question, ${(alone / QUESTIONS.length).toFixed(1)} of them ranking; ${Math.round(planned.toSorted((a, b) => a - b)[planned.length >> 1]!)} ms (median) to plan it by the built-in analyst; the first one ${Math.round(cold)} ms; ${index.said.size + index.values.size} words`,
    )
  }
  if (warm.length > 1) console.info(`ratio of the last to the first: ${(warm.at(-1)! / warm[0]!).toFixed(2)}`)
} finally {
  await world.close()
  rmSync(dir, { recursive: true, force: true })
}

function inquiryOf(ctx: WorkspaceCtx, question: string) {
  return createInquiry(ctx, {
    ...{
      limits: ANSWER_LIMITS,
      sees: 'all',
      past: new Map(),
      lastResult: 0,
      question,
      locale: 'en',
      sources: null,
      emit: () => {},
    },
  })
}

function search(ctx: WorkspaceCtx, question: string) {
  return searchCatalogTool(inquiryOf(ctx, question)).execute!(
    { query: question },
    {} as never,
  ) as Promise<SearchCatalogOutput>
}

/** What the built-in analyst is told of the tables for a question, as many as it looks at. */
async function described(ctx: WorkspaceCtx, question: string) {
  const { tables } = await search(ctx, question)
  const names = tables.map(({ name }) => name).slice(0, 36)
  const { execute } = describeTablesTool(inquiryOf(ctx, question))
  const told: DescribeTablesOutput['tables'] = []
  for (let at = 0; at < names.length; at += 12)
    told.push(...((await execute!({ tables: names.slice(at, at + 12) }, {} as never)) as DescribeTablesOutput).tables)
  return told
}

/** Processor time in milliseconds. */
async function spent(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Tables named by two or three words, of columns named by others, each joined to two. */
async function fill(ctx: WorkspaceCtx, count: number): Promise<void> {
  const word = (n: number) => WORDS[n % WORDS.length]!
  const tables = Array.from({ length: count }, (_, n) => ({
    ...{ id: newId(), workspaceId: ctx.workspace.id, sourceKind: 'file' as const, sourceId: newId(), rows: n },
    ...{ name: `${word(n)}_${word(n * 7 + 3)}_${Math.floor(n / WORDS.length)}`, storeKey: `tables/${n}` },
  }))
  const columns = tables.flatMap(({ id }, n) =>
    Array.from({ length: 12 }, (_, position) => ({
      ...{ tableId: id, position, name: position === 0 ? 'id' : `${word(n + position * 11)}_${word(n * position)}` },
      ...{ type: position % 3 === 1 ? 'VARCHAR' : 'BIGINT', role: 'dimension' as const, nulls: 0, distinct: 5 },
      top: position % 3 === 1 ? ['Pune', 'Delhi', `kind ${n}`].map((value) => ({ value, count: 1 })) : [],
    })),
  )
  const relations = tables.flatMap(({ id }, n) =>
    [n * 3 + 1, n * 5 + 2].map((to) => ({
      ...{ workspaceId: ctx.workspace.id, fromTableId: id, fromColumn: 'id', toTableId: tables[to % count]!.id },
      ...{ toColumn: 'id', matchRate: 1, kind: 'inferred' as const },
    })),
  )
  for (let at = 0; at < tables.length; at += 500) await ctx.db.insert(catalogTables).values(tables.slice(at, at + 500))
  for (let at = 0; at < columns.length; at += 500)
    await ctx.db.insert(catalogColumns).values(columns.slice(at, at + 500))
  for (let at = 0; at < relations.length; at += 500)
    await ctx.db.insert(catalogRelations).values(relations.slice(at, at + 500))
}
