import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tokensOf } from '#base/tokens.ts'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { createWorld } from '../src/world.ts'
import { type ScriptedTurn, scriptedModels, startModelServer } from '../tests/support/model-server.ts'
import { call, newPlace, signUp } from '../tests/support/people.ts'
import { SECRETS } from '../tests/support/secrets.ts'
import { upload } from '../tests/support/upload.ts'

/**
 * What a model reads in a conversation of ten questions, by a scripted model that looks, describes, queries and draws: tokens (by the
 * estimate of `base/tokens.ts`) of the first call, of the first call of the fifth question, and of all calls of a question on average,
 * and how much of what is sent stood at the beginning of the request before, so that a provider's cache may have it.
 */
const REGIONS = ['North', 'South', 'East', 'West']
const lines = (head: string, count: number, line: (at: number) => (string | number)[]) =>
  [head, ...Array.from({ length: count }, (_, at) => line(at).join(','))].join('\n')
const day = (at: number) => new Date(Date.UTC(2025, 0, 1 + (at % 600))).toISOString().slice(0, 10)
const FILES = {
  orders: lines('order_id,customer_id,ordered_at,status,channel,region,amount,discount,tax,note', 2_000, (at) => [
    ...[at, at % 300, day(at), ['paid', 'open', 'refunded'][at % 3]!, ['web', 'shop'][at % 2]!, REGIONS[at % 4]!],
    ...[(at * 7) % 900, at % 10, (at * 3) % 80, `note ${at}`],
  ]),
  customers: lines('customer_id,name,country,segment,since', 300, (at) => [
    ...[at, `Customer ${at}`, ['India', 'France', 'Norway'][at % 3]!, ['small', 'large'][at % 2]!, day(at)],
  ]),
  readings: lines(Array.from({ length: 300 }, (_, at) => `sensor_${at}`).join(','), 200, (row) =>
    Array.from({ length: 300 }, (_, at) => row * at),
  ),
}
const QUESTIONS = ['region', 'status', 'channel', 'country', 'segment', 'month', 'customer', 'tax', 'discount', 'year']

/** What the model does for a question; the second half takes up the results of the first. */
const turns = (by: string, at: number): ScriptedTurn[] => [
  { call: 'search_catalog', input: { query: `amount by ${by}` } },
  { call: 'describe_tables', input: { tables: at === 4 ? ['orders', 'readings'] : ['orders', 'customers'] } },
  { call: 'search_values', input: { text: 'north' } },
  {
    call: 'run_sql',
    input: {
      source: 'workspace',
      title: `Amount by ${by}`,
      sql: 'select ordered_at, region, count(*) as orders, sum(amount) as amount from orders group by all order by 1, 2',
    },
  },
  { say: `The amounts by ${by} are shown beside this text.` },
]

const dir = mkdtempSync(join(tmpdir(), 'tabletalk-bench-'))
const config = { DATA_DIR: dir, AUTH_SECRET: SECRETS.AUTH_SECRET, LOG_LEVEL: 'error', ENGINE_PROCESSES: '1' }
const world = await createWorld(readConfig(config))
const server = await startModelServer(QUESTIONS.flatMap(turns))
try {
  const models = scriptedModels(server)
  const app = createApp(new Proxy(world, { get: (of, name) => (name === 'models' ? models : Reflect.get(of, name)) }))
  const owner = await signUp(app, { verified: false })
  const { workspace } = await newPlace(app, owner)
  for (const [name, text] of Object.entries(FILES)) await upload(app, owner, workspace.id, `${name}.csv`, text)
  const firsts: number[] = []
  let context = {}
  for (const by of QUESTIONS) {
    firsts.push(server.requests.length)
    const message = `What is the amount by ${by}?`
    const { body } = await call(app, owner, 'POST', `/api/workspaces/${workspace.id}/query-data`, { message, context })
    if (body.status !== 'answered') throw new Error(`${message} ${body.status}: ${body.error}`)
    context = { conversation_id: body.conversation_id }
  }
  const sent = server.requests.map(({ body }) => JSON.stringify({ tools: body.tools, messages: body.messages }))
  const tokens = server.requests.map(({ body }) => tokensOf(JSON.stringify(body.tools)) + textsOf(body.messages))
  const again = sent.map((text, at) => (at === 0 ? 0 : samePrefix(text, sent[at - 1]!) / text.length))
  const all = tokens.reduce((sum, count) => sum + count, 0)
  const cached = tokens.reduce((sum, count, at) => sum + count * again[at]!, 0)
  console.info(`first call                      ${tokens[0]} tokens`)
  console.info(`first call of question five     ${tokens[firsts[4]!]} tokens`)
  console.info(`all calls of a question         ${Math.round(all / QUESTIONS.length)} tokens on average`)
  console.info(`begins as the call before       ${Math.round((cached / all) * 100)} % of them`)
  console.info(`not read before                 ${Math.round((all - cached) / QUESTIONS.length)} tokens a question`)
} finally {
  await server.stop()
  await world.close()
  rmSync(dir, { recursive: true, force: true })
}

/** Tokens of all texts within a value: what stands in messages, without the marks of JSON around it. */
function textsOf(value: unknown): number {
  if (typeof value === 'string') return tokensOf(value)
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, inner) => sum + textsOf(inner), 0)
}

function samePrefix(a: string, b: string): number {
  const end = Math.min(a.length, b.length)
  for (let at = 0; at < end; at++) if (a[at] !== b[at]) return at
  return end
}
