import { beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { ANSWER_LIMITS } from '#analyst/rules/limits.ts'
import { messages } from '#db/schema/index.ts'
import type { ModelTimeouts } from '#outside/model-fetch.ts'
import {
  type ModelApi,
  type ModelScript,
  SHORTEST_TIMEOUTS,
  scriptedModels,
  startModelServer,
  USAGE,
} from '../../tests/support/model-server.ts'
import { type App, call, newPlace, newTeam, workspaceCtx } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { upload } from '../../tests/support/upload.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import * as chat from './ask.ts'

const { app: base, owner, place } = await newTeam()
const workspace = place.workspace.id
beforeAll(async () => {
  const ctx = await workspaceCtx(await testWorld(), owner.user.id, workspace)
  await putTable(
    ctx,
    'orders',
    `SELECT range AS id, (range % 4) AS shop, CASE WHEN range % 2 = 0 THEN 'North' ELSE 'South' END AS region, range * 2 AS amount FROM range(100)`,
  )
})

/** The product with a model that follows the script. */
async function withModel(script: ModelScript, api: ModelApi = 'chat', timeouts?: ModelTimeouts) {
  const server = await startModelServer(script)
  const world = await testWorld()
  return {
    server,
    app: await testApp({ ...world, models: scriptedModels(server, api, timeouts) }),
    usual: await testApp({ ...world, models: scriptedModels(server, api) }),
  }
}
const ask = (app: App, message: string, context: object = {}, who = owner) =>
  call(app, who, 'POST', `/api/workspaces/${workspace}/query-data`, { message, context })
const balance = async (who = owner) => (await call(base, who, 'GET', '/api/credits/balance')).body

const countByRegion = {
  call: 'run_sql',
  input: {
    source: 'workspace',
    sql: 'select region, count(*) as orders, sum(amount) as amount from orders group by region order by region',
    title: 'Orders by region',
  },
}

describe.each(['chat', 'responses'] as const)('over the %s interface', (api) => {
  test('a model looks, queries, draws and tells; its numbers are bound and one credit is paid', async () => {
    const before = await balance()
    const { app, server } = await withModel(
      [
        { call: 'search_catalog', input: { query: 'orders by region' } },
        countByRegion,
        {
          call: 'show_chart',
          input: { result: 'r1', kind: 'bar', x: 'region', y: ['orders'], title: 'Orders by region' },
        },
        { say: ['North has 50 orders', ' worth 4,900', ' and South 50; that makes 99,999 in all.'] },
      ],
      api,
    )
    const { status, body } = await ask(app, 'Orders by region?')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'answered',
      answer: 'North has 50 orders worth 4,900 and South 50; that makes 99,999 in all.',
      error: null,
      queries: [{ source: 'workspace', rows: 2 }],
      result: { total_rows: 2, truncated: false },
      chart: { kind: 'bar', x: 'region', y: ['orders'] },
      receipt: { credits: 1, input_tokens: 4 * USAGE.input, output_tokens: 4 * USAGE.output, model: 'scripted-model' },
    })
    expect(
      body.numbers.map((number: { text: string; state: string; row: number | null }) => [
        number.text,
        number.state,
        number.row,
      ]),
    ).toEqual([
      ['50', 'bound', 0],
      ['4,900', 'bound', 0],
      ['50', 'bound', 1],
      ['99,999', 'unbound', null],
    ])
    expect(body.checks.map((check: { name: string }) => check.name)).toContain('Complete')
    expect(server.requests[0]!.tools.sort()).toEqual([
      'ask_user',
      'describe_tables',
      'edit_chart',
      'finish',
      'run_sql',
      'search_catalog',
      'search_values',
      'show_chart',
    ])
    expect(await balance()).toMatchObject({ balance: before.balance - 1, held: 0 })
  })

  test('a wrong column goes back with the nearest names and is repaired', async () => {
    const { app, server } = await withModel(
      [
        {
          call: 'run_sql',
          input: { source: 'workspace', sql: 'select sum(amuont) as total from orders', title: 'Total' },
        },
        {
          call: 'run_sql',
          input: { source: 'workspace', sql: 'select sum(amount) as total from orders', title: 'Total' },
        },
        { say: 'The total is 9,900.' },
      ],
      api,
    )
    const { body } = await ask(app, 'Total amount?')
    expect(body).toMatchObject({ status: 'answered', numbers: [{ text: '9,900', state: 'bound' }] })
    expect(JSON.stringify(server.requests[1]!.body)).toMatch(
      /error sql_error: .*amuont.*nearest names: amount.*2 more failures allowed/,
    )
  })

  test('arguments that cannot be read are told to the model, which may try again', async () => {
    const { app } = await withModel(
      [{ call: 'run_sql', input: '{"sql": ' }, countByRegion, { say: 'North has 50.' }],
      api,
    )
    expect((await ask(app, 'Orders?')).body).toMatchObject({ status: 'answered' })
  })
})

