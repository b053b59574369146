import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import postgres from 'postgres'
import { MINUTE } from '#base/time.ts'
import type { CatalogTable } from '#catalog/rules/answers.ts'
import { auditEvents, catalogTables, signingKeys, connections as table } from '#db/schema/index.ts'
import { createLog } from '#outside/logs.ts'
import { rotate } from '#records/sealed.ts'
import { call, form, newPlace, type Person, signUp, workspaceCtx } from '../../tests/support/people.ts'
import { startPostgres } from '../../tests/support/postgres.ts'
import { SECRETS } from '../../tests/support/secrets.ts'
import { upload } from '../../tests/support/upload.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import * as connections from './connections.ts'
import { afterFailure, claim, refreshConnection, refreshDue, sweepAbandoned } from './refresh.ts'
import { relateNew } from './relate.ts'

const world = await testWorld()
const app = await testApp()
const server = await startPostgres()
const { port } = new URL(server.url)
const sql = postgres(server.url, { max: 1, onnotice: () => {} })

/** Nobody may ever read it again. */
const CANARY = SECRETS['password of a database']

let owner: Person
let workspaceId: string
let ctx: WorkspaceCtx
const path = () => `/api/workspaces/${workspaceId}/database-connections`
const input = (about: object = {}) => ({
  name: 'Shop',
  engine: 'postgres',
  host: '127.0.0.1',
  port: Number(port),
  database: 'postgres',
  username: 'reader',
  password: CANARY,
  ssl: { mode: 'disable' },
  schemas: ['shop'],
  ...about,
})
const catalogOf = async (): Promise<CatalogTable[]> =>
  (await call(app, owner, 'GET', `/api/workspaces/${workspaceId}/catalog`)).body

beforeAll(async () => {
  await sql.unsafe(`
    create schema shop;
    create table shop.customers (id int primary key, name text not null, city text, since date);
    comment on table shop.customers is 'Everybody who ever bought something';
    comment on column shop.customers.city is 'Where parcels go';
    create table shop.orders (id int primary key, customer_id int references shop.customers, total numeric(12,2), placed_at timestamptz);
    create table shop.visits (id int primary key, customer_id int, seconds int);
    insert into shop.customers select n, 'Customer ' || n, (array['Pune','Delhi','Goa'])[1 + n % 3], date '2024-01-01' + n from generate_series(1, 50) n;
    insert into shop.orders select n, 1 + n % 50, n * 1.25, '2024-01-01'::timestamptz + n * interval '1 hour' from generate_series(1, 3000) n;
    insert into shop.visits select n, 1 + n % 50, n from generate_series(1, 40) n;
    create role reader login password '${CANARY}';
    grant usage on schema shop to reader;
    grant select on all tables in schema shop to reader;
    analyze;`)
})
beforeAll(async () => {
  owner = await signUp(app)
  workspaceId = (await newPlace(app, owner)).workspace.id
  ctx = await workspaceCtx(world, owner.user.id, workspaceId)
})
afterAll(async () => {
  await sql.end()
  await server.stop()
})

