import { beforeAll, describe, expect, test } from 'bun:test'
import { type ModelServer, scriptedModels, startModelServer } from '../../tests/support/model-server.ts'
import { type App, call, newTeam, type Person, signUp } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { testApp } from '../../tests/support/world.ts'

let app: App
let server: ModelServer
const { world, app: base, owner, viewer: colleague, place, ctx } = await newTeam('viewer')
const outsider = await signUp(base)

const sql = 'select region, count(*) as orders from orders group by region order by region'
const turns = [
  { call: 'run_sql', input: { source: 'workspace', sql, title: 'Orders by region' } },
  { say: 'North has 50 orders.' },
]

beforeAll(async () => {
  // Each question is two requests: the query, then the words.
  server = await startModelServer((_, index) => turns[index % 2]!)
  app = await testApp({ ...world, models: scriptedModels(server) })
  await putTable(
    ctx,
    'orders',
    `SELECT range AS id, CASE WHEN range % 2 = 0 THEN 'North' ELSE 'South' END AS region FROM range(100)`,
  )
})

const ask = async (context: object = {}) => {
  const path = `/api/workspaces/${place.workspace.id}/query-data`
  return (await call(app, owner, 'POST', path, { message: 'Orders by region?', context })).body
}
const page = async (address: string, who: Person) => {
  const answer = await app.request(address, { headers: { cookie: who.cookie } })
  return { status: answer.status, html: await answer.text() }
}
const addressOf = (asked: { conversation_id: string; message_id: string }) =>
  `/workspaces/${place.workspace.id}?conversation=${asked.conversation_id}&message=${asked.message_id}`

describe('the address of an answer', () => {
  test('tells a colleague how to get access, and a stranger nothing', async () => {
    const asked = await ask()
    for (const address of [addressOf(asked), `/chat?conversation=${asked.conversation_id}`]) {
      const told = await page(address, colleague)
      expect([told.status, told.html.includes('North has 50')]).toEqual([403, false])
      expect(told.html).toContain(`Ask ${owner.user.name} to open it and choose Share below an answer`)
      expect((await page(address, outsider)).status).toBe(404)
    }
  })

  test('opens it for colleagues once it is shared, to be read only, and no longer when that ends', async () => {
    const asked = await ask()
    const path = `/api/conversations/${asked.conversation_id}`
    expect((await call(app, colleague, 'PATCH', path, { shared: true })).status).toBe(404)
    expect((await call(app, owner, 'PATCH', path, {})).status).toBe(400)
    expect((await call(app, owner, 'PATCH', path, { shared: true })).body).toMatchObject({ shared: true })
    const seen = await page(addressOf(asked), colleague)
    expect([seen.status, seen.html.includes('North has 50')]).toEqual([200, true])
    expect(seen.html).toContain('asked this and shared it with the workspace')
    expect(seen.html).not.toContain('id="question"')
    expect((await call(app, colleague, 'GET', `/api/messages/${asked.message_id}`)).status).toBe(200)
    expect((await call(app, colleague, 'GET', `${path}/messages`)).body).toHaveLength(2)
    expect((await page(addressOf(asked), outsider)).status).toBe(404)
    const acts = [
      call(app, colleague, 'PATCH', path, { title: 'Mine' }),
      call(app, colleague, 'DELETE', path),
      call(app, colleague, 'POST', `/api/messages/${asked.message_id}/feedback`, { rating: 'up' }),
      call(app, colleague, 'POST', `/api/messages/${asked.message_id}/sql`, { result: asked.result.id, sql }),
      call(app, colleague, 'POST', `/api/workspaces/${place.workspace.id}/query-data`, {
        message: 'Mine?',
        context: { conversation_id: asked.conversation_id },
      }),
    ]
    expect((await Promise.all(acts)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 403])
    expect((await call(app, owner, 'PATCH', path, { shared: false })).body).toMatchObject({ shared: false })
    expect((await page(addressOf(asked), colleague)).status).toBe(403)
  })
})

