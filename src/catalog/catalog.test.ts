import { beforeAll, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import * as sourceCatalog from '#catalog/catalog.ts'
import { auditEvents } from '#db/schema/index.ts'
import * as query from '#query/run.ts'
import { call, newTeam, type Person } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { upload } from '../../tests/support/upload.ts'

const { world, app, owner, member, place, ctx } = await newTeam('member')
beforeAll(async () => {
  await putTable(
    ctx,
    'orders',
    `SELECT range AS id, ' cust-' || lpad((range % 50)::VARCHAR, 4, '0') AS customer FROM range(200)`,
  )
  await putTable(
    ctx,
    'customers',
    `SELECT 'CUST-' || lpad(range::VARCHAR, 4, '0') AS code, range AS number, 'x' AS city FROM range(40)`,
  )
  await putTable(ctx, 'visits', 'SELECT (range % 60)::VARCHAR AS customer_number FROM range(120)')
})

const path = (rest = '') => `/api/workspaces/${place.workspace.id}/catalog${rest}`
const idOf = async (name: string) =>
  (await sourceCatalog.tables(ctx, { hidden: true })).find((table) => table.name === name)!.id

describe('a relation', () => {
  test('is measured when it is declared, and cleaning that finds more is proposed with its SQL', async () => {
    const wanted = { from_table: 'orders', from_column: 'customer', to_table: 'customers', to_column: 'code' }
    const { status, body } = await call(app, owner, 'POST', path('/relations'), wanted)
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...wanted, kind: 'declared', match_rate: 0 })
    expect(body.cleaned).toMatchObject({
      match_rate: expect.closeTo(0.8, 5),
      how: 'in lower case, without spaces around',
    })
    const joined = await query.run(ctx, {
      sql: `SELECT count(*) FROM orders JOIN customers ON ${body.cleaned.column} = ${body.cleaned.to_column}`,
    })
    expect(joined.rows).toEqual([[160]])
    const tables = await sourceCatalog.tables(ctx)
    expect(tables.find(({ name }) => name === 'orders')!.relations).toMatchObject([
      { column: 'customer', to_table: 'customers', to_column: 'code', match_rate: 0, cleaned: body.cleaned },
    ])
  })

  test('between a number and a text is measured as text', async () => {
    const wanted = { from_table: 'visits', from_column: 'customer_number', to_table: 'customers', to_column: 'number' }
    const { body } = await call(app, owner, 'POST', path('/relations'), wanted)
    expect(body.match_rate).toBeCloseTo(2 / 3, 5)
    expect(body.cleaned).toBeNull()
  })

  test('declared twice is one, and goes when it is removed', async () => {
    const wanted = { from_table: 'ORDERS', from_column: 'id', to_table: 'customers', to_column: 'number' }
    const first = await call(app, owner, 'POST', path('/relations'), wanted)
    const second = await call(app, owner, 'POST', path('/relations'), wanted)
    const listed = async () =>
      ((await call(app, member, 'GET', path('/relations'))).body as { id: string; from_column: string }[]).filter(
        ({ from_column }) => from_column === 'id',
      )
    expect((await listed()).map(({ id }) => id)).toEqual([second.body.id])
    expect((await call(app, owner, 'DELETE', path(`/relations/${first.body.id}`))).status).toBe(404)
    expect((await call(app, owner, 'DELETE', path(`/relations/${second.body.id}`))).status).toBe(204)
    expect(await listed()).toEqual([])
  })

  test.each([
    [{ from_table: 'nowhere', from_column: 'id', to_table: 'customers', to_column: 'code' }, 'from_table'],
    [{ from_table: 'orders', from_column: 'nothing', to_table: 'customers', to_column: 'code' }, 'from_column'],
    [{ from_table: 'orders', from_column: 'id', to_table: 'orders', to_column: 'id' }, 'to_column'],
  ])('cannot be declared as %j', async (wanted, field) => {
    const { status, body } = await call(app, owner, 'POST', path('/relations'), wanted)
    expect({ status, fields: Object.keys(body.details.fields) }).toEqual({ status: 400, fields: [field] })
  })
})

