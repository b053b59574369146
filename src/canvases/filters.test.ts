import { beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { canvasResults, catalogColumns } from '#db/schema/index.ts'
import { call, newTeam } from '../../tests/support/people.ts'
import { putTable } from '../../tests/support/tables.ts'
import { testApp } from '../../tests/support/world.ts'
import type { BlockJson, CanvasJson } from './rules/answers.ts'
import type { Filter } from './rules/filter.ts'

/** A board over orders of customers, whose filters people set. */
const { world, app, owner, member, viewer, place, ctx } = await newTeam('member', 'viewer')
const workspace = place.workspace.id

const BY_REGION = 'SELECT region, sum(amount) AS total FROM orders GROUP BY region ORDER BY region'
const COUNTRIES = 'SELECT country FROM customers ORDER BY id'

beforeAll(async () => {
  await putTable(
    ctx,
    'orders',
    `SELECT range AS id, ['North', 'South', 'West'][1 + range % 3] AS region, (range * 10)::INT AS amount, range % 4 AS customer_id,
      DATE '2026-01-01' + range::INT AS day FROM range(60)`,
  )
  await putTable(ctx, 'customers', `SELECT range AS id, ['DE', 'IN', 'FR', 'DE'][1 + range] AS country FROM range(4)`)
}, 300_000)

const REGION: Filter = {
  id: 'region',
  name: 'Region',
  kind: 'values',
  places: [{ table: 'orders', column: 'region' }],
  except: [],
}
const DAY: Filter = {
  id: 'day',
  name: 'Day',
  kind: 'date_range',
  places: [{ table: 'orders', column: 'day' }],
  except: [],
}
const COUNTRY: Filter = {
  ...{ id: 'country', name: 'Country', kind: 'values', except: [] },
  places: [
    { table: 'customers', column: 'country' },
    { table: 'orders', column: 'customer_id', through: { table: 'customers', key: 'id', column: 'country' } },
  ],
}
const newBoard = async (filters: Filter[] = [REGION, DAY, COUNTRY]) => {
  const { id } = (await call(app, owner, 'POST', `/api/workspaces/${workspace}/canvases`, { name: 'Board' })).body
  await change(id, { filters })
  return id as string
}
const change = (id: string, body: object, who = owner) => call(app, who, 'PATCH', `/api/canvases/${id}`, body)
const get = async (id: string, filters = '', who = owner) =>
  (await call(app, who, 'GET', `/api/canvases/${id}?filters=${encodeURIComponent(filters)}`)).body as CanvasJson
const grid = (sql: string, more: object = {}) => ({
  ...{ kind: 'grid', tab: 'first', x: 0, y: 0, w: 6, h: 4, content: { title: 'Rows', sql, ...more } },
})
const put = async (canvas: string, block: object, id = newId(), who = owner) => {
  await call(app, who, 'PUT', `/api/canvases/${canvas}/blocks/${id}`, block)
  return id
}
const refresh = async (id: string, filters = '', who = viewer) =>
  (await call(app, who, 'POST', `/api/canvases/${id}/refresh`, { filters })).body as BlockJson[]
const rowsOf = (blocks: BlockJson[], id: string) => blocks.find((one) => one.id === id)!.data!.results[0]?.rows

test('filters are kept with the board, and come back with an earlier version of it', async () => {
  const id = await newBoard([REGION])
  const block = await put(id, grid(BY_REGION))
  expect((await change(id, { filters: [{ ...REGION, except: [block] }, DAY] }, member)).body).toMatchObject({
    filters: [{ id: 'region', except: [block] }, { id: 'day' }],
  })
  expect((await change(id, { filters: [] }, viewer)).status).toBe(403)
  expect((await change(id, { filters: [REGION, REGION] })).body).toMatchObject({ code: 'invalid' })
  const { body: copied } = await call(app, owner, 'POST', `/api/workspaces/${workspace}/canvases`, {
    ...{ name: 'Copy', copy_of: id },
  })
  const copy = await get(copied.id)
  expect(copy.filters).toMatchObject([{ id: 'region', except: [copy.blocks[0]!.id] }, { id: 'day' }])
  const versions = (await call(app, owner, 'GET', `/api/canvases/${id}/versions`)).body
  const restored = await call(app, owner, 'POST', `/api/canvases/${id}/versions/${versions[0].id}/restore`)
  expect(restored.body.filters).toMatchObject([{ id: 'region', except: [] }])
})

test('blocks show what the rows that stay give, beside what they give without; whoever sets the same shares it', async () => {
  const id = await newBoard()
  const [orders, countries] = [await put(id, grid(BY_REGION)), await put(id, grid(COUNTRIES))]
  await refresh(id)
  const filters = 'region:North,South;day:2026-01-01..2026-01-04'
  expect((await get(id, filters)).blocks.find((one) => one.id === orders)!.data).toMatchObject({
    results: [],
    stale: true,
  })
  const filtered = await refresh(id, filters)
  expect(rowsOf(filtered, orders)).toEqual([
    ['North', 30],
    ['South', 10],
  ])
  expect(filtered.find((one) => one.id === orders)!.filters).toEqual([
    { filter: 'region', why: null },
    { filter: 'day', why: null },
  ])
  expect(rowsOf(filtered, countries)).toHaveLength(4)
  expect(filtered.find((one) => one.id === countries)!.filters).toEqual([
    { filter: 'region', why: 'it does not read orders' },
    { filter: 'day', why: 'it does not read orders' },
  ])
  const runs = await world.db.select().from(canvasResults).where(eq(canvasResults.workspaceId, workspace))
  expect(rowsOf((await get(id, filters, member)).blocks, orders)).toHaveLength(2)
  await refresh(id, filters, member)
  expect(await world.db.select().from(canvasResults).where(eq(canvasResults.workspaceId, workspace))).toHaveLength(
    runs.length,
  )
  expect(rowsOf((await get(id)).blocks, orders)).toHaveLength(3)
  // Nobody else is told of what one person chooses.
  expect((await get(id)).version).toBe((await get(id, filters)).version)
})

test('rows are filtered by what stands in the table that they refer to, also where a common table has its name', async () => {
  const id = await newBoard()
  const plain = await put(id, grid('SELECT DISTINCT customer_id FROM orders ORDER BY 1'))
  const shadowed = await put(
    id,
    grid('WITH customers AS (SELECT 7 AS n) SELECT DISTINCT customer_id, n FROM orders, customers ORDER BY 1'),
  )
  const both = await put(id, grid('SELECT count(*) AS n FROM orders o JOIN customers c ON c.id = o.customer_id'))
  const blocks = await refresh(id, 'country:DE')
  expect(rowsOf(blocks, plain)).toEqual([[0], [3]])
  expect(rowsOf(blocks, shadowed)).toEqual([
    [0, 7],
    [3, 7],
  ])
  expect(rowsOf(blocks, both)).toEqual([[30]])
})

test('a block says plainly why a filter leaves it as it is', async () => {
  const id = newId()
  const canvas = await newBoard([
    { ...REGION, except: [id] },
    { ...DAY, places: [{ table: 'orders', column: 'gone' }] },
  ])
  await put(canvas, grid(BY_REGION), id)
  const elsewhere = await put(canvas, grid('SELECT 1', { source: 'Shop database' }))
  const several = await put(canvas, grid('SELECT 12345678901234567890 AS n, region FROM orders'))
  const broken = await put(canvas, grid('SELECT FROM WHERE'))
  const { blocks } = await get(canvas, 'region:North;day:this_year')
  const whys = (of: string) => blocks.find((one) => one.id === of)!.filters.map(({ why }) => why)
  expect(whys(id)).toEqual(['it is left out of it on this canvas', 'its columns are not there, or have other values'])
  expect(whys(elsewhere)[0]).toBe('it asks Shop database in the language of that database, where a parameter can stand')
  expect(whys(several)[0]).toBe('its statement cannot be taken apart')
  expect(whys(broken)[0]).toBe('its statement cannot be taken apart')
})

test('relative days are those of the time zone of the workspace, and of now', async () => {
  const at = new Date('2026-01-31T20:00:00Z')
  const late = await testApp({ ...world, now: () => at })
  const id = await newBoard()
  await put(id, grid('SELECT min(day) AS first, max(day) AS last FROM orders'))
  const read = async () =>
    (await call(late, owner, 'POST', `/api/canvases/${id}/refresh`, { filters: 'day:last_3_days' })).body[0].data
      .results[0].rows
  expect(await read()).toEqual([['2026-01-29', '2026-01-31']])
  const instructions = { kind: 'instructions', text: '', time_zone: 'Asia/Kolkata' }
  const saved = await call(app, owner, 'POST', `/api/workspaces/${workspace}/definitions`, {
    definition: instructions,
    approve: true,
  })
  expect(saved.status).toBeLessThan(300)
  expect(await read()).toEqual([['2026-01-30', '2026-02-01']])
})

test('what an address says of filters that are not there is refused by the API, and left aside by the page', async () => {
  const id = await newBoard()
  await put(id, grid(BY_REGION))
  const refused = await call(app, owner, 'GET', `/api/canvases/${id}?filters=gone:1`)
  expect(refused.body).toEqual({
    error: 'This canvas has no filter that “gone:1” sets. Read the canvas anew.',
    code: 'invalid',
  })
  const page = await app.request(`/canvases/${id}?filters=gone:1;region:North`, { headers: viewer.headers })
  expect(page.status).toBe(200)
  const html = await page.text()
  expect(html).toContain('gone:1')
  expect(html).toContain('North')
})

test('values of an address are values, whatever stands in them', async () => {
  const id = await newBoard()
  const block = await put(id, grid(BY_REGION))
  for (const nasty of [`North' OR '1'='1`, `'; DROP TABLE orders; --`, `North'/*`, `\u02bc OR 1=1`]) {
    const blocks = await refresh(
      id,
      `region:${encodeURIComponent(nasty).replaceAll("'", '%27').replaceAll('*', '%2A')}`,
    )
    expect(blocks.find((one) => one.id === block)!.data).toMatchObject({ error: null, results: [{ rows: [] }] })
  }
  const [after] = await refresh(id)
  expect(after!.data!.results[0]!.rows).toHaveLength(3)
})

test('what was hidden since filters nothing, and is named to nobody', async () => {
  const id = await newBoard([REGION])
  await put(id, grid('SELECT count(*) AS n FROM orders'))
  const hide = (hidden: boolean) =>
    world.db.update(catalogColumns).set({ hidden }).where(eq(catalogColumns.name, 'region'))
  await hide(true)
  const board = await get(id, 'region:North', viewer)
  expect(board.filters).toMatchObject([{ id: 'region', places: [] }])
  expect(board.blocks[0]!.filters).toEqual([
    { filter: 'region', why: 'its columns are not there, or have other values' },
  ])
  await hide(false)
})

const relate = (from_table: string, from_column: string, to_table: string, to_column: string) =>
  call(app, owner, 'POST', `/api/workspaces/${workspace}/catalog/relations`, {
    ...{ from_table, from_column, to_table, to_column },
  })
const listed = async (id: string, filter: string, query = '', who = viewer) =>
  (await call(app, who, 'GET', `/api/canvases/${id}/filters/${filter}/values?${query}`)).body

test('the values of a filter are listed a page at a time, searched, and as far as other filters leave them', async () => {
  const id = await newBoard()
  await put(id, grid(BY_REGION))
  expect(await listed(id, 'region', 'limit=2')).toEqual({
    values: [
      { value: 'North', rows: 20 },
      { value: 'South', rows: 20 },
    ],
    more: true,
  })
  expect(await listed(id, 'region', 'limit=2&offset=2')).toEqual({ values: [{ value: 'West', rows: 20 }], more: false })
  expect(await listed(id, 'region', 'q=OUT')).toMatchObject({ values: [{ value: 'South' }] })
  expect(await listed(id, 'region', `q=${encodeURIComponent("' OR 1=1 --")}`)).toEqual({ values: [], more: false })
  expect(await listed(id, 'region', 'filters=day:2026-01-01..2026-01-02;region:West')).toEqual({
    values: [
      { value: 'North', rows: 1 },
      { value: 'South', rows: 1 },
    ],
    more: false,
  })
  expect(await listed(id, 'country', 'filters=day:..2026-01-02')).toMatchObject({
    values: [{ value: 'DE', rows: 2 }, {}, {}],
  })
  expect(await listed(id, 'gone')).toMatchObject({ code: 'not_found' })
})

test('a filter on a column is proposed for the tables that blocks read, through what refers to its table', async () => {
  const id = await newBoard([])
  const orders = await put(id, grid(BY_REGION))
  const countries = await put(id, grid(COUNTRIES))
  const path = `/api/canvases/${id}`
  const { body: columns } = await call(app, member, 'GET', `${path}/columns`)
  expect(columns).toMatchObject([
    {
      table: 'customers',
      blocks: [countries],
      columns: [{ name: 'id' }, { name: 'country', kinds: ['values', 'text'] }],
    },
    { table: 'orders', blocks: [orders] },
  ])
  const proposed = (table: string, column: string, kind: string) =>
    call(app, member, 'GET', `${path}/places?table=${table}&column=${column}&kind=${kind}`)
  expect((await proposed('orders', 'region', 'values')).body).toEqual([{ table: 'orders', column: 'region' }])
  await relate('orders', 'customer_id', 'customers', 'id')
  expect((await proposed('customers', 'country', 'values')).body).toEqual(COUNTRY.places)
  expect((await call(app, viewer, 'GET', `${path}/columns`)).status).toBe(403)
  // A filter that no board keeps reaches what it would be proposed for.
  const blocks = await refresh(id, 'customers.country:IN')
  expect(rowsOf(blocks, countries)).toEqual([['IN']])
  expect(rowsOf(blocks, orders)).toEqual([
    ['North', 1650],
    ['South', 1250],
    ['West', 1450],
  ])
})