describe('a copy of a shared conversation', () => {
  const fork = (asked: { conversation_id: string }, who: Person) =>
    call(app, who, 'POST', `/api/conversations/${asked.conversation_id}/fork`)

  test('is the reader’s own: they go on with it, and the one that it was copied from stays as it is', async () => {
    const asked = await ask()
    const path = `/api/conversations/${asked.conversation_id}`
    await call(app, owner, 'POST', `/api/messages/${asked.message_id}/feedback`, { rating: 'up' })
    await call(app, owner, 'PATCH', path, { shared: true })
    const { status, body: copy } = await fork(asked, colleague)
    expect([status, copy.shared]).toEqual([201, false])
    const lines = async (id: string, who: Person) =>
      (await call(app, who, 'GET', `/api/conversations/${id}/messages`)).body as { id: string; text: string }[]
    const [before, after] = [await lines(asked.conversation_id, owner), await lines(copy.id, colleague)]
    expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text))
    const answer = (await call(app, colleague, 'GET', `/api/messages/${after[0]!.id}`)).body
    expect(answer).toMatchObject({ answer: { results: [{ sql }] } })
    expect(answer.rating ?? null).toBeNull()
    const asks = { message: 'And now?', context: { conversation_id: copy.id } }
    const more = await call(app, colleague, 'POST', `/api/workspaces/${place.workspace.id}/query-data`, asks)
    expect(more).toMatchObject({ status: 200, body: { conversation_id: copy.id } })
    expect(await lines(copy.id, colleague)).toHaveLength(4)
    expect(await lines(asked.conversation_id, owner)).toHaveLength(2)
    expect((await call(app, owner, 'GET', `/api/conversations/${copy.id}/messages`)).status).toBe(404)
  })

  test('is made of nothing that is not shared, or is shared with others', async () => {
    const asked = await ask()
    expect((await fork(asked, colleague)).status).toBe(404)
    await call(app, owner, 'PATCH', `/api/conversations/${asked.conversation_id}`, { shared: true })
    expect((await fork(asked, outsider)).status).toBe(404)
    expect((await app.request(`/api/conversations/${asked.conversation_id}/fork`, { method: 'POST' })).status).toBe(401)
  })
})

describe('changed SQL', () => {
  const edit = (asked: { message_id: string; result: { id: string } }, statement: string, who = owner) =>
    call(app, who, 'POST', `/api/messages/${asked.message_id}/sql`, { result: asked.result.id, sql: statement })

  test('stays with the answer, beside the result that it changed', async () => {
    const asked = await ask()
    const first = await edit(asked, `${sql} limit 1`)
    expect(first).toMatchObject({
      status: 200,
      body: { of: asked.result.id, total_rows: 1, title: 'Orders by region' },
    })
    const { body: again } = await edit(asked, 'select count(*) as n from orders')
    const { body: message } = await call(app, owner, 'GET', `/api/messages/${asked.message_id}`)
    expect(message.answer.results.map((result: { sql: string }) => result.sql)).toEqual([sql])
    expect(message.answer.edited).toEqual([again])
    const { html } = await page(addressOf(asked), owner)
    expect(html).toContain('(edited)')
    expect(html).toContain('select count(*) as n from orders')
  })

  test('may name earlier results, and leaves what was kept alone when it fails', async () => {
    const before = await ask()
    const asked = await ask({ conversation_id: before.conversation_id })
    expect((await edit(asked, 'select sum(orders) as n from r1')).body.rows).toEqual([[expect.anything()]])
    expect(await edit(asked, 'select nothing from orders')).toMatchObject({ status: 422, body: { code: 'sql_error' } })
    expect((await edit(asked, ' ')).status).toBe(400)
    const { body: message } = await call(app, owner, 'GET', `/api/messages/${asked.message_id}`)
    expect(message.answer.edited).toHaveLength(1)
  })

  test('is only that of a result of the answer, and of whoever asked', async () => {
    const asked = await ask()
    const other = { ...asked, result: { id: 'no-such-result' } }
    expect((await edit(other, sql)).status).toBe(404)
    expect((await edit(asked, sql, colleague)).status).toBe(404)
    expect((await edit(asked, sql, outsider)).status).toBe(404)
  })
})
