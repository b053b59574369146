import { beforeAll, describe, expect, test } from 'bun:test'
import { call, form, newTeam, type Person } from '../../../tests/support/people.ts'
import { putTable } from '../../../tests/support/tables.ts'

const { app, owner, viewer, place, ctx } = await newTeam('viewer')
beforeAll(async () => {
  await putTable(ctx, 'orders', 'SELECT range AS id FROM range(10)')
})

const path = () => `/workspaces/${place.workspace.id}/sql`
const post = (who: Person, fields: Record<string, string>) => app.request(path(), form(fields, who.cookie))
const read = async (who: Person, query = '') =>
  (await app.request(path() + query, { headers: { cookie: who.cookie } })).text()

describe('the editor without script', () => {
  test('runs a statement and shows its rows, for viewers too', async () => {
    const answer = await post(viewer, { sql: 'SELECT sum(id) AS total FROM orders', source: 'workspace', act: 'run' })
    expect(answer.status).toBe(200)
    const html = await answer.text()
    expect(html).toContain('>45</td>')
    expect(html).toContain('format=csv')
    expect(html).toContain('SELECT sum(id) AS total FROM orders</textarea>')
  })

  test.each([
    [{ sql: 'SELECT ids FROM orders' }, 422, 'ids'],
    [{ sql: '' }, 400, 'Write a statement.'],
    [{ sql: 'SELECT 1', source: 'nowhere' }, 422, 'not found'],
    [{ sql: 'DROP TABLE orders' }, 422, 'Only a SELECT'],
  ])('says what is wrong with %j', async (fields, status, text) => {
    const answer = await post(owner, fields)
    const html = await answer.text()
    expect({ status: answer.status, said: html.includes(text) }).toEqual({ status, said: true })
    expect(html).toMatch(/<[^>]*role="alert"/)
    // What was typed stands there still.
    expect(html).toContain(`${fields.sql}</textarea>`)
  })

  test('keeps a verified query, for owners only', async () => {
    const fields = { sql: 'SELECT count(*) AS n FROM orders', act: 'save', question: 'How many orders are there?' }
    expect((await post(viewer, fields)).status).toBe(403)
    expect((await post(owner, { ...fields, question: '' })).status).toBe(400)
    const saved = await post(owner, fields)
    expect(saved.status).toBe(303)
    expect(await read(viewer, '?said=saved')).toContain('How many orders are there?')
  })
})

describe('the address of the editor', () => {
  test('opens what was run, what is verified, and a table', async () => {
    const api = `/api/workspaces/${place.workspace.id}`
    const [ran] = (await call(app, owner, 'GET', `${api}/statements`)).body as { id: string; sql: string }[]
    expect(await read(owner, `?statement=${ran!.id}`)).toContain(`${ran!.sql}</textarea>`)
    const [known] = (await call(app, owner, 'GET', `${api}/verified-queries`)).body as { id: string }[]
    expect(await read(owner, `?query=${known!.id}`)).toContain('SELECT count(*) AS n FROM orders</textarea>')
    const [table] = (await call(app, owner, 'GET', `${api}/catalog`)).body as { id: string }[]
    expect(await read(owner, `?table=${table!.id}`)).toContain('FROM orders\nLIMIT 100</textarea>')
  })

  test('opens nobody else’s history', async () => {
    const [ran] = (await call(app, owner, 'GET', `/api/workspaces/${place.workspace.id}/statements`)).body as {
      id: string
    }[]
    const answer = await app.request(`${path()}?statement=${ran!.id}`, { headers: { cookie: viewer.cookie } })
    expect(answer.status).toBe(404)
  })
})

test('an error of the parser tells its place', async () => {
  const { body } = await call(app, owner, 'POST', `/api${path()}`, { sql: 'SELECT id FORM orders x' })
  expect(body.details.position).toBe(15)
})