describe('what cannot be answered costs nothing, says why, and leaves the conversation usable', () => {
  type Case = { name: string; script: ModelScript; status: string; error: RegExp; timeouts?: ModelTimeouts }
  const cases: Case[] = [
    { name: 'an overloaded model', script: () => ({ status: 429 }), status: 'failed', error: /overloaded/ },
    { name: 'a failing model', script: () => ({ status: 500 }), status: 'failed', error: /The model failed/ },
    { name: 'a refused key', script: () => ({ status: 401 }), status: 'failed', error: /refused our key/ },
    {
      name: 'a model that never answers',
      script: () => ({ hang: true }),
      timeouts: SHORTEST_TIMEOUTS,
      status: 'failed',
      error: /did not answer in time/,
    },
    {
      name: 'a model that falls silent',
      script: () => ({ stall: 'North' }),
      timeouts: SHORTEST_TIMEOUTS,
      status: 'failed',
      error: /did not answer in time/,
    },
    { name: 'a stream that is cut', script: () => ({ cut: 'North has' }), status: 'failed', error: /broke off/ },
    { name: 'a stream that just ends', script: () => ({ end: 'North has' }), status: 'failed', error: /broke off/ },
    { name: 'garbage', script: () => ({ garbage: 'data: {nonsense\n\n' }), status: 'failed', error: /broke off/ },
    {
      name: 'a model that calls tools for ever',
      script: () => ({ call: 'search_catalog', input: { query: 'x' } }),
      status: 'failed',
      error: /no answer in 12 steps/,
    },
    {
      name: 'an unknown tool, again and again',
      script: () => ({ call: 'drop_tables', input: {} }),
      status: 'failed',
      error: /could not be queried.*drop_tables/,
    },
    {
      name: 'queries that go on failing',
      script: (request) =>
        !JSON.stringify(request.body).includes('no more may be run')
          ? { call: 'run_sql', input: { source: 'workspace', sql: 'select nothing from orders', title: 'x' } }
          : { say: 'I am sorry.' },
      status: 'failed',
      error: /could not be queried.*nothing/,
    },
    {
      name: 'a query that failed once and only words after it',
      script: [
        { call: 'run_sql', input: { source: 'workspace', sql: 'select nothing from orders', title: 'x' } },
        { say: 'The database does not know that column.' },
      ],
      status: 'failed',
      error: /No query gave an answer.*cost nothing/,
    },
    {
      name: 'a question beyond the data',
      script: [{ say: 'I cannot answer this from your data: there is no weather in it.' }],
      status: 'refused',
      error: /cost nothing/,
    },
  ]
  test.each(cases.map((it) => [it.name, it] as const))('%s', async (_name, { script, status, error, timeouts }) => {
    const before = await balance()
    let faulty = true
    const recovered: ModelScript = [countByRegion, { say: 'North has 50 orders.' }]
    let at = 0
    const { app, usual } = await withModel(
      (request, index) => {
        if (!faulty) return recovered[at++]!
        return typeof script === 'function' ? script(request, index) : script[index]!
      },
      'chat',
      timeouts,
    )
    const { body } = await ask(app, 'How is it going?')
    expect({ status: body.status, error: body.error }).toEqual({ status, error: expect.stringMatching(error) })
    expect(body.receipt.credits).toBe(0)
    expect(await balance()).toMatchObject({ balance: before.balance, held: 0 })
    faulty = false
    const again = await ask(usual, 'And by region?', { conversation_id: body.conversation_id })
    expect(again.body).toMatchObject({ status: 'answered', conversation_id: body.conversation_id })
  })
})

test('a wish that a canvas is mailed asks no model, costs nothing, and says where it is set up', async () => {
  const { app, server } = await withModel([countByRegion, { say: 'North has 50 orders.' }])
  const { body } = await ask(app, 'every Monday 8:00 the board to finance@example.com')
  expect(body).toMatchObject({
    status: 'refused',
    receipt: { credits: 0 },
    answer: expect.stringContaining('Schedule'),
  })
  expect(server.requests).toEqual([])
  const next = await ask(app, 'Orders by region?', { conversation_id: body.conversation_id })
  expect(next.body.status).toBe('answered')
})

test('one answer has bounds: prose, steps and the rows that it keeps', async () => {
  const wide = Array.from({ length: 50 }, (_, at) => `repeat('x', 400) as c${at}`).join(', ')
  const { app } = await withModel((_, index) =>
    index === 0
      ? { call: 'run_sql', input: { source: 'workspace', sql: `select ${wide} from orders`, title: 'Wide' } }
      : { say: 'on and on '.repeat(3000) },
  )
  const { body } = await ask(app, 'Tell me everything')
  expect(body).toMatchObject({ status: 'failed', error: expect.stringMatching(/grew longer/), receipt: { credits: 0 } })
  expect(body.answer).toHaveLength(20_000 - 1)
  expect(body.result.total_rows).toBe(100)
  expect(body.result.rows).toHaveLength(9)
  const looks = { call: 'search_catalog', input: { query: 'orders' } }
  const many = await withModel([looks, looks, looks, { say: 'Nothing.' }])
  const ctx = await workspaceCtx(
    { ...(await testWorld()), models: scriptedModels(many.server) },
    owner.user.id,
    workspace,
  )
  const asked = await chat.ask(ctx, {
    message: 'Look',
    conversationId: null,
    limits: { ...ANSWER_LIMITS, visibleSteps: 2 },
  })
  await asked.done
  const [kept] = await ctx.db.select().from(messages).where(eq(messages.id, asked.messageId))
  expect(kept!.answer!.steps).toHaveLength(2)
  expect(kept!.text).toBe('Nothing.')
})

