import { beforeAll, describe, expect, test } from 'bun:test'
import { type ModelServer, scriptedModels, startModelServer } from '../../tests/support/model-server.ts'
import { type App, call, newTeam, type Person } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { testApp } from '../../tests/support/world.ts'
import { fromClarification } from './rules/proposal.ts'

let app: App
let server: ModelServer
const { world, owner, member, viewer, place, ctx } = await newTeam('member', 'viewer')

const OPTIONS = ['Before refunds', 'After refunds']
beforeAll(async () => {
  server = await startModelServer((request) => {
    const told = JSON.stringify(request.body.messages)
    if (told.includes('What is revenue')) {
      if (!told.includes('After refunds'))
        return { call: 'ask_user', input: { question: 'Which revenue do you mean?', options: OPTIONS } }
      return { say: ['It is low.'] }
    }
    if (told.includes('"role":"tool"')) return { say: ['There are ten.'] }
    return { call: 'run_sql', input: { sql: 'SELECT count(*) AS n FROM orders', title: 'Orders' } }
  })
  app = await testApp({ ...world, models: scriptedModels(server) })
  await putTable(ctx, 'orders', 'SELECT range AS id FROM range(10)')
})

const ask = async (who: Person, message: string, context: object = {}) =>
  (await call(app, who, 'POST', `/api/workspaces/${place.workspace.id}/query-data`, { message, context })).body
const propose = (who: Person, id: string, body: object) => call(app, who, 'POST', `/api/messages/${id}/proposal`, body)

describe('from an answer, with one click', () => {
  test('corrected SQL becomes a proposed query for the question, unless nothing was corrected or it does not run alone', async () => {
    const asked = await ask(member, 'How many orders are there?')
    const from = { from: 'sql', result: asked.result.id }
    expect((await propose(member, asked.message_id, from)).status).toBe(404)
    const edit = (sql: string) =>
      call(app, member, 'POST', `/api/messages/${asked.message_id}/sql`, { result: asked.result.id, sql })
    await edit('SELECT count(*) AS n FROM r1')
    expect((await propose(member, asked.message_id, from)).status).toBe(422)
    await edit('SELECT count(DISTINCT id) AS n FROM orders')
    expect(await propose(member, asked.message_id, from)).toMatchObject({
      status: 201,
      body: {
        ...{ kind: 'query', name: 'How many orders are there?', state: 'proposed', version: 1 },
        content: { sql: 'SELECT count(DISTINCT id) AS n FROM orders', source: 'workspace' },
        proposed_by: { id: member.user.id },
      },
    })
    expect((await propose(owner, asked.message_id, from)).status).toBe(404)
  })

  test('a reason why it was bad becomes a term; viewers may rate, and not propose', async () => {
    const asked = await ask(member, 'How many orders?')
    const from = { from: 'feedback', reason: 'Test orders do not count.' }
    expect(await propose(member, asked.message_id, from)).toMatchObject({
      status: 201,
      body: { kind: 'term', name: 'How many orders?', content: { meaning: 'Test orders do not count.' } },
    })
    expect((await propose(member, asked.message_id, { from: 'feedback', reason: ' ' })).status).toBe(400)
    const theirs = await ask(viewer, 'How many orders?')
    expect((await propose(viewer, theirs.message_id, from)).status).toBe(403)
  })

  test('what was chosen when the analyst asked back becomes a term', async () => {
    const asked = await ask(member, 'What is revenue this year?')
    const from = { from: 'clarification' }
    expect((await propose(member, asked.message_id, from)).status).toBe(409)
    await ask(member, 'After refunds', { conversation_id: asked.conversation_id })
    expect((await propose(member, asked.message_id, from)).body).toMatchObject({
      ...{ kind: 'term', name: 'revenue', content: { meaning: 'After refunds' } },
    })
  })
})

test.each([
  ['Show net revenue by month', 'Is net revenue before or after tax?', 'net revenue'],
  ['Who is active?', 'What does active mean here?', 'active'],
  ['How many?', 'Of what?', 'How many?'],
])('what a question back is about: %s %s', (question, asked, name) => {
  expect(fromClarification(question, { question: asked, options: [] }, 'x')).toMatchObject({ name, meaning: 'x' })
})
