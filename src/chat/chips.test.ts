import { beforeAll, expect, test } from 'bun:test'
import type { Answer } from '#analyst/rules/answer.ts'
import type { Edit } from '#analyst/rules/chips/part.ts'
import { mainResult } from '#analyst/rules/presented.ts'
import { DEFAULT_XAI } from '#records/rules/xai.ts'
import { type ModelServer, scriptedModels, startModelServer } from '../../tests/support/model-server.ts'
import { type App, call, join, newTeam, signUp, workspaceCtx } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'

/** Answers whose statements are changed by chips, without a model. */
let server: ModelServer
let app: App
let workspace: string
let messageId: string
let conversationId: string

const ofTrips = (column: string) => ({ of: 'trips', column })
const filter = (values: string[], column = 'class'): Edit => ({
  act: 'add',
  part: {
    kind: 'filter',
    any: [{ aggregate: null, column: ofTrips(column), grain: null, operator: 'is', values }],
  },
})

const { app: base, world, owner, place } = await newTeam()
const other = await signUp(base)
beforeAll(async () => {
  workspace = place.workspace.id
  await join(world, place.organization.id, other!.user.id, 'member')
  await putTable(
    await workspaceCtx(world, owner!.user.id, workspace),
    'trips',
    `SELECT ['First', 'Second', 'Third'][1 + range % 3] AS class, range * 1.5 AS fare, range % 2 = 0 AS paid, range AS secret FROM range(30)`,
    ['secret'],
  )
  server = await startModelServer([
    {
      call: 'run_sql',
      input: {
        sql: 'SELECT class, avg(fare) AS fare FROM trips GROUP BY class ORDER BY fare DESC',
        title: 'Fares',
      },
    },
    { call: 'show_chart', input: { result: 'r1', kind: 'bar', x: 'class', y: ['fare'], title: 'Fares by class' } },
    { say: ['Third costs the most: {{r1.fare[Third]}}.'] },
    { say: ['Nothing more.'] },
  ])
  app = await testApp({ ...world, models: scriptedModels(server) })
  const asked = await call(app, owner!, 'POST', `/api/workspaces/${workspace}/query-data`, {
    message: 'Fares by class?',
  })
  expect(asked.body).toMatchObject({ reading: 'Average fare by class, by average fare, highest first' })
  messageId = asked.body.message_id
  conversationId = asked.body.conversation_id
})

const answerOf = async () => (await call(app, owner!, 'GET', `/api/messages/${messageId}`)).body.answer as Answer
const send = async (edits: Edit[] | null, who = owner!, result?: string) =>
  call(app, who, 'POST', `/api/messages/${messageId}/chips`, {
    result: result ?? mainResult(await answerOf())!.id,
    edits,
  })
const balance = async () => (await call(app, owner!, 'GET', '/api/credits/balance')).body

test("a model's answer has chips, and shows what came out of a change in place of the words that were of other figures", async () => {
  const first = await answerOf()
  expect(first.reading).toMatchObject({ whole: true, editable: true })
  const before = await balance()
  const { status, body } = await send([
    filter(['First', 'Second']),
    {
      act: 'change',
      chip: 'm1',
      part: { kind: 'measure', aggregate: 'sum', column: ofTrips('fare'), grain: null, digits: null },
    },
  ])
  const answer = body.answer as Answer
  expect({ status, text: answer.text }).toEqual({
    status: 200,
    text: 'Total fare by class, where class is First or Second, by total fare, highest first: Second 217.5, First 202.5.',
  })
  expect(answer.numbers.map(({ text, state }) => [text, state])).toEqual([
    ['Second', 'bound'],
    ['217.5', 'bound'],
    ['First', 'bound'],
    ['202.5', 'bound'],
  ])
  const main = mainResult(answer)!
  expect(main).toMatchObject({ name: 'r2', total_rows: 2 })
  expect(answer.receipt).toMatchObject({
    credits: 0,
    rows_read: 30,
    model: 'no model',
    sent: null,
    balance: before.balance,
  })
  expect(answer).toMatchObject({ byChips: 'changed', results: [{ name: 'r1' }, { name: 'r2' }] })
  expect(answer.charts).toMatchObject([{ kind: 'bar', x: 'class', y: ['total_fare'], result: main.id }])
  expect(answer.checks.map(({ name }) => name)).toContain('Missing values')
  expect(await answerOf()).toEqual(answer)
  expect(await balance()).toEqual(before)
  expect(server.requests).toHaveLength(3)
})

test('the next question goes on from the changed statement', async () => {
  await call(app, owner!, 'POST', `/api/workspaces/${workspace}/query-data`, {
    message: 'And by port?',
    context: { conversation_id: conversationId },
  })
  const told = JSON.stringify(server.requests.at(-1)!.body)
  expect(told).toContain('sum(fare) AS total_fare')
  expect(told).not.toContain('Third costs the most')
})

