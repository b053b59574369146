import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgresClient from 'postgres'
import { DEFAULT_SETTINGS } from '#records/rules/setting.ts'
import { json } from '../tests/support/people.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { startProduct } from '../tests/support/product.ts'
import { processorTime } from './tree.ts'

/**
 * Many paced answers at once, beside a bare server that hands the same model's streams on: time to the first word, pauses between pieces,
 * pieces an answer, processor time a word, and what an answer writes. `bun bench/streams.ts [streams …]`: 100, 300 and 1,000 by default, on
 * PostgreSQL; `bun bench/streams.ts embedded …` on the embedded database, which counts no commits. The first line is an idle minute.
 */
const embedded = process.argv[2] === 'embedded'
const levels = process.argv.slice(embedded ? 3 : 2).map(Number)
const WORDS = 150
/** Fifty words a second. */
const EVERY_MS = 20
/** Questions that one person asks at once. */
const EACH = 20
/** Servers tell what they counted some seconds late. */
const COUNTED = 12_000
const IDLE = 60_000
/** A server that nobody asks for a minute comes to rest. */
const SETTLED = 75_000

const dir = mkdtempSync(join(tmpdir(), 'tabletalk-bench-'))
const database = embedded ? null : await startPostgres()
const sql = database && postgresClient(database.url, { max: 1, onnotice: () => {} })
const model = await start('paced-model.ts', String(WORDS), String(EVERY_MS))
const bare = await start('pass-through.ts', `${model.address}/chat/completions`)
const product = await startProduct({
  DATA_DIR: dir,
  ...(database ? { DATABASE_URL: database.url } : {}),
  OPENAI_BASE_URL: model.address,
  OPENAI_API_KEY: 'bench',
  AI_API: 'chat',
  AI_MODEL: 'paced',
  BUN_CONFIG_MAX_HTTP_REQUESTS: '4096',
  LOG_LEVEL: 'error',
})
try {
  if (sql) {
    const settings = {
      ...DEFAULT_SETTINGS,
      limits: { ...DEFAULT_SETTINGS.limits, answers_at_once: EACH },
      credits: { ...DEFAULT_SETTINGS.credits, trial: 1000 },
    }
    await sql`insert into setting_versions (id, kind, version, values, reason) values (gen_random_uuid()::text, 'system', 1, ${sql.json(settings)}, 'bench')`
    await idle()
  }
  const most = Math.max(...(levels.length > 0 ? levels : [1000]))
  const people: (() => Promise<Response>)[] = []
  // The embedded database keeps the settings as they are: five questions at once, 25 credits.
  const each = sql ? EACH : 5
  for (let at = 0; at < most / each; at++) people.push(await person(at))
  const ours = (at: number) => people[Math.floor(at / each)]!()
  const raw = () => fetch(bare.address, { method: 'POST' })
  for (const warm of [raw, ours]) await (await warm(0)).text()
  print('streams', 'first word p50', 'p99', 'gap p99', 'pieces', 'CPU us a word', 'rows', 'commits', 'writing')
  for (const streams of levels.length > 0 ? levels : [100, 300, 1000]) {
    await measure(`${streams} bare`, streams, raw, bare.pid)
    await measure(`${streams} ours`, streams, ours, product.process.pid)
  }
} finally {
  product.process.kill('SIGTERM')
  await product.process.exited
  for (const child of [model, bare]) child.stop()
  await sql?.end()
  await database?.stop()
  rmSync(dir, { recursive: true, force: true })
}

async function start(file: string, ...args: string[]) {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, file), ...args], {
    env: { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: '4096' },
    stdout: 'pipe',
  })
  const { value } = await child.stdout.getReader().read()
  return { address: new TextDecoder().decode(value).trim(), pid: child.pid, stop: () => child.kill() }
}

async function person(at: number): Promise<() => Promise<Response>> {
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(product.address + path, json(body, headers))
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const about = { email: `bench-${at}@example.com`, name: 'Bench', password: 'correct horse battery' }
  const { token } = (await (await post('/api/auth/register', about)).json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  const made = async (path: string, body: object) => (await (await post(path, body, headers)).json()) as { id: string }
  const { id: organization_id } = await made('/api/organizations', { name: 'Bench' })
  const { id } = await made('/api/workspaces', { organization_id, name: 'Bench' })
  const path = `/api/workspaces/${id}/query-data`
  return () => post(path, { message: 'Say something' }, { ...headers, accept: 'text/event-stream' })
}

type Heard = { first: number; gaps: number[]; pieces: number }

async function measure(
  name: string,
  streams: number,
  ask: (at: number) => Promise<Response>,
  pid: number,
): Promise<void> {
  const [before, cpu] = [await counted(), processorTime(pid)]
  const heard = await Promise.all(Array.from({ length: streams }, (_, at) => listen(() => ask(at))))
  const spent = processorTime(pid) - cpu
  if (sql) await Bun.sleep(COUNTED)
  const after = await counted()
  const each = (of: keyof Counted) => (sql ? ((after[of] - before[of]) / streams).toFixed(1) : '-')
  const firsts = heard.map(({ first }) => first)
  print(
    name,
    `${quantile(firsts, 0.5).toFixed(0)} ms`,
    `${quantile(firsts, 0.99).toFixed(0)} ms`,
    `${quantile(
      heard.flatMap(({ gaps }) => gaps),
      0.99,
    ).toFixed(0)} ms`,
    quantile(
      heard.map(({ pieces }) => pieces),
      0.5,
    ).toFixed(0),
    ((spent * 1000) / (streams * WORDS)).toFixed(0),
    each('rows'),
    each('commits'),
    each('writing'),
  )
}

async function listen(ask: () => Promise<Response>): Promise<Heard> {
  const started = performance.now()
  const response = await ask()
  const heard: Heard = { first: Number.NaN, gaps: [], pieces: 0 }
  let last = 0
  for await (const bytes of response.body!.pipeThrough(new TextDecoderStream())) {
    // The last event repeats the whole answer.
    if (!bytes.includes('word') || bytes.includes('data-answer')) continue
    const now = performance.now()
    if (heard.pieces++ === 0) heard.first = now - started
    else heard.gaps.push(now - last)
    last = now
  }
  return heard
}

/** Rows of the logs of answers, all transactions (a lookup by itself is one), and those that wrote. */
type Counted = { rows: number; commits: number; writing: number }

async function counted(): Promise<Counted> {
  if (!sql) return { rows: 0, commits: 0, writing: 0 }
  const [found] = await sql<
    Counted[]
  >`select (select count(*)::int from answer_events) as rows, xact_commit::int as commits,
    pg_snapshot_xmax(pg_current_snapshot())::text::int as writing from pg_stat_database where datname = current_database()`
  return found!
}

async function idle(): Promise<void> {
  await Bun.sleep(SETTLED)
  const before = await counted()
  await Bun.sleep(IDLE)
  const after = await counted()
  const [commits, writing] = [after.commits - before.commits, after.writing - before.writing]
  process.stdout.write(`idle for a minute: ${commits} transactions, ${writing} of them wrote\n`)
}

function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
}

function print(...cells: string[]): void {
  process.stdout.write(`${cells.map((cell) => cell.padEnd(15)).join('')}\n`)
}
