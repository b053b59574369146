import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { modelsOf } from '#analyst/models.ts'
import { DAY } from '#base/time.ts'
import * as credits from '#billing/credits.ts'
import { createNetwork } from '#outside/network.ts'
import { DEFAULT_XAI, type ModelRole, type XaiConfig } from '#records/rules/xai.ts'
import { connectDatabase } from '../../tests/support/connected.ts'
import {
  type ModelServer,
  type ScriptedTurn,
  SHORT_TIMEOUTS,
  startModelServer,
} from '../../tests/support/model-server.ts'
import { type App, call, json, newTeam } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { upload } from '../../tests/support/upload.ts'
import { testApp } from '../../tests/support/world.ts'

/** Agents whose limits are sources: two databases with tables of one name, and two files. What the agent may not use carries a marker. */
const MARKER = /quux|987654/i
const { world, app, owner, place, ctx } = await newTeam()
const at = `/api/workspaces/${place.workspace.id}`
const servers: Partial<Record<ModelRole, ModelServer>> = {}
let turns: ScriptedTurn[] = []
let modelled: App
let folder: string
let key: string
beforeAll(async () => {
  await credits.grant(ctx, owner.user.id, {
    ...{ kind: 'granted', credits: 200, key: `granted:${owner.user.id}` },
    expiresAt: new Date(Number(ctx.now()) + DAY),
  })
  folder = await mkdtemp(join(tmpdir(), 'agents-'))
  for (const [name, who, pay] of [
    ['shop', 'Ida', 10],
    ['staff', 'Zaphod Quux', 987654],
  ] as const) {
    const path = join(folder, `${name}.sqlite`)
    const database = new Database(path)
    database.run(`create table ${name}_people (person text, pay integer)`)
    database.run(`insert into ${name}_people values ('${who}', ${pay})`)
    database.close()
    await connectDatabase(ctx, name, 'sqlite', { path })
  }
  expect((await upload(app, owner, place.workspace.id, 'orders.csv', 'id,amount\n1,10\n2,20\n')).status).toBe(201)
  await putTable(ctx, 'salaries', `SELECT 'Zaphod Quux' AS payee, 987654 AS salary`)
  for (const role of ['model', 'fallback'] as const)
    servers[role] = await startModelServer(() => turns.shift() ?? { say: 'Nothing more.' })
  const outside = (role: 'model' | 'fallback') => ({
    ...DEFAULT_XAI.titles,
    ...{ preset: 'custom' as const, api: 'responses' as const, address: servers[role]!.url, name: `the-${role}` },
  })
  const config = { ...DEFAULT_XAI, model: outside('model'), fallback: outside('fallback') } as XaiConfig
  const own = { key: 'key-1', source: 'saved', trusted: false } as const
  const network = createNetwork({ allowed: '127.0.0.0/8', refused: '' })
  const keys = { model: own, titles: own, fallback: own }
  modelled = await testApp({ ...world, models: modelsOf({ version: 1, config, keys }, network, SHORT_TIMEOUTS) })
  key = (await call(app, owner, 'POST', '/api/user/api-keys', { name: 'Tools', scopes: ['read', 'ask'] })).body.key
}, 300_000)
afterAll(() => rm(folder, { recursive: true }))

const create = async (agent: object) => {
  const made = await call(app, owner, 'POST', `${at}/agents`, { ...agent, publish: true })
  expect([made.status, made.body.message]).toEqual([201, undefined])
  return made.body.id as string
}
const ask = async (by: App, message: string, agent_id: string) =>
  (await call(by, owner, 'POST', `${at}/query-data`, { message, context: { agent_id } })).body
/** The same by the tool of AI clients. */
async function askByTool(by: App, question: string, agent_id: string) {
  const tool = { name: 'ask', arguments: { workspace_id: place.workspace.id, question, agent_id } }
  const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool }
  const accept = 'application/json, text/event-stream'
  const answer = await by.request('/mcp', json(request, { accept, authorization: `Bearer ${key}` }))
  const line = /^data: (.*"result".*)$/m.exec(await answer.text())
  return JSON.parse(line![1]!).result.structuredContent
}
const sent = (role: 'model' | 'fallback', from = 0) =>
  servers[role]!.requests.slice(from).map(({ body }) => JSON.stringify(body))

