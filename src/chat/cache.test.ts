import { beforeAll, describe, expect, test } from 'bun:test'
import { DAY } from '#base/time.ts'
import { type ScriptedTurn, scriptedModels, startModelServer } from '../../tests/support/model-server.ts'
import { call, newTeam, workspaceCtx } from '../../tests/support/people.ts'
import { upload } from '../../tests/support/upload.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import * as chat from './ask.ts'
import { answerOf } from './messages.ts'

const { app, owner, place } = await newTeam()
const workspace = place.workspace.id
beforeAll(async () => {
  const rows = Array.from({ length: 60 }, (_, at) => `${at},${at % 2 ? 'North' : 'South'},${at * 3}`)
  expect((await upload(app, owner, workspace, 'orders.csv', `id,region,amount\n${rows.join('\n')}\n`)).status).toBe(201)
})

const sql = (text: string): ScriptedTurn => ({
  call: 'run_sql',
  input: { title: 'Asked', sql: text, source: 'workspace' },
})
/** A question, and what the model does with it. */
const TURNS: [string, ScriptedTurn[]][] = [
  [
    'Amount by region?',
    [
      { call: 'search_catalog', input: { query: 'amount by region' }, say: 'I will look.' },
      { call: 'describe_tables', input: { tables: ['orders'] } },
      { call: 'search_values', input: { text: 'north' } },
      sql('select region, sum(amount) as amount from orders group by region order by region'),
      { call: 'show_chart', input: { title: 'Amount', y: ['amount'], x: 'region', kind: 'bar', result: 'r1' } },
      { say: 'North has 2,700 and South 2,610, which is 12345 in all.' },
    ],
  ],
  [
    'And the total?',
    [
      sql('select nothing from r1'),
      sql('select sum(amount) as total from r1'),
      // It has no value, so it is asked for again.
      {
        call: 'finish',
        input: { status: 'answered', text: 'It is {{r2.sum}}.', assumptions: ['All of {{r1.region[#1]}}'] },
      },
      { call: 'finish', input: { status: 'answered', text: 'It is {{r2.total}}.', main_result: 'r2' }, say: 'Again.' },
    ],
  ],
  [
    'In words?',
    [{ call: 'describe_tables', input: { tables: ['orders'] } }, { say: '{{r2.sum}}' }, { say: '{{r2.total}}' }],
  ],
  ['Which do you mean?', [{ call: 'ask_user', input: { question: 'Which date?', options: ['Sent', 'Paid'] } }]],
  ['Paid', [{ call: 'finish', input: { status: 'cannot', text: 'Hier gibt es keine Daten dazu.' } }]],
  ['List all orders', [sql('select * from orders order by id'), { say: 'There are 60.' }]],
]

type Body = { messages?: unknown[]; input?: unknown[]; tools: unknown[] }

describe.each(['chat', 'responses'] as const)('six questions on six days over the %s interface', (api) => {
  test('are sent so that each request begins with the bytes of the one before', async () => {
    const server = await startModelServer(TURNS.flatMap(([, turns]) => turns))
    const world = await testWorld()
    let conversationId: string | null = null
    for (const [day, [message]] of TURNS.entries()) {
      const now = () => new Date(world.now().getTime() + day * DAY)
      const ctx = await workspaceCtx({ ...world, now, models: scriptedModels(server, api) }, owner.user.id, workspace)
      const asked = await chat.ask(ctx, { message, conversationId })
      await asked.done
      const { status } = await answerOf(ctx, asked.messageId)
      expect([message, status]).toEqual([message, expect.stringMatching(/answered|clarify|refused/)])
      conversationId = asked.conversationId
    }
    const bodies = server.requests.map(({ body }) => body as Body)
    expect(bodies).toHaveLength(TURNS.flatMap(([, turns]) => turns).length)
    const prefixes = bodies.map(({ messages, input }) => JSON.stringify(messages ?? input).slice(0, -1))
    for (const [at, prefix] of prefixes.slice(1).entries()) {
      expect(prefix.slice(0, prefixes[at]!.length)).toBe(prefixes[at]!)
      expect(JSON.stringify(bodies[at + 1]!.tools)).toBe(JSON.stringify(bodies[at]!.tools))
    }
    const last = prefixes.at(-1)!
    expect(last).toContain('which is 12345 (unconfirmed) in all.')
    expect(last).toContain('show_chart')
    // The table was described in two answers, and is told once.
    expect(last.match(/source orders\.csv/g)).toHaveLength(1)
    expect(last).toContain('Letter for letter what this tool gave above.')
    expect(last.match(/Now: \d{4}-\d\d-\d\dT/g)).toHaveLength(6)
    expect(new Set(last.match(/Now: \d{4}-\d\d-\d\d/g)).size).toBe(6)
  })
})

test('what a model read before a column was hidden is not told again after it', async () => {
  const server = await startModelServer([
    { call: 'describe_tables', input: { tables: ['orders'] } },
    { say: 'There are regions.' },
    { say: 'Yes.' },
  ])
  const app = await testApp({ ...(await testWorld()), models: scriptedModels(server) })
  const path = `/api/workspaces/${workspace}`
  const { body } = await call(app, owner, 'POST', `${path}/query-data`, { message: 'What is there?' })
  const [table] = (await call(app, owner, 'GET', `${path}/catalog`)).body
  const hidden = await call(app, owner, 'PATCH', `${path}/catalog/${table.id}`, {
    columns: [{ name: 'region', hidden: true }],
  })
  expect(hidden.status).toBe(200)
  const context = { conversation_id: body.conversation_id }
  await call(app, owner, 'POST', `${path}/query-data`, { message: 'Sure?', context })
  const [, before, after] = server.requests.map(({ body }) => JSON.stringify(body))
  expect(before).toContain('South')
  expect(after).not.toContain('South')
  expect(after).toContain('There are regions.')
})