describe('a database', () => {
  let id: string

  test('is tried before anything is kept', async () => {
    const good = await call(app, owner, 'POST', `${path()}/test`, input())
    expect(good).toMatchObject({ status: 200, body: { ok: true, tables: 3 } })
    const bad = await call(app, owner, 'POST', path(), input({ database: 'nowhere' }))
    expect(bad).toMatchObject({ status: 422, body: { code: 'connection_failed', details: { step: 'database' } } })
    expect(bad.body.details.hint).toBeString()
    expect((await call(app, owner, 'GET', path())).body).toEqual([])
  })

  test('is connected, with its tables, comments, keys and figures in the catalog', async () => {
    const { status, body } = await call(app, owner, 'POST', path(), input())
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'Shop',
      engine: 'postgres',
      host: '127.0.0.1',
      port: Number(port),
      database: 'postgres',
      username: 'reader',
      status: 'ready',
      tables: 3,
      error: null,
      changes: [],
    })
    expect(body.server_version).toMatch(/^\d+/)
    id = body.id
    while ((await relateNew(world)) > 0);
    const tables = await catalogOf()
    expect(tables.map(({ name, source }) => [name, source.kind, source.name])).toEqual([
      ['customers', 'database', 'Shop'],
      ['orders', 'database', 'Shop'],
      ['visits', 'database', 'Shop'],
    ])
    const [customers, orders, visits] = tables as [CatalogTable, CatalogTable, CatalogTable]
    expect(customers).toMatchObject({ rows: 50, description: 'Everybody who ever bought something' })
    expect(customers.rows_estimated).toBeUndefined()
    const column = (of: CatalogTable, name: string) => of.columns.find((it) => it.name === name)!
    expect(column(customers, 'city')).toMatchObject({ role: 'dimension', distinct: 3, description: 'Where parcels go' })
    expect(
      column(customers, 'city')
        .top.map(({ count }) => count)
        .reduce((a, b) => a + b),
    ).toBe(50)
    expect(orders).toMatchObject({ rows: 3000, rows_estimated: true })
    expect(column(orders, 'id')).toMatchObject({ role: 'id', distinct: 3000, nulls: 0 })
    expect(column(orders, 'total')).toMatchObject({ type: 'DECIMAL(12,2)', role: 'measure' })
    expect(orders.relations).toEqual([
      { column: 'customer_id', to_table: 'customers', to_column: 'id', match_rate: 1, kind: 'declared' },
    ])
    expect(visits.relations).toEqual([
      expect.objectContaining({ column: 'customer_id', to_table: 'customers', match_rate: 1, kind: 'inferred' }),
    ])
  })

  test('is not connected twice under one name', async () => {
    expect(await call(app, owner, 'POST', path(), input({ name: 'shop' }))).toMatchObject({
      status: 409,
      body: { code: 'name_taken', details: { fields: { name: expect.any(String) } } },
    })
  })

  test('is refreshed: what changed is said, what owners wrote and hid stays', async () => {
    const [customers] = await world.db
      .select()
      .from(catalogTables)
      .where(and(eq(catalogTables.sourceId, id), eq(catalogTables.name, 'customers')))
    await world.db
      .update(catalogTables)
      .set({ hidden: true, description: 'Ours' })
      .where(eq(catalogTables.id, customers!.id))
    await sql`alter table shop.orders add column note text`
    await sql`drop table shop.visits`
    await connections.refresh(ctx, id, 20_000)
    expect((await call(app, owner, 'GET', `${path()}/${id}`)).body).toMatchObject({
      status: 'ready',
      tables: 2,
      changes: ['Column "note" is new in orders.', 'Table visits is gone.'],
    })
    const after = await world.db
      .select()
      .from(catalogTables)
      .where(and(eq(catalogTables.sourceId, id), eq(catalogTables.current, true)))
    expect(after.find(({ name }) => name === 'customers')).toMatchObject({
      id: customers!.id,
      hidden: true,
      description: 'Ours',
    })
    // One that comes back is still what it was, hidden too.
    await world.db.update(catalogTables).set({ hidden: true }).where(eq(catalogTables.name, 'visits'))
    await sql`create table shop.visits (id int primary key, customer_id int)`
    await sql`grant select on shop.visits to reader`
    await connections.refresh(ctx, id, 20_000)
    const back = await world.db
      .select({ hidden: catalogTables.hidden })
      .from(catalogTables)
      .where(and(eq(catalogTables.sourceId, id), eq(catalogTables.name, 'visits'), eq(catalogTables.current, true)))
    expect(back).toEqual([{ hidden: true }])
  })

  test('is changed; whoever leads it elsewhere must know the password', async () => {
    const renamed = await call(app, owner, 'PATCH', `${path()}/${id}`, { name: 'Store', refresh_every_minutes: 60 })
    expect(renamed).toMatchObject({
      status: 200,
      body: { name: 'Store', refresh_every_minutes: 60, host: '127.0.0.1' },
    })
    expect(renamed.body.next_refresh_at).toBeString()
    for (const change of [{ host: 'localhost' }, { port: 1 }, { username: 'postgres' }])
      expect(await call(app, owner, 'PATCH', `${path()}/${id}`, change)).toMatchObject({
        status: 400,
        body: { details: { fields: { password: expect.stringContaining('again') } } },
      })
    const moved = await call(app, owner, 'PATCH', `${path()}/${id}`, { host: 'localhost', password: CANARY })
    expect(moved).toMatchObject({ status: 200, body: { host: 'localhost', status: 'ready' } })
  })

  test('that fails later keeps its tables, says why and is asked less and less often', async () => {
    await sql`alter role reader nologin`
    await connections.refresh(ctx, id, 20_000)
    const { body } = await call(app, owner, 'GET', `${path()}/${id}`)
    expect(body).toMatchObject({ status: 'failed', tables: 3 })
    expect(body.error).toBeString()
    await sql`alter role reader login`
    const now = new Date(Date.UTC(2030, 0, 2))
    const row = { refreshEveryMinutes: 15, createdAt: now, lastSyncedAt: new Date(Number(now) - 15 * MINUTE) }
    const pause = (since: number, wait = 0) =>
      (Number(afterFailure({ ...row, lastSyncedAt: new Date(Number(now) - since * MINUTE) }, now, wait)) -
        Number(now)) /
      MINUTE
    expect([pause(1), pause(15), pause(30), pause(60), pause(100_000), pause(15, 20 * MINUTE)]).toEqual([
      15, 15, 30, 60, 1440, 20,
    ])
  })

  test('is looked at by itself when its time has come, by one process', async () => {
    const due = { nextRefreshAt: new Date(Number(world.now()) - MINUTE), refreshEveryMinutes: 60 }
    await world.db.update(table).set(due).where(eq(table.id, id))
    const ran = await Promise.all([refreshDue(world), refreshDue(world)])
    expect(ran.reduce((a, b) => a + b)).toBe(1)
    const body = (await call(app, owner, 'GET', `${path()}/${id}`)).body
    expect(body.status).toBe('ready')
    expect(Date.parse(body.next_refresh_at)).toBeGreaterThan(Date.parse(body.last_synced_at))
  })

  test('whose looker died is failed, and taken up again by itself', async () => {
    const row = await claim(world, id)
    expect(row).not.toBeNull()
    expect(await claim(world, id)).toBeNull()
    expect((await call(app, owner, 'POST', `${path()}/${id}/refresh`)).body.code).toBe('connection_busy')
    await world.db
      .update(table)
      .set({ heartbeatAt: new Date(Number(world.now()) - 2 * MINUTE) })
      .where(eq(table.id, id))
    expect(await sweepAbandoned(world)).toBe(1)
    const body = (await call(app, owner, 'GET', `${path()}/${id}`)).body
    expect([body.status, body.tables, typeof body.next_refresh_at]).toEqual(['failed', 3, 'string'])
    // The one that was taken for dead is not: it may not write any more.
    await refreshConnection(ctx, row!)
    expect((await call(app, owner, 'GET', `${path()}/${id}`)).body.status).toBe('failed')
  })

  test('that is deleted while it is looked at does not come back', async () => {
    const { body } = await call(app, owner, 'POST', path(), input({ name: 'Second' }))
    const row = await claim(world, body.id)
    const looking = refreshConnection(ctx, row!)
    await connections.remove(ctx, body.id)
    await looking
    const left = await world.db.select().from(catalogTables).where(eq(catalogTables.sourceId, body.id))
    expect(left).toEqual([])
    const [kept] = await world.db.select().from(table).where(eq(table.id, body.id))
    expect([kept!.status, kept!.secrets]).toEqual(['deleted', null])
  })

  test('is never told with its password: not by the API, the audit, errors or pages', async () => {
    const { body } = await call(app, owner, 'POST', path(), input({ name: 'Third' }))
    const wrong = await call(app, owner, 'POST', `${path()}/test`, input({ password: `${CANARY}-wrong` }))
    const texts = [
      JSON.stringify(body),
      JSON.stringify(wrong.body),
      JSON.stringify((await call(app, owner, 'GET', path())).body),
      JSON.stringify(await world.db.select().from(auditEvents)),
      JSON.stringify(await world.db.select().from(table)),
    ]
    for (const text of texts) expect(text).not.toContain(CANARY)
    const events = await world.db
      .select({ action: auditEvents.action })
      .from(auditEvents)
      .where(eq(auditEvents.workspaceId, workspaceId))
    for (const action of ['create', 'update', 'refresh', 'remove'])
      expect(events.map((it) => it.action)).toContain(`connection.${action}`)
  })

  test('goes with its tables and secrets at once', async () => {
    const { status } = await call(app, owner, 'DELETE', `${path()}/${id}`)
    expect(status).toBe(204)
    expect((await call(app, owner, 'GET', `${path()}/${id}`)).status).toBe(404)
    expect((await catalogOf()).filter(({ source }) => source.id === id)).toEqual([])
    const [kept] = await world.db.select({ secrets: table.secrets }).from(table).where(eq(table.id, id))
    expect(kept!.secrets).toBeNull()
  })
})