test('what is hidden, wrong, gone or of somebody else changes nothing', async () => {
  const before = await answerOf()
  expect((await send([filter(['1'], 'secret')])).body.error).toBe('There is no column secret here.')
  expect((await send([{ act: 'remove', chip: 'w9' }])).status).toBe(422)
  expect((await send([])).status).toBe(400)
  expect((await send([filter(['First'])], owner!, before.results[0]!.id)).status).toBe(409)
  expect((await send([filter(['First'])], other!)).status).toBe(404)
  await call(app, owner!, 'PATCH', `/api/conversations/${conversationId}`, { shared: true })
  expect((await send([filter(['First'])], other!)).status).toBe(404)
  expect(await answerOf()).toEqual(before)
})

test('undone, the answer is as it was made', async () => {
  expect((await send(null)).body.answer).toMatchObject({
    text: 'Third costs the most: 23.25.',
    main: expect.any(String),
  })
  const answer = await answerOf()
  expect(answer.byChips).toBeUndefined()
  expect(answer.receipt).toMatchObject({ credits: 1 })
  expect((await send(null)).status).toBe(409)
})

test('a question of chips alone is a conversation with its answer', async () => {
  const build = (edits: Edit[]) => call(app, owner!, 'POST', `/api/workspaces/${workspace}/chips`, { edits })
  const rows: Edit = {
    act: 'add',
    part: { kind: 'measure', aggregate: 'rows', column: null, grain: null, digits: null },
  }
  const { status, body } = await build([
    { act: 'add', part: { kind: 'table', table: 'trips' } },
    rows,
    filter(['true'], 'paid'),
  ])
  expect(status).toBe(201)
  const lines = (await call(app, owner!, 'GET', `/api/conversations/${body.conversation_id}/messages`)).body
  expect(lines.map(({ role, text }: { role: string; text: string }) => [role, text])).toEqual([
    ['assistant', 'Number of rows, where paid is yes: 15.'],
    ['user', 'Number of rows, where paid is yes'],
  ])
  expect((await build([rows])).body.error).toBe('Choose a table first.')
  expect((await build([{ act: 'add', part: { kind: 'table', table: 'nothing' } }])).status).toBe(422)
})

test('rows are counted as people write it', async () => {
  const { body } = await call(app, owner!, 'POST', `/api/workspaces/${workspace}/chips`, {
    edits: [
      { act: 'add', part: { kind: 'table', table: 'trips' } },
      { act: 'add', part: { kind: 'measure', aggregate: 'rows', column: null, grain: null, digits: null } },
    ],
  })
  const { answer } = (await call(app, owner!, 'GET', `/api/messages/${body.message_id}`)).body
  expect(answer.results[0].sql).toContain('count(*)')
})

test('tables and values are offered to who may see them, and no hidden ones', async () => {
  const path = `/api/workspaces/${workspace}/chips`
  const offers = (table: string, who = owner!) => call(app, who, 'GET', `${path}/offers?table=${table}`)
  const { status, body } = await offers('TRIPS')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    table: 'trips',
    columns: [{ name: 'class' }, { name: 'fare', adds: true }, { name: 'paid' }],
    joins: [],
  })
  expect((await offers('nothing')).status).toBe(404)
  const values = (column: string, q: string, who = owner!) =>
    call(app, who, 'GET', `${path}/values?table=trips&column=${column}&q=${q}`)
  expect((await values('class', 'sec')).body).toEqual({ values: ['Second'] })
  expect((await values('secret', '7')).body).toEqual({ values: [] })
  const stranger = await signUp(app)
  expect([(await offers('trips', stranger)).status, (await values('class', 'sec', stranger)).status]).toEqual([
    404, 404,
  ])
})

test('the built-in analyst goes on from what chips made of an answer', async () => {
  const plain = await testApp()
  const path = `/api/workspaces/${workspace}`
  const { body } = await call(plain, owner!, 'POST', `${path}/query-data`, {
    message: 'How many trips are there by class?',
  })
  const { results } = (await call(plain, owner!, 'GET', `/api/messages/${body.message_id}`)).body.answer
  const changed = await call(plain, owner!, 'POST', `/api/messages/${body.message_id}/chips`, {
    result: results[0].id,
    edits: [filter(['First', 'Second'])],
  })
  expect(changed.status).toBe(200)
  const next = await call(plain, owner!, 'POST', `${path}/query-data`, {
    message: 'Only those that are paid',
    context: { conversation_id: body.conversation_id },
  })
  expect(next.body.queries[0].sql).toMatch(/class IN \('First', 'Second'\) AND paid = true/)
})

test('where no SQL is shown, chips change and build nothing', async () => {
  const models = { ...scriptedModels(server), explain: { ...DEFAULT_XAI.explain, show_sql: false } }
  const hiding = await testApp({ ...(await testWorld()), models })
  const before = await answerOf()
  const refused = 'Statements are not shown here, nor changed by chips.'
  const sent = { result: mainResult(before)!.id, edits: [filter(['First'])] }
  const change = await call(hiding, owner!, 'POST', `/api/messages/${messageId}/chips`, sent)
  expect([change.status, change.body.error]).toEqual([422, refused])
  const build = await call(hiding, owner!, 'POST', `/api/workspaces/${workspace}/chips`, {
    edits: [{ act: 'add', part: { kind: 'table', table: 'trips' } }],
  })
  expect([build.status, build.body.error]).toEqual([422, refused])
  expect(await answerOf()).toEqual(before)
})