test('a model that is overloaded for a moment is asked again after the time it names', async () => {
  const { app, server } = await withModel([
    { status: 429, headers: { 'retry-after': '1' } },
    { status: 503 },
    countByRegion,
    { say: 'North has 50 orders.' },
  ])
  const started = performance.now()
  expect((await ask(app, 'Orders?')).body.status).toBe('answered')
  expect(performance.now() - started).toBeGreaterThan(950)
  expect(server.requests).toHaveLength(4)
})

test('a question back ends the turn and costs nothing; the choice is asked in the same conversation', async () => {
  const before = await balance()
  const { app } = await withModel([
    { call: 'ask_user', input: { question: 'Which amount?', options: ['Gross', 'Net'] } },
    countByRegion,
    { say: 'North has 50 orders.' },
  ])
  const { body } = await ask(app, 'Amount?')
  expect(body).toMatchObject({
    status: 'clarify',
    answer: 'Which amount?',
    clarification: { question: 'Which amount?', options: ['Gross', 'Net'] },
    receipt: { credits: 0 },
  })
  expect(await balance()).toMatchObject({ balance: before.balance, held: 0 })
  expect((await ask(app, 'Gross', { conversation_id: body.conversation_id })).body.status).toBe('answered')
})

test('an earlier result is a table for later queries of the conversation', async () => {
  const { app, server } = await withModel([
    countByRegion,
    { say: 'North has 50 orders.' },
    { call: 'run_sql', input: { source: 'workspace', sql: 'select max(amount) as best from r1', title: 'Best' } },
    { say: 'The best made 5,000.' },
  ])
  const first = (await ask(app, 'Orders by region?')).body
  const second = (await ask(app, 'Which is best?', { conversation_id: first.conversation_id })).body
  expect(second).toMatchObject({ status: 'answered', numbers: [{ text: '5,000', state: 'bound' }] })
  expect(JSON.stringify(server.requests[2]!.body)).toContain('group by region')
})

test.each([
  ['has no step left to query', { steps: 3 }, 'How many orders are there?', 'failed', /no step left/],
  ['finds nothing of the question in the data', {}, 'who won the world cup', 'refused', /^I cannot answer this/],
])('a built-in analyst that %s has not answered, and is not paid', async (_why, fewer, message, status, said) => {
  const before = await balance()
  const ctx = await workspaceCtx(await testWorld(), owner.user.id, workspace)
  const asked = await chat.ask(ctx, { message, conversationId: null, limits: { ...ANSWER_LIMITS, ...fewer } })
  await asked.done
  const [kept] = await ctx.db.select().from(messages).where(eq(messages.id, asked.messageId))
  expect(kept).toMatchObject({ status, text: expect.stringMatching(said) })
  expect(kept!.answer).toMatchObject({ status, receipt: { credits: 0 }, error: expect.stringMatching(/cost nothing/) })
  expect(await balance()).toMatchObject({ balance: before.balance, held: 0 })
})

test('a source named with @ is all that the analyst sees, and it reads the name without the sign', async () => {
  const { app, server } = await withModel([
    { call: 'search_catalog', input: { query: 'stock' } },
    { say: 'There are 2 rows.' },
    { call: 'search_catalog', input: { query: 'stock' } },
    { say: 'There are 3 tables.' },
  ])
  const { workspace } = await newPlace(base, owner)
  for (const name of ['stock list.csv', 'returns.csv', 'stores.csv'])
    await upload(base, owner, workspace.id, name, 'id,region\n1,North\n2,South\n')
  const path = `/api/workspaces/${workspace.id}/query-data`
  const first = await call(app, owner, 'POST', path, { message: 'How many rows has @stock list.csv?' })
  const told = (at: number) => JSON.stringify(server.requests[at]!.body)
  expect(told(0)).toContain('How many rows has stock list?')
  expect(told(1)).toContain('stock_list')
  expect(told(1)).not.toContain('stores')
  await call(app, owner, 'POST', path, {
    message: 'And in all, bob@stores.example?',
    context: { conversation_id: first.body.conversation_id },
  })
  expect(told(2)).toContain('How many rows has stock list?')
  expect(told(2)).toContain('bob@stores.example')
  expect(told(3)).toContain('returns')
  const { body: history } = await call(app, owner, 'GET', `/api/workspaces/${workspace.id}/agent-history`)
  expect(history[0].messages[0].text).toBe('How many rows has @stock list.csv?')
})