test('without a script a database is tested, connected and refreshed by forms; what is secret does not come back', async () => {
  const { workspace } = await newPlace(app, owner)
  const address = `/workspaces/${workspace.id}/sources/new/postgres`
  const fields = {
    name: 'Shop database',
    host: '127.0.0.1',
    port,
    database: 'postgres',
    username: 'reader',
    password: CANARY,
  }
  const post = async (path: string, fields: Record<string, string>) => {
    const answer = await app.request(path, form(fields, owner.cookie))
    return { status: answer.status, to: answer.headers.get('location') ?? '', html: await answer.text() }
  }
  expect((await post(address, { ...fields, host: '', do: 'test' })).html).toContain('Host is missing.')
  const tested = await post(address, { ...fields, do: 'test' })
  expect(tested.html).toContain('It works')
  expect(tested.html).toContain('value="reader"')
  expect(tested.html).not.toContain(CANARY)
  const connected = await post(address, { ...fields, do: 'connect' })
  expect(connected.status).toBe(303)
  const read = async (path: string) => (await app.request(path, { headers: { cookie: owner.cookie } })).text()
  expect(await read(connected.to)).toMatch(/<a [^>]*>customers<\/a>/)
  const refreshed = await post(`${connected.to.split('?')[0]}/refresh`, {})
  expect(refreshed.status).toBe(303)
  expect(await read(refreshed.to)).toContain('Shop database')
})