describe('what owners say of their data', () => {
  test('is kept, noted in the audit, and read by everybody', async () => {
    const id = await idOf('customers')
    const change = { description: 'Who buys', columns: [{ name: 'code', description: 'As on the invoice' }] }
    const { status, body } = await call(app, owner, 'PATCH', path(`/${id}`), change)
    expect({ status, description: body.description }).toEqual({ status: 200, description: 'Who buys' })
    const read = (await call(app, member, 'GET', path())).body.find(
      (table: { name: string }) => table.name === 'customers',
    )
    expect(read.columns[0]).toMatchObject({ name: 'code', description: 'As on the invoice' })
    const audited = await world.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.action, 'table.update'), eq(auditEvents.subject, id)))
    expect(audited[0]!.details).toMatchObject({
      name: 'customers',
      changes: { description: { before: '', after: 'Who buys' } },
    })
  })

  test('is for owners alone', async () => {
    const id = await idOf('customers')
    expect((await call(app, member, 'PATCH', path(`/${id}`), { hidden: true })).body.error).toBe(
      'Permission UPDATE_FILES requires one of these roles: owner',
    )
    const wanted = { from_table: 'orders', from_column: 'id', to_table: 'customers', to_column: 'number' }
    expect((await call(app, member, 'POST', path('/relations'), wanted)).status).toBe(403)
  })

  test('names only columns that are there', async () => {
    const id = await idOf('customers')
    const { status } = await call(app, owner, 'PATCH', path(`/${id}`), { columns: [{ name: 'no', hidden: true }] })
    expect(status).toBe(400)
  })
})

describe('a hidden column', () => {
  test('is out of reach of statements, the catalog, relations and native names, until it is shown again', async () => {
    const id = await idOf('customers')
    const set = (hidden: boolean) => call(app, owner, 'PATCH', path(`/${id}`), { columns: [{ name: 'code', hidden }] })
    await set(true)
    for (const sql of [
      'SELECT code FROM customers',
      'SELECT max(c.code) FROM customers c',
      'SELECT * FROM customers WHERE code IS NULL',
      "SELECT COLUMNS('code') FROM customers",
    ])
      expect(await query.run(ctx, { sql }).catch((error) => error.code)).toMatch(/^sql_/)
    const all = await query.run(ctx, { sql: 'SELECT * FROM customers LIMIT 1' })
    expect(all.columns.map(({ name }) => name)).toEqual(['number', 'city'])
    const tables = await sourceCatalog.tables(ctx)
    expect(JSON.stringify(tables)).not.toContain('"code"')
    expect(JSON.stringify((await call(app, owner, 'GET', path('/relations'))).body)).not.toContain('code')
    const shownToOwner = (await call(app, owner, 'GET', path('?hidden=true'))).body
    expect(JSON.stringify(shownToOwner)).toContain('"code"')
    expect((await call(app, member, 'GET', path('?hidden=true'))).status).toBe(403)
    await set(false)
    expect((await query.run(ctx, { sql: 'SELECT code FROM customers LIMIT 1' })).rows).toHaveLength(1)
  })
})

describe('a hidden table', () => {
  test('does not exist for statements, and takes its relations with it', async () => {
    const id = await idOf('visits')
    await call(app, owner, 'PATCH', path(`/${id}`), { hidden: true })
    expect(await query.run(ctx, { sql: 'SELECT * FROM visits' }).catch((error) => error.message)).toContain(
      'There is no table "visits"',
    )
    expect(JSON.stringify((await call(app, owner, 'GET', path('/relations'))).body)).not.toContain('visits')
    await call(app, owner, 'PATCH', path(`/${id}`), { hidden: false })
    expect((await query.run(ctx, { sql: 'SELECT count(*) FROM visits' })).rows).toEqual([[120]])
  })
})

describe('the file that it came in', () => {
  test('is given whole to owners only, once something of it is hidden', async () => {
    const csv = 'id,salary\n1,100\n2,200\n'
    const added = await upload(app, owner, place.workspace.id, 'staff.csv', csv)
    const file = `/api/workspaces/${place.workspace.id}/files/${added.body.id}`
    const download = async (who: Person) => (await app.request(`${file}/download`, { headers: who.headers })).status
    expect(await download(member)).toBe(200)
    await call(app, owner, 'PATCH', path(`/${await idOf('staff')}`), { columns: [{ name: 'salary', hidden: true }] })
    expect([await download(owner), await download(member)]).toEqual([200, 403])
    expect(JSON.stringify((await call(app, member, 'GET', file)).body)).not.toContain('salary')
    expect(JSON.stringify((await call(app, owner, 'GET', file)).body)).toContain('salary')
    const page = await app.request(`/workspaces/${place.workspace.id}/tables/${await idOf('staff')}`, {
      headers: { cookie: member.cookie },
    })
    expect(await page.text()).not.toContain('salary')
  })
})