describe.each([
  ['a database', { sources: ['shop'] }, 'shop_people'],
  ['a file', { sources: ['orders.csv'] }, 'orders'],
  ['a table of a database', { tables: ['shop_people'] }, 'shop_people'],
])('an agent that may use %s', (_, limits, table) => {
  const TRIES: { tool: string; input: object }[] = [
    ...['SELECT * FROM staff_people', 'SELECT * FROM salaries', 'SELECT * FROM "STAFF_PEOPLE"'].map((sql) => ({
      tool: 'run_sql',
      input: { sql, title: 'Look' },
    })),
    { tool: 'run_sql', input: { sql: 'SELECT * FROM staff_people', source: 'staff', title: 'Look' } },
    { tool: 'run_sql', input: { sql: 'SELECT name FROM sqlite_master', source: 'staff', title: 'Look' } },
    { tool: 'run_sql', input: { sql: 'SELECT * FROM salaries', source: 'STAFF', title: 'Look' } },
    { tool: 'run_sql', input: { sql: 'SELECT payee FROM salaries', source: 'shop', title: 'Look' } },
    { tool: 'describe_tables', input: { tables: ['staff_people', 'salaries'] } },
    { tool: 'search_catalog', input: { query: 'pay and salary of people of staff' } },
    { tool: 'search_values', input: { text: 'Zaphod' } },
  ]

  test('gets nothing of another source by a model, asked by the API or by a tool', async () => {
    const id = await create({ name: `Within ${JSON.stringify(limits)}`, ...limits })
    for (const way of [ask, askByTool])
      for (const { tool, input } of TRIES) {
        const own = { call: 'run_sql', input: { sql: `SELECT count(*) AS n FROM ${table}`, title: 'Count' } }
        turns = [{ call: tool, input }, own, { say: 'Counted.' }]
        const before = servers.model!.requests.length
        const answer = await way(modelled, 'Who gets what?', id)
        expect(answer.queries.map(({ sql }: { sql: string }) => sql)).toEqual([own.input.sql])
        const told = [...sent('model', before), JSON.stringify(answer)].join('\n')
        expect([tool, input, MARKER.exec(told)?.[0] ?? null]).toEqual([tool, input, null])
      }
  })

  test('gets nothing of another source by the built-in analyst, asked by the API or by a tool', async () => {
    const id = await create({ name: `Built in, within ${JSON.stringify(limits)}`, ...limits })
    for (const way of [ask, askByTool]) {
      for (const question of ['Show staff people', 'Show salaries', 'Total pay of staff people', 'Pay of Zaphod']) {
        const answer = await way(app, question, id)
        expect([question, MARKER.exec(JSON.stringify(answer))?.[0] ?? null]).toEqual([question, null])
        for (const { sql } of answer.queries) expect(sql).not.toMatch(/staff|salaries/)
      }
      const { queries } = await way(app, `How many rows does ${table} have?`, id)
      expect(queries.map(({ sql }: { sql: string }) => sql).join()).toContain(table)
    }
  })
})

test('its model is asked, thinks as much as it says, and reads its instructions; receipt and history name it', async () => {
  const id = await create({
    ...{ name: 'Careful', instructions: 'Amounts are net of vat.', model: 'fallback', effort: 'high' },
  })
  const [before, others] = [servers.fallback!.requests.length, servers.model!.requests.length]
  const count = { call: 'run_sql', input: { sql: 'SELECT count(*) AS n FROM orders', title: 'Count' } }
  turns = [count, { say: 'There are {{r1.n}}.' }]
  const answer = await ask(modelled, 'How many orders?', id)
  expect(answer).toMatchObject({
    ...{ status: 'answered', answer: 'There are 2.' },
    ...{ agent: { id, name: 'Careful', version: 1 }, receipt: { model: 'the-fallback' } },
  })
  expect(servers.model!.requests).toHaveLength(others)
  for (const body of sent('fallback', before)) {
    expect(body).toContain('Amounts are net of vat.')
    expect(JSON.parse(body)).toMatchObject({ model: 'the-fallback', reasoning: { effort: 'high' } })
  }
  const lines = (await call(app, owner, 'GET', `/api/conversations/${answer.conversation_id}/messages`)).body
  expect(lines.map(({ agent }: { agent: { name: string } }) => agent.name)).toEqual(['Careful', 'Careful'])
  const page = await app.request(`${`/workspaces/${place.workspace.id}`}?conversation=${answer.conversation_id}`, {
    headers: { cookie: owner.cookie },
  })
  expect(await page.text()).toContain('Careful')
  // Another version says so, and leaves what was answered before as it was.
  const changed = { name: 'Careful', instructions: 'Amounts are gross.', publish: true }
  await call(app, owner, 'PUT', `${at}/agents/${id}`, changed)
  turns = [count, { say: 'Two.' }]
  const from = servers.model!.requests.length
  expect((await ask(modelled, 'How many orders?', id)).agent.version).toBe(2)
  expect(sent('model', from).join()).not.toContain('net of vat')
  expect((await call(app, owner, 'GET', `/api/messages/${answer.message_id}`)).body.answer.agent.version).toBe(1)
})

test('its own verified queries are used by it alone', async () => {
  const queries = [{ question: 'What is the magic figure?', sql: 'SELECT sum(amount) * 7 AS magic FROM orders' }]
  const id = await create({ name: 'Magician', queries })
  expect((await ask(app, 'What is the magic figure?', id)).queries).toMatchObject([{ sql: queries[0]!.sql }])
  const plain = await ask(app, 'What is the magic figure?', 'analyst')
  expect(JSON.stringify(plain.queries)).not.toContain('magic')
  turns = [{ call: 'search_catalog', input: { query: 'What is the magic figure?' } }, { say: 'Nothing.' }]
  const from = servers.model!.requests.length
  await ask(modelled, 'What is the magic figure?', id)
  expect(sent('model', from).join()).toContain('sum(amount) * 7 AS magic')
  turns = [{ call: 'search_catalog', input: { query: 'What is the magic figure?' } }, { say: 'Nothing.' }]
  const after = servers.model!.requests.length
  await ask(modelled, 'What is the magic figure?', 'analyst')
  expect(sent('model', after).join()).not.toContain('AS magic')
})
