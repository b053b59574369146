import { beforeAll, expect, test } from 'bun:test'
import type { Answer } from '#analyst/rules/answer.ts'
import type { ChartSpec } from '#query/rules/chart.ts'
import { type ModelServer, scriptedModels, startModelServer } from '../../tests/support/model-server.ts'
import { type App, call, newTeam, signUp, workspaceCtx } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { testApp } from '../../tests/support/world.ts'

/** Charts that are changed, by words and by clicks, and charts over results of earlier answers. */
let server: ModelServer
let app: App
let first: Answer
let second: Answer
let messageId: string

const bar = { result: 'r1', kind: 'bar', x: 'region', y: ['amount'], title: 'Amount by region' }
const edit = (change: object, result = 'r1') => ({ call: 'edit_chart', input: { result, change } })

const { world, owner, place } = await newTeam()
const workspace = place.workspace.id
beforeAll(async () => {
  const ctx = await workspaceCtx(world, owner.user.id, workspace)
  await putTable(
    ctx,
    'orders',
    `SELECT ['North', 'South', 'West'][1 + range % 3] AS region, range - 1 AS amount FROM range(90)`,
  )
  server = await startModelServer([
    {
      call: 'run_sql',
      input: {
        sql: 'select region, sum(amount) as amount, min(amount) as lowest from orders group by region',
        title: 'Amounts',
      },
    },
    { call: 'show_chart', input: bar },
    { say: 'Drawn.' },
    edit({ kind: 'share', look: { sort: 'name', format: 'eur' } }, 'r9'),
    edit({ kind: 'pie' }),
    edit({ kind: 'funnel', y: ['lowest'] }),
    edit({ lines: ['median', '500 target'], labels: false }),
    edit({ kind: 'share', sort: 'name' }),
    { say: 'Here it is in percent.' },
  ])
  app = await testApp({ ...world, models: scriptedModels(server, 'chat') })
  const ask = (message: string, conversation_id?: string) =>
    call(app, owner, 'POST', `/api/workspaces/${workspace}/query-data`, { message, context: { conversation_id } })
  const answerOf = async (id: string) => (await call(app, owner, 'GET', `/api/messages/${id}`)).body.answer as Answer
  const one = (await ask('Amount by region?')).body
  messageId = one.message_id
  first = await answerOf(messageId)
  second = await answerOf((await ask('With a target of 500, then in percent', one.conversation_id)).body.message_id)
})

test('a chart of an earlier answer is drawn again as it was asked for, with its result', () => {
  const result = first.results[0]!.id
  expect(second.results).toEqual([])
  expect(second.earlier?.map(({ id, name }) => [id, name])).toEqual([[result, 'r1']])
  const made = { result, x: 'region', y: ['amount'], title: 'Amount by region' }
  expect(second.charts).toEqual([
    { ...made, kind: 'bar', series: null, lines: [{ at: 'median' }, { at: 500, label: 'target' }], labels: false },
    { ...made, kind: 'share', series: null, labels: false, sort: 'name' },
  ])
})

test('what cannot be drawn goes back to the model with the reason', () => {
  const told = JSON.stringify(server.requests.at(-1))
  expect(told).toContain('There is no chart over r9. There is: r1.')
  expect(told).toContain('kind: Invalid')
  expect(told).toContain('A funnel cannot show values below zero. Take bars.')
  expect(second.steps.filter(({ tool, state }) => tool === 'edit_chart' && state === 'failed')).toHaveLength(3)
})

test('a click changes a chart for good, without credit, and is undone', async () => {
  const put = (body: object, who = owner) => call(app, who, 'PUT', `/api/messages/${messageId}/chart`, body)
  const kept = async () => (await call(app, owner, 'GET', `/api/messages/${messageId}`)).body.answer as Answer
  const credits = async () => (await call(app, owner, 'GET', '/api/credits/balance')).body
  const before = await credits()
  const chart: ChartSpec = { ...first.charts[0]!, kind: 'share', sort: 'name' }
  expect(await put({ of: 0, chart })).toMatchObject({ status: 200, body: [{ of: 0, chart }] })
  expect(await kept()).toMatchObject({ charts: first.charts, redrawn: [{ of: 0, chart }] })
  // Once more, in place of the first change; and one of a result that no chart shows.
  const again: ChartSpec = { ...chart, kind: 'bar', top: 2 }
  await put({ of: 0, chart: again })
  await put({ of: chart.result, chart: { ...chart, kind: 'treemap' } })
  expect((await kept()).redrawn?.map((one) => [one.of, one.chart.kind])).toEqual([
    [0, 'bar'],
    [chart.result, 'treemap'],
  ])
  expect((await put({ of: 0, chart: null })).body).toHaveLength(1)
  expect((await kept()).redrawn).toHaveLength(1)
  expect(await credits()).toEqual(before)
  expect((await put({ of: 7, chart })).status).toBe(404)
  expect((await put({ of: 0, chart: { ...chart, result: 'elsewhere' } })).status).toBe(404)
  expect(await put({ of: 0, chart: { ...chart, y: ['region'] } })).toMatchObject({
    status: 422,
    body: { error: '"region" holds no numbers, so it cannot be a measure.' },
  })
})

test('nobody else changes a chart of it', async () => {
  const stranger = await signUp(app)
  const { status } = await call(app, stranger, 'PUT', `/api/messages/${messageId}/chart`, { of: 0, chart: null })
  expect(status).toBe(404)
})
