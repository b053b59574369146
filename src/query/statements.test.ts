import { beforeAll, describe, expect, test } from 'bun:test'
import { DAY } from '#base/time.ts'
import { call, json, newTeam, type Person } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import * as statements from './statements.ts'
import * as verified from './verified.ts'

const { world, app, owner, viewer, place, ctx } = await newTeam('viewer')
beforeAll(async () => {
  await putTable(ctx, 'orders', 'SELECT range AS id FROM range(10)')
})

const path = (rest: string) => `/api/workspaces/${place.workspace.id}${rest}`
const sql = (who: Person, body: object) => call(app, who, 'POST', path('/sql'), body)
const history = async (who: Person) => (await call(app, who, 'GET', path('/statements'))).body

describe('the history of statements', () => {
  test('keeps what was run by hand, however it ended, newest first', async () => {
    await sql(owner, { sql: 'SELECT count(*) FROM orders', remember: true })
    await sql(owner, { sql: 'SELECT nothing FROM orders', remember: true })
    await sql(owner, { sql: 'SELECT 2' })
    const client = new AbortController()
    const endless = 'SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE hash(a.range + b.range) = 42'
    const init = { ...json({ sql: endless, remember: true }, owner.headers), signal: client.signal }
    const running = app.request(new Request(`http://local${path('/sql')}`, init))
    await Bun.sleep(200)
    client.abort()
    expect((await running).status).toBe(409)
    expect(await history(owner)).toMatchObject([
      { sql: endless, status: 'cancelled', error: null, rows: null, source: 'workspace' },
      { sql: 'SELECT nothing FROM orders', status: 'failed', error: expect.stringContaining('nothing') },
      { sql: 'SELECT count(*) FROM orders', status: 'ok', rows: 1, result_id: expect.any(String) },
    ])
  })

  test('is everybody’s own; viewers run statements too', async () => {
    expect((await sql(viewer, { sql: 'SELECT max(id) FROM orders', remember: true })).body.rows).toEqual([[9]])
    expect(await history(viewer)).toHaveLength(1)
    expect(JSON.stringify(await history(owner))).not.toContain('max(id)')
  })

  test('is forgotten after 90 days', async () => {
    const later = { ...world, now: () => new Date(world.now().getTime() + 91 * DAY) }
    expect(await statements.sweep(later)).toBeGreaterThan(0)
    expect(await history(owner)).toEqual([])
  })
})

describe('a verified query', () => {
  const queries = path.bind(null, '/verified-queries')
  test('is saved by owners after it ran, read by all, and removed', async () => {
    const wanted = { question: 'How many orders are there?', sql: 'SELECT count(*) AS orders FROM orders' }
    expect((await call(app, viewer, 'POST', queries(), wanted)).status).toBe(403)
    const saved = await call(app, owner, 'POST', queries(), wanted)
    expect(saved).toMatchObject({ status: 201, body: { ...wanted, source: 'workspace', verified_by: { name: 'Ada' } } })
    expect((await call(app, viewer, 'GET', queries())).body).toHaveLength(1)
    const again = { ...wanted, question: 'how many orders are there' }
    expect(await call(app, owner, 'POST', queries(), again)).toMatchObject({
      status: 409,
      body: { code: 'question_taken' },
    })
    expect((await call(app, owner, 'DELETE', `${queries()}/${saved.body.id}`)).status).toBe(204)
    expect((await call(app, owner, 'GET', queries())).body).toEqual([])
  })

  test.each([
    [{ question: 'Broken?', sql: 'SELECT nothing FROM orders' }, 422],
    [{ question: 'Deadly?', sql: 'DROP TABLE orders' }, 422],
    [{ question: 'Elsewhere?', sql: 'SELECT 1', source: 'no such database' }, 404],
    [{ question: '', sql: 'SELECT 1' }, 400],
  ])('is not saved when it does not run: %j', async (wanted, status) => {
    expect((await call(app, owner, 'POST', queries(), wanted)).status).toBe(status)
  })

  test('that names what was hidden since is told to owners alone, and to no model', async () => {
    await putTable(ctx, 'staff', 'SELECT 1 AS id, 2 AS salary')
    const wanted = { question: 'How much do we pay?', sql: 'SELECT sum(Salary) AS pay FROM staff' }
    const saved = await call(app, owner, 'POST', queries(), wanted)
    const told = async (who: Person) => ((await call(app, who, 'GET', queries())).body as unknown[]).length
    expect([await told(owner), await told(viewer), (await verified.listVisible(ctx)).length]).toEqual([1, 1, 1])
    const tables = (await call(app, owner, 'GET', path('/catalog'))).body as { id: string; name: string }[]
    const { id } = tables.find(({ name }) => name === 'staff')!
    const set = (change: object) => call(app, owner, 'PATCH', path(`/catalog/${id}`), change)
    await set({ columns: [{ name: 'salary', hidden: true }] })
    expect([await told(owner), await told(viewer), (await verified.listVisible(ctx)).length]).toEqual([1, 0, 0])
    await set({ hidden: true, columns: [{ name: 'salary', hidden: false }] })
    expect(await told(viewer)).toBe(0)
    const page = await app.request(`/workspaces/${place.workspace.id}/sql?query=${saved.body.id}`, {
      headers: { cookie: viewer.cookie },
    })
    expect(page.status).toBe(404)
  })
})