test('names that are taken get their schema in front, and files join the keys of a database', async () => {
  await sql.unsafe(`
    create schema east; create schema west;
    create table east.customers (id int primary key, name text);
    create table west.customers (id int primary key, name text);
    insert into east.customers select n, 'E' || n from generate_series(1, 200) n;
    insert into west.customers select n + 1000, 'W' || n from generate_series(1, 200) n;
    grant usage on schema east, west to reader; grant select on all tables in schema east, west to reader;`)
  const { workspace } = await newPlace(app, owner)
  await upload(app, owner, workspace.id, 'customers.csv', 'id,x\n1,2\n')
  const payments = Array.from({ length: 50 }, (_, index) => `${index + 1},${(index % 40) + 1},${index}.5`)
  await upload(app, owner, workspace.id, 'payments.csv', ['payment_id,customer_id,amount', ...payments].join('\n'))
  const at = `/api/workspaces/${workspace.id}`
  const made = await call(
    app,
    owner,
    'POST',
    `${at}/database-connections`,
    input({ name: 'Two', schemas: ['east', 'west'] }),
  )
  expect(made.body).toMatchObject({ status: 'ready', tables: 2 })
  while ((await relateNew(world)) > 0);
  const tables: CatalogTable[] = (await call(app, owner, 'GET', `${at}/catalog`)).body
  expect(tables.map(({ name }) => name)).toEqual(['customers', 'east_customers', 'payments', 'west_customers'])
  // Of both tables of customers it is the one that has them: the same column name alone is not enough.
  expect(tables.find(({ name }) => name === 'payments')!.relations).toEqual([
    expect.objectContaining({ to_table: 'east_customers', to_column: 'id', match_rate: 1, kind: 'inferred' }),
  ])
  const joined = 'select count(*) from payments join east_customers on east_customers.id = payments.customer_id'
  expect((await call(app, owner, 'POST', `${at}/sql`, { sql: joined })).body.rows).toEqual([[50]])
})

