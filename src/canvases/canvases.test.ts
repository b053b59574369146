import { afterAll, beforeAll, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import type { Answer } from '#analyst/rules/answer.ts'
import { newId } from '#base/ids.ts'
import { MINUTE } from '#base/time.ts'
import { sourcesNow, stateOf } from '#catalog/outline.ts'
import { lockNames, watchTables } from '#catalog/publish.ts'
import { inTransaction } from '#db/connect.ts'
import { canvasResults, catalogColumns, catalogTables } from '#db/schema/index.ts'
import { type ModelServer, scriptedModels, startModelServer } from '../../tests/support/model-server.ts'
import { type App, call, newTeam, type Person } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { testApp } from '../../tests/support/world.ts'
import * as canvases from './canvases.ts'
import { dataOf, refresh } from './refresh.ts'
import type { BlockJson, CanvasJson } from './rules/answers.ts'

/** Boards of a workspace with one table, and an answer about it that a model wrote with references. */
let server: ModelServer
let app: App
let messageId: string
const { world, owner, member, viewer, place, ctx } = await newTeam('member', 'viewer')
const workspace = place.workspace.id

const ORDERS = `SELECT ['North', 'South', 'West'][1 + range % 3] AS region, range + 1 AS amount, range * 7 AS secret FROM range(90)`
const SUMS = 'SELECT region, sum(amount) AS amount FROM orders GROUP BY region ORDER BY amount DESC'

beforeAll(async () => {
  await putTable(ctx, 'orders', ORDERS)
  server = await startModelServer([
    { call: 'run_sql', input: { sql: SUMS, title: 'Amounts' } },
    { call: 'run_sql', input: { sql: 'SELECT max(amount) AS best FROM r1', title: 'Best' } },
    {
      call: 'show_chart',
      input: {
        result: 'r1',
        kind: 'bar',
        x: 'region',
        y: ['amount'],
        title: 'Amount by region',
        subtitle: 'In EUR · All data: 1 Jan 2025 to 3 Mar 2026',
      },
    },
    {
      say: [
        'West leads with {{r1.amount[West]}}, and rose above North by {{diff(r1.amount[West], r1.amount[North])}}.',
      ],
    },
    { say: 'Nothing more.' },
  ])
  app = await testApp({ ...world, models: scriptedModels(server) })
  const asked = await call(app, owner, 'POST', `/api/workspaces/${workspace}/query-data`, { message: 'Amounts?' })
  messageId = asked.body.message_id
}, 300_000)
afterAll(() => server.stop())

const create = async (body: object = {}, who = owner) =>
  call(app, who, 'POST', `/api/workspaces/${workspace}/canvases`, { name: 'Board', ...body })
const newBoard = async () => (await create()).body.id as string
const get = async (id: string, who = owner, since = 0) =>
  (await call(app, who, 'GET', `/api/canvases/${id}?since=${since}`)).body as CanvasJson
const grid = (sql: string, more: object = {}) => ({
  ...{ kind: 'grid', tab: 'first', x: 0, y: 0, w: 6, h: 4, content: { title: 'Rows', sql } },
  ...more,
})
const put = (canvas: string, block: object, id = newId(), who = owner) =>
  call(app, who, 'PUT', `/api/canvases/${canvas}/blocks/${id}`, block)
const refreshed = async (id: string, body: object = {}, who = owner) =>
  (await call(app, who, 'POST', `/api/canvases/${id}/refresh`, body)).body as BlockJson[]
const pin = (canvas: string, of: object, who = owner) =>
  call(app, who, 'POST', `/api/canvases/${canvas}/pin`, { message_id: messageId, of })
/** Puts another version of the table in place of the one that is there. */
async function replaceOrders(select: string, hidden: string[] = []) {
  await world.db.update(catalogTables).set({ current: false }).where(eq(catalogTables.workspaceId, workspace))
  await putTable(ctx, 'orders', select, hidden)
}

test('boards are listed by their last change, copied, renamed and deleted by owners alone', async () => {
  const first = await newBoard()
  const second = (await create({ name: 'Second' }, member)).body
  await put(first, { kind: 'heading', tab: 'first', x: 0, y: 0, w: 12, h: 1, content: { text: 'Sales' } })
  const listed = (await call(app, viewer, 'GET', `/api/workspaces/${workspace}/canvases?limit=2`)).body
  expect(listed).toMatchObject([
    { id: first, blocks: 1 },
    { id: second.id, blocks: 0 },
  ])
  const copy = (await create({ name: 'Copy', copy_of: first })).body
  expect((await get(copy.id)).blocks).toMatchObject([{ kind: 'heading', content: { text: 'Sales' } }])
  const renamed = await call(app, member, 'PATCH', `/api/canvases/${second.id}`, { name: 'Renamed' })
  expect(renamed.body).toMatchObject({ name: 'Renamed' })
  expect((await call(app, member, 'DELETE', `/api/canvases/${second.id}`)).body).toEqual({
    error: 'Permission DELETE_CANVASES requires one of these roles: owner',
    code: 'forbidden',
  })
  expect((await call(app, owner, 'DELETE', `/api/canvases/${second.id}`)).status).toBe(204)
  expect((await call(app, owner, 'GET', `/api/canvases/${second.id}`)).status).toBe(404)
  expect((await create({}, viewer)).status).toBe(403)
})

test('what stands on a tab that is removed stands on the first, and a copy has tabs, filters and blocks of its own', async () => {
  const id = await newBoard()
  const tabs = [...(await get(id)).tabs, { id: 'later', name: 'Later' }]
  const about = (body: object, of = id) => call(app, owner, 'PATCH', `/api/canvases/${of}`, body)
  await about({ tabs })
  const [here, there] = [newId(), newId()]
  await put(id, grid(SUMS), here)
  await put(id, grid(SUMS, { tab: 'later', x: 6 }), there)
  const place = { table: 'orders', column: 'region' }
  const filter = { id: 'region', kind: 'values', name: 'Region', places: [place], except: [here] }
  expect((await about({ filters: [filter] })).status).toBe(200)
  const copied = await get((await create({ name: 'Copy', copy_of: id })).body.id)
  expect(copied.tabs).toEqual(tabs)
  expect(copied.blocks.map(({ tab }) => tab).toSorted()).toEqual([tabs[0]!.id, 'later'].toSorted())
  expect(copied.block_ids).not.toContain(here)
  expect(copied.filters[0]!.except).toEqual([copied.blocks.find(({ tab }) => tab !== 'later')!.id])

  await call(app, owner, 'PATCH', `/api/canvases/${id}/blocks`, {
    blocks: [{ id: here, tab: 'later', x: 0, y: 3, w: 6, h: 4 }],
  })
  expect((await get(id)).blocks.map(({ tab }) => tab)).toEqual(['later', 'later'])
  await about({ tabs: [tabs[1]!, tabs[0]!] })
  await about({ tabs: [tabs[0]!] })
  expect((await get(id)).blocks.map(({ tab }) => tab)).toEqual([tabs[0]!.id, tabs[0]!.id])
  expect((await about({ tabs: [] })).status).toBe(400)
  expect((await get(copied.id)).tabs).toEqual(tabs)
})

test('a block that is no block is refused in words, and a board has room for so many', async () => {
  const id = await newBoard()
  expect((await put(id, grid(''))).body).toMatchObject({ code: 'invalid' })
  expect((await put(id, grid(SUMS, { x: 8, w: 6 }))).status).toBe(400)
  expect((await put(id, { ...grid(SUMS), kind: 'video' })).status).toBe(400)
  const other = await newBoard()
  const block = (await put(id, grid(SUMS))).body
  expect((await put(other, grid(SUMS), block.id)).status).toBe(404)
  for (const wrong of ['first', 'long'.repeat(2_000)])
    expect((await put(id, grid(SUMS), wrong)).body).toMatchObject({ code: 'invalid' })
})

test('pinned things keep their statements, also where these name an earlier result, and show what the data say now', async () => {
  const id = await newBoard()
  const answer = (await call(app, owner, 'GET', `/api/messages/${messageId}`)).body.answer as Answer
  expect((await pin(id, { chart: 0 })).body).toMatchObject({
    kind: 'chart',
    content: {
      title: 'Amount by region',
      sql: SUMS,
      chart: { kind: 'bar', x: 'region', y: ['amount'], subtitle: 'In EUR' },
    },
    data: { results: [{ total_rows: 3 }], stale: false, error: null },
  })
  const best = answer.results[1]!
  expect((await pin(id, { result: best.id })).body).toMatchObject({
    content: { sql: `WITH r1 AS (\n${SUMS}\n)\nSELECT max(amount) AS best FROM r1` },
    data: { results: [{ rows: [[1395]] }] },
  })
  const cell = { result: answer.results[0]!.id, row: 0, column: 'amount' }
  expect((await pin(id, cell)).body).toMatchObject({
    kind: 'kpi',
    content: { value: { column: 'amount', row: { region: 'West' } } },
  })
  expect((await pin(id, { chart: 7 })).status).toBe(404)
  expect((await pin(id, { chart: 0 }, viewer)).status).toBe(403)
  // The conversation is not shared.
  expect((await pin(id, { chart: 0 }, member)).status).toBe(404)
})

test('numbers of pinned prose move with the data, and a sentence that these deny is marked', async () => {
  const id = await newBoard()
  const pinned = (await pin(id, { text: true })).body as BlockJson
  expect(pinned.data!.prose).toMatchObject({
    text: 'West leads with 1,395, and rose above North by 60.',
    contradicted: [],
  })
  await replaceOrders(
    `SELECT ['North', 'South', 'West'][1 + range % 3] AS region, 100 - range AS amount FROM range(90)`,
  )
  expect((await get(id)).blocks[0]!.data).toMatchObject({ stale: true })
  const [after] = await refreshed(id)
  expect(after!.data).toMatchObject({ stale: false, error: null })
  const { text, contradicted, numbers } = after!.data!.prose!
  expect(text).toMatch(/^West leads with 1,635, and rose above North by [-−]60\.$/)
  expect(contradicted).toEqual([{ start: 0, end: text.length }])
  expect(numbers).toHaveLength(2)
  await replaceOrders(ORDERS)
})

test('what is refreshed is what changed; a statement that fails keeps its last good result beside the error', async () => {
  const id = await newBoard()
  const sql = `SELECT count(*) AS n FROM orders -- ${id}`
  await put(id, grid(sql))
  const before = await world.db.select().from(canvasResults)
  const [first] = await refreshed(id)
  expect(first!.data).toMatchObject({ results: [{ rows: [[90]] }], stale: false })
  const at = first!.data!.refreshed_at
  expect((await refreshed(id))[0]!.data!.refreshed_at).toBe(at)
  expect((await refreshed(id, { force: true }))[0]!.data!.refreshed_at).not.toBe(at)
  expect((await world.db.select().from(canvasResults)).length).toBe(before.length + 1)
  await replaceOrders('SELECT 1 AS other')
  await put(id, grid('SELECT sum(amount) AS total FROM orders'))
  const failing = (await refreshed(id)).find(({ data }) => data!.error)!
  expect(failing.data).toMatchObject({ results: [], stale: false })
  await replaceOrders(ORDERS)
  expect((await get(id)).blocks.every(({ data }) => data!.stale)).toBe(true)
  const good = await refreshed(id)
  expect(good.map(({ data }) => data!.error)).toEqual([null, null])
  await replaceOrders('SELECT 1 AS other')
  const failed = (await refreshed(id)).find(({ id }) => id === failing.id)!
  expect(failed.data).toMatchObject({ results: [{ rows: [[4095]] }], error: expect.stringContaining('amount') })
  await replaceOrders(ORDERS)
})

test('a block whose table or column is gone says which, what to do, and keeps its figures', async () => {
  const id = await newBoard()
  await put(id, grid('SELECT max(amount) + 471018 AS top FROM orders'))
  await put(id, grid('SELECT zq FROM orders'))
  const [, never] = await refreshed(id)
  expect(never!.data).toMatchObject({ results: [], error: 'There is no column "zq" in orders.' })
  const told = async () => {
    await refreshed(id)
    const { data } = (await get(id, viewer)).blocks.find((one) => one.data!.results.length > 0)!
    expect(data).toMatchObject({ results: [{ rows: [[471108]] }], refreshed_at: expect.any(String) })
    return data!.error
  }
  await replaceOrders('SELECT 1 AS other')
  expect(await told()).toBe(
    'The column amount of orders is gone, deleted or renamed. Bring it back, or change this block.',
  )
  await world.db.update(catalogTables).set({ current: false }).where(eq(catalogTables.workspaceId, workspace))
  expect(await told()).toStartWith('The table orders is gone, deleted or renamed.')
  await replaceOrders(ORDERS)
  expect(await told()).toBeNull()
})

test('what was hidden since is shown to nobody, and a notice in its place to viewers', async () => {
  const id = await newBoard()
  await put(id, grid('SELECT max(secret) AS top FROM orders'))
  expect((await refreshed(id, {}, viewer))[0]!.data).toMatchObject({ results: [{ rows: [[623]] }] })
  await world.db.update(catalogColumns).set({ hidden: true }).where(eq(catalogColumns.name, 'secret'))
  const [block] = (await get(id, viewer)).blocks
  const notice = { kind: 'text', content: { text: expect.stringContaining('hidden since') }, data: null }
  expect(block).toMatchObject(notice)
  expect((await get(id)).blocks[0]).toMatchObject({
    content: { sql: 'SELECT max(secret) AS top FROM orders' },
    data: { results: [], withheld: true, stale: true },
  })
  expect((await refreshed(id))[0]!.data).toMatchObject({ results: [], error: expect.stringContaining('secret') })
  expect((await get(id, viewer)).blocks[0]).toMatchObject(notice)
  await world.db.update(catalogColumns).set({ hidden: false }).where(eq(catalogColumns.name, 'secret'))
})

test('lines that do not count are told on the block', async () => {
  const id = await newBoard()
  await world.db.update(catalogTables).set({ rowsRejected: 4 }).where(eq(catalogTables.name, 'orders'))
  await put(id, grid(`SELECT count(*) AS n FROM orders -- rejected`))
  const [block] = await refreshed(id, { force: true })
  expect(block!.data!.results[0]!.left_out).toMatchObject([{ of: 94 }])
  await world.db.update(catalogTables).set({ rowsRejected: 0 }).where(eq(catalogTables.name, 'orders'))
})

test('many who look at once run a statement once', async () => {
  const id = await newBoard()
  const sql = `SELECT sum(amount) AS total FROM orders -- once ${id}`
  await put(id, grid(sql))
  const stored = (await get(id)).blocks
  let runs = 0
  const engine = {
    ...world.engine,
    run: (...given: Parameters<typeof world.engine.run>) => {
      runs++
      return world.engine.run(...given)
    },
  }
  const canvas = (await canvases.workspaceOf(ctx, id))!
  const looking = { ...ctx, canvas, engine: Object.assign(Object.create(world.engine), engine) }
  await Promise.all(Array.from({ length: 20 }, () => refresh(looking, stored as never)))
  expect(runs).toBe(1)
})

test('rows of a database are asked again after a quarter of an hour, since it tells no version', async () => {
  const id = await newBoard()
  await put(id, grid(`SELECT count(*) AS n FROM orders -- remote ${id}`))
  const orders = and(eq(catalogTables.workspaceId, workspace), eq(catalogTables.current, true))
  const [table] = await world.db.select().from(catalogTables).where(orders)
  const staleAfter = async (minutes: number) => {
    const later = { ...ctx, now: () => new Date(Number(world.now()) + minutes * MINUTE) }
    const [block] = (await dataOf(later, (await get(id)).blocks as never)).values()
    return block!.stale
  }
  await refreshed(id)
  expect([await staleAfter(14), await staleAfter(16)]).toEqual([false, false])
  // A table without a file is that of a database.
  await world.db.update(catalogTables).set({ storeKey: null, remoteName: 'orders' }).where(orders)
  const { visible } = await sourcesNow(ctx)
  const sources = stateOf(visible.filter(({ name }) => name === 'orders'))
  await world.db.update(canvasResults).set({ sources }).where(eq(canvasResults.workspaceId, workspace))
  expect([await staleAfter(14), await staleAfter(16)]).toEqual([false, true])
  await world.db.update(catalogTables).set({ storeKey: table!.storeKey, remoteName: null }).where(orders)
})

test('two people lose nothing of each other: of one block the later change stays', async () => {
  const id = await newBoard()
  const shared = newId()
  await put(id, { ...grid(SUMS), content: { title: 'Mine', sql: SUMS } }, shared)
  const { version } = await get(id)
  await Promise.all([
    put(id, { ...grid(SUMS), content: { title: 'Owner', sql: SUMS } }, shared),
    ...Array.from({ length: 5 }, (_, at) => put(id, grid(SUMS, { y: at }), newId(), member)),
    call(app, member, 'PATCH', `/api/canvases/${id}/blocks`, {
      blocks: [{ id: shared, tab: 'first', x: 6, y: 2, w: 6, h: 3 }],
    }),
    call(app, owner, 'PATCH', `/api/canvases/${id}`, { description: 'Together' }),
  ])
  const after = await get(id)
  expect(after.blocks).toHaveLength(6)
  expect(after.description).toBe('Together')
  expect(after.version).toBe(version + 8)
  expect((await get(id, owner, after.version)).blocks).toEqual([])
  expect((await get(id, owner, version)).blocks).toHaveLength(6)
})

/** The texts of the event stream of a board. @returns told: the next state; close: leaves */
async function follow(id: string, who: Person) {
  const stream = await app.request(`/api/canvases/${id}/events`, { headers: who.headers })
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
  const next = async () => {
    for (;;) {
      const { value } = await reader.read()
      if (!value!.startsWith(':')) return value!
    }
  }
  return { next, told: async () => JSON.parse((await next()).replace('data: ', '')), close: () => reader.cancel() }
}

test('whoever looks hears of a change, and of the end', async () => {
  const id = await newBoard()
  const { next, told } = await follow(id, viewer)
  const people = [{ id: viewer.user.id, name: 'Ada' }]
  const { version, tables } = await told()
  expect(version).toBe(1)
  await put(id, grid(SUMS))
  expect(await told()).toEqual({ version: 2, tables, people })
  // Other rows of a table are told as soon as they are there; what leaves the rows as they are is not.
  const heard: string[][] = []
  const unwatch = watchTables((ids) => heard.push(ids))
  await inTransaction(ctx, lockNames)
  await putTable(ctx, 'later', 'SELECT 1 AS x')
  await inTransaction(ctx, lockNames)
  unwatch()
  expect(heard).toEqual([[workspace], [workspace]])
  const now = await told()
  expect(now).toEqual({ version: 2, tables: expect.any(String), people })
  expect(now.tables).not.toBe(tables)
  await call(app, owner, 'DELETE', `/api/canvases/${id}`)
  expect(await next()).toContain('event: gone')
})

test('who looks is told to all who look, once a person, until they leave; a program with a key looks for nobody', async () => {
  const id = await newBoard()
  const [mine, theirs] = [owner.user.id, viewer.user.id]
  const first = await follow(id, owner)
  const seen = async () => (await first.told()).people.map((person: { id: string }) => person.id)
  expect(await seen()).toEqual([mine])
  const looking = await follow(id, viewer)
  expect(await seen()).toEqual([mine, theirs].toSorted())
  expect((await looking.told()).people).toHaveLength(2)
  const again = await follow(id, viewer)
  expect((await again.told()).people).toHaveLength(2)
  const { key } = (await call(app, owner, 'POST', '/api/user/api-keys', { name: 'Program', scopes: ['read'] })).body
  const program = await follow(id, { ...owner, headers: { authorization: `Bearer ${key}` } })
  expect((await program.told()).people).toHaveLength(2)
  await looking.close()
  // The second page of the same person is still open.
  await put(id, grid(SUMS))
  expect(await seen()).toEqual([mine, theirs].toSorted())
  await again.close()
  expect(await seen()).toEqual([mine])
  for (const one of [first, program]) await one.close()
})

test('a board goes back to what it was, and what it was then is kept too', async () => {
  const id = await newBoard()
  const block = newId()
  await put(id, grid(SUMS), block)
  await put(id, grid(SUMS), newId(), member)
  expect((await call(app, owner, 'DELETE', `/api/canvases/${id}/blocks/${block}`)).status).toBe(204)
  const versions = (await call(app, viewer, 'GET', `/api/canvases/${id}/versions`)).body
  expect(versions).toMatchObject([{ blocks: 2 }, { blocks: 1 }, { blocks: 0 }])
  const restored = await call(app, member, 'POST', `/api/canvases/${id}/versions/${versions[0].id}/restore`)
  expect(restored.body.block_ids).toContain(block)
  const again = (await call(app, viewer, 'GET', `/api/canvases/${id}/versions`)).body
  expect(again[0]).toMatchObject({ blocks: 1 })
  // Nobody keeps it from going back by taking the id of what was removed.
  await call(app, owner, 'DELETE', `/api/canvases/${id}/blocks/${block}`)
  const elsewhere = await newBoard()
  await put(elsewhere, grid(SUMS), block)
  const back = await call(app, member, 'POST', `/api/canvases/${id}/versions/${versions[0].id}/restore`)
  expect(back.body.block_ids).toHaveLength(2)
  expect(back.body.block_ids).not.toContain(block)
  expect((await get(elsewhere)).block_ids).toEqual([block])
})