test('no secret stands in a log, however talkative, or in what a source says of itself', async () => {
  const lines: string[] = []
  const log = createLog({ LOG_LEVEL: 'debug' }, (line) => lines.push(line))
  const talkative = await testApp({ ...world, log })
  // A server that repeats what it was told, as an error and as a record of its own.
  const echo = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data(socket) {
        const fields = `SERROR\0VERROR\0C28P01\0Mwrong password ${CANARY} for reader\0\0`
        const head = Buffer.alloc(5)
        head.write('E')
        head.writeInt32BE(4 + fields.length, 1)
        socket.write(Buffer.concat([head, Buffer.from(fields)]))
        socket.end()
      },
    },
  })
  const told = await call(talkative, owner, 'POST', `${path()}/test`, input({ port: echo.port }))
  echo.stop(true)
  expect(told).toMatchObject({ status: 422, body: { code: 'connection_failed', details: { step: 'auth' } } })
  expect(told.body.error).toContain('[redacted]')
  const { body } = await call(talkative, owner, 'POST', path(), input({ name: 'Logged' }))
  await call(talkative, owner, 'POST', `${path()}/${body.id}/refresh`)
  await call(talkative, owner, 'DELETE', `${path()}/${body.id}`)
  expect(lines.length).toBeGreaterThan(3)
  expect(lines.join('') + JSON.stringify(told.body)).not.toContain(CANARY)
})

test('secrets move to a new key and open with it alone', async () => {
  const { body } = await call(app, owner, 'POST', path(), input({ name: 'Rotated' }))
  const sealedNow = async () =>
    (await world.db.select({ secrets: table.secrets }).from(table).where(eq(table.id, body.id)))[0]!.secrets!
  expect(await sealedNow()).toStartWith('v2.auth.')
  const key = { id: 'new', key: 'a key that is long enough to seal with' }
  const config = { ...world.config, sealKeys: { secret: world.config.authSecret, named: [key] } }
  const done = await rotate({ ...world, config })
  expect(done.resealed).toBeGreaterThan(0)
  expect(await sealedNow()).toStartWith('v2.new.')
  expect(await rotate({ ...world, config })).toEqual({ key: 'new', resealed: 0, lost: 0 })
  // Keys that sign access tokens and second factors are secrets too.
  const [signing] = await world.db.select({ key: signingKeys.privateKey }).from(signingKeys)
  expect(signing!.key).toStartWith('v2.new.')
  const alone = { ...world.config, sealKeys: { secret: 'another secret that opens nothing here', named: [key] } }
  const other = { ...ctx, config: alone }
  const tested = await connections.test(other, 'postgres', {}, body.id)
  expect(tested).toMatchObject({ ok: true })
  // Without the key nothing opens, and the person learns what to do.
  expect(connections.test(ctx, 'postgres', {}, body.id)).rejects.toMatchObject({ code: 'secrets_lost' })
  expect((await rotate(world)).lost).toBeGreaterThan(0)
  const again = await call(app, owner, 'PATCH', `${path()}/${body.id}`, { password: CANARY })
  expect(again).toMatchObject({ status: 200, body: { status: 'ready' } })
  // Other tests of this process go on with the key that they began with.
  const back = { secret: world.config.authSecret, named: [{ id: 'auth', key: '' }, key] }
  expect((await rotate({ ...world, config: { ...world.config, sealKeys: back } })).lost).toBe(0)
})

test('fields that are missing or no fields are named', async () => {
  const { status, body } = await call(app, owner, 'POST', path(), { engine: 'postgres', port: 'x' })
  expect([status, Object.keys(body.details.fields)]).toEqual([400, ['port']])
  const missing = await call(app, owner, 'POST', path(), { engine: 'postgres' })
  expect(Object.keys(missing.body.details.fields)).toEqual(['name', 'host', 'database', 'username'])
  const socket = await call(app, owner, 'POST', path(), input({ host: '/var/run/postgresql' }))
  expect(Object.keys(socket.body.details.fields)).toEqual(['host'])
  const tricky = await call(app, owner, 'POST', path(), input({ name: 'x', database: 'postgres?host=/tmp' }))
  expect([tricky.status, tricky.body.code]).toEqual([422, 'connection_failed'])
})
